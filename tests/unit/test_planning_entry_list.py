"""Entry lists: any order of columns, any separator, bad rows told one by one."""

from datetime import date

import pytest
from tests.world import report, report_line

from normbook.errors import SourceError
from normbook.sources.entry_list import read_entry_list


def read(folder, content, name="field.csv"):
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_entry_list(file)


def players(reading):
    return reading.rows["staging.report_players"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_in_any_order_and_case(separator, tmp_path):
    rows = [
        ["Rating", "NAME", "birth", "Federation", "Title", "womens_title", "sex", "fide_id"],
        ["2301", "Núñez", "1990/05/17", "arg", "fm", "wgm", "F", "100"],
        ["", "Bo", "1985", "", "", "", "m", ""],
    ]
    first, second = players(read(tmp_path, "\r\n".join(separator.join(row) for row in rows)))
    assert first | {"line_number": 2, "start_number": 1} == first
    assert (first["name"], first["federation_code"], first["rating"], first["fide_id"]) == ("Núñez", "ARG", 2301, 100)
    assert (first["title_code"], first["womens_title_code"], first["sex"]) == ("FM", "WGM", "F")
    assert (first["birth_date"], first["birth_year"]) == (date(1990, 5, 17), 1990)
    assert (second["rating"], second["federation_code"], second["title_code"], second["birth_year"]) == (
        None,
        None,
        None,
        1985,
    )


def test_a_womens_title_may_stand_in_the_column_of_titles_and_a_name_with_a_comma_between_quotes(tmp_path):
    (player,) = players(read(tmp_path, 'name,title\n"Alba, Ana",WIM\n'))
    assert (player["name"], player["title_code"], player["womens_title_code"]) == ("Alba, Ana", None, "WIM")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_encodings(encoding, tmp_path):
    (player,) = players(read(tmp_path, "name;rating\nMuñoz;2342\n".encode(encoding)))
    assert (player["name"], player["rating"]) == ("Muñoz", 2342)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (",ARG,2300,,", "there is no name"),
        ("A,ARGE,2300,,", "federation must be three letters or nothing, not 'ARGE'"),
        ("A,ARG,high,,", "rating must be a number of at most four digits or nothing, not 'high'"),
        ("A,ARG,23000,,", "rating must be a number of at most four digits or nothing, not '23000'"),
        ("A,ARG,2300,x,", "sex must be m, w, f or nothing, not 'x'"),
        ("A,ARG,2300,,12a", "fide_id must be a number or nothing, not '12a'"),
        ("A,ARG,2300,,7", "FIDE number 7 stands in line 2 already"),
        ("A, B,ARG,2300,,", "6 cells for 5 columns; put a name with a comma between quotes"),
        ('"A,ARG,2300,,', "unexpected end of data"),
    ],
)
def test_a_bad_row_is_told_and_the_others_go_on(row, says, tmp_path):
    reading = read(
        tmp_path, f"name,federation,rating,sex,fide_id\nFirst,ARG,2400,m,7\n{row}\n\n,,,,\nLast,CHI,2200,,8\n"
    )
    assert [player["name"] for player in players(reading)] == ["First", "Last"]
    assert [player["start_number"] for player in players(reading)] == [1, 2]
    (record,) = reading.rejected
    assert record["line_number"] == 3
    assert record["reason"].startswith("field.csv, line 3: ")
    assert says in record["reason"]


def test_an_unknown_column_is_told(tmp_path):
    reading = read(tmp_path, "name;federaton\nA;ARG\n")
    assert [finding["finding_code"] for finding in reading.findings] == ["column_unknown"]
    assert "'federaton' is not one of name, federation" in reading.findings[0]["finding"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("players;rating\nA;2300\n", "line 1: there is no column `name`"),
        (b"", "an empty file"),
        (b"PK\x03\x04 [Content_Types].xml", "a spreadsheet"),
        ("012 Nobody\n001 broken\n", "no line 001 can be used"),
    ],
)
def test_files_of_no_use(content, says, tmp_path):
    with pytest.raises(SourceError, match=says):
        read(tmp_path, content)


def test_a_report_file_without_games(tmp_path):
    lines = [report_line(1, "One, Anna", [], rating=2300, federation="ESP", title="wm", sex="w", points=0.0)]
    reading = read(tmp_path, report(lines, start="2005/09/01", end="2005/09/09"), "next.trf")
    (player,) = players(reading)
    assert (player["name"], player["womens_title_code"], player["rating"]) == ("One, Anna", "WIM", 2300)
    assert reading.rows["staging.event_reports"][0]["start_date"] == date(2005, 9, 1)
