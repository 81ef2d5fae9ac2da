-- check: reports_accounted_for
-- severity: critical
-- inputs: core.events, quality.findings, quality.source_files
-- about: A report that was read is an event, or a finding says why not: no event gets lost.
select files.source_file as sample_key
from quality.source_files as files
anti join core.events as events on files.source_file = events.source_file
anti join quality.findings as findings on files.source_file = findings.source_file
where files.kind = 'event_report' and files.is_read
