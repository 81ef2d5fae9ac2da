-- check: performances_recomputed
-- severity: critical
-- inputs: mart.performances, ref.performance_differences
-- article: 1.48
-- about: Percentage is 100 x score / games half up; the difference is that of the table; performance is average
--   plus difference.
with

performances as (
    select
        event_id,
        start_number,
        percentage_score,
        opponents_average_rating,
        rating_difference,
        performance_rating,
        performance_table,
        (100 * cast(2 * score as bigint) + games) // (2 * nullif(games, 0)) as recomputed
    from mart.performances
)

select performances.event_id || ', player ' || performances.start_number as sample_key
from performances
left join ref.performance_differences as differences
    on
        performances.performance_table = differences.performance_table
        and performances.recomputed = differences.percentage_score
where
    performances.percentage_score is distinct from performances.recomputed
    or performances.rating_difference is distinct from differences.rating_difference
    or performances.performance_rating is distinct from
    performances.opponents_average_rating + differences.rating_difference
