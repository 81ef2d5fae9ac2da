-- table: core.games
-- grain: event, round and start number, for every player and every round
-- inputs: core.event_heads, staging.event_reports, staging.event_sidecars, staging.report_players, staging.round_cells, staging.abnormal_points, staging.abnormal_results
-- about: What each cell of the report means (1.42c): played, forfeit, bye, not rated, not paired, pending. A cell that the opponent's
--   row does not confirm is kept and marked.
with
rounds as (
    select
        heads.event_id,
        heads.system = 'team' or heads.has_teams as is_team_event,
        players.start_number,
        unnest(range(1, heads.rounds + 1)) as round_number
    from core.event_heads as heads
    inner join staging.report_players as players on heads.event_id = players.event_id
),

started as (
    -- DuckDB loses rows where distinct and unnest stand in one select
    select distinct *
    from (
        select
            event_id,
            unnest(started_forfeits, recursive := true)
        from staging.event_sidecars
    ) as named
),

absences as (
    -- the code that the report should have
    select
        event_id,
        round_number,
        start_number,
        any_value(
            case kind when 'own_forfeit' then '-' when 'requested_bye' then 'H' when 'pairing_bye' then 'U' else '+' end
        ) as result_code
    from (
        select
            event_id,
            unnest(absences, recursive := true)
        from staging.event_sidecars
    ) as named
    group by event_id, round_number, start_number
),

decided_elsewhere as (
    select distinct *
    from (
        select
            event_id,
            unnest(not_over_board, recursive := true)
        from staging.event_sidecars
    ) as named
),

named_opponents as (
    -- who has no opponent there himself: of the others it is not asked
    select distinct
        naming.event_id,
        naming.round_number,
        naming.opponent_number
    from staging.round_cells as naming
    left join staging.round_cells as paired
        on
            naming.event_id = paired.event_id
            and naming.round_number = paired.round_number
            and naming.opponent_number = paired.start_number
            and paired.opponent_number is not null
    where naming.opponent_number is not null and paired.event_id is null
),

cells as (
    select
        rounds.event_id,
        rounds.is_team_event,
        rounds.round_number,
        rounds.start_number,
        cells.opponent_number,
        cells.colour,
        coalesce(absences.result_code, cells.result_code) as result_code,
        cells.result_code as written_code,
        absences.result_code is not null as is_told,
        mirrors.opponent_number as opponent_of_opponent,
        mirrors.result_code as result_of_opponent,
        mirrors.event_id is not null as has_mirror,
        cells.opponent_number = cells.start_number as is_self,
        named.event_id is not null as is_named_by_another,
        started_own.event_id is not null or started_other.event_id is not null as is_started,
        elsewhere_own.event_id is not null or elsewhere_other.event_id is not null as is_decided_elsewhere
    from rounds
    left join staging.round_cells as cells
        on
            rounds.event_id = cells.event_id
            and rounds.start_number = cells.start_number
            and rounds.round_number = cells.round_number
    left join staging.round_cells as mirrors
        on
            cells.event_id = mirrors.event_id
            and cells.opponent_number = mirrors.start_number
            and cells.round_number = mirrors.round_number
    left join absences
        on
            rounds.event_id = absences.event_id
            and rounds.start_number = absences.start_number
            and rounds.round_number = absences.round_number
    left join named_opponents as named
        on
            rounds.event_id = named.event_id
            and rounds.start_number = named.opponent_number
            and rounds.round_number = named.round_number
            and cells.opponent_number is null
    left join started as started_own
        on
            rounds.event_id = started_own.event_id
            and rounds.round_number = started_own.round_number
            and rounds.start_number = started_own.start_number
    left join started as started_other
        on
            rounds.event_id = started_other.event_id
            and rounds.round_number = started_other.round_number
            and cells.opponent_number = started_other.start_number
    left join decided_elsewhere as elsewhere_own
        on
            rounds.event_id = elsewhere_own.event_id
            and rounds.round_number = elsewhere_own.round_number
            and rounds.start_number = elsewhere_own.start_number
    left join decided_elsewhere as elsewhere_other
        on
            rounds.event_id = elsewhere_other.event_id
            and rounds.round_number = elsewhere_other.round_number
            and cells.opponent_number = elsewhere_other.start_number
),

understood as (
    select
        *,
        case
            when is_self or (opponent_number is null and result_code = '*') then 'pending'
            when result_code in ('H', 'F', 'U') then 'bye'
            when result_code = 'Z' then 'not_paired'
            when (is_team_event or is_told) and opponent_number is null and result_code = '+' then 'forfeit_win'
            when is_told and opponent_number is null and result_code = '-' then 'forfeit_loss'
            when opponent_number is null and result_code in ('1', '+', '=') then 'bye'
            when opponent_number is null then 'not_paired'
            when result_code in ('1', '=', '0') then 'played'
            when result_code in ('W', 'D', 'L') then 'not_rated'
            when result_code in ('+', '-') and is_started then 'played'
            when result_code = '+' then 'forfeit_win'
            when result_code = '-' then 'forfeit_loss'
            else 'pending'
        end as outcome_of_cell,
        case
            when is_self then null
            when written_code in ('1', '+', 'W', 'F', 'U') then 1.0
            when written_code in ('=', 'D', 'H') then 0.5
            when written_code in ('0', '-', 'L', 'Z') then 0.0
            when opponent_number is null and written_code is null then 0.0
        end as score_of_cell,
        opponent_number is null and written_code is null as is_blank,
        -- what TRF26 calls the result (lines 162 and 299); a sign or figure without opponent is a bye of older programs, but a plus
        -- in a team event, where a board is won without one
        case
            when written_code in ('1', 'W', '=', 'D', '0', 'L') and opponent_number is not null
                then case when written_code in ('1', 'W') then 'W' when written_code in ('=', 'D') then 'D' else 'L' end
            when written_code = '+' then if(opponent_number is null and not is_team_event, 'F', '+')
            when written_code = '-' then if(opponent_number is null, 'Z', '-')
            when written_code in ('1', 'W') then 'F'
            when written_code in ('=', 'D') then 'H'
            when written_code in ('0', 'L') or (opponent_number is null and written_code is null) then 'Z'
            else written_code
        end as result_type,
        case
            when opponent_number is null then coalesce(written_code, '') <> '*' and not is_named_by_another
            when is_self or not has_mirror or coalesce(opponent_of_opponent, 0) <> start_number then false
            when written_code is null or written_code = '*' then coalesce(result_of_opponent, '*') = '*'
            else coalesce(
                (written_code || result_of_opponent) in ('10', '01', '==', 'WL', 'LW', 'DD', '+-', '-+', '--'),
                false
            )
        end as is_confirmed
    from cells
),

weighed as (
    -- points by the report's own scoring (lines 162, 299, XXS, BBW), for the comparison with its points column only
    select
        understood.*,
        coalesce(
            abnormal.points,
            case
                when understood.is_self or (understood.outcome_of_cell = 'pending' and understood.result_type is null) then 0.0
                when understood.result_type = 'W' then coalesce(reports.points_win, 1.0)
                when understood.result_type = 'D' then coalesce(reports.points_draw, 0.5)
                when understood.result_type = 'L' then coalesce(reports.points_loss, 0.0)
                when understood.result_type = '+' then coalesce(reports.points_forfeit_win, 1.0)
                when understood.result_type = '-' then coalesce(reports.points_forfeit_loss, 0.0)
                when understood.result_type = 'F' then coalesce(reports.points_full_bye, 1.0)
                when understood.result_type = 'H' then coalesce(reports.points_half_bye, 0.5)
                when understood.result_type = 'U' then coalesce(reports.points_pairing_bye, reports.points_win, 1.0)
                when understood.result_type = 'Z' then coalesce(reports.points_absent, 0.0)
                when understood.result_type = '*' then coalesce(reports.points_unknown, 0.0)
            end
        ) as weight
    from understood
    inner join staging.event_reports as reports on understood.event_id = reports.event_id
    left join staging.abnormal_results as abnormal
        on
            understood.event_id = abnormal.event_id
            and understood.start_number = abnormal.start_number
            and understood.round_number = abnormal.round_number
            and understood.result_type = abnormal.result_type
),

totals as (
    select
        weighed.event_id,
        weighed.start_number,
        sum(weighed.weight) as weight,
        count(*) filter (weighed.is_blank) as blanks
    from weighed
    group by weighed.event_id, weighed.start_number
),

missing_points as (
    select
        totals.event_id,
        totals.start_number,
        players.points - totals.weight - coalesce(abnormal.points_change, 0.0) as points,
        coalesce(reports.points_half_bye, 0.5) as half_bye,
        coalesce(reports.points_full_bye, 1.0) as full_bye
    from totals
    inner join staging.event_reports as reports on totals.event_id = reports.event_id
    inner join staging.report_players as players
        on totals.event_id = players.event_id and totals.start_number = players.start_number
    left join staging.abnormal_points as abnormal
        on totals.event_id = abnormal.event_id and totals.start_number = abnormal.start_number
    where totals.blanks = 1
),

hidden_byes as (
    -- exactly one blank cell and as much more than the cells as a bye is worth: the blank is that bye
    select
        event_id,
        start_number,
        points as bye_points,
        if(points = half_bye, 0.5, 1.0) as score
    from missing_points
    where points > 0 and points in (half_bye, full_bye)
)

select
    weighed.event_id,
    weighed.round_number,
    weighed.start_number,
    weighed.opponent_number,
    weighed.colour,
    weighed.result_code,
    case
        when weighed.is_blank and hidden_byes.event_id is not null then hidden_byes.score
        when weighed.outcome_of_cell <> 'pending' then weighed.score_of_cell
    end as score,
    case
        when weighed.is_blank and hidden_byes.event_id is not null and not weighed.is_told then 'bye' else weighed.outcome_of_cell
    end as outcome,
    weighed.outcome_of_cell in ('played', 'not_rated') and not weighed.is_decided_elsewhere as is_over_board,
    weighed.is_confirmed,
    case
        when weighed.is_blank and hidden_byes.event_id is not null then hidden_byes.bye_points else weighed.weight
    end as points_by_report
from weighed
left join hidden_byes
    on weighed.event_id = hidden_byes.event_id and weighed.start_number = hidden_byes.start_number
