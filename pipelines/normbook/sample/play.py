"""Pairings and results: all against all by the Berger table, a simple Swiss, results by strength."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from normbook.errors import NormbookError
from normbook.sample.dice import Dice

HALF_POINTS = {"1": 2, "+": 2, "F": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}
_MIRROR = {"1": "0", "0": "1", "=": "="}


class Cell(NamedTuple):
    """One round of one player, as TRF16 writes it; opponent 0 where there was none."""

    opponent: int
    colour: str
    result: str


Pairs = list[tuple[int, int]]
Cells = dict[int, list[Cell]]


def half_points(cells: Iterable[Cell]) -> int:
    """Return the points of some rounds, in half points."""
    return sum(HALF_POINTS[cell.result] for cell in cells)


def berger_rounds(players: int) -> list[Pairs]:
    """Return the rounds of a round robin as (white, black), for an even number of players."""
    last = players - 1
    rounds = []
    for number in range(last):
        # Player n of the table stays, the others turn by half a circle each round.
        start = number * (players // 2) % last
        pairs = [(start, last)] + [((start + step) % last, (start - step) % last) for step in range(1, players // 2)]
        if number % 2:
            pairs[0] = pairs[0][::-1]
        rounds.append([(white + 1, black + 1) for white, black in pairs])
    return rounds


class Play:
    """An event while it is played: the cells of every player, round by round."""

    def __init__(
        self,
        strengths: Mapping[int, int],
        dice: Dice,
        absences: Mapping[tuple[int, int], str],
        no_shows: AbstractSet[tuple[int, int]],
    ) -> None:
        """Start with `strengths` in rating points by start number.

        `absences` and `no_shows` are by (round, start number): what was asked for beforehand (H, F, Z of TRF16), and
        who is paired and does not come.
        """
        self.cells: Cells = {number: [] for number in strengths}
        self._strengths = strengths
        self._dice = dice
        self._absences = absences
        self._no_shows = no_shows

    def round_robin(self, cycles: int) -> Cells:
        """Play everybody against everybody once, or more often with colours changed."""
        for cycle in range(cycles):
            for pairs in berger_rounds(len(self._strengths)):
                self._play([pair[::-1] if cycle % 2 else pair for pair in pairs])
        return self.cells

    def swiss(self, rounds: int) -> Cells:
        """Play so many rounds of the Swiss system."""
        for round_number in range(1, rounds + 1):
            absent = {n: self._absences[round_number, n] for n in self.cells if (round_number, n) in self._absences}
            order = sorted(self.cells.keys() - absent, key=lambda n: (-half_points(self.cells[n]), n))
            if len(order) % 2:
                # The lowest who has not had a bye yet.
                free = next(n for n in reversed(order) if all(cell.result != "U" for cell in self.cells[n]))
                order.remove(free)
                absent[free] = "U"
            pairs = self._pair(order)
            if pairs is None:
                raise NormbookError(
                    f"round {round_number} cannot be paired without a second meeting: play fewer rounds"
                )
            self._play([self._colours(*pair) for pair in pairs])
            for number, code in absent.items():
                self.cells[number].append(Cell(0, "-", code))
        return self.cells

    def _pair(self, order: Sequence[int]) -> Pairs | None:
        """Pair upper against lower half of each score group, no two players twice; None if that is impossible."""
        if not order:
            return []
        first, *others = order
        score = half_points(self.cells[first])
        group = [n for n in others if half_points(self.cells[n]) == score]
        middle = len(group) // 2
        met = {cell.opponent for cell in self.cells[first]}
        for second in [*group[middle:], *reversed(group[:middle]), *others[len(group) :]]:
            if second not in met:
                rest = self._pair([n for n in others if n != second])
                if rest is not None:
                    return [(first, second), *rest]
        return None

    def _colours(self, one: int, other: int) -> tuple[int, int]:
        """Give white to who had it less often, then to who had black last, then by turns down the list."""

        def history(number: int) -> tuple[int, str]:
            colours = "".join(cell.colour for cell in self.cells[number] if cell.opponent)
            return colours.count("w") - colours.count("b"), colours[-1:]

        is_level = history(one) == history(other)
        has_white = one % 2 == 1 if is_level else history(one) < history(other)
        return (one, other) if has_white else (other, one)

    def _play(self, pairs: Pairs) -> None:
        for white, black in pairs:
            round_number = len(self.cells[white]) + 1
            result = self._result(self._strengths[white] - self._strengths[black])
            mirrored = _MIRROR[result]
            absent = [(round_number, number) in self._no_shows for number in (white, black)]
            if any(absent):
                result, mirrored = ("-" if is_absent else "+" for is_absent in absent)
            self.cells[white].append(Cell(black, "w", result))
            self.cells[black].append(Cell(white, "b", mirrored))

    def _result(self, lead: int) -> str:
        """Draw the result of a player who leads by so many rating points: certain from 800, half a point at 0."""
        size = abs(lead)
        expected = 50 + min(size, 300) // 8 + min(max(size - 300, 0), 500) // 40 + (1 if size >= 800 else 0)
        draws = max(0, min(2 * (100 - expected), 40 - size // 12))
        roll = self._dice.below(100)
        if roll < draws:
            return "="
        stronger_wins = roll < expected + draws - draws // 2
        return "1" if stronger_wins == (lead >= 0) else "0"
