"""The least change that would have made a norm where games may be left out (1.42e, 1.42f of 2005; 1.4.1e, f of 2024)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import NamedTuple

from normbook.regulations import half_up
from normbook.stages.near_scores import OPPONENT, change_of_score
from normbook.stages.selection_conditions import Slack, highest_rating_sum
from normbook.stages.selection_search import (
    WON,
    Candidate,
    Game,
    Prefix,
    Selection,
    lowest_rounds,
    met_in,
    prefixes,
)


class Nearest(NamedTuple):
    """A selection and the weight of the least change that makes it a norm (`distance` of mart.near_norms)."""

    distance: int
    selection: Selection


def nearest_selection(candidate: Candidate, below: int) -> Nearest | None:
    """Return the selection with the least change, if that weighs less than `below`; of several the one that leaves least out.

    A change makes up for what the conditions on the opponents lack, each opponent weighs OPPONENT, and then for what the score or
    the average lacks. Every way of missing the conditions is tried, cheapest first, with every prefix and every number of
    won games; for each of them the games with the highest average are nearest, since a higher average never lacks more. What
    is dropped cannot be nearest: its opponents alone weigh too much, or the prefix does with the highest average of all.
    Unknown federations are taken at their best.
    """
    best: Nearest | None = None
    forfeits: tuple[tuple[Game, ...], ...] = ((), (candidate.forfeit,)) if candidate.forfeit else ((),)
    parts = [
        _Part(prefix, games_out, highest, bool(forfeit))
        for forfeit in forfeits
        for prefix in reversed([*prefixes(candidate, forfeit, False)])
        for games_out, highest in enumerate(prefix.highest)
        if _lacks(candidate, prefix, games_out, highest) < below
    ]
    for slack in _ways_to_miss(candidate, parts, below):
        missed = _missing(candidate, slack)
        weighs = OPPONENT * sum(slack)
        for part in parts:
            if weighs + _lacks(candidate, part.prefix, part.games_out, part.highest) >= below:
                continue
            found = _highest(missed, part)
            if found is not None and weighs + (lacks := _lacks(candidate, part.prefix, part.games_out, found)) < below:
                below = weighs + lacks
                rounds = _lowest_rounds(missed, part, lacks)
                best = Nearest(below, Selection(part.prefix.cut_after_round, rounds, part.has_forfeit))
        if below <= weighs:
            break
    return best


class _Part(NamedTuple):
    """A prefix of which a number of won games goes, and no sum of ratings is higher."""

    prefix: Prefix
    games_out: int
    highest: int
    has_forfeit: bool


def _ways_to_miss(candidate: Candidate, parts: Sequence[_Part], below: int) -> Iterator[Slack]:
    """Every way to miss the conditions that weighs less than `below`, those by the fewest opponents first.

    A condition that nothing meets with all others given up must be missed by as much in any way.
    """
    least = Slack()
    # not less than this is lacking in score and average whatever the conditions
    lacks = min((_lacks(candidate, part.prefix, part.games_out, part.highest) for part in parts), default=below)
    most = (below - lacks - 1) // OPPONENT
    anything = Slack(*[sum(len(part.prefix.games) for part in parts)] * len(least))
    for name in Slack._fields:
        missed_by = next(
            (
                number
                for number in range(most + 1)
                if any(
                    _highest(_missing(candidate, anything._replace(**{name: number})), part) is not None
                    for part in parts
                )
            ),
            None,
        )
        if missed_by is None:
            return
        least = least._replace(**{name: missed_by})
    for more in range(most - sum(least) + 1):
        for missed in combinations_with_replacement(range(len(least)), more):
            yield Slack(*(number + missed.count(index) for index, number in enumerate(least)))


def _missing(candidate: Candidate, slack: Slack) -> Candidate:
    return replace(candidate, conditions=replace(candidate.conditions, slack=slack))


def _highest(
    candidate: Candidate, part: _Part, must_go: Sequence[int] = (), must_stay: Sequence[int] = ()
) -> int | None:
    met = met_in(candidate, part.prefix.games, must_go, must_stay)
    return highest_rating_sum(met, part.games_out, candidate.conditions, is_sure=False)


def _lacks(candidate: Candidate, prefix: Prefix, games_out: int, rating_sum: int) -> int:
    """What the score or the average of a part lacks, as a weight."""
    games = len(prefix.games) - games_out
    half_points = sum(game.half_points for game in prefix.games) - WON * games_out
    ladder = candidate.requirements.scores[games]
    change = change_of_score(ladder, half_points, half_up(rating_sum, games))
    return change[1] if change else 0


def _lowest_rounds(missed: Candidate, part: _Part, lacks: int) -> list[int]:
    def is_as_near(must_go: list[int], must_stay: list[int]) -> bool:
        found = _highest(missed, part, must_go, must_stay)
        return found is not None and _lacks(missed, part.prefix, part.games_out, found) == lacks

    return lowest_rounds(part.prefix.games, part.games_out, is_as_near)
