-- table: mart.selection_verdicts
-- grain: selection of a player, title sought
-- inputs: mart.asked_titles, mart.title_levels_met, mart.selection_figures, mart.selection_opponents, mart.selection_games, mart.norm_games, mart.event_rulings, mart.waivers, core.games, ref.norm_titles, ref.norm_limits, ref.score_table, ref.performance_differences
-- about: Every condition on one selection for one title: what there was, what is asked, whether it is met; null where unknown federations
--   could decide either way. Women's titles are for known women only.
with
forgiven as (
    -- 1.4.1c (2024): just one round without a counted game, won by forfeit or a pairing-allocated bye
    select
        games.event_id,
        games.start_number
    from core.games as games
    inner join mart.event_rulings as rulings
        on games.event_id = rulings.event_id and rulings.unplayed_least_games is not null
    left join mart.norm_games as counted
        on
            games.event_id = counted.event_id
            and games.start_number = counted.start_number
            and games.round_number = counted.round_number
            and counted.excluded_by is null
    where counted.event_id is null
    group by games.event_id, games.start_number
    having
        count(*) = 1
        and bool_and(games.outcome = 'forfeit_win' or (games.outcome = 'bye' and coalesce(games.result_code = 'U', false)))
),

lowest as (
    -- 1.46c1: only the lowest opponents may be raised to the floor, in all their games; among equals the one with most games
    select
        opponents.event_id,
        opponents.start_number,
        opponents.selection,
        min(packed_opponent(opponents.rating_used, opponents.games), limits.most_raised) as opponents
    from mart.selection_opponents as opponents
    inner join mart.event_rulings as rulings on opponents.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    where opponents.rating_used is not null
    group by opponents.event_id, opponents.start_number, opponents.selection
),

overraised as (
    -- 1.1.4 (2024): who is met with another rating on another day gains by being raised from that day's rating, not from the lowest
    select
        lowest_first.event_id,
        lowest_first.start_number,
        lowest_first.selection,
        titles.title_sought,
        sum(
            greatest(0, titles.rating_floor - lowest_first.rating_used)
            - greatest(0, titles.rating_floor - coalesce(games.rating, rulings.unrated_rating))
        ) as points
    from (
        select
            opponents.*,
            row_number() over (
                partition by opponents.event_id, opponents.start_number, opponents.selection
                order by opponents.rating_used, opponents.games desc, opponents.rating_sum, opponents.opponent_number
            ) as place
        from mart.selection_opponents as opponents
        semi join (
            select
                event_id,
                start_number,
                selection
            from mart.selection_opponents
            where rating_sum <> games * rating_used
        ) as of_two_days
            on
                opponents.event_id = of_two_days.event_id
                and opponents.start_number = of_two_days.start_number
                and opponents.selection = of_two_days.selection
    ) as lowest_first
    inner join mart.event_rulings as rulings on lowest_first.event_id = rulings.event_id
    inner join ref.norm_limits as limits
        on rulings.edition = limits.edition and lowest_first.place <= limits.most_raised
    inner join ref.norm_titles as titles on rulings.edition = titles.edition
    inner join mart.selection_games as games
        on
            lowest_first.event_id = games.event_id
            and lowest_first.start_number = games.start_number
            and lowest_first.selection = games.selection
            and lowest_first.opponent_number = games.opponent_number
    group by lowest_first.event_id, lowest_first.start_number, lowest_first.selection, titles.title_sought
),

observed_titles as (
    -- the titles met, in words, for the outcome of 1.45b-e
    select
        event_id,
        start_number,
        selection,
        string_agg(opponents || ' ' || title, ', ' order by title) as titles_observed
    from (
        select
            event_id,
            start_number,
            selection,
            coalesce(title_code || coalesce(' and ' || womens_title_code, ''), womens_title_code) as title,
            count(*) as opponents
        from mart.selection_opponents
        where title_code is not null or womens_title_code is not null
        group by all
    ) as by_title
    group by all
),

selections as (
    -- what does not depend on the title
    select
        figures.*,
        waivers.waives_federations or list_contains(limits.games_without_federations, figures.games) as waives_federations,
        waivers.waives_shares or list_contains(limits.games_without_federations, figures.games) as waives_shares,
        coalesce(observed_titles.titles_observed, 'none') as titles_observed,
        lowest.opponents as lowest_opponents,
        percentage_of(figures.half_points, figures.games) as percentage_score,
        coalesce(
            forgiven.event_id is not null and figures.selection = 'all' and figures.games = rulings.unplayed_least_games, false
        ) as is_unplayed_forgiven,
        rulings.least_games as least_games_of_event,
        rulings.unplayed_least_games,
        limits.performance_table,
        share_of(
            figures.share_base, limits.own_share_numerator, limits.own_share_denominator, limits.federation_rounding
        ) as most_own_federation,
        share_of(
            figures.share_base, limits.one_share_numerator, limits.one_share_denominator, limits.federation_rounding
        ) as most_one_federation,
        limits.other_federations as least_other_federations,
        share_of(figures.share_base, limits.titled_share_numerator, limits.titled_share_denominator, 'up') as least_titled,
        share_of(
            figures.opponents + limits.unrated_added, limits.unrated_numerator, limits.unrated_denominator, limits.unrated_rounding
        ) as most_unrated,
        case when rulings.is_multi_round then limits.multi_round_least_players end as least_players,
        rulings.players,
        100 * limits.least_score_numerator // limits.least_score_denominator as least_score_percentage,
        2 * figures.games * limits.least_score_numerator
        <= figures.half_points * limits.least_score_denominator
        and coalesce(figures.games <> limits.printed_games or figures.half_points >= limits.printed_half_points, true)
            as meets_least_score,
        -- The least and the most that the unknown federations can make of each count. All the least come about together (everybody
        -- unknown is of a federation of his own), each of the most alone, so the verdict is open only where it truly can go
        -- either way. An own federation that is unknown does not lessen the largest: it would be the own one, with a stricter share.
        figures.other_federations
        - cast(figures.is_own_federation_unknown and figures.other_federations > 0 as bigint) as fewest_other_federations,
        figures.other_federations + figures.unknown_opponents as most_other_federations,
        case when figures.is_own_federation_unknown then 0 else figures.own_federation_opponents end as fewest_own,
        case
            -- were it the host's, the shares would be waived
            when figures.is_own_federation_unknown and waivers.waives_shares_of_the_host then figures.most_besides_the_host
            when figures.is_own_federation_unknown then figures.most_of_one_federation
            else figures.own_federation_opponents
        end + figures.unknown_federations as most_own,
        figures.most_of_one_federation + figures.unknown_federations as most_of_one
    from mart.selection_figures as figures
    inner join mart.event_rulings as rulings on figures.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    inner join mart.waivers as waivers
        on figures.event_id = waivers.event_id and figures.start_number = waivers.start_number
    left join observed_titles
        on
            figures.event_id = observed_titles.event_id
            and figures.start_number = observed_titles.start_number
            and figures.selection = observed_titles.selection
    left join lowest
        on
            figures.event_id = lowest.event_id
            and figures.start_number = lowest.start_number
            and figures.selection = lowest.selection
    left join forgiven
        on figures.event_id = forgiven.event_id and figures.start_number = forgiven.start_number
),

averages as (
    select
        selections.*,
        asked.edition,
        asked.title_sought,
        asked.games_not_missed,
        titles.least_performance,
        titles.least_average,
        coalesce(
            len(list_filter(selections.lowest_opponents, lambda one: packed_rating(one) < titles.rating_floor)), 0
        ) as raised_opponents,
        half_up_div(
            selections.rating_sum
            + cast(
                coalesce(
                    list_sum(
                        list_transform(
                            selections.lowest_opponents,
                            lambda one: packed_games(one) * greatest(0, titles.rating_floor - packed_rating(one))
                        )
                    ),
                    0
                ) as bigint
            )
            + coalesce(selections.games_without_rating, 0) * titles.rating_floor
            - coalesce(overraised.points, 0),
            selections.games
        ) as opponents_average_rating,
        level.event_id is not null as meets_title_level
    from mart.asked_titles as asked
    inner join selections
        on
            asked.event_id = selections.event_id
            and asked.start_number = selections.start_number
            and asked.selection = selections.selection
    inner join ref.norm_titles as titles
        on asked.edition = titles.edition and asked.title_sought = titles.title_sought
    left join overraised
        on
            asked.event_id = overraised.event_id
            and asked.start_number = overraised.start_number
            and asked.selection = overraised.selection
            and asked.title_sought = overraised.title_sought
    left join mart.title_levels_met as level
        on
            asked.event_id = level.event_id
            and asked.start_number = level.start_number
            and asked.selection = level.selection
            and asked.title_sought = level.title_sought
),

measured as (
    select
        averages.*,
        differences.rating_difference,
        averages.opponents_average_rating + differences.rating_difference as performance_rating,
        scores.half_points as half_points_required
    from averages
    inner join ref.performance_differences as differences
        on
            averages.performance_table = differences.performance_table
            and averages.percentage_score = differences.percentage_score
    left join ref.score_table as scores
        on
            averages.edition = scores.edition
            and averages.title_sought = scores.title_sought
            and averages.games = scores.games
            and averages.opponents_average_rating >= scores.lowest_average
            and averages.opponents_average_rating <= coalesce(scores.highest_average, averages.opponents_average_rating)
),

judged as (
    select
        *,
        if(is_unplayed_forgiven, unplayed_least_games, least_games_of_event) as least_games,
        is_unplayed_forgiven or games + games_not_missed >= least_games_of_event as meets_least_games,
        case
            when fewest_other_federations >= least_other_federations then true
            when most_other_federations < least_other_federations then false
        end as meets_other_federations,
        case when most_own <= most_own_federation then true when fewest_own > most_own_federation then false end as meets_own_share,
        case
            when most_of_one <= most_one_federation then true
            when most_of_one_federation > most_one_federation then false
        end as meets_one_share,
        titled_opponents >= least_titled as meets_titled_share,
        least_players is null or players >= least_players as meets_multi_round_players,
        most_unrated is null or unrated_opponents <= most_unrated as meets_unrated_limit,
        -- at 100 % the table of 2005 gives no difference and any performance is enough; at 0 % none is
        coalesce(performance_rating >= least_performance, percentage_score > 0) as meets_least_performance,
        opponents_average_rating >= least_average as meets_least_average
    from measured
)

select
    event_id,
    start_number,
    title_sought,
    selection,
    edition,
    games,
    opponents,
    share_base,
    half_points,
    half_points_required,
    opponents_average_rating,
    percentage_score,
    rating_difference,
    performance_rating,
    raised_opponents,
    unrated_opponents,
    titled_opponents,
    titles_observed,
    other_federations,
    own_federation_opponents,
    most_of_one_federation,
    unknown_federations,
    is_own_federation_unknown,
    is_unplayed_forgiven,
    games_not_missed,
    least_games,
    least_other_federations,
    most_own_federation,
    most_one_federation,
    least_titled,
    least_players,
    players,
    most_unrated,
    least_performance,
    least_average,
    waives_federations,
    waives_shares,
    least_score_percentage,
    meets_least_games,
    meets_other_federations,
    meets_own_share,
    meets_one_share,
    meets_titled_share,
    meets_title_level,
    meets_multi_round_players,
    meets_unrated_limit,
    meets_least_performance,
    meets_least_average,
    meets_least_score,
    -- three-valued: one condition not met decides, an unknown one leaves it open
    meets_least_games
    and (waives_federations or meets_other_federations)
    and (waives_shares or (meets_own_share and meets_one_share))
    and meets_titled_share
    and meets_title_level
    and meets_multi_round_players
    and meets_unrated_limit
    and meets_least_performance
    and meets_least_average
    and meets_least_score as meets_all
from judged
