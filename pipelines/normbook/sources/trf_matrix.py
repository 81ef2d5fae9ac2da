"""Lines of one width as a matrix of bytes, read a column of fields at a time: numbers, codes, texts that recur, round cells.

Every function says row by row whether the bytes are regular, and reads nothing that the plain readers would read otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from normbook.sources.trf_rounds import RESULTS, WIDTH

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
Value = TypeVar("Value")

COLOURS, CODES = ["w", "b"], RESULTS.split()
_BLANK, _ZERO, _IRREGULAR = ord(" "), ord("0"), 255


def _lookup(codes: Sequence[str], empty: str) -> Bytes:
    """Codes by byte, in either case: their place in `codes`, one past the last for `empty`."""
    table = np.full(256, _IRREGULAR, np.uint8)
    for place, code in enumerate(codes):
        table[[ord(code.lower()), ord(code.upper())]] = place
    table[[ord(byte) for byte in empty]] = len(codes)
    return table


_COLOUR_OF, _RESULT_OF = _lookup(COLOURS, "- "), _lookup(CODES, " ")


def matrix_of(lines: Sequence[str], width: int) -> Bytes:
    """One row a line, one byte a character; what is not ASCII becomes a question mark, which only a name may hold."""
    text = "".join([line.ljust(width) for line in lines]).encode("ascii", "replace")
    return np.frombuffer(text, np.uint8).reshape(-1, width)


def numbers(block: Bytes) -> tuple[Ints, Truths]:
    """Whole numbers of fields (rows, columns), 0 where blank, and which rows hold digits side by side and blanks only."""
    values, is_regular = np.zeros(block.shape[:-1], np.int64), np.ones(block.shape[:-1], np.bool_)
    begun = ended = np.zeros(block.shape[:-1], np.bool_)
    for place in range(block.shape[-1]):
        digits = block[..., place] - np.uint8(_ZERO)
        is_digit = digits < 10
        is_regular &= (is_digit & ~ended) | (block[..., place] == _BLANK)
        begun, ended = begun | is_digit, ended | (begun & ~is_digit)
        values = np.where(is_digit, values * 10 + digits, values)
    return values, is_regular


class Texts(NamedTuple):
    """Fields whose texts recur: what each distinct text means, which one each row has, and which rows can be used."""

    values: list[object]
    of_row: Ints
    is_regular: Truths

    def column(self, kept: Truths, type_: pa.DataType, part: Callable[..., object]) -> pa.Array:
        """One column of the kept rows, made of the distinct values by `part`; null where that gives None."""
        # Rows that are not kept may have texts without a meaning.
        values = [None if value is None else part(value) for value in self.values]
        return pa.array(values, type_).take(pa.array(self.of_row[kept]))


def texts(block: Bytes, read: Callable[[str], object], is_good: Callable[[str, object], bool]) -> Texts:
    """Read every distinct text of the fields once, blanks around it cut; `is_good` (text, value) says whether it is regular."""
    width = block.shape[1]
    raw = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(block), [None, pa.py_buffer(np.ascontiguousarray(block))]
    ).dictionary_encode()
    distinct = [raw_text.as_py().decode("ascii").strip() for raw_text in raw.dictionary]
    values = [read(text) for text in distinct]
    of_row = raw.indices.to_numpy().astype(np.int64)
    good = np.array([is_good(text, value) for text, value in zip(distinct, values, strict=True)], np.bool_)
    return Texts(values, of_row, good[of_row])


class Cells(NamedTuple):
    """Round cells by line and round: opponent (0: none), places in COLOURS and CODES (one past the last: none)."""

    opponents: Ints
    colours: Bytes
    results: Bytes
    is_regular: Truths

    @property
    def is_sound(self) -> Truths:
        """Whether a cell tells of an opponent or of a result."""
        return (self.opponents > 0) | (self.results < len(CODES))


def cells(block: Bytes) -> Cells:
    """Read the cells of (lines, rounds, WIDTH) bytes; a Z beside an opponent is not regular, since two cells decide it (T28)."""
    if block.shape[-1] != WIDTH:
        raise ValueError(f"cells have {WIDTH} columns, not {block.shape[-1]}")
    opponents, is_regular = numbers(block[..., :4])
    colours, results = _COLOUR_OF[block[..., 5]], _RESULT_OF[block[..., 7]]
    is_regular &= (colours != _IRREGULAR) & (results != _IRREGULAR)
    for place in (4, 6, 8, 9):
        is_regular &= block[..., place] == _BLANK
    is_regular &= (results != CODES.index("Z")) | (opponents == 0)
    return Cells(opponents, colours, results, is_regular)
