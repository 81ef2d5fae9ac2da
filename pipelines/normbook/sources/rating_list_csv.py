"""Rating lists converted to CSV by somebody, with or without a header, to fields as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc

from normbook.contracts import contract
from normbook.errors import SourceError
from normbook.sources.rating_list_csv_columns import (
    LIST_MONTH,
    SEPARATORS,
    Columns,
    cells_of,
    columns_by_count,
)
from normbook.sources.rating_list_csv_rows import Row, find_header, is_above, rows_of
from normbook.sources.rating_list_layouts import FIELDS, NUMBER_FIELDS, PLAYER_FIELDS, PRIMARY_FIELDS, field_name
from normbook.sources.rating_list_lines import LineSource
from normbook.sources.rating_list_month import KINDS, month_in
from normbook.sources.rating_list_proof import SAMPLE_LINES, SHORT_LINES_OF_A_TRIMMED_FILE, is_proved
from normbook.sources.rating_list_regular import RECORDS
from normbook.sources.rating_list_typed import typed_sql

if TYPE_CHECKING:
    import duckdb

# What programs write for nothing. `NA` is also a title, National Arbiter, and any of them may be a name.
_NOTHING = frozenset({"NA", "N/A", "NaN", "nan", "NULL", "null", "None", "-"})
_MAY_BE_A_WORD = ("name", "other_titles")
# How cells look that stand where they should, for rows with too many of them.
_LOOKS = {"federation": re.compile(r"[A-Z]{3}|"), "sex": re.compile("[MFmf]?"), "fide_id": re.compile("[0-9]+")}
_NUMBER = re.compile(r"[0-9]*(\.0)?")


_ROWS_AT_A_TIME = 20_000


class CsvList:
    """A list as CSV: columns are known at once where there is a header, else after `recognise`; counts once `fill` has run out."""

    record = "line"
    blank_lines = 0
    header_lines = 0
    header = ""
    letterhead = ""
    rows_over_lines = 0
    overflow = (
        "cells_put_together",
        "the row has {value} more cells than the header, because a name or other titles hold the separator",
        "they were put together again, so that all other cells fit their columns",
    )

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Read the first block and find the columns; raise SourceError where the lines are no CSV of a list."""
        self._con = con
        self._lines_more = 0
        self._source = LineSource(stream)
        blocks = self._source.blocks()
        first = next(blocks, None)
        self._first = [first] if first else []
        self._blocks = chain(self._first, blocks)
        lines = first.lines if first else []
        self._head_lines, columns = find_header(lines)
        if columns:
            self.header = lines[self._head_lines - 1]
            self.letterhead = "\n".join(lines[: self._head_lines - 1])
            self._candidates = [columns]
            self._take_month(columns)
        else:
            told = (line for line in lines[self._head_lines :] if line.strip())
            self._candidates = columns_by_count(list(islice(told, SAMPLE_LINES)))
        self._candidates = [one for one in self._candidates if one.is_usable]
        if any(map(str.strip, lines[self._head_lines :])) and not self._candidates:
            raise self._no_columns(
                "the header has no number, no name or no rating" if columns else "there is no header that names them"
            )

    def _sample(self, columns: Columns) -> list[Row]:
        rows = [row for row in rows_of(self._first, columns) if row.number > self._head_lines]
        return [row for row in rows[:: max(1, len(rows) // SAMPLE_LINES)] if row.text.strip()]

    def _take_month(self, columns: Columns) -> None:
        """Let a column that tells the month speak for the list."""
        if LIST_MONTH not in columns.fields:
            return
        place = columns.fields.index(LIST_MONTH)
        sample = (cells_of(row.text, columns.separator) for row in self._sample(columns))
        rows = [cells for cells in sample if cells and len(cells) > place]
        months = sorted({month_in(cells[place]) or cells[place].strip() for cells in rows})
        if len(months) > 1:
            raise SourceError(
                f"the column {columns.words[place]!r} tells several months ({', '.join(months[:4])}...); "
                "write the rows of each month into a file of its own",
                reason_code="several_months",
            )
        self.header = " ".join(months)

    def recognise(self, list_month: str) -> list[str]:
        """Prove the columns on a sample, raise SourceError where none can be; return the kinds of rating that they name."""
        best = count = 0
        for columns in self._candidates:
            sample = self._sample(columns)
            good = self._good_rows(sample, columns, list_month) if sample else 0
            best, count = max(good, best), len(sample)
            if is_proved(good, count - good):
                return columns.kinds
        if not count:
            raise SourceError("the file holds no line of a player; download it again", reason_code="empty_list")
        raise self._no_columns(f"only {best} of {count} lines fit them")

    def _no_columns(self, why: str) -> SourceError:
        return SourceError(
            f"the columns of this CSV list cannot be told: {why}; expected is a first line with the words of a list as FIDE "
            "publishes it (ID Number, Name, Fed, Sex, Tit, WTit, OTit, a rating, Gms, K, B-day, Flag), in any order",
            reason_code="csv_columns",
        )

    def _good_rows(self, sample: list[Row], columns: Columns, list_month: str) -> int:
        """Count the rows of the sample that the columns read; without a header the codes must be known ones too."""
        self._columns = columns
        cut = (cells_of(row.text, columns.separator) or () for row in sample)
        short = sum(len(cells) < len(columns.fields) for cells in cut)
        # cells at line ends were cut in this file, so that short lines are no sign of loss
        self._is_trimmed = short * SHORT_LINES_OF_A_TRIMMED_FILE > len(sample)
        self._show(sample, KINDS[0])
        codes = "" if columns.words else "and coalesce(odd_title, odd_federation, odd_sex, odd_birth) is null"
        query = typed_sql("", list_month, list(KINDS))
        [(good,)] = self._con.execute(f"select count(*) from ({query}) where problem is null {codes}").fetchall()
        return int(good)

    @property
    def layout(self) -> str:
        """The columns in words."""
        how = "named by a header" if self._columns.words else "in the order of a FIDE layout"
        return f"CSV, {len(self._columns.fields)} columns {how}, separated by {SEPARATORS[self._columns.separator]}"

    @property
    def columns_not_read(self) -> list[str]:
        """Words of the header that stand for no field."""
        return [
            word for word, field in zip(self._columns.words, self._columns.fields, strict=False) if word and not field
        ]

    @property
    def encoding(self) -> str:
        """Encodings met so far, in words."""
        return self._source.encoding

    @property
    def lines_read(self) -> int:
        """Lines read so far; a row over several lines counts once."""
        return self._source.lines_read - self._lines_more

    @property
    def nul_bytes(self) -> int:
        """NUL bytes met so far, all read as blanks."""
        return self._source.nul_bytes

    def fill(self, source_file: str, list_month: str, kinds: list[str]) -> Iterator[tuple[pa.Table, bool]]:
        """Leave one block of lines after the other as the view `fields` and yield no regular rows after each."""
        nothing = contract(RECORDS).arrow_schema.empty_table()
        blanks = f" \t{self._columns.separator}"
        rows = rows_of(self._blocks, self._columns)
        while some := list(islice(rows, _ROWS_AT_A_TIME)):
            told = [row for row in some if row.text.strip(blanks)]
            players = [row for row in told if not self._is_head(row)]
            self.blank_lines += len(some) - len(told)
            self.header_lines += len(told) - len(players)
            self.rows_over_lines += sum(row.lines > 1 for row in some)
            self._lines_more += sum(row.lines - 1 for row in some)
            self._show(players, kinds[0])
            yield nothing, bool(players)

    def _is_head(self, row: Row) -> bool:
        """Whether it is the header or stands above it and is no player."""
        return row.number == self._head_lines or (row.number < self._head_lines and is_above(row.text, self._columns))

    def _show(self, lines: Sequence[Row], primary_kind: str) -> None:
        """Leave rows as the view `fields`."""
        fields = self._columns.fields
        rows = [self._row(line.text) for line in lines]
        columns = dict(zip(fields, zip(*(cells for cells, _, _ in rows), strict=True), strict=True)) if rows else {}
        texts = {field: pa.repeat("", len(rows)) for field in FIELDS}
        for field, cells in columns.items():
            if field and field != LIST_MONTH:
                texts[field_name(field, primary_kind)] = _cleaned(field, pa.array(cells, pa.string()))
        others = {
            "line_number": pa.array((line.number for line in lines), pa.int64()),
            "line": pa.array((line.text for line in lines), pa.string()),
            "raw_bytes": pa.array((line.raw_bytes for line in lines), pa.binary()),
            "shift": pa.array([shift for _, shift, _ in rows], pa.int64()),
            "misfit": pa.array([misfit for _, _, misfit in rows], pa.string()),
        }
        self._con.register("fields", pa.table(others | texts))

    def _row(self, line: str) -> tuple[list[str], int, str]:
        """Return as many cells as there are columns, how many cells were put together, and why the line does not fit."""
        count = len(self._columns.fields)
        cells = cells_of(line, self._columns.separator)
        if cells is None:
            cells = line.split(self._columns.separator)[:count]
            return cells + [""] * (count - len(cells)), 0, "quotation_mark_open"
        while len(cells) > count and not cells[-1].strip():
            cells.pop()
        surplus = len(cells) - count
        if surplus > 0:
            joined = self._put_together(cells, surplus)
            return (joined, surplus, "") if joined else (cells[:count], 0, "too_many_cells")
        misfit = "too_few_cells" if surplus < 0 and not self._is_trimmed else ""
        return cells + [""] * -surplus, 0, misfit

    def _put_together(self, cells: list[str], surplus: int) -> list[str] | None:
        """Undo separators inside of a name or of other titles; None unless all else looks right in just one way."""
        fields = self._columns.fields
        ways = []
        for in_titles in range(surplus + 1 if "other_titles" in fields else 1):
            surpluses = {"name": surplus - in_titles, "other_titles": in_titles}
            rest, joined = iter(cells), list[str]()
            for field in fields:
                joined.append(self._columns.separator.join(islice(rest, 1 + surpluses.get(field or "", 0))))
            if all(_looks_right(field, cell.strip()) for field, cell in zip(fields, joined, strict=True)):
                ways.append(joined)
        return ways[0] if len(ways) == 1 else None

    def raw_text(self, fields: dict[str, object]) -> str:
        """Return a row of the view `fields` as it stood in the file."""
        return str(fields["line"])

    def place(self, problem: str, primary_kind: str, fields: dict[str, object]) -> tuple[int | None, str]:
        """Return no column of characters, and the column of the table in words."""
        if problem in FIELDS:
            return None, f"in column {self._columns.name_of(problem, primary_kind)}"
        return None, f"({len(self._columns.fields)} columns)"


def _looks_right(field: str | None, cell: str) -> bool:
    if field in PRIMARY_FIELDS or field in NUMBER_FIELDS:
        return bool(_NUMBER.fullmatch(cell)) or cell in _NOTHING
    return field not in _LOOKS or bool(_LOOKS[field].fullmatch(cell))


def _cleaned(field: str, cells: pa.Array) -> pa.Array:
    """Cells in one line, without the words for nothing and without the `.0` that programs put behind whole numbers."""
    cells = pc.utf8_trim_whitespace(pc.replace_substring_regex(cells, r"\s*\n\s*", " "))
    if field in _MAY_BE_A_WORD:
        return cells
    if field == "fide_id" or field == "birth" or field not in PLAYER_FIELDS:
        cells = pc.replace_substring_regex(cells, r"^([0-9]+)\.0+$", r"\1")
    return pc.if_else(pc.is_in(cells, pa.array(sorted(_NOTHING))), "", cells)
