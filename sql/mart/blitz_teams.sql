-- table: mart.blitz_teams
-- grain: team event of a blitz series, team
-- inputs: mart.blitz_boards, mart.blitz_events
-- about: The teams by the points of their boards (16), and how many of their players other clubs have registered (10).
with
totals as (
    select
        series,
        event_id,
        team,
        club,
        coalesce(sum(half_points), 0) as half_points,
        count(distinct start_number) filter (plays_for_other_club) as players_of_other_clubs
    from mart.blitz_boards
    group by series, event_id, team, club
),

placed as (
    select
        *,
        rank() over table_order as place,
        list(team) over (
            partition by series, event_id, half_points
            order by team
            rows between unbounded preceding and unbounded following
        ) as level
    from totals
    window table_order as (partition by series, event_id order by half_points desc)
)

select
    placed.series,
    placed.event_id,
    placed.team,
    placed.club,
    as_points(placed.half_points) as points,
    placed.place,
    list_filter(placed.level, lambda other: other <> placed.team) as tied_with,
    -- as many cups as there are; where more clubs share the last one, nobody can say whose it is
    case
        when not events.is_finished then null
        when placed.place + len(placed.level) - 1 <= events.cups then true
        when placed.place > events.cups then false
    end as has_cup,
    placed.players_of_other_clubs
from placed
inner join mart.blitz_events as events on placed.series = events.series and placed.event_id = events.event_id
