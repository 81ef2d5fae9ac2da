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
        max(status_rank(status)) filter (
            rule in ('titled_share', 'least_performance', 'least_average', 'least_score')
        ) as rank_of_all,
        max(status_rank(status)) filter (rule = 'other_federations') as other_federations_rank,
        max(status_rank(status)) filter (rule = 'own_federation_share') as shares_rank,
        max(status_rank(status)) filter (rule = 'unrated_limit') as unrated_limit_rank,
        max(status_rank(status)) filter (rule = 'not_rated_results') as not_rated_rank,
        max(status_rank(status)) filter (rule = 'last_round_forfeit') as forfeit_rank
    from ref.rules
    group by edition
),

levels as (
    select
        edition,
        title_sought,
        any_value(article) as article,
        any_value(status_rank(status)) as rank
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

outcomes as (
    -- the articles that fail, those that are open, and the weakest value that the verdict rests on
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.title_sought,
        verdicts.selection,
        verdicts.meets_all,
        concat_ws(
            ' ',
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
        ) as failed,
        concat_ws(
            ' ',
            case
                when (verdicts.waives_federations or verdicts.meets_other_federations) is null then articles.other_federations
            end,
            case when (verdicts.waives_shares or verdicts.meets_own_share) is null then articles.own_share end,
            case when (verdicts.waives_shares or verdicts.meets_one_share) is null then articles.one_share end
        ) as undecided,
        greatest(
            articles.rank_of_all,
            levels.rank,
            status_rank(rulings.least_games_status),
            if(verdicts.waives_federations, status_rank(waivers.status), articles.other_federations_rank),
            if(verdicts.waives_shares, status_rank(waivers.shares_status), articles.shares_rank),
            if(verdicts.opponents < verdicts.games, status_rank(rulings.unit_status), null),
            if(verdicts.unrated_opponents > 0, articles.unrated_limit_rank, null),
            if(verdicts.unrated_opponents > 0, status_rank(rulings.unrated_status), null),
            if(with_not_rated.event_id is not null, articles.not_rated_rank, null),
            if(verdicts.selection = 'last_round_forfeit' or chosen.has_last_round_forfeit, articles.forfeit_rank, null)
        ) as weakest
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
    left join with_not_rated
        on verdicts.event_id = with_not_rated.event_id and verdicts.start_number = with_not_rated.start_number
),

combinations as (
    select distinct
        failed,
        undecided
    from outcomes
),

lists as materialized (
    -- there are few combinations of articles; one that fails for one federation is not open for another
    select
        failed,
        undecided,
        list_sort(list_distinct(failed_articles)) as failed_articles,
        list_sort(list_distinct(
            list_filter(undecided_articles, lambda article: not list_contains(failed_articles, article))
        )) as undecided_articles
    from (
        select
            failed,
            undecided,
            list_filter(string_split(failed, ' '), lambda article: article <> '') as failed_articles,
            list_filter(string_split(undecided, ' '), lambda article: article <> '') as undecided_articles
        from combinations
    ) as listed
),

several as (
    select distinct
        event_id,
        start_number
    from mart.selection_verdicts
    where selection <> 'all'
),

contested as (
    -- the selection that makes the norm, else all countable games; open where one of them may make it
    select
        event_id,
        start_number,
        title_sought,
        selection,
        case
            when bool_or(meets_all) over selections then true
            when count(meets_all) over selections = count(*) over selections then false
        end as makes_norm,
        arg_min(struct_pack(failed := failed, undecided := undecided), selection) filter (meets_all is null)
            over selections as open_in
    from outcomes
    semi join several on outcomes.event_id = several.event_id and outcomes.start_number = several.start_number
    window selections as (partition by event_id, start_number, title_sought)
    qualify
        row_number() over (
            partition by event_id, start_number, title_sought
            order by meets_all is true desc, starts_with(selection, 'chosen') and meets_all desc, selection = 'all' desc
        ) = 1
),

judged as (
    -- most have one selection, and it decides
    select
        outcomes.*,
        if(contested.event_id is null, outcomes.meets_all, contested.makes_norm) as makes_norm,
        if(contested.event_id is null, outcomes.failed, contested.open_in.failed) as open_in_failed,
        if(contested.event_id is null, outcomes.undecided, contested.open_in.undecided) as open_in_undecided
    from outcomes
    left join contested
        on
            outcomes.event_id = contested.event_id
            and outcomes.start_number = contested.start_number
            and outcomes.title_sought = contested.title_sought
    where contested.event_id is null or outcomes.selection = contested.selection
),

deciding as (
    select
        verdicts.*,
        rulings.is_finished,
        rulings.unplayed_counts_as,
        rulings.least_games_count_as,
        rulings.long_event_counts,
        rulings.long_event_with_extension,
        rulings.unplayed_with_extension,
        judged.makes_norm,
        judged.weakest,
        lists.failed_articles,
        if(judged.makes_norm is null, open_lists.undecided_articles, lists.undecided_articles) as undecided_articles,
        (verdicts.half_points - verdicts.half_points_required) // 2 as whole_points_above,
        doubtful.event_id is not null as is_doubtful,
        coalesce(judged.weakest > status_rank(required.status), false) as is_withheld,
        coalesce(judged.makes_norm and rulings.is_finished and doubtful.event_id is null, false)
        and not coalesce(judged.weakest > status_rank(required.status), false) as is_achieved
    from judged
    inner join mart.selection_verdicts as verdicts
        on
            judged.event_id = verdicts.event_id
            and judged.start_number = verdicts.start_number
            and judged.title_sought = verdicts.title_sought
            and judged.selection = verdicts.selection
    inner join mart.event_rulings as rulings on judged.event_id = rulings.event_id
    inner join lists on judged.failed = lists.failed and judged.undecided = lists.undecided
    left join lists as open_lists
        on judged.open_in_failed = open_lists.failed and judged.open_in_undecided = open_lists.undecided
    left join doubtful
        on judged.event_id = doubtful.event_id and judged.start_number = doubtful.start_number
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
        when deciding.is_unplayed_forgiven
            then deciding.unplayed_counts_as + if(deciding.unplayed_with_extension, deciding.whole_points_above, 0)
        when deciding.games = deciding.least_games and deciding.least_games_count_as is not null then deciding.least_games_count_as
        when deciding.long_event_with_extension
            then least(deciding.games, deciding.long_event_counts) + deciding.whole_points_above
        -- least() leaves a missing bound out
        else least(deciding.games + deciding.whole_points_above, deciding.long_event_counts)
    end as counted_games,
    coalesce(chosen.left_out_rounds, []) as left_out_rounds,
    chosen.cut_after_round,
    deciding.selection = 'last_round_forfeit' or coalesce(chosen.has_last_round_forfeit, false) as last_round_forfeit,
    deciding.failed_articles,
    deciding.undecided_articles,
    -- greatest() would take a missing requirement for none
    case
        when deciding.half_points_required is not null
            then as_points(greatest(0, deciding.half_points_required - deciding.half_points))
    end as points_short,
    status_ranked(deciding.weakest) as basis
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
