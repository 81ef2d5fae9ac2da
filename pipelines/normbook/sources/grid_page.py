"""Saved web pages, as HTML or in one file with all that belongs to them (MHT), to grids.

A grid for each table that holds no other, and one for the headings around them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any

from normbook.errors import SourceError
from normbook.sources.decoding import decode
from normbook.sources.grid import Grid, Grids, Row

_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})""", re.IGNORECASE)
# No table of players has so many columns, no page so many cells: a few bytes could ask for all the memory.
_WIDEST, _MOST_CELLS = 1000, 8_000_000
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "title")
# What a browser writes in one line, and what holds no text of the page.
_INLINE = {
    "a",
    "b",
    "i",
    "u",
    "em",
    "strong",
    "font",
    "span",
    "small",
    "big",
    "sub",
    "sup",
    "tt",
    "code",
    "nobr",
    "label",
    "img",
}
_NO_TEXT = {"script", "style", "noscript", "template", "select", "button", "textarea", "nav", *_HEADINGS}
# chess-results puts its own name in front of the event's
_SITE = re.compile(r".*chess-results\.com\s*-\s*", re.IGNORECASE)


def saved_page_grids(raw: bytes) -> Grids:
    """Read a page that a browser saved as one file with its pictures and frames: the first part that is a page with a table."""
    import email

    refusal = SourceError(
        "the file holds no page that can be read; save it again as a page of HTML only", reason_code="page_unreadable"
    )
    for part in email.message_from_bytes(raw).walk():
        page = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(page, bytes) and page.strip():
            try:
                return page_grids(page, part.get_content_charset())
            except SourceError as error:
                refusal = error
    raise refusal


def page_grids(raw: bytes, charset: str | None = None) -> Grids:
    """Read every innermost table of a page; the first grid holds the headings, one a row, larger ones first, the last other text.

    A cell over several columns stands in the first of them, one over several rows in each. Raise SourceError where there is no
    table, or one that no event can have.
    """
    from lxml import etree, html

    text, encoding = _decode(raw, charset)
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        page = html.document_fromstring(text.encode(), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise SourceError(
            f"the page cannot be read ({error}); save it again from the browser", reason_code="page_unreadable"
        ) from error
    words = [_SITE.sub("", _one_line(heading.text_content())) for tag in _HEADINGS for heading in page.iter(tag)]
    headings = [Row(at, f"heading {at}", (text,)) for at, text in enumerate(filter(None, dict.fromkeys(words)), 1)]
    number, left = len(headings), _MOST_CELLS
    grids: list[Grid] = []
    for table in page.iter("table"):
        if next(table.iterdescendants("table"), None) is not None:
            continue  # layout: what it holds stands in the tables inside
        rows: list[Row] = []
        hanging: dict[int, tuple[str, int]] = {}
        for line in table.iter("tr"):
            number += 1
            cells = _cells(line, hanging)
            left -= len(cells)
            if left < 0:
                raise _too_wide(f"its cells spread over more than {_MOST_CELLS} places")
            rows.append(Row(number, f"table {len(grids) + 1}, row {len(rows) + 1}", cells))
        grids.append(Grid(tuple(rows)))
    if not grids:
        raise SourceError(
            "the page holds no table, so no crosstable; save the page that shows it", reason_code="page_without_table"
        )
    texts = [Row(number + at, f"text {at}", (text,)) for at, text in enumerate(_texts(page), 1)]
    return Grids("page", encoding, (Grid(tuple(headings)), *grids, Grid(tuple(texts))))


def _texts(page: Any) -> Iterator[str]:
    """Lines of text that stand neither in an innermost table nor in a heading, as a browser would break them."""
    from lxml import etree

    line: list[str] = []
    walk = etree.iterwalk(page, events=("start", "end"))
    for event, element in walk:
        is_block = element.tag not in _INLINE
        if is_block and (text := _one_line(" ".join(line))):
            yield text
        line = [] if is_block else line
        if event == "end":
            line.append(element.tail or "")
        elif element.tag in _NO_TEXT or (
            element.tag == "table" and next(element.iterdescendants("table"), None) is None
        ):
            walk.skip_subtree()
        else:
            line.append(element.text or "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cells(line: Any, hanging: dict[int, tuple[str, int]]) -> tuple[str, ...]:
    """Texts of a row; `hanging` holds text and rows left, by column, of cells that reach down, and is brought up to date."""
    cells = {column: text for column, (text, _) in hanging.items()}
    below = {column: (text, left - 1) for column, (text, left) in hanging.items() if left > 1}
    column = 0
    for cell in line:
        if cell.tag not in ("td", "th"):
            continue
        while column in cells:
            column += 1
        if column >= _WIDEST:
            raise _too_wide(f"a row has more than {_WIDEST} columns")
        width, height = min(_span(cell, "colspan"), _WIDEST - column), _span(cell, "rowspan")
        for at, text in enumerate([_one_line(cell.text_content()), *[""] * (width - 1)], column):
            cells[at] = text
            if height > 1:
                below[at] = (text, height - 1)
        column += width
    hanging.clear()
    hanging.update(below)
    return tuple(cells.get(at, "") for at in range(max(cells, default=-1) + 1))


def _span(cell: Any, name: str) -> int:
    """How many columns or rows a cell covers."""
    said = cell.get(name, "1")
    return max(1, int(said)) if re.fullmatch("[0-9]{1,9}", said) else 1


def _too_wide(cause: str) -> SourceError:
    return SourceError(
        f"the page cannot be a crosstable ({cause}); save the page of the crosstable again",
        reason_code="page_unreadable",
    )


def _decode(raw: bytes, charset: str | None) -> tuple[str, str]:
    """A page says its encoding in a meta element, if nobody said it before; believed only where the bytes are not UTF-8 (X18)."""
    try:
        return raw.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        named = charset or ((match := _CHARSET.search(raw[:4096])) and match[1].decode().lower())
    if named and not raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return raw.decode(named), named
        except (UnicodeDecodeError, LookupError):
            pass
    return decode(raw)
