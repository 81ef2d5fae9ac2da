-- check: games_within_event
-- severity: critical
-- inputs: core.events, core.event_players, core.games
-- about: A row of a game belongs to a player and a round of its event.
with

players as (
    select
        players.event_id,
        players.start_number,
        events.rounds
    from core.event_players as players
    inner join core.events as events on players.event_id = events.event_id
)

select games.event_id || ', round ' || games.round_number || ', player ' || games.start_number as sample_key
from core.games as games
anti join players
    on
        games.event_id = players.event_id
        and games.start_number = players.start_number
        and games.round_number between 1 and players.rounds
