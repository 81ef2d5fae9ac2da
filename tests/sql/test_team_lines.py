"""Lines 260, 300, 801 and 802 of TRF26 against the players' own lines (T20): agreement is silent, each contradiction is told."""

import pytest
from tests.sql.test_report_scoring import at, line
from tests.world import report, rows, tables_of

# Alpha: 1 and 2, Beta: 3 and 4, Gamma: 5 and 6; round 1 Alpha - Beta 1.5:0.5, round 2 Alpha - Gamma 1:1 by a board won without play
PLAYERS = [
    line(1, "   3 w 1", "   5 b 0"),
    line(2, "   4 b =", "   6 w +"),
    line(3, "   1 b 0", "0000 - Z"),
    line(4, "   2 w =", "0000 - Z"),
    line(5, "0000 - Z", "   1 w 1"),
    line(6, "0000 - Z", "   2 b -"),
]


def team(number, name, match_points, game_points, *members):
    more = [(77 + 5 * place, f"{member}") for place, member in enumerate(members)]
    return at((1, "310"), (7, f"{number}"), (9, name), (57, f"{match_points}"), (64, f"{game_points}"), *more)


TEAMS = ("352 WB", team(1, "Alpha", 3.0, 2.5, 1, 2), team(2, "Beta", 0.0, 0.5, 3, 4), team(3, "Gamma", 1.0, 1.0, 5, 6))
RIGHT = (
    "260   1   1    1    3",
    "260   2   2    1    2",
    "260            2    3",
    "300   1   1   2    1    2",
    "300   2   1   3    1    2",
    "300   2   3   1    5    0",
    "801  1 ALP    3    2.5   2 w 1= 12    3 b 0+ 12  ",
    "801  2 BET    0    0.5   1 b 0= 12       ZZ      ",
    "801  3 GAM    1    1.0      ZZ        1 w 1- 12  ",
    "802   1 ALP      3      2.5   2 w  1.5     3 b  1.0 ",
    "802   2 BET    0.0      0.5   1 b  0.5   ZPB    0.0 ",
    "802   3 GAM      1      1.0 ZPB    0.0     1 w  1.0 ",
)
WRONG = {
    "260": ("260   1   2    3    1", "forbids teams 1 and 3 to meet, and they met in round 2."),
    "300_opponent": (
        "300   2   1   2    1    0",
        "puts no. 1 on a board of team 1 against team 2 in round 2, and the player's own line has no. 5 of team 3.",
    ),
    "300_member": (
        "300   1   1   2    5    2",
        "puts no. 5 on a board of team 1 against team 2 in round 1, and this is no member of team 1.",
    ),
    "300_absent": (
        "300   2   2   1    3    0",
        "puts no. 3 on a board of team 2 against team 1 in round 2, and the player's own line has no opponent in that round.",
    ),
    "801_board": (
        "801  1 ALP    3    2.5   2 w =1 12    3 b 0+ 12  ",
        "has = on board 1 of team 1 in round 1, played by no. 1, whose own line has 1.",
        "has 1 on board 2 of team 1 in round 1, played by no. 2, whose own line has =.",
    ),
    "801_line_up": (
        "801  1 ALP    3    2.5   2 w 1= 21    3 b 0+ 12  ",
        "has 1 on board 1 of team 1 in round 1, played by no. 2, whose own line has =.",
        "has = on board 2 of team 1 in round 1, played by no. 1, whose own line has 1.",
    ),
    "801_bye": (
        "801  2 BET    0    0.5      UU        ZZ      ",
        "has team 2 in round 1 with no opponent instead of 1, which is what the players' lines say.",
    ),
    "802_points": (
        "802   1 ALP      3      2.5   2 w  2.0     3 b  1.0 ",
        "has team 1 in round 1 with 2.0 game points instead of 1.5, which is what the players' lines say.",
    ),
    "802_opponent": (
        "802   1 ALP      3      2.5   3 w  1.5     3 b  1.5 ",
        "has team 1 in round 1 with opponent 3 instead of 2, which is what the players' lines say.",
        "has team 1 in round 2 with 1.5 game points instead of 1.0, which is what the players' lines say.",
    ),
}  # fmt: skip
OTHERS = {
    # numbers are players where there are no teams
    "260_players": report(PLAYERS, more=("260   1   1    1    3    4", "300   1   1   2    9    9", "801  1 ALP 3 2.5 9 w 00 12")),
    "damaged": report(
        PLAYERS, more=(*TEAMS, "260", "260 x", "300   ", "801 ", "801  9 ALP 1.0 2 w 11 99", "802 1", "300   9   9   9    9")
    ),
    "running": report([line(1, "   3 w  "), line(3, "   1 b  ")], more=(*TEAMS, "801  1 ALP    0    0.0   2 w 1- 10")),
}  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    files = {f"events/{name}.trf": report(PLAYERS, more=(*TEAMS, wrong[0])) for name, wrong in WRONG.items()}
    files |= {"events/right.trf": report(PLAYERS, more=(*TEAMS, *RIGHT))}
    files |= {f"events/{name}.trf": content for name, content in OTHERS.items()}
    connection = tables_of(tmp_path_factory.mktemp("team_lines"), files)
    found = rows(connection, "select event_id, finding_code, finding from quality.findings")
    lines = (
        "forbidden_pair_met",
        "line_up_differs",
        "team_result_differs",
        "board_result_differs",
        "team_points_differ",
    )
    return [(row["event_id"], str(row["finding"])) for row in found if row["finding_code"] in lines]


def test_t20_lines_that_agree_are_silent(told):
    assert [finding for event, finding in told if event == "right"] == []


@pytest.mark.parametrize("name", WRONG)
def test_t20_every_contradiction_is_told(told, name):
    found = {finding.split(" ", 5)[-1] for event, finding in told if event == name}
    assert found == set(WRONG[name][1:])


def test_t20_numbers_are_players_where_no_teams_are(told):
    [finding] = [finding for event, finding in told if event == "260_players"]
    assert finding.endswith("line 260 forbids players 1 and 3 to meet, and they met in round 1.")


def test_t20_damaged_lines_contradict_nobody_without_reason(told):
    assert {finding.split(": ")[1] for event, finding in told if event == "damaged"} == {
        "line 300 puts no. 9 on a board of team 9 against team 9 in round 9, and this is no member of team 9."
    }


def test_t21_a_round_in_progress_is_not_compared_by_points(told):
    assert not [finding for event, finding in told if event == "running" and "line 801" in finding]
