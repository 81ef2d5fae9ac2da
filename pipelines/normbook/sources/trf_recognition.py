"""What kind of file lies among the events, by its content: the extension proves nothing."""

from __future__ import annotations

import re

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of

# First bytes of files that are not text, and of marked-up text.
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", "spreadsheet"),
    (b"PK\x03\x04", "archive"),
    (b"\x1f\x8b", "archive"),
    (b"%PDF", "pdf"),
)
# What an archive holds that is a workbook: XLSX and the like, ODS.
_WORKBOOKS = (b"[Content_Types].xml", b"application/vnd.oasis.opendocument.spreadsheet")
# Fields at the head of a page that a browser saved as one file.
_SAVED_PAGE = re.compile(rb"(?:\A|\n)(?:mime-version:|content-type: *multipart/related)", re.IGNORECASE)
# 001 opens a player; 012 to 132 are the lines that every report program writes.
_REPORT_LINE = re.compile(r"(?:\A|[\r\n])[ \t]*001[ \t]|(?:\A|[\r\n])(?:0[1-9]2|1[0-3]2)(?: |(?=[\r\n]))")

NAMES = {
    "empty": "an empty file",
    "spreadsheet": "a spreadsheet (perhaps a crosstable)",
    "archive": "an archive",
    "pdf": "a PDF document",
    "html": "a web page (perhaps a crosstable)",
    "mht": "a saved web page (perhaps a crosstable)",
    "xml": "an XML document",
    "json": "a JSON document",
    "table": "a table with separators (perhaps a crosstable)",
    "binary": "a binary file",
    "text": "a text without any line of a tournament report",
}


def recognise(raw: bytes) -> str:
    """Return the kind of a file by its bytes: `trf`, or a key of NAMES."""
    if not raw.strip():
        return "empty"
    for signature, kind in _SIGNATURES:
        if raw.startswith(signature):
            return "spreadsheet" if any(mark in raw for mark in _WORKBOOKS) else kind
    if _SAVED_PAGE.search(raw[:2000]):
        return "mht"
    try:
        text, _ = decode(raw)
    except SourceError:
        return "binary"
    head = text.lstrip()[:2000].lower()
    if head.startswith("<"):
        return "html" if re.search(r"<(!doctype html|html|table)\b", head) else "xml"
    if _REPORT_LINE.search(text):
        return "trf"
    if head.startswith(("{", "[")):
        return "json"
    first_lines = [line for line in lines_of(text) if line.strip()][:20]
    if any(sum(mark in line for line in first_lines) * 2 > len(first_lines) for mark in (";", "\t", ",")):
        return "table"
    return "text"
