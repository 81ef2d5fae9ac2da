"""1.14 of 2005: time controls as reports write them; the minutes were worked out by hand for a game of 60 moves."""

import pytest

from normbook.stages.time_controls import read_time_control, time_controls


@pytest.mark.parametrize(
    ("written", "minutes", "increment"),
    [
        ("90+30", 120, 30),
        ("90 minutes + 30 seconds per move", 120, 30),
        ("90 minutes + 10 sec from move 1", 100, 10),
        ("All moves in 90 minutes, plus 10 seconds per move", 100, 10),
        ("40/120, 60", 180, 0),
        ("40/120, 20/60, 30", 180, 0),
        ("40/2h, 20/1h, 15 min + 30 sec", 210, 30),
        ("40 moves in 90 minutes, 30 minutes + 30 seconds per move", 150, 30),
        ("100'x40mm + 50'x20mm + 30\" from move 1", 180, 30),
        ("120 minutes per player per game", 120, 0),
        ("1:30 + 10 from move 1", 100, 10),
        ("1:30 plus 15 per move", 105, 15),
        ("12'+3''", 15, 3),
        ("15 minutes plus 10 sec per move", 25, 10),
        ("25 min", 25, 0),
        ("5 seconds a move", 5, 5),
        ("120", 120, 0),
    ],
)
def test_article_1_14_time_controls_in_minutes_for_60_moves(written, minutes, increment):
    control = read_time_control(written)
    assert (control.minutes_for(60), control.increment_seconds) == (minutes, increment)


HUGE = "9" * 5000


@pytest.mark.parametrize(
    "written",
    [
        HUGE,
        f"90+{HUGE}",
        f"{HUGE}/120, 60",
        f"40/{HUGE}",
        f"{HUGE}'x40mm",
        f"{HUGE}:30",
        f"{HUGE}h",
        "90+10000",
        "10000",
    ],
)
def test_article_1_14_numbers_of_more_than_four_digits_are_unknown(written):
    assert read_time_control(written) is None
    (row,) = time_controls([written], [60]).to_pylist()
    assert (row["minutes"], row["increment_seconds"]) == (None, None)


@pytest.mark.parametrize("written", ["moves/time, increment", "", "as usual", "90+30+10", "40/120, 60 or so"])
def test_article_1_14_what_is_not_understood_stays_unknown(written):
    assert read_time_control(written) is None
