-- check: score_required_recomputed
-- severity: critical
-- inputs: mart.norm_verdicts, ref.norm_limits, ref.norm_titles, ref.performance_differences
-- article: 1.48, 1.49
-- about: The score required is the least one of at least the least share of the games whose difference lifts the
--   average to the least performance; a full score needs the least average only. Below the least average there
--   is none.
with

verdicts as (
    select
        event_id,
        start_number,
        title_sought,
        edition,
        games,
        opponents_average_rating,
        cast(2 * score_required as bigint) as half_points_required
    from mart.norm_verdicts
),

sizes as (
    select distinct
        edition,
        title_sought,
        games
    from verdicts
),

scores as (
    select
        edition,
        title_sought,
        games,
        unnest(generate_series(1, 2 * games)) as half_points
    from sizes
),

ladder as (
    select
        scores.edition,
        scores.title_sought,
        scores.games,
        scores.half_points,
        case
            when differences.rating_difference is null and scores.half_points = 2 * scores.games
                then titles.least_average
            when differences.rating_difference is not null
                then greatest(titles.least_average, titles.least_performance - differences.rating_difference)
        end as lowest_average
    from scores
    inner join ref.norm_limits as limits on scores.edition = limits.edition
    inner join ref.norm_titles as titles
        on scores.edition = titles.edition and scores.title_sought = titles.title_sought
    inner join ref.performance_differences as differences
        on
            limits.performance_table = differences.performance_table
            and (100 * scores.half_points + scores.games) // (2 * scores.games) = differences.percentage_score
    where scores.half_points * limits.least_score_denominator >= 2 * scores.games * limits.least_score_numerator
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from verdicts
left join ladder
    on
        verdicts.edition = ladder.edition
        and verdicts.title_sought = ladder.title_sought
        and verdicts.games = ladder.games
        and verdicts.opponents_average_rating >= ladder.lowest_average
group by verdicts.event_id, verdicts.start_number, verdicts.title_sought, verdicts.half_points_required
having min(ladder.half_points) is distinct from verdicts.half_points_required
