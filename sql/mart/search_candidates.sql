-- table: mart.search_candidates
-- grain: player and title for whom leaving games out can help
-- inputs: mart.norm_games, mart.event_rulings, core.event_players, ref.norm_limits, ref.norm_titles, ref.title_levels, ref.performance_differences
-- about: Who reaches the exact search (1.42e, 1.42f of 2005). Below, "all" are the countable games and, as a loss, the one against an
--   absent last opponent; whatever is chosen is a part of them with at least `least_games` games. Each bound is proved beside it; most
--   people fall at the first two. No search where the verdict stays open anyway: events that still run, contradicting reports.
with
players as (
    -- Something may go only if enough stays: of all games with 1.42e, of the countable ones with 1.42f.
    select
        games.event_id,
        games.start_number,
        any_value(rulings.edition) as edition,
        -- by another reading of 1.42c the game against an absent last opponent is not missed
        any_value(rulings.least_games)
        - cast(
            bool_or(games.is_last_round_forfeit) and any_value(limits.last_round_forfeit) = 'judged_without_the_game' as bigint
        ) as least_games,
        sum(games.half_points) filter (games.excluded_by is null) as half_points
    from mart.norm_games as games
    inner join mart.event_rulings as rulings on games.event_id = rulings.event_id and rulings.is_finished
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    where
        (games.excluded_by is null or games.is_last_round_forfeit or games.excluded_by = 'not_confirmed')
        -- whatever stays, the number of players stays (1.45f)
        and (not rulings.is_multi_round or rulings.players >= limits.multi_round_least_players)
    group by games.event_id, games.start_number
    having
        count(*) filter (games.excluded_by = 'not_confirmed') = 0
        and (
            (
                any_value(limits.may_leave_out_wins)
                and bool_or(games.excluded_by is null and games.half_points = 2)
                and count(*) > greatest(any_value(rulings.least_games), any_value(limits.games_remaining))
            )
            or (
                any_value(limits.may_cut)
                and count(*) filter (games.excluded_by is null) > any_value(rulings.least_games)
            )
        )
),

opponents as (
    select
        games.event_id,
        games.start_number,
        games.opponent_number,
        count(*) as games,
        -- in long events the last one, which is the highest (1.1.4 of 2024)
        arg_max(games.title_code, games.round_number) as title_code,
        arg_max(games.womens_title_code, games.round_number) as womens_title_code
    from mart.norm_games as games
    semi join players on games.event_id = players.event_id and games.start_number = players.start_number
    where games.excluded_by is null or games.is_last_round_forfeit
    group by games.event_id, games.start_number, games.opponent_number
),

well_met as (
    -- 1.45a. At least least_games games stay, so at least least_games / most_games_each opponents, and the share of them, or of their
    -- games, must be titled: not fewer than share * least_games / most_games_each persons. No more are titled than among all.
    select
        players.event_id,
        players.start_number,
        any_value(players.edition) as edition,
        any_value(players.least_games) as least_games,
        any_value(players.half_points) as half_points
    from players
    inner join ref.norm_limits as limits on players.edition = limits.edition
    inner join opponents on players.event_id = opponents.event_id and players.start_number = opponents.start_number
    group by players.event_id, players.start_number
    having
        count(*) filter (
            list_contains(limits.titled_codes, opponents.title_code)
            or list_contains(limits.titled_codes, opponents.womens_title_code)
        ) * max(opponents.games) * any_value(limits.titled_share_denominator)
        >= any_value(players.least_games * limits.titled_share_numerator)
),

asked as (
    select
        players.*,
        titles.title_sought,
        titles.rating_floor,
        titles.least_average,
        titles.least_performance
    from well_met as players
    inner join core.event_players as candidates
        on players.event_id = candidates.event_id and players.start_number = candidates.start_number
    inner join ref.norm_titles as titles
        on players.edition = titles.edition and (not titles.is_womens or candidates.sex = 'F')
),

title_counts as (
    select
        asked.event_id,
        asked.start_number,
        asked.title_sought,
        levels.alternative,
        levels.condition,
        -- another share may take the place of this number in multi-round events
        any_value(if(rulings.level_numerator is not null, 0, levels.least)) as least,
        count(*) filter (
            list_contains(levels.title_codes, opponents.title_code)
            or list_contains(levels.title_codes, opponents.womens_title_code)
        ) as opponents
    from asked
    inner join mart.event_rulings as rulings on asked.event_id = rulings.event_id
    inner join ref.title_levels as levels
        on asked.edition = levels.edition and asked.title_sought = levels.title_sought
    inner join opponents on asked.event_id = opponents.event_id and asked.start_number = opponents.start_number
    group by all
),

levelled as (
    -- 1.45b-e. A condition asks for at least a number of opponents, and there are no more than among all.
    select distinct
        event_id,
        start_number,
        title_sought
    from (
        select
            event_id,
            start_number,
            title_sought
        from title_counts
        group by event_id, start_number, title_sought, alternative
        having bool_and(opponents >= least)
    ) as alternatives
),

ratings as (
    select
        asked.*,
        list_reverse_sort(list(
            greatest(coalesce(games.rating, rulings.unrated_rating, asked.rating_floor), asked.rating_floor)
        )) as highest_first
    from asked
    semi join levelled
        on
            asked.event_id = levelled.event_id
            and asked.start_number = levelled.start_number
            and asked.title_sought = levelled.title_sought
    inner join mart.event_rulings as rulings on asked.event_id = rulings.event_id
    inner join mart.norm_games as games
        on
            asked.event_id = games.event_id
            and asked.start_number = games.start_number
            and (games.excluded_by is null or games.is_last_round_forfeit)
    group by all
),

bounded as (
    -- 1.46c, 1.47. Nobody counts more than the higher of his rating and the floor, and no part of at least least_games games has a
    -- higher average than the least_games highest of all. With no more points than in all its share of the points is not above this.
    select
        *,
        half_up_div(list_sum(highest_first[:least_games]), least_games) as highest_average,
        percentage_of(least(half_points, 2 * least_games), least_games) as highest_percentage
    from ratings
)

-- 1.48, 1.49. The difference never falls when the percentage rises.
select
    bounded.event_id,
    bounded.start_number,
    bounded.title_sought
from bounded
inner join ref.norm_limits as limits on bounded.edition = limits.edition
inner join ref.performance_differences as differences
    on limits.performance_table = differences.performance_table and bounded.highest_percentage = differences.percentage_score
where
    bounded.highest_average >= bounded.least_average
    and coalesce(bounded.highest_average + differences.rating_difference >= bounded.least_performance, true)
    and bounded.half_points * limits.least_score_denominator >= 2 * bounded.least_games * limits.least_score_numerator
