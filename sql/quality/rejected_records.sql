-- table: quality.rejected_records
-- grain: record that was set aside
-- inputs: staging.rejected_records
-- about: Published as the readers left it.
select
    source_file,
    line_number,
    column_number,
    event_id,
    scope,
    reason_code,
    reason,
    raw_text
from staging.rejected_records
