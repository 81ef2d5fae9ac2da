-- table: mart.blitz_groups
-- grain: championship of a blitz series that is played in groups, player
-- inputs: mart.blitz_events, mart.blitz_results
-- about: A draw of the groups that keeps the clubs apart (18): the players of one club stand together, the largest club first, and are dealt
--   to the groups in turn. So no group has two more of a club than another, and the groups differ by one player at most.
with
entrants as (
    select distinct on (events.series, events.event_id, results.player_key)
        events.series,
        events.event_id,
        events.groups_expected,
        results.player_key,
        results.fide_id,
        results.name,
        results.club,
        results.event_id as entered_in,
        results.start_number,
        coalesce(name_key(results.club), results.player_key) as side
    from mart.blitz_events as events
    inner join mart.blitz_results as results
        on events.series = results.series and list_contains(events.entered_in, results.event_id)
    where events.groups_expected > 1
    order by list_position(events.entered_in, results.event_id), results.start_number
),

sized as (
    select
        *,
        count(*) over (partition by series, event_id, side) as side_size
    from entrants
)

select
    series,
    event_id,
    player_key,
    fide_id,
    name,
    club,
    1 + (
        row_number() over (
            partition by series, event_id order by side_size desc, side, entered_in, start_number
        ) - 1
    ) % groups_expected as group_number
from sized
