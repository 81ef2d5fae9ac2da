-- table: mart.blitz_boards
-- grain: team event of a blitz series, round, start number
-- inputs: staging.series_teams, core.games, mart.blitz_events, mart.blitz_results
-- about: On which board of his team a player sat (10, 11): in each round those of the team who had an opponent, in the order in which
--   the series file names them.
with
members as (
    select distinct on (teams.series, teams.event_id, start_number)
        teams.series,
        teams.event_id,
        teams.team,
        teams.club,
        unnest(teams.start_numbers) as start_number,
        unnest(range(1, len(teams.start_numbers) + 1)) as position
    from staging.series_teams as teams
    order by teams.team, position
)

select
    events.series,
    events.event_id,
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
                    partition by events.series, events.event_id, games.round_number, members.team, games.opponent_number is null
                    order by members.position
                )
    end as board,
    games.opponent_number,
    cast(2 * games.score as bigint) as half_points,
    games.outcome
from mart.blitz_events as events
inner join members on events.series = members.series and events.event_id = members.event_id
inner join mart.blitz_results as results
    on
        members.series = results.series
        and members.event_id = results.event_id
        and members.start_number = results.start_number
inner join core.games as games on members.event_id = games.event_id and members.start_number = games.start_number
where events.stage in ('team', 'mixed_team')
