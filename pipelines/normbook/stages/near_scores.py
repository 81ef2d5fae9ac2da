"""Which score makes a norm at which average, when some opponents are not known yet: 1.46c1, 1.47 and 1.49a (2005) turned round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from normbook.regulations.arithmetic import half_up

# The weights of `distance`, in points of the average rating. Half a point of some nine games is about six per cent, and that is
# worth about forty points in the table of differences; one opponent more of the right kind is taken to be as hard to come by.
HALF_POINT = 40
OPPONENT = 40
AVERAGE_POINT = 1


class Met(NamedTuple):
    """An opponent: what he counts in each game against him (None: the floor of the title)."""

    ratings: Sequence[int | None]


class Step(NamedTuple):
    """So many half points more make the norm if the opponents not yet known average at least so much (None: all are known)."""

    half_points: int
    average: int | None


@dataclass(frozen=True)
class Ladder:
    """The table 1.49a of a title for a number of games: half points and the least average for them, lowest score first."""

    rows: Sequence[tuple[int, int]]

    def average_for(self, half_points: int) -> int | None:
        """Least average at which this score makes the norm; None where no average is enough."""
        return min((average for score, average in self.rows if score <= half_points), default=None)

    def half_points_for(self, average: int) -> int | None:
        """Least score in half points that makes the norm at this average; None below the least average."""
        return min((score for score, lowest in self.rows if lowest <= average), default=None)


def opponents_average(opponents: Sequence[Met], floor: int, most_raised: int) -> int:
    """Rt: ratings over the games, half up, the lowest opponents raised to the floor in all their games (1.46c1, 1.47).

    Of several ratings of several days (1.1.4 of 2024) the lowest says who is raised (docs/decisions/0132).
    """
    counted = [[floor if rating is None else rating for rating in met.ratings] for met in opponents]
    counted.sort(key=lambda ratings: (min(ratings), -len(ratings), sum(ratings)))
    raised = sum(max(0, floor - rating) for ratings in counted[:most_raised] for rating in ratings)
    return half_up(sum(map(sum, counted)) + raised, sum(map(len, counted)))


def steps(
    known: Sequence[Met], unknown: int, half_points: int, most_more: int, ladder: Ladder, floor: int, most_raised: int
) -> list[Step]:
    """What the remaining games must bring: every score that asks for less of the unknown opponents than a lower one does.

    `known` are the opponents of all games but `unknown` ones, `half_points` the score so far, `most_more` what can still be
    added. With no opponent unknown there is at most one step, the exact score.
    """
    found: list[Step] = []
    for more in range(most_more + 1):
        needed = ladder.average_for(half_points + more)
        if needed is None:
            continue
        if not unknown:
            if opponents_average(known, floor, most_raised) >= needed:
                return [Step(more, None)]
            continue
        # even if all others counted nothing, this average would do
        most = needed * (unknown + sum(len(met.ratings) for met in known))
        average = bisect_left(
            range(most),
            needed,
            key=lambda rating: opponents_average([*known, *[Met((rating,))] * unknown], floor, most_raised),
        )
        if not found or average < (found[-1].average or 0):
            found.append(Step(more, average))
    return found


def change_of_score(ladder: Ladder | None, half_points: int, average: int) -> tuple[str, int] | None:
    """The score or the average that was missing, in words, and its weight; None if neither was."""
    if ladder is None:
        return None
    lowest = ladder.average_for(half_points)
    if lowest is not None and lowest <= average:
        return None
    told: list[str] = []
    weights: list[int] = []
    least = min(lowest for _, lowest in ladder.rows)
    if (needed := ladder.half_points_for(max(average, least))) is not None and needed > half_points:
        words, weight = (
            f"{points_in_words(needed - half_points)} more ({needed / 2:g} instead of {half_points / 2:g})",
            0,
        )
        if average < least:
            words, weight = (
                f"{words} at an average higher by {least - average} ({least} instead of {average})",
                least - average,
            )
        told.append(words)
        weights.append(HALF_POINT * (needed - half_points) + AVERAGE_POINT * weight)
    if lowest is not None:
        told.append(f"an average of the opponents higher by {lowest - average} ({lowest} instead of {average})")
        weights.append(AVERAGE_POINT * (lowest - average))
    return " or ".join(told), min(weights)


def points_in_words(half_points: int) -> str:
    """Half points as points: `half a point`, `1 point`, `2.5 points`."""
    if half_points == 1:
        return "half a point"
    return f"{half_points / 2:g} point{'' if half_points == 2 else 's'}"
