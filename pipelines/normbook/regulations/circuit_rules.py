"""How rules for some categories are looked up; nothing heavy is imported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class OfCategories(Protocol):
    """A rule that names the categories it is for, or None: all."""

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Categories of the series file."""


R = TypeVar("R", bound=OfCategories)


def rule_for(category: str, rules: Iterable[R]) -> R | None:
    """The first rule that is for this category, None if there is none."""
    return next((rule for rule in rules if rule.categories is None or category in rule.categories), None)
