"""What may go of a candidate's games so that the conditions on the opponents still hold (1.43 to 1.46 of 2005).

A condition asks that of those who stay at least, or at most, so many are of a group. With the number that go fixed, either says
that not more than so many of some group may go: at most three may stay of a group of five, and four go in all, so not more than
two of the others may go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from normbook.stages.selection_choice import Ask, highest_choice
from normbook.stages.selection_sums import Faced, Group, highest_sum


class Share(NamedTuple):
    """A share of the opponents, or games, that becomes a whole number by rounding up or down."""

    numerator: int
    denominator: int
    rounds_up: bool

    def of(self, number: int) -> int:
        """So many are the share of a number."""
        return (number * self.numerator + (self.denominator - 1 if self.rounds_up else 0)) // self.denominator


class LevelCondition(NamedTuple):
    """At least so many opponents with one of the titles, and at least that share (1.45b-e)."""

    titles: frozenset[str]
    least: int
    share: Share | None


@dataclass(frozen=True)
class Opponent:
    """An opponent as the norm rules see him: rating as it counts; federation None where nobody says it, empty for none."""

    number: int
    rating: int
    is_unrated: bool
    is_titled: bool
    titles: frozenset[str]
    federation: str | None


class Slack(NamedTuple):
    """By how much each condition may be missed; for the level so much in each of its conditions."""

    other_federations: int = 0
    own_share: int = 0
    one_share: int = 0
    titled: int = 0
    level: int = 0
    unrated: int = 0


NO_SLACK = Slack()


@dataclass(frozen=True)
class Conditions:
    """What is asked of the opponents for one title; a waiver is None where unknown federations decide it.

    Titled opponents and federations count once, or `by_games`; the level too, or `level_by_games`. Shares are of the opponents,
    or `of_games`. Opponents of the federations `nowhere` are of none for 1.43. `games_without_federations`: numbers of games left
    for which 1.43 and 1.44 are not asked. With `slack` so much less is asked.
    """

    by_games: bool
    of_games: bool
    level_by_games: bool
    nowhere: frozenset[str]
    games_without_federations: frozenset[int]
    own_federation: str | None
    other_federations: int
    own_share: Share
    one_share: Share
    waives_federations: bool | None
    waives_shares: bool | None
    titled_share: Share
    level: tuple[tuple[LevelCondition, ...], ...]
    unrated_added: int
    unrated_share: Share | None
    floor: int
    raised: int
    slack: Slack = NO_SLACK

    def is_open(self, opponents: Iterable[Opponent]) -> bool:
        """Whether unknown federations could decide anything."""
        return (
            self.own_federation is None
            or self.waives_federations is None
            or self.waives_shares is None
            or any(one.federation is None for one in opponents)
        )


class Met(NamedTuple):
    """An opponent with the number of games against him, and how many of them must and may go."""

    opponent: Opponent
    games: int
    must_go: int
    may_go: int


def highest_rating_sum(met: Sequence[Met], games_out: int, conditions: Conditions, is_sure: bool) -> int | None:
    """Return the highest sum of ratings (1.46c) over the games that stay when `games_out` go and every condition holds.

    `is_sure`: it must hold whatever the unknown federations are; otherwise it is enough that it may. None: no way.
    """
    met = sorted(met, key=lambda one: one.opponent.rating)
    if sum(one.games for one in met) - games_out in conditions.games_without_federations:
        conditions = replace(conditions, waives_federations=True, waives_shares=True)
    # opponents who lose a game and stay cannot take more than this, so the rest makes others go entirely
    partly = sum(one.may_go - (one.may_go == one.games) for one in met)
    could_go = sum(one.may_go == one.games for one in met)
    federations = _federations_needed(conditions, is_sure)
    labels = [_federation_that_counts(one.opponent, conditions, is_sure) for one in met]
    faced = [
        Faced(one.opponent.rating, one.games, one.must_go, one.may_go, label)
        for one, label in zip(met, labels, strict=True)
    ]
    if all(one.games == one.may_go == 1 and not one.must_go for one in met):
        sums = [
            highest_choice(
                faced,
                len(met) - games_out,
                asks=[Ask(group.members, sum(group.members) - group.may_go) for group in groups],
                federations=federations,
                floor=conditions.floor,
                raised=conditions.raised,
            )
            for groups in _alternatives(met, games_out, games_out, conditions, is_sure)
        ]
        return max((found for found in sums if found is not None), default=None)
    sums = [
        highest_sum(
            faced,
            games_out,
            opponents_out,
            groups=groups,
            federations=federations,
            floor=conditions.floor,
            raised=conditions.raised,
        )
        for opponents_out in range(max(0, games_out - partly), min(games_out, could_go) + 1)
        for groups in _alternatives(met, games_out, opponents_out, conditions, is_sure)
    ]
    return max((found for found in sums if found is not None), default=None)


def _federations_needed(conditions: Conditions, is_sure: bool) -> int:
    """Federations of opponents that are enough for 1.43; an own federation that nobody knows may be one of them."""
    if conditions.waives_federations or (conditions.waives_federations is None and not is_sure):
        return 0
    needed = max(0, conditions.other_federations - conditions.slack.other_federations)
    return needed + 1 if needed and is_sure and conditions.own_federation is None else needed


def _federation_that_counts(one: Opponent, conditions: Conditions, is_sure: bool) -> str | None:
    """Other federation of an opponent for 1.43; an unknown one is none in the worst case and a new one in the best."""
    if one.federation is None:
        return None if is_sure else f"of {one.number}"
    return None if one.federation in {"", conditions.own_federation, *conditions.nowhere} else one.federation


def _alternatives(
    met: Sequence[Met], games_out: int, opponents_out: int, conditions: Conditions, is_sure: bool
) -> Iterator[list[Group]]:
    """For each alternative of the title level (1.45b-e) that can be met: the groups of which not all may go."""
    by_games = conditions.by_games
    opponents_left = len(met) - opponents_out
    base = sum(one.games for one in met) - games_out if conditions.of_games else opponents_left

    def at_least(members: Sequence[bool], least: int, by_games: bool) -> Group:
        there = sum(one.games if by_games else 1 for one, is_member in zip(met, members, strict=True) if is_member)
        return Group(members, by_games, there - least)

    def at_most(members: Sequence[bool], most: int, by_games: bool) -> Group:
        out = games_out if by_games else opponents_out
        others = [not is_member for is_member in members]
        return Group(others, by_games, out - at_least(members, most, by_games).may_go)

    titled = [one.opponent.is_titled for one in met]
    groups = [at_least(titled, conditions.titled_share.of(base) - conditions.slack.titled, by_games)]
    if conditions.unrated_share:
        unrated = [one.opponent.is_unrated for one in met]
        most_unrated = conditions.unrated_share.of(opponents_left + conditions.unrated_added)
        groups.append(at_most(unrated, most_unrated + conditions.slack.unrated, by_games=False))
    for federations, share, slack in _limited_federations(met, conditions, is_sure):
        groups.append(
            at_most([one.opponent.federation in federations for one in met], share.of(base) + slack, by_games)
        )
    for alternative in conditions.level:
        level = [
            at_least(
                [not titles.isdisjoint(one.opponent.titles) for one in met],
                max(least, share.of(base) if share else 0) - conditions.slack.level,
                conditions.level_by_games,
            )
            for titles, least, share in alternative
        ]
        binding = [group for group in groups + level if _binds(group, met, games_out, opponents_out)]
        if all(group.may_go >= 0 for group in binding):
            yield binding


def _limited_federations(
    met: Sequence[Met], conditions: Conditions, is_sure: bool
) -> Iterator[tuple[tuple[str | None, ...], Share, int]]:
    """Federations that together have a greatest number (1.44), and by how much it may be missed.

    In the worst case everybody unknown is of that federation too, and an own federation that nobody knows is any of them.
    """
    if conditions.waives_shares or (conditions.waives_shares is None and not is_sure):
        return
    own = conditions.own_federation
    unknown: tuple[str | None, ...] = (None,) if is_sure else ()
    others = sorted({one.opponent.federation for one in met if one.opponent.federation} - {own})
    # without any other federation the unknown could still be one
    for limited in [(other, *unknown) for other in others] or [unknown]:
        yield limited, conditions.one_share, conditions.slack.one_share
        if own is None and is_sure:
            yield limited, conditions.own_share, conditions.slack.own_share
    if own:
        yield (own, *unknown), conditions.own_share, conditions.slack.own_share


def _binds(group: Group, met: Sequence[Met], games_out: int, opponents_out: int) -> bool:
    """Whether more of the group could go than may go."""
    could = sum(
        one.may_go if group.by_games else one.may_go == one.games
        for one, is_member in zip(met, group.members, strict=True)
        if is_member
    )
    return group.may_go < min(could, games_out if group.by_games else opponents_out)
