"""The blitz regulation, article by article, on cases worked by hand."""

import datetime as dt
from fractions import Fraction

import pytest
from tests.fixtures.blitz_world import TEXT, Event, Series, blitz_tables, round_robin
from tests.world import report, report_line, rows, tables_of

from normbook.errors import RegulationError
from normbook.regulations import series_regulation

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
DAY = dt.date(2005, 3, 1)
REGULATION = series_regulation(TEXT, "fmda-blitz")


def table(results, cycles=1):
    """A round robin from a matrix of results: `10=` means won, lost, drew against the others in order, own column left out."""
    scores = {"1": ONE, "=": HALF, "0": ZERO}

    def result(one, other, cycle):
        row = results[one - 1].split()[cycle] if cycles > 1 else results[one - 1]
        return scores[row[other - 2]]

    return round_robin(range(1, len(results) + 1), result, cycles)


def descending(players):
    """Everybody beats everybody below him."""
    return round_robin(range(1, players + 1), lambda one, other, cycle: ONE)


def standings(connection, event="e"):
    found = rows(connection, f"from mart.blitz_standings where event_id = '{event}' order by start_number")
    return {row["start_number"]: row for row in found}


def changes(connection, name):
    found = rows(connection, f"from mart.blitz_categories where name = '{name}' order by change_number")
    return [(row["kind"], row["category"], row["article"]) for row in found]


def findings(connection):
    query = "from findings.blitz_players union all by name from findings.blitz_events order by finding_code, subject"
    return [(row["finding_code"], row["article"]) for row in rows(connection, query)]


# 4: so many start, so many move up; five per cent and what is above one half of a player
FRACTIONS = [(1, 0), (9, 0), (10, 0), (11, 1), (20, 1), (29, 1), (30, 1), (31, 2), (49, 2), (50, 2), (51, 3), (60, 3)]


@pytest.mark.parametrize(("started", "up"), FRACTIONS)
def test_4_five_per_cent_of_those_who_started(started, up):
    assert REGULATION.promoted_share.value.of(started) == up


@pytest.mark.parametrize("twentieths", range(0, 200))
def test_4_every_fraction_around_one_half(twentieths):
    # 0.5 exactly adds nobody, one player more does
    whole, rest = divmod(twentieths, 20)
    assert REGULATION.promoted_share.value.of(twentieths) == whole + (1 if rest > 10 else 0)


def test_4_only_who_started_is_counted():
    event = descending(11)
    # the twelfth never came: all his games are forfeits
    for number, rounds in event.items():
        rounds.append(
            ("forfeit_win" if number == 1 else "not_paired", 12 if number == 1 else None, ONE if number == 1 else ZERO)
        )
    event[12] = [("not_paired", None, ZERO)] * 10 + [("forfeit_loss", 1, ZERO)]
    connection = blitz_tables(Series("s", [Event("e", "2", event)]))
    assert rows(connection, "select players, started, moves_up from mart.blitz_events") == [
        {"players": 12, "started": 11, "moves_up": 1}
    ]
    assert standings(connection)[12]["place"] is None
    promoted = rows(connection, "select start_number, promoted, reason, article from mart.blitz_promotions")
    assert promoted == [{"start_number": 1, "promoted": True, "reason": "place", "article": "4"}]


def test_4_who_is_level_at_the_cut_does_not_move_up():
    # of eleven one moves up; 1 and 2 drew and beat all others, a play-off ended level, and the tie-break is the same
    event = round_robin(range(1, 12), lambda one, other, cycle: HALF if (one, other) == (1, 2) else ONE)
    connection = blitz_tables(Series("s", [Event("e", "2", event)], [("e", [1, 2], True)]))
    promoted = rows(connection, "select start_number, promoted, reason from mart.blitz_promotions order by 1")
    assert promoted == [{"start_number": number, "promoted": False, "reason": "tied"} for number in (1, 2)]
    assert findings(connection) == [("blitz_promotion_tied", "4")] * 2


def test_4_groups_and_final_are_one_championship():
    people = {n: f"Player {n}" for n in range(1, 31)}
    groups = [
        Event(
            f"g{k}",
            "2",
            descending(10),
            people={n: people[10 * (k - 1) + n] for n in range(1, 11)},
            more={"group_of": "e"},
        )
        for k in (1, 2, 3)
    ]
    final_people = dict(enumerate((people[n] for n in (1, 11, 21, 2, 12, 22)), start=1))
    final = round_robin(range(1, 7), lambda one, other, cycle: ONE, 2)
    connection = blitz_tables(
        Series("s", [*groups, Event("e", "2", final, people=final_people, system="double_round_robin")])
    )
    # 1.5 of 30 is one; of the six finalists alone it would be none
    assert rows(connection, "select name, article from mart.blitz_promotions where promoted") == [
        {"name": "Player 1", "article": "4"}
    ]
    assert findings(connection) == []
    # medals are for the final only (15)
    medals = rows(
        connection, "select event_id, place, medal from mart.blitz_standings where medal is not null order by 2"
    )
    assert medals == [
        {"event_id": "e", "place": place, "medal": medal}
        for place, medal in ((1, "silver"), (2, "vermeil"), (3, "vermeil"))
    ]


@pytest.mark.parametrize(("players", "article"), [(4, "5"), (10, "5"), (11, "4")])
def test_5_the_annual_champion_moves_up_within_the_share_or_besides(players, article):
    event = Event("e", "3", descending(players), more={"annual_championship": True})
    promoted = rows(blitz_tables(Series("s", [event])), "from mart.blitz_promotions")
    assert [(row["start_number"], row["to_category"], row["article"]) for row in promoted] == [(1, "2", article)]


def test_5_nobody_moves_up_from_the_strongest_category():
    event = Event("e", "1", descending(11), more={"annual_championship": True})
    assert rows(blitz_tables(Series("s", [event])), "from mart.blitz_promotions") == []


def three_level():
    # each of three beat one of the others and lost to one; all beat the fourth
    return table(["101", "011", "101", "000"])


def test_14_three_level_play_a_tournament_and_the_champion_waits_for_it():
    event = Event("e", "2", three_level(), more={"annual_championship": True})
    connection = blitz_tables(Series("s", [event]))
    found = standings(connection)
    assert [(found[n]["points"], found[n]["play_off_needed"], found[n]["article"]) for n in (1, 2, 3)] == [
        (2, True, "14")
    ] * 3
    promoted = rows(connection, "select start_number, promoted, reason, article from mart.blitz_promotions order by 1")
    waits = {"promoted": None, "reason": "play_off_needed", "article": "5"}
    assert promoted == [{"start_number": number} | waits for number in (1, 2, 3)]
    assert findings(connection) == [
        ("blitz_format", "17"),
        ("blitz_play_off_needed", "14"),
        *[("blitz_promotion_play_off_needed", "5")] * 3,
    ]


def test_14_the_play_off_of_three_gives_all_their_places():
    event = Event("e", "2", three_level(), more={"annual_championship": True})
    connection = blitz_tables(Series("s", [event], [("e", [3, 1, 2], False)]))
    assert [standings(connection)[n]["place"] for n in (1, 2, 3, 4)] == [2, 3, 1, 4]
    assert rows(connection, "select start_number, article from mart.blitz_promotions where promoted") == [
        {"start_number": 3, "article": "5"}
    ]


def two_level():
    # points: 1 has 3.5, 2 has 3.5, 3 has 2, 4 has 1, 5 has 0; Sonneborn-Berger of 1 and 2 are equal, so 2 draws with 3 instead
    return table(["=1=1", "==11", "=011", "0001", "0000"])


def test_13_two_level_play_a_match():
    event = two_level()
    found = standings(blitz_tables(Series("s", [Event("e", "2", event)])))
    assert [found[n]["points"] for n in range(1, 6)] == [3, 3, 2.5, 1.5, 0]
    assert [found[n]["play_off_needed"] for n in range(1, 6)] == [True, True, False, False, False]
    assert found[1]["article"] == "13"
    assert found[1]["medal"] is None
    assert found[3]["medal"] == "vermeil"
    # 1: half of 3, 2.5, half of 1.5, 0 make 4.75; 2: half of 3, half of 2.5, 1.5, 0 make 4.25
    assert [found[n]["tie_break"] for n in (1, 2)] == [4.75, 4.25]
    assert [found[n]["place"] for n in (1, 2)] == [1, 2]


def test_13_the_result_of_the_play_off_stands_above_the_tie_break():
    found = standings(blitz_tables(Series("s", [Event("e", "2", two_level())], [("e", [2, 1], False)])))
    assert [(found[n]["place"], found[n]["decided_by"], found[n]["article"], found[n]["medal"]) for n in (2, 1)] == [
        (1, "play_off", "13", "silver"),
        (2, "play_off", "13", "vermeil"),
    ]


def test_13_a_play_off_that_ended_level_leaves_it_to_the_tie_break():
    found = standings(blitz_tables(Series("s", [Event("e", "2", two_level())], [("e", [2, 1], True)])))
    assert [(found[n]["place"], found[n]["decided_by"], found[n]["article"]) for n in (1, 2)] == [
        (1, "tie_break", "14"),
        (2, "tie_break", "14"),
    ]
    assert not found[1]["play_off_needed"]


@pytest.mark.parametrize("order", [[1, 3], [1, 2, 3], [1, 9]])
def test_13_a_play_off_of_others_is_not_used(order):
    connection = blitz_tables(Series("s", [Event("e", "2", two_level())], [("e", order, False)]))
    assert standings(connection)[1]["play_off_needed"]
    assert {"blitz_play_off_unused", "blitz_play_off_needed"} <= {code for code, _ in findings(connection)}


def test_13_a_running_event_waits_for_no_play_off():
    connection = blitz_tables(Series("s", [Event("e", "2", two_level(), finished=False)]))
    assert not standings(connection)[1]["play_off_needed"]
    assert rows(connection, "from mart.blitz_promotions") == []


def test_14_other_places_by_the_tie_break_at_once():
    # 2 and 3 drew and beat 4 and lost to 1: level in everything; 1 won all
    event = round_robin(range(1, 5), lambda one, other, cycle: HALF if (one, other) == (2, 3) else ONE)
    found = standings(blitz_tables(Series("s", [Event("e", "2", event)])))
    assert [(found[n]["place"], found[n]["tied_with"]) for n in (1, 2, 3, 4)] == [(1, []), (2, [3]), (2, [2]), (4, [])]
    # 15: two vermeil medals for the two of them
    assert [found[n]["medal"] for n in (1, 2, 3, 4)] == ["silver", "vermeil", "vermeil", None]


def test_15_no_medal_where_three_share_two():
    event = round_robin(range(1, 5), lambda one, other, cycle: ONE if one == 1 else HALF)
    found = standings(blitz_tables(Series("s", [Event("e", "2", event)])))
    assert [found[n]["medal"] for n in (1, 2, 3, 4)] == ["silver", None, None, None]


# 17: players, and how they play
FORMATS = [
    (2, "double", 1), (8, "double", 1), (9, "single", 1), (15, "single", 1), (16, None, 2), (20, None, 2), (21, None, 3),
    (24, None, 3), (25, None, 3), (30, None, 3), (31, None, 4), (40, None, 4), (41, None, 6), (48, None, 6), (49, None, 7),
]  # fmt: skip


@pytest.mark.parametrize(("players", "turns", "groups"), FORMATS)
def test_17_format_by_number_of_players(players, turns, groups):
    plan = REGULATION.format_of(players)
    assert (plan.rounds, plan.groups_of(players)) == (turns, groups)
    assert plan.finalists == (None if turns else 3 if players <= 20 else 2)


def test_12_17_18_events_played_otherwise_are_told():
    people = {n: f"Player {n}" for n in range(1, 19)}
    groups = [
        Event(
            f"g{k}",
            "2",
            descending(9),
            people={n: people[9 * (k - 1) + n] for n in range(1, 10)},
            more={"group_of": "e"},
        )
        for k in (1, 2)
    ]
    # the last of the first group plays the final, and nine where six should; once where six or fewer play twice
    final_people = {1: people[1], 2: people[9], 3: people[10], 4: "Guest"}
    final = Event("e", "2", descending(4), people=final_people, time_control="10 minutes")
    lone = Event("single", "4", descending(16))
    clubs = {people[n]: "Alpha" for n in (1, 2, 3, 10)}
    connection = blitz_tables(Series("s", [*groups, final, lone], clubs=clubs))
    assert findings(connection) == [
        ("blitz_club_together", "18"),
        ("blitz_finalist", "17"),
        ("blitz_finalist", "17"),
        ("blitz_format", "17"),
        ("blitz_groups", "17"),
        ("blitz_time_control", "12"),
    ]


def test_18_an_entry_list_without_rounds_is_drawn_into_groups():
    entrants = {number: [] for number in range(1, 26)}
    connection = blitz_tables(Series("s", [Event("e", "2", entrants, finished=False)]))
    found = rows(connection, "select group_number, count(*) as players from mart.blitz_groups group by all order by 1")
    assert found == [{"group_number": group, "players": players} for group, players in ((1, 9), (2, 8), (3, 8))]
    assert findings(connection) == []


def people(*names):
    return dict(enumerate(names, start=1))


def test_3_the_first_event_registers_and_a_weaker_category_is_closed():
    first = Event("a", "2", descending(2), people=people("Ana", "Bea"))
    later = Event("b", "3", descending(2), DAY + dt.timedelta(1), people("Ana", "Cris"))
    up = Event("c", "2", descending(2), DAY + dt.timedelta(2), people("Dora", "Cris"))
    connection = blitz_tables(Series("s", [up, later, first]))
    assert changes(connection, "Ana") == [("registered_by_playing", "2", "3")]
    assert changes(connection, "Cris") == [("registered_by_playing", "3", "3"), ("registered_by_playing", "2", "3")]
    assert ("blitz_weaker_category", "3") in findings(connection)


def test_2_the_strongest_category_is_earned():
    event = Event("a", "1", descending(4), people=people("Ana", "Bea", "Cris", "Dora"))
    entries = [("Ana", DAY, "1", None), ("Bea", DAY, "2", None), ("Cris", DAY, None, "1")]
    connection = blitz_tables(Series("s", [event], entries=entries))
    assert changes(connection, "Ana") == [("registered_by_playing", "1", "3")]
    assert changes(connection, "Bea") == []
    assert changes(connection, "Cris") == [("registered", "1", "2")]
    assert changes(connection, "Dora") == [("registered_by_playing", "1", "3")]
    told = [one for one in findings(connection) if one[1] == "2"]
    assert told == [("blitz_entitlement_unknown", "2"), ("blitz_not_entitled", "2")]


def test_7_nobody_plays_below_his_category_in_standard_chess():
    event = Event("a", "3", descending(2), people=people("Ana", "Bea"))
    # 6: the blitz category may be the better one
    connection = blitz_tables(Series("s", [event], entries=[("Ana", DAY, "2", None), ("Bea", DAY, "4", None)]))
    assert findings(connection) == [("blitz_weaker_than_standard", "7")]


@pytest.mark.parametrize("system", ["round_robin", "team"])
def test_7_nobody_is_registered_below_his_category_in_standard_chess(system):
    event = Event("a", "4", descending(2), people=people("Ana", "Bea"), system=system)
    teams = [("a", "Club", [1]), ("a", "Other", [2])] if system == "team" else []
    connection = blitz_tables(Series("s", [event], entries=[("Ana", DAY, "2", None)], teams=teams))
    assert changes(connection, "Ana") == []
    assert [kind for kind, *_ in changes(connection, "Bea")] == ["registered_by_playing"]
    assert findings(connection) == [("blitz_weaker_than_standard", "7")]


def test_8_a_standard_promotion_promotes_at_once():
    event = Event("a", "3", descending(2), people=people("Ana", "Bea"))
    entries = [("Ana", DAY, "3", None), ("Ana", DAY + dt.timedelta(9), "1", None)]
    connection = blitz_tables(Series("s", [event], entries=entries))
    assert changes(connection, "Ana") == [("registered_by_playing", "3", "3"), ("standard_promotion", "1", "8")]


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (HALF, []),
        # never half of the points in the category that the promotion brought
        (ZERO, [("standard_demotion", "3", "9")]),
    ],
)
def test_9_a_standard_demotion_counts_only_for_a_category_never_justified(score, expected):
    events = [
        Event("a", "3", descending(2), people=people("Ana", "Bea")),
        Event("b", "2", round_robin((1, 2), lambda *_: score), DAY + dt.timedelta(20), people("Ana", "Cris")),
    ]
    entries = [
        ("Ana", DAY, "3", None),
        ("Ana", DAY + dt.timedelta(9), "2", None),
        ("Ana", DAY + dt.timedelta(30), "4", None),
    ]
    connection = blitz_tables(Series("s", events, entries=entries))
    before = [("registered_by_playing", "3", "3"), ("standard_promotion", "2", "8")]
    # 3 was his own: he does not fall below it
    assert changes(connection, "Ana") == before + expected


@pytest.mark.parametrize("steps", [("4",), ("3", "4")])
def test_9_two_standard_promotions_never_justified_are_both_lost(steps):
    event = Event("a", "4", descending(2), people=people("Ana", "Bea"))
    standard = ("4", "3", "2", *steps)
    entries = [("Ana", DAY + dt.timedelta(number), one, None) for number, one in enumerate(standard)]
    found = changes(blitz_tables(Series("s", [event], entries=entries)), "Ana")
    assert found[:3] == [
        ("registered_by_playing", "4", "3"),
        ("standard_promotion", "3", "8"),
        ("standard_promotion", "2", "8"),
    ]
    assert found[3:] == [("standard_demotion", one, "9") for one in steps]


def test_9_the_same_category_named_again_is_no_promotion():
    lost = round_robin((1, 2), lambda *_: ZERO)
    event = Event("a", "3", lost, DAY + dt.timedelta(5), people("Ana", "Bea"))
    entries = [("Ana", DAY + dt.timedelta(day), one, None) for day, one in ((0, "3"), (1, "3"), (9, "4"))]
    connection = blitz_tables(Series("s", [event], entries=entries))
    assert changes(connection, "Ana") == [("registered_by_playing", "3", "3")]


def test_9_a_category_earned_in_blitz_stays():
    event = Event("a", "3", descending(2), people=people("Ana", "Bea"))
    entries = [("Ana", DAY, "3", None), ("Ana", DAY + dt.timedelta(30), "4", None)]
    connection = blitz_tables(Series("s", [event], entries=entries))
    assert changes(connection, "Bea") == changes(connection, "Ana") == [("registered_by_playing", "3", "3")]


def team_match(rounds):
    """Two teams of two, 1 and 2 against 3 and 4, with results of the first team by round."""
    event = {number: [] for number in (1, 2, 3, 4)}
    for scores in rounds:
        for one, other, score in ((1, 3, scores[0]), (2, 4, scores[1])):
            event[one].append(("played", other, score))
            event[other].append(("played", one, 1 - score))
    return event


TEAMS = [("t", "Alpha", [1, 2]), ("t", "Beta", [3, 4])]
FOUR = people("Ana", "Bea", "Cris", "Dora")


def test_10_team_events_of_one_category():
    event = Event("t", "2", team_match([(ONE, HALF)]), people=FOUR, system="team")
    clubs = {"Ana": "Beta", "Bea": "Gamma", "Cris": "Beta", "Dora": "Alpha"}
    series = Series("s", [event], entries=[("Ana", DAY, None, "3")], teams=TEAMS, clubs=clubs)
    connection = blitz_tables(series)
    assert changes(connection, "Bea") == [("registered_by_playing", "2", "10")]
    assert changes(connection, "Ana") == [("registered", "3", "2")]
    # one of Beta's players is of another club, two of Alpha's
    assert findings(connection) == [
        ("blitz_other_category_in_team", "10"),
        ("blitz_players_of_other_clubs", "10"),
        ("blitz_players_of_other_clubs", "10"),
    ]
    found = rows(
        connection, "select club, points, place, has_cup, players_of_other_clubs from mart.blitz_teams order by 1"
    )
    assert found == [
        {"club": "Alpha", "points": 1.5, "place": 1, "has_cup": True, "players_of_other_clubs": 2},
        {"club": "Beta", "points": 0.5, "place": 2, "has_cup": True, "players_of_other_clubs": 1},
    ]


@pytest.mark.parametrize("given_by", ["teams", "reported_teams"])
def test_16_medals_of_the_winning_team_and_of_the_boards(given_by):
    # Alpha wins 2 to 1; on the second board Dora is the best; the series file names the teams, or the report
    event = Event("t", "2", team_match([(ONE, ZERO), (ONE, ZERO), (ONE, HALF)]), people=FOUR, system="team")
    found = standings(blitz_tables(Series("s", [event], **{given_by: TEAMS})), "t")
    assert [found[n]["medal"] for n in (1, 2, 3, 4)] == ["vermeil", "vermeil", None, "vermeil"]
    assert [found[n]["place"] for n in (1, 2, 3, 4)] == [None] * 4


# Bea of category 3 on the second board, which is of category 2, against Dora, a holder; points of her games
MIXED = [
    ([ONE, ONE, ONE], True),
    ([ONE, ONE, HALF, ZERO, ZERO, ZERO], False),
    ([ONE, ONE, HALF, HALF, ZERO, ZERO], True),
    ([ONE, ONE, ONE, ZERO, ZERO, ZERO, ZERO], False),
    ([ONE, ONE, ONE, HALF, ZERO, ZERO, ZERO], True),
]


@pytest.mark.parametrize(("scores", "moves"), MIXED)
def test_11_a_weaker_player_on_a_stronger_board(scores, moves):
    event = Event("t", "all", team_match([(HALF, score) for score in scores]), people=FOUR, system="team")
    event.more["boards"] = ["1", "2"]
    entries = [(name, DAY, None, blitz) for name, blitz in (("Ana", "1"), ("Bea", "3"), ("Cris", "1"), ("Dora", "2"))]
    connection = blitz_tables(Series("s", [event], entries=entries, teams=TEAMS))
    assert changes(connection, "Bea") == [("registered", "3", "2")] + [("promoted", "2", "11")] * moves
    assert findings(connection) == []


def test_11_in_more_games_only_those_against_holders_count():
    # seven games, all points against Dora while she is of category 3 herself
    event = Event("t", "all", team_match([(HALF, ONE)] * 7), people=FOUR, system="team")
    event.more["boards"] = ["1", "2"]
    entries = [("Ana", DAY, None, "1"), ("Bea", DAY, None, "3"), ("Cris", DAY, None, "3"), ("Dora", DAY, None, "3")]
    connection = blitz_tables(Series("s", [event], entries=entries, teams=TEAMS))
    assert changes(connection, "Bea") == [("registered", "3", "2")]
    # and a player of category 3 does not sit on a board of category 1
    assert findings(connection) == [("blitz_board_too_strong", "11")]


def test_what_the_series_file_alone_knows_is_told():
    event = Event("t", "9", team_match([(ONE, HALF)]), people=FOUR, system="team")
    teams = [("t", "Alpha", [1, 2, 77])]
    connection = blitz_tables(Series("s", [event], entries=[("Zoe", DAY, "1", None)], teams=teams))
    codes = [code for code, _ in findings(connection)]
    assert codes == ["blitz_category_of_nobody", "blitz_category_unknown", "blitz_team_member_unknown"]


def test_8_an_entry_whose_name_fits_two_people_is_nobodys():
    # two people in the world's tables, of one folded name
    event = Event("a", "3", descending(2), people=people("Ana Paz", "Paz, Ana"))
    connection = blitz_tables(Series("s", [event], entries=[("Ana Paz", DAY + dt.timedelta(9), "2", None)]))
    for name in ("Ana Paz", "Paz, Ana"):
        assert changes(connection, name) == [("registered_by_playing", "3", "3")]
    assert [code for code, _ in findings(connection)] == ["blitz_category_ambiguous"]


def test_a_series_file_and_its_reports(tmp_path):
    names = ("Uno, Ana", "Dos, Bea", "Tres, Cris", "Cuatro, Dora")
    cells = {1: "2w1 3b= 4w1", 2: "1b0 4w1 3w1", 3: "4b1 1w= 2b0", 4: "3w0 2b0 1b0"}
    lines = [
        report_line(number, name, [f"{c[0]:>4} {c[1]} {c[2]}" for c in cells[number].split()])
        for number, name in enumerate(names, start=1)
    ]
    series = """[series]
regulation = "fmda-blitz"
[[event]]
event = "night"
category = "2"
annual_championship = true
[[event]]
event = "night"
category = "3"
[[category]]
player = "DOS Bea"
on = 2005-01-01
standard = "1"
"""
    files = {"events/night.trf": report(lines, time_control="5 segundos por jugada"), "series/blitz.toml": series}
    connection = tables_of(tmp_path, files)
    assert rows(connection, "select name, article from mart.blitz_promotions") == [{"name": "Uno, Ana", "article": "5"}]
    query = "select finding_code, article from quality.findings where finding_code like 'blitz%' order by all"
    assert [tuple(row.values()) for row in rows(connection, query)] == [
        ("blitz_event_twice", None),
        ("blitz_format", "17"),
        ("blitz_weaker_than_standard", "7"),
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("players_to: 15, rounds: single", "players_to: 7, rounds: single", "must rise by `players_to`"),
        ("rounds: single, groups: null", "rounds: single, groups: 2", "a format is either `rounds`, or one of"),
        ('value: ["2", "3", "4"]', 'value: ["2", "5"]', "names '5', which is not among `categories`"),
        ("value: sonneborn_berger", "value: koya", "`tie_break.value` is 'koya'"),
    ],
)
def test_mistakes_in_a_blitz_regulation_of_the_users_own(right, wrong, words):
    assert right in TEXT
    with pytest.raises(RegulationError, match=words.replace("[", r"\[")):
        series_regulation(TEXT.replace(right, wrong), "own.yaml")
