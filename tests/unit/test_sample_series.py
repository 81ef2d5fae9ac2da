"""The Grand Prix and the blitz championship of the sample season."""

import csv
import tomllib
from datetime import date
from pathlib import Path

import pytest
from test_sample import HALF_POINTS, cells, players

from normbook.sample import write_sample_season


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    write_sample_season(folder, players=0)
    return folder


def test_the_series_name_events_and_people_that_exist(season):
    stems = {path.stem for path in (season / "events").glob("*.trf")}
    for path in (season / "series").glob("*.toml"):
        series = tomllib.loads(path.read_text(encoding="utf-8"))
        assert {event["event"] for event in series["event"]} <= stems
        rows = [
            person
            for event in series["event"]
            for person in players(season / "events" / f"{event['event']}.trf").values()
        ]
        with (season / "series" / series["series"]["clubs"]).open(encoding="utf-8", newline="") as lines:
            clubs = {row["player"] for row in csv.DictReader(lines)}
        strangers = {row["name"] for row in rows if (row["fide_id"] or row["name"]) not in clubs}
        # Written another way in the third encounter: only a reader that folds names knows them.
        assert strangers == ({"Peralta,Mariana", "MEDRANO, Sofia"} if path.stem == "ara-2005" else set())


def test_one_child_of_the_grand_prix_is_too_old(season):
    """Article 2: Sub-10 of 2005 are born after 1 January 1996."""
    births = {
        person["birth"]
        for number in range(1, 5)
        for person in players(season / "events" / f"ara-sub10-{number}.trf").values()
    }
    assert len([birth for birth in births if date.fromisoformat(birth.replace("/", "-")) <= date(1996, 1, 1)]) == 1


def test_the_grand_prix_has_the_cases_of_articles_7_and_8(season):
    rows = {number: cells(season / "events" / f"ara-sub10-{number}.trf") for number in range(1, 5)}
    only_a_bye = [
        row for row in rows[2].values() if sum(HALF_POINTS[r] for *_, r in row) == 2 and "U" in [r for *_, r in row]
    ]
    pointless = [row for row in rows[1].values() if not any(HALF_POINTS[result] for *_, result in row)]
    girls = [
        sum(p["sex"] == "w" for p in players(season / "events" / f"ara-sub10-{number}.trf").values()) for number in rows
    ]
    assert only_a_bye
    assert pointless
    assert min(girls) >= 5


def test_the_finalists_of_the_blitz_are_the_first_two_of_each_group(season):
    events = season / "events"
    finalists = set()
    for number in (1, 2, 3):
        path = events / f"metropolitano-2a-grupo-{number}.trf"
        table = cells(path)
        points = {player: sum(HALF_POINTS[result] for *_, result in row) for player, row in table.items()}
        first, second, third, *_ = sorted(points, key=points.__getitem__, reverse=True)
        assert points[second] > points[third], "the finalists would depend on the tie-break"
        finalists |= {players(path)[first]["name"], players(path)[second]["name"]}
    final = events / "metropolitano-2a.trf"
    assert {person["name"] for person in players(final).values()} == finalists
    points = {player: sum(HALF_POINTS[result] for *_, result in row) for player, row in cells(final).items()}
    play_off = tomllib.loads((season / "series" / "metropolitano-2a-2005.toml").read_text(encoding="utf-8"))["play_off"]
    leaders = {player for player in points if points[player] == max(points.values())}
    assert leaders == set(play_off[0]["order"])
