"""The highest sum of ratings over so many opponents chosen out of a field in which each is met once.

A field is large and little of it is chosen, so the search turns round what `selection_sums` does: it chooses who stays. It
knows no article: what is asked of the chosen is `selection_conditions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Person(NamedTuple):
    """One of the field: rating, and federation if it counts as one."""

    rating: int
    federation: str | None


class Ask(NamedTuple):
    """At least so many of the members must be chosen."""

    members: Sequence[bool]
    least: int


# whom a choice holds: the index of the last one, and the choice before
_Chain = tuple[int, "_Chain"] | None


def highest_choice(
    faced: Sequence[Person], number: int, *, asks: Sequence[Ask], federations: int, floor: int, raised: int
) -> int | None:
    """Return the highest sum of ratings of `number` opponents with everything that is asked; None: it cannot be done.

    The `raised` lowest of them count the floor if it is more; `federations` different ones must be among them.

    What is asked is added one by one: a choice that is best with a part of what is asked, and happens to fulfil all of it, is
    best. A choice with too few federations, f of those that it has, adds that as many others as are missing must come from
    outside of these: every choice with enough has no more than f of them. Each addition forbids the choice at hand, so it ends.
    """
    added: list[Ask] = []
    while found := _best(faced, number, added, floor, raised):
        total, chosen = found
        unmet = next((ask for ask in asks if sum(ask.members[index] for index in chosen) < ask.least), None)
        if unmet is None:
            met = {faced[index].federation for index in chosen} - {None}
            if len(met) >= federations:
                return total
            unmet = Ask([one.federation not in {None, *met} for one in faced], federations - len(met))
        added.append(unmet)
    return None


def _best(
    faced: Sequence[Person], number: int, asks: Sequence[Ask], floor: int, raised: int
) -> tuple[int, list[int]] | None:
    """The highest sum with these asks, and who is chosen for it; None: it cannot be done.

    From the highest rated on, each is chosen or not; a state is how many are chosen and what is still asked, and only its highest
    sum goes on. Of those whom no ask tells apart not more than the `number` highest can be needed.
    """
    kinds = Counter[tuple[bool, ...]]()
    kept: list[tuple[int, tuple[bool, ...]]] = []
    for index in sorted(range(len(faced)), key=lambda index: -faced[index].rating):
        kind = tuple(ask.members[index] for ask in asks)
        kinds[kind] += 1
        if kinds[kind] <= number:
            kept.append((index, kind))
    left = [len(kept), *(sum(members) for members in zip(*(kind for _, kind in kept), strict=True))]
    states: dict[tuple[int, ...], tuple[int, _Chain]] = {(number, *(ask.least for ask in asks)): (0, None)}
    for index, kind in kept:
        left = [left[0] - 1, *(more - is_member for more, is_member in zip(left[1:], kind, strict=True))]
        further: dict[tuple[int, ...], tuple[int, _Chain]] = {}
        for state, (total, chain) in states.items():
            asked = state[0]
            steps = [(state, total, chain)]
            if asked:
                # the last ones chosen are the lowest
                rating = faced[index].rating if asked > raised else max(floor, faced[index].rating)
                then = (asked - 1, *(max(0, need - is_in) for need, is_in in zip(state[1:], kind, strict=True)))
                steps.append((then, total + rating, (index, chain)))
            for then, sum_then, chain_then in steps:
                # nothing may be asked that those to come, or the places left, cannot give
                can_be = all(need <= more for need, more in zip(then, left, strict=True)) and max(then) == then[0]
                if can_be and (then not in further or sum_then > further[then][0]):
                    further[then] = sum_then, chain_then
        states = further
    if not states:
        return None
    total, chain = next(iter(states.values()))
    chosen = []
    while chain:
        index, chain = chain
        chosen.append(index)
    return total, chosen
