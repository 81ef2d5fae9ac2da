-- check: grand_prix_points_add_up
-- severity: critical
-- inputs: mart.grand_prix_results, mart.grand_prix_standings
-- about: Points of a result are the sum of their parts (7), those of the standings the sum of the results that count (11). Shared places may
--   bring thirds, so sums are compared to a thousandth.
with
counted as (
    select
        series,
        category,
        section,
        player_key,
        sum(points) filter (counted) as points,
        count(*) filter (counted) as results
    from mart.grand_prix_results
    group by series, category, section, player_key
)

select series || ', ' || event_id || ', ' || section || ', ' || player_key as sample_key
from mart.grand_prix_results
where abs(points - placement_points - game_points - bonus_points - participation_points) > 0.001
union all by name
select standings.series || ', ' || standings.category || ', ' || standings.section || ', ' || standings.player_key as sample_key
from mart.grand_prix_standings as standings
left join counted
    on
        standings.series = counted.series
        and standings.category = counted.category
        and standings.section = counted.section
        and standings.player_key = counted.player_key
where
    abs(standings.points - coalesce(counted.points, 0)) > 0.001
    or standings.counted_results <> coalesce(counted.results, 0)
