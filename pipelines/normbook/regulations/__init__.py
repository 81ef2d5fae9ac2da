"""The regulations as data: editions of the title regulations, their tables, and the regulations of series."""

from normbook.regulations.arithmetic import ScoreRow, half_up, percentage_score, score_table
from normbook.regulations.loader import edition_in_force, edition_named, load_editions, performance_differences
from normbook.regulations.series import discipline_of, known_series_regulations
from normbook.regulations.tables import reference_tables

__all__ = [
    "ScoreRow",
    "discipline_of",
    "edition_in_force",
    "edition_named",
    "half_up",
    "known_series_regulations",
    "load_editions",
    "percentage_score",
    "performance_differences",
    "reference_tables",
    "score_table",
]
