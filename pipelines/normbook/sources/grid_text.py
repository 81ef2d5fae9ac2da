"""Texts to grids, one line a row: separated by semicolon, tab, comma, bar or star, else in fixed columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable

from normbook.sources.decoding import decode, lines_of
from normbook.sources.grid import Grid, Grids, Row
from normbook.sources.grid_fixed import fixed_grid

_SEPARATORS = ";\t,|*"
_SEPARATOR_TOLD = re.compile(r'"?sep=.?"?', re.IGNORECASE)


def text_grids(raw: bytes, fitness: Callable[[Grid], int]) -> Grids:
    """Read a text with each separator that occurs in it and keep the grid that is fittest, the first of equals.

    Where none gives a table the columns are fixed ones. A line at a time, so that a quotation mark without its fellow spoils no
    more than its own row. Raise SourceError for what is no text.
    """
    text, encoding = decode(raw)
    lines = lines_of(text)
    # a line that Excel writes for itself, not for people
    if lines and _SEPARATOR_TOLD.fullmatch(lines[0]):
        lines[0] = ""
    grids = [_grid(lines, separator) for separator in _SEPARATORS if separator in text]
    best = max(grids, key=fitness, default=None)
    if best is None or not fitness(best):
        best = fixed_grid(lines)
    return Grids("text", encoding, (best,))


def _grid(lines: list[str], separator: str) -> Grid:
    return Grid(
        tuple(Row(number, f"line {number}", _cells(line, separator)) for number, line in enumerate(lines, start=1))
    )


def _cells(line: str, separator: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=separator), []))
    except csv.Error:
        return tuple(line.split(separator))
