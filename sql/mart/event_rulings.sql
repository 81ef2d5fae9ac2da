-- table: mart.event_rulings
-- grain: event
-- inputs: core.event_heads, core.events, core.time_controls, mart.event_conditions, ref.norm_limits, ref.time_controls, ref.rules, ref.least_games, ref.exemptions, ref.unrated_ratings, ref.opponent_units, staging.corrections
-- about: What holds for the event as a whole: whether it can give norms (0.22, 1.14, 1.15, 1.42g), the least number of games (1.41),
--   what an unrated opponent counts (1.46d).
with
least_games as (
    select
        heads.event_id,
        arg_min(fewer.least_games, fewer.rounds is null) as least_games,
        arg_min(fewer.counts_as, fewer.rounds is null) as counts_as,
        arg_min(fewer.article, fewer.rounds is null) as article,
        arg_min(fewer.status, fewer.rounds is null) as status
    from core.event_heads as heads
    inner join ref.least_games as fewer
        on
            heads.edition = fewer.edition
            and (heads.championship = fewer.championship or list_contains(heads.event_class, fewer.championship))
            and heads.system = coalesce(fewer.system, heads.system)
            and heads.rounds = coalesce(fewer.rounds, heads.rounds)
    group by heads.event_id
),

corrections as (
    select event_id
    from staging.corrections
    where status <> 'applied' and event_id is not null
),

unmet as (
    select
        event_id,
        min(rule) as rule,
        arg_min(article, rule) as article
    from mart.event_conditions
    where not passed and decides = 'event'
    group by event_id
),

refusals as (
    -- the first reason that applies: what the event is, then which edition judges it, then what that asks
    select
        heads.event_id,
        case
            when heads.has_sidecar_error then 'sidecar_error'
            when heads.event_id in (select corrections.event_id from corrections) then 'correction_failed'
            when heads.repeats_event is not null then 'same_as'
            when not heads.is_norm_eligible then 'norm_eligible'
            when heads.discipline <> 'standard' then 'discipline'
            when heads.start_date is null then 'no_start_date'
            when heads.edition is null then 'no_edition'
            when unmet.rule is not null then 'event_condition'
            when
                heads.minutes_for_60_moves
                < if(
                    coalesce(controls.increment_seconds >= clocks.increment_seconds, true),
                    clocks.least_minutes_with_increment,
                    coalesce(clocks.least_minutes_without_increment, heads.minutes_for_60_moves + 1)
                )
                then 'time_control'
            when
                heads.minutes_for_60_moves is null
                and controls.increment_seconds >= clocks.increment_seconds
                and controls.minutes < clocks.least_minutes_with_increment
                then 'time_control'
            when
                heads.minutes_for_60_moves is null
                and controls.increment_seconds < clocks.increment_seconds
                and (clocks.least_minutes_without_increment is null or controls.minutes < clocks.least_minutes_without_increment)
                then 'time_control'
            when heads.system <> 'team' and datediff('day', heads.start_date, heads.end_date) + 1 > limits.longest_days
                then 'longest_duration'
            when
                heads.system_of_sidecar is null
                and not regexp_matches(lower(coalesce(heads.type_text, '')), 'swiss|suizo')
                and regexp_matches(lower(coalesce(heads.type_text, '')), 'knock|elimin|\bk\.?\s?o\b')
                then 'knockout'
        end as refusal,
        unmet.article as condition_article
    from core.event_heads as heads
    left join unmet on heads.event_id = unmet.event_id
    left join ref.norm_limits as limits on heads.edition = limits.edition
    left join ref.time_controls as clocks
        on
            heads.edition = clocks.edition
            and heads.judged_on >= clocks.start_from
            and heads.judged_on <= coalesce(clocks.start_to, heads.judged_on)
    left join core.time_controls as controls
        on heads.time_control = controls.time_control and clocks.moves_reckoned = controls.moves_reckoned
)

select
    heads.event_id,
    heads.edition,
    refusals.refusal,
    if(refusals.refusal = 'event_condition', refusals.condition_article, rules.article) as refusal_article,
    heads.pairing in ('round_robin', 'double_round_robin') as is_round_robin,
    heads.pairing = 'double_round_robin' as is_multi_round,
    heads.pairing = 'knockout' as is_knockout,
    heads.rounds,
    heads.players,
    heads.suspended_federations,
    heads.computers,
    events.is_finished,
    coalesce(least_games.least_games, limits.least_games) as least_games,
    coalesce(least_games.article, games_rule.article) as least_games_article,
    coalesce(least_games.status, games_rule.status) as least_games_status,
    least_games.counts_as as least_games_count_as,
    case when heads.rounds = limits.unplayed_rounds and least_games.event_id is null then limits.unplayed_least_games end
        as unplayed_least_games,
    limits.unplayed_counts_as,
    limits.unplayed_article,
    limits.unplayed_with_extension,
    case when heads.rounds > limits.long_event_rounds then limits.long_event_counts end as long_event_counts,
    limits.long_event_with_extension,
    units.by_games,
    units.of_games,
    units.level_by_games,
    units.level_numerator,
    units.level_denominator,
    units.status as unit_status,
    coalesce(exemptions.is_national, false) as is_national,
    unrated.rating as unrated_rating,
    unrated.status as unrated_status
from core.event_heads as heads
inner join core.events as events on heads.event_id = events.event_id
inner join refusals on heads.event_id = refusals.event_id
left join ref.norm_limits as limits on heads.edition = limits.edition
left join ref.rules as rules on heads.edition = rules.edition and refusals.refusal = rules.rule
left join ref.rules as games_rule on heads.edition = games_rule.edition and games_rule.rule = 'least_games'
left join least_games on heads.event_id = least_games.event_id
left join ref.exemptions as exemptions on heads.edition = exemptions.edition and heads.exemption = exemptions.exemption
left join ref.opponent_units as units
    on
        heads.edition = units.edition
        and units.kind = if(heads.pairing in ('double_round_robin', 'knockout'), heads.pairing, 'other')
left join ref.unrated_ratings as unrated
    on
        heads.edition = unrated.edition
        and heads.judged_on >= unrated.start_from
        and heads.judged_on <= coalesce(unrated.start_to, heads.judged_on)
