"""The least of an old Excel file (BIFF8 in a compound file) that holds texts and numbers, by Microsoft's description of both."""

from __future__ import annotations

import struct

_SECTOR = 512
_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def xls(rows: list[list]) -> bytes:
    """A workbook with one sheet: numbers as NUMBER records, everything else as LABEL records."""
    name = b"Sheet1"
    start = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0))
    bound_size = 4 + 6 + 2 + len(name)
    offset = len(start) + bound_size + 4
    bound = _record(0x0085, struct.pack("<IHBB", offset, 0, len(name), 0) + name)
    sheet = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0))
    sheet += _record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, max(map(len, rows)), 0))
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            place = struct.pack("<HHH", at, column, 0)
            if isinstance(cell, int | float):
                sheet += _record(0x0203, place + struct.pack("<d", cell))
            elif cell:
                sheet += _record(0x0204, place + struct.pack("<HB", len(cell), 1) + str(cell).encode("utf-16-le"))
    return _compound(start + bound + _record(0x000A, b"") + sheet + _record(0x000A, b""))


def _record(code: int, body: bytes) -> bytes:
    return struct.pack("<HH", code, len(body)) + body


def _compound(stream: bytes) -> bytes:
    """A compound file with the stream `Workbook`: allocation table, directory, then the stream, sector after sector."""
    stream = stream.ljust(4096, b"\0")  # smaller ones would go elsewhere
    sectors = -(-len(stream) // _SECTOR)
    table = [_FAT, _END, *range(3, 2 + sectors), _END]
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, _END, 0, _END, 0)
    head += struct.pack("<109I", 0, *[_FREE] * 108)
    allocation = struct.pack("<128I", *table, *[_FREE] * (128 - len(table)))
    directory = _entry("Root Entry", 5, 1, _END, 0) + _entry("Workbook", 2, _FREE, 2, len(stream)) + bytes(256)
    return head + allocation + directory + stream.ljust(sectors * _SECTOR, b"\0")


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    text = (name + "\0").encode("utf-16-le")
    body = text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, _FREE, _FREE, child)
    return body + bytes(36) + struct.pack("<IQ", start, size)
