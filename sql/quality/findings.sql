-- table: quality.findings
-- grain: finding
-- inputs: staging.findings, findings.rating_lists, findings.events, findings.players, findings.games, findings.teams, findings.team_lines, findings.titles, findings.declarations, findings.twins, findings.series, findings.circuits, findings.blitz_players, findings.blitz_events, findings.readings
-- about: Everything odd that was used all the same, from the readers and from the looks across tables.
with
findings as (
    select * from staging.findings
    union all by name
    select * from findings.rating_lists
    union all by name
    select * from findings.events
    union all by name
    select * from findings.players
    union all by name
    select * from findings.games
    union all by name
    select * from findings.teams
    union all by name
    select * from findings.team_lines
    union all by name
    select * from findings.titles
    union all by name
    select * from findings.series
    union all by name
    select * from findings.declarations
    union all by name
    select * from findings.circuits
    union all by name
    select * from findings.twins
    union all by name
    select * from findings.blitz_players
    union all by name
    select * from findings.blitz_events
    union all by name
    select * from findings.readings
)

select
    source_file,
    line_number,
    column_number,
    event_id,
    severity,
    finding_code,
    subject,
    finding,
    action,
    article
from findings
