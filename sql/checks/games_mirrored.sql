-- check: games_mirrored
-- severity: critical
-- inputs: core.games
-- about: A game that counts as confirmed stands in the rows of both players, who are two different people. What
--   the report contradicts is not confirmed (see contradictions_reported).
with

games as (
    select
        event_id,
        round_number,
        start_number,
        opponent_number,
        is_confirmed
    from core.games
)

select games.event_id || ', round ' || games.round_number || ', player ' || games.start_number as sample_key
from games
left join games as mirror
    on
        games.event_id = mirror.event_id
        and games.round_number = mirror.round_number
        and games.opponent_number = mirror.start_number
where
    games.opponent_number is not null
    and games.is_confirmed
    and (mirror.opponent_number is distinct from games.start_number or games.opponent_number = games.start_number)
