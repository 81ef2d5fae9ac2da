-- check: blitz_points_of_games
-- severity: critical
-- inputs: core.event_players, core.games, mart.blitz_events, mart.blitz_standings
-- about: The standings of a blitz event hold every player of it, with the points of his games.
with
made as (
    select
        events.series,
        events.event_id,
        players.start_number,
        coalesce(sum(games.score), 0) as points
    from mart.blitz_events as events
    inner join core.event_players as players on events.event_id = players.event_id
    left join core.games as games
        on players.event_id = games.event_id and players.start_number = games.start_number
    group by events.series, events.event_id, players.start_number
)

select
    coalesce(made.series, standings.series) || ', ' || coalesce(made.event_id, standings.event_id) || ', player '
    || coalesce(made.start_number, standings.start_number) as sample_key
from made
full join mart.blitz_standings as standings
    on
        made.series = standings.series
        and made.event_id = standings.event_id
        and made.start_number = standings.start_number
where made.points is distinct from standings.points
