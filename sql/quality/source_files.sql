-- table: quality.source_files
-- grain: file below the raw folder
-- inputs: staging.source_files
-- about: Published as the readers left it.
select
    source_file,
    kind,
    sha256,
    bytes,
    is_read,
    reason,
    layout,
    encoding,
    event_id,
    list_month,
    lines_read,
    good_records,
    rejected_lines,
    blank_lines,
    header_lines
from staging.source_files
