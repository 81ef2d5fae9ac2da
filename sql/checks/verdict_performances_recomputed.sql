-- check: verdict_performances_recomputed
-- severity: critical
-- inputs: mart.norm_verdicts, ref.norm_limits, ref.performance_differences
-- article: 1.48
-- about: Percentage, difference and performance of a verdict follow from its score, games and average by the
--   edition's table.
with

verdicts as (
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.title_sought,
        verdicts.percentage_score,
        verdicts.opponents_average_rating,
        verdicts.rating_difference,
        verdicts.performance_rating,
        limits.performance_table,
        (100 * cast(2 * verdicts.score as bigint) + verdicts.games) // (2 * nullif(verdicts.games, 0)) as recomputed
    from mart.norm_verdicts as verdicts
    left join ref.norm_limits as limits on verdicts.edition = limits.edition
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from verdicts
left join ref.performance_differences as differences
    on
        verdicts.performance_table = differences.performance_table
        and verdicts.recomputed = differences.percentage_score
where
    verdicts.percentage_score is distinct from verdicts.recomputed
    or verdicts.rating_difference is distinct from differences.rating_difference
    or verdicts.performance_rating is distinct from verdicts.opponents_average_rating + differences.rating_difference
