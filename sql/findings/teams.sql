-- table: findings.teams
-- grain: finding about a team
-- inputs: core.event_heads, core.team_rounds, staging.report_teams, staging.report_players
-- about: Where a report's team lines do not agree with its players and their games.
with
totals as (
    select
        event_id,
        team_number,
        sum(match_points) as match_points,
        sum(game_points) as game_points,
        bool_or(is_pending) as is_pending
    from core.team_rounds
    group by event_id, team_number
),

teams as (
    select
        teams.*,
        heads.source_file,
        'Team ' || teams.team_number || coalesce(' ' || teams.name, '') as subject,
        coalesce(totals.is_pending, false) as is_pending,
        coalesce(totals.match_points, 0.0) as match_points_computed,
        coalesce(totals.game_points, 0.0) as game_points_computed
    from staging.report_teams as teams
    inner join core.event_heads as heads on teams.event_id = heads.event_id
    left join totals on teams.event_id = totals.event_id and teams.team_number = totals.team_number
),

members as (
    select
        teams.event_id,
        teams.source_file,
        teams.line_number,
        teams.subject,
        unnest(teams.members) as start_number
    from teams
)

select
    source_file,
    line_number,
    cast(null as bigint) as column_number,
    event_id,
    'warning' as severity,
    'team_points_differ' as finding_code,
    subject,
    subject || ' has ' || concat_ws(
        ' and ',
        case
            when match_points <> match_points_computed
                then match_points || ' match points in the report and ' || match_points_computed || ' by its matches'
        end,
        case
            when game_points <> game_points_computed
                then game_points || ' game points in the report and ' || game_points_computed || ' by its boards'
        end
    ) || '.' as finding,
    'Norms rest on the games, not on these columns. Correct the report if the boards are right.' as action,
    cast(null as varchar) as article
from teams
where not is_pending and (match_points <> match_points_computed or game_points <> game_points_computed)
union all by name
select
    members.source_file,
    members.line_number,
    members.event_id,
    'warning' as severity,
    'team_member_missing' as finding_code,
    members.subject,
    members.subject || ' has no. ' || members.start_number || ' as a member, and the report has no such start number.' as finding,
    'The other members count. Correct the line.' as action
from members
left join staging.report_players as players
    on members.event_id = players.event_id and members.start_number = players.start_number
where players.start_number is null
union all by name
select
    source_file,
    max(line_number) as line_number,
    event_id,
    'warning' as severity,
    'team_member_twice' as finding_code,
    'No. ' || start_number as subject,
    'No. ' || start_number || ' is a member of ' || string_agg(subject, ' and ' order by line_number) || '.' as finding,
    'The games count once for the player and for each of these teams. Correct the lines.' as action
from members
group by source_file, event_id, start_number
having count(*) > 1
