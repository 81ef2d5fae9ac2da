-- table: mart.circuit_entries
-- grain: series, event, category and start number
-- inputs: staging.series, staging.series_events, core.series_players, core.event_players, core.events, core.games, mart.tie_breaks
-- about: What the events of circuits know of their players: points by the games, what of them came from byes, and tie-breaks by the
--   rule set that the regulation names. Scores in half points, tie-breaks in quarters.
with
scored as (
    select
        event_id,
        start_number,
        cast(coalesce(sum(2 * score), 0) as bigint) as half_points,
        count(*) filter (outcome in ('played', 'not_rated')) as played_games,
        cast(coalesce(sum(2 * score) filter (outcome in ('played', 'not_rated')), 0) as bigint) as played_half_points,
        cast(coalesce(sum(2 * score) filter (outcome = 'bye'), 0) as bigint) as bye_half_points,
        count(*) filter (outcome <> 'not_paired') as rounds_taken,
        count(*) filter (outcome in ('played', 'not_rated') and score = 1) as wins,
        list(opponent_number order by round_number) filter (outcome in ('played', 'not_rated')) as opponents,
        list(cast(2 * score as bigint) order by round_number) filter (outcome in ('played', 'not_rated')) as results
    from core.games
    -- a circuit is a few events of many
    where event_id in (select circuits.event_id from staging.series_events as circuits)
    group by event_id, start_number
),

tie_breaks as (
    select
        event_id,
        start_number,
        rule_set,
        cast(4 * max(value) filter (method = 'buchholz') as bigint) as buchholz,
        cast(4 * max(value) filter (method = 'buchholz_cut_1') as bigint) as buchholz_cut_1,
        cast(4 * max(value) filter (method = 'sonneborn_berger') as bigint) as sonneborn_berger
    from mart.tie_breaks
    where event_id in (select circuits.event_id from staging.series_events as circuits)
    group by event_id, start_number, rule_set
)

select
    series.series,
    series_events.position,
    series_events.encounter,
    series_events.event_id,
    series_events.category,
    series_events.final,
    series_events.section,
    people.start_number,
    persons.player_key,
    persons.fide_id,
    persons.name,
    persons.sex,
    persons.birth_date,
    persons.birth_year,
    people.club,
    -- seeds are by the ratings that the event was paired with
    coalesce(people.rating_report, people.rating) as rating,
    people.points as points_reported,
    people.place as place_reported,
    scored.half_points,
    scored.played_games,
    scored.played_half_points,
    scored.bye_half_points,
    scored.rounds_taken,
    scored.wins,
    scored.opponents,
    scored.results,
    tie_breaks.buchholz,
    tie_breaks.buchholz_cut_1,
    tie_breaks.sonneborn_berger,
    events.system,
    events.rounds,
    events.players,
    events.is_finished,
    events.source_file
from staging.series as series
inner join staging.series_events as series_events on series.series = series_events.series
inner join core.events as events on series_events.event_id = events.event_id
inner join core.event_players as people on series_events.event_id = people.event_id
inner join core.series_players as persons
    on
        series.series = persons.series
        and people.event_id = persons.event_id
        and people.start_number = persons.start_number
inner join scored on people.event_id = scored.event_id and people.start_number = scored.start_number
left join tie_breaks
    on
        people.event_id = tie_breaks.event_id
        and people.start_number = tie_breaks.start_number
        and series.unplayed = tie_breaks.rule_set
where series.kind = 'circuit'
