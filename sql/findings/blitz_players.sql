-- table: findings.blitz_players
-- grain: finding about players of a blitz championship
-- inputs: core.series_players, mart.blitz_events, mart.blitz_ledger, mart.blitz_promotions, mart.blitz_results, mart.blitz_standings, staging.play_offs, staging.series, staging.series_categories, staging.series_teams
-- about: Who played where he may not (2, 3, 7, 10, 11), what waits for a play-off (4, 5, 13, 14), and names that the series file alone has.
with
events as (
    select
        events.*,
        series.source_file
    from mart.blitz_events as events
    inner join staging.series as series on events.series = series.series
),

scored as (
    select
        results.series,
        results.event_id,
        results.start_number,
        results.half_points = max(results.half_points) over (partition by results.series, results.event_id) as is_on_top
    from mart.blitz_results as results
    inner join events on results.series = events.series and results.event_id = events.event_id
    where results.games > 0 and events.stage = 'championship' and events.is_finished
),

on_top as (
    -- who is level on top of a finished championship
    select
        series,
        event_id,
        list(start_number order by start_number) as start_numbers
    from scored
    where is_on_top
    group by series, event_id
),

waiting as (
    select
        series,
        event_id,
        any_value(article) as article,
        string_agg('No. ' || start_number || ' ' || coalesce(name, '(no name)'), ', ' order by place, start_number) as names
    from mart.blitz_standings
    where play_off_needed
    group by series, event_id
),

entries as (
    select
        series.source_file,
        entries.entry,
        coalesce(entries.name, cast(entries.fide_id as varchar)) as subject,
        count(distinct players.player_key) as persons
    from staging.series_categories as entries
    inner join staging.series as series on entries.series = series.series
    left join core.series_players as players
        on
            entries.series = players.series
            and (entries.fide_id = players.fide_id or name_key(entries.name) = name_key(players.name))
    group by series.source_file, entries.entry, subject
),

team_members as (
    select
        series,
        event_id,
        club,
        unnest(start_numbers) as start_number
    from staging.series_teams
)

select
    series.source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    ledger.event_id,
    if(ledger.kind = 'entitlement_unknown', 'info', 'warning') as severity,
    'blitz_' || ledger.kind as finding_code,
    coalesce(ledger.name, ledger.player_key) as subject,
    ledger.explanation as finding,
    case ledger.kind
        when 'entitlement_unknown' then 'He is registered by playing. Give his category in a table [[category]] of the series file.'
        else 'His result stands and his category does not change. The director of the tournament decides.'
    end as action,
    ledger.article
from mart.blitz_ledger as ledger
inner join staging.series as series on ledger.series = series.series
where ledger.is_violation
union all by name
select
    events.source_file,
    waiting.event_id,
    'warning' as severity,
    'blitz_play_off_needed' as finding_code,
    events.event_id as subject,
    'The first place is shared and no play-off is known: ' || waiting.names || '.' as finding,
    'They stand in the order of the tie-break for now. Give the result in a table [[play_off]] of the series file.' as action,
    waiting.article
from waiting
inner join events on waiting.series = events.series and waiting.event_id = events.event_id
union all by name
select
    series.source_file,
    play_offs.event_id,
    'warning' as severity,
    'blitz_play_off_unused' as finding_code,
    play_offs.event_id as subject,
    'The play-off names ' || array_to_string(play_offs.start_numbers, ', ') || ', and level on top of the finished event are '
    || coalesce(nullif(array_to_string(on_top.start_numbers, ', '), ''), 'none') || '.' as finding,
    'The play-off changes nothing. Name all who shared the first place, and nobody else.' as action
from staging.play_offs as play_offs
inner join staging.series as series on play_offs.series = series.series and series.kind = 'blitz'
left join on_top on play_offs.series = on_top.series and play_offs.event_id = on_top.event_id
where list_sort(play_offs.start_numbers) is distinct from on_top.start_numbers
union all by name
select
    events.source_file,
    promotions.event_id,
    'warning' as severity,
    'blitz_promotion_' || promotions.reason as finding_code,
    'No. ' || promotions.start_number || ' ' || coalesce(promotions.name, '(no name)') as subject,
    if(
        promotions.promoted is null,
        'Whether he moves up to category ' || promotions.to_category || ' waits for the play-off of the first place.',
        'He is level at the cut with ' || len(standings.tied_with) || ' others, and not all of them move up.'
    ) as finding,
    if(promotions.promoted is null, 'Give its result in the series file.', 'None of them moves up.') as action,
    promotions.article
from mart.blitz_promotions as promotions
inner join events on promotions.series = events.series and promotions.event_id = events.event_id
inner join mart.blitz_standings as standings
    on
        promotions.series = standings.series
        and promotions.event_id = standings.event_id
        and promotions.start_number = standings.start_number
where promotions.promoted is distinct from true
union all by name
select
    source_file,
    'warning' as severity,
    if(persons = 0, 'blitz_category_of_nobody', 'blitz_category_ambiguous') as finding_code,
    subject,
    if(
        persons = 0,
        'Nobody in the events of the series has this number or name.',
        'The name fits ' || persons || ' people of the series.'
    ) as finding,
    'The table [[category]] changes nothing. '
    || if(persons = 0, 'Write the name as in the reports.', 'Give the FIDE number.') as action
from entries
where persons <> 1
union all by name
select
    series.source_file,
    teams.event_id,
    'warning' as severity,
    'blitz_team_member_unknown' as finding_code,
    teams.club as subject,
    'The team names number ' || teams.start_number || ', whom the event does not have.' as finding,
    'The team counts without him. Correct the numbers.' as action
from team_members as teams
inner join staging.series as series on teams.series = series.series
left join mart.blitz_results as results
    on teams.series = results.series and teams.event_id = results.event_id and teams.start_number = results.start_number
where results.series is null
