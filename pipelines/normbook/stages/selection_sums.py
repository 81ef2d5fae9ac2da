"""The highest sum of ratings over the games that stay, when so many won games go and so much may go of each group.

An exact search over the opponents that meets each state once (dynamic programming). It knows no article: what a group is and
how much of it may go is `selection_conditions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from math import inf
from typing import NamedTuple


class Way(NamedTuple):
    """One way in which games against an opponent go: how many go and stay, and what those that stay come to.

    `lowest` is the lowest rating in them, `raise_by` what they gain where he is raised.
    """

    out: int
    stay: int
    rating_sum: int
    lowest: int
    raise_by: int


class Faced(NamedTuple):
    """One opponent: the ways in which games against him may go, and his federation if it counts as one."""

    ways: Sequence[Way]
    federation: str | None


class Group(NamedTuple):
    """Not more than `may_go` may go: games, or opponents; `goes` says how much goes with each opponent in each of his ways."""

    goes: Sequence[Sequence[int]]
    by_games: bool
    may_go: int


class _Room(NamedTuple):
    """How many games and how many whole opponents could still go."""

    games: int
    opponents: int


# Who is raised before whom: the lowest, of equals the one with most games; then what it comes to.
_Raise = tuple[float, int, int, int]
_NOBODY: _Raise = (inf, 0, 0, 0)


def highest_sum(
    faced: Sequence[Faced],
    games_out: int,
    opponents_out: int,
    *,
    groups: Sequence[Group],
    federations: int,
    raised: int,
) -> int | None:
    """Return the highest sum of ratings over games when exactly `games_out` go and with them `opponents_out` opponents.

    The `raised` lowest who stay, by the lowest of their ratings, gain what their way says; among equals the one with most games
    that stay. `federations` different ones must stay. None: it cannot be done.

    The state after some opponents is what must still go, what may still go of each group, who may still be raised and which
    federations stay; the best of the rest depends on nothing else, so each state is answered once. The lowest come first, so
    that it is soon settled who is raised; a group is cut down to what could go of it anyway, so one that does not matter makes
    no states.
    """
    order = sorted(range(len(faced)), key=lambda index: min(way.lowest for way in faced[index].ways))
    faced = [faced[index] for index in order]
    groups = [group._replace(goes=[group.goes[index] for index in order]) for group in groups]
    rooms = _rooms(faced, [True] * len(faced))
    rooms_of_groups = [_rooms(faced, [max(goes) > 0 for goes in group.goes]) for group in groups]
    most_of_groups = [_sums_from([max(goes) for goes in group.goes]) for group in groups]
    lowest_to_come = [_NOBODY]
    for one in reversed(faced):
        lowest_to_come.append(min(lowest_to_come[-1], *map(_raise, one.ways)))
    lowest_to_come.reverse()

    @cache
    def rest(
        index: int,
        games: int,
        opponents: int,
        raises: int,
        waiting: tuple[_Raise, ...],
        allowed: tuple[int, ...],
        met: frozenset[str] | None,
    ) -> int | None:
        if index == len(faced):
            return 0 if met is None else None
        one = faced[index]
        best: int | None = None
        for position, way in enumerate(one.ways):
            opponents_left = opponents - (way.stay == 0)
            left = fitting(index, position, games - way.out, opponents_left, allowed)
            if left is None:
                continue
            met_then = _with_federation(met, one.federation, federations) if way.stay else met
            # the lowest so far; whom nobody to come can be below is raised
            lowest = sorted((*waiting, _raise(way)))[:raises] if way.raise_by and raises else waiting
            settled = [*takewhile(lowest_to_come[index + 1].__ge__, lowest)]
            waits = tuple(lowest[len(settled) :])
            further = rest(index + 1, games - way.out, opponents_left, raises - len(settled), waits, left, met_then)
            if further is not None:
                total = further + way.rating_sum + sum(gain for *_, gain in settled)
                best = total if best is None else max(best, total)
        return best

    def fitting(
        index: int, position: int, games: int, opponents: int, allowed: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        """What may go of each group after opponent `index` went in one of his ways; None if the rest cannot come out even."""
        room = rooms[index + 1]
        if not 0 <= games <= room.games or not 0 <= opponents <= room.opponents:
            return None
        left = []
        for group, may_go, group_rooms, most in zip(groups, allowed, rooms_of_groups, most_of_groups, strict=True):
            goes, own = group.goes[index][position], group_rooms[index + 1]
            to_go = games - (room.games - own.games) if group.by_games else opponents - (room.opponents - own.opponents)
            # the others must be able to take what the group may not
            if may_go < goes or to_go > may_go - goes:
                return None
            left.append(min(may_go - goes, most[index + 1]))
        return tuple(left)

    always_met = frozenset(
        one.federation for one in faced if one.federation is not None and all(way.stay for way in one.ways)
    )
    start = always_met if len(always_met) < federations else None
    highest = rest(0, games_out, opponents_out, raised, (), tuple(group.may_go for group in groups), start)
    rest.cache_clear()  # the function refers to itself, so its answers would wait for the garbage collector
    return highest


def _raise(way: Way) -> _Raise:
    return (way.lowest, -way.stay, way.rating_sum, way.raise_by) if way.raise_by else _NOBODY


def _rooms(faced: Sequence[Faced], members: Sequence[bool]) -> list[_Room]:
    """What could go from each opponent on, of the members alone."""
    could = [
        (max(way.out for way in one.ways), not all(way.stay for way in one.ways)) if is_member else (0, False)
        for one, is_member in zip(faced, members, strict=True)
    ]
    return [*map(_Room, _sums_from([games for games, _ in could]), _sums_from([gone for _, gone in could]))]


def _sums_from(numbers: Sequence[int]) -> list[int]:
    """The sum from each place on, and 0 at the end."""
    return [sum(numbers[index:]) for index in range(len(numbers) + 1)]


def _with_federation(met: frozenset[str] | None, federation: str | None, needed: int) -> frozenset[str] | None:
    """The federations that stay, None as soon as they are enough."""
    if met is None or federation is None:
        return met
    met = met | {federation}
    return None if len(met) >= needed else met
