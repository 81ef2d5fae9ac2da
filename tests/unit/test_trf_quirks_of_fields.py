"""Quirks T12 to T17, T26 and T27: fields of the players, as real programs write them."""

from datetime import date

import pytest
from trf_writer import HEAD, codes, player, players, read


@pytest.mark.parametrize(
    ("text", "birth", "year", "precision"),
    [
        ("1990/05/17", date(1990, 5, 17), 1990, "day"),
        ("1990/00/00", None, 1990, "year"),
        ("1987/12/00", None, 1987, "month"),
        ("1996.  .", None, 1996, "year"),
        (".  .", None, None, "none"),
        ("1943/03/9", None, 1943, "month"),
        ("", None, None, "none"),
    ],
)
def test_t12_births(tmp_path, text, birth, year, precision):
    row = players(read(tmp_path, HEAD + player(1, birth=text)))[1]
    assert (row["birth_date"], row["birth_year"], row["birth_precision"]) == (birth, year, precision)


def test_t12_a_birth_one_column_late(tmp_path):
    line = player(1, points="4.0")
    row = players(read(tmp_path, HEAD + line[:70] + "1963/04/13" + line[80:]))[1]
    assert (row["birth_date"], row["points"]) == (date(1963, 4, 13), 4.0)


def test_t12_a_malformed_birth_is_reported(tmp_path):
    reading = read(tmp_path, HEAD + player(1, birth="1990/31/31"))
    assert codes(reading) == ["birth_odd"]
    assert "line 6: player 1 Perez, Juan" in reading.findings[0]["finding"]


@pytest.mark.parametrize(("text", "number"), [("6897", 6897), ("70123454321", 70123454321), ("0", None), ("", None)])
def test_t13_numbers_of_any_length_are_kept(tmp_path, text, number):
    assert players(read(tmp_path, HEAD + player(1, fide_id=text)))[1]["fide_id"] == number


def test_t14_federations(tmp_path):
    scraps = ["ST.", "C.C", "???", "ab1", "arg", ""]
    text = "".join(player(number, federation=scrap) for number, scrap in enumerate(scraps, 1))
    reading = read(tmp_path, HEAD + text)
    assert [row["federation_code"] for row in players(reading).values()] == [None, None, None, None, "ARG", None]
    assert codes(reading) == ["federation_odd"]
    assert "4 players" in reading.findings[0]["finding"]


def test_t14_few_federations_are_told_one_by_one(tmp_path):
    reading = read(tmp_path, HEAD + player(1, federation="ST.") + player(2, federation="C.C"))
    assert [row["line_number"] for row in reading.findings] == [6, 7]


@pytest.mark.parametrize(
    ("text", "title", "womens"),
    [
        ("g  ", "GM", None), ("  g", "GM", None), (" m ", "IM", None), ("GM ", "GM", None), (" GM", "GM", None),
        ("wf ", None, "WFM"), ("WIM", None, "WIM"), ("MF ", "FM", None), ("   ", None, None),
    ],
)  # fmt: skip
def test_t15_titles(tmp_path, text, title, womens):
    row = players(read(tmp_path, HEAD + player(1, title=text)))[1]
    assert (row["title_code"], row["womens_title_code"]) == (title, womens)
    assert row["title_raw"] == (text.strip() or None)


def test_t15_an_unknown_title_is_reported(tmp_path):
    assert codes(read(tmp_path, HEAD + player(1, title="Dr."))) == ["title_odd"]


@pytest.mark.parametrize(
    ("text", "sex"), [("m", "M"), ("M", "M"), ("w", "F"), ("F", "F"), ("f", "F"), ("u", None), ("", None)]
)
def test_t15_sexes(tmp_path, text, sex):
    assert players(read(tmp_path, HEAD + player(1, sex=text, title="GM ")))[1]["sex"] == sex


@pytest.mark.parametrize(("text", "rating"), [("", None), ("   0", None), ("0000", None), ("2345", 2345), ("987", 987)])
def test_t16_ratings(tmp_path, text, rating):
    reading = read(tmp_path, HEAD + player(1, rating=text))
    assert players(reading)[1]["rating"] == rating
    assert codes(reading) == []


def test_t17_blank_rank(tmp_path):
    assert players(read(tmp_path, HEAD + player(1, place="")))[1]["place"] is None


@pytest.mark.parametrize(("text", "points"), [("10.5", 10.5), (" 6,5", 6.5), ("   7", 7.0), ("0.0", 0.0), ("", None)])
def test_t26_points_with_dot_or_comma(tmp_path, text, points):
    assert players(read(tmp_path, HEAD + player(1, (2, "w", "1"), points=text)))[1]["points"] == points


def test_t27_digits_inside_a_name(tmp_path):
    reading = read(tmp_path, HEAD + player(1, name="Makris,Georgios 47996"))
    assert players(reading)[1]["name"] == "Makris,Georgios 47996"
    assert codes(reading) == []
