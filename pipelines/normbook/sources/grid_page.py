"""Saved web pages to grids: a grid for each table that holds no other, and one for the headings around them."""

from __future__ import annotations

import codecs
import re

from normbook.errors import SourceError
from normbook.sources.decoding import decode
from normbook.sources.grid import Grid, Grids, Row

_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})""", re.IGNORECASE)
_WIDEST = 1000
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "caption")


def page_grids(raw: bytes) -> Grids:
    """Read every innermost table of a page; the first grid holds the headings, one a row, the larger ones first.

    A cell over several columns stands in the first of them. Raise SourceError where there is no table.
    """
    from lxml import etree, html

    text, encoding = _decode(raw)
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        page = html.document_fromstring(text.encode(), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise SourceError(
            f"the page cannot be read ({error}); save it again from the browser", reason_code="page_unreadable"
        ) from error
    words = [" ".join(heading.text_content().split()) for tag in _HEADINGS for heading in page.iter(tag)]
    headings = [Row(at, f"heading {at}", (text,)) for at, text in enumerate(filter(None, words), 1)]
    number = len(headings)
    grids: list[Grid] = []
    for table in page.iter("table"):
        if next(table.iterdescendants("table"), None) is not None:
            continue  # layout: what it holds stands in the tables inside
        rows: list[Row] = []
        for line in table.iter("tr"):
            number += 1
            rows.append(Row(number, f"table {len(grids) + 1}, row {len(rows) + 1}", _cells(line)))
        grids.append(Grid(tuple(rows)))
    if not grids:
        raise SourceError(
            "the page holds no table, so no crosstable; save the page that shows it", reason_code="page_without_table"
        )
    return Grids("page", encoding, (Grid(tuple(headings)), *grids))


def _cells(line: object) -> tuple[str, ...]:
    cells: list[str] = []
    for cell in line:  # type: ignore[attr-defined]
        if cell.tag in ("td", "th"):
            width = cell.get("colspan", "1")
            blanks = min(int(width), _WIDEST) - 1 if re.fullmatch("[0-9]{1,9}", width) else 0
            cells += [" ".join(cell.text_content().split()), *[""] * blanks]
    return tuple(cells)


def _decode(raw: bytes) -> tuple[str, str]:
    """A page says its encoding in a meta element; it is believed only where the bytes are not UTF-8 (X18)."""
    try:
        return raw.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        named = _CHARSET.search(raw[:4096])
    if named and not raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return raw.decode(encoding := named.group(1).decode().lower()), encoding
        except (UnicodeDecodeError, LookupError):
            pass
    return decode(raw)
