-- check: rejected_lines_listed
-- severity: critical
-- inputs: quality.rejected_records, quality.source_files, staging.event_reports
-- about: The lines that a file's account says were set aside stand, each with its reason, among the rejected
--   records.
with

listed as (
    select
        source_file,
        count(distinct line_number) as listed_lines
    from quality.rejected_records
    where scope = 'line'
    group by source_file
)

select files.source_file as sample_key
from quality.source_files as files
left join listed on files.source_file = listed.source_file
left join staging.event_reports as reports on files.source_file = reports.source_file
where
    files.is_read
    -- files of seasons that this run leaves alone keep their records elsewhere
    and (files.event_id is null or reports.event_id is not null)
    and files.rejected_lines <> coalesce(listed.listed_lines, 0)
