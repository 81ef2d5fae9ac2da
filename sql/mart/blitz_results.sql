-- table: mart.blitz_results
-- grain: event of a blitz series and start number
-- inputs: staging.series, staging.series_events, core.series_players, core.event_players, core.games, mart.tie_breaks
-- about: What everybody made in the events of blitz championships: half points of the table, games over the board, tie-breaks by the
--   rule set of the series.
with
series_events as (
    select distinct
        series.series,
        series.unplayed,
        events.event_id
    from staging.series as series
    inner join staging.series_events as events on series.series = events.series
    where series.kind = 'blitz'
),

scores as (
    select
        event_id,
        start_number,
        cast(coalesce(sum(2 * score), 0) as bigint) as half_points,
        count(*) filter (outcome in ('played', 'not_rated')) as games,
        cast(coalesce(sum(2 * score) filter (outcome in ('played', 'not_rated')), 0) as bigint) as played_half_points
    from core.games
    group by event_id, start_number
),

tie_breaks as (
    select
        event_id,
        start_number,
        rule_set,
        max(value) filter (method = 'buchholz') as buchholz,
        max(value) filter (method = 'buchholz_cut_1') as buchholz_cut_1,
        max(value) filter (method = 'sonneborn_berger') as sonneborn_berger
    from mart.tie_breaks
    group by event_id, start_number, rule_set
)

select
    persons.series,
    persons.event_id,
    persons.start_number,
    persons.player_key,
    persons.fide_id,
    persons.name,
    players.club,
    coalesce(scores.half_points, 0) as half_points,
    coalesce(scores.games, 0) as games,
    coalesce(scores.played_half_points, 0) as played_half_points,
    tie_breaks.buchholz,
    tie_breaks.buchholz_cut_1,
    tie_breaks.sonneborn_berger
from series_events
inner join core.series_players as persons
    on series_events.series = persons.series and series_events.event_id = persons.event_id
inner join core.event_players as players
    on persons.event_id = players.event_id and persons.start_number = players.start_number
left join scores
    on persons.event_id = scores.event_id and persons.start_number = scores.start_number
left join tie_breaks
    on
        persons.event_id = tie_breaks.event_id
        and persons.start_number = tie_breaks.start_number
        and series_events.unplayed = tie_breaks.rule_set
