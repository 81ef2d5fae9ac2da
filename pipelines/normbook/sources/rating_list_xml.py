"""Rating lists as XML, element style (from 2012) and the older attribute style, read as a stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

import pyarrow as pa

from normbook.contracts import contract
from normbook.errors import SourceError
from normbook.sources.rating_list_layouts import FIELDS, field_name, xml_fields
from normbook.sources.rating_list_month import KINDS
from normbook.sources.rating_list_regular import RECORDS

if TYPE_CHECKING:
    import duckdb
    from lxml import etree

PLAYERS_PER_BLOCK = 50_000
# A player of the fullest lists takes less than a kilobyte.
_MOST_BYTES = 1 << 20


class _UntilNextPlayer:
    """A stream that ends the reading where no player comes for too long, so that nothing foreign fills the memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._has_begun = False
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
        while chunk and not self._has_begun:
            # a blank before the XML declaration is no reason to refuse a list
            self._has_begun = bool(chunk := chunk.lstrip())
            chunk = chunk or self._stream.read(size)
        self.bytes_read += len(chunk)
        return chunk


class XmlList:
    """An XML list: its records are player elements, counted once `fill` has run out."""

    record = "player"
    header = ""
    encoding = "by the XML itself"
    blank_lines = 0
    header_lines = 0
    letterhead = ""
    rows_over_lines = 0
    columns_not_read: Sequence[str] = ()
    nul_bytes = 0
    overflow = None

    def __init__(self, con: duckdb.DuckDBPyConnection, stream: BinaryIO) -> None:
        """Take a stream at its beginning."""
        self._con = con
        self._players = self._read(stream)
        self._first: list[dict[str, str]] = []
        self.layout = "XML elements"
        self.lines_read = 0

    def recognise(self, list_month: str) -> list[str]:
        """Read the first players, raise SourceError without any; return all three kinds of rating if they have them."""
        self._first = self._next_block()
        if not self._first:
            raise SourceError(
                "the XML is well formed but holds no player element; download the list again", reason_code="empty_list"
            )
        return list(KINDS) if any("rapid_rating" in player for player in self._first) else []

    def fill(self, source_file: str, list_month: str, kinds: list[str]) -> Iterator[tuple[pa.Table, bool]]:
        """Leave one block of players after the other as the view `fields` and yield no regular rows after each."""
        block = self._first
        while block:
            numbers = range(self.lines_read + 1, self.lines_read + len(block) + 1)
            self.lines_read += len(block)
            self._show(block, numbers, kinds[0])
            yield contract(RECORDS).arrow_schema.empty_table(), True
            block = self._next_block()

    def _show(self, players: list[dict[str, str]], numbers: Sequence[int], primary_kind: str) -> None:
        """Leave players as the view `fields`."""
        columns: dict[str, list[str]] = {field: [""] * len(players) for field in FIELDS}
        for row, player in enumerate(players):
            for column, text in player.items():
                columns[field_name(column, primary_kind)][row] = text
        texts = {field: pa.array(column, pa.string()) for field, column in columns.items()}
        # What only text can have: broken columns, other titles that shift the rest, bytes that are not UTF-8.
        only_text = {
            "misfit": pa.repeat("", len(players)),
            "shift": pa.repeat(0, len(players)),
            "raw_bytes": pa.nulls(len(players), pa.binary()),
        }
        self._con.register("fields", pa.table({"line_number": pa.array(numbers, pa.int64()), **texts, **only_text}))

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

        source = _UntilNextPlayer(stream)
        try:
            for _, element in etree.iterparse(
                source, events=("end",), tag="player", resolve_entities=False, no_network=True
            ):
                source.bytes_read = 0
                if element.attrib:
                    self.layout = "XML attributes"
                yield player_fields(element)
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


def player_fields(player: etree._Element) -> dict[str, str]:
    """Return what the attributes and the elements of a player tell, by field."""
    columns = xml_fields()
    children = (child for child in player if isinstance(child.tag, str))
    told = [*player.attrib.items(), *((child.tag, child.text) for child in children)]
    return {columns[name]: (text or "").strip() for name, text in told if name in columns}
