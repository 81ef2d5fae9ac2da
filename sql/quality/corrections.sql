-- table: quality.corrections
-- grain: [[correction]] of corrections.toml
-- inputs: staging.corrections
-- about: Declared corrections of raw files and what became of each; raw files are never edited.
select
    source_file,
    line_number,
    corrected_file,
    event_id,
    player_number,
    round_number,
    field,
    found,
    guard,
    value,
    reason,
    status
from staging.corrections
