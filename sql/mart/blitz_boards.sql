-- table: mart.blitz_boards
-- grain: team event of a blitz series, round, start number
-- inputs: staging.series_teams, staging.report_teams, core.games, mart.blitz_events, mart.blitz_results
-- about: On which board of his team a player sat (10, 11): in each round those of the team who had an opponent, in the order in which
--   the series file names them; where it names no team of the event, the report does.
with
teams as (
    select
        events.series,
        events.event_id,
        coalesce(written.team, reported.team_number) as team,
        coalesce(written.club, reported.name, 'team ' || reported.team_number) as club,
        coalesce(written.start_numbers, reported.members) as start_numbers
    from mart.blitz_events as events
    left join staging.series_teams as written on events.series = written.series and events.event_id = written.event_id
    left join staging.report_teams as reported on events.event_id = reported.event_id and written.team is null
    where events.stage in ('team', 'mixed_team')
),

named as (
    select
        series,
        event_id,
        team,
        club,
        unnest(start_numbers) as start_number,
        unnest(range(1, len(start_numbers) + 1)) as position
    from teams
),

members as (
    -- who is named twice belongs to the first of the teams; DuckDB loses rows where distinct and unnest stand in one select
    select distinct on (series, event_id, start_number) *
    from named
    order by team, position
)

select
    members.series,
    members.event_id,
    games.round_number,
    games.start_number,
    results.player_key,
    members.team,
    members.club,
    games.outcome in ('played', 'not_rated') and name_key(results.club) <> name_key(members.club) and results.club is not null
        as plays_for_other_club,
    case
        when games.opponent_number is not null
            then
                row_number() over (
                    partition by members.series, members.event_id, games.round_number, members.team, games.opponent_number is null
                    order by members.position
                )
    end as board,
    games.opponent_number,
    cast(2 * games.score as bigint) as half_points,
    games.outcome
from members
inner join mart.blitz_results as results
    on
        members.series = results.series
        and members.event_id = results.event_id
        and members.start_number = results.start_number
inner join core.games as games on members.event_id = games.event_id and members.start_number = games.start_number
