"""The sample season through the product: every verdict worked out by hand beforehand, and the findings it was given."""

import csv
from pathlib import Path

import pytest

from normbook.runs.build import make_tables
from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest
from normbook.warehouse.session import open_session
from tests.world import rows

EXPECTED = list(csv.DictReader((Path(__file__).parents[1] / "fixtures" / "sample_expectations.csv").open(encoding="utf-8")))


@pytest.fixture(scope="module")
def season(tmp_path_factory, checkout):
    staged = ingest(discover(checkout / "data" / "raw"), tmp_path_factory.mktemp("out"), "test", 1, lambda what, done, total: None)
    connection = open_session()
    make_tables(connection, staged)
    return connection


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: f"{case['event_id']}-{case['start_number']}-{case['title_sought']}")
def test_verdict_is_the_one_worked_out_by_hand(season, case):
    verdict = rows(
        season,
        f"""
        select * from mart.norm_verdicts
        where event_id = '{case["event_id"]}' and start_number = {case["start_number"]} and title_sought = '{case["title_sought"]}'
        """,
    )[0]
    assert str(verdict["achieved"]).lower() == case["achieved"]
    for name in ("games", "opponents_average_rating", "performance_rating", "extension"):
        assert str("" if verdict[name] is None else verdict[name]) == case[name], name
    for name in ("score", "score_required"):
        assert verdict[name] == (float(case[name]) if case[name] else None), name
    assert " ".join(verdict["failed_articles"]) == case["failed_articles"].replace(";", " ")
    assert str(verdict["last_round_forfeit"]).lower() == case["last_round_forfeit"]
