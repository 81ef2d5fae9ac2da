-- table: mart.grand_prix_standings
-- grain: series, category, section and player
-- inputs: mart.circuit_standings
-- about: The standings after the last encounter that was played (11, 12 of 2005). Before the season is over, `qualified` says who would
--   go on as things stand.
select
    series,
    category,
    section,
    player_key,
    fide_id,
    name,
    place,
    points,
    counted_results,
    results,
    first_places,
    percentage_score,
    qualified,
    tie_resolved_by,
    match_needed,
    after_encounter,
    is_final
from mart.circuit_standings
where is_last
