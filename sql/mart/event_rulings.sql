-- table: mart.event_rulings
-- grain: event
-- inputs: core.event_heads, core.events, core.event_players, core.time_controls, ref.norm_limits, ref.rules, ref.least_games, ref.exemptions, ref.unrated_ratings
-- about: What holds for the event as a whole: whether it can give norms (0.22, 1.14, 1.15, 1.42g), the least number of games (1.41), the
--   exemptions from the federation rules (1.43a-e), what an unrated opponent counts (1.46d).
with
rated_by_federation as (
    select
        players.event_id,
        players.federation_code,
        count(*) as rated,
        count(*) filter (
            list_contains(limits.swiss_exemption_titles, players.title_code)
            or list_contains(limits.swiss_exemption_titles, players.womens_title_code)
        ) as titled
    from core.event_players as players
    inner join core.event_heads as heads on players.event_id = heads.event_id
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    where
        heads.pairing = 'swiss'
        and players.rating is not null
        and not coalesce(list_contains(limits.not_affiliated_codes, players.federation_code), false)
        and not coalesce(list_contains(heads.suspended_federations, players.federation_code), false)
        and not list_contains(heads.computers, players.start_number)
    group by players.event_id, players.federation_code
),

whole_fields as (
    select
        event_id,
        sum(rated) as rated,
        sum(titled) as titled,
        count(federation_code) as federations,
        coalesce(sum(rated) filter (federation_code is null), 0) as unknown_rated,
        coalesce(sum(titled) filter (federation_code is null), 0) as unknown_titled
    from rated_by_federation
    group by event_id
),

possible_hosts as (
    -- who may be the host: the federation of the report, any of the field where the report does not say, always one from elsewhere
    select
        whole_fields.*,
        coalesce(home.rated, 0) as home_rated,
        coalesce(home.titled, 0) as home_titled,
        cast(home.event_id is not null as bigint) as home_federations
    from whole_fields
    inner join core.event_heads as heads on whole_fields.event_id = heads.event_id
    left join rated_by_federation as home
        on
            whole_fields.event_id = home.event_id
            and home.federation_code = coalesce(heads.federation_code, home.federation_code)
),

swiss_fields as (
    -- 1.43e. Surely met: without anybody unknown, whoever is the host. Possibly met: everybody unknown is a guest of a federation
    -- of his own, and an unknown host has nobody in the field.
    select
        hosts.event_id,
        bool_and(
            hosts.rated - hosts.unknown_rated - hosts.home_rated >= limits.swiss_exemption_rated_players
            and hosts.federations - hosts.home_federations >= limits.swiss_exemption_federations
            and hosts.titled - hosts.unknown_titled - hosts.home_titled >= limits.swiss_exemption_titled
        ) as is_met,
        bool_or(
            hosts.rated - if(heads.federation_code is null, 0, hosts.home_rated) >= limits.swiss_exemption_rated_players
            and hosts.federations - if(heads.federation_code is null, 0, hosts.home_federations) + hosts.unknown_rated
            >= limits.swiss_exemption_federations
            and hosts.titled - if(heads.federation_code is null, 0, hosts.home_titled) >= limits.swiss_exemption_titled
        ) as is_possible
    from possible_hosts as hosts
    inner join core.event_heads as heads on hosts.event_id = heads.event_id
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    group by hosts.event_id
),

exempted as (
    select
        heads.event_id,
        coalesce(from_sidecar.article, from_field.article) as exemption_article,
        -- null where unknown federations decide whether 1.43e is met
        coalesce(
            from_sidecar.waives_federations,
            case when swiss_fields.is_met or not from_field.waives_federations then from_field.waives_federations end,
            case when from_field.exemption is null then false end
        ) as waives_federations,
        coalesce(
            from_sidecar.waives_shares,
            case when swiss_fields.is_met or not from_field.waives_shares then from_field.waives_shares end,
            case when from_field.exemption is null then false end
        ) as waives_shares,
        coalesce(from_sidecar.is_national, from_field.is_national, false) as is_national,
        coalesce(from_sidecar.status, from_field.status) as exemption_status,
        coalesce(from_sidecar.shares_status, from_field.shares_status) as shares_status
    from core.event_heads as heads
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    left join ref.exemptions as from_sidecar
        on heads.edition = from_sidecar.edition and heads.exemption = from_sidecar.exemption
    left join swiss_fields on heads.event_id = swiss_fields.event_id
    left join ref.exemptions as from_field
        on
            heads.edition = from_field.edition
            and from_field.exemption = 'swiss'
            and swiss_fields.is_possible
),

least_games as (
    select
        heads.event_id,
        arg_min(fewer.least_games, fewer.rounds is null) as least_games,
        arg_min(fewer.article, fewer.rounds is null) as article,
        arg_min(fewer.status, fewer.rounds is null) as status
    from core.event_heads as heads
    inner join ref.least_games as fewer
        on
            heads.edition = fewer.edition
            and heads.championship = fewer.championship
            and heads.system = coalesce(fewer.system, heads.system)
            and heads.rounds = coalesce(fewer.rounds, heads.rounds)
    group by heads.event_id
),

refusals as (
    -- the first reason that applies: what the event is, then which edition judges it, then what that asks
    select
        heads.event_id,
        case
            when heads.has_sidecar_error then 'sidecar_error'
            when not heads.is_norm_eligible then 'norm_eligible'
            when heads.discipline <> 'standard' then 'discipline'
            when heads.start_date is null then 'no_start_date'
            when heads.edition is null then 'no_edition'
            when
                limits.least_minutes_without_increment is not null
                and controls.minutes
                < case
                    when controls.increment_seconds >= limits.increment_seconds then limits.least_minutes_with_increment
                    else limits.least_minutes_without_increment
                end
                then 'time_control'
            when heads.system <> 'team' and datediff('day', heads.start_date, heads.end_date) + 1 > limits.longest_days
                then 'longest_duration'
            when
                heads.system_of_sidecar is null
                and regexp_matches(lower(coalesce(heads.type_text, '')), 'knock|elimin|k\.\s?o\.')
                then 'knockout'
        end as refusal
    from core.event_heads as heads
    left join ref.norm_limits as limits on heads.edition = limits.edition
    left join core.time_controls as controls
        on heads.time_control = controls.time_control and limits.moves_reckoned = controls.moves_reckoned
)

select
    heads.event_id,
    heads.edition,
    refusals.refusal,
    rules.article as refusal_article,
    heads.pairing in ('round_robin', 'double_round_robin') as is_round_robin,
    heads.pairing = 'double_round_robin' as is_multi_round,
    heads.rounds,
    heads.players,
    heads.suspended_federations,
    heads.computers,
    events.is_finished,
    coalesce(least_games.least_games, limits.least_games) as least_games,
    coalesce(least_games.article, games_rule.article) as least_games_article,
    coalesce(least_games.status, games_rule.status) as least_games_status,
    exempted.exemption_article,
    exempted.waives_federations,
    exempted.waives_shares,
    exempted.is_national,
    exempted.exemption_status,
    exempted.shares_status,
    unrated.rating as unrated_rating,
    unrated.status as unrated_status
from core.event_heads as heads
inner join core.events as events on heads.event_id = events.event_id
inner join refusals on heads.event_id = refusals.event_id
left join ref.norm_limits as limits on heads.edition = limits.edition
left join ref.rules as rules on heads.edition = rules.edition and refusals.refusal = rules.rule
left join ref.rules as games_rule on heads.edition = games_rule.edition and games_rule.rule = 'least_games'
left join least_games on heads.event_id = least_games.event_id
left join exempted on heads.event_id = exempted.event_id
left join ref.unrated_ratings as unrated
    on
        heads.edition = unrated.edition
        and heads.start_date >= unrated.start_from
        and heads.start_date <= coalesce(unrated.start_to, heads.start_date)
