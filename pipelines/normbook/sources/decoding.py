"""Small text files as characters and lines: columns count characters, so bytes are decoded before anything is cut."""

from __future__ import annotations

import codecs
import re

from normbook.errors import SourceError

_WORD = re.compile(r"[^\W\d_]{2,}")


def decode(raw: bytes) -> tuple[str, str]:
    """Return the text of a small file and the name of the encoding that was recognised.

    UTF-8 with or without mark and UTF-16 with mark are proved by the bytes; anything else is read as cp1252, or as
    latin-1 where cp1252 has no character, but as cp850 (DOS) where more bytes are letters of their words so. Raise SourceError for
    binary files and for broken UTF-16.
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            text = raw.decode("utf-16")
        except UnicodeDecodeError as error:
            raise SourceError(
                f"the file is marked as UTF-16 but byte {error.start + 1} does not fit; save it again as UTF-8",
                reason_code="undecodable",
            ) from error
        if "\0" in text:
            raise _not_a_text("character", text.index("\0"))
        return text, "utf-16"
    if b"\0" in raw:
        raise _not_a_text("byte", raw.index(0))
    marked = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return marked.decode(), "utf-8" if marked == raw else "utf-8-sig"
    except UnicodeDecodeError:
        raw = marked
    encoding = "cp850" if _letters_in_words(raw, "cp850") > _letters_in_words(raw, "cp1252") else "cp1252"
    try:
        return raw.decode(encoding), encoding
    except UnicodeDecodeError:
        return raw.decode("latin-1"), "latin-1"


def _letters_in_words(raw: bytes, encoding: str) -> int:
    """How many characters beyond ASCII stand in words of small letters, of capitals, or of small letters behind a capital."""
    words = _WORD.findall(raw.decode(encoding, errors="replace"))
    return sum(
        not letter.isascii() for word in words if word.islower() or word.isupper() or word.istitle() for letter in word
    )


def _not_a_text(unit: str, at: int) -> SourceError:
    return SourceError(
        f"{unit} {at + 1} is zero, so this is not a text file; put the text file here instead",
        reason_code="binary_file",
    )


def lines_of(text: str) -> list[str]:
    """Return the lines without their ends (CR, CRLF or LF); the end of the last line opens no further one."""
    # str.splitlines would also cut at U+0085 and other characters that names may hold.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines
