"""Encodings and line ends of small text files."""

import codecs

import pytest

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"Gomez", ("Gomez", "utf-8")),
        ("Gómez".encode(), ("Gómez", "utf-8")),
        (codecs.BOM_UTF8 + "Gómez".encode(), ("Gómez", "utf-8-sig")),
        (codecs.BOM_UTF16_LE + "Gómez".encode("utf-16-le"), ("Gómez", "utf-16")),
        (codecs.BOM_UTF16_BE + "Gómez".encode("utf-16-be"), ("Gómez", "utf-16")),
        (b"G\xf3mez \x80", ("Gómez €", "cp1252")),
        (b"G\xf3mez \x81", ("Gómez \x81", "latin-1")),
        (codecs.BOM_UTF8 + b"G\xf3mez", ("Gómez", "cp1252")),
        ("Gómez, Müller, NUÑEZ".encode("cp850"), ("Gómez, Müller, NUÑEZ", "cp850")),
        ("Matoušek, Žižka, Peña".encode("cp1252"), ("Matoušek, Žižka, Peña", "cp1252")),
        ("12w½ „Müller“".encode("cp1252"), ("12w½ „Müller“", "cp1252")),
        (b"", ("", "utf-8")),
    ],
)
def test_encodings(raw, expected):
    assert decode(raw) == expected


@pytest.mark.parametrize(
    ("raw", "code"), [
        (b"ab\x00cd", "binary_file"),
        ("a\0b".encode("utf-16"), "binary_file"),
        (codecs.BOM_UTF16_LE + b"a", "undecodable"),
    ]
)  # fmt: skip
def test_files_that_are_no_text(raw, code):
    with pytest.raises(SourceError) as error:
        decode(raw)
    assert error.value.reason_code == code


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r\r", ["a", "b", ""]),
        ("", []),
        ("a\x0b\x85c", ["a\x0b\x85c"]),
    ],
)
def test_lines(text, lines):
    assert lines_of(text) == lines
