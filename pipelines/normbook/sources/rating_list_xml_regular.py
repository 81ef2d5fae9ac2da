"""Rating lists as XML in the shape that FIDE gives them, one element a line: as exact as lxml, and much faster.

Every byte of a block is accounted for: the tags of every line are compared, and no other mark-up may stand between them.
Players with an unusual entity, letters beyond ASCII or the like go through lxml one by one, and a file of another shape as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from normbook.sources.rating_list_layouts import xml_fields
from normbook.sources.rating_list_month import KINDS
from normbook.sources.rating_list_regular import Matrix, Numbers, RegularRows, Truths
from normbook.sources.rating_list_xml import XmlList, player_fields
from normbook.sources.read_ahead import read_ahead

if TYPE_CHECKING:
    import duckdb

BLOCK_BYTES = 4 << 20
_WORD = 8
_BLANKS = int.from_bytes(b" " * _WORD, "little")
_HEAD = re.compile(
    rb"\s*(<\?xml version=.1\.0.( encoding=.(utf-8|us-ascii|ascii).)? *\?>\s*)?<playerslist>\s*", re.IGNORECASE
)
_TAIL = re.compile(rb"\s*</playerslist>\s*")
_LINE = re.compile(rb"<(\w+)>[^<]*</\1>")
_ENTITIES = {b"&apos;": b"'", b"&quot;": b'"', b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">"}
_ENTITY = re.compile(b"|".join(_ENTITIES))
_CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f]")
_OPEN, _CLOSE = b"<player>", b"</player>"
# The longest text of a regular field; the others are numbers, and have four digits.
_LONGEST = {
    "fide_id": 16, "name": 64, "title": 4, "womens_title": 4, "other_titles": 16, "foa_title": 8, "federation": 3,
    "sex": 1, "flag": 8,
}  # fmt: skip
_LONGEST_NUMBER = 4
_NEEDED = {"fide_id", "name", "federation", "title", "flag"}


class LeftShape(Exception):
    """The XML is not in the regular shape, here or anywhere."""


class RegularXmlList(XmlList):
    """An XML list in the regular shape; `recognise` and `fill` raise LeftShape where it is not."""

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Take a stream at its beginning."""
        super().__init__(con, stream)
        self._blocks = _player_blocks(stream)
        self._tags: list[bytes] = []

    def recognise(self, list_month: str) -> list[str]:
        """Take the shape of the first player for that of all; return all three kinds of rating if it has them."""
        self._first_block = next(self._blocks, (0, b""))
        first, closing, _ = self._first_block[1].partition(_CLOSE + b"\n")
        lines = [_LINE.fullmatch(line) for line in first.split(b"\n")[1:-1]]
        self._tags = [line[1] for line in lines if line]
        fields = [xml_fields().get(tag.decode()) for tag in self._tags]
        is_regular = closing and first.startswith(_OPEN + b"\n") and len(set(fields)) == len(lines)
        if not is_regular or None in fields or not _NEEDED.issubset(fields):
            raise LeftShape
        return list(KINDS) if "rapid_rating" in fields else []

    def fill(self, source_file: str, list_month: str, kinds: list[str]) -> Iterator[tuple[pa.Table, bool]]:
        """Yield the regular rows of one block after the other, and whether it has others: these are the view `fields`."""
        places, words = {}, 0
        for tag in self._tags:
            field = xml_fields()[tag.decode()]
            places[field] = (words * _WORD, words * _WORD + _LONGEST.get(field, _LONGEST_NUMBER))
            words += -(-_LONGEST.get(field, _LONGEST_NUMBER) // _WORD)
        regular = RegularRows(places, words * _WORD, source_file, list_month, kinds)

        def blocks() -> Iterator[tuple[int, bytes]]:
            yield self._first_block
            yield from self._blocks

        for rows, others in read_ahead(lambda block: self._split(*block, regular), blocks()):
            self.lines_read += rows.num_rows + len(others)
            self._show([player for _, player in others], [number for number, _ in others], kinds[0])
            yield rows, bool(others)

    def _split(
        self, lines_before: int, body: bytes, regular: RegularRows
    ) -> tuple[pa.Table, list[tuple[int, dict[str, str]]]]:
        """Return the regular rows of a block, typed, and its other players with their numbers."""
        block = _Block(body, self._tags)
        numbers = lines_before // block.lines_of_player + 1 + np.arange(block.players)
        matrix = np.empty((block.players, regular.width // _WORD), "<u8")
        fits, word = {}, 0
        for line, tag in enumerate(self._tags, start=1):
            longest = _LONGEST.get(xml_fields()[tag.decode()], _LONGEST_NUMBER)
            words = -(-longest // _WORD)
            fits[tag] = block.cut(line, tag, matrix[:, word : word + words]) <= longest
            word += words
        name_line = self._tags.index(b"name") + 1
        name_cells = matrix.view(np.uint8)[:, slice(*regular.places["name"])]
        width = name_cells.shape[1]
        for player in np.flatnonzero(block.with_odd_characters()).tolist():
            name = block.unescaped(player, name_line, b"name")
            fits[b"name"][player] = name is not None and len(name) <= width
            if name is not None and len(name) <= width:
                name_cells[player] = np.frombuffer(name.ljust(width), np.uint8)
        candidates = np.logical_and.reduce(list(fits.values()))
        rows, is_regular = regular.read(matrix.view(np.uint8), numbers, candidates)
        others = np.flatnonzero(~is_regular).tolist()
        return rows, [(int(numbers[other]), block.by_lxml(other)) for other in others]


def _player_blocks(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield how many lines of players stand before a block of whole players, and the block; CRLF is read as LF."""
    rest, lines, is_head = b"", 0, True
    while chunk := stream.read(BLOCK_BYTES):
        data = rest + chunk
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n")
        if is_head and (head := _HEAD.match(data)):
            data, is_head = data[head.end() :], False
        end = data.rfind(_CLOSE + b"\n") + len(_CLOSE + b"\n")
        if is_head or end < len(_CLOSE + b"\n"):
            raise LeftShape
        body, rest = data[:end], data[end:]
        yield lines, body
        lines += body.count(b"\n")
    if not _TAIL.fullmatch(rest):
        raise LeftShape


class _Block:
    """Whole players, one element a line, in which every tag has been compared."""

    def __init__(self, body: bytes, tags: list[bytes]) -> None:
        self._body = body
        self._characters: Matrix = np.frombuffer(body, np.uint8)
        # The eight bytes from each place on, as one number.
        self._words: npt.NDArray[np.uint64] = np.ndarray((len(body) - _WORD + 1,), "<u8", body, strides=(1,))
        self.lines_of_player = len(tags) + 2
        ends = np.flatnonzero(self._characters == ord("\n"))
        self.players, surplus = divmod(len(ends), self.lines_of_player)
        marks = self.players * (2 * len(tags) + 2)
        if surplus or np.count_nonzero(self._characters == ord("<")) != marks or b"]]>" in body:
            raise LeftShape
        self._starts = np.append(0, ends[:-1] + 1).reshape(-1, self.lines_of_player)
        self._ends = ends.reshape(-1, self.lines_of_player)
        self._require(0, _OPEN, b"")
        self._require(-1, _CLOSE, b"")
        for line, tag in enumerate(tags, start=1):
            self._require(line, b"<%b>" % tag, b"</%b>" % tag)

    def _require(self, line: int, opening: bytes, closing: bytes) -> None:
        starts, ends = self._starts[:, line], self._ends[:, line]
        lengths = ends - starts - len(opening) - len(closing)
        is_fitting = lengths == 0 if not closing else lengths >= 0
        if not (is_fitting.all() and self._stands(starts, opening) and self._stands(ends - len(closing), closing)):
            raise LeftShape

    def _stands(self, places: Numbers, text: bytes) -> bool:
        """Tell whether a text stands at all these places."""
        offsets = [*range(0, len(text) - _WORD, _WORD), max(len(text) - _WORD, 0)] if text else []
        for offset in offsets:
            part = text[offset : offset + _WORD]
            found = self._words[places + offset] & _MASKS[len(part)]
            if (found != int.from_bytes(part, "little")).any():
                return False
        return True

    def with_odd_characters(self) -> Truths:
        """Players with an entity, a control character, or a letter beyond ASCII."""
        characters = self._characters
        odd = [np.array([entity.start() for entity in re.finditer(b"&", self._body)], np.int64)]
        if not self._body.isascii() or np.count_nonzero(characters < ord(" ")) > self._ends.size:
            odd.append(np.flatnonzero((characters > 127) | ((characters < ord(" ")) & (characters != ord("\n")))))
        is_odd = np.zeros(self.players, np.bool_)
        is_odd[np.searchsorted(self._ends[:, -1], np.concatenate(odd))] = True
        return is_odd

    def unescaped(self, player: int, line: int, tag: bytes) -> bytes | None:
        """The text of a line, if the only odd characters of its player are in it and stand for one of `_ENTITIES`."""
        start = self._starts[player, line] + len(tag) + len("<>")
        text = self._body[start : self._ends[player, line] - len(tag) - len("</>")]
        around = self._body[self._starts[player, 0] : self._ends[player, -1]]
        if not around.isascii() or around.count(b"&") != sum(map(text.count, _ENTITIES)) or _CONTROL.search(around):
            return None
        return _ENTITY.sub(lambda entity: _ENTITIES[entity[0]], text)

    def cut(self, line: int, tag: bytes, target: npt.NDArray[np.uint64]) -> Numbers:
        """Write the text of a line of every player into words, blanks after it; return the lengths of the texts."""
        starts = self._starts[:, line] + len(tag) + len("<>")
        lengths: Numbers = self._ends[:, line] - len(tag) - len("</>") - starts
        for word in range(target.shape[1]):
            kept = np.clip(lengths - word * _WORD, 0, _WORD)
            mask = _MASKS[kept]
            found = self._words[np.minimum(starts + word * _WORD, len(self._words) - 1)]
            target[:, word] = (found & mask) | (np.uint64(_BLANKS) & ~mask)
        return lengths

    def by_lxml(self, player: int) -> dict[str, str]:
        from lxml import etree

        try:
            text = self._body[self._starts[player, 0] : self._ends[player, -1]]
            return player_fields(etree.fromstring(text, etree.XMLParser(resolve_entities=False, no_network=True)))
        except etree.XMLSyntaxError as error:
            raise LeftShape from error


_MASKS = np.array([2 ** (8 * kept) - 1 for kept in range(_WORD + 1)], np.uint64)
