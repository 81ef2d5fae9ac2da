"""Bad report files: every one is refused or read in part with a sentence, and the account always balances."""

import pytest
from trf_writer import HEAD, cells, codes, event, player, players, read

from normbook.sources.trf_recognition import recognise

GAME = player(1, (2, "w", "1"), points="1.0") + player(2, (1, "b", "0"))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old workbook", "spreadsheet"),
        (b"PK\x03\x04 [Content_Types].xml xl/workbook.xml", "spreadsheet"),
        (b"PK\x03\x04 open.trf", "archive"),
        (b"%PDF-1.4", "pdf"),
        (b"\xef\xbb\xbf<!DOCTYPE html><html><table>", "html"),
        (b"<?xml version='1.0'?><tournament/>", "xml"),
        (b'{"players": []}', "json"),
        (b"No.;Name;Rtg\n1;Perez, Juan;2000\n2;Gomez;1900\n", "table"),
        (b"\x00\x01\x02\x03 001    1", "binary"),
        (b"Dear organiser\nthe report follows.\n", "text"),
    ],
)
def test_other_files_are_refused_by_name(tmp_path, content, kind):
    reading = read(tmp_path, content)
    assert recognise((tmp_path / "open.trf").read_bytes()) == kind
    assert reading.account["is_read"] is False
    assert reading.rows == {}
    (rejected,) = reading.rejected
    assert (rejected["scope"], rejected["reason_code"]) == ("file", f"not_a_report_{kind}")
    assert "events/open.trf" in rejected["reason"]
    assert "TRF" in rejected["reason"]


def test_a_report_is_recognised_whatever_its_ending(tmp_path):
    read(tmp_path, HEAD + GAME, name="open.html")
    assert recognise((tmp_path / "open.html").read_bytes()) == "trf"


def test_a_report_without_players_is_refused(tmp_path):
    reading = read(tmp_path, HEAD)
    assert codes(reading) == ["no_players"]
    assert reading.account["is_read"] is False
    assert "no line 001" in reading.account["reason"]
    assert reading.account["header_lines"] == 5


def test_a_report_whose_players_are_all_broken_is_refused(tmp_path):
    reading = read(tmp_path, HEAD + "001 MALFORMED LINE WITHOUT PROPER FIELDS\n001    1 BROKEN RECORD\n")
    assert codes(reading) == ["no_start_number", "line_cut_short", "no_players"]
    assert reading.rows == {}
    assert reading.account["rejected_lines"] == 2
    assert [row["line_number"] for row in reading.rejected] == [6, 7, None]


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        (player(3).replace("001    3", "001    x"), "no_start_number", 5),
        (player(3).replace("001    3", "001    0"), "no_start_number", 5),
        (player(3).replace("001    3", "001     "), "no_start_number", 5),
        (player(3).replace("001    3 ", "001    34"), "no_start_number", 5),
        (player(3).replace("001    3", "001-   3"), "no_start_number", 1),
        (" " + player(3), "no_start_number", 1),
        (player(3, name=" "), "no_name", 15),
        (player(3)[:60].rstrip() + "\n", "line_cut_short", 25),
        (player(2, name="Other, Player"), "start_number_twice", 5),
    ],
)
def test_a_bad_player_line_is_set_aside_and_the_rest_is_read(tmp_path, line, code, column):
    reading = read(tmp_path, HEAD + GAME + line)
    (rejected,) = reading.rejected
    assert (rejected["reason_code"], rejected["scope"]) == (code, "line")
    assert (rejected["line_number"], rejected["column_number"]) == (8, column)
    assert rejected["raw_text"] == line[:-1]
    assert f"events/open.trf, line 8, column {column}: " in rejected["reason"]
    assert [row["name"] for row in players(reading).values()] == ["Perez, Juan", "Perez, Juan"]
    assert reading.account["rejected_lines"] == 1
    assert reading.account["good_records"] == 2


@pytest.mark.parametrize(
    ("cell", "code", "column", "row"),
    [
        (("x", "w", "1"), "cell_opponent", 92, (None, None, "*")),
        (("1 2", "w", "1"), "cell_opponent", 92, (None, None, "*")),
        (("²", "w", "1"), "cell_opponent", 92, (None, None, "*")),
        ((2, "s", "1"), "cell_colour", 97, (None, None, "*")),
        ((2, "w", "5"), "cell_result", 99, (2, None, "*")),
        ((2, "w", "ß"), "cell_result", 99, (2, None, "*")),
        ((2, "w", "1½"), "cell_columns", 100, (None, None, "*")),
    ],
)
def test_a_bad_cell_counts_as_an_unknown_result(tmp_path, cell, code, column, row):
    reading = read(tmp_path, HEAD + player(1, cell, name="Perez, Juan") + player(2, (1, "b", "0")))
    (rejected,) = reading.rejected
    assert (rejected["scope"], rejected["reason_code"], rejected["column_number"]) == ("cell", code, column)
    assert f"events/open.trf, line 6, column {column}, player 1, round 1: " in rejected["reason"]
    assert cells(reading)[1, 1] == row
    assert cells(reading)[2, 1] == (1, "b", "0")
    assert reading.account["rejected_lines"] == 0


FAR = " " * 1_000_000


@pytest.mark.parametrize(
    "stray", ["x", "1", "   2 w 1", "0000 - U", "x" * 10_000_000, "x " * 5_000_000, "   2 w x" * 10_000]
)
def test_what_stands_far_to_the_right_makes_no_round(tmp_path, stray):
    first, second = GAME.splitlines()
    reading = read(tmp_path, f"{HEAD}{first}{FAR}{stray}\n{second}\n")
    assert event(reading)["rounds_seen"] == 1
    assert cells(reading) == {(1, 1): (2, "w", "1"), (2, 1): (1, "b", "0")}
    (rejected,) = reading.rejected
    assert (rejected["scope"], rejected["reason_code"], rejected["line_number"]) == ("cell", "cells_beyond_rounds", 6)
    assert rejected["column_number"] >= len(first)
    assert len(rejected["raw_text"]) <= 1000
    assert f"{len(first + FAR + stray.rstrip()) - rejected['column_number'] + 1} characters" in rejected["reason"]


def test_junk_in_the_place_of_the_cells_leaves_the_rounds_unknown(tmp_path):
    """Two lines of junk are damage to whatever rounds the others tell of, and no rounds of their own."""
    games = [(4, "w", "1")] * 150
    text = player(1, (2, "w", "1")) + player(2, (1, "b", "0")) + player(3, *games) + player(4, *[(3, "b", "0")] * 150)
    lines = text.splitlines()
    lines[0] += "  " + "x" * 1_000_000
    lines[1] += "  " + "y " * 1_000_000
    reading = read(tmp_path, HEAD + "\n".join(lines) + "\n")
    assert event(reading)["rounds_seen"] == 150
    assert [cells(reading)[1, number] for number in (1, 2, 150)] == [(2, "w", "1"), *[(None, None, "*")] * 2]
    assert [cells(reading)[3, number] for number in (1, 2, 150)] == [(4, "w", "1")] * 3
    assert [row["line_number"] for row in reading.rejected] == [6, 7]


def test_a_round_whose_cells_are_all_damaged_is_held_all_the_same(tmp_path):
    reading = read(tmp_path, HEAD + player(1, (2, "w", "1"), (2, "?", "1")) + player(2, (1, "b", "0"), (1, "?", "0")))
    assert event(reading)["rounds_seen"] == 2
    assert [cells(reading)[number, 2] for number in (1, 2)] == [(None, None, "*")] * 2


def test_a_long_line_that_is_no_player_is_set_aside_or_kept(tmp_path):
    reading = read(tmp_path, HEAD + GAME + "001" + "x" * 10_000_000 + "\n" + "132 " + FAR + "05/07/23\n")
    (rejected,) = reading.rejected
    assert (rejected["reason_code"], len(rejected["raw_text"])) == ("no_start_number", 1000)
    assert len(event(reading)["round_dates"]) == 1


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("rating", "2x00", "rating_odd"),
        ("rating", "9999", "rating_odd"),
        ("fide_id", "ARG-17", "fide_id_odd"),
        ("points", "4.3", "points_odd"),
        ("points", "half", "points_odd"),
        ("place", "1st", "place_odd"),
        ("sex", "?", "sex_odd"),
    ],
)
def test_a_field_of_another_kind_is_left_empty_and_reported(tmp_path, field, text, code):
    reading = read(tmp_path, HEAD + player(1, **{field: text}))
    assert players(reading)[1][field] is None
    assert codes(reading) == [code]
    assert repr(text) in reading.findings[0]["finding"]


def test_all_oddities_of_a_line_are_reported(tmp_path):
    bad = player(1, ("x", "w", "1"), rating="2x00", federation="??", sex="?")
    reading = read(tmp_path, HEAD + bad + player(2, (1, "b", "0")))
    assert sorted(codes(reading)) == ["cell_opponent", "federation_odd", "rating_odd", "sex_odd"]


def test_a_rating_that_runs_into_the_federation_is_not_believed(tmp_path):
    line = player(1, federation="ARG")
    shifted = line[:49] + "2345" + line[53:]
    reading = read(tmp_path, HEAD + shifted)
    assert players(reading)[1]["rating"] is None
    assert sorted(codes(reading)) == ["federation_odd", "rating_odd"]


def test_a_name_that_is_too_long_is_cut_and_reported(tmp_path):
    reading = read(tmp_path, HEAD + player(1, name="A" * 34))
    assert players(reading)[1]["name"] == "A" * 33
    assert codes(reading) == ["name_odd"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("142 five", "rounds_odd"),
        ("142 99999999999", "rounds_odd"),
        ("032 Argentina", "host_federation_odd"),
        ("162  W many", "scoring_odd"),
        ("052 soon", "date_doubtful"),
    ],
)
def test_a_bad_line_of_the_head_is_reported_with_its_line(tmp_path, line, code):
    reading = read(tmp_path, f"012 Test\n{line}\n" + GAME)
    assert codes(reading) == [code]
    assert reading.findings[0]["line_number"] in (2, None)
    assert line[4:].strip().split()[-1] in reading.findings[0]["finding"]


def test_rounds_declared_twice(tmp_path):
    reading = read(tmp_path, HEAD + "142 9\nXXR 7\n" + GAME)
    assert event(reading)["rounds_declared"] == 9
    assert codes(reading) == ["rounds_differ"]
