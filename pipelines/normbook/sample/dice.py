"""Chance that falls the same way on every machine and under every Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws whole numbers from a seed.

    Only `random.random()` is used: it is the one method whose sequence Python promises to keep.
    """

    def __init__(self, *seed: object) -> None:
        """Start the sequence that belongs to these words and numbers."""
        self._source = random.Random(" ".join(map(str, seed)))

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1."""
        return int(self._source.random() * bound)

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]
