"""The annex of 2024 as printed against the formula, and the numbers of its headings (1.4.8, 1.7)."""

import csv
from math import ceil, floor

import pytest

from normbook.regulations import edition_named, score_table
from normbook.regulations.loader import FOLDER

TITLES = ("GM", "IM", "WGM", "WIM")


@pytest.fixture(scope="module")
def edition():
    return edition_named("2024-01-01")


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def bounds(row, lowest, highest):
    return int(row[lowest]), int(row[highest]) if row[highest] else None


@pytest.fixture(scope="module")
def printed(edition):
    return {
        (row["title_sought"], int(row["games"]), int(row["half_points"])): (
            *bounds(row, "lowest_average", "highest_average"),
            row["status"],
        )
        for row in rows_of(FOLDER / "b01" / edition.printed_tables.value)
    }


def computed_by(edition):
    return {
        (title, games, row.half_points): (row.lowest_average, row.highest_average)
        for title in TITLES
        for games in range(7, 20)
        for row in score_table(edition, title, games)
    }


def test_printed_tables_are_the_formula_but_for_the_end_of_seventeen_games(edition, printed):
    corrected = {(m.title_sought, m.games, m.half_points): m for m in edition.misprints.value}
    assert [(games, half_points) for _, games, half_points in corrected] == [(17, 13)] * 4
    expected = {}
    for cell, (lowest, highest, _) in printed.items():
        if cell in corrected:
            assert highest is corrected[cell].printed is None
            highest = corrected[cell].corrected
        expected[cell] = lowest, highest
    assert len(expected) == 628
    assert computed_by(edition) == expected


def test_six_points_of_seventeen_are_not_in_the_print(printed):
    """1.4.8b: 6 of 17 is 35.3 per cent, so the text allows what the annex leaves out."""
    assert {cell for cell, (*_, status) in printed.items() if status != "read"} == {(t, 17, 12) for t in TITLES}


@pytest.mark.parametrize("name", ["2017-07-01", "2022-01-01", "2023-01-01"])
def test_editions_that_point_to_this_annex_have_its_tables(edition, name):
    pointing = edition_named(name)
    assert pointing.printed_tables.value == edition.printed_tables.value
    assert pointing.printed_tables.status == "read_elsewhere"
    assert computed_by(pointing) == computed_by(edition)


def test_tables_handed_to_the_project_agree(printed, shared):
    theirs = {
        (row["title"], int(row["rounds"]), int(2 * float(row["points"]))): (*bounds(row, "lo", "hi"), row["source"])
        for row in rows_of(shared / "regulations" / "tables_2024.csv")
    }
    assert printed == theirs


@pytest.mark.parametrize(
    ("games", "level", "titled", "own", "one", "least_score"),
    [
        (7, 3, 4, 4, 4, 2.5),
        (8, 3, 4, 4, 5, 3),
        (9, 3, 5, 5, 6, 3.5),
        (10, 4, 5, 6, 6, 3.5),
        (11, 4, 6, 6, 7, 4),
        (12, 4, 6, 7, 8, 4.5),
        (13, 5, 7, 7, 8, 5),
        (14, 5, 7, 8, 9, 5),
        (15, 5, 8, 9, 10, 5.5),
        (16, 6, 8, 9, 10, 6),
        (17, 6, 9, 10, 11, 6),
        (18, 6, 9, 10, 12, 6.5),
        (19, 7, 10, 11, 12, 7),
    ],
)
def test_headings(edition, games, level, titled, own, one, least_score):
    """1.7: persons of the level, titled, most of the own and of one federation, least score, for each number of games."""
    (group,) = edition.title_levels["GM"].value.any_of[0]
    assert max(group.least, ceil(games * group.share)) == level
    assert ceil(games * edition.titled_share.value.share) == titled
    assert floor(games * edition.own_federation_share.value.share) == own
    assert floor(games * edition.one_federation_share.value.share) == one
    assert score_table(edition, "GM", games)[0].half_points / 2 == least_score


@pytest.mark.parametrize(
    ("title", "games", "points", "lowest", "highest"),
    [("GM", 9, 6, 2475, 2519), ("IM", 9, 6, 2325, 2369), ("GM", 13, 9, 2459, 2489), ("GM", 17, 6, 2710, None)],
)
def test_rows_that_examples_cite(title, games, points, lowest, highest):
    """1.72 of 2017, in old examples of the manual, and the row that the annex of 2024 leaves out."""
    rows = {row.half_points / 2: row for row in score_table(edition_named("2017-07-01"), title, games)}
    assert (rows[points].lowest_average, rows[points].highest_average) == (lowest, highest)
