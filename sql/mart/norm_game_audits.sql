-- table: mart.norm_game_audits
-- grain: round of the event for a verdict that is explained
-- inputs: mart.explained_verdicts, mart.norm_verdicts, mart.norm_games, mart.selection_games, mart.selection_opponents, core.games, ref.norm_titles, ref.norm_limits, ref.parameters
-- about: Every round and what became of it: counted, raised to the floor (1.46c1), left out (1.42e, 1.42f), excluded (1.42a-d). The articles
--   are those of the edition's values of the same names.
with
explained as (
    select
        keys.*,
        verdicts.edition,
        verdicts.left_out_rounds,
        verdicts.cut_after_round,
        titles.rating_floor,
        limits.most_raised
    from mart.explained_verdicts as keys
    inner join mart.norm_verdicts as verdicts
        on
            keys.event_id = verdicts.event_id
            and keys.start_number = verdicts.start_number
            and keys.title_sought = verdicts.title_sought
    inner join ref.norm_titles as titles
        on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
    inner join ref.norm_limits as limits on verdicts.edition = limits.edition
),

faced as (
    select
        explained.event_id,
        explained.start_number,
        explained.title_sought,
        opponents.opponent_number,
        opponents.rating_used,
        row_number() over (
            partition by explained.event_id, explained.start_number, explained.title_sought
            order by opponents.rating_used nulls last, opponents.games desc, opponents.rating_sum, opponents.opponent_number
        ) <= explained.most_raised as may_be_raised
    from explained
    inner join mart.selection_opponents as opponents
        on
            explained.event_id = opponents.event_id
            and explained.start_number = opponents.start_number
            and explained.selection = opponents.selection
),

rounds as (
    select
        explained.event_id,
        explained.start_number,
        explained.title_sought,
        explained.edition,
        explained.cut_after_round,
        explained.rating_floor,
        games.round_number,
        games.opponent_number,
        games.outcome,
        selected.round_number is not null as is_counted,
        coalesce(as_points(selected.half_points), games.score) as score,
        selected.rating,
        coalesce(selected.rating, faced.rating_used) as rating_used,
        coalesce(
            faced.may_be_raised and coalesce(selected.rating, faced.rating_used) < explained.rating_floor
            and selected.round_number is not null,
            false
        ) as is_raised,
        case
            when selected.round_number is not null and norm_games.is_last_round_forfeit then 'last_round_forfeit'
            when is_raised then 'raised_opponents'
            when selected.round_number is not null and selected.rating is null then 'unrated_rating'
            when selected.round_number is not null then 'counted'
            when games.outcome = 'pending' then 'pending'
            when norm_games.excluded_by is not null then norm_games.excluded_by
            when games.opponent_number is null then 'not_over_board'
            when games.round_number > explained.cut_after_round then 'later_games_left_out'
            when list_contains(explained.left_out_rounds, games.round_number) then 'wins_left_out'
        end as rule
    from explained
    inner join core.games as games
        on explained.event_id = games.event_id and explained.start_number = games.start_number
    left join mart.norm_games as norm_games
        on
            games.event_id = norm_games.event_id
            and games.start_number = norm_games.start_number
            and games.round_number = norm_games.round_number
    left join mart.selection_games as selected
        on
            games.event_id = selected.event_id
            and games.start_number = selected.start_number
            and games.round_number = selected.round_number
            and explained.selection = selected.selection
    left join faced
        on
            explained.event_id = faced.event_id
            and explained.start_number = faced.start_number
            and explained.title_sought = faced.title_sought
            and games.opponent_number = faced.opponent_number
)

select
    rounds.event_id,
    rounds.start_number,
    rounds.title_sought,
    rounds.round_number,
    rounds.opponent_number,
    rounds.score,
    case
        when rounds.is_counted then if(rounds.is_raised, rounds.rating_floor, coalesce(rounds.rating_used, rounds.rating_floor))
    end as rating_used,
    rounds.is_raised as raised_to_floor,
    rounds.is_counted as counted,
    parameters.article as reason_article,
    case rounds.rule
        when 'counted' then 'counted'
        when 'last_round_forfeit' then 'absent opponent of the last round, added as a loss'
        when 'raised_opponents'
            then 'counted, raised to the floor: ' || coalesce('rated ' || rounds.rating, 'unrated, counts ' || rounds.rating_used)
        when 'unrated_rating' then 'counted, unrated opponent'
        when 'pending' then 'no result yet'
        when 'not_confirmed' then 'excluded: the two rows of the report tell different games'
        when 'not_rated_results' then 'excluded: not rated'
        when 'not_affiliated' then 'excluded: federation of the opponent not affiliated'
        when 'computers' then 'excluded: computer'
        when 'unrated_without_points' then 'excluded: unrated opponent without a point against rated ones'
        when 'later_games_left_out' then 'left out: after the norm of round ' || rounds.cut_after_round
        when 'wins_left_out' then 'left out: won game'
        when 'not_over_board' then 'excluded: ' || case rounds.outcome
            when 'forfeit_win' then 'won by forfeit'
            when 'forfeit_loss' then 'lost by forfeit'
            when 'bye' then 'bye'
            when 'not_paired' then 'not paired'
            else 'not decided by play'
        end
    end as reason
from rounds
left join ref.parameters as parameters
    on rounds.edition = parameters.edition and rounds.rule = parameters.parameter
