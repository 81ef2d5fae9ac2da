-- table: findings.declarations
-- grain: finding about a line of identities.toml or corrections.toml
-- inputs: staging.corrections, staging.source_files, staging.identities, core.declared_identities, core.event_heads, core.event_players, quality.identity_candidates
-- about: What became of the declarations that people wrote, and who waits for one.
with
nearest_files as (
    select
        corrections.corrected_file,
        arg_max(files.source_file, jaro_winkler_similarity(corrections.corrected_file, files.source_file)) as nearest_file
    from staging.corrections as corrections
    cross join staging.source_files as files
    where corrections.status = 'no_such_file' and files.is_read and files.kind in ('event_report', 'rating_list')
    group by corrections.corrected_file
),

corrections as (
    select
        corrections.*,
        nearest_files.nearest_file,
        'Player ' || player_number || coalesce(', round ' || round_number, '') || ', ' || field as subject
    from staging.corrections as corrections
    left join nearest_files on corrections.corrected_file = nearest_files.corrected_file
),

identities as (select * from staging.identities),

spoken_of as (
    select
        source_file,
        unnest(line_numbers) as line_number
    from core.declared_identities
),

matched as (select distinct * from spoken_of),

players as (
    select
        people.*,
        heads.source_file,
        heads.list_month,
        'No. ' || people.start_number || ' ' || coalesce(people.name, '(no name)') as subject
    from core.event_players as people
    inner join core.event_heads as heads on people.event_id = heads.event_id
)

select
    source_file,
    line_number,
    cast(null as bigint) as column_number,
    event_id,
    if(status = 'applied', 'info', 'error') as severity,
    'correction_' || status as finding_code,
    subject,
    corrected_file || ': ' || subject || case status
        when 'applied' then ' says ' || guard || ', which is corrected to ' || value || ': ' || reason
        when 'not_needed' then ' says ' || found || ' by now, as the correction wants it'
        when 'guard_failed' then ' says ' || found || ', but the correction was written for a file that says ' || guard
        when 'several_rows' then ' says ' || found || ' in several rows; name the one that is meant with the key line'
        when 'no_such_player' then ': the file has no such player or round'
        else ': there is no such file, or it was refused' || coalesce('; the nearest name is ' || nearest_file, '')
    end || '.' as finding,
    if(
        status = 'applied',
        'The corrected value is used everywhere; the raw file stays as it is.',
        'Nothing is corrected' || if(event_id is null, '', ' and the event gets no verdict')
        || '. Remove the correction or bring it up to date.'
    ) as action,
    cast(null as varchar) as article
from corrections
union all by name
select
    declared.source_file,
    declared.line_number,
    declared.event_id,
    'error' as severity,
    'identities_contradict' as finding_code,
    players.subject,
    players.subject || ' of ' || declared.event_id || ' is declared to be several people.' as finding,
    'None of these lines counts. Keep the right one.' as action
from core.declared_identities as declared
inner join players on declared.event_id = players.event_id and declared.start_number = players.start_number
where declared.is_contradicted
union all by name
select
    identities.source_file,
    identities.line_number,
    identities.event_id,
    'warning' as severity,
    'identity_unused' as finding_code,
    identities.name as subject,
    identities.name || coalesce(' (no. ' || identities.start_number || ')', '')
    || ' is declared here, and no report of this run has this player' || coalesce(' in ' || identities.event_id, '') || '.'
        as finding,
    'Name, number and year of birth must be those of the report. Correct the line or remove it.' as action
from identities
left join matched on identities.source_file = matched.source_file and identities.line_number = matched.line_number
where matched.source_file is null
union all by name
select
    source_file,
    line_number,
    event_id,
    if(fide_id_reported is null, 'info', 'warning') as severity,
    'matched_by_name' as finding_code,
    subject,
    subject || coalesce(' has the number ' || fide_id_reported, ' has no FIDE number') || ' in the report, and is ' || fide_id
    || ' by name and birth in the list of ' || list_month || '.' as finding,
    'The list is used. Declare not_in_list in identities.toml if it is somebody else.' as action
from players
where matched_by = 'name_and_birth'
union all by name
select
    any_value(players.source_file) as source_file,
    any_value(players.line_number) as line_number,
    open.event_id,
    'warning' as severity,
    'identity_open' as finding_code,
    any_value(players.subject) as subject,
    any_value(players.subject) || ' may be '
    || array_to_string(
        list(
            open.fide_id || ' ' || coalesce(open.name_listed, '') || coalesce(' born ' || open.birth_year_listed, '')
            || coalesce(' ' || open.federation_code_listed, '')
            order by open.fide_id
        )[:5],
        ' or '
    )
    || if(count(*) > 5, ' or one of ' || (count(*) - 5) || ' more', '')
    || ' in the list of ' || any_value(open.list_month) || '.' as finding,
    'The report speaks until a person decides: see quality.identity_candidates, write into identities.toml.' as action
from quality.identity_candidates as open
inner join players on open.event_id = players.event_id and open.start_number = players.start_number
where open.why_open <> 'number_of_another'
group by open.event_id, open.start_number
