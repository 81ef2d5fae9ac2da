-- table: mart.grand_prix_race
-- grain: series, category, section, encounter and player
-- inputs: mart.circuit_standings
-- about: The standings after each encounter, what was still possible then, and the seeding list of the next event (5 of 2005): by place,
--   who shares one by name.
select
    series,
    category,
    section,
    after_encounter,
    player_key,
    fide_id,
    name,
    place,
    points,
    qualified,
    row_number() over (
        partition by series, category, section, after_encounter
        order by place, name, player_key
    ) as next_seed,
    best_points,
    best_place,
    worst_place,
    can_qualify,
    has_qualified,
    place_needed,
    is_last,
    is_final
from mart.circuit_standings
