-- table: findings.games
-- grain: finding about a game or a player's points
-- inputs: core.event_heads, core.event_players, core.games, staging.event_reports, staging.report_players, staging.round_cells, staging.abnormal_points
-- about: What the two rows of a game, or the points column and the cells, tell differently.
with
cells as (
    select
        games.event_id,
        games.round_number,
        games.start_number,
        games.opponent_number,
        games.colour,
        games.result_code,
        games.is_confirmed,
        mirrors.start_number is not null as has_opponent_row,
        mirrors.opponent_number as opponent_of_opponent,
        mirrors.colour as colour_of_opponent,
        mirrors.result_code as result_of_opponent,
        players.name,
        opponents.name as opponent_name,
        heads.source_file,
        reports.is_partial,
        cells.line_number,
        cells.column_number
    from core.games as games
    inner join staging.event_reports as reports on games.event_id = reports.event_id
    inner join core.event_heads as heads on games.event_id = heads.event_id
    inner join core.event_players as players
        on games.event_id = players.event_id and games.start_number = players.start_number
    inner join staging.round_cells as cells
        on
            games.event_id = cells.event_id
            and games.start_number = cells.start_number
            and games.round_number = cells.round_number
    left join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    left join core.games as mirrors
        on
            games.event_id = mirrors.event_id
            and games.round_number = mirrors.round_number
            and games.opponent_number = mirrors.start_number
    where games.opponent_number is not null or not games.is_confirmed
),

told as (
    select
        *,
        'Round ' || round_number || ': no. ' || start_number || ' ' || coalesce(name, '(no name)') as subject,
        'no. ' || opponent_number || coalesce(' ' || opponent_name, '') as opponent
    from cells
),

contradictions as (
    select
        *,
        case
            when opponent_number is null then 'cell_unreadable'
            when opponent_number = start_number then 'paired_with_self'
            when not has_opponent_row and is_partial then 'opponent_outside'
            when not has_opponent_row then 'opponent_missing'
            when coalesce(opponent_of_opponent, 0) <> start_number then 'opponent_disagrees'
            else 'results_contradict'
        end as finding_code
    from told
    where not is_confirmed
),

points as (
    select
        players.event_id,
        players.start_number,
        players.name,
        players.points,
        players.points_computed,
        coalesce(abnormal.points_change, 0) as points_change,
        players.line_number,
        reported.points_column,
        heads.source_file,
        count(*) filter (games.opponent_number is null and games.result_code is null and games.outcome = 'not_paired') as blanks
    from core.event_players as players
    inner join core.event_heads as heads on players.event_id = heads.event_id
    inner join staging.report_players as reported
        on players.event_id = reported.event_id and players.start_number = reported.start_number
    inner join core.games as games
        on players.event_id = games.event_id and players.start_number = games.start_number
    left join staging.abnormal_points as abnormal
        on players.event_id = abnormal.event_id and players.start_number = abnormal.start_number
    group by all
)

select
    source_file,
    line_number,
    column_number,
    event_id,
    case when finding_code = 'opponent_outside' then 'info' else 'error' end as severity,
    finding_code,
    subject,
    case finding_code
        when 'cell_unreadable' then subject || ' has a cell that tells no opponent, and it cannot be read or another row names him.'
        when 'paired_with_self' then subject || ' is paired with himself.'
        when 'opponent_outside' then subject || ' has ' || opponent || ' as opponent, who is not in this part of the table.'
        when 'opponent_missing' then subject || ' has ' || opponent || ' as opponent, and the report has no such start number.'
        when 'opponent_disagrees'
            then
                subject || ' has ' || opponent || ' as opponent, whose own row says '
                || coalesce('no. ' || opponent_of_opponent, 'no opponent') || '.'
        else
            subject || ' has "' || coalesce(result_code, ' ') || '" against ' || opponent || ', whose own row says "'
            || coalesce(result_of_opponent, ' ') || '".'
    end as finding,
    case finding_code
        when 'opponent_outside'
            then 'The player''s average and performance are not computable and norms stay undecided. Put the whole table here.'
        else 'The game does not count and the player''s norms stay undecided. Ask the arbiter and correct the report.'
    end as action,
    cast(null as varchar) as article
from contradictions
union all by name
select
    source_file,
    line_number,
    column_number,
    event_id,
    'warning' as severity,
    'same_colour' as finding_code,
    subject,
    subject || ' and ' || opponent || ' both have ' || case colour when 'w' then 'White' else 'Black' end || '.' as finding,
    'Used: colours do not matter for norms. Correct the report.' as action
from told
where colour = colour_of_opponent and opponent_of_opponent = start_number and start_number < opponent_number
union all by name
select
    source_file,
    line_number,
    points_column as column_number,
    event_id,
    case when points_change <> 0 and points = points_computed + points_change then 'info' else 'warning' end as severity,
    case
        when points_change <> 0 and points = points_computed + points_change then 'abnormal_points' else 'points_differ'
    end as finding_code,
    'No. ' || start_number || ' ' || coalesce(name, '(no name)') as subject,
    'No. ' || start_number || ' ' || coalesce(name, '(no name)') || ' has ' || points || ' points in the report and '
    || points_computed || ' by his cells'
    || case
        when points_change <> 0 then '; line 299 changes them by ' || points_change
        when blanks > 1 then '; ' || blanks || ' rounds have neither opponent nor code'
        else ''
    end || '.' as finding,
    'Both are published. Norms rest on the games, not on this column.' as action
from points
where points is distinct from points_computed and points is not null
union all by name
select
    heads.source_file,
    players.line_number,
    games.event_id,
    'info' as severity,
    'hidden_bye' as finding_code,
    'Round ' || games.round_number || ': no. ' || games.start_number || ' ' || coalesce(players.name, '(no name)') as subject,
    'Round ' || games.round_number || ' of no. ' || games.start_number || ' ' || coalesce(players.name, '(no name)')
    || ' is blank and the points column shows ' || games.score || ' more than the cells.' as finding,
    'Taken as a bye worth ' || games.score || '; a bye is never a game.' as action
from core.games as games
inner join core.event_heads as heads on games.event_id = heads.event_id
inner join core.event_players as players
    on games.event_id = players.event_id and games.start_number = players.start_number
where games.outcome = 'bye' and games.result_code is null
