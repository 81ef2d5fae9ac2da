"""The rows of a list converted to CSV: what stands above its header, and lines that a quotation mark holds together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from normbook.sources.rating_list_csv_columns import Columns, cells_of, columns_by_count, columns_by_header
from normbook.sources.rating_list_lines import Block

# The header stands in one of the first lines, as in crosstables; above it are a line for a spreadsheet or a letterhead.
_LINES_TO_LOOK_AT = 40
_FOR_A_SPREADSHEET = re.compile(r"\s*\"?sep=.\"?\s*", re.IGNORECASE)
# A mark that nobody closes must not swallow the list.
_LINES_OF_A_ROW = 5


class Row(NamedTuple):
    """One row: the number of its first line, how many lines it takes, its text with LF between them, bytes that were not UTF-8."""

    number: int
    lines: int
    text: str
    raw_bytes: bytes | None


def find_header(lines: Sequence[str]) -> tuple[int, Columns | None]:
    """Return how many lines there are down to the header, and its columns; without one 0, or 1 after a line for a spreadsheet."""
    for number, line in enumerate(lines[:_LINES_TO_LOOK_AT], start=1):
        if line.strip() and (columns := columns_by_header(line)):
            return number, columns
    return int(bool(lines) and bool(_FOR_A_SPREADSHEET.fullmatch(lines[0]))), None


def is_csv(lines: Sequence[str]) -> bool:
    """Tell whether lines are a CSV: a header names columns, or nearly all lines have as many cells as an order of columns has."""
    _, columns = find_header(lines)
    told = [line for line in lines if line.strip()]
    return bool(told) and bool(columns or columns_by_count(told))


def is_above(line: str, columns: Columns) -> bool:
    """Tell whether a line that stands above the header is no player."""
    cells = cells_of(line, columns.separator) or [line]
    place = columns.fields.index("fide_id") if "fide_id" in columns.fields else 0
    return len(cells) <= place or not cells[place].strip().isdigit()


def rows_of(blocks: Iterable[Block], columns: Columns) -> Iterator[Row]:
    """Yield the rows of all blocks; lines are one row where only together they have as many cells as there are columns."""
    lines = (
        Row(number, 1, line, block.raw_bytes.get(number))
        for block in blocks
        for number, line in enumerate(block.lines, block.first_number)
    )
    waiting: list[Row] = []
    while waiting or (waiting := list(islice(lines, 1))):
        first = waiting.pop(0)
        if '"' not in first.text or cells_of(first.text, columns.separator) is not None:
            yield first
            continue
        waiting += islice(lines, _LINES_OF_A_ROW - 1 - len(waiting))
        for more in range(1, len(waiting) + 1):
            parts = [first, *waiting[:more]]
            text = "\n".join(part.text for part in parts)
            if len(cells_of(text, columns.separator) or ()) == len(columns.fields):
                raw = [part.raw_bytes or part.text.encode() for part in parts]
                is_repaired = any(part.raw_bytes for part in parts)
                yield Row(first.number, len(parts), text, b"\n".join(raw) if is_repaired else None)
                del waiting[:more]
                break
        else:
            yield first
