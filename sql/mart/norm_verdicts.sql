-- table: mart.norm_verdicts
-- grain: event, player and title for everybody with at least one countable game
-- inputs: mart.selection_verdicts, mart.chosen_selections, mart.event_rulings, mart.waivers, mart.norm_games, core.event_players, core.games, ref.rules, ref.title_levels, ref.held_titles, ref.required_status
-- about: The verdict with the figures of the games it rests on. The selection with the absent last opponent decides only where all
--   countable games make no norm (1.42c). Nothing is decided in an event that still runs, or for a player whose report contradicts itself.
with
articles as (
    select
        edition,
        max(article) filter (rule = 'other_federations') as other_federations,
        max(article) filter (rule = 'own_federation_share') as own_share,
        max(article) filter (rule = 'one_federation_share') as one_share,
        max(article) filter (rule = 'titled_share') as titled_share,
        max(article) filter (rule = 'multi_round_players') as multi_round_players,
        max(article) filter (rule = 'unrated_limit') as unrated_limit,
        max(article) filter (rule = 'least_performance') as least_performance,
        max(article) filter (rule = 'least_average') as least_average,
        max(article) filter (rule = 'least_score') as least_score,
        max(status) filter (rule = 'titled_share') as titled_share_status,
        max(status) filter (rule = 'other_federations') as other_federations_status,
        max(status) filter (rule = 'own_federation_share') as shares_status,
        max(status) filter (rule = 'unit_of_opponents') as unit_status,
        max(status) filter (rule = 'unrated_limit') as unrated_limit_status,
        max(status) filter (rule = 'least_performance') as least_performance_status,
        max(status) filter (rule = 'least_average') as least_average_status,
        max(status) filter (rule = 'least_score') as least_score_status,
        max(status) filter (rule = 'not_rated_results') as not_rated_status,
        max(status) filter (rule = 'last_round_forfeit') as forfeit_status
    from ref.rules
    group by edition
),

levels as (
    select
        edition,
        title_sought,
        any_value(article) as article,
        any_value(status) as status
    from ref.title_levels
    group by edition, title_sought
),

doubtful as (
    -- games that the two rows of the report tell differently, or that nobody can read, and what hangs on them
    select
        event_id,
        start_number
    from core.games
    where not is_confirmed
    union
    select
        event_id,
        start_number
    from mart.norm_games
    where excluded_by = 'not_confirmed'
),

with_not_rated as (
    select distinct
        event_id,
        start_number
    from mart.norm_games
    where excluded_by = 'not_rated_results'
),

held as (
    select distinct
        players.event_id,
        players.start_number,
        held_titles.title_sought
    from core.event_players as players
    inner join ref.held_titles as held_titles
        on players.title_code = held_titles.title_code or players.womens_title_code = held_titles.title_code
),

explained as (
    select
        verdicts.*,
        rulings.is_finished,
        rulings.unplayed_counts_as,
        rulings.least_games_count_as,
        rulings.long_event_counts,
        doubtful.event_id is not null as is_doubtful,
        (verdicts.half_points - verdicts.half_points_required) // 2 as whole_points_above,
        list_sort(list_distinct(list_filter([
            case when not verdicts.meets_least_games then rulings.least_games_article end,
            case
                when (verdicts.waives_federations or verdicts.meets_other_federations) is false then articles.other_federations
            end,
            case when (verdicts.waives_shares or verdicts.meets_own_share) is false then articles.own_share end,
            case when (verdicts.waives_shares or verdicts.meets_one_share) is false then articles.one_share end,
            case when not verdicts.meets_titled_share then articles.titled_share end,
            case when not verdicts.meets_title_level then levels.article end,
            case when not verdicts.meets_multi_round_players then articles.multi_round_players end,
            case when not verdicts.meets_unrated_limit then articles.unrated_limit end,
            case when not verdicts.meets_least_performance then articles.least_performance end,
            case when not verdicts.meets_least_average then articles.least_average end,
            case when not verdicts.meets_least_score then articles.least_score end
        ], lambda article: article is not null))) as failed_articles,
        list_sort(list_distinct(list_filter([
            case
                when (verdicts.waives_federations or verdicts.meets_other_federations) is null then articles.other_federations
            end,
            case when (verdicts.waives_shares or verdicts.meets_own_share) is null then articles.own_share end,
            case when (verdicts.waives_shares or verdicts.meets_one_share) is null then articles.one_share end
        ], lambda article: article is not null))) as undecided_articles,
        list_max(list_transform(
            [
                rulings.least_games_status,
                case
                    when verdicts.waives_federations then waivers.status else articles.other_federations_status
                end,
                case
                    when verdicts.waives_shares then waivers.shares_status else articles.shares_status
                end,
                articles.titled_share_status,
                levels.status,
                articles.least_performance_status,
                articles.least_average_status,
                articles.least_score_status,
                case when verdicts.opponents < verdicts.games then articles.unit_status end,
                case when verdicts.unrated_opponents > 0 then articles.unrated_limit_status end,
                case when verdicts.unrated_opponents > 0 then rulings.unrated_status end,
                case when with_not_rated.event_id is not null then articles.not_rated_status end,
                case
                    when verdicts.selection = 'last_round_forfeit' or coalesce(chosen.has_last_round_forfeit, false)
                        then articles.forfeit_status
                end
            ],
            lambda status: list_position(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], status)
        )) as weakest
    from mart.selection_verdicts as verdicts
    inner join mart.event_rulings as rulings on verdicts.event_id = rulings.event_id
    inner join articles on verdicts.edition = articles.edition
    inner join levels
        on verdicts.edition = levels.edition and verdicts.title_sought = levels.title_sought
    inner join mart.waivers as waivers
        on verdicts.event_id = waivers.event_id and verdicts.start_number = waivers.start_number
    left join mart.chosen_selections as chosen
        on
            verdicts.event_id = chosen.event_id
            and verdicts.start_number = chosen.start_number
            and verdicts.selection = chosen.selection
    left join doubtful
        on verdicts.event_id = doubtful.event_id and verdicts.start_number = doubtful.start_number
    left join with_not_rated
        on verdicts.event_id = with_not_rated.event_id and verdicts.start_number = with_not_rated.start_number
),

told as (
    -- an article that fails for one federation is not open for another
    select
        * exclude (undecided_articles),
        list_filter(undecided_articles, lambda article: not list_contains(failed_articles, article)) as undecided_articles
    from explained
),

judged as (
    -- the selection that makes the norm, else all countable games; open where one of them may make it
    select
        *,
        case
            when bool_or(meets_all) over selections then true
            when count(meets_all) over selections = count(*) over selections then false
        end as makes_norm,
        arg_min(undecided_articles, selection) filter (meets_all is null) over selections as open_articles
    from told
    window selections as (partition by event_id, start_number, title_sought)
    qualify
        row_number() over (
            partition by event_id, start_number, title_sought
            order by meets_all is true desc, starts_with(selection, 'chosen') and meets_all desc, selection = 'all' desc
        ) = 1
),

deciding as (
    select
        judged.*,
        coalesce(
            judged.weakest > list_position(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], required.status), false
        ) as is_withheld,
        coalesce(judged.makes_norm and judged.is_finished and not judged.is_doubtful, false) and not is_withheld as is_achieved
    from judged
    left join ref.required_status as required on true
)

select
    deciding.event_id,
    deciding.start_number,
    deciding.title_sought,
    players.fide_id,
    players.name,
    players.federation_code,
    deciding.edition,
    if(deciding.is_finished and not deciding.is_doubtful and not deciding.is_withheld, deciding.makes_norm, null) as achieved,
    case
        when not deciding.is_finished then 'event not finished'
        when deciding.is_doubtful then 'contradicting report'
        when deciding.makes_norm is null then 'unknown federations'
        when deciding.is_withheld then 'values not known well enough'
    end as undecided_because,
    held.event_id is not null as already_held,
    deciding.games,
    as_points(deciding.half_points) as score,
    as_points(deciding.half_points_required) as score_required,
    deciding.percentage_score,
    deciding.opponents_average_rating,
    deciding.rating_difference,
    deciding.performance_rating,
    deciding.selection,
    if(deciding.is_achieved, deciding.whole_points_above, 0) as extension,
    -- what the norm counts towards the 27 games of an application (1.41c, 1.5; 1.4.1b-d, 1.7 of 2024)
    case
        when not deciding.is_achieved then 0
        when deciding.is_unplayed_forgiven then deciding.unplayed_counts_as
        when deciding.games = deciding.least_games and deciding.least_games_count_as is not null then deciding.least_games_count_as
        -- least() leaves a missing bound out
        else least(deciding.games + deciding.whole_points_above, deciding.long_event_counts)
    end as counted_games,
    coalesce(chosen.left_out_rounds, []) as left_out_rounds,
    chosen.cut_after_round,
    deciding.selection = 'last_round_forfeit' or coalesce(chosen.has_last_round_forfeit, false) as last_round_forfeit,
    deciding.failed_articles,
    case when deciding.makes_norm is null then deciding.open_articles else deciding.undecided_articles end as undecided_articles,
    -- greatest() would take a missing requirement for none
    case
        when deciding.half_points_required is not null
            then as_points(greatest(0, deciding.half_points_required - deciding.half_points))
    end as points_short,
    list_extract(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], deciding.weakest) as basis
from deciding
left join mart.chosen_selections as chosen
    on
        deciding.event_id = chosen.event_id
        and deciding.start_number = chosen.start_number
        and deciding.selection = chosen.selection
inner join core.event_players as players
    on deciding.event_id = players.event_id and deciding.start_number = players.start_number
left join held
    on
        deciding.event_id = held.event_id
        and deciding.start_number = held.start_number
        and deciding.title_sought = held.title_sought
