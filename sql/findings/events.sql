-- table: findings.events
-- grain: finding about an event as a whole
-- inputs: core.event_heads, core.events, mart.event_rulings, mart.event_conditions, mart.ratings_of_the_day, staging.event_sidecars, ref.editions, ref.norm_limits, ref.time_controls, ref.rules, core.time_controls, core.event_players, ref.federations
-- about: Why an event gives no verdicts (0.22, 1.14, 1.15, 1.42g), and what was assumed about it.
with
articles as (
    select
        edition,
        max(article) filter (rule = 'rating_list') as rating_list,
        max(article) filter (rule = 'time_control') as time_control,
        max(article) filter (rule = 'least_games') as least_games,
        max(article) filter (rule = 'longest_duration') as longest_duration,
        max(article) filter (rule = 'lists_of_the_day') as lists_of_the_day,
        max(article) filter (rule = 'other_federations') as other_federations
    from ref.rules
    group by edition
),

heads as (
    select
        heads.*,
        rulings.refusal,
        rulings.refusal_article,
        events.is_finished,
        controls.minutes,
        controls.increment_seconds,
        articles.rating_list as list_article,
        articles.time_control as time_control_article,
        articles.least_games as games_article,
        articles.longest_duration as duration_article,
        articles.lists_of_the_day as day_article,
        limits.lists_of_the_day_after,
        articles.other_federations as federations_article
    from core.event_heads as heads
    inner join core.events as events on heads.event_id = events.event_id
    inner join mart.event_rulings as rulings on heads.event_id = rulings.event_id
    left join articles on heads.edition = articles.edition
    left join ref.norm_limits as limits on heads.edition = limits.edition
    left join ref.time_controls as clocks
        on
            heads.edition = clocks.edition
            and heads.judged_on >= clocks.start_from
            and heads.judged_on <= coalesce(clocks.start_to, heads.judged_on)
    left join core.time_controls as controls
        on heads.time_control = controls.time_control and clocks.moves_reckoned = controls.moves_reckoned
),

held_editions as (
    select
        string_agg(
            name || ' (' || valid_from || ' to ' || coalesce(cast(valid_to as varchar), 'today') || ')', ', ' order by valid_from
        ) as names
    from ref.editions
),

unmet as (
    select
        event_id,
        string_agg(article || ' asks for ' || required || ', there was ' || observed, '; ' order by article) as words
    from mart.event_conditions
    where not passed and decides = 'event'
    group by event_id
),

of_the_day as (
    select
        event_id,
        'the lists of ' || string_agg(distinct list_month, ', ' order by list_month) as months
    from mart.ratings_of_the_day
    group by event_id
),

refused as (
    select
        heads.*,
        case heads.refusal
            when 'sidecar_error' then 'The sidecar has an error'
            when 'correction_failed' then 'A declared correction of the report could not be applied'
            when 'same_as' then 'This is the event ' || heads.repeats_event || ' in another form'
            when 'no_start_date' then 'The start date is not known, so neither edition nor rating list can be chosen'
            when 'no_edition'
                then
                    'No encoded edition of the title regulations '
                    || case
                        when heads.edition_of_sidecar is not null then 'is called ' || heads.edition_of_sidecar
                        else 'is in force on ' || heads.start_date
                    end || '; encoded are ' || held_editions.names
            when 'norm_eligible'
                then 'The sidecar says that the event gives no norms' || coalesce(': ' || heads.not_eligible_reason, '')
            when 'discipline'
                then
                    coalesce(
                        'The series ' || heads.series || ' is ' || heads.discipline || ' chess (its article '
                        || heads.discipline_article || ')',
                        'The report says that this is ' || heads.discipline || ' chess'
                    )
            when 'event_condition' then 'A condition on the event is not met: ' || unmet.words
            when 'time_control'
                then
                    coalesce('The time control "' || heads.time_control || '"', 'The time control') || ' is too fast: '
                    || coalesce(heads.minutes_for_60_moves, heads.minutes) || ' minutes with the increments'
                    || coalesce(', ' || heads.increment_seconds || ' seconds a move', '')
            when 'longest_duration'
                then 'The event ran from ' || heads.start_date || ' to ' || heads.end_date || ', longer than allowed'
            else 'The report says knock-out ("' || heads.type_text || '") and no sidecar tells its system'
        end as finding
    from heads
    cross join held_editions
    left join unmet on heads.event_id = unmet.event_id
    where heads.refusal is not null
)

select
    source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    event_id,
    if(refusal in ('sidecar_error', 'correction_failed', 'no_start_date', 'no_edition', 'knockout'), 'warning', 'info') as severity,
    'no_verdict_' || refusal as finding_code,
    coalesce(name, event_id) as subject,
    finding || '.' as finding,
    case refusal
        when 'no_start_date' then 'No norms are judged. Give start_date in a sidecar.'
        when 'sidecar_error' then 'No norms are judged until the sidecar is corrected.'
        when 'correction_failed' then 'No norms are judged until corrections.toml is brought up to date.'
        when 'same_as' then 'Norms are judged on that event alone.'
        when 'knockout' then 'No norms are judged. Give system = "knockout" in a sidecar.'
        else 'No norms are judged; games and performances are published.'
    end as action,
    coalesce(refusal_article, case when refusal = 'no_edition' then '0.22' end) as article
from refused
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'no_list_in_force' as finding_code,
    coalesce(name, event_id) as subject,
    'No standard rating list is held that was in force on ' || start_date
    || coalesce(' (the sidecar asks for ' || list_month_of_sidecar || ')', '') || '.' as finding,
    'Ratings and titles are those of the report. Add the list to rating_lists/.' as action,
    list_article as article
from heads
where list_month is null and start_date is not null
union all by name
select
    source_file,
    event_id,
    'info' as severity,
    'time_control_unknown' as finding_code,
    coalesce(name, event_id) as subject,
    case
        when time_control is null then 'The report states no time control.'
        else 'The time control "' || time_control || '" is not understood.'
    end as finding,
    'Judged as standard chess. Give time_control in a sidecar, for example "90+30".' as action,
    time_control_article as article
from heads
where minutes is null and minutes_for_60_moves is null and refusal is null
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'not_finished' as finding_code,
    coalesce(name, event_id) as subject,
    case
        when rounds = 0 then 'No round has been played yet.'
        when rounds < rounds_declared then rounds || ' of ' || rounds_declared || ' rounds have been played.'
        else 'Results are missing.'
    end as finding,
    'No norm is decided until the event is finished.' as action,
    games_article as article
from heads
where not is_finished
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'system_differs' as finding_code,
    coalesce(name, event_id) as subject,
    'The report says "' || type_text || '", the games are ' || replace(system_of_games, '_', ' ') || '.' as finding,
    'Taken as ' || replace(system, '_', ' ') || '. A sidecar''s system decides.' as action
from heads
where
    system_of_sidecar is null
    and rounds > 0
    and (
        (regexp_matches(lower(type_text), 'swiss|suizo|schweizer') and system_of_games <> 'swiss')
        or (regexp_matches(lower(type_text), 'robin|berger|liga|league') and system_of_games = 'swiss')
        or (regexp_matches(lower(type_text), 'double') and system_of_games = 'round_robin')
    )
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'team_lines' as finding_code,
    coalesce(name, event_id) as subject,
    'The report has team lines and no sidecar says that it is a team event.' as finding,
    'Judged as an individual ' || replace(system, '_', ' ')
    || '. For a team event give system = "team" and pairing in a sidecar.' as action,
    duration_article as article
from heads
where has_teams and system_of_sidecar is null
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'exemption_unknown' as finding_code,
    coalesce(name, event_id) as subject,
    'The sidecar''s exemption "' || exemption_of_sidecar || '" is not one of the edition ' || edition || '.' as finding,
    'Judged without exemption. Use national_final, national_team, zonal, approved or the edition''s article.' as action,
    federations_article as article
from heads
where exemption_of_sidecar is not null and exemption is null and edition is not null
union all by name
select
    sidecars.source_file,
    sidecars.event_id,
    'warning' as severity,
    'sidecar_without_event' as finding_code,
    sidecars.event_id as subject,
    'No report file that could be read has the stem ' || sidecars.event_id || '.' as finding,
    'The sidecar is not used.' as action
from staging.event_sidecars as sidecars
left join core.event_heads as events on sidecars.event_id = events.event_id
where events.event_id is null
union all by name
select
    sidecars.source_file,
    sidecars.event_id,
    'warning' as severity,
    'sidecar_names_nobody' as finding_code,
    'start number ' || named.start_number as subject,
    'The sidecar names start number ' || named.start_number || coalesce(' in round ' || named.round_number, '') || ' under '
    || named.field
    || ', and the report has no such ' || if(players.start_number is null, 'player', 'round') || '.' as finding,
    'This entry changes nothing. Correct the number.' as action
from (
    select
        event_id,
        'computers' as field,
        unnest(computers) as start_number,
        cast(null as bigint) as round_number
    from staging.event_sidecars
    union all by name
    select
        event_id,
        'not_over_board' as field,
        unnest(not_over_board, recursive := true)
    from staging.event_sidecars
    union all by name
    select
        event_id,
        'absences' as field,
        round_number,
        start_number
    from (
        select
            event_id,
            unnest(absences, recursive := true)
        from staging.event_sidecars
    ) as named_absences
    union all by name
    select
        event_id,
        'started_forfeits' as field,
        unnest(started_forfeits, recursive := true)
    from staging.event_sidecars
) as named
inner join staging.event_sidecars as sidecars on named.event_id = sidecars.event_id
inner join core.event_heads as events on named.event_id = events.event_id
left join core.event_players as players
    on named.event_id = players.event_id and named.start_number = players.start_number
where players.start_number is null or named.round_number > events.rounds
union all by name
select
    heads.source_file,
    heads.event_id,
    'warning' as severity,
    'host_unknown' as finding_code,
    coalesce(heads.name, heads.event_id) as subject,
    'The host federation ' || heads.federation_code || ' is not a code of FIDE''s.' as finding,
    'Taken as written: every known federation counts as a guest. Correct it in the report or in a sidecar.' as action,
    heads.federations_article as article
from heads
left join ref.federations as federations on heads.federation_code = federations.federation_code
where heads.federation_code is not null and federations.federation_code is null
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'dates_turned_round' as finding_code,
    coalesce(name, event_id) as subject,
    'The event starts on ' || start_date || ' and ends on ' || end_date || '.' as finding,
    'The start decides edition and rating list. Correct the dates in the report or in a sidecar.' as action
from heads
where end_date < start_date
union all by name
select
    source_file,
    event_id,
    'info' as severity,
    'system_of_sidecar' as finding_code,
    coalesce(name, event_id) as subject,
    'The sidecar says ' || replace(pairing, '_', ' ') || ', the games are ' || replace(system_of_games, '_', ' ') || '.' as finding,
    'The sidecar decides.' as action
from heads
where system_of_sidecar is not null and pairing <> system_of_games and pairing <> 'knockout' and rounds > 0
union all by name
select
    source_file,
    heads.event_id,
    if(of_the_day.event_id is null, 'warning', 'info') as severity,
    'longer_than_one_list' as finding_code,
    coalesce(name, heads.event_id) as subject,
    'The event ran from ' || start_date || ' to ' || end_date || ': longer than ' || lists_of_the_day_after
    || ' days, so rating and title of the day of each game count'
    || if(of_the_day.event_id is null, ', and no dates of rounds or no lists of those days are known.', '.') as finding,
    if(
        of_the_day.event_id is null,
        'Those of the start are used. Give round_dates in a sidecar, and the lists of those days.',
        'They are taken from ' || of_the_day.months || '; where a list is missing or silent, those of the start stand.'
    ) as action,
    day_article as article
from heads
left join of_the_day on heads.event_id = of_the_day.event_id
where datediff('day', start_date, end_date) + 1 > lists_of_the_day_after and refusal is null
union all by name
select
    heads.source_file,
    conditions.event_id,
    'warning' as severity,
    'application_condition' as finding_code,
    coalesce(heads.name, heads.event_id) as subject,
    'An application asks for ' || conditions.required || ', and there was ' || conditions.observed || '.' as finding,
    if(
        conditions.rule = 'rated_by_fide',
        'Norms are judged; none counts towards a title until the event is rated.',
        'Norms are judged; mend this before they are handed in.'
    ) as action,
    conditions.article
from mart.event_conditions as conditions
inner join heads on conditions.event_id = heads.event_id
where not conditions.passed and conditions.decides = 'application' and heads.refusal is null
union all by name
select
    sidecars.source_file,
    sidecars.event_id,
    'warning' as severity,
    'same_as_nobody' as finding_code,
    sidecars.event_id as subject,
    'The sidecar says that this is the event ' || sidecars.same_as || ' in another form, and there is no other report of that stem.'
        as finding,
    'Judged as an event of its own.' as action
from staging.event_sidecars as sidecars
inner join core.event_heads as heads on sidecars.event_id = heads.event_id
left join core.event_heads as others on sidecars.same_as = others.event_id and sidecars.event_id <> others.event_id
where sidecars.same_as is not null and others.event_id is null
