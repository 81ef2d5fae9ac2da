"""Titles for a rating (1.3) and the listed events of an application (1.5.6 of 2024), on both sides of each border."""

from datetime import date

import pytest
from tests.regulations.listed_events import BYE, FORFEIT_LOSS, FORFEIT_WIN, HALF_BYE, listed_editions
from tests.world import rows, tables_of

from normbook.regulations import readings_named

# number, rating in July and October 2005, title letters and flag of the list; titles with their month
LISTED = {
    900001: ((2299, 2299), "", "", {("CM", "2005-07")}),
    900002: ((2300, 2300), "", "", {("FM", "2005-07")}),
    900003: ((2300, 2300), "f", "", set()),
    900004: ((2450, 2450), "m", "", set()),
    900005: ((2199, 2199), "", "", set()),
    900006: ((2200, 2300), "", "", {("CM", "2005-07"), ("FM", "2005-10")}),
    900007: ((2310, 2290), "", "", {("FM", "2005-07")}),
    900008: ((2100, 2100), "", "w", {("WFM", "2005-07")}),
    900009: ((2000, 2099), "", "w", {("WCM", "2005-07")}),
    900010: ((1999, 1999), "", "w", set()),
    900011: ((2300, 2300), "", "w", {("FM", "2005-07"), ("WFM", "2005-07")}),
    900012: ((2150, 2150), "", "", set()),
    900013: ((None, 2200), "", "", {("CM", "2005-10")}),
}


def list_line(fide_id: int, rating: int | None, title: str, flag: str) -> str:
    line = f"{fide_id:>8}  {'Player, Somebody':33} {title:2}  GER  {rating or '':>4}    0    .  .      {flag}"
    return line.ljust(79)


def rating_list(month: str, lines: list[str]) -> str:
    head = f"ID_NUMBER NAME                              TITL FED  {month} GAMES BIRTHDAY    FLAG"
    return "\n".join([head, *lines, *(list_line(800000 + number, 1900, "", "") for number in range(20)), ""])


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    twice = [list_line(900099, 2305, "", ""), list_line(900099, 2310, "", "")]
    files = {
        f"rating_lists/{month.lower()}frl.txt": rating_list(
            month, [list_line(number, each[0][index], *each[1:3]) for number, each in LISTED.items()] + twice
        )
        for index, month in enumerate(("JUL05", "OCT05"))
    }
    return tables_of(tmp_path_factory.mktemp("lists"), files)


@pytest.mark.parametrize("fide_id", LISTED)
def test_1_3_titles_by_rating(lists, fide_id):
    found = rows(lists, f"select title, list_month, article from mart.rating_titles where fide_id = {fide_id}")
    assert {(row["title"], row["list_month"]) for row in found} == LISTED[fide_id][3]
    assert {row["article"] for row in found} <= {"1.3"}


def test_1_3_a_number_that_stands_twice_earns_nothing(lists):
    assert (
        rows(lists, "select * from mart.rating_titles where fide_id = 900099 or fide_id between 800000 and 800019")
        == []
    )


BIG = ["2022-01-01", "2023-01-01", "2024-01-01"]


@pytest.mark.parametrize(
    ("about", "ratings", "absences", "is_big"),
    [
        ("40 players of 2000", [2000] * 40, {}, True),
        ("39 players", [2700] * 39, {}, False),
        ("an average of 1999.975", [2000] * 39 + [1999], {}, False),
        ("the best 40 of 41 average 2000", [2000] * 40 + [1000], {}, True),
        ("an unrated player is none of them", [2000] * 39 + [None], {}, False),
        ("39 in the second round", [2000] * 40, {(1, 2): HALF_BYE}, False),
        ("one round missed by one of 41", [2000] * 41, {(1, 2): HALF_BYE}, True),
        (
            "two rounds missed: not counted in the third either",
            [2000] * 40,
            {(1, 2): HALF_BYE, (1, 3): FORFEIT_LOSS},
            False,
        ),
        ("a pairing-allocated bye is no absence", [2000] * 40, {(1, 1): BYE, (1, 2): BYE}, True),
        ("who wins by forfeit is there", [2000] * 40, {(1, 2): FORFEIT_WIN}, True),
        ("who loses by forfeit is not", [2000] * 40, {(1, 2): FORFEIT_LOSS}, False),
    ],
)
def test_1_5_6a_big_swiss(about, ratings, absences, is_big):
    assert listed_editions(ratings, absences) == (BIG if is_big else [])


@pytest.mark.parametrize(("last", "by_best", "by_all"), [(2000, BIG, BIG), (1999, BIG, []), (None, BIG, BIG)], ids=str)
def test_1_5_6a_the_average_of_the_best_or_of_all(last, by_best, by_all):
    """41 players of whom the best forty average 2000; an unrated one has no part in any average."""
    ratings = [2000] * 40 + [last]
    assert listed_editions(ratings) == by_best
    assert listed_editions(ratings, readings=readings_named(["big_swiss_average=all"])) == by_all


@pytest.mark.parametrize(("start", "editions"), [("2022-12-31", BIG[2:]), ("2023-01-01", BIG[1:])])
def test_1_5_6b_the_event_or_the_application(start, editions):
    """Before 2023 nothing but a big Swiss was listed; the edition of 2023 may ask when the Olympiad was, or only who applies."""
    olympiad = {"championship": "olympiad", "system": "team", "start_date": date.fromisoformat(start)}
    assert listed_editions([2000], **olympiad) == BIG[1:]
    assert listed_editions([2000], readings=readings_named(["list_156=event"]), **olympiad) == editions


def test_1_5_6a_is_for_individual_swisses():
    assert listed_editions([2000] * 40, system="team") == []
    assert listed_editions([2000] * 40, system="round_robin", pairing="round_robin") == []


@pytest.mark.parametrize(
    "head",
    [
        {"championship": "olympiad", "system": "team"},
        {"championship": "candidates_qualifier"},
        {"championship": "world_cup_qualifier"},
        {"championship": "eve_individual"},
        {"exemption": "national_final"},
    ],
)
def test_1_5_6b_to_f_came_after_2022(head):
    assert listed_editions([2000], **head) == ["2023-01-01", "2024-01-01"]


def test_1_5_6_lists_no_other_championship():
    assert listed_editions([2000], championship="continental") == []
