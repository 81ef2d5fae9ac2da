-- check: performances_of_games
-- severity: critical
-- inputs: core.events, core.event_players, core.games, mart.performances, staging.event_reports, ref.performance_periods
-- about: A performance has the games, points and average rating (half up) of the rated opponents that were
--   played, and everybody with such a game has one, unless no table of differences is known for the day of the
--   event, or a part of a table leaves an opponent out.
with

measured as (
    select events.event_id
    from core.events as events
    left join ref.performance_periods as periods
        on events.start_date between periods.start_from and coalesce(periods.start_to, events.start_date)
    where events.edition is not null or periods.start_from is not null
),

met_outsiders as (
    select
        games.event_id,
        games.start_number
    from core.games as games
    inner join staging.event_reports as reports on games.event_id = reports.event_id and reports.is_partial
    anti join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    where games.outcome = 'played'
),

expected as (
    select
        games.event_id,
        games.start_number,
        count(*) as games,
        sum(games.score) as score,
        (2 * cast(sum(opponents.rating) as bigint) + count(*)) // (2 * count(*)) as opponents_average_rating
    from core.games as games
    inner join measured on games.event_id = measured.event_id
    inner join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    anti join met_outsiders
        on games.event_id = met_outsiders.event_id and games.start_number = met_outsiders.start_number
    where games.outcome = 'played' and opponents.rating is not null
    group by games.event_id, games.start_number
)

select
    coalesce(expected.event_id, performances.event_id)
    || ', player ' || coalesce(expected.start_number, performances.start_number) as sample_key
from expected
full join mart.performances as performances
    on expected.event_id = performances.event_id and expected.start_number = performances.start_number
where
    performances.games is distinct from expected.games
    or performances.score is distinct from expected.score
    or performances.opponents_average_rating is distinct from expected.opponents_average_rating
