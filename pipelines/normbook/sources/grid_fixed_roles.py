"""What the columns of a table without headings are, by what they hold: magazines print tables so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from normbook.sources.crosstable_cells import best_form
from normbook.sources.player_fields import read_place, read_total
from normbook.sources.titles import is_known_title

_RESULTS = re.compile(r"(?:[10=½+\-*.xX#\\]|1/2){1,4}")
_TITLE_OF_OLD = re.compile(r"w?[gmfc]|[A-Z]{2,3}")
_BLANKS = {"", "-", "--", "---", "----"}


def headings_by_content(columns: Sequence[Sequence[str]]) -> list[str]:
    """Headings for columns (texts of each, from top to bottom): number, name, title, federation, rating, rounds, points.

    Nothing where there are no numbers, names or results of a round robin or a Swiss: then it is no crosstable.
    """
    if not columns or any(read_place(text) is None for text in columns[0] if text):
        return []
    first, last = _run_of_results(columns)
    letters = [sum(sum(map(str.isalpha, text)) for text in column) for column in columns[:first]]
    if first == last or not any(letters):
        return []
    name = letters.index(max(letters))
    headings = ["No.", *[""] * (len(columns) - 1)]
    for at, column in enumerate(columns):
        if first <= at < last:
            headings[at] = str(at - first + 1)
        elif at == name:
            headings[at] = "Name"
        elif 0 < at < first:
            headings[at] = _of_a_player(column)
    points = next(
        (at for at in range(last, len(columns)) if all(read_total(text) is not None for text in columns[at])), None
    )
    if points is not None:
        headings[points] = "Pts."
    return headings


def _of_a_player(column: Sequence[str]) -> str:
    texts = [text for text in column if text not in _BLANKS]
    if texts and all(_TITLE_OF_OLD.fullmatch(text) and is_known_title(text) for text in texts):
        return "Title"
    if texts and all(re.fullmatch("[A-Za-z]{3}", text) for text in texts):
        return "FED"
    return "Rtg" if texts and all(re.fullmatch("[0-9]{3,4}", text) for text in texts) else ""


def _run_of_results(columns: Sequence[Sequence[str]]) -> tuple[int, int]:
    """First column with results and the one behind the last: the longest run of columns that hold nothing else."""
    best, start = (0, 0), None
    for at in range(1, len(columns) + 1):
        is_inside = at < len(columns) and _holds_results(columns[at])
        if is_inside and start is None:
            start = at
        elif not is_inside and start is not None:
            best = max(best, (start, at), key=lambda run: run[1] - run[0])
            start = None
    size = len(columns[0])
    # as many results as players are a round robin, and what follows them is the sum
    return (best[0], min(best[1], best[0] + size)) if _is_round_robin(columns, best[0], size) else best


def _holds_results(column: Sequence[str]) -> bool:
    texts = [text for text in column if text]
    if texts and all(_RESULTS.fullmatch(text) for text in texts):
        return True
    form, share = best_form(texts)
    return bool(texts) and share * 2 > 1 and all(form.read(text) for text in texts)


def _is_round_robin(columns: Sequence[Sequence[str]], first: int, size: int) -> bool:
    diagonal = [columns[first + at][at] for at in range(size) if first + at < len(columns)]
    return len(diagonal) == size and all(not re.search(r"[10=½+]", text) for text in diagonal)
