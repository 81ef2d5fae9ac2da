-- check: grand_prix_event_points
-- severity: critical
-- inputs: mart.grand_prix_results, core.games
-- about: Points of an event come from its games (contract of the series), in every section.
with
scored as (
    select
        event_id,
        start_number,
        coalesce(sum(score), 0) as points
    from core.games
    group by event_id, start_number
)

select results.series || ', ' || results.event_id || ', ' || results.section || ', ' || results.start_number as sample_key
from mart.grand_prix_results as results
left join scored on results.event_id = scored.event_id and results.start_number = scored.start_number
where results.event_points is distinct from scored.points
