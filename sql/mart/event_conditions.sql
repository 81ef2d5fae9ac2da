-- table: mart.event_conditions
-- grain: condition of an edition on an event
-- inputs: core.event_heads, core.event_players, core.time_controls, staging.event_sidecars, ref.event_conditions, ref.time_controls
-- about: 1.1, 1.4, 1.4.2d-e and 1.8 (2024) and their forerunners: what the report or the sidecar says of each condition. What nobody says
--   is not checked, which is not the same as failed.
with
days as (
    select
        event_id,
        max(rounds) as most_rounds
    from (
        select
            event_id,
            day,
            count(*) as rounds
        from (
            select
                event_id,
                unnest(round_dates) as day
            from core.event_heads
        ) as dates
        where day is not null
        group by event_id, day
    ) as by_day
    group by event_id
),

minutes as (
    select
        heads.event_id,
        any_value(coalesce(heads.minutes_for_60_moves, controls.minutes)) as minutes
    from core.event_heads as heads
    left join ref.time_controls as clocks
        on
            heads.edition = clocks.edition
            and heads.judged_on >= clocks.start_from
            and heads.judged_on <= coalesce(clocks.start_to, heads.judged_on)
    left join core.time_controls as controls
        on heads.time_control = controls.time_control and clocks.moves_reckoned = controls.moves_reckoned
    group by heads.event_id
),

arbiters as (
    select
        event_id,
        arbiter.fide_id,
        arbiter.title,
        arbiter.is_chief
    from (
        select
            event_id,
            unnest(arbiters) as arbiter
        from staging.event_sidecars
    ) as named
),

staff as (
    select
        arbiters.event_id,
        max(arbiters.title) filter (arbiters.is_chief) as chief_title,
        string_agg(distinct players.name, ', ' order by players.name) as players_among_them
    from arbiters
    left join core.event_players as players
        on arbiters.event_id = players.event_id and arbiters.fide_id = players.fide_id
    group by arbiters.event_id
),

seen as (
    select
        heads.event_id,
        conditions.*,
        case conditions.rule
            when 'registration'
                then
                    case
                        when sidecars.late_registration_approved then 'approved'
                        else datediff('day', sidecars.registered_on, heads.start_date) || ' days ahead'
                    end
            when 'equal_conditions' then if(sidecars.unequal_conditions, 'different for some', 'the same')
            when 'format_kept' then if(sidecars.format_changed_approved, 'changed with approval', 'changed without approval')
            when 'uniform_clocks' then if(sidecars.uniform_clocks, 'uniform', 'not uniform')
            when 'chief_arbiter' then staff.chief_title
            when 'playing_arbiter' then if(staff.event_id is not null, coalesce(staff.players_among_them, 'none'), null)
            when 'rated_by_fide' then if(sidecars.rated_by_fide, 'rated', 'not rated')
            when 'benefiting_changes' then if(sidecars.benefiting_changes, 'changed', 'not changed')
            when 'certificate'
                then if(len(sidecars.certificate_signed) = 0, 'nobody', array_to_string(sidecars.certificate_signed, ', '))
            when 'day_rounds' then days.most_rounds || ' on one day'
            when 'day_hours' then 2 * days.most_rounds * minutes.minutes || ' minutes on one day'
            when 'formats' then heads.pairing || if(sidecars.format_approved, ', approved', '')
        end as observed,
        case conditions.rule
            when 'registration'
                then
                    case
                        when sidecars.late_registration_approved then true
                        else datediff('day', sidecars.registered_on, heads.start_date) >= conditions.number
                    end
            when 'equal_conditions' then not sidecars.unequal_conditions
            when 'format_kept' then sidecars.format_changed_approved
            when 'uniform_clocks' then sidecars.uniform_clocks
            when 'chief_arbiter' then list_contains(conditions.codes, staff.chief_title)
            when 'playing_arbiter' then if(staff.event_id is not null, staff.players_among_them is null, null)
            when 'rated_by_fide' then sidecars.rated_by_fide
            when 'benefiting_changes' then not sidecars.benefiting_changes
            when 'certificate' then len(list_distinct(sidecars.certificate_signed)) = 2
            when 'day_rounds' then days.most_rounds <= conditions.number
            -- both players
            when 'day_hours' then 2 * days.most_rounds * minutes.minutes <= 60 * conditions.number
            when 'formats' then list_contains(conditions.codes, heads.pairing) or coalesce(sidecars.format_approved, false)
        end as passed
    from core.event_heads as heads
    inner join ref.event_conditions as conditions on heads.edition = conditions.edition
    inner join minutes on heads.event_id = minutes.event_id
    left join staging.event_sidecars as sidecars on heads.event_id = sidecars.event_id
    left join staff on heads.event_id = staff.event_id
    left join days on heads.event_id = days.event_id
)

select
    event_id,
    rule,
    article,
    asks || coalesce(': ' || number, '') as required,
    if(passed is null, null, observed) as observed,
    passed,
    decides,
    status
from seen
