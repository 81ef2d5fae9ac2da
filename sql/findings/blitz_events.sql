-- table: findings.blitz_events
-- grain: finding about the format of an event of a blitz championship
-- inputs: core.event_heads, mart.blitz_events, mart.blitz_results, mart.blitz_standings, staging.series, staging.series_events
-- about: Events that were played otherwise than the regulation says: time control (12), format (17), groups (18).
with
events as (
    select
        events.*,
        series.source_file
    from mart.blitz_events as events
    inner join staging.series as series on events.series = series.series
),

origins as (
    select
        events.series,
        events.group_of,
        events.event_id as group_id,
        standings.player_key,
        standings.place
    from events
    inner join mart.blitz_standings as standings
        on events.series = standings.series and events.event_id = standings.event_id
    where events.stage = 'group'
),

finalists as (
    -- players of a final by the group they came from, and their place there
    select
        finals.event_id,
        finals.source_file,
        finals.format_article,
        finals.finalists_expected,
        players.start_number,
        players.name,
        origins.group_id,
        origins.place
    from events as finals
    inner join mart.blitz_results as players on finals.series = players.series and finals.event_id = players.event_id
    left join origins
        on finals.series = origins.series and finals.event_id = origins.group_of and players.player_key = origins.player_key
    where finals.groups > 0 and finals.finalists_expected is not null
),

club_members as (
    -- the players of a club in each group of a championship
    select
        drawn.series,
        drawn.group_of,
        drawn.event_id,
        name_key(results.club) as club_key,
        any_value(results.club) as club,
        count(*) as members
    from events as drawn
    inner join mart.blitz_results as results on drawn.series = results.series and drawn.event_id = results.event_id
    where drawn.stage = 'group' and results.club is not null
    group by drawn.series, drawn.group_of, drawn.event_id, name_key(results.club)
),

clubs as (
    select
        *,
        sum(members) over (partition by series, group_of, club_key) as members_in_all
    from club_members
)

select
    source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    event_id,
    'info' as severity,
    'blitz_format' as finding_code,
    event_id as subject,
    own_players || ' players meet ' || if(system_expected = 'round_robin', 'once', 'twice') || '; the event is a '
    || replace(system, '_', ' ') || '.' as finding,
    'Its results count as they are.' as action,
    format_article as article
from events
where stage = 'championship' and own_players > 2 and is_finished and system <> system_expected
union all by name
select
    source_file,
    event_id,
    'info' as severity,
    'blitz_groups' as finding_code,
    event_id as subject,
    players || ' players play ' || coalesce('in ' || nullif(groups_expected, 1) || ' groups', 'without groups')
    || '; the series file names ' || groups || ' of this event.' as finding,
    'Its results count as they are.' as action,
    format_article as article
from events
where groups <> if(groups_expected = 1, 0, groups_expected) and players > 1 and is_finished
union all by name
select
    drawn.source_file,
    drawn.event_id,
    'info' as severity,
    'blitz_group_too_large' as finding_code,
    drawn.event_id as subject,
    'The group has ' || drawn.own_players || ' players; ' || finals.most_in_a_group || ' are the most.' as finding,
    'Its results count as they are.' as action,
    finals.format_article as article
from events as drawn
inner join events as finals on drawn.series = finals.series and drawn.group_of = finals.event_id
where drawn.own_players > finals.most_in_a_group
union all by name
select
    source_file,
    event_id,
    'info' as severity,
    'blitz_finalist' as finding_code,
    'No. ' || start_number || ' ' || coalesce(name, '(no name)') as subject,
    if(
        group_id is null,
        'He plays the final and stands in none of its groups.',
        'He plays the final and was ' || coalesce('number ' || place, 'without a place') || ' in ' || group_id || '; the first '
        || finalists_expected || ' go on.'
    ) as finding,
    'His result counts as it is.' as action,
    format_article as article
from finalists
where group_id is null or coalesce(place > finalists_expected, true)
union all by name
select
    finals.source_file,
    clubs.event_id,
    'info' as severity,
    'blitz_club_together' as finding_code,
    clubs.club as subject,
    clubs.members || ' players of ' || clubs.club || ' are in ' || clubs.event_id || '; spread over the groups they would be '
    || (clubs.members_in_all + finals.groups - 1) // finals.groups || ' at most.' as finding,
    'Its results count as they are. mart.blitz_groups has a draw that keeps clubs apart.' as action,
    finals.draw_article as article
from clubs
inner join events as finals on clubs.series = finals.series and clubs.group_of = finals.event_id
where clubs.members > (clubs.members_in_all + finals.groups - 1) // finals.groups
union all by name
select
    events.source_file,
    events.event_id,
    'info' as severity,
    'blitz_time_control' as finding_code,
    events.event_id as subject,
    'The report says ' || heads.time_control || '; the regulation says a move every ' || events.seconds_a_move || ' seconds.'
        as finding,
    'Its results count as they are.' as action,
    events.time_article as article
from events
inner join core.event_heads as heads on events.event_id = heads.event_id
where not list_contains(regexp_extract_all(heads.time_control, '\d+'), cast(events.seconds_a_move as varchar))
union all by name
select
    events.source_file,
    events.event_id,
    'warning' as severity,
    'blitz_category_unknown' as finding_code,
    events.event_id as subject,
    'The regulation knows no category of the name ' || array_to_string(coalesce(events.boards, [events.category]), ', ')
    || ', which the series file gives to this event.' as finding,
    'Nobody is registered or moves up by it. Correct the category.' as action
from events
where not events.is_known_category
union all by name
select
    written.source_file,
    written.event_id,
    'warning' as severity,
    'blitz_event_twice' as finding_code,
    written.event_id as subject,
    'The series file gives this event to category ' || events.category || ' and again to ' || written.category || '.' as finding,
    'The first table counts. An event of several categories is one of teams with boards.' as action
from staging.series_events as written
inner join events
    on written.series = events.series and written.event_id = events.event_id and written.position <> events.position
