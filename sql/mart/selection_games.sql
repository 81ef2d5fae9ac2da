-- table: mart.selection_games
-- grain: game of a selection
-- inputs: mart.norm_games, mart.chosen_selections, mart.event_rulings, ref.norm_limits
-- about: The sets of games on which norms are judged. `all`: every countable game (1.41, 1.42a-d of 2005). `last_round_forfeit`: those
--   and the game against the absent last opponent as a loss (1.42c), or, by another reading of it, without that game, which is then
--   not missed. Others are what the search chose (1.42e, 1.42f).
with
selections as (
    select
        event_id,
        start_number,
        'last_round_forfeit' as selection,
        cast(null as bigint) as cut_after_round,
        cast(list_value() as bigint[]) as left_out_rounds,
        true as has_last_round_forfeit
    from mart.norm_games
    group by event_id, start_number
    having bool_or(is_last_round_forfeit) and bool_or(excluded_by is null)
    union all by name
    select
        event_id,
        start_number,
        selection,
        cut_after_round,
        left_out_rounds,
        has_last_round_forfeit
    from mart.chosen_selections
)

select
    event_id,
    start_number,
    'all' as selection,
    round_number,
    opponent_number,
    half_points,
    rating,
    title_code,
    womens_title_code,
    federation_code
from mart.norm_games
where excluded_by is null
union all by name
select
    games.event_id,
    games.start_number,
    selections.selection,
    games.round_number,
    games.opponent_number,
    case when games.is_last_round_forfeit then 0 else games.half_points end as half_points,
    games.rating,
    games.title_code,
    games.womens_title_code,
    games.federation_code
from selections
inner join mart.norm_games as games
    on selections.event_id = games.event_id and selections.start_number = games.start_number
inner join mart.event_rulings as rulings on games.event_id = rulings.event_id
inner join ref.norm_limits as limits on rulings.edition = limits.edition
where
    (
        games.excluded_by is null
        or (
            games.is_last_round_forfeit
            and selections.has_last_round_forfeit
            and limits.last_round_forfeit = 'added_as_loss'
        )
    )
    and games.round_number <= coalesce(selections.cut_after_round, games.round_number)
    and not list_contains(selections.left_out_rounds, games.round_number)
