-- check: scores_sum_to_one
-- severity: critical
-- inputs: core.games
-- about: The two scores of a confirmed game that was played make one point; only a game that had begun and that
--   both forfeited gives nobody one (1.42c). One row per game, that of the lower number.
with

games as (
    select
        event_id,
        round_number,
        start_number,
        opponent_number,
        result_code,
        score
    from core.games
    where outcome = 'played' and is_confirmed
)

select games.event_id || ', round ' || games.round_number || ', player ' || games.start_number as sample_key
from games
inner join games as mirror
    on
        games.event_id = mirror.event_id
        and games.round_number = mirror.round_number
        and games.opponent_number = mirror.start_number
        and games.start_number < mirror.start_number
where
    (games.score + mirror.score) is distinct from
    case when games.result_code = '-' and mirror.result_code = '-' then 0 else 1 end
