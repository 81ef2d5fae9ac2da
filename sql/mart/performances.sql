-- table: mart.performances
-- grain: event and start number with at least one game against a rated opponent
-- inputs: core.event_heads, core.event_players, core.games, staging.event_reports, ref.norm_limits, ref.performance_differences, ref.performance_periods
-- about: Rp = Rt + dp over rated opponents, games over the board, no floors (1.47, 1.48 of 2005; B.02 10.1a). Rounding half up.
--   Not computable, so no row, for who met somebody outside of the part of the table that the file holds.
with
tables as (
    select
        heads.event_id,
        coalesce(limits.performance_table, periods.performance_table) as performance_table
    from core.event_heads as heads
    left join ref.norm_limits as limits on heads.edition = limits.edition
    left join ref.performance_periods as periods
        on heads.start_date >= periods.start_from and heads.start_date <= coalesce(periods.start_to, heads.start_date)
),

sums as (
    select
        games.event_id,
        games.start_number,
        count(opponents.rating) as games,
        sum(cast(games.score * 2 as bigint)) filter (opponents.rating is not null) as half_points,
        sum(opponents.rating) as rating_sum
    from core.games as games
    inner join staging.event_reports as reports on games.event_id = reports.event_id
    left join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    where games.outcome = 'played'
    group by games.event_id, games.start_number
    having count(opponents.rating) > 0 and not coalesce(bool_or(reports.is_partial and opponents.start_number is null), false)
)

select
    sums.event_id,
    sums.start_number,
    sums.games,
    as_points(sums.half_points) as score,
    percentage_of(sums.half_points, sums.games) as percentage_score,
    half_up_div(sums.rating_sum, sums.games) as opponents_average_rating,
    differences.rating_difference,
    half_up_div(sums.rating_sum, sums.games) + differences.rating_difference as performance_rating,
    tables.performance_table
from sums
inner join tables on sums.event_id = tables.event_id
inner join ref.performance_differences as differences
    on
        tables.performance_table = differences.performance_table
        and percentage_of(sums.half_points, sums.games) = differences.percentage_score
