-- check: score_table_recomputed
-- severity: critical
-- inputs: ref.norm_limits, ref.norm_titles, ref.performance_differences, ref.score_table
-- article: 1.49a
-- about: A row of the score table begins at the average that its difference lifts to the least performance, at
--   least at the least average, where a full score without a difference begins too; it ends below the row of
--   half a point less.
with

recomputed as (
    select
        scores.edition,
        scores.title_sought,
        scores.games,
        scores.half_points,
        scores.lowest_average,
        scores.highest_average,
        case
            when differences.rating_difference is null and scores.half_points = 2 * scores.games
                then titles.least_average
            when differences.rating_difference is not null
                then greatest(titles.least_average, titles.least_performance - differences.rating_difference)
        end as lowest,
        lead(scores.lowest_average) over (
            partition by scores.edition, scores.title_sought, scores.games order by scores.half_points desc
        ) - 1 as highest
    from ref.score_table as scores
    left join ref.norm_limits as limits on scores.edition = limits.edition
    left join ref.norm_titles as titles on scores.edition = titles.edition and scores.title_sought = titles.title_sought
    left join ref.performance_differences as differences
        on
            limits.performance_table = differences.performance_table
            and (100 * scores.half_points + scores.games) // (2 * scores.games) = differences.percentage_score
)

select edition || ', ' || title_sought || ', ' || games || ' games, ' || half_points || ' half points' as sample_key
from recomputed
where lowest is distinct from lowest_average or highest is distinct from highest_average
