"""Rating lists as XML, element style (from 2012) and the older attribute style, read as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

import pyarrow as pa

from normbook.errors import SourceError
from normbook.sources.rating_list_layouts import FIELDS, field_name, xml_fields

if TYPE_CHECKING:
    import duckdb

PLAYERS_PER_BLOCK = 50_000
# A player of the fullest lists takes less than a kilobyte.
_MOST_BYTES = 1 << 20


class _UntilNextPlayer:
    """A stream that ends the reading where no player comes for too long, so that nothing foreign fills the memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.bytes_read = 0

    def read(self, size: int = -1) -> bytes:
        """Read on; raise SourceError after more than a megabyte without a player."""
        if self.bytes_read > _MOST_BYTES:
            raise SourceError(
                "the XML goes on for more than a megabyte without a player element, so it is no list of players; "
                "download the list again",
                reason_code="foreign_xml",
            )
        chunk = self._stream.read(size)
        self.bytes_read += len(chunk)
        return chunk


class XmlList:
    """An XML list: its records are player elements, counted once `fill` has run out."""

    record = "player"
    header = ""
    encoding = "by the XML itself"
    blank_lines = 0
    header_lines = 0
    nul_bytes = 0

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Take a stream at its beginning."""
        self._con = con
        self._players = self._read(stream)
        self._first: list[dict[str, str]] = []
        self.layout = "XML elements"
        self.lines_read = 0

    def recognise(self, list_month: str) -> bool:
        """Read the first players, raise SourceError without any; return whether they have three kinds of rating."""
        self._first = self._next_block()
        if not self._first:
            raise SourceError(
                "the XML is well formed but holds no player element; download the list again", reason_code="empty_list"
            )
        return any("rapid_rating" in player for player in self._first)

    def fill(self, primary_kind: str) -> Iterator[None]:
        """Leave one block of players after the other as the view `fields` and yield after each."""
        block = self._first
        while block:
            columns: dict[str, list[str]] = {field: [""] * len(block) for field in FIELDS}
            for row, player in enumerate(block):
                for column, text in player.items():
                    columns[field_name(column, primary_kind)][row] = text
            numbers = pa.array(range(self.lines_read + 1, self.lines_read + len(block) + 1), pa.int64())
            self.lines_read += len(block)
            texts = {field: pa.array(column, pa.string()) for field, column in columns.items()}
            # What only text can have: broken columns, other titles that shift the rest, bytes that are not UTF-8.
            only_text = {
                "misfit": pa.repeat("", len(block)),
                "shift": pa.repeat(0, len(block)),
                "raw_bytes": pa.nulls(len(block), pa.binary()),
            }
            self._con.register("fields", pa.table({"line_number": numbers, **texts, **only_text}))
            yield
            block = self._next_block()

    def raw_text(self, fields: dict[str, object]) -> str:
        """Return a row of `fields` in words."""
        return ", ".join(f"{field}={fields[field]}" for field in FIELDS if fields[field])

    def place(self, problem: str, primary_kind: str, fields: dict[str, object]) -> tuple[int | None, str]:
        """Return no column, and the element concerned in words."""
        element = next(e for e, column in xml_fields().items() if field_name(column, primary_kind) == problem)
        return None, f"in the element {element}"

    def _next_block(self) -> list[dict[str, str]]:
        return list(islice(self._players, PLAYERS_PER_BLOCK))

    def _read(self, stream: BinaryIO) -> Iterator[dict[str, str]]:
        from lxml import etree

        columns = xml_fields()
        source = _UntilNextPlayer(stream)
        try:
            for _, element in etree.iterparse(
                source, events=("end",), tag="player", resolve_entities=False, no_network=True
            ):
                source.bytes_read = 0
                told = [
                    *element.attrib.items(),
                    *((child.tag, child.text) for child in element.iterchildren(tag=etree.Element)),
                ]
                if element.attrib:
                    self.layout = "XML attributes"
                yield {columns[name]: (text or "").strip() for name, text in told if name in columns}
                # What was read is dropped, with all that stands before it: the file may be larger than the memory.
                element.clear()
                for opened in (element, *element.iterancestors()):
                    parent = opened.getparent()
                    while parent is not None and opened.getprevious() is not None:
                        del parent[0]
        except etree.XMLSyntaxError as error:
            line, column = error.position
            raise SourceError(
                f"the XML is broken at line {line}, column {column}: {error.msg}; download the list again",
                reason_code="broken_xml",
                line_number=line,
                column_number=column,
            ) from error
