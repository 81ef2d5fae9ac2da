-- table: findings.twins
-- grain: difference between two forms of one event
-- inputs: core.event_twins, core.player_twins, core.event_heads, core.games, staging.report_players
-- about: One event as report, spreadsheet and page, compared cell by cell with the form that is judged; what one side leaves blank is no
--   difference.
with
heads as (
    select
        here.event_id,
        here.source_file,
        here.players,
        here.rounds,
        here.start_date,
        there.event_id as judged_event,
        there.source_file as judged_file,
        there.players as judged_players,
        there.rounds as judged_rounds,
        there.start_date as judged_start_date
    from core.event_twins as twins
    inner join core.event_heads as here on twins.event_id = here.event_id
    inner join core.event_heads as there on twins.judged_event = there.event_id
    where twins.event_id <> twins.judged_event
),

matched as (
    select
        event_id,
        count(*) as players
    from core.player_twins
    group by event_id
),

-- fewer than half of the players in common: another event under the same name
strangers as (
    select heads.*
    from heads
    left join matched on heads.event_id = matched.event_id
    where coalesce(matched.players, 0) * 2 < greatest(heads.players, heads.judged_players)
),

compared as (
    select *
    from heads
    where event_id not in (select strangers.event_id from strangers)
),

unmatched as (
    select
        compared.*,
        people.line_number,
        people.start_number,
        people.name,
        compared.judged_file as missing_in
    from compared
    inner join staging.report_players as people on compared.event_id = people.event_id
    left join core.player_twins as pairs on people.event_id = pairs.event_id and people.start_number = pairs.start_number
    where pairs.event_id is null
    union all
    select
        compared.*,
        cast(null as bigint) as line_number,
        people.start_number,
        people.name,
        compared.source_file as missing_in
    from compared
    inner join staging.report_players as people on compared.judged_event = people.event_id
    left join core.player_twins as pairs
        on compared.event_id = pairs.event_id and people.start_number = pairs.judged_start_number
    where pairs.event_id is null
),

players as (
    select
        compared.*,
        here.line_number,
        'No. ' || here.start_number || ' ' || coalesce(here.name, there.name, '(no name)') as subject,
        here as said,
        there as judged
    from core.player_twins as pairs
    inner join compared on pairs.event_id = compared.event_id
    inner join staging.report_players as here on pairs.event_id = here.event_id and pairs.start_number = here.start_number
    inner join staging.report_players as there
        on pairs.judged_event = there.event_id and pairs.judged_start_number = there.start_number
),

fields as (
    select
        players.* exclude (said, judged),
        unnest([
            struct_pack(field := 'rating', said := cast(said.rating as varchar), judged := cast(judged.rating as varchar)),
            struct_pack(field := 'title', said := said.title_code, judged := judged.title_code),
            struct_pack(field := 'women''s title', said := said.womens_title_code, judged := judged.womens_title_code),
            struct_pack(field := 'federation', said := said.federation_code, judged := judged.federation_code),
            struct_pack(field := 'sex', said := said.sex, judged := judged.sex),
            struct_pack(field := 'FIDE number', said := cast(said.fide_id as varchar), judged := cast(judged.fide_id as varchar)),
            struct_pack(
                field := 'year of birth', said := cast(said.birth_year as varchar), judged := cast(judged.birth_year as varchar)
            ),
            struct_pack(field := 'points', said := cast(said.points as varchar), judged := cast(judged.points as varchar))
        ], recursive := true)
    from players
),

games as (
    select
        compared.*,
        here.round_number,
        here.start_number,
        opponents.judged_start_number as said_opponent,
        here.opponent_number is not null and opponents.event_id is null as has_unknown_opponent,
        there.opponent_number as judged_opponent,
        here.colour as said_colour,
        there.colour as judged_colour,
        here.outcome as said_outcome,
        there.outcome as judged_outcome,
        here.score as said_score,
        there.score as judged_score
    from core.player_twins as pairs
    inner join compared on pairs.event_id = compared.event_id
    inner join core.games as here on pairs.event_id = here.event_id and pairs.start_number = here.start_number
    inner join core.games as there
        on
            pairs.judged_event = there.event_id
            and pairs.judged_start_number = there.start_number
            and here.round_number = there.round_number
    left join core.player_twins as opponents
        on here.event_id = opponents.event_id and here.opponent_number = opponents.start_number
),

cells as (
    select
        games.*,
        unnest([
            struct_pack(
                field := 'opponent',
                said := coalesce('no. ' || said_opponent, 'nobody'),
                judged := coalesce('no. ' || judged_opponent, 'nobody'),
                is_different := said_opponent is distinct from judged_opponent and not has_unknown_opponent
            ),
            struct_pack(
                field := 'colour',
                said := said_colour,
                judged := judged_colour,
                is_different := coalesce(said_colour <> judged_colour, false)
            ),
            struct_pack(
                field := 'result',
                said := said_outcome || coalesce(' ' || said_score, ''),
                judged := judged_outcome || coalesce(' ' || judged_score, ''),
                -- a round without a game is told in many ways
                is_different := said_score is distinct from judged_score
                or (said_outcome <> judged_outcome and not (said_opponent is null and judged_opponent is null))
            )
        ], recursive := true)
    from games
)

select
    source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    event_id,
    'error' as severity,
    'twins_are_strangers' as finding_code,
    event_id as subject,
    source_file || ' is taken for another form of ' || judged_file
    || ', but fewer than half of the players are the same.' as finding,
    'Nothing was compared and nothing of it is judged. Rename the file, or correct same_as.' as action,
    cast(null as varchar) as article
from strangers
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'twins_differ' as finding_code,
    event_id as subject,
    source_file || ' has ' || players || ' players and ' || rounds || ' rounds, ' || judged_file || ' has ' || judged_players
    || ' and ' || judged_rounds || '.' as finding,
    judged_file || ' is judged.' as action
from compared
where players <> judged_players or rounds <> judged_rounds
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'twins_differ' as finding_code,
    'No. ' || start_number || ' ' || coalesce(name, '(no name)') as subject,
    'No. ' || start_number || ' ' || coalesce(name, '(no name)') || ' is not in ' || missing_in || '.' as finding,
    judged_file || ' is judged.' as action
from unmatched
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'twins_differ' as finding_code,
    event_id as subject,
    source_file || ' begins on ' || start_date || ', ' || judged_file || ' on ' || judged_start_date || '.' as finding,
    judged_file || ' is judged.' as action
from compared
where start_date <> judged_start_date
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'twins_differ' as finding_code,
    subject,
    subject || ': ' || field || ' ' || said || ' here, ' || judged || ' in ' || judged_file || '.' as finding,
    judged_file || ' is judged.' as action
from fields
where said <> judged
union all by name
select
    source_file,
    event_id,
    'warning' as severity,
    'twins_differ' as finding_code,
    'No. ' || start_number as subject,
    'Round ' || round_number || ', no. ' || start_number || ': ' || field || ' ' || said || ' here, ' || judged || ' in '
    || judged_file || '.' as finding,
    judged_file || ' is judged.' as action
from cells
where is_different
