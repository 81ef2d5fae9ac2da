"""The least of an OpenDocument spreadsheet, by the standard's description of it."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

_URN = "urn:oasis:names:tc:opendocument:xmlns"
MEDIA_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = (
    f'<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="{_URN}:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{MEDIA_TYPE}"/></manifest:manifest>'
)
# What LibreOffice writes below every sheet: the blank rest of it.
_REST = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
)


def ods(*sheets: list[list], more: str = _REST) -> bytes:
    """A workbook with these sheets, `more` as XML behind the rows of each; a text that begins with < is the cell as XML."""
    tables = "".join(
        f'<table:table table:name="Sheet{number}">{"".join(map(_row, rows))}{more}</table:table>'
        for number, rows in enumerate(sheets, 1)
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="{_URN}:office:1.0" '
        f'xmlns:table="{_URN}:table:1.0" xmlns:text="{_URN}:text:1.0" xmlns:calcext="urn:calcext" office:version="1.3">'
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as parts:
        parts.writestr("mimetype", MEDIA_TYPE)
        parts.writestr("content.xml", content, zipfile.ZIP_DEFLATED)
        parts.writestr("META-INF/manifest.xml", _MANIFEST)
    return raw.getvalue()


def _row(cells: list) -> str:
    return f"<table:table-row>{''.join(map(_cell, cells))}</table:table-row>"


def _cell(value: object) -> str:
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
    text = str(value)
    if not text or text.startswith("<"):
        return text or "<table:table-cell/>"
    return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
