"""Real report files, where they are at hand: counts and facts come from their own list, never from this program."""

import re
from collections import Counter
from datetime import date

import pytest
from trf_writer import cells, event, players

from normbook.sources.trf import read_report

HALF_POINTS = {"1": 2, "W": 2, "+": 2, "F": 2, "U": 2, "=": 1, "D": 1, "H": 1}
# Players whose points column is not the sum of their cells, as counted when the files were collected.
DIFFERENCES = {
    "bunratty_challengers_2011": 8,
    "bunratty_masters_2011": 5,
    "bunratty_minor_2011": 17,
    "galway_major_2011": 8,
    "irish_junior_2011": 5,
    "echecs_trf26_team": 2,
    "sharly_team_import": 10,
    "bbp_team_board_forfeit": 3,
    "bbp_indiv_299_penalty": 1,
    "crete_friendship_cup_2024": 1,
}
SIZES = {
    "karlmala2005_sklangen": (284, 7),
    "gros2010_echecs": (52, 5),
    "gros2010_py4swiss": (52, 4),
    "sanviator2018_vega": (137, 7),
    "jef2026_etape1": (123, 9),
    "armstrong_2011": (160, 11),
    "bbp_issue7": (60, 14),
    "caissify_edge1": (80, 51),
    "crete_friendship_cup_2024": (129, 7),
    "trf26_grandmommys_echecs": (249, 14),
    "latin1_2008": (3, 3),
    "chesspublisher_09_partial_birth": (8, 0),
}
# Broken on purpose: its player lines are cut short.
NOT_READ = "jef_invalid"


@pytest.fixture(scope="module")
def readings(shared):
    paths = sorted((shared / "real" / "trf").iterdir())
    found = {path.stem: read_report(path, f"events/{path.name}") for path in paths}
    for reading in found.values():
        reading.to_tables()
    return found


def test_every_file_is_read_but_the_broken_one(readings):
    assert len(readings) == 32
    refused = [name for name, reading in readings.items() if not reading.account.get("is_read", True)]
    assert refused == [NOT_READ]
    assert [row["scope"] for row in readings[NOT_READ].rejected] == ["line", "line", "file"]
    assert all(not reading.rejected for name, reading in readings.items() if name != NOT_READ)


def test_every_player_line_is_accounted_for(readings, shared):
    for path in (shared / "real" / "trf").iterdir():
        lines = re.split(rb"\r\n|\r|\n", path.read_bytes())
        account = readings[path.stem].account
        assert account["good_records"] + account["rejected_lines"] == sum(line.startswith(b"001") for line in lines)


def test_sizes(readings):
    assert {name: (len(players(readings[name])), event(readings[name])["rounds_seen"]) for name in SIZES} == SIZES


def test_points_that_are_not_the_sum_of_the_cells(readings):
    found = {}
    for name, reading in readings.items():
        if name == NOT_READ:
            continue
        sums = Counter()
        for (player, _), (_, _, result) in cells(reading).items():
            sums[player] += HALF_POINTS.get(result, 0)
        differing = [number for number, row in players(reading).items() if sums[number] != 2 * row["points"]]
        found |= {name: len(differing)} if differing else {}
    assert found == DIFFERENCES


def test_pairings_name_each_other_with_opposite_colours_and_matching_results(readings):
    matching = {("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-"), (None, None)}
    games = 0
    for name, reading in readings.items():
        found = {} if name == NOT_READ else cells(reading)
        for (player, round_number), (opponent, colour, result) in found.items():
            if opponent:
                back, other_colour, other_result = found[opponent, round_number]
                assert back == player, (name, player, round_number)
                assert (colour, other_colour) in {("w", "b"), ("b", "w"), (None, None)}, (name, player, round_number)
                assert (result, other_result) in matching, (name, player, round_number)
                games += 1
    assert games > 10_000


def test_three_dialects_of_one_tournament_agree(readings):
    plain, padded, short = (cells(readings[f"gros2010_{name}"]) for name in ("competichess", "echecs", "py4swiss"))
    assert plain == padded
    assert short == {(player, number): cell for (player, number), cell in plain.items() if number <= 4}


@pytest.mark.parametrize(
    ("name", "start", "end", "federation"),
    [
        ("karlmala2005_sklangen", date(2005, 7, 28), date(2005, 7, 31), None),
        ("lichess_2020_06", date(2020, 5, 29), date(2020, 5, 29), None),
        ("gros2010_echecs", date(2010, 9, 24), date(2010, 10, 2), "ESP"),
        ("bunratty_masters_2011", date(2011, 2, 25), date(2011, 2, 27), None),
        ("armstrong_2011", date(2010, 9, 13), date(2011, 3, 13), "IRL"),
        ("sanviator2018_vega", date(2018, 4, 8), date(2018, 6, 10), "ESP"),
        ("caissify_edge1", date(2025, 8, 11), date(2025, 8, 11), "FID"),
    ],
)
def test_heads(readings, name, start, end, federation):
    row = event(readings[name])
    assert (row["start_date"], row["end_date"], row["federation_code"]) == (start, end, federation)


def test_ratings_and_federations_of_2005(readings):
    rows = players(readings["karlmala2005_sklangen"]).values()
    assert sum(row["rating"] is not None for row in rows) == 146
    assert sum(row["federation_code"] is None for row in rows) == 276


def test_encodings_and_shift(readings):
    assert readings["armstrong_2012_bom"].account["encoding"] == "utf-8-sig"
    assert readings["irish_junior_2011"].account["encoding"] == "cp1252"
    assert readings["crete_friendship_cup_2024"].account["encoding"] == "utf-8"
    assert readings["chesspublisher_07_forfeit"].account["layout"] == "TRF, rounds from column 94"
    shifted = [
        name for name, reading in readings.items() if "cells_shifted" in {f["finding_code"] for f in reading.findings}
    ]
    assert shifted == ["chesspublisher_07_forfeit"]


def test_penalty_line(readings):
    (row,) = readings["bbp_indiv_299_penalty"].rows["staging.abnormal_points"]
    assert (row["start_number"], row["points_change"]) == (2, -0.5)
