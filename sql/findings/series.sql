-- table: findings.series
-- grain: finding about a series
-- inputs: core.series_players, staging.series, staging.series_events, staging.clubs, core.event_players, core.event_heads
-- about: Events that are not there or not in the order of their days, players who may be somebody else, clubs of nobody.
with
series as (select * from staging.series),

encounters as (
    select
        events.series,
        events.source_file,
        events.event_id,
        events.category,
        heads.start_date,
        max(heads.start_date) over earlier_ones as latest_before
    from staging.series_events as events
    inner join series on events.series = series.series and series.kind = 'circuit'
    inner join core.event_heads as heads on events.event_id = heads.event_id
    where events.final is null
    window
        earlier_ones as (
            partition by events.series, events.category
            order by coalesce(events.encounter, events.position), events.position
            rows between unbounded preceding and 1 preceding
        )
),

named as (
    -- who stands in the events of a series, to find him by number or name
    select distinct
        series.clubs_file,
        players.fide_id_reported as fide_id,
        name_key(players.name) as folded_name
    from series
    inner join staging.series_events as events on series.series = events.series
    inner join core.event_players as players on events.event_id = players.event_id
),

clubs as (
    select
        clubs.*,
        name_key(clubs.name) as folded_name,
        clubs.source_file in (select series.clubs_file from series) as is_used,
        count(distinct clubs.club) over (partition by clubs.source_file, coalesce(clubs.fide_id, 0), name_key(clubs.name)) as clubs
    from staging.clubs as clubs
)

select
    events.source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    events.event_id,
    'warning' as severity,
    'series_without_event' as finding_code,
    events.event_id as subject,
    'The series ' || events.series || ' names the event ' || events.event_id
    || ', and no report that could be read has this stem.' as finding,
    'The series goes on without it. Correct the name or add the report.' as action,
    cast(null as varchar) as article
from staging.series_events as events
left join core.event_heads as heads on events.event_id = heads.event_id
where heads.event_id is null
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'series_order' as finding_code,
    event_id as subject,
    'In ' || category || ' the event started on ' || start_date || ', and one that stands before it on ' || latest_before || '.'
        as finding,
    'Encounters go by their numbers, else by the order of the file. Correct it if it was not meant.' as action
from encounters
where start_date < latest_before
union all by name
select
    series.source_file,
    players.event_id,
    'warning' as severity,
    'series_player_ambiguous' as finding_code,
    'No. ' || players.start_number || ' ' || coalesce(players.name, '(no name)') as subject,
    'In the series ' || series.series || ', ' || players.ambiguity || '.' as finding,
    'This player is kept apart, with results of this event only. Give FIDE numbers or birth dates in the reports.' as action
from core.series_players as players
inner join series on players.series = series.series
where players.ambiguity is not null
union all by name
select
    clubs.source_file,
    clubs.line_number,
    'info' as severity,
    if(named.clubs_file is null, 'club_of_nobody', 'two_clubs') as finding_code,
    coalesce(clubs.name, cast(clubs.fide_id as varchar)) as subject,
    if(
        named.clubs_file is null,
        'Nobody in the events of the series has this number or name.',
        'This player stands in the file with ' || clubs.clubs || ' clubs.'
    ) as finding,
    if(
        named.clubs_file is null,
        'The line changes nothing. Write the name as in the reports.',
        'The first line counts. Remove the other.'
    ) as action
from clubs
left join named
    on
        clubs.source_file = named.clubs_file
        and (clubs.fide_id = named.fide_id or clubs.folded_name = nullif(named.folded_name, ''))
where clubs.is_used and (named.clubs_file is null or clubs.clubs > 1)
