-- check: colours_opposite
-- severity: warning
-- inputs: core.games
-- about: In a confirmed game one player has White and the other Black; a report may say otherwise, norms do not
--   depend on it. One row per game, that of the lower number.
with

games as (
    select
        event_id,
        round_number,
        start_number,
        opponent_number,
        colour
    from core.games
    where is_confirmed
)

select games.event_id || ', round ' || games.round_number || ', player ' || games.start_number as sample_key
from games
inner join games as mirror
    on
        games.event_id = mirror.event_id
        and games.round_number = mirror.round_number
        and games.opponent_number = mirror.start_number
        and games.start_number < mirror.start_number
where games.colour = mirror.colour
