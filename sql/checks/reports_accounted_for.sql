-- check: reports_accounted_for
-- severity: critical
-- inputs: core.events, quality.findings, staging.event_reports
-- about: A report that was read is an event, or a finding says why not: no event gets lost.
select reports.source_file as sample_key
from staging.event_reports as reports
anti join core.events as events on reports.source_file = events.source_file
anti join quality.findings as findings on reports.source_file = findings.source_file
