-- check: source_files_balance
-- severity: critical
-- inputs: quality.source_files
-- about: Every line of a raw file is a record, set aside, blank or a header: nothing disappears uncounted.
select source_file as sample_key
from quality.source_files
where lines_read <> good_records + rejected_lines + blank_lines + header_lines
