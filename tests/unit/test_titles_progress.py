"""From norms to titles (1.5 of 2005 and 2024), norm by norm: each case stands on both sides of its border."""

import datetime as dt

import pyarrow as pa
import pytest

from normbook.contracts import contract
from normbook.regulations.tables import reference_tables
from normbook.stages.titles import title_progress

OLD, NEW = "2005-07-01", "2024-01-01"
BETWEEN = IN_2017, IN_2022 = "2017-07-01", "2022-01-01"
REACHED = dt.date(2005, 7, 1)


@pytest.fixture(scope="module")
def applications() -> pa.Table:
    return reference_tables(9)["ref.applications"]


def norm(day: str, games: int, edition: str = OLD, **more: object) -> dict[str, object]:
    return {
        "event_id": f"event of {day}",
        "start_number": 1,
        "title_sought": "IM",
        "fide_id": 1,
        "name": "Player, Test",
        "edition": edition,
        "norm_on": dt.date.fromisoformat(day),
        "counted_games": games,
        "is_national": False,
        "meets_federation_rules": True,
        "is_unplayed_forgiven": False,
        "single_round_days": None,
        "listed_editions": [],
        **more,
    }


def progress(applications, *norms, highest: int | None = 2400, reached: dt.date | None = REACHED) -> dict[str, object]:
    ratings = [
        {
            "fide_id": 1,
            "title_sought": norms[0]["title_sought"],
            "edition": edition,
            "rating_required": 2400,
            "highest_rating": highest,
            "reached_on": reached,
        }
        for edition in (OLD, *BETWEEN, NEW)
    ]
    [row] = title_progress(
        contract("mart.norms_of_all_seasons").from_rows(norms),
        contract("mart.ratings_reached").from_rows(ratings),
        applications,
    ).to_pylist()
    return row


@pytest.mark.parametrize(
    ("games", "total", "missing"),
    [((9, 9, 9), 27, []), ((9, 9, 8), 26, ["26 of 27 games (1.5)"]), ((14, 13), 27, [])],
)
def test_1_5_needs_27_games(applications, games, total, missing):
    norms = [norm(f"2005-0{month}-10", count) for month, count in enumerate(games, start=7)]
    row = progress(applications, *norms)
    assert (row["norms"], row["norm_games"], row["missing"]) == (len(games), total, missing)
    assert (row["earned_on"] is None) == bool(missing)


def test_1_5_needs_two_norms_in_2005_and_one_in_2024(applications):
    # A norm of 20 games and one of 8 make 28; one alone of 28 would be enough in 2024.
    assert progress(applications, norm("2005-08-01", 20), norm("2005-09-01", 8))["missing"] == []
    assert progress(applications, norm("2005-08-01", 28))["missing"] == ["1 of 2 norms (1.5)"]
    listed = {"listed_editions": [NEW]}
    assert progress(applications, norm("2024-02-01", 28, NEW, **listed))["missing"] == []


def test_1_43b1_one_norm_elsewhere(applications):
    home = [norm(f"2005-0{month}-10", 9, is_national=True) for month in (7, 8, 9)]
    row = progress(applications, *home)
    assert row["has_norm_elsewhere"] is False
    assert row["missing"] == ["0 of 1 norms without exemption from the federation rules (1.43b1)"]
    # the kind of event decides in 2005, not the federations that were met
    abroad = progress(applications, *home[:2], norm("2005-09-10", 9, meets_federation_rules=False))
    assert (abroad["has_norm_elsewhere"], abroad["missing"]) == (True, [])


@pytest.mark.parametrize(("met", "is_elsewhere"), [(True, True), (False, False), (None, None)])
def test_1_4_3e_goes_by_the_numbers_whatever_the_event(applications, met, is_elsewhere):
    facts = {"listed_editions": [NEW], "is_national": True}
    norms = [norm(f"2024-0{month}-10", 9, NEW, meets_federation_rules=False, **facts) for month in (1, 2)]
    row = progress(applications, *norms, norm("2024-03-10", 9, NEW, meets_federation_rules=met, **facts))
    assert row["has_norm_elsewhere"] is is_elsewhere
    assert (row["missing"] == []) == (is_elsewhere is True)


def test_rating_2399_and_2400(applications):
    norms = [norm(f"2005-0{month}-10", 9) for month in (7, 8, 9)]
    short = progress(applications, *norms, highest=2399, reached=None)
    assert short["missing"] == ["rating 2400 (1.5), highest in the lists held: 2399"]
    assert (short["norms_complete_on"], short["earned_on"]) == (dt.date(2005, 9, 10), None)
    unlisted = progress(applications, *norms, highest=None, reached=None)
    assert unlisted["missing"] == ["rating 2400 (1.5), in no list held"]
    assert progress(applications, *norms, highest=2400)["missing"] == []


@pytest.mark.parametrize(
    ("reached", "earned"),
    [("2004-01-01", "2005-09-10"), ("2005-09-10", "2005-09-10"), ("2006-01-01", "2006-01-01")],
)
def test_earned_on_the_later_of_last_needed_norm_and_rating(applications, reached, earned):
    norms = [norm(f"2005-{month}-10", 9) for month in ("07", "08", "09", "11")]
    row = progress(applications, *norms, reached=dt.date.fromisoformat(reached))
    # the fourth norm is not needed, and is told all the same
    assert (row["norms"], row["norm_games"]) == (4, 36)
    assert row["earned_on"] == dt.date.fromisoformat(earned)


def test_norms_are_taken_by_date_whatever_their_order(applications):
    days = ("2005-11-10", "2005-07-10", "2005-09-10")
    row = progress(applications, *(norm(day, 9) for day in days))
    assert row["event_ids"] == [f"event of {day}" for day in sorted(days)]
    assert row["earned_on"] == dt.date(2005, 11, 10)


def test_1_4_1c_at_most_one_norm_with_a_forgiven_game(applications):
    listed = {"listed_editions": [NEW]}
    eight = {"is_unplayed_forgiven": True, **listed}
    one = [
        norm("2024-01-10", 9, NEW, **listed),
        norm("2024-02-10", 9, NEW, **listed),
        norm("2024-03-10", 9, NEW, **eight),
    ]
    assert progress(applications, *one)["missing"] == []
    two = [one[0], norm("2024-02-10", 9, NEW, **eight), one[2]]
    row = progress(applications, *two)
    assert (row["norms"], row["norm_games"], row["missing"]) == (
        3,
        18,
        ["18 of 27 games (1.5.1), without 1 more with an unplayed game (1.4.1c)"],
    )
    third = progress(applications, *two, norm("2024-04-10", 9, NEW, **listed))
    assert (third["norm_games"], third["earned_on"]) == (27, dt.date(2024, 4, 10))


def test_1_4_1c_the_forgiven_norm_that_helps_most_is_taken(applications):
    # of two forgiven norms only the later one is from a listed event and meets the federation rules
    home = {"meets_federation_rules": False}
    eights = [
        norm("2024-01-10", 9, NEW, is_unplayed_forgiven=True, **home),
        norm("2024-02-10", 9, NEW, is_unplayed_forgiven=True, listed_editions=[NEW]),
    ]
    row = progress(applications, *eights, norm("2024-03-10", 18, NEW, **home))
    assert (row["missing"], row["has_norm_elsewhere"], row["has_listed_event"]) == ([], True, True)


@pytest.mark.parametrize(("last", "is_asked"), [("2022-06-30", False), ("2022-07-01", True)])
def test_1_5_6_asks_only_where_a_norm_is_late(applications, last, is_asked):
    norms = [norm("2021-01-10", 9, NEW), norm("2021-02-10", 9, NEW), norm(last, 9, NEW)]
    row = progress(applications, *norms)
    assert row["has_listed_event"] is (False if is_asked else None)
    assert row["missing"] == (["a norm from a big Swiss or a listed event (1.5.6)"] if is_asked else [])
    # the listed event itself may be of any date
    earlier = progress(applications, norms[0] | {"listed_editions": [NEW]}, *norms[1:])
    assert earlier["missing"] == []


def test_newest_edition_of_the_norms_judges(applications):
    old = [norm("2005-08-10", 9), norm("2006-08-10", 9)]
    row = progress(applications, *old, norm("2024-02-10", 9, NEW))
    assert (row["edition"], row["missing"]) == (NEW, ["a norm from a big Swiss or a listed event (1.5.6)"])
    # complete before the new edition came: a later norm does not spoil it
    complete = progress(applications, *old, norm("2007-08-10", 9), norm("2024-02-10", 9, NEW))
    assert (complete["edition"], complete["missing"], complete["norms"]) == (OLD, [], 4)
    assert complete["earned_on"] == dt.date(2007, 8, 10)


@pytest.mark.parametrize(
    ("title", "days", "missing", "not_checked"),
    [("GM", 3, 0, 0), ("GM", 2, 1, 0), ("GM", None, 0, 1), ("IM", 2, 0, 0)],
)
def test_1_1_3a_one_norm_with_one_round_a_day(applications, title, days, missing, not_checked):
    facts = {"title_sought": title, "listed_editions": [NEW]}
    norms = [norm(f"2024-0{month}-10", 9, NEW, single_round_days=0, **facts) for month in (1, 2)]
    row = progress(applications, *norms, norm("2024-03-10", 9, NEW, single_round_days=days, **facts))
    assert (len(row["missing"]), len(row["not_checked"])) == (missing, not_checked)
    assert all("1.1.3a" in words for words in [*row["missing"], *row["not_checked"]])
