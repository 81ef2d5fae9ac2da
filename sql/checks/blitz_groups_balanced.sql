-- check: blitz_groups_balanced
-- severity: critical
-- inputs: mart.blitz_events, mart.blitz_groups
-- about: In the proposed draw no group has two more players than another, nor two more of one club (18).
with
cells as (
    select
        series,
        event_id,
        '' as club,
        group_number
    from mart.blitz_groups
    union all
    select
        series,
        event_id,
        club,
        group_number
    from mart.blitz_groups
    where club is not null
),

sizes as (
    select
        series,
        event_id,
        club,
        group_number,
        count(*) as members
    from cells
    group by series, event_id, club, group_number
)

select sizes.series || ', ' || sizes.event_id || coalesce(', ' || nullif(sizes.club, ''), '') as sample_key
from sizes
inner join mart.blitz_events as events on sizes.series = events.series and sizes.event_id = events.event_id
group by sizes.series, sizes.event_id, sizes.club, events.groups_expected
having max(sizes.members) - if(count(*) < events.groups_expected, 0, min(sizes.members)) > 1
