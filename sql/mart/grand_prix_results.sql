-- table: mart.grand_prix_results
-- grain: series, category, section, event and player
-- inputs: mart.circuit_results, mart.circuit_standings
-- about: What every event of a circuit brought to its players (7 to 10 of 2005), and whether it is among the results that count (11).
with
counted as (
    select
        series,
        category,
        section,
        player_key,
        unnest(counted_events) as position
    from mart.circuit_standings
    where is_last
)

select
    results.series,
    results.category,
    results.section,
    results.event_id,
    results.player_key,
    results.start_number,
    results.fide_id,
    results.name,
    results.event_category,
    results.step as encounter,
    results.place,
    results.tied_with,
    results.half_points / 2.0 as event_points,
    results.placement as placement_points,
    results.game_points,
    results.bonus as bonus_points,
    results.participation as participation_points,
    results.total_numerator / (2.0 * results.total_denominator) as points,
    counted.position is not null as counted
from mart.circuit_results as results
left join counted
    on
        results.series = counted.series
        and results.category = counted.category
        and results.section = counted.section
        and results.player_key = counted.player_key
        and results.position = counted.position
