-- check: rounds_complete
-- severity: critical
-- inputs: core.events, core.event_players, core.games
-- about: Every player has a row for every round from the first to the last of the event, played or not.
with

expected as (
    select
        players.event_id,
        players.start_number,
        unnest(generate_series(1, events.rounds)) as round_number
    from core.event_players as players
    inner join core.events as events on players.event_id = events.event_id
)

select expected.event_id || ', round ' || expected.round_number || ', player ' || expected.start_number as sample_key
from expected
anti join core.games as games
    on
        expected.event_id = games.event_id
        and expected.start_number = games.start_number
        and expected.round_number = games.round_number
