-- table: mart.selection_games
-- grain: game of a selection
-- inputs: mart.norm_games
-- about: The sets of games on which norms are judged. `all`: every countable game (1.41, 1.42a-d). `last_round_forfeit`: those and the
--   game against the absent last opponent as a loss (1.42c).
with
with_forfeit as (
    select
        event_id,
        start_number
    from mart.norm_games
    group by event_id, start_number
    having bool_or(is_last_round_forfeit) and bool_or(excluded_by is null)
)

select
    event_id,
    start_number,
    'all' as selection,
    round_number,
    opponent_number,
    half_points
from mart.norm_games
where excluded_by is null
union all by name
select
    games.event_id,
    games.start_number,
    'last_round_forfeit' as selection,
    games.round_number,
    games.opponent_number,
    case when games.is_last_round_forfeit then 0 else games.half_points end as half_points
from mart.norm_games as games
inner join with_forfeit
    on games.event_id = with_forfeit.event_id and games.start_number = with_forfeit.start_number
where games.excluded_by is null or games.is_last_round_forfeit
