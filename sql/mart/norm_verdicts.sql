-- table: mart.norm_verdicts
-- grain: event, player and title for everybody with at least one countable game
-- inputs: mart.selection_verdicts, mart.event_rulings, mart.norm_games, core.event_players, core.games, ref.rules, ref.title_levels, ref.held_titles
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
    -- games that the two rows of the report tell differently, or that nobody can read
    select distinct
        event_id,
        start_number
    from core.games
    where not is_confirmed
),

with_not_rated as (
    select distinct
        event_id,
        start_number
    from mart.norm_games
    where excluded_by = 'not_rated_results'
),

deciding as (
    select *
    from mart.selection_verdicts
    qualify
        row_number() over (
            partition by event_id, start_number, title_sought
            order by meets_all is true desc, selection = 'all' desc
        ) = 1
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
        deciding.*,
        rulings.is_finished,
        doubtful.event_id is not null as is_doubtful,
        list_sort(list_distinct(list_filter([
            case when not deciding.meets_least_games then rulings.least_games_article end,
            case
                when deciding.meets_other_federations is false and not deciding.waives_federations
                    then articles.other_federations
            end,
            case when deciding.meets_own_share is false and not deciding.waives_shares then articles.own_share end,
            case when deciding.meets_one_share is false and not deciding.waives_shares then articles.one_share end,
            case when not deciding.meets_titled_share then articles.titled_share end,
            case when not deciding.meets_title_level then levels.article end,
            case when not deciding.meets_multi_round_players then articles.multi_round_players end,
            case when not deciding.meets_unrated_limit then articles.unrated_limit end,
            case when not deciding.meets_least_performance then articles.least_performance end,
            case when not deciding.meets_least_average then articles.least_average end,
            case when not deciding.meets_least_score then articles.least_score end
        ], lambda article: article is not null))) as failed_articles,
        list_sort(list_distinct(list_filter([
            case
                when deciding.meets_other_federations is null and not deciding.waives_federations
                    then articles.other_federations
            end,
            case when deciding.meets_own_share is null and not deciding.waives_shares then articles.own_share end,
            case when deciding.meets_one_share is null and not deciding.waives_shares then articles.one_share end
        ], lambda article: article is not null))) as undecided_articles,
        list_max(list_transform(
            [
                rulings.least_games_status,
                case
                    when deciding.waives_federations then rulings.exemption_status else articles.other_federations_status
                end,
                case
                    when deciding.waives_shares then rulings.shares_status else articles.shares_status
                end,
                articles.titled_share_status,
                levels.status,
                articles.least_performance_status,
                articles.least_average_status,
                articles.least_score_status,
                case when deciding.opponents < deciding.games then articles.unit_status end,
                case when deciding.unrated_opponents > 0 then articles.unrated_limit_status end,
                case when deciding.unrated_opponents > 0 then rulings.unrated_status end,
                case when with_not_rated.event_id is not null then articles.not_rated_status end,
                case when deciding.selection = 'last_round_forfeit' then articles.forfeit_status end
            ],
            lambda status: list_position(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], status)
        )) as weakest
    from deciding
    inner join mart.event_rulings as rulings on deciding.event_id = rulings.event_id
    inner join articles on deciding.edition = articles.edition
    inner join levels
        on deciding.edition = levels.edition and deciding.title_sought = levels.title_sought
    left join doubtful
        on deciding.event_id = doubtful.event_id and deciding.start_number = doubtful.start_number
    left join with_not_rated
        on deciding.event_id = with_not_rated.event_id and deciding.start_number = with_not_rated.start_number
)

select
    explained.event_id,
    explained.start_number,
    explained.title_sought,
    players.fide_id,
    players.name,
    players.federation_code,
    explained.edition,
    case when explained.is_finished and not explained.is_doubtful then explained.meets_all end as achieved,
    case
        when not explained.is_finished then 'event not finished'
        when explained.is_doubtful then 'contradicting report'
        when explained.meets_all is null then 'unknown federations'
    end as undecided_because,
    held.event_id is not null as already_held,
    explained.games,
    as_points(explained.half_points) as score,
    as_points(explained.half_points_required) as score_required,
    explained.percentage_score,
    explained.opponents_average_rating,
    explained.rating_difference,
    explained.performance_rating,
    case
        when explained.meets_all and explained.is_finished and not explained.is_doubtful
            then (explained.half_points - explained.half_points_required) // 2
        else 0
    end as extension,
    cast(list_value() as bigint[]) as left_out_rounds,
    cast(null as bigint) as cut_after_round,
    explained.selection = 'last_round_forfeit' as last_round_forfeit,
    explained.failed_articles,
    explained.undecided_articles,
    -- greatest() would take a missing requirement for none
    case
        when explained.half_points_required is not null
            then as_points(greatest(0, explained.half_points_required - explained.half_points))
    end as points_short,
    list_extract(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], explained.weakest) as basis
from explained
inner join core.event_players as players
    on explained.event_id = players.event_id and explained.start_number = players.start_number
left join held
    on
        explained.event_id = held.event_id
        and explained.start_number = held.start_number
        and explained.title_sought = held.title_sought
