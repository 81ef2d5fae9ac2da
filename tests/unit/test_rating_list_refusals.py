"""What cannot be read: lines set aside with their place, files refused with a sentence, and nothing lost in either case."""

import io
import zipfile

import pytest
from rating_list_writer import HEADERS, LAYOUTS, line, people, read, read_file, rows, text

from normbook.errors import SourceError
from normbook.sources import rating_list_lines
from normbook.sources.rating_list_archive import only_member


def set_aside(tmp_path, layout, bad_line):
    """Read a list whose line 4 is bad."""
    good = people(layout, 6)
    reading = read(tmp_path, text(layout, [*good[:2], bad_line, *good[2:]]))
    assert reading.account["good_records"] == 6
    assert [row["line_number"] for row in rows(reading)] == [2, 3, 5, 6, 7, 8]
    [rejected] = reading.rejected
    assert (rejected["scope"], rejected["line_number"], rejected["raw_text"]) == ("line", 4, bad_line)
    assert "jan03frl.txt, line 4" in rejected["reason"]
    return rejected


@pytest.mark.parametrize(
    ("fields", "code", "column", "words"),
    [
        ({"id": "12A4"}, "fide_id", 1, "expected a FIDE number in columns 1 to 8, found '12A4'"),
        ({"id": ""}, "fide_id", 1, "found ''"),
        ({"id": "0"}, "fide_id", 1, "found '0'"),
        ({"id": "1.5"}, "fide_id", 1, "found '1.5'"),
        (
            {"rating": "A194"},
            "standard_rating",
            54,
            "expected a rating from 1000 to 3000, 0 or blank in columns 54 to 57",
        ),
        ({"rating": "999"}, "standard_rating", 54, "found '999'"),
        ({"rating": "3001"}, "standard_rating", 54, "found '3001'"),
        ({"rating": "2 10"}, "standard_rating", 54, "found '2 10'"),
        ({"rating": "1e3"}, "standard_rating", 54, "found '1e3'"),
        ({"games": "x"}, "standard_games", 59, "expected a number of games or blank in columns 59 to 62, found 'x'"),
    ],
)
def test_unreadable_field_sets_the_line_aside(tmp_path, fields, code, column, words):
    rejected = set_aside(tmp_path, "B2", line("B2", **fields))
    assert (rejected["reason_code"], rejected["column_number"]) == (code, column)
    assert words in rejected["reason"]


def test_letters_in_k_and_blitz_rating_are_told_by_their_columns(tmp_path):
    assert set_aside(tmp_path, "G", line("G", k="ab"))["column_number"] == 124
    assert set_aside(tmp_path, "G", line("G", blitz="A194"))["column_number"] == 140


@pytest.mark.parametrize("layout", ["A2", "B2"])
def test_unrated_line_shifted_by_one_is_not_read_with_a_wrong_federation(tmp_path, layout):
    shifted = line(layout, rating="", games="", name="Sosa, Anabella")[1:] + " "
    rejected = set_aside(tmp_path, layout, shifted)
    assert rejected["reason_code"] == "text_between_columns"
    first_name_column = LAYOUTS[layout][1]["name"][0]
    assert rejected["column_number"] == first_name_column  # the gap before the name, one to the left of it


def test_line_that_goes_on_after_the_layout_is_set_aside(tmp_path):
    rejected = set_aside(tmp_path, "B2", line("B2", flag="w") + " extra")
    assert (rejected["reason_code"], rejected["column_number"]) == ("line_too_long", 80)


def test_q19_header_in_the_middle_is_set_aside(tmp_path):
    assert set_aside(tmp_path, "B2", HEADERS["B2"].format(token="JAN03"))["reason_code"] == "fide_id"


def refused(reading):
    """The sentence of a refused file: in the account and as one rejected record of scope file, with no row and no finding."""
    assert reading.account["is_read"] is False
    assert (reading.blocks, reading.findings) == ([], [])
    [rejected] = reading.rejected
    assert rejected["scope"] == "file"
    assert rejected["reason"] == f"{reading.source_file}: {reading.account['reason']}"
    return reading.account["reason"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no line of a player"),
        (b"\n\r\n   \n", "no line of a player"),
        (text("B2", []).encode(), "no line of a player"),
        (b"Dear arbiter,\nplease find the list attached.\n" * 20, "no known layout fits"),
        (bytes(range(256)) * 50, "no known layout fits"),
        (b"\xff\xfe" + b"a\x00b", "not UTF-16"),
        (b"x" * (2 << 20), "without a line end"),
        (b"\x1f\x8b\x08\x00 not a list", "no known layout fits"),
        (b"1*Sosa, Ana*ARG*2000\n", "no known layout fits"),
        (b"<playerslist></playerslist>", "no player element"),
        (b"<<<no xml", "broken at line 1, column 2"),
        (b"<playerslist>\n<player><fideid>1</fideid></playerslist>", "broken at line 2"),
        (
            b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a><player><name>&b;</name></player></a>',
            "FIDE number",
        ),
    ],
)
def test_file_that_is_no_list_is_refused_with_a_sentence(tmp_path, content, words):
    assert words in refused(read(tmp_path, content))


def test_file_that_is_not_there_is_refused_without_a_hash(tmp_path):
    reading = read_file(tmp_path / "jan03frl.txt", "jan03frl.txt")
    assert "cannot be opened" in refused(reading)
    assert reading.sha256 is None


def test_list_that_turns_bad_after_the_sample_is_refused_whole(tmp_path, monkeypatch):
    """The layout is proved on all lines, not only on those it was recognised by."""
    monkeypatch.setattr(rating_list_lines, "BLOCK_BYTES", 8_000)
    reading = read(tmp_path, text("B2", people("B2", 200)) + "2003 some other text\n" * 30)
    assert "cannot read 30 lines and reads only 200" in refused(reading)


def test_twenty_bad_lines_are_only_set_aside(tmp_path):
    reading = read(tmp_path, text("B2", people("B2", 200)) + "2003 some other text\n" * 20)
    assert (reading.account["good_records"], reading.account["rejected_lines"]) == (200, 20)


def zipped(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


LIST = text("B2", people("B2", 4), token="     ")


def test_zip_of_one_list_with_any_member_name(tmp_path):
    reading = read(tmp_path, zipped({"folder/": "", "folder/APR03FRL.TXT": LIST, "__MACOSX/._x": "x"}), name="list.zip")
    assert reading.account["list_month"] == "2003-04"
    assert reading.account["good_records"] == 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped({}), "holds 0 files"),
        (zipped({"a.txt": LIST, "b.txt": LIST}), "holds 2 files where one list was expected: a.txt, b.txt"),
        (zipped({"a.zip": zipped({"a.txt": LIST})}), "holds another one, a.zip"),
        (zipped({"a.txt": LIST})[:-30], "cannot be unpacked"),
        (b"", "cannot be unpacked"),
        (b"PK\x03\x04 broken", "cannot be unpacked"),
    ],
)
def test_q23_archive_that_is_not_one_list_is_refused(tmp_path, content, words):
    assert words in refused(read(tmp_path, content, name="jan03frl.zip"))


def test_q23_archive_damaged_inside_is_refused_even_after_good_lines(tmp_path):
    content = bytearray(zipped({"jan03frl.txt": LIST}))
    content[70] ^= 0xFF
    assert "cannot be unpacked" in refused(read(tmp_path, bytes(content), name="jan03frl.zip"))


def test_encrypted_archive_is_refused(tmp_path):
    content = bytearray(zipped({"jan03frl.txt": LIST}))
    content[6] |= 1  # flag bits of the local header
    content[content.rindex(b"PK\x01\x02") + 8] |= 1  # and of the directory
    assert "encrypted" in refused(read(tmp_path, bytes(content), name="jan03frl.zip"))


@pytest.mark.parametrize(
    ("packed", "unpacked", "is_refused"),
    [
        (1 << 20, 501 << 20, True),
        (1 << 20, 499 << 20, False),
        (3 << 20, 501 << 20, False),
        (1 << 30, 5 << 30, True),
        (1 << 30, 3 << 30, False),
    ],
)
def test_archive_that_would_fill_the_memory_or_the_disk_is_refused_before_it_is_unpacked(
    monkeypatch, packed, unpacked, is_refused
):
    member = zipfile.ZipInfo("jan03frl.txt")
    member.file_size, member.compress_size = unpacked, packed
    with zipfile.ZipFile(io.BytesIO(), "w") as archive:
        monkeypatch.setattr(archive, "infolist", lambda: [member])
        if not is_refused:
            assert only_member(archive) is member
            return
        with pytest.raises(SourceError, match=f"would unpack from {packed} to {unpacked} bytes"):
            only_member(archive)


@pytest.mark.parametrize("name", ["jan03frl.txt", "jan03.csv"])
def test_header_with_one_quotation_mark(tmp_path, name):
    reading = read(tmp_path, '"' + text("B2", people("B2", 8)), name=name)
    if name.endswith(".txt"):
        assert (reading.account["layout"], reading.account["good_records"]) == ("B2", 8)
    else:
        refused(reading)
