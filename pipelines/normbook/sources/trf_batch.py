"""Many regular report files at once, their 001 lines as one matrix of bytes.

The plain reader (`trf.read_report`) is the reference and the only one that names what is wrong: a file with a line or a cell that
is not quite regular is left to it. Both give the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from normbook.contracts import contract
from normbook.sources.dates import read_birth
from normbook.sources.rating_list_typed import HIGHEST_RATING
from normbook.sources.reading import Reading, tables_of
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.trf import Sheet, open_report
from normbook.sources.trf_matrix import (
    CODES,
    COLOURS,
    Bytes,
    Cells,
    Ints,
    Texts,
    Truths,
    cells,
    matrix_of,
    numbers,
    texts,
)
from normbook.sources.trf_players import FIELDS, MOST_ROUNDS, SEXES, read_federation, read_points
from normbook.sources.trf_rounds import EMPTIEST, FIRST_COLUMN, WIDTH

Tables = dict[str, pa.Table]

# Columns between the fields, counted from 1: blank in a regular line.
_GAPS = [column - 1 for column in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)]


def read_regular(files: Sequence[tuple[Path, str]]) -> tuple[Tables, list[int]]:
    """Read those of the files (path, name below the raw folder) that are regular.

    Return their staging tables, contracts checked, and the positions of the files that are left to the plain reader: no reports,
    files that cannot be opened, lines that are cut or damaged, fields that do not hold what they should, shifted cells.
    """
    by_rounds: dict[int, dict[int, Sheet]] = {}
    left = []
    for position, (path, source_file) in enumerate(files):
        try:
            sheet = open_report(path, source_file)
        except Exception:
            left.append(position)  # the plain reader meets the same error, and says it
            continue
        if not sheet.player_lines or sheet.head.byes() or (rounds := _round_columns(sheet)) > MOST_ROUNDS:
            left.append(position)
        else:
            by_rounds.setdefault(rounds, {})[position] = sheet
    readings, parts = [], []
    for rounds, sheets in by_rounds.items():
        group = _Group(list(sheets.values()), rounds)
        left += [position for position, is_regular in zip(sheets, group.is_regular, strict=True) if not is_regular]
        readings += group.write_heads()
        parts.append(group.tables())
    if not readings:
        return {}, sorted(left)
    tables = tables_of(readings)
    for name in parts[0]:
        tables[name] = contract(name).conform(pa.concat_tables(part[name] for part in parts))
    return tables, sorted(left)


def _round_columns(sheet: Sheet) -> int:
    longest = max(len(line) for _, line in sheet.player_lines)
    return max(0, -(-(longest - FIRST_COLUMN + 1) // WIDTH))


class _Group:
    """Files whose lines have as many round columns, read side by side; `is_regular` has one truth a file."""

    def __init__(self, sheets: Sequence[Sheet], rounds: int) -> None:
        self._sheets = sheets
        lines = [line for sheet in sheets for _, line in sheet.player_lines]
        matrix = matrix_of(lines, FIRST_COLUMN - 1 + WIDTH * rounds)
        counts = np.array([len(sheet.player_lines) for sheet in sheets])
        self._first_line = np.cumsum(counts) - counts
        self._file_of: Ints = np.repeat(np.arange(len(sheets)), counts)
        # Names keep the characters that the matrix lost.
        at = FIELDS["name"]
        self._names = [line[at.first - 1 : at.last].strip() for line in lines]
        self._numbers = {name: numbers(_field(matrix, name)) for name in ("start_number", "rating", "fide_id", "place")}
        self._texts = _texts(matrix)
        self._cells: Cells = cells(matrix[:, FIRST_COLUMN - 1 :].reshape(len(lines), rounds, WIDTH))
        self._last_round, is_held_together = self._rounds(counts)
        self.is_regular: Truths = is_held_together & np.logical_and.reduceat(
            self._regular_lines(matrix), self._first_line
        )
        self.is_regular &= self._has_each_number_once()
        self._kept: Truths = self.is_regular[self._file_of]

    def _regular_lines(self, matrix: Bytes) -> Truths:
        is_regular = (matrix[:, :3] == np.frombuffer(b"001", np.uint8)).all(axis=1)
        is_regular &= (matrix[:, _GAPS] == ord(" ")).all(axis=1) & (_field(matrix, "name") != ord("\t")).all(axis=1)
        # A line that ends before its points was cut; so, for all that is seen here, was one without points.
        is_regular &= (_field(matrix, "points") != ord(" ")).any(axis=1)
        is_regular &= np.array([bool(name) for name in self._names]) & (self._numbers["start_number"][0] > 0)
        for _, are_numbers in self._numbers.values():
            is_regular &= are_numbers
        is_regular &= self._numbers["rating"][0] <= HIGHEST_RATING
        for field in self._texts.values():
            is_regular &= field.is_regular
        return np.asarray(is_regular & self._cells.is_regular.all(axis=1))

    def _rounds(self, players: Ints) -> tuple[Ints, Truths]:
        """The last round of each file in which somebody has an opponent or a result, and whether it has not strayed there."""
        if not (rounds := self._cells.opponents.shape[1]):
            return np.zeros(len(players), np.int64), np.ones(len(players), np.bool_)
        sound = np.add.reduceat(self._cells.is_sound.astype(np.int64), self._first_line, axis=0)
        last = np.max(np.where(sound > 0, np.arange(1, rounds + 1), 0), axis=1)
        return last, sound.sum(axis=1) * EMPTIEST >= last * players

    def _has_each_number_once(self) -> Truths:
        distinct = np.unique(np.stack([self._file_of, self._numbers["start_number"][0]]), axis=1)
        files = len(self._sheets)
        return np.equal(np.bincount(distinct[0], minlength=files), np.bincount(self._file_of, minlength=files))

    def write_heads(self) -> list[Reading]:
        """Write heads and accounts of the regular files; return their readings."""
        readings = []
        start_numbers = self._numbers["start_number"][0]
        for index in np.flatnonzero(self.is_regular).tolist():
            sheet, first = self._sheets[index], self._first_line[index]
            players = len(sheet.player_lines)
            sheet.write_account(players, 0)
            sheet.head.write(int(self._last_round[index]), start_numbers[first : first + players].tolist())
            readings.append(sheet.reading)
        return readings

    def tables(self) -> Tables:
        """Players and cells of the regular files, in the order of files and lines."""
        return {"staging.report_players": self._player_table(), "staging.round_cells": self._cell_table()}

    def _event_ids(self, rows: Ints) -> pa.Array:
        ids = pa.array([str(sheet.reading.event_id) for sheet in self._sheets])
        return pa.DictionaryArray.from_arrays(pa.array(self._file_of[rows].astype(np.int32)), ids).cast(pa.string())

    def _line_numbers(self) -> Ints:
        return np.array([number for sheet in self._sheets for number, _ in sheet.player_lines])

    def _player_table(self) -> pa.Table:
        kept = self._kept
        found = self._texts

        def whole(name: str) -> pa.Array:
            values = self._numbers[name][0][kept]
            return pa.array(values, mask=values == 0)

        def title(place: int) -> pa.Array:
            return found["title"].column(kept, pa.string(), lambda text: normalise_title(text)[place])

        def birth(part: str, type_: pa.DataType) -> pa.Array:
            return found["birth"].column(kept, type_, lambda value: getattr(value, part))

        return _table(
            "staging.report_players",
            event_id=self._event_ids(np.flatnonzero(kept)),
            line_number=pa.array(self._line_numbers()[kept]),
            start_number=whole("start_number"),
            name=pa.array(
                [name for name, is_kept in zip(self._names, kept.tolist(), strict=True) if is_kept], pa.string()
            ),
            sex=found["sex"].column(kept, pa.string(), SEXES.get),
            title_raw=found["title"].column(kept, pa.string(), lambda text: text or None),
            title_code=title(0),
            womens_title_code=title(1),
            rating=whole("rating"),
            federation_code=found["federation"].column(kept, pa.string(), lambda code: code),
            fide_id=whole("fide_id"),
            birth_date=birth("date", pa.date32()),
            birth_year=birth("year", pa.int64()),
            birth_precision=birth("precision", pa.string()),
            birth_month=birth("month", pa.int64()),
            points=found["points"].column(kept, pa.float64(), lambda value: value),
            points_column=pa.array(np.full(np.count_nonzero(kept), FIELDS["points"].first)),
            place=whole("place"),
        )

    def _cell_table(self) -> pa.Table:
        rounds = self._cells.opponents.shape[1]
        last = np.where(self._kept, self._last_round[self._file_of], 0)
        line, at = np.nonzero(np.arange(rounds) < last[:, np.newaxis])
        opponents = self._cells.opponents[line, at]
        return _table(
            "staging.round_cells",
            event_id=self._event_ids(line),
            start_number=pa.array(self._numbers["start_number"][0][line]),
            round_number=pa.array(at + 1),
            opponent_number=pa.array(opponents, mask=opponents == 0),
            colour=_decoded(self._cells.colours[line, at], COLOURS),
            result_code=_decoded(self._cells.results[line, at], CODES),
            line_number=pa.array(self._line_numbers()[line]),
            column_number=pa.array(FIRST_COLUMN + WIDTH * at),
        )


def _field(matrix: Bytes, name: str) -> Bytes:
    return matrix[:, FIELDS[name].first - 1 : FIELDS[name].last]


def _texts(matrix: Bytes) -> dict[str, Texts]:
    def known(text: str, value: object) -> bool:
        return not text or value is not None

    return {
        "sex": texts(_field(matrix, "sex"), str.lower, lambda text, value: not text or value in SEXES),
        "title": texts(_field(matrix, "title"), str, lambda text, value: is_known_title(text)),
        "federation": texts(_field(matrix, "federation"), read_federation, known),
        "birth": texts(_field(matrix, "birth"), read_birth, lambda text, value: value is not None),
        "points": texts(_field(matrix, "points"), read_points, known),
    }


def _decoded(codes: Bytes, names: Sequence[str]) -> pa.Array:
    """Texts of codes; null for the one past the last."""
    indices = pa.array(codes.astype(np.int8), mask=codes == len(names))
    return pa.DictionaryArray.from_arrays(indices, pa.array(names)).cast(pa.string())


def _table(table: str, **columns: pa.Array) -> pa.Table:
    """A table by its contract; columns that a report file does not have are null."""
    rows = len(next(iter(columns.values())))
    return pa.table({c.name: columns.get(c.name, pa.nulls(rows, c.type)) for c in contract(table).columns})
