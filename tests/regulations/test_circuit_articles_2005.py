"""The youth Grand Prix of 2005, article by article, on cases that were worked out by hand."""

from datetime import date

import pytest

from normbook.regulations import series_regulation, series_regulation_files
from normbook.stages.circuit_events import event_results
from normbook.stages.circuit_finals import draw, order_after
from normbook.stages.circuit_race import chances
from normbook.stages.circuit_season import standings
from normbook.stages.circuits import Season, in_age

ARA = series_regulation(series_regulation_files()["ara-2005"].read_text(encoding="utf-8"), "ara-2005")


def entry(number, half_points, **more):
    return {
        "start_number": number,
        "category": "Sub-10",
        "system": "swiss",
        "rounds": 7,
        "half_points": half_points,
        "played_games": 5,
        "bye_half_points": 0,
        "buchholz_cut_1": 0,
        "sonneborn_berger": 0,
        "rating": None,
        **more,
    }


def points(entries):
    """Placement points and all points by start number, in points."""
    results = event_results(ARA, entries, "open")
    return {row["start_number"]: (row["placement"] / 2, row["total"] / 2) for row in results}


# Article 9, both sides of every row: players -> players with points
SCORING = {
    1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 6, 8: 6, 9: 7, 12: 10, 13: 10, 14: 11, 17: 14, 18: 14, 19: 15,
    22: 18, 23: 18, 24: 19, 25: 20, 26: 20, 60: 20,
}  # fmt: skip


@pytest.mark.parametrize(("players", "scoring"), SCORING.items())
def test_article_9_leaves_the_last_ones_without_points(players, scoring):
    found = points([entry(number, 2 * (players - number) + 4) for number in range(1, players + 1)])
    assert sum(total > 0 for _, total in found.values()) == scoring


@pytest.mark.parametrize(("players", "scoring"), SCORING.items())
def test_article_11_counts_the_players_of_the_season_by_article_9(players, scoring):
    rows = [result(f"p{number}", 1, number, 200 - number) for number in range(players)]
    assert sum(one.qualified is True for one in standings(ARA, rows)) == scoring


def test_article_9_counts_players_with_a_played_game():
    seven = [entry(number, 20 - number) for number in range(1, 8)]
    assert points([*seven, entry(8, 0, played_games=0)])[7][1] == 0
    assert points([*seven, entry(8, 0, played_games=0)])[6][1] > 0
    # an eighth with a game: 8 to 12 leave two out
    assert points([*seven, entry(8, 1)])[6][1] > 0
    assert points([*seven, entry(8, 1)])[7][1] == 0


def test_article_7_table_with_game_points():
    found = points([entry(number, 60 - number) for number in range(1, 26)])
    table = [40, 35, 30, 26, 23, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]
    assert [found[number][0] for number in range(1, 26)] == table
    assert found[1][1] == 40 + 59 / 2
    assert found[21][1] == 0


@pytest.mark.parametrize(
    ("half_points", "byes", "gets_points"),
    [(0, 0, False), (2, 2, False), (1, 1, False), (3, 2, True), (2, 1, True), (4, 4, True), (2, 0, True)],
)
def test_article_7_nothing_for_a_bye_alone(half_points, byes, gets_points):
    found = points([entry(1, half_points, bye_half_points=byes), entry(2, 0), entry(3, 0)])
    assert (found[1][1] > 0) is gets_points


def test_article_10_tie_breaks_by_system_then_shared_places():
    swiss = [
        entry(1, 6, buchholz_cut_1=40),
        entry(2, 6, buchholz_cut_1=44),
        entry(3, 6, buchholz_cut_1=40),
        entry(4, 2),
    ]
    assert points(swiss) == {2: (40, 43), 1: (35, 38), 3: (35, 38), 4: (26, 27)}
    robin = [
        entry(number, 6, buchholz_cut_1=-number, sonneborn_berger=number, system="round_robin") for number in (1, 2)
    ]
    assert points(robin) == {2: (40, 43), 1: (35, 38)}


def test_article_10_a_tie_that_begins_inside_scores_whole():
    # 6 players: the last one gets nothing, but 5 and 6 share place 5
    field = [entry(number, 12 - number) for number in range(1, 5)] + [entry(5, 2), entry(6, 2)]
    assert points(field)[5] == points(field)[6] == (23, 24)


@pytest.mark.parametrize(
    ("category", "born", "is_in_age"),
    [
        ("Sub-10", date(1996, 1, 2), True),
        ("Sub-10", date(1996, 1, 1), False),
        ("Sub-8", date(1998, 1, 1), False),
        ("Sub-8", date(1998, 1, 2), True),
        ("Sub-20", date(1986, 1, 1), False),
        ("Sub-14", date(1992, 1, 2), True),
        ("Sub-10", 1995, False),
        ("Sub-10", 1996, None),
        ("Sub-10", 1997, True),
        ("Sub-10", None, None),
    ],
)
def test_article_2_born_after_the_first_of_january(category, born, is_in_age):
    year = born.year if isinstance(born, date) else born
    person = {"category": category, "birth_date": born if isinstance(born, date) else None, "birth_year": year}
    assert in_age(ARA, person) is is_in_age


@pytest.mark.parametrize(
    ("players", "system", "rounds", "minutes"),
    [
        (8, "round_robin", None, None),
        (9, "swiss", 5, 30),
        (16, "swiss", 5, 30),
        (17, "swiss", 6, 25),
        (32, "swiss", 6, 25),
        (33, "swiss", 7, 20),
    ],
)
def test_articles_4_and_6_system_rounds_and_time(players, system, rounds, minutes):
    found = ARA.system_for(players)
    assert (found.system, found.rounds, found.minutes) == (system, rounds, minutes)


def result(key, step, place, half_points, played=(0, 0), **more):
    """A result of the season: the place, half points for the Grand Prix, and (half points, games) that were played."""
    return {
        "player_key": key,
        "fide_id": None,
        "name": key,
        "step": step,
        "position": step,
        "event_category": "Sub-10",
        "place": place,
        "total": half_points,
        "played_half_points": played[0],
        "played_games": played[1] or 1,
        **more,
    }


def season(results, matches=()):
    return {one.player_key: one for one in standings(ARA, results, matches)}


def test_article_11_the_three_best_of_four_count():
    rows = [result("a", step, 9, half) for step, half in enumerate([20, 5, 30, 10], 1)]
    one = season(rows)["a"]
    assert (one.points, [row["step"] for row in one.counted]) == (60, [3, 1, 4])


def test_article_11_of_equal_results_the_later_one_is_dropped():
    rows = [result("a", step, 9, 10) for step in (1, 2, 3, 4)]
    assert [row["step"] for row in season(rows)["a"].counted] == [1, 2, 3]


def test_article_12a_more_first_places_then_more_second_ones():
    rows = [result("a", 1, 1, 90), result("a", 2, 9, 30), result("b", 1, 2, 60), result("b", 2, 2, 60)]
    assert (season(rows)["a"].place, season(rows)["a"].tie_resolved_by) == (1, "12a")
    # as many firsts, one more second place, in an event that does not count
    rows = [result("a", s, p, 40) for s, p in ((1, 1), (2, 5), (3, 5))]
    rows += [result("b", s, p, h) for s, p, h in ((1, 1, 40), (2, 5, 40), (3, 6, 40), (4, 2, 0))]
    assert season(rows)["b"].place == 1


def test_article_12b_percentage_of_all_played_games():
    rows = [result("a", 1, 3, 40, (7, 5)), result("b", 2, 3, 40, (6, 4))]
    found = season(rows)
    assert (found["b"].place, found["b"].tie_resolved_by, float(found["b"].percentage)) == (1, "12b", 75.0)
    assert (found["a"].place, found["a"].tie_resolved_by, float(found["a"].percentage)) == (2, "12b", 70.0)


def test_article_12c_a_match_is_needed_and_its_result_decides():
    rows = [result(key, 1, 3, 40, (4, 4)) for key in "ab"] + [result("c", 1, 5, 40, (4, 4))]
    found = season(rows)
    assert [(found[k].place, found[k].match_needed, found[k].tie_resolved_by) for k in "abc"] == [
        (1, True, None),
        (1, True, None),
        (3, False, "12a"),
    ]
    found = season(rows, [["b", "a"]])
    assert [(found[k].place, found[k].match_needed, found[k].tie_resolved_by) for k in "ab"] == [
        (2, False, "12c"),
        (1, False, "12c"),
    ]


def test_article_11_a_tie_across_the_cut_leaves_it_open():
    # six players: five go on, two share place 5
    rows = [result(f"p{n}", 1, n, 100 - n, (2, 4)) for n in range(1, 5)]
    rows += [result(key, 1, 5, 10, (2, 4)) for key in ("x", "y")]
    found = season(rows)
    assert [found[key].qualified for key in ("p4", "x", "y")] == [True, None, None]
    assert found["x"].match_needed


def test_article_11_nobody_goes_on_without_points():
    found = season([result("a", 1, 1, 90), result("b", 1, 2, 0)])
    assert (found["a"].qualified, found["b"].qualified, found["b"].place) == (True, False, 2)


def drawn(finalists, tied=()):
    """The draw of so many finalists as places by stage; those in `tied` share the first of their places."""
    circuit = Season("gp", "ara-2005", ARA, [], [])
    rows = []
    for place in range(1, finalists + 1):
        shared = min(tied) if place in tied else place
        rows.append(
            {"place": shared, "player_key": f"p{place}", "name": f"P{place}", "fide_id": None, "qualified": True}
        )
    return draw(circuit, rows, {})


ZONES = {"A": [5, 12, 13, 20], "B": [6, 11, 14, 19], "C": [7, 10, 15, 18], "D": [8, 9, 16, 17]}


@pytest.mark.parametrize("finalists", range(12, 21))
def test_articles_14_and_15_four_zones(finalists):
    stages = drawn(finalists)
    for zone, places in ZONES.items():
        there = [place for place in places if place <= finalists]
        assert [seat["place"] for seat in stages[zone]] == there
        # four and three play three rounds, two a match of two
        assert {seat["rounds"] for seat in stages[zone]} == {{4: 3, 3: 3, 2: 2}[len(there)]}
    title = [seat["comes_from"] for seat in stages["title"]]
    assert title == ["place 1", "place 2", "place 3", "place 4", *(f"winner of {zone}" for zone in "ABCD")]
    assert {seat["rounds"] for seat in stages["title"]} == {7}


def test_article_15_eleven_finalists():
    stages = drawn(11)
    assert {zone: [seat.get("place") for seat in seats] for zone, seats in stages.items()} == {
        "A": [6, 11],
        "B": [7, 10],
        "C": [8, 9],
        "title": [1, 2, 3, 4, 5, None, None, None],
    }
    assert {seat["rounds"] for seat in stages["A"]} == {2}


@pytest.mark.parametrize(("finalists", "rounds"), [(10, 9), (9, 9), (4, 3), (3, 3), (2, 1), (1, 0)])
def test_article_15_up_to_ten_play_for_the_title_at_once(finalists, rounds):
    stages = drawn(finalists)
    assert list(stages) == ["title"]
    assert [seat["place"] for seat in stages["title"]] == list(range(1, finalists + 1))
    assert {seat["rounds"] for seat in stages["title"]} == {rounds}


def test_article_14_who_is_tied_for_a_seat_is_a_candidate():
    stages = drawn(12, tied=(4, 5))
    assert stages["title"][3] | {"rounds": 7} == {
        "stage": "title",
        "seat": 4,
        "rounds": 7,
        "place": 4,
        "comes_from": "place 4",
        "player_key": None,
        "name": None,
        "fide_id": None,
        "candidates": ["P4", "P5"],
    }
    assert stages["A"][0]["candidates"] == ["P4", "P5"]


def final(number, half_points):
    return {
        "start_number": number,
        "player_key": f"p{number}",
        "name": None,
        "fide_id": None,
        "event_id": "end",
        "half_points": half_points,
    }


def after(stage, play_offs=(), standing=None):
    """Order after a stage in which 1 and 2 have 4 half points, 3 and 4 have 2."""
    rows = [final(1, 4), final(2, 4), final(3, 2), final(4, 2)]
    places = standing or {"p1": 4, "p2": 3, "p3": 2, "p4": 1}
    found = order_after(Season("gp", "ara-2005", ARA, [], play_offs), rows, places, stage)
    return [(row["start_number"], row["final_place"], row["tie_resolved_by"], row["match_needed"]) for row in found]


def play_off(order, undecided=False):
    return {"event_id": "end", "start_numbers": order, "undecided": undecided}


def test_article_17_zones_and_places_behind_the_champion_by_the_place_in_the_grand_prix():
    assert after("A") == [(2, 1, "17", False), (1, 2, "17", False), (4, 3, "17", False), (3, 4, "17", False)]


def test_article_17_the_title_asks_for_a_play_off():
    assert after("title") == [(1, 1, None, True), (2, 1, None, True), (4, 3, "17", False), (3, 4, "17", False)]
    assert after("title", [play_off([1, 2])])[:2] == [(1, 1, "17", False), (2, 2, "17", False)]


def test_article_17_play_offs_that_ended_level_leave_the_title_to_the_grand_prix():
    assert after("title", [play_off([1, 2], undecided=True)])[:2] == [(2, 1, "17", False), (1, 2, "17", False)]


def test_article_17_a_second_play_off_decides_what_the_first_left_level():
    both = [play_off([1, 2], undecided=True), play_off([1, 2])]
    assert after("title", both)[:2] == [(1, 1, "17", False), (2, 2, "17", False)]


def test_article_17_without_a_grand_prix_places_stay_shared():
    assert after("A", standing={"x": 1}) == [
        (1, 1, None, False),
        (2, 1, None, False),
        (3, 3, None, False),
        (4, 3, None, False),
    ]


def possible(found, to_come):
    return {
        one.player_key: chance for one, chance in zip(found, chances(ARA, found, ["Sub-10"] * to_come, 5), strict=True)
    }


def test_what_is_still_possible_before_the_last_encounter():
    # three encounters played by 25; one to come brings at most 40 + 7 points
    rows = [result(f"p{n}", step, n, 2 * (50 - n)) for n in range(1, 26) for step in (1, 2, 3)]
    rows += [result("new", 3, 26, 2 * 1)]
    found = possible(standings(ARA, rows), 1)
    # p1 has 147; the best sum of another is p2's with 48 + 48 + 48: nobody can overtake, and he cannot better 49 by 47
    assert (found["p1"]["best_points"], found["p1"]["best_place"], found["p1"]["worst_place"]) == (147.0, 1, 1)
    # p25 has 75, with 47 for one of 25: 97, as many as p18 with 96, p17 has 99
    assert (found["p25"]["best_points"], found["p25"]["best_place"]) == (97.0, 18)
    assert (found["p25"]["can_qualify"], found["p25"]["has_qualified"]) == (True, False)
    # he needs 90 or more, as p20 has: 50 + 40, which is place 3 with 30 + 7 no more, but place 2 with 35 + 7: 92
    assert found["p25"]["place_needed"] == 2
    # a newcomer of one event has 1, and 47 more are no 20th place
    assert (found["new"]["best_points"], found["new"]["can_qualify"]) == (48.0, False)
    assert found["new"]["worst_place"] is None


def test_at_the_end_nothing_is_possible_but_what_is():
    rows = [result("a", 1, 1, 90), result("b", 1, 2, 0)]
    found = possible(standings(ARA, rows), 0)
    assert [(found[k]["best_place"], found[k]["worst_place"], found[k]["can_qualify"]) for k in "ab"] == [
        (1, 1, True),
        (2, 2, False),
    ]
