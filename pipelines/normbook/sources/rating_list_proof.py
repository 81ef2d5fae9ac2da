"""When a layout is proved on the data of a list."""

from __future__ import annotations

SAMPLE_LINES = 1000
# A list whose lines often end before the layout does was saved by a program that cuts blanks at line ends.
SHORT_LINES_OF_A_TRIMMED_FILE = 20
_TOLERATED_BAD_LINES = 20
_GOOD_LINES_PER_BAD = 99


def is_proved(good: int, bad: int) -> bool:
    """Tell whether a layout fits: over 99 % of the lines can be read; in a list with few bad lines, half of them."""
    return good > bad * _GOOD_LINES_PER_BAD or (bad <= _TOLERATED_BAD_LINES and good >= max(bad, 1))
