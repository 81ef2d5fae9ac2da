"""`normbook standings` of a blitz championship: two level on top, teams, and views of another kind of series."""

import pytest
from tests.integration.test_standings import answer, ask, publish_views
from tests.world import report, report_line, tables_of

from normbook.runs.standings import VIEWS

NAMES = ("Arce, Ana", "Bello, Bea", "Cruz, Ciro", "Diaz, Dino")
# Ana and Bea drew and beat the others; Ciro and Dino drew.
CELLS = (
    "   2 w =;   3 b 1;   4 w 1",
    "   1 b =;   4 b 1;   3 w 1",
    "   4 w =;   1 w 0;   2 b 0",
    "   3 b =;   2 w 0;   1 b 0",
)
SERIES = """[series]
regulation = "fmda-blitz"
[[event]]
event = "night"
category = "2"
annual_championship = true
[[event]]
event = "clubs"
category = "2"
[[event]]
event = "entries"
category = "3"
[[team]]
event = "clubs"
club = "Torre"
players = [1, 4]
[[team]]
event = "clubs"
club = "Alfil"
players = [2, 3]
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    lines = [
        report_line(n, name, cells.split(";")) for n, (name, cells) in enumerate(zip(NAMES, CELLS, strict=True), 1)
    ]
    one_round = [
        report_line(n, name, cells.split(";")[:1]) for n, (name, cells) in enumerate(zip(NAMES, CELLS, strict=True), 1)
    ]
    files = {
        "events/night.trf": report(lines),
        "events/clubs.trf": report(one_round, start="2005/09/01"),
        "events/entries.trf": report([report_line(n, f"Name, N{n}", [], points=0.0) for n in range(1, 18)]),
        "series/blitz.toml": SERIES,
    }
    folder = tmp_path_factory.mktemp("blitz")
    connection = tables_of(folder, files)
    return connection, publish_views(connection, folder / "published")


def test_14_a_place_that_waits_for_a_play_off_is_told(published):
    shown = ask(published, "blitz", "--category", "2")
    assert shown.exit_code == 0
    assert "blitz, night, 2: standings" in shown.stdout
    assert "1 Arce, Ana: shares the first place: a play-off is needed (13)" in " ".join(shown.stdout.split())
    # the tie-break is equal too, so both stand first
    first = [row for row in answer(published, "blitz") if row["event_id"] == "night" and row["place"] == 1]
    assert [(row["name"], row["points"], row["tie_break"]) for row in first] == [
        ("Arce, Ana", 2.5, 2.25),
        ("Bello, Bea", 2.5, 2.25),
    ]


@pytest.mark.parametrize("view", VIEWS["blitz"])
def test_every_view_of_a_blitz_championship_prints(published, view):
    shown = ask(published, "blitz", "--show", view)
    assert (shown.exit_code, f": {view}" in shown.stdout) == (0, True), shown.stdout


def test_a_view_of_another_kind_of_series_is_refused_with_those_there_are(published):
    shown = ask(published, "blitz", "--show", "fees")
    assert shown.exit_code == 1
    assert "standings, events, promotions, categories, teams, groups" in " ".join(shown.output.split())
