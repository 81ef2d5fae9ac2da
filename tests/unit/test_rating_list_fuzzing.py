"""Damaged rating lists of every form: read or refused with a sentence, every line accounted for, one result by both readers."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rating_list_writer import LAYOUTS, people, read, rows, text
from tests.mutation import examples, mutated, mutated_inside, real_files

from normbook.sources import rating_list
from normbook.sources.rating_list_regular import RegularRows
from normbook.sources.rating_list_xml import XmlList


def xml(player):
    players = "".join(player.format(number=number) for number in range(100001, 100013))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n{players}</playerslist>\n'.encode()


def zipped(content, name="players_2016-01.txt"):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr(name, content)
    return archive.getvalue()


TEXTS = [
    text(layout, people(layout, 8, birth="", flag="w"), end=end).encode()
    for layout in sorted(LAYOUTS)
    for end in ("\n", "\r\n")
]
LINES = [f"{number}{{0}}Ruiz Nuñez{{0}}ARG{{0}}F{{0}}WIM{{0}}2210{{0}}1972{{0}}wi" for number in range(100001, 100013)]
CSVS = [
    "\n".join(["ID{0}Name{0}Fed{0}Sex{0}Title{0}SRtng{0}B-day{0}Flag", *LINES, ""]).format(separator).encode()
    for separator in ",;\t*"
]
XMLS = [
    xml(
        "<player>\n<fideid>{number}</fideid>\n<name>Ruiz &amp; Núñez</name>\n<country>ARG</country>\n<sex>F</sex>\n"
        "<title>WIM</title>\n<rating>2210</rating>\n<games>9</games>\n<k>20</k>\n<birthday>1972</birthday>\n<flag>wi</flag>\n"
        "</player>\n"
    ),
    xml(
        '  <player FIDEID="{number}"><name>Ruiz, Eva</name><country>ARG</country><sex>F</sex><title>wm</title>'
        "<rating>2210</rating><flag>i</flag><birthday>1962-02-03</birthday></player>\n"
    ),
]
CSVS.append(
    b"sep=;\nRatings;January 2016\n"
    + CSVS[1].replace(b"Ruiz Nu", b'"Ruiz,\nNu').replace("ñez".encode(), 'ñez"'.encode())
)
ARCHIVES = [zipped(TEXTS[3]), zipped(CSVS[0], "list.csv"), zipped(XMLS[0], "list.xml")]
PARTS = ("good_records", "rejected_lines", "blank_lines", "header_lines")


def check(folder, content, name):
    """The properties of every file, whatever is in it; what `read` gives back has passed its contract and its account."""
    reading = read(folder, content, name=name)
    account = reading.account
    if account.get("is_read") is False:
        (record,) = reading.rejected
        assert (record["scope"], bool(record["reason"]), reading.findings) == ("file", True, [])
        assert not reading.blocks
        return reading
    assert sum(account[part] for part in PARTS) == account["lines_read"]
    numbers = [row["line_number"] for row in rows(reading)] + [entry["line_number"] for entry in reading.rejected]
    assert len(set(numbers)) == len(numbers) == account["good_records"] + account["rejected_lines"]
    assert all(len(entry["reason"]) < 2000 for entry in reading.rejected)
    is_archive = name.endswith(".zip") or content.startswith(b"PK")
    is_text = not str(account["layout"]).startswith("XML") and not content.startswith((b"\xff\xfe", b"\xfe\xff"))
    if is_text and not is_archive:
        lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").removesuffix(b"\n").split(b"\n")
        is_row_a_line = not any(finding["finding_code"] == "rows_over_lines" for finding in reading.findings)
        assert account["lines_read"] == len(lines) if is_row_a_line else account["lines_read"] < len(lines)
        for row in rows(reading):
            first = row["line_number"] - 1
            line = b"".join(lines[first : first + (1 if is_row_a_line else 5)])
            assert str(row["fide_id"]).encode() in line.replace(b"\0", b"")
    return reading


def told(reading):
    return reading.account, reading.findings, reading.rejected, rows(reading) if reading.blocks else []


def check_both(folder, content, name):
    """The quick reader of regular rows and the plain one say the same."""
    quick = told(check(folder, content, name))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_list, "RegularXmlList", XmlList)
        patch.setattr(RegularRows, "read", none_regular)
        plain = told(read(folder, content, name=name))
    assert quick == plain


BY_ROWS = RegularRows.read


def none_regular(self, matrix, line_numbers, candidates=None):
    """As RegularRows.read, where every row is left to the plain reader."""
    found, is_regular = BY_ROWS(self, matrix, line_numbers, candidates)
    return found.slice(0, 0), is_regular & False


@examples(25)
@given(content=mutated([*TEXTS, *CSVS]), is_csv=st.booleans())
def test_damaged_texts(tmp_path_factory, content, is_csv):
    check_both(tmp_path_factory.mktemp("lists"), content, "jan03frl.csv" if is_csv else "jan03frl.txt")


@examples(20)
@given(content=mutated(XMLS))
def test_damaged_xml(tmp_path_factory, content):
    check_both(tmp_path_factory.mktemp("lists"), content, "players_2016-01.xml")


@examples(20)
@given(content=mutated(ARCHIVES) | mutated_inside(ARCHIVES))
def test_damaged_archives(tmp_path_factory, content):
    check(tmp_path_factory.mktemp("lists"), content, "players_2016-01.zip")


def head_of(content, size=20_000):
    """The beginning of a real list, whole lines of it."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = archive.read(archive.namelist()[0])
    return content if len(content) <= size else content[: content.rindex(b"\n", 0, size) + 1]


@pytest.fixture(scope="module")
def real_lists(shared):
    return [head_of(content) for content in real_files(shared / "real" / "rating_lists", 2_000_000)]


@examples(12)
@given(data=st.data())
def test_damaged_real_lists(real_lists, tmp_path_factory, data):
    check_both(tmp_path_factory.mktemp("lists"), data.draw(mutated(real_lists)), "2003-01.txt")
