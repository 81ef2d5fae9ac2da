"""The highest sum of ratings over the games that stay, when so many won games go and so much may go of each group.

An exact search over the opponents, lowest rated first, that meets each state once (dynamic programming). It knows no
article: what a group is and how much of it may go is `selection_conditions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple


class Faced(NamedTuple):
    """One opponent: rating, games against him, how many of them must and may go, federation if it counts as one."""

    rating: int
    games: int
    must_go: int
    may_go: int
    federation: str | None


class Group(NamedTuple):
    """Opponents of whom not more than `may_go` may go: games, or whole opponents (all games against them)."""

    members: Sequence[bool]
    by_games: bool
    may_go: int


class _Room(NamedTuple):
    """How many games and how many whole opponents could still go."""

    games: int
    opponents: int


def highest_sum(
    faced: Sequence[Faced],
    games_out: int,
    opponents_out: int,
    *,
    groups: Sequence[Group],
    federations: int,
    floor: int,
    raised: int,
) -> int | None:
    """Return the highest sum of ratings over games when exactly `games_out` go and with them `opponents_out` opponents.

    `faced` is in the order of the ratings. The `raised` lowest who stay count the floor if it is more, in all their games; among
    equals the one with most games that stay. `federations` different ones must stay. None: it cannot be done.

    The state after some opponents is what must still go, what may still go of each group, who may still be raised and which
    federations stay; the best of the rest depends on nothing else, so each state is answered once. A group is cut down to
    what could go of it anyway, so groups that do not matter make no states.
    """
    rooms = _rooms(faced, [True] * len(faced))
    rooms_of_groups = [_rooms(faced, group.members) for group in groups]

    @cache
    def rest(
        index: int, games: int, opponents: int, raises: int, allowed: tuple[int, ...], met: frozenset[str] | None
    ) -> int | None:
        if index == len(faced):
            return 0 if met is None else None
        one = faced[index]
        best: int | None = None
        for out in range(one.must_go, min(one.may_go, games) + 1):
            stay = one.games - out
            opponents_left = opponents - (stay == 0)
            left = fitting(index, out, games - out, opponents_left, allowed)
            if left is None:
                continue
            met_then = _with_federation(met, one.federation, federations) if stay else met
            for is_raised, raises_then in choices(index, raises) if stay else ((False, raises),):
                further = rest(index + 1, games - out, opponents_left, carried(index, raises_then), left, met_then)
                if further is not None:
                    total = further + stay * (floor if is_raised else one.rating)
                    best = total if best is None else max(best, total)
        return best

    def choices(index: int, raises: int) -> tuple[tuple[bool, int], ...]:
        """Whether an opponent who stays is raised, and who may be raised then.

        The lowest are raised first; only among equals it can be better to wait for one with more games, and `raises` is negative
        while somebody waits.
        """
        if not raises:
            return ((False, 0),)
        is_raised = (True, raises - 1 if raises > 0 else raises + 1)
        has_equal = index + 1 < len(faced) and faced[index + 1].rating == faced[index].rating
        return (is_raised, (False, -abs(raises))) if has_equal else (is_raised,)

    def carried(index: int, raises: int) -> int:
        """Who may be raised from the next opponent on: nobody at the floor, nobody above one who waited."""
        if index + 1 == len(faced) or faced[index + 1].rating >= floor:
            return 0
        return 0 if raises < 0 and faced[index + 1].rating > faced[index].rating else raises

    def fitting(index: int, out: int, games: int, opponents: int, allowed: tuple[int, ...]) -> tuple[int, ...] | None:
        """What may go of each group after opponent `index` lost `out` games; None if the rest cannot come out even."""
        room, is_gone = rooms[index + 1], out == faced[index].games
        if games > room.games or not 0 <= opponents <= room.opponents:
            return None
        left = []
        for group, may_go, group_rooms in zip(groups, allowed, rooms_of_groups, strict=True):
            goes = (out if group.by_games else int(is_gone)) if group.members[index] else 0
            to_go, whole, own = (
                (games, room.games, group_rooms[index + 1].games)
                if group.by_games
                else (opponents, room.opponents, group_rooms[index + 1].opponents)
            )
            # the others must be able to take what the group may not
            if may_go < goes or to_go - (may_go - goes) > whole - own:
                return None
            left.append(min(may_go - goes, own))
        return tuple(left)

    always_met = frozenset(one.federation for one in faced if one.federation is not None and one.may_go < one.games)
    start = always_met if len(always_met) < federations else None
    raises = raised if faced and faced[0].rating < floor else 0
    highest = rest(0, games_out, opponents_out, raises, tuple(group.may_go for group in groups), start)
    rest.cache_clear()  # the function refers to itself, so its answers would wait for the garbage collector
    return highest


def _rooms(faced: Sequence[Faced], members: Sequence[bool]) -> list[_Room]:
    """What could go from each opponent on, of the members alone."""
    rooms = [_Room(0, 0)]
    for one, is_member in zip(reversed(faced), reversed(members), strict=True):
        games, opponents = rooms[-1]
        rooms.append(_Room(games + one.may_go, opponents + (one.may_go == one.games)) if is_member else rooms[-1])
    return rooms[::-1]


def _with_federation(met: frozenset[str] | None, federation: str | None, needed: int) -> frozenset[str] | None:
    """The federations that stay, None as soon as they are enough."""
    if met is None or federation is None:
        return met
    met = met | {federation}
    return None if len(met) >= needed else met
