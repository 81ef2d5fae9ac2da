"""X6, T6: printed points by a scoring of the event's own are recognised where it explains every player, and only there."""

import pytest
from tests.unit.crosstable_writer import PLAYERS, codes, games, games_of, read, sides, swiss_rows, text


def rows(win, draw, loss, full, half, absent, forfeit=0):
    """The crosstable with points by this scoring."""
    found = swiss_rows("start")
    for row, player in zip(found[1:], PLAYERS, strict=True):
        row[8] = sum(
            {"1": win, "½": draw, "0": loss, "+": win, "-": forfeit}[result]
            if opponent
            else {"1": full, "½": half, "0": absent}[result]
            for opponent, _, result in sides(player)
        )
    return found


@pytest.mark.parametrize(
    "scoring", [(3, 1, 0, 3, 1, 0), (3, 1, 0, 1, 0, 0), (2, 1, 0, 2, 1, 0), (3, 2, 1, 3, 2, 0), (3, 1, 0, 3, 0, 0)]
)
def test_x6_a_scoring_that_explains_every_player(tmp_path, scoring):
    reading = read(tmp_path, "a.csv", text(rows(*scoring)))
    assert games_of(reading) == games()
    [head] = reading.rows["staging.event_reports"]
    told = ("points_win", "points_draw", "points_loss", "points_pairing_bye", "points_half_bye", "points_absent")
    assert tuple(head[column] for column in told) == scoring
    assert "own_scoring" in codes(reading)


@pytest.mark.parametrize("player", range(1, 8))
def test_x6_one_player_who_does_not_fit_and_nothing_is_assumed(tmp_path, player):
    table = rows(3, 1, 0, 3, 1, 0)
    table[player][8] += 0.5
    reading = read(tmp_path, "a.csv", text(table))
    assert reading.rows["staging.event_reports"][0].get("points_win") is None
    assert "own_scoring" not in codes(reading)


def test_x6_the_usual_scoring_is_not_told(tmp_path):
    reading = read(tmp_path, "a.csv", text(swiss_rows("start")))
    assert reading.rows["staging.event_reports"][0].get("points_win") is None
    assert "own_scoring" not in codes(reading)
