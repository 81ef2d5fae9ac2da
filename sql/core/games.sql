-- table: core.games
-- grain: event, round and start number, for every player and every round
-- inputs: core.event_heads, staging.event_reports, staging.event_sidecars, staging.report_players, staging.round_cells, staging.abnormal_points
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
    select distinct
        event_id,
        round_number,
        opponent_number
    from staging.round_cells
    where opponent_number is not null
),

cells as (
    select
        rounds.event_id,
        rounds.is_team_event,
        rounds.round_number,
        rounds.start_number,
        cells.opponent_number,
        cells.colour,
        cells.result_code,
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
            when is_team_event and opponent_number is null and result_code = '+' then 'forfeit_win'
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
            when result_code in ('1', '+', 'W', 'F', 'U') then 1.0
            when result_code in ('=', 'D', 'H') then 0.5
            when result_code in ('0', '-', 'L', 'Z') then 0.0
            when opponent_number is null and result_code is null then 0.0
        end as score_of_cell,
        opponent_number is null and result_code is null as is_blank,
        case
            when opponent_number is null then coalesce(result_code, '') <> '*' and not is_named_by_another
            when is_self or not has_mirror or coalesce(opponent_of_opponent, 0) <> start_number then false
            when result_code is null or result_code = '*' then coalesce(result_of_opponent, '*') = '*'
            else coalesce(
                (result_code || result_of_opponent) in ('10', '01', '==', 'WL', 'LW', 'DD', '+-', '-+', '--'),
                false
            )
        end as is_confirmed
    from cells
),

weighed as (
    -- points by the report's own scoring (line 162), for the comparison with its points column only
    select
        understood.*,
        case
            when understood.is_self or understood.outcome_of_cell = 'pending' then 0.0
            when understood.result_code = 'U' then coalesce(reports.points_pairing_bye, 1.0)
            when understood.result_code = 'Z' then coalesce(reports.points_absent, 0.0)
            when understood.score_of_cell = 1.0 then coalesce(reports.points_win, 1.0)
            when understood.score_of_cell = 0.5 then coalesce(reports.points_draw, 0.5)
            when understood.is_blank then 0.0
            when understood.outcome_of_cell in ('played', 'not_rated') then coalesce(reports.points_loss, 0.0)
            else 0.0
        end as weight
    from understood
    inner join staging.event_reports as reports on understood.event_id = reports.event_id
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

hidden_byes as (
    -- exactly one blank cell and half a point or a point more than the cells: the blank is a bye of that worth
    select
        totals.event_id,
        totals.start_number,
        players.points - totals.weight - coalesce(abnormal.points_change, 0.0) as bye_points
    from totals
    inner join staging.report_players as players
        on totals.event_id = players.event_id and totals.start_number = players.start_number
    left join staging.abnormal_points as abnormal
        on totals.event_id = abnormal.event_id and totals.start_number = abnormal.start_number
    where totals.blanks = 1 and players.points - totals.weight - coalesce(abnormal.points_change, 0.0) in (0.5, 1.0)
)

select
    weighed.event_id,
    weighed.round_number,
    weighed.start_number,
    weighed.opponent_number,
    weighed.colour,
    weighed.result_code,
    case
        when weighed.is_blank and hidden_byes.event_id is not null then hidden_byes.bye_points
        when weighed.outcome_of_cell <> 'pending' then weighed.score_of_cell
    end as score,
    case when weighed.is_blank and hidden_byes.event_id is not null then 'bye' else weighed.outcome_of_cell end as outcome,
    weighed.outcome_of_cell in ('played', 'not_rated') and not weighed.is_decided_elsewhere as is_over_board,
    weighed.is_confirmed,
    case
        when weighed.is_blank and hidden_byes.event_id is not null then hidden_byes.bye_points else weighed.weight
    end as points_by_report
from weighed
left join hidden_byes
    on weighed.event_id = hidden_byes.event_id and weighed.start_number = hidden_byes.start_number
