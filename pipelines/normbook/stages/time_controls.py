"""Time controls as people write them, in figures: minutes for a game of so many moves, increment (1.14 of 2005)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from normbook.contracts import contract

_UNIT = r"(?P<unit>hours?|hrs?|h|minutes?|mins?|min|m|')?"
_TAIL = (
    r"(?: (?:for|to) (?:the )?(?:game|whole game|rest|end|finish))?"
    r"(?: per player| a player| each)?(?: per game)?(?: per player)?"
)
# Each part of a time control must be one of these and nothing else; whatever is left over, or a number of more than four
# digits, makes it unknown.
_MOVES_IN_TIME = re.compile(rf"(?P<moves>[0-9]{{1,4}})(?: ?/ ?| moves in )(?P<time>[0-9]{{1,4}}) ?{_UNIT}{_TAIL}")
_TIME_FOR_MOVES = re.compile(r"(?P<time>[0-9]{1,4}) ?' ?x ?(?P<moves>[0-9]{1,4}) ?(?:mm|moves)")
_REST = re.compile(rf"(?:all (?:the )?moves in |game in |g ?/ ?|sd ?/ ?)?(?P<time>[0-9]{{1,4}}) ?{_UNIT}{_TAIL}")
_REST_CLOCK = re.compile(r"(?P<hours>[0-9]{1,4}):(?P<minutes>[0-5][0-9])")
_INCREMENT = re.compile(
    r"(?P<seconds>[0-9]{1,4}) ?(?P<unit>seconds?|secs?|s|''|\")?"
    r"(?P<tail>(?: (?:per|a|each|for each) move)?(?: increment)?(?: (?:from|starting (?:from|with)) move (?:1|one))?)"
)
_SPLIT = re.compile(r"(\+|,|;|\bplus\b|\bfollowed by\b|\bthen\b|\band\b)")


@dataclass(frozen=True)
class TimeControl:
    """Periods as (moves, minutes), moves None for all the rest; seconds added for every move."""

    periods: tuple[tuple[int | None, int], ...]
    increment_seconds: int

    def minutes_for(self, moves: int) -> int:
        """Minutes one player has for a game of so many moves, increments included, rounded down."""
        reached, minutes = 0, 0
        for period_moves, period_minutes in self.periods:
            if reached >= moves:
                break
            minutes += period_minutes
            reached = moves if period_moves is None else reached + period_moves
        return minutes + self.increment_seconds * moves // 60


def read_time_control(written: str) -> TimeControl | None:
    """Understand a time control such as `90+30`, `40/120, 60` or `90 minutes + 30 seconds per move`.

    Returns None where any part of the text is left over or ambiguous: a guess could refuse an event its norms.
    """
    text = re.sub(r"\s+", " ", written.lower().replace("\u2019", "'").replace("\u2033", '"')).strip(" .")
    parts = _SPLIT.split(re.sub(r"[,;] ?(plus|then|and|followed by)\b", r" \1", text))
    periods: list[tuple[int | None, int]] = []
    increment: int | None = None
    for position in range(0, len(parts), 2):
        part, joined_by = parts[position].strip(), parts[position - 1] if position else ""
        is_last = position == len(parts) - 1
        if is_last and (seconds := _increment(part, joined_by, periods)) is not None:
            increment = seconds
        elif (period := _period(part)) is not None and not (periods and periods[-1][0] is None):
            periods.append(period)
        else:
            return None
    return TimeControl(tuple(periods), increment or 0)


def _increment(part: str, joined_by: str, periods: list[tuple[int | None, int]]) -> int | None:
    """Seconds, if the part says seconds or each move; a bare number only in the form `90+30`."""
    if not (match := _INCREMENT.fullmatch(part)):
        return None
    is_bare_after_one_period = joined_by in {"+", "plus"} and len(periods) == 1 and periods[0][0] is None
    return int(match["seconds"]) if match["unit"] or match["tail"] or is_bare_after_one_period else None


def _period(part: str) -> tuple[int | None, int] | None:
    if match := _REST_CLOCK.fullmatch(part):
        return None, 60 * int(match["hours"]) + int(match["minutes"])
    if match := _MOVES_IN_TIME.fullmatch(part):
        return int(match["moves"]), _minutes(match)
    if match := _TIME_FOR_MOVES.fullmatch(part):
        return int(match["moves"]), int(match["time"])
    if match := _REST.fullmatch(part):
        return None, _minutes(match)
    return None


def _minutes(match: re.Match[str]) -> int:
    return int(match["time"]) * (60 if (match["unit"] or "").startswith("h") else 1)


def time_controls(written: Iterable[str], moves_reckoned: Iterable[int]) -> pa.Table:
    """core.time_controls: each text with each number of moves that an edition reckons with."""
    moves = sorted(set(moves_reckoned))
    rows: list[dict[str, object]] = []
    for text in sorted(set(written)):
        control = read_time_control(text)
        rows += [
            {
                "time_control": text,
                "moves_reckoned": number,
                "minutes": control and control.minutes_for(number),
                "increment_seconds": control and control.increment_seconds,
            }
            for number in moves
        ]
    return contract("core.time_controls").from_rows(rows)
