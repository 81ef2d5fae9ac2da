"""Rating lists as text of fixed columns: which layout it is, proved on the data, and its lines cut into fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
import pyarrow as pa

from normbook.errors import SourceError
from normbook.sources.rating_list_layouts import TextLayout, field_name, header_words, text_layouts
from normbook.sources.rating_list_lines import Block, LineSource
from normbook.sources.rating_list_month import KINDS
from normbook.sources.rating_list_proof import SAMPLE_LINES, SHORT_LINES_OF_A_TRIMMED_FILE, is_proved
from normbook.sources.rating_list_regular import RegularRows, matrix_of
from normbook.sources.rating_list_typed import typed_sql
from normbook.sources.read_ahead import read_ahead

if TYPE_CHECKING:
    import duckdb

_LAST_OF_ASCII = 127


class TextList:
    """A text list: its header is known at once, the layout after `recognise`, the counts once `fill` has run out."""

    record = "line"
    blank_lines = 0
    header_lines = 0
    letterhead = ""
    rows_over_lines = 0
    columns_not_read: Sequence[str] = ()
    overflow = (
        "other_titles_overflow",
        "the line is {value} characters longer than its layout, because other titles run over their end",
        "the fields after them were read from the right end of the line",
    )
    _header_number = 0

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Read the first block and find the header."""
        self._con = con
        self._source = LineSource(stream)
        self._blocks = self._source.blocks()
        self._first = next(self._blocks, None)
        self.header = self._find_header()

    def recognise(self, list_month: str) -> list[str]:
        """Find the layout that reads a sample of the lines best; return all three kinds of rating if it holds them.

        What the header speaks of decides only where several layouts read the same: headers are often out of step
        with the data (Q1), and some lists have none (Q2). Raises SourceError where no layout is proved.
        """
        sample = self._sample()
        if not sample:
            raise SourceError("the file holds no line of a player; download it again", reason_code="empty_list")
        words = header_words(self.header)
        usual_length = Counter(map(len, sample)).most_common(1)[0][0]
        likely_first = sorted(text_layouts(), key=lambda one: (one.words != words, abs(one.width - usual_length)))
        lines = _lines_table(list(enumerate(sample, start=1)), {})
        best = (-1, 0)
        for layout in likely_first:
            short = sum(len(text) < layout.shortest for text in sample)
            is_trimmed = short * SHORT_LINES_OF_A_TRIMMED_FILE > len(sample)
            good, odd = self._score(lines, layout, is_trimmed, list_month)
            if (good, -odd) > best:
                best, self._layout, self._is_trimmed = (good, -odd), layout, is_trimmed
            if best == (len(sample), 0):
                break  # no other layout can read it better
        good = best[0]
        if is_proved(good, len(sample) - good):
            return list(KINDS) if self._layout.is_combined else []
        raise SourceError(
            f"no known layout fits: {self.layout} fits best and reads {good} of {len(sample)} lines; "
            f"the first line after a header is {sample[0][:60]!r}. Expected is a list as FIDE publishes it, TXT or XML, "
            "or a zip of one",
            reason_code="no_layout",
        )

    @property
    def layout(self) -> str:
        """Name of the layout, as in layouts/rating_list_txt.csv."""
        return self._layout.name

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
        """Yield the regular rows of one block after the other, and whether it has others: these are the view `fields`."""
        regular = RegularRows(self._layout.places, self._layout.width, source_file, list_month, kinds)
        blocks = chain([self._first] if self._first else [], self._blocks)
        for rows, other_lines in read_ahead(lambda block: self._split(block, regular), blocks):
            aligned = other_lines.num_rows and self._cut(other_lines, self._layout, self._is_trimmed, kinds[0])
            self.blank_lines += other_lines.num_rows - aligned
            yield rows, aligned > 0

    def _split(self, block: Block, regular: RegularRows) -> tuple[pa.Table, pa.Table]:
        """Return the regular rows of a block, typed, and its other lines; only the header is neither."""
        characters = np.frombuffer(block.body, np.uint8)
        starts = np.append(0, block.line_feeds + 1)
        ends = np.append(starts[1:] - len(block.line_end), len(characters))
        numbers = block.first_number + np.arange(len(starts))
        is_other = numbers != self._header_number
        lengths, shortest = ends - starts, 1 if self._is_trimmed else self._layout.shortest
        is_candidate = is_other & (lengths >= shortest) & (lengths <= self._layout.width)
        if not block.body.isascii():
            is_candidate[np.searchsorted(ends, np.flatnonzero(characters > _LAST_OF_ASCII))] = False
        candidates = np.flatnonzero(is_candidate)
        matrix = matrix_of(characters, starts[candidates], ends[candidates], regular.width)
        rows, is_regular = regular.read(matrix, numbers[candidates])
        is_other[candidates[is_regular]] = False
        others = [
            (first + block.first_number, block.body[starts[first] : ends[first]].decode())
            for first in np.flatnonzero(is_other).tolist()
        ]
        return rows, _lines_table(others, block.raw_bytes)

    def _cut(self, lines: pa.Table, layout: TextLayout, is_trimmed: bool, primary_kind: str) -> int:
        """Leave lines cut by a layout as the view `fields`; return how many are not blank.

        The aligned lines go through a table, not a view: only of a table does DuckDB know that its text is ASCII,
        and then it cuts columns four times faster.
        """
        self._con.register("lines", lines)
        [(count,)] = self._con.execute(
            f"create or replace temp table aligned as {layout.aligned_sql(is_trimmed)}"
        ).fetchall()
        self._con.execute(f"create or replace temp view fields as {layout.fields_sql(primary_kind)}")
        return int(count)

    def raw_text(self, fields: dict[str, object]) -> str:
        """Return a row of the view `fields` as it stood in the file."""
        return str(fields["line"])

    def place(self, problem: str, primary_kind: str, fields: dict[str, object]) -> tuple[int | None, str]:
        """Return the column (from 1) where a field stands or a misfit begins, and that place in words."""
        layout = self._layout
        for column, (start, end) in layout.places.items():
            if problem == field_name(column, primary_kind):
                return start + 1, f"in columns {start + 1} to {end}"
        if problem == "line_too_long":
            return layout.width + 1, f"at column {layout.width}"
        if problem == "line_too_short":
            return len(str(fields["line"])) + 1, f"column {layout.shortest}"
        pairs = enumerate(zip(layout.mask, str(fields["aligned"]), strict=True), start=1)
        misplaced = next(number for number, (mask, character) in pairs if mask == " " != character)
        return misplaced, f"in column {misplaced}"

    def _find_header(self) -> str:
        """Return the header: the first line with text, if it speaks of a name and does not begin with a number."""
        texts = self._first.lines if self._first else []
        number, text = next(((n, text) for n, text in enumerate(texts, start=1) if text.strip()), (0, ""))
        if "name" not in text.lower() or text.split()[0].isdigit():
            return ""
        self.header_lines, self._header_number = 1, number
        return text

    def _sample(self) -> list[str]:
        lines = self._first.lines[self._header_number :] if self._first else []
        return [text for text in lines[:: max(1, len(lines) // SAMPLE_LINES)] if text.strip()]

    def _score(self, lines: pa.Table, layout: TextLayout, is_trimmed: bool, list_month: str) -> tuple[int, int]:
        """Return how many lines of the sample a layout reads, and how many of those with an odd birth date."""
        self._cut(lines, layout, is_trimmed, KINDS[0])
        query = typed_sql("", list_month, list(KINDS))
        [(good, odd)] = self._con.execute(
            f"select count(*), count(odd_birth) from ({query}) where problem is null"
        ).fetchall()
        return good, odd


def _lines_table(lines: Sequence[tuple[int, str]], raw_bytes: dict[int, bytes]) -> pa.Table:
    numbers = [number for number, _ in lines]
    return pa.table(
        {
            "line_number": pa.array(numbers, pa.int64()),
            "line": pa.array([text for _, text in lines], pa.string()),
            "raw_bytes": pa.array(map(raw_bytes.get, numbers), pa.binary()),
        }
    )
