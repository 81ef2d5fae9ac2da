-- check: events_count_players
-- severity: critical
-- inputs: core.events, core.event_players
-- about: Players, rated players and their average (half up) are those of the players' table.
with

players as (
    select
        event_id,
        cast(sum(rating) as bigint) as ratings,
        count(*) as players,
        count(rating) as rated_players
    from core.event_players
    group by event_id
)

select events.event_id as sample_key
from core.events as events
left join players on events.event_id = players.event_id
where
    events.players <> coalesce(players.players, 0)
    or events.rated_players <> coalesce(players.rated_players, 0)
    or events.average_rating is distinct from
    (2 * players.ratings + players.rated_players) // (2 * nullif(players.rated_players, 0))
