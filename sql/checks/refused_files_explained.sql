-- check: refused_files_explained
-- severity: critical
-- inputs: quality.source_files
-- about: A file that was refused or left alone says why.
select source_file as sample_key
from quality.source_files
where not is_read and reason is null
