"""Figures of worked examples (average, percentage, difference, performance, least score), from the data of each edition.

The examples are facts in tables that are not part of the project; only their arithmetic is looked at here.
"""

import csv

import pytest

from normbook.regulations import edition_named, half_up, percentage_score, performance_differences, score_table

EDITIONS = {"2017": "2017-07-01", "2022": "2022-01-01", "2023": "2023-01-01", "2024": "2024-01-01"}
POINTS = {"1": 2, "=": 1, "0": 0}


def figures_of(row):
    """The columns of the example computed anew; none of them is a float."""
    edition = edition_named(EDITIONS[row["edition"]])
    title = row["title_sought"]
    used = set(row["games_used"].split(","))
    games = [game.split(":") for game in row["games"].split(";")]
    games = [(rating, result) for number, rating, _, _, result in games if number in used]
    (unrated,) = edition.unrated_ratings.values()
    lowest, *others = sorted(unrated.value if rating == "-" else int(rating) for rating, _ in games)
    half_points = sum(POINTS[result] for _, result in games)
    average = half_up(sum(others) + max(lowest, edition.rating_floors.value[title]), len(games))
    percentage = percentage_score(half_points, len(games))
    difference = performance_differences(edition.performance_table.value)[percentage]
    table = score_table(edition, title, len(games))
    required = min((entry.half_points for entry in table if entry.lowest_average <= average), default=None)
    figures = {
        "score": half_points / 2,
        "ra": average,
        "p": percentage,
        "dp": difference,
        "rp": average + difference,
    }
    if required is not None:
        figures |= {"required": required / 2, "overscore": (half_points - required) // 2}
    return figures


@pytest.fixture(scope="module")
def examples(shared):
    rows = []
    for name in ("fixtures_2024.csv", "fixtures_between.csv"):
        with (shared / "regulations" / name).open(encoding="utf-8", newline="") as lines:
            rows += [row for row in csv.DictReader(lines) if row["edition"] in EDITIONS and row["games"] and row["ra"]]
    return rows


def test_figures_of_all_examples_with_games(examples):
    """1.46 to 1.48, in 2024 1.4.6 to 1.4.9."""
    assert {row["edition"] for row in examples} == set(EDITIONS)
    assert len(examples) >= 60
    told = 0
    for row in examples:
        figures = figures_of(row)
        expected = {column: float(row[column]) for column in figures if row[column]}
        assert {column: figures[column] for column in expected} == expected, row["id"]
        told += len(expected)
    assert told >= 6 * len(examples)
