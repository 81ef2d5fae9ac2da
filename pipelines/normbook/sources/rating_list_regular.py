"""Players of a rating list whose every field is usual, typed from a matrix of bytes; all others are left to the plain reader.

A row is regular where nothing needs a word: numbers are digits, titles and federation are codes, the birth is a date or unknown.
For such a row this module and `rating_list_typed` give the same; a test holds them against each other.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from normbook.contracts import contract
from normbook.sources.rating_list_layouts import NUMBER_FIELDS, field_name
from normbook.sources.rating_list_typed import (
    HIGHEST_RATING,
    LOWEST_RATING,
    OLDEST_AGE,
    OLDEST_AGE_OF_SHORT_YEAR,
)
from normbook.sources.titles import known_titles

RECORDS = "staging.rating_list_records"
Matrix = npt.NDArray[np.uint8]
Truths = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_BLANK, _DOT, _ZERO = b" .0"
_LONGEST_TITLE = 4
_MONTHS_OF_YEAR = 12
_HIGHEST_NUMBER = 9999
# How many digits surely fit into a number, narrow ones first: they are computed with faster.
_DIGITS = {np.uint16: 4, np.int32: 9, np.int64: 18}
_SEXES = pa.array([None, "M", "F"], pa.string())
_PRECISIONS = pa.array(["none", "year", "day"], pa.string())


def matrix_of(characters: Matrix, starts: Numbers, ends: Numbers, width: int) -> Matrix:
    """Return the texts from `starts` to `ends`, none longer than `width`, as rows of a matrix, blanks after the shorter ones."""
    lengths, steps = ends - starts, np.diff(starts)
    if len(steps) and (lengths == width).all() and (steps == steps[0]).all():
        return np.lib.stride_tricks.as_strided(characters[starts[0] :], (len(starts), width), (steps[0], 1))
    padded = np.append(characters, np.full(width, _BLANK, np.uint8))
    rows = np.lib.stride_tricks.sliding_window_view(padded, width)[starts]
    shorter = np.flatnonzero(lengths < width)
    rows[shorter] = np.where(np.arange(width) < lengths[shorter, None], rows[shorter], np.uint8(_BLANK))
    return rows


class RegularRows:
    """Types the regular rows of one list, whose places (from 0, half open), first kind, kinds and month are known."""

    def __init__(
        self, places: dict[str, tuple[int, int]], width: int, source_file: str, list_month: str, kinds: list[str]
    ) -> None:
        """Take what is the same for all rows of the list."""
        self.width = width
        self.places = {field_name(column, kinds[0]): place for column, place in places.items()}
        held = {place for start, end in self.places.values() for place in range(start, end)}
        self._gaps = [place for place in range(width) if place not in held]
        self._list_month = list_month
        self._schema = contract(RECORDS).arrow_schema
        constants = {"source_file": source_file, "list_month": list_month, "list_kinds": kinds}
        types = {name: self._schema.field(name).type for name in constants}
        self._constants = cache(
            lambda count: {name: pa.repeat(pa.scalar(value, types[name]), count) for name, value in constants.items()}
        )

    def read(self, matrix: Matrix, line_numbers: Numbers, candidates: Truths | None = None) -> tuple[pa.Table, Truths]:
        """Return the regular rows of a matrix (one row a player) under the contract's columns, and which rows they are.

        Rows that are no `candidates` are not regular, whatever the matrix holds.
        """
        if not len(matrix):
            return self._schema.empty_table(), np.zeros(0, np.bool_)
        rows = _Rows(matrix, self.places)
        if candidates is not None:
            rows.regular &= candidates
        rows.require_blank(self._gaps)
        columns: dict[str, Any] = {"line_number": line_numbers, "fide_id": rows.fide_ids(), "name": rows.text("name")}
        columns["federation_code"] = rows.federations()
        columns |= rows.titles()
        columns["sex"] = rows.sexes()
        columns["other_titles"] = rows.other_titles()
        for field in NUMBER_FIELDS:
            if field in self.places:
                columns[field] = rows.rating_number(field)
        columns |= rows.births(self._list_month)
        columns["flag"] = rows.text("flag")
        count = len(matrix)
        columns |= self._constants(count)
        nothing = {field.name: pa.nulls(count, field.type) for field in self._schema if columns.get(field.name) is None}
        table = pa.table(columns | nothing, self._schema)
        return table if rows.regular.all() else table.filter(pa.array(rows.regular)), rows.regular


class _Rows:
    """One matrix of bytes on its way to columns; `regular` loses whatever row a field is unusual in."""

    def __init__(self, matrix: Matrix, places: dict[str, tuple[int, int]]) -> None:
        self._matrix = matrix
        self._places = places
        self._women = np.zeros(len(matrix), np.bool_)
        self.regular = np.ones(len(matrix), np.bool_)

    def require_blank(self, gaps: list[int]) -> None:
        for place in gaps:
            self.regular &= self._cells(place, place + 1)[0] == _BLANK

    def _cells(self, start: int, end: int) -> Matrix:
        """The characters from one place to another; a place is a row here, so that it is worked on at the speed of memory."""
        return np.ascontiguousarray(self._matrix[:, start:end].T)

    def text(self, field: str) -> pa.Array | None:
        """The field without the blanks after it, null where there is nothing else; a blank before it is unusual."""
        if field not in self._places:
            return None
        start, end = self._places[field]
        count = len(self._matrix)
        places = np.arange(count + 1, dtype=np.int32) * (end - start)
        characters = np.ascontiguousarray(self._matrix[:, start:end])
        padded = pa.StringArray.from_buffers(count, pa.py_buffer(places), pa.py_buffer(characters))
        _, offsets, texts = pc.ascii_rtrim(padded, " ").buffers()
        is_told = np.diff(np.frombuffer(offsets, np.int32)) > 0
        if not is_told.any():
            return None
        self.regular &= ~is_told | (characters[:, 0] != _BLANK)
        validity = pa.py_buffer(np.packbits(is_told, bitorder="little"))
        return pa.StringArray.from_buffers(count, offsets, texts, validity)

    def federations(self) -> pa.Array:
        cells = self._cells(*self._places["federation"])
        is_code = ((cells >= ord("A")) & (cells <= ord("Z"))).all(axis=0)
        self.regular &= is_code | (cells == _BLANK).all(axis=0)
        return self.text("federation")

    def fide_ids(self) -> Numbers:
        values, is_blank = self._number("fide_id")
        self.regular &= ~is_blank & (values > 0)
        return values

    def rating_number(self, field: str) -> pa.Array:
        """Rating, games or K: blank is null, and so is the 0 of a rating or K."""
        values, is_null = self._number(field)
        self.regular &= values <= _HIGHEST_NUMBER
        if not field.endswith("games"):
            is_null = values == 0
        if field.endswith("rating"):
            self.regular &= is_null | ((values >= LOWEST_RATING) & (values <= HIGHEST_RATING))
        return pa.array(values, mask=is_null)

    def titles(self) -> dict[str, pa.Array]:
        keys, raws, codes, womens_codes = _known_title_pairs()
        pairs = np.zeros(len(self._matrix), np.int64)
        for field in ("title", "womens_title"):
            key = self._packed(field)
            index = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
            self.regular &= keys[index] == key
            pairs = pairs * len(keys) + index
        self._women |= np.asarray(womens_codes.is_valid())[pairs]
        which = pa.array(pairs)
        return {
            "title_raw": raws.take(which),
            "title_code": codes.take(which),
            "womens_title_code": womens_codes.take(which),
        }

    def sexes(self) -> pa.Array:
        """What the column says, else F by a women's title or the flag w; a man with one of these needs a word."""
        for cells in self._cells(*self._places["flag"]):
            self._women |= (cells | 0x20) == ord("w")
        if "sex" not in self._places:
            return _SEXES.take(pa.array(self._women * 2))
        told = self._cells(*self._places["sex"])[0]
        is_man, is_woman = told == ord("M"), told == ord("F")
        self.regular &= is_woman | (is_man & ~self._women) | (told == _BLANK)
        return _SEXES.take(pa.array(is_man + 2 * (is_woman | (~is_man & self._women))))

    def other_titles(self) -> pa.Array | None:
        """Other titles and arena titles are one column; a row with both is left to the plain reader."""
        others, arena = self.text("other_titles"), self.text("foa_title")
        if others is None or arena is None:
            return arena if others is None else others
        self.regular &= ~np.asarray(pc.and_(others.is_valid(), arena.is_valid()))
        return pc.coalesce(others, arena)

    def births(self, list_month: str) -> dict[str, pa.Array]:
        if "birth" not in self._places:
            return {"birth_precision": pa.repeat("none", len(self._matrix))}
        start, end = self._places["birth"]
        list_year = int(list_month[:4])
        if end - start > len("yyyy"):
            return self._dated_births(start, list_month)
        years, _ = self._number("birth")
        is_null = years == 0
        self.regular &= is_null | ((years >= list_year - OLDEST_AGE) & (years <= list_year))
        return {
            "birth_year": pa.array(years, mask=is_null),
            "birth_precision": _PRECISIONS.take(pa.array(~is_null * 1)),
        }

    def _dated_births(self, start: int, list_month: str) -> dict[str, pa.Array]:
        """Births as dd.mm.yy or dd.mm.yyyy, or with blanks between the dots."""
        _, end = self._places["birth"]
        list_year = int(list_month[:4])
        cells = self._cells(start, end)
        day, month, year = (_digits(cells[place]) for place in (slice(2), slice(3, 5), slice(6, None)))
        has_dots = (cells[2] == _DOT) & (cells[5] == _DOT)
        is_null = has_dots & ((cells == _BLANK).sum(axis=0) == end - start - len(".."))
        is_told = has_dots & (day > 0) & (month > 0) & (month <= _MONTHS_OF_YEAR) & (year >= 0)
        if end - start == len("dd.mm.yy"):
            year = list_year - (list_year - year) % OLDEST_AGE_OF_SHORT_YEAR
            is_after_list = _day_before(year, month) + day > _day_before(list_year, int(list_month[5:]))
            year = year - OLDEST_AGE_OF_SHORT_YEAR * is_after_list
        date = _day_before(year, month) + day
        is_date = (
            is_told & (date <= _day_before(year, month + 1)) & (year >= list_year - OLDEST_AGE) & (year <= list_year)
        )
        self.regular &= is_date | is_null
        return {
            "birth_date": pa.array(date.astype(np.int32), mask=~is_date).cast(pa.date32()),
            "birth_year": pa.array(year, mask=~is_date),
            "birth_precision": _PRECISIONS.take(pa.array(is_date * 2)),
        }

    def _number(self, field: str) -> tuple[Numbers, Truths]:
        """The number in a field (0 where it is blank) and where it is blank; unusual is whatever is not one run of digits."""
        start, end = self._places[field]
        width = end - start
        values = np.zeros(len(self._matrix), next(kind for kind, digits in _DIGITS.items() if width <= digits))
        runs = np.zeros(len(self._matrix), np.uint8)
        before = np.zeros(len(self._matrix), np.bool_)
        for cells in self._cells(start, end):
            digits = cells - np.uint8(_ZERO)  # whatever stands before the 0 wraps around to more than 9
            is_digit = digits <= 9
            self.regular &= is_digit | (cells == _BLANK)
            if is_digit.any():
                runs += is_digit & ~before
                values = np.where(is_digit, values * values.dtype.type(10) + digits, values)
            before = is_digit
        self.regular &= runs <= 1
        return values.astype(np.int64), runs == 0

    def _packed(self, field: str) -> npt.NDArray[np.uint32]:
        """The characters of a title as one number, blank where the list has no such field."""
        start, end = self._places.get(field, (0, 0))
        packed = np.full((len(self._matrix), _LONGEST_TITLE), _BLANK, np.uint8)
        packed[:, : end - start] = self._matrix[:, start:end]
        return packed.view("<u4")[:, 0]


def _digits(cells: Matrix) -> Numbers:
    """The number whose digits fill these places, -1 where they are not digits all."""
    digits = (cells - np.uint8(_ZERO)).astype(np.int64)
    values = np.zeros(cells.shape[1], np.int64)
    for digit in digits:
        values = values * 10 + digit
    return np.where((digits <= 9).all(axis=0), values, -1)


def _packed_text(code: str) -> int:
    return int.from_bytes(code.ljust(_LONGEST_TITLE).encode("ascii"), "little")


@cache
def _known_title_pairs() -> tuple[npt.NDArray[np.uint32], pa.Array, pa.Array, pa.Array]:
    """Titles as they may stand, packed and in order, and what each pair of them means: as written, title, women's title."""
    known = {"": (None, None), **known_titles()}
    spellings = sorted({spelling for code in known for spelling in (code, code.lower())}, key=_packed_text)
    raws, codes, womens_codes = [], [], []
    for pair in product(spellings, spellings):
        (title, womens_title), (second, second_womens) = (known[spelling.upper()] for spelling in pair)
        raws.append(" ".join(filter(None, pair)) or None)
        codes.append(title or second)
        womens_codes.append(womens_title or second_womens)
    keys = np.array([_packed_text(spelling) for spelling in spellings], np.uint32)
    return keys, *(pa.array(column, pa.string()) for column in (raws, codes, womens_codes))


def _day_before(year: Numbers | int, month: Numbers | int) -> Numbers:
    """Days from 1970-01-01 to the last day before a month; month 13 is January of the next year."""
    months = np.asarray((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    return months.astype("datetime64[D]").astype(np.int64) - 1
