-- table: core.team_rounds
-- grain: event, team and round
-- inputs: core.games, staging.event_reports, staging.report_teams, staging.team_awards
-- about: Points of the teams by their players' games and the report's own scoring (lines 162 and 362): the boards, byes (240, 320),
--   forfeited matches (330) and penalties (299). For the comparison with line 310 only; norms rest on the players' games.
with
members as (
    select
        event_id,
        team_number,
        unnest(members) as start_number
    from staging.report_teams
),

boards as (
    select
        games.event_id,
        members.team_number,
        games.round_number,
        sum(games.points_by_report) as game_points,
        bool_or(games.outcome = 'pending') as is_pending,
        mode(others.team_number) filter (others.team_number <> members.team_number) as opponent_team
    from core.games as games
    inner join members on games.event_id = members.event_id and games.start_number = members.start_number
    left join members as others
        on games.event_id = others.event_id and games.opponent_number = others.start_number
    group by games.event_id, members.team_number, games.round_number
),

awarded as (
    select
        event_id,
        team_number,
        round_number,
        max(award) filter (award in ('P', 'F', 'H', 'Z')) as bye,
        max(award) filter (award in ('+', '-')) as forfeit,
        max(opponent_number) as opponent_team,
        max(match_points) filter (award = 'P') as bye_match_points,
        max(game_points) filter (award = 'P') as bye_game_points,
        coalesce(sum(match_points) filter (award = '*'), 0.0) as match_points_change,
        coalesce(sum(game_points) filter (award = '*'), 0.0) as game_points_change
    from staging.team_awards
    group by event_id, team_number, round_number
),

rounds as (
    select
        boards.event_id,
        boards.team_number,
        boards.round_number,
        boards.is_pending,
        coalesce(boards.opponent_team, awarded.opponent_team) as opponent_team,
        awarded.bye,
        awarded.forfeit,
        awarded.bye_match_points,
        coalesce(awarded.match_points_change, 0.0) as match_points_change,
        coalesce(reports.team_points_win, 2.0) as win,
        coalesce(reports.team_points_draw, 1.0) as draw,
        coalesce(reports.team_points_loss, 0.0) as loss,
        boards.game_points + coalesce(awarded.game_points_change, 0.0) + case awarded.bye
            when 'P' then coalesce(awarded.bye_game_points, 0.0)
            when 'F' then coalesce(reports.boards * coalesce(reports.points_full_bye, 1.0), 0.0)
            when 'H' then coalesce(reports.boards * coalesce(reports.points_half_bye, 0.5), 0.0)
            else 0.0
        end as game_points
    from boards
    inner join staging.event_reports as reports on boards.event_id = reports.event_id
    left join awarded
        on
            boards.event_id = awarded.event_id
            and boards.team_number = awarded.team_number
            and boards.round_number = awarded.round_number
)

select
    rounds.event_id,
    rounds.team_number,
    rounds.round_number,
    rounds.opponent_team,
    rounds.is_pending,
    rounds.game_points,
    rounds.match_points_change + case
        when rounds.bye = 'P' then coalesce(rounds.bye_match_points, rounds.win)
        when rounds.bye = 'F' then rounds.win
        when rounds.bye = 'H' then rounds.draw
        when rounds.bye = 'Z' or rounds.forfeit = '-' then 0.0
        when rounds.forfeit = '+' then rounds.win
        when opponents.team_number is null or rounds.is_pending then 0.0
        when rounds.game_points > opponents.game_points then rounds.win
        when rounds.game_points = opponents.game_points then rounds.draw
        else rounds.loss
    end as match_points
from rounds
left join rounds as opponents
    on
        rounds.event_id = opponents.event_id
        and rounds.opponent_team = opponents.team_number
        and rounds.round_number = opponents.round_number
