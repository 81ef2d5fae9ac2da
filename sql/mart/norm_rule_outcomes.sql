-- table: mart.norm_rule_outcomes
-- grain: rule of a verdict that was achieved, is undecided or near
-- inputs: mart.explained_verdicts, mart.selection_verdicts, mart.event_rulings, mart.waivers, ref.norm_limits, ref.rules, ref.title_levels
-- about: The book read aloud for one verdict: each article, what it asks, what there was. Shares and levels count distinct opponents, the
--   score and the average count games.
with
levels as (
    select
        edition,
        title_sought,
        any_value(article) as article,
        any_value(status) as status,
        string_agg(distinct in_words, ' or ' order by in_words) as in_words
    from ref.title_levels
    group by edition, title_sought
),

shares as (
    -- a level that is a share of the opponents, as the number that it comes to
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.selection,
        verdicts.title_sought,
        any_value(
            level_least(
                verdicts.share_base,
                levels.least,
                levels.share_numerator,
                levels.share_denominator,
                rulings.level_numerator,
                rulings.level_denominator
            ) || ' of ' || array_to_string(levels.title_codes, '/')
        ) as in_words
    from mart.explained_verdicts as explained
    inner join mart.selection_verdicts as verdicts
        on
            explained.event_id = verdicts.event_id
            and explained.start_number = verdicts.start_number
            and explained.title_sought = verdicts.title_sought
            and explained.selection = verdicts.selection
    inner join mart.event_rulings as rulings on verdicts.event_id = rulings.event_id
    inner join ref.title_levels as levels
        on verdicts.edition = levels.edition and verdicts.title_sought = levels.title_sought
    where levels.share_numerator is not null
    group by verdicts.event_id, verdicts.start_number, verdicts.selection, verdicts.title_sought
),

judged as (
    select
        verdicts.*,
        coalesce(waivers.waived_by, limits.games_without_federations_article) as exemption_article,
        rulings.unit_status,
        waivers.status as exemption_status,
        waivers.shares_status,
        if(verdicts.is_unplayed_forgiven, rulings.unplayed_article, rulings.least_games_article) as least_games_article,
        rulings.least_games_status,
        rulings.unrated_status,
        levels.article as level_article,
        levels.status as level_status,
        coalesce(shares.in_words, levels.in_words) as level_in_words
    from mart.explained_verdicts as explained
    inner join mart.selection_verdicts as verdicts
        on
            explained.event_id = verdicts.event_id
            and explained.start_number = verdicts.start_number
            and explained.title_sought = verdicts.title_sought
            and explained.selection = verdicts.selection
    inner join mart.event_rulings as rulings on verdicts.event_id = rulings.event_id
    inner join mart.waivers as waivers
        on verdicts.event_id = waivers.event_id and verdicts.start_number = waivers.start_number
    inner join ref.norm_limits as limits on verdicts.edition = limits.edition
    inner join levels
        on verdicts.edition = levels.edition and verdicts.title_sought = levels.title_sought
    left join shares
        on
            verdicts.event_id = shares.event_id
            and verdicts.start_number = shares.start_number
            and verdicts.selection = shares.selection
            and verdicts.title_sought = shares.title_sought
),

outcomes as (
    select
        event_id,
        start_number,
        title_sought,
        edition,
        least_games_article,
        least_games_status,
        level_article,
        level_status,
        exemption_article,
        exemption_status,
        shares_status,
        opponents < games as is_multi,
        unit_status,
        unrated_opponents,
        unrated_status,
        unnest([
            struct_pack(
                rule_order := 1,
                rule := 'least_games',
                required := 'at least ' || least_games || ' counted games',
                observed := games || if(games_not_missed > 0, ', and the absent opponent of the last round', ''),
                passed := meets_least_games,
                is_waived := false
            ),
            struct_pack(
                rule_order := 2,
                rule := 'other_federations',
                required := 'opponents from at least ' || least_other_federations || ' federations other than the own one',
                observed := case when meets_other_federations is not null then cast(other_federations as varchar) end,
                passed := meets_other_federations,
                is_waived := waives_federations
            ),
            struct_pack(
                rule_order := 3,
                rule := 'own_federation_share',
                required := 'at most ' || most_own_federation || ' of ' || share_base || ' opponents from the own federation',
                observed := case when meets_own_share is not null then cast(own_federation_opponents as varchar) end,
                passed := meets_own_share,
                is_waived := waives_shares
            ),
            struct_pack(
                rule_order := 4,
                rule := 'one_federation_share',
                required := 'at most ' || most_one_federation || ' of ' || share_base || ' opponents from any one other federation',
                observed := case when meets_one_share is not null then cast(most_of_one_federation as varchar) end,
                passed := meets_one_share,
                is_waived := waives_shares
            ),
            struct_pack(
                rule_order := 5,
                rule := 'titled_share',
                required := 'at least ' || least_titled || ' of ' || share_base || ' opponents with a title',
                observed := cast(titled_opponents as varchar),
                passed := meets_titled_share,
                is_waived := false
            ),
            struct_pack(
                rule_order := 6,
                rule := 'title_level',
                required := level_in_words,
                observed := titles_observed,
                passed := meets_title_level,
                is_waived := false
            ),
            struct_pack(
                rule_order := 7,
                rule := 'multi_round_players',
                required := 'at least ' || least_players || ' players in the event',
                observed := cast(players as varchar),
                passed := meets_multi_round_players,
                is_waived := false
            ),
            struct_pack(
                rule_order := 8,
                rule := 'unrated_limit',
                required := 'at most ' || most_unrated || ' of ' || opponents || ' opponents unrated',
                observed := cast(unrated_opponents as varchar),
                passed := meets_unrated_limit,
                is_waived := false
            ),
            struct_pack(
                rule_order := 9,
                rule := 'least_performance',
                required := 'performance of at least ' || least_performance,
                observed := case
                    when performance_rating is not null then cast(performance_rating as varchar)
                    else percentage_score || ' % in ' || games || ' games: the table gives no difference'
                end,
                passed := meets_least_performance,
                is_waived := false
            ),
            struct_pack(
                rule_order := 10,
                rule := 'least_average',
                required := 'average of the opponents of at least ' || least_average,
                observed := cast(opponents_average_rating as varchar),
                passed := meets_least_average,
                is_waived := false
            ),
            struct_pack(
                rule_order := 11,
                rule := 'least_score',
                required := 'score of at least ' || least_score_percentage || ' % of ' || games || ' games, exactly',
                observed := as_points(half_points) || ' points',
                passed := meets_least_score,
                is_waived := false
            )
        ], recursive := true)
    from judged
)

select
    outcomes.event_id,
    outcomes.start_number,
    outcomes.title_sought,
    outcomes.rule_order,
    outcomes.rule,
    case outcomes.rule
        when 'least_games' then outcomes.least_games_article
        when 'title_level' then outcomes.level_article
        else rules.article
    end as article,
    outcomes.required,
    outcomes.observed,
    case when outcomes.is_waived is null and not outcomes.passed then null else outcomes.passed end as passed,
    case when outcomes.is_waived then outcomes.exemption_article end as waived_by,
    case
        when outcomes.is_waived and outcomes.rule = 'other_federations' then coalesce(outcomes.exemption_status, rules.status)
        when outcomes.is_waived then coalesce(outcomes.shares_status, rules.status)
        when outcomes.rule = 'least_games' then outcomes.least_games_status
        when outcomes.rule = 'title_level' then outcomes.level_status
        when outcomes.rule = 'unrated_limit' and outcomes.unrated_opponents = 0 then 'read'
        when outcomes.rule in ('least_performance', 'least_average') and outcomes.unrated_opponents > 0
            then outcomes.unrated_status
        when outcomes.is_multi and outcomes.rule in ('other_federations', 'own_federation_share', 'one_federation_share')
            then outcomes.unit_status
        else rules.status
    end as status
from outcomes
left join ref.rules as rules on outcomes.edition = rules.edition and outcomes.rule = rules.rule
where outcomes.required is not null
