"""What may go of a candidate's games so that the conditions on the opponents still hold (1.43 to 1.46 of 2005).

A condition asks that of those who stay at least, or at most, so many are of a group. With the number that go fixed, either says
that not more than so many of some group may go: at most three may stay of a group of five, and four go in all, so not more than
two of the others may go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple

from normbook.stages.selection_choice import Ask, Person, highest_choice
from normbook.stages.selection_sums import Faced, Group, Way, highest_sum


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
    """An opponent as the rules see him in a game: rating as it counts; federation None where nobody says it, empty for none."""

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
    """An opponent, the games against him, the ways in which they may go, and how he counts in each by the games that stay."""

    opponent: Opponent
    games: int
    ways: Sequence[Way]
    counts_as: Sequence[Opponent]


@lru_cache(maxsize=4096)
def met_as(games: tuple[Opponent, ...], must_go: tuple[bool, ...], may_go: tuple[bool, ...], floor: int) -> Met:
    """An opponent as he was in each game, in the order of the rounds; which of the games must, and which may go.

    Whoever is met on several days (1.1.4 of 2024) has the title that he had last, his rating in each game, and is unrated where he
    is in all. Games that follow each other with nothing changed are alike, so only how many of them go is told apart.
    """
    alike = []
    for one, run in groupby(zip(games, must_go, may_go, strict=True), key=lambda game: game[0]):
        _, must, may = zip(*run, strict=True)
        alike.append((one, len(may), range(sum(must), sum(may) + 1)))
    ways: dict[tuple[Way, Opponent], None] = {}
    for out in product(*(numbers for *_, numbers in alike)):
        left = [(one, there - number) for (one, there, _), number in zip(alike, out, strict=True) if there > number]
        stay = sum(number for _, number in left)
        way = Way(
            sum(out),
            stay,
            sum(one.rating * number for one, number in left),
            min((one.rating for one, _ in left), default=floor),
            sum(max(0, floor - one.rating) * number for one, number in left),
        )
        ways[way, _last_of([one for one, _ in left] or games)] = None
    return Met(_last_of(games), len(games), [way for way, _ in ways], [one for _, one in ways])


def _last_of(games: Sequence[Opponent]) -> Opponent:
    """How an opponent counts who was met in these games."""
    last = next((one for one in reversed(games) if one.titles), games[-1])
    return replace(last, is_unrated=False) if last.is_unrated and not all(one.is_unrated for one in games) else last


def highest_rating_sum(met: Sequence[Met], games_out: int, conditions: Conditions, is_sure: bool) -> int | None:
    """Return the highest sum of ratings (1.46c) over the games that stay when `games_out` go and every condition holds.

    `is_sure`: it must hold whatever the unknown federations are; otherwise it is enough that it may. None: no way.
    """
    if sum(one.games for one in met) - games_out in conditions.games_without_federations:
        conditions = replace(conditions, waives_federations=True, waives_shares=True)
    # opponents who lose a game and stay cannot take more than this, so the rest makes others go entirely
    could_go = sum(not all(way.stay for way in one.ways) for one in met)
    partly = sum(max(way.out for way in one.ways) for one in met) - could_go
    federations = _federations_needed(conditions, is_sure)
    labels = [_federation_that_counts(one.opponent, conditions, is_sure) for one in met]
    if all(one.games == 1 and len(one.ways) == 2 for one in met):
        field = [Person(one.opponent.rating, label) for one, label in zip(met, labels, strict=True)]
        sums = [
            highest_choice(
                field,
                len(met) - games_out,
                asks=[_ask(group) for group in groups],
                federations=federations,
                floor=conditions.floor,
                raised=conditions.raised,
            )
            for groups in _alternatives(met, games_out, games_out, conditions, is_sure)
        ]
        return max((found for found in sums if found is not None), default=None)
    faced = [Faced(one.ways, label) for one, label in zip(met, labels, strict=True)]
    sums = [
        highest_sum(faced, games_out, opponents_out, groups=groups, federations=federations, raised=conditions.raised)
        for opponents_out in range(max(0, games_out - partly), min(games_out, could_go) + 1)
        for groups in _alternatives(met, games_out, opponents_out, conditions, is_sure)
    ]
    return max((found for found in sums if found is not None), default=None)


def _ask(group: Group) -> Ask:
    """Of a group of opponents met once: so many must be chosen."""
    members = [max(goes) > 0 for goes in group.goes]
    return Ask(members, sum(members) - group.may_go)


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
    """For each alternative of the title level (1.45b-e) that can be met: the groups of which not all may go.

    More games never make less of a group, so what goes of an opponent is what he counts at most less what he counts in a way.
    """
    by_games = conditions.by_games
    opponents_left = len(met) - opponents_out
    games_left = sum(one.games for one in met) - games_out
    base = games_left if conditions.of_games else opponents_left

    def at_least(is_member: Callable[[Opponent], bool], least: int, by_games: bool) -> Group:
        counts = [
            [
                (way.stay if by_games else way.stay > 0) if is_member(one) else 0
                for way, one in zip(each.ways, each.counts_as, strict=True)
            ]
            for each in met
        ]
        goes = [[max(numbers) - number for number in numbers] for numbers in counts]
        return Group(goes, by_games, sum(map(max, counts)) - least)

    def at_most(is_member: Callable[[Opponent], bool], most: int, by_games: bool) -> Group:
        left = games_left if by_games else opponents_left
        return at_least(lambda one: not is_member(one), left - most, by_games)

    groups = [at_least(lambda one: one.is_titled, conditions.titled_share.of(base) - conditions.slack.titled, by_games)]
    if conditions.unrated_share:
        most_unrated = conditions.unrated_share.of(opponents_left + conditions.unrated_added)
        groups.append(at_most(lambda one: one.is_unrated, most_unrated + conditions.slack.unrated, by_games=False))
    for federations, share, slack in _limited_federations(met, conditions, is_sure):
        groups.append(at_most(_of(federations), share.of(base) + slack, by_games))
    for alternative in conditions.level:
        level = [
            at_least(
                _with_title(titles),
                max(least, share.of(base) if share else 0) - conditions.slack.level,
                conditions.level_by_games,
            )
            for titles, least, share in alternative
        ]
        binding = [group for group in groups + level if _binds(group, met, games_out, opponents_out)]
        if all(group.may_go >= 0 for group in binding):
            yield binding


def _of(federations: tuple[str | None, ...]) -> Callable[[Opponent], bool]:
    return lambda one: one.federation in federations


def _with_title(titles: frozenset[str]) -> Callable[[Opponent], bool]:
    return lambda one: not titles.isdisjoint(one.titles)


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
    could = sum(map(max, group.goes))
    if group.may_go < min(could, games_out if group.by_games else opponents_out):
        return True
    # who loses a title with the game in which he had it goes from the group although he stays
    return group.may_go < could and any(
        number > (way.out if group.by_games else way.stay == 0)
        for one, numbers in zip(met, group.goes, strict=True)
        for way, number in zip(one.ways, numbers, strict=True)
    )
