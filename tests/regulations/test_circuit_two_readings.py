"""The Grand Prix of 2005, computed twice: by the program, and by the literal reading in literal_circuit.py."""

from collections import defaultdict

import pytest
from tests.regulations.generated_series import BORN_AFTER, as_report, dice, event, people, series_file
from tests.regulations.literal_circuit import event as literal_event
from tests.regulations.literal_circuit import season as literal_season
from tests.world import rows, tables_of

# Sizes of the four events of each series: every size from 1 to 60, and the numbers on both sides of every limit (4, 9) again.
SIZES = [[first, 61 - first, first, 8 + first % 20] for first in range(1, 31)]
SIZES += [
    [4, 5, 7, 8],
    [12, 13, 17, 18],
    [22, 23, 24, 25],
    [8, 9, 16, 17],
    [32, 33, 24, 24],
    [4, 4, 4, 4],
    [1, 1, 2, 3],
]
GIRLS = [0, 0.5, 1, 0.2]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    files, events = {}, {}
    for number, sizes in enumerate(SIZES):
        chance = dice(number)
        crowd = people(chance, max(sizes) + 3, GIRLS[number % len(GIRLS)])
        names = []
        for encounter, size in enumerate(sizes):
            name = f"s{number}e{encounter}"
            events[name] = event(chance, chance.sample(crowd, size))
            files[f"events/{name}.trf"] = as_report(events[name][0])
            names.append(name)
        files[f"series/s{number}.toml"] = series_file(names)
    return tables_of(tmp_path_factory.mktemp("circuits"), files), events


def read(events, number, section):
    """The literal reading of one series: results by event, standings."""
    results = {
        name: literal_event(*events[name], BORN_AFTER, section == "women")
        for name in (f"s{number}e{encounter}" for encounter in range(4))
    }
    return results, literal_season(results.values())


@pytest.mark.parametrize("section", ["open", "women"])
def test_results_of_articles_7_to_10(world, section):
    connection, events = world
    found = defaultdict(dict)
    for row in rows(connection, f"from mart.grand_prix_results where section = '{section}'"):
        assert row["points"] == row["placement_points"] + row["game_points"]
        found[row["event_id"]][row["name"]] = (row["place"], row["tied_with"], row["placement_points"], row["points"])
    for number in range(len(SIZES)):
        for name, of_event in read(events, number, section)[0].items():
            expected = {
                who: (row["place"], row["tied"], row["placement"], float(row["points"]))
                for who, row in of_event.items()
            }
            assert found[name] == expected, name


@pytest.mark.parametrize("section", ["open", "women"])
def test_standings_of_articles_11_and_12(world, section):
    connection, events = world
    found = defaultdict(dict)
    for row in rows(connection, f"from mart.grand_prix_standings where section = '{section}'"):
        found[row["series"]][row["name"]] = (
            row["place"], row["points"], row["qualified"], row["match_needed"], row["tie_resolved_by"],
        )  # fmt: skip
    for number in range(len(SIZES)):
        expected = {
            who: (row["place"], float(row["points"]), row["qualified"], row["match"], row["resolved"])
            for who, row in read(events, number, section)[1].items()
        }
        assert found[f"s{number}"] == expected, number


def test_the_series_have_the_hard_cases(world):
    """A comparison over easy cases would prove nothing."""
    _, events = world
    standings = [read(events, number, section)[1] for number in range(len(SIZES)) for section in ("open", "women")]
    everybody = [row for of_one in standings for row in of_one.values()]
    assert {row["resolved"] for row in everybody} == {None, "12a", "12b"}
    assert {row["qualified"] for row in everybody} == {True, False, None}
    assert {len(of_one) for of_one in standings} >= {0}
    results = [
        row for n in range(len(SIZES)) for of_event in read(events, n, "open")[0].values() for row in of_event.values()
    ]
    assert any(row["tied"] and row["placement"] for row in results)
    assert any(row["place"] <= 3 and not row["placement"] for row in results)
