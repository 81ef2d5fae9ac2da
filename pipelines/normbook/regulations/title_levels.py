"""Title levels of the opponents (1.45b-e of 2005) as conditions that can be counted one by one.

An opponent fills one place, even with two titles. By Hall's theorem the places of several groups can be filled exactly
when for every choice of groups the opponents with a title of any of them are at least as many as their places.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from normbook.regulations.schema import TitleGroup


class Condition(NamedTuple):
    """At least so many opponents with any of the titles, and at least that share of the opponents, rounded up."""

    titles: tuple[str, ...]
    least: int
    share: Fraction | None


def conditions(groups: tuple[TitleGroup, ...]) -> tuple[Condition, ...]:
    """Return one condition for every choice of the groups of an alternative; all must hold."""
    return tuple(
        Condition(
            tuple(dict.fromkeys(title for group in chosen for title in group.titles)),
            sum(group.least for group in chosen),
            chosen[0].share,
        )
        for size in range(1, len(groups) + 1)
        for chosen in combinations(groups, size)
    )


def in_words(groups: tuple[TitleGroup, ...]) -> str:
    """Return the alternative as a reader would say it: 2 WIM and 1 of GM/IM/WGM/FM."""
    return " and ".join(
        f"{group.least} {'of ' if len(group.titles) > 1 else ''}{'/'.join(group.titles)}"
        + (f" (at least {group.share} of the opponents)" if group.share else "")
        for group in groups
    )
