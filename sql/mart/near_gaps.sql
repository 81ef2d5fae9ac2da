-- table: mart.near_gaps
-- grain: condition on the opponents of an explained verdict that is not surely met
-- inputs: mart.explained_verdicts, mart.selection_verdicts, mart.title_counts, mart.event_rulings, ref.title_levels
-- about: By how much 1.41 and 1.43 to 1.46a (2005) are missed, in whole numbers. A title level (1.45b-e) lacks as many opponents as its
--   easiest alternative does, and an alternative as many as the largest want among its conditions (Hall).
with
judged as (
    select verdicts.*
    from mart.explained_verdicts as explained
    inner join mart.selection_verdicts as verdicts
        on
            explained.event_id = verdicts.event_id
            and explained.start_number = verdicts.start_number
            and explained.title_sought = verdicts.title_sought
            and explained.selection = verdicts.selection
),

conditions as (
    select
        judged.event_id,
        judged.start_number,
        judged.title_sought,
        levels.alternative,
        levels.title_codes,
        level_least(
            judged.share_base,
            levels.least,
            levels.share_numerator,
            levels.share_denominator,
            rulings.level_numerator,
            rulings.level_denominator
        ) - coalesce(counts.opponents, 0) as want
    from judged
    inner join mart.event_rulings as rulings on judged.event_id = rulings.event_id
    inner join ref.title_levels as levels
        on judged.edition = levels.edition and judged.title_sought = levels.title_sought
    left join mart.title_counts as counts
        on
            judged.event_id = counts.event_id
            and judged.start_number = counts.start_number
            and judged.selection = counts.selection
            and levels.title_sought = counts.title_sought
            and levels.alternative = counts.alternative
            and levels.condition = counts.condition
    where not judged.meets_title_level
),

wants as (
    -- the smallest wanting groups of an alternative: a choice of groups wants only what they want
    select
        wide.*,
        not exists (
            select 1
            from conditions as narrow
            where
                narrow.event_id = wide.event_id
                and narrow.start_number = wide.start_number
                and narrow.title_sought = wide.title_sought
                and narrow.alternative = wide.alternative
                and narrow.want > 0
                and narrow.title_codes <> wide.title_codes
                and list_has_all(wide.title_codes, narrow.title_codes)
        ) as is_smallest
    from conditions as wide
    where wide.want > 0
),

alternatives as (
    select
        event_id,
        start_number,
        title_sought,
        alternative,
        max(want) as amount,
        -- two titles of one opponent may have been counted twice: then the largest want tells it
        if(
            sum(want) filter (is_smallest) = max(want),
            string_agg(
                want || ' more ' || if(len(title_codes) > 1, 'of ', '') || array_to_string(title_codes, '/'),
                ' and '
                order by title_codes
            ) filter (is_smallest),
            arg_max(want || ' more of ' || array_to_string(title_codes, '/'), want)
        ) as titles
    from wants
    group by event_id, start_number, title_sought, alternative
),

easiest as (
    select *
    from alternatives
    qualify rank() over (partition by event_id, start_number, title_sought order by amount) = 1
),

levels as (
    select
        event_id,
        start_number,
        title_sought,
        any_value(amount) as amount,
        string_agg(distinct titles, ' or ' order by titles) as titles
    from easiest
    group by event_id, start_number, title_sought
),

gaps as (
    select
        event_id,
        start_number,
        title_sought,
        unnest([
            struct_pack(
                rule := 'least_games',
                is_met := meets_least_games,
                amount := least_games - games,
                observed := games,
                asked := least_games
            ),
            struct_pack(
                rule := 'other_federations',
                is_met := waives_federations or meets_other_federations,
                amount := least_other_federations - other_federations,
                observed := other_federations,
                asked := least_other_federations
            ),
            struct_pack(
                rule := 'own_federation_share',
                is_met := waives_shares or meets_own_share,
                amount := own_federation_opponents - most_own_federation,
                observed := own_federation_opponents,
                asked := most_own_federation
            ),
            struct_pack(
                rule := 'one_federation_share',
                is_met := waives_shares or meets_one_share,
                amount := most_of_one_federation - most_one_federation,
                observed := most_of_one_federation,
                asked := most_one_federation
            ),
            struct_pack(
                rule := 'titled_share',
                is_met := meets_titled_share,
                amount := least_titled - titled_opponents,
                observed := titled_opponents,
                asked := least_titled
            ),
            struct_pack(
                rule := 'multi_round_players',
                is_met := meets_multi_round_players,
                amount := least_players - players,
                observed := players,
                asked := least_players
            ),
            struct_pack(
                rule := 'unrated_limit',
                is_met := meets_unrated_limit,
                amount := unrated_opponents - most_unrated,
                observed := unrated_opponents,
                asked := most_unrated
            )
        ], recursive := true)
    from judged
)

select
    event_id,
    start_number,
    title_sought,
    rule,
    amount,
    observed,
    asked,
    cast(null as varchar) as titles,
    is_met is null as is_open
from gaps
where is_met is null or (not is_met and amount > 0)
union all by name
select
    event_id,
    start_number,
    title_sought,
    'title_level' as rule,
    amount,
    cast(null as bigint) as observed,
    cast(null as bigint) as asked,
    titles,
    false as is_open
from levels
