-- check: verdicts_of_judged_events
-- severity: critical
-- inputs: core.events, mart.norm_verdicts, ref.editions
-- article: 0.22
-- about: A verdict is by the edition of its event, which is encoded; while games are pending nothing is decided.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join core.events as events on verdicts.event_id = events.event_id
left join ref.editions as editions on verdicts.edition = editions.edition
where
    editions.edition is null
    or verdicts.edition is distinct from events.edition
    or (verdicts.achieved is not null and not events.is_finished)
