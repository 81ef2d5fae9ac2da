-- check: norms_lost_for_a_reason
-- severity: warning
-- inputs: mart.run_changes
-- article: 1.5
-- about: A norm that was published and is none any more has a reason that a person can see: the event is gone, or its report, list or
--   edition is another one. Otherwise a sidecar, a correction or the program itself took it away.
select lost.event_id || ', player ' || lost.start_number || ', ' || lost.title_sought as sample_key
from mart.run_changes as lost
left join mart.run_changes as events
    on lost.event_id = events.event_id and events.change in ('gone_event', 'changed_event')
where lost.change = 'lost_norm' and events.event_id is null
