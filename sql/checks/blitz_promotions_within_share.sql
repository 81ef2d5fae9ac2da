-- check: blitz_promotions_within_share
-- severity: critical
-- inputs: mart.blitz_events, mart.blitz_promotions
-- about: Besides an annual champion nobody moves up above the share of those who started (4, 5).
select events.series || ', ' || events.event_id as sample_key
from mart.blitz_events as events
inner join mart.blitz_promotions as promotions
    on events.series = promotions.series and events.event_id = promotions.event_id
where promotions.promoted
group by events.series, events.event_id, events.moves_up, events.annual_championship
having
    count(*) filter (promotions.reason = 'place') > events.moves_up
    or count(*) filter (promotions.reason = 'champion') > if(events.annual_championship, 1, 0)
