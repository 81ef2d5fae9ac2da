"""What may go of a candidate's games so that the conditions on the opponents still hold (1.43 to 1.46 of 2005).

Whatever stays, a condition is a number of opponents (or games) of some group, at least or at most. With the number that go
fixed, each becomes: not more than so many of a group may go. At most three of a group of five, when four go in all, means that
not more than two of the others may go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from normbook.stages.selection_sums import Faced, Group, highest_sum


@dataclass(frozen=True)
class Opponent:
    """An opponent as the norm rules see him: rating as it counts, federation None if nobody says it."""

    rating: int
    is_unrated: bool
    titles: frozenset[str]
    federation: str | None
    is_stateless: bool = False


class Share(NamedTuple):
    """A share of the opponents or games as a whole number, rounded up or down."""

    numerator: int
    denominator: int
    rounds_up: bool

    def of(self, number: int) -> int:
        """The number of opponents, or games, that the share makes of a number of them."""
        return (number * self.numerator + (self.denominator - 1 if self.rounds_up else 0)) // self.denominator


class LevelCondition(NamedTuple):
    """At least so many opponents with one of the titles, and at least that share."""

    titles: frozenset[str]
    least: int
    share: Share | None


@dataclass(frozen=True)
class Conditions:
    """What an edition, an event and a title ask of the opponents (1.43 to 1.46); waivers None where unknown federations decide."""

    other_federations: int
    own_share: Share
    one_share: Share
    waives_federations: bool | None
    waives_shares: bool | None
    titled_codes: frozenset[str]
    titled_share: Share
    level: tuple[tuple[LevelCondition, ...], ...]
    unrated_added: int | None
    unrated_share: Share | None
    by_games: bool
    floor: int
    raised: int


@dataclass(frozen=True)
class Met:
    """Opponents of some games in the order of their ratings: who, how many games, how many of them must and may go."""

    opponents: tuple[Opponent, ...]
    games: tuple[int, ...]
    must_go: tuple[int, ...]
    may_go: tuple[int, ...]
