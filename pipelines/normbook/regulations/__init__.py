"""The regulations as data: editions of the title regulations, their tables, and the regulations of series."""

from normbook.regulations.arithmetic import ScoreRow, half_up, percentage_score, score_table
from normbook.regulations.edition_rows import parameters
from normbook.regulations.loader import edition_in_force, edition_named, load_editions, performance_differences
from normbook.regulations.readings import Readings, editions_read, readings_named, switches
from normbook.regulations.series import series_regulation, series_regulation_files
from normbook.regulations.tables import reference_tables, trust_rank

__all__ = [
    "Readings",
    "ScoreRow",
    "edition_in_force",
    "edition_named",
    "editions_read",
    "half_up",
    "load_editions",
    "parameters",
    "percentage_score",
    "performance_differences",
    "readings_named",
    "reference_tables",
    "score_table",
    "series_regulation",
    "series_regulation_files",
    "switches",
    "trust_rank",
]
