-- table: findings.team_lines
-- grain: finding about a line of TRF26
-- inputs: core.event_heads, core.games, core.team_rounds, staging.other_report_lines, staging.report_teams
-- about: Lines 260 (forbidden pairings), 300 (boards of a match), 801 and 802 (results of the teams) of TRF26 against the players' own
--   lines. Line 250 moves points for the pairing only, so no game can contradict it; 299 and 310 are compared with the points.
with
team_events as (
    select distinct event_id
    from staging.other_report_lines
    where code = '310'
),

lines as (
    select
        kept.event_id,
        kept.line_number,
        kept.code,
        kept.line_text,
        heads.source_file,
        team_events.event_id is not null as is_of_teams,
        heads.source_file || ', line ' || kept.line_number || ': line ' || kept.code as place
    from staging.other_report_lines as kept
    inner join core.event_heads as heads on kept.event_id = heads.event_id
    left join team_events on kept.event_id = team_events.event_id
    where
        kept.code in ('260', '300', '801', '802')
        and starts_with(kept.line_text, kept.code || ' ')
),

members as (
    select
        event_id,
        team_number,
        unnest(members) as start_number,
        generate_subscripts(members, 1) as place
    from staging.report_teams
),

-- 260: rounds in columns 5-7 and 9-11, who may not meet from 13 on
forbidden as (
    select
        *,
        coalesce(try_cast(trim(substr(line_text, 5, 3)) as bigint), 1) as first_round,
        coalesce(try_cast(trim(substr(line_text, 9, 3)) as bigint), 999999) as last_round,
        cast(regexp_extract_all(substr(line_text, 13), '[0-9]{1,9}') as bigint[]) as numbers
    from lines
    where code = '260'
),

meetings as (
    select
        event_id,
        true as is_of_teams,
        round_number,
        team_number as one,
        opponent_team as other
    from core.team_rounds
    union all
    select
        event_id,
        false as is_of_teams,
        round_number,
        start_number as one,
        opponent_number as other
    from core.games
    where outcome <> 'not_paired'
),

-- 300: round in 5-7, teams in 9-11 and 13-15, players by board from 16 on in fives
line_ups as (
    select
        *,
        try_cast(trim(substr(line_text, 5, 3)) as bigint) as round_number,
        try_cast(trim(substr(line_text, 9, 3)) as bigint) as team_number,
        try_cast(trim(substr(line_text, 13, 3)) as bigint) as opponent_team,
        unnest(cast(regexp_extract_all(substr(line_text, 16), '[0-9]{1,9}') as bigint[])) as start_number
    from lines
    where code = '300' and is_of_teams
),

-- 801 and 802: what stands for each round behind the points of the team
told as (
    select
        *,
        try_cast(regexp_extract(line_text, '^80[12] +([0-9]{1,9})', 1) as bigint) as team_number,
        regexp_extract_all(
            regexp_extract(line_text, '^80[12] +[0-9]+ .*?[0-9]\.[0-9](.*)$', 1),
            '[0-9]{1,9} +[wb] +(?:[0-9]+\.[0-9]|[-+=01]+(?: [0-9]+)?)|[FHZPU][A-Z]B +[0-9]+\.[0-9]|[FHZU]{2,}'
        ) as rounds
    from lines
    where code in ('801', '802') and is_of_teams
),

matches as (
    select
        told.* exclude (rounds),
        unnest(rounds) as match_text,
        generate_subscripts(rounds, 1) as round_number
    from told
),

results as (
    select
        matches.*,
        try_cast(regexp_extract(match_text, '^([0-9]+) +[wb]', 1) as bigint) as opponent_team,
        case when code = '802' then try_cast(regexp_extract(match_text, '([0-9]+\.[0-9])$', 1) as double) end as game_points,
        if(code = '801', regexp_extract_all(regexp_extract(match_text, '[wb] +([-+=01]+)', 1), '.'), []) as boards,
        regexp_extract(match_text, '[wb] +[-+=01]+ ([0-9]+)$', 1) as line_up
    from matches
),

boards_told as (
    select
        results.* exclude (boards),
        unnest(boards) as result_told,
        generate_subscripts(boards, 1) as board
    from results
),

boards as (
    select
        boards_told.*,
        members.start_number,
        games.outcome,
        games.result_code,
        case games.result_code when 'W' then '1' when 'D' then '=' when 'L' then '0' else games.result_code end as result_said
    from boards_told
    inner join members
        on
            boards_told.event_id = members.event_id
            and boards_told.team_number = members.team_number
            and try_cast(substr(boards_told.line_up, boards_told.board, 1) as bigint) = members.place
    inner join core.games as games
        on
            boards_told.event_id = games.event_id
            and boards_told.round_number = games.round_number
            and members.start_number = games.start_number
)

select
    forbidden.source_file,
    forbidden.line_number,
    cast(null as bigint) as column_number,
    forbidden.event_id,
    'warning' as severity,
    'forbidden_pair_met' as finding_code,
    'Round ' || meetings.round_number as subject,
    forbidden.place || ' forbids ' || if(forbidden.is_of_teams, 'teams ', 'players ') || meetings.one || ' and ' || meetings.other
    || ' to meet, and they met in round ' || meetings.round_number || '.' as finding,
    'The games count. Ask the arbiter if this was meant.' as action,
    cast(null as varchar) as article
from forbidden
inner join meetings
    on
        forbidden.event_id = meetings.event_id
        and forbidden.is_of_teams = meetings.is_of_teams
        and meetings.round_number between forbidden.first_round and forbidden.last_round
        and meetings.one < meetings.other
        and list_contains(forbidden.numbers, meetings.one)
        and list_contains(forbidden.numbers, meetings.other)
union all by name
select
    line_ups.source_file,
    line_ups.line_number,
    line_ups.event_id,
    'warning' as severity,
    'line_up_differs' as finding_code,
    'No. ' || line_ups.start_number || ', round ' || line_ups.round_number as subject,
    line_ups.place || ' puts no. ' || line_ups.start_number || ' on a board of team ' || line_ups.team_number || ' against team '
    || line_ups.opponent_team || ' in round ' || line_ups.round_number || ', and '
    || case
        when own.start_number is null then 'this is no member of team ' || line_ups.team_number
        when games.opponent_number is null then 'the player''s own line has no opponent in that round'
        else concat('the player''s own line has no. ', games.opponent_number, ' of team ' || others.team_number)
    end || '.' as finding,
    'The player''s own line counts. Correct the report.' as action
from line_ups
left join members as own
    on
        line_ups.event_id = own.event_id
        and line_ups.team_number = own.team_number
        and line_ups.start_number = own.start_number
left join core.games as games
    on
        line_ups.event_id = games.event_id
        and line_ups.round_number = games.round_number
        and line_ups.start_number = games.start_number
left join members as others
    on games.event_id = others.event_id and games.opponent_number = others.start_number
where
    line_ups.start_number > 0
    and (
        own.start_number is null
        or (games.opponent_number is null and games.outcome in ('bye', 'not_paired'))
        or (games.opponent_number is not null and others.team_number is distinct from line_ups.opponent_team)
    )
union all by name
select
    results.source_file,
    results.line_number,
    results.event_id,
    'warning' as severity,
    'team_result_differs' as finding_code,
    'Team ' || results.team_number || ', round ' || results.round_number as subject,
    results.place || ' has team ' || results.team_number || ' in round ' || results.round_number || ' with ' || concat_ws(
        ' and ',
        case
            when results.opponent_team is distinct from rounds.opponent_team
                then
                    concat_ws(
                        ' instead of ',
                        coalesce('opponent ' || results.opponent_team, 'no opponent'),
                        coalesce('' || rounds.opponent_team, 'none')
                    )
        end,
        case
            when results.game_points <> rounds.game_points
                then results.game_points || ' game points instead of ' || rounds.game_points
        end
    ) || ', which is what the players'' lines say.' as finding,
    'The players'' lines count. Correct the report.' as action
from results
inner join core.team_rounds as rounds
    on
        results.event_id = rounds.event_id
        and results.team_number = rounds.team_number
        and results.round_number = rounds.round_number
where
    not rounds.is_pending
    and (
        results.game_points <> rounds.game_points
        or results.opponent_team is distinct from rounds.opponent_team
    )
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'board_result_differs' as finding_code,
    'No. ' || start_number || ', round ' || round_number as subject,
    place || ' has ' || result_told || ' on board ' || board || ' of team ' || team_number || ' in round ' || round_number
    || ', played by no. ' || start_number || ', whose own line has ' || coalesce(result_code, 'no result') || '.' as finding,
    'The player''s own line counts. Correct the report.' as action
from boards
where outcome <> 'pending' and result_told is distinct from result_said
