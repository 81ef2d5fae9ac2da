"""Lines of a text file of unknown encoding and line ends, block by block, with nothing lost and every line numbered."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from normbook.errors import SourceError

# What is worked on at a time fits into the caches of a processor.
BLOCK_BYTES = 4 << 20
LONGEST_LINE = 1 << 20
_LF, _CRLF = b"\n", b"\r\n"
Places = npt.NDArray[np.int64]

_HIGH = re.compile(rb"[\x80-\xff]")
_MICRO = "\N{MICRO SIGN}"  # a letter to Unicode, but never part of a name: in a DOS file the byte is a capital A acute


def _dos_repairs() -> dict[int, str]:
    """Characters that a DOS program (code page 850) meant, by the latin-1 character that its byte looks like."""
    repairs = {}
    for byte in range(0x80, 0x100):
        as_latin, as_dos = bytes([byte]).decode("latin-1"), bytes([byte]).decode("cp850")
        if as_dos.isalpha() and (as_latin == _MICRO or not as_latin.isalpha()):
            repairs[byte] = as_dos
    return repairs


_DOS_REPAIRS = _dos_repairs()


def decode_single_bytes(raw: bytes) -> str:
    """Read bytes as latin-1, but as code page 850 where only that gives a letter: old lists mix both, row by row."""
    return raw.decode("latin-1").translate(_DOS_REPAIRS)


@dataclass(frozen=True)
class Block:
    """Lines in a row: the number of the first one, their text as UTF-8, what stands between them, the bytes of those not UTF-8.

    `line_feeds` says where LF stands in the text, alone or, all over the block, after CR.
    """

    first_number: int
    body: bytes
    line_end: bytes
    line_feeds: Places
    raw_bytes: dict[int, bytes]

    @property
    def lines(self) -> list[str]:
        """The text of each line."""
        return self.body.decode().split(self.line_end.decode())


class LineSource:
    """Lines of a binary stream; counts and the encoding are complete once `blocks` has run out."""

    def __init__(self, stream: BinaryIO) -> None:
        """Take a stream at its beginning."""
        self._stream = stream
        self.lines_read = 0
        self.nul_bytes = 0
        self._encodings: list[str] = []

    @property
    def encoding(self) -> str:
        """Encodings met, in words: ascii, utf-8, utf-16, `latin-1 or cp850`, or a mixture."""
        return " and ".join(self._encodings) or "ascii"

    def blocks(self) -> Iterator[Block]:
        """Yield the lines, whatever of LF, CRLF and CR ends them; raise SourceError where it is no text."""
        rest = b""
        for chunk in self._chunks():
            data = rest + chunk
            held = b"\r" if data.endswith(b"\r") else b""  # may be the first half of CRLF
            data = data[: len(data) - len(held)]
            line_end, line_feeds = _LF, _places(data, _LF)
            if b"\r" in data:
                if _is_all_crlf(data, line_feeds):
                    line_end = _CRLF  # to rewrite them would take longer than all else here
                else:
                    data = data.replace(_CRLF, _LF).replace(b"\r", _LF)
                    line_feeds = _places(data, _LF)
            body, newline, rest = data.rpartition(line_end)
            rest += held
            if newline:
                yield self._block(body, line_end, line_feeds[:-1])
            if len(rest) > LONGEST_LINE:
                raise SourceError(
                    f"after line {self.lines_read} comes more than a megabyte without a line end: this is no text list",
                    reason_code="not_text",
                    line_number=self.lines_read + 1,
                )
        if rest:
            yield self._block(rest.rstrip(b"\r\x1a"), _LF, _places(b"", _LF))

    def _chunks(self) -> Iterator[bytes]:
        head = self._stream.read(BLOCK_BYTES)
        if not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            if head.startswith(codecs.BOM_UTF8):
                head = head[len(codecs.BOM_UTF8) :]
                self._encodings.append("utf-8")
            while head:
                yield head
                head = self._stream.read(BLOCK_BYTES)
            return
        self._encodings.append("utf-16")
        decoder = codecs.getincrementaldecoder("utf-16")()
        try:
            while head:
                yield decoder.decode(head).encode()
                head = self._stream.read(BLOCK_BYTES)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            raise SourceError(
                f"the file begins with the mark of UTF-16 but is not UTF-16 ({error.reason}); download it again",
                reason_code="encoding",
            ) from error

    def _block(self, body: bytes, line_end: bytes, line_feeds: Places) -> Block:
        if b"\0" in body:
            self.nul_bytes += body.count(b"\0")
        body = body.replace(b"\0", b" ").replace(b"\x1a", b" ")
        first_number = self.lines_read + 1
        raw_bytes: dict[int, bytes] = {}
        if not body.isascii():
            body, raw_bytes = self._to_utf8(body, first_number)
            line_feeds = _places(body, _LF)
        self.lines_read += len(line_feeds) + 1
        return Block(first_number, body, line_end, line_feeds, raw_bytes)

    def _to_utf8(self, body: bytes, number: int) -> tuple[bytes, dict[int, bytes]]:
        """Return the block as UTF-8 and the bytes of the lines that were not, by line number."""
        pieces, raw_bytes, done = [], {}, 0
        while match := _HIGH.search(body, done):
            start = body.rfind(b"\n", done, match.start()) + 1 or done
            end = body.find(b"\n", match.end())
            end = len(body) if end < 0 else end
            raw = body[start:end]
            number += body.count(b"\n", done, start)
            pieces.append(body[done:start])
            try:
                raw.decode()
                pieces.append(raw)
                self._met("utf-8")
            except UnicodeDecodeError:
                pieces.append(decode_single_bytes(raw).encode())
                raw_bytes[number] = raw
                self._met("latin-1 or cp850")
            done = end
        pieces.append(body[done:])
        return b"".join(pieces), raw_bytes

    def _met(self, encoding: str) -> None:
        if encoding not in self._encodings and "utf-16" not in self._encodings:
            self._encodings.append(encoding)


def _places(data: bytes, character: bytes) -> Places:
    """Where a character stands."""
    return np.flatnonzero(np.frombuffer(data, np.uint8) == ord(character))


def _is_all_crlf(data: bytes, line_feeds: Places) -> bool:
    """Tell whether a text is ASCII and has CR and LF only side by side."""
    return data.isascii() and np.array_equal(_places(data, b"\r") + 1, line_feeds)
