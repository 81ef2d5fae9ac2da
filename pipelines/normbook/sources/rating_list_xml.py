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
# A player of the fullest lists has some twenty elements, and stands two below the root.
DEEPEST = 10
MOST_ELEMENTS = 1000


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
        depth, since_player = 0, 0
        parsing = etree.iterparse(
            stream,
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            for event, element in parsing:
                if event == "start":
                    depth, since_player = depth + 1, since_player + 1
                    if depth > DEEPEST or since_player > MOST_ELEMENTS:
                        raise SourceError(
                            f"the XML holds {since_player} elements without a player in between, {depth} deep, the last of them "
                            f"{element.tag!r} in line {element.sourceline}: this is no list of players; download it again",
                            reason_code="foreign_xml",
                            line_number=element.sourceline,
                        )
                    continue
                depth -= 1
                if element.tag == "player":
                    since_player = 0
                    told = [
                        *element.attrib.items(),
                        *((child.tag, child.text) for child in element.iterchildren(tag=etree.Element)),
                    ]
                    if element.attrib:
                        self.layout = "XML attributes"
                    yield {columns[name]: (text or "").strip() for name, text in told if name in columns}
                elif element.tag in columns:
                    continue  # a field, to be read with its player
                # What was read is dropped, with the emptied elements before it: the file may be larger than the memory.
                element.clear()
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
        except etree.XMLSyntaxError as error:
            line, column = error.position
            raise SourceError(
                f"the XML is broken at line {line}, column {column}: {error.msg}; download the list again",
                reason_code="broken_xml",
                line_number=line,
                column_number=column,
            ) from error
