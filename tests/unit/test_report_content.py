"""Small parts of the report by themselves: reading the publication, writing points and days, categories, scores."""

from datetime import date
from itertools import pairwise

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.fixtures.published_season import write_publication

from normbook.errors import ContractError, NormbookError
from normbook.reports.events import category, read_categories, score_needed, score_rows
from normbook.reports.messages import ENGLISH
from normbook.reports.published import open_season, rows, seasons_published
from normbook.reports.season import _lead
from normbook.reports.writing import in_days, in_points


def test_seasons_are_those_of_the_events_files(tmp_path):
    assert seasons_published(tmp_path) == []
    assert seasons_published(write_publication(tmp_path)) == [2005, None]


def test_a_season_holds_its_own_rows_and_those_of_no_event(tmp_path):
    with open_season(write_publication(tmp_path), None) as connection:
        assert rows(connection, "select event_id from core.events") == [{"event_id": "sin-fecha"}]
        assert rows(connection, "select count(*) as found from ref.norm_titles") == [{"found": 4}]
        assert rows(connection, "select finding_code from quality.findings") == [{"finding_code": "repeated_number"}]


def test_rows_fill_parameters(tmp_path):
    with open_season(write_publication(tmp_path), 2005) as connection:
        found = rows(connection, "select name from core.events where event_id = $event", event="open-del-sur")
    assert found == [{"name": "Open del Sur"}]


def test_what_is_not_published_is_a_sentence(tmp_path):
    with pytest.raises(NormbookError, match=r"the season 1999 is not published here: run `normbook run`"):
        open_season(write_publication(tmp_path), 1999)


def test_a_table_of_another_shape_is_refused(tmp_path):
    write_publication(tmp_path)
    pq.write_table(pa.table({"event_id": ["x"]}), tmp_path / "core" / "events" / "2005.parquet")
    with pytest.raises(
        ContractError, match=r"core\.events: columns differ .* published by another version: run `normbook run` again"
    ):
        open_season(tmp_path, 2005)


@pytest.mark.parametrize(
    ("score", "written"), [(0.0, "0"), (0.5, "½"), (1.0, "1"), (6.5, "6½"), (10.0, "10"), (10.5, "10½"), (None, "–")]
)
def test_points(score, written):
    assert in_points(score) == written


@pytest.mark.parametrize(
    ("start", "end", "written"),
    [
        (None, None, "no date"),
        (date(2005, 8, 5), None, "5 Aug 2005"),
        (date(2005, 8, 5), date(2005, 8, 5), "5 Aug 2005"),
        (date(2005, 8, 5), date(2005, 8, 14), "5–14 Aug 2005"),
        (date(2005, 8, 28), date(2005, 9, 3), "28 Aug – 3 Sep 2005"),
        (date(2005, 12, 28), date(2006, 1, 5), "28 Dec 2005 – 5 Jan 2006"),
    ],
)
def test_days(start, end, written):
    assert in_days(start, end) == written


@pytest.mark.parametrize(
    ("average", "number"),
    [
        (None, None),
        (2250, None),
        (2251, 1),
        (2275, 1),
        (2276, 2),
        (2476, 10),
        (2500, 10),
        (2501, 11),
        (2758, 21),
        (2825, 23),
    ],
)
def test_category(average, number):
    assert category(average, read_categories()) == number


def test_categories_leave_no_gap_and_say_where_they_come_from():
    categories = read_categories()
    for lower, upper in pairwise(categories):
        assert upper["lowest_average"] == lower["highest_average"] + 1
    assert all(row["status"] and row["source"] for row in categories)


def step(half_points, lowest, highest):
    return {"half_points": half_points, "lowest_average": lowest, "highest_average": highest}


def test_score_needed_rounds_the_own_average_half_up_and_knows_the_least_average():
    # Three rated players: (2400 + 2300) / 2 = 2350 for the highest, (2400 + 2401) / 2 = 2400.5 -> 2401 for the lowest;
    # the table begins at 2351.
    table = [step(4, 2351, 2400), step(3, 2401, None)]
    assert score_needed(table, {"average_rating": 2367}, [2400, 2401, 2300]) == {
        "at_average": 4,
        "lowest_average": 2350,
        "highest_average": 2401,
        "most": None,
        "least": 3,
    }


@pytest.mark.parametrize("ratings", [[], [2400]])
def test_score_needed_without_opponents_is_open(ratings):
    needed = score_needed([step(4, 2351, None)], {"average_rating": None}, ratings)
    assert set(needed.values()) == {None}


def test_score_rows_leave_out_scores_that_no_average_asks_for():
    table = {"GM": [step(16, 2381, 2380), step(14, 2381, 2434), step(13, 2435, None)], "IM": [step(14, 2231, 2284)]}
    assert score_rows(table) == [(14, {"GM": (2381, 2434), "IM": (2231, 2284)}), (13, {"GM": (2435, None)})]


@pytest.mark.parametrize(
    ("judged", "says"),
    [
        (5, ""),
        (4, " 1 event was not judged; the findings say why."),
        (0, " 5 events were not judged; the findings say why."),
    ],
)
def test_the_headline_says_how_many_events_were_not_judged(judged, says):
    counts = [{"new": 0, "near": 0}]
    totals = {"judged_events": judged, "events": 5, "open_verdicts": 0}
    told = _lead(ENGLISH, {"counts": counts, "totals": totals})
    assert told.endswith(f"0 verdicts that the data cannot decide.{says}")
