"""Series over their events: clubs, persons, and what is said where they do not fit."""

import pytest
from tests.world import report, report_line, rows, tables_of

SERIES = """[series]
regulation = "fmda-blitz"
clubs = "clubs.csv"
[[event]]
event = "one"
category = "1"
[[event]]
event = "two"
category = "1"
[[event]]
event = "gone"
category = "1"
"""
CLUBS = """player,club
7,Torre
"GIL, Ana",Alfil
"Núñez, Eva",Peón
"Nuñez Eva",Dama
"Nobody, Else",Rey
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    one = [
        report_line(1, "Ruiz, Ben", ["   2 w 1"], fide_id=7),
        report_line(2, "Gil, Ana", ["   1 b 0"], birth="1996/05/17"),
        report_line(3, "Gil, Ana", ["   4 w 1"], birth="1997/05/17"),
        report_line(4, "Nunez, Eva", ["   3 b 0"]),
    ]
    two = [report_line(1, "ana gil", ["   2 w 1"]), report_line(2, "Eva Núñez", ["   1 b 0"])]
    files = {"events/one.trf": report(one), "events/two.trf": report(two)}
    return tables_of(tmp_path_factory.mktemp("series"), files | {"series/cup.toml": SERIES, "series/clubs.csv": CLUBS})


def test_clubs_come_by_number_or_folded_name_the_first_line_counts(world):
    found = rows(world, "select event_id, start_number, club from core.event_players order by all")
    assert [(row["event_id"], row["start_number"], row["club"]) for row in found] == [
        ("one", 1, "Torre"),
        ("one", 2, "Alfil"),
        ("one", 3, "Alfil"),
        ("one", 4, "Peón"),
        ("two", 1, "Alfil"),
        ("two", 2, "Peón"),
    ]


def test_a_name_that_matches_two_people_and_other_doubts_are_findings(world):
    found = rows(world, "select finding_code, source_file, line_number, subject from findings.series order by all")
    assert [tuple(row.values()) for row in found] == [
        ("club_of_nobody", "series/clubs.csv", 6, "Nobody, Else"),
        ("series_player_ambiguous", "series/cup.toml", None, "No. 1 ana gil"),
        ("series_without_event", "series/cup.toml", None, "gone"),
        ("two_clubs", "series/clubs.csv", 4, "Núñez, Eva"),
        ("two_clubs", "series/clubs.csv", 5, "Nuñez Eva"),
    ]


def test_persons_are_the_same_over_the_events(world):
    found = rows(world, "select event_id, start_number, player_key from core.series_players order by all")
    keys = {(row["event_id"], row["start_number"]): row["player_key"] for row in found}
    assert keys["one", 4] == keys["two", 2]
    assert len({keys["one", 2], keys["one", 3], keys["two", 1]}) == 3
