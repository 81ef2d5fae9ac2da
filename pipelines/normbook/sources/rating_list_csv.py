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
    columns_by_header,
)
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


class CsvList:
    """A list as CSV: columns are known at once where there is a header, else after `recognise`; counts once `fill` has run out."""

    record = "line"
    blank_lines = 0
    header_lines = 0
    header = ""
    overflow = (
        "cells_put_together",
        "the row has {value} more cells than the header, because a name or other titles hold the separator",
        "they were put together again, so that all other cells fit their columns",
    )

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Read the first block and find the columns; raise SourceError where the lines are no CSV of a list."""
        self._con = con
        self._source = LineSource(stream)
        blocks = self._source.blocks()
        first = next(blocks, None)
        self._blocks = chain([first] if first else [], blocks)
        first_lines = first.lines if first else []
        numbered = ((number, line) for number, line in enumerate(first_lines, start=1) if line.strip())
        number, line = next(numbered, (0, ""))
        columns = columns_by_header(line)
        if columns:
            self.header, self.header_lines, self._header_number = line, 1, number
            self._candidates = [columns]
        else:
            self._candidates = columns_by_count([line, *(text for _, text in islice(numbered, SAMPLE_LINES))])
            self._header_number = 0
        lines = first_lines[self._header_number :]
        self._sample = [text for text in lines[:: max(1, len(lines) // SAMPLE_LINES)] if text.strip()]
        if columns:
            self._take_month(columns)
        self._candidates = [one for one in self._candidates if one.is_usable]
        if self._sample and not self._candidates:
            raise self._no_columns(
                "the header has no number, no name or no rating" if columns else "there is no header that names them"
            )

    def _take_month(self, columns: Columns) -> None:
        """Let a column that tells the month speak for the list."""
        if LIST_MONTH not in columns.fields:
            return
        place = columns.fields.index(LIST_MONTH)
        rows = [cells for line in self._sample if (cells := cells_of(line, columns.separator)) and len(cells) > place]
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
        if not self._sample:
            raise SourceError("the file holds no line of a player; download it again", reason_code="empty_list")
        good = 0
        for columns in self._candidates:
            good = max(good, self._good_lines(columns, list_month))
            if is_proved(good, len(self._sample) - good):
                return columns.kinds
        raise self._no_columns(f"only {good} of {len(self._sample)} lines fit them")

    def _no_columns(self, why: str) -> SourceError:
        return SourceError(
            f"the columns of this CSV list cannot be told: {why}; expected is a first line with the words of a list as FIDE "
            "publishes it (ID Number, Name, Fed, Sex, Tit, WTit, OTit, a rating, Gms, K, B-day, Flag), in any order",
            reason_code="csv_columns",
        )

    def _good_lines(self, columns: Columns, list_month: str) -> int:
        """Count the lines of the sample that the columns read; without a header the codes must be known ones too."""
        self._columns = columns
        cut = (cells_of(line, columns.separator) or () for line in self._sample)
        short = sum(len(cells) < len(columns.fields) for cells in cut)
        # cells at line ends were cut in this file, so that short lines are no sign of loss
        self._is_trimmed = short * SHORT_LINES_OF_A_TRIMMED_FILE > len(self._sample)
        self._show(self._sample, range(1, len(self._sample) + 1), {}, KINDS[0])
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
        """Lines read so far."""
        return self._source.lines_read

    @property
    def nul_bytes(self) -> int:
        """NUL bytes met so far, all read as blanks."""
        return self._source.nul_bytes

    def fill(self, source_file: str, list_month: str, kinds: list[str]) -> Iterator[tuple[pa.Table, bool]]:
        """Leave one block of lines after the other as the view `fields` and yield no regular rows after each."""
        nothing = contract(RECORDS).arrow_schema.empty_table()
        blanks = f" \t{self._columns.separator}"
        for block in self._blocks:
            lines = [(n, line) for n, line in enumerate(block.lines, block.first_number) if n != self._header_number]
            told = [(n, line) for n, line in lines if line.strip(blanks)]
            self.blank_lines += len(lines) - len(told)
            self._show([line for _, line in told], [n for n, _ in told], block.raw_bytes, kinds[0])
            yield nothing, bool(told)

    def _show(
        self, lines: Sequence[str], numbers: Sequence[int], raw_bytes: dict[int, bytes], primary_kind: str
    ) -> None:
        """Leave lines as the view `fields`."""
        fields = self._columns.fields
        rows = [self._row(line) for line in lines]
        columns = dict(zip(fields, zip(*(cells for cells, _, _ in rows), strict=True), strict=True)) if rows else {}
        texts = {field: pa.repeat("", len(rows)) for field in FIELDS}
        for field, cells in columns.items():
            if field and field != LIST_MONTH:
                texts[field_name(field, primary_kind)] = _cleaned(field, pa.array(cells, pa.string()))
        others = {
            "line_number": pa.array(numbers, pa.int64()),
            "line": pa.array(lines, pa.string()),
            "raw_bytes": pa.array(map(raw_bytes.get, numbers), pa.binary()),
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
    """Cells without the words for nothing and without the `.0` that programs put behind whole numbers."""
    cells = pc.utf8_trim_whitespace(cells)
    if field in _MAY_BE_A_WORD:
        return cells
    if field == "fide_id" or field == "birth" or field not in PLAYER_FIELDS:
        cells = pc.replace_substring_regex(cells, r"^([0-9]+)\.0+$", r"\1")
    return pc.if_else(pc.is_in(cells, pa.array(sorted(_NOTHING))), "", cells)
