"""Who met whom: the numbers in the cells are places or start numbers, whichever makes both sides of the games agree (X1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from normbook.sources.crosstable_cells import BLANK, Cell, answers, read_results

# A number for each row of the table.
Numbers = Sequence[int]


@dataclass(frozen=True)
class Pairings:
    """Cells by row and round, opponents as numbers of `numbers`; sides of games that agree, and that could."""

    numbers: Numbers
    cells: list[list[Cell]]
    agreeing: int
    possible: int

    @property
    def is_mutual(self) -> bool:
        """Whether most sides of games agree, so that the rest are faults of single cells."""
        return self.agreeing * 2 > self.possible


def pair_swiss(numberings: Iterable[Numbers], cells: list[list[Cell]]) -> Pairings:
    """Read the cells with each numbering and return the reading under which most sides of games agree, the first of equals."""

    def reading(numbers: Numbers) -> Pairings:
        row_of = {number: row for row, number in enumerate(numbers)}
        agreeing = possible = 0
        for number, row in zip(numbers, cells, strict=True):
            for at, cell in enumerate(row):
                if cell.opponent in row_of:
                    possible += 1
                    other = cells[row_of[cell.opponent]][at]
                    agreeing += other.opponent == number and answers(cell, other)
        return Pairings(numbers, cells, agreeing, possible)

    return max(map(reading, numberings), key=lambda one: one.agreeing)


def pair_round_robin(numberings: Iterable[Numbers], texts: list[list[str]]) -> Pairings:
    """Read a grid of results, in which a column is an opponent, likewise; rounds are those of the Berger table (X8).

    Where two players met several times, the results of a cell are those of one cycle each (X21). A cell that cannot be read, or
    holds another number of results than the opponent's, is a game without a known result.
    """
    grid = [[read_results(text) for text in row] for row in texts]
    return max((_round_robin(numbers, grid) for numbers in numberings), key=lambda one: one.agreeing)


def _round_robin(numbers: Numbers, grid: list[list[tuple[str, ...] | None]]) -> Pairings:
    row_of = {number: row for row, number in enumerate(numbers)}
    size = len(grid[0]) + len(grid[0]) % 2
    cycles = max((len(results) for row in grid for results in row if results), default=1)
    cells = [[BLANK] * ((size - 1) * cycles) for _ in numbers]
    agreeing = possible = 0
    for number, row in zip(numbers, grid, strict=True):
        for column, own in enumerate(row, 1):
            if column == number:
                possible += 1
                agreeing += not own
                continue
            other = grid[row_of[column]][number - 1] if column in row_of and number <= len(row) else ()
            if not own and own is not None and not other:
                continue
            own, other = _evened(own, other)
            possible += column in row_of
            agreeing += own is not None and other is not None and _all_answer(own, other)
            first = berger_round(number, column, size) - 1
            for cycle, result in enumerate(own or ("*",)):
                cells[row_of[number]][first + cycle * (size - 1)] = Cell(column, None, result)
    return Pairings(numbers, cells, agreeing, possible)


def _evened(
    own: tuple[str, ...] | None, other: tuple[str, ...] | None
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Give back the zero in front that a spreadsheet drops from 01 and 00, where the opponent's cell shows that it was there."""
    if own and other and len(own) != len(other):
        length = max(len(own), len(other))
        full_own, full_other = ("0",) * (length - len(own)) + own, ("0",) * (length - len(other)) + other
        if _all_answer(full_own, full_other):
            return full_own, full_other
    return own, other


def _all_answer(own: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(own) == len(other) and all(
        answers(Cell(result=one), Cell(result=two)) for one, two in zip(own, other, strict=True)
    )


def berger_round(one: int, other: int, size: int) -> int:
    """Round, from 1, in which two numbers meet by the Berger table of an even number of players."""
    low, high = sorted((one, other))
    total = 2 * low - 1 if high == size else low + high - 1
    return (total - 1) % (size - 1) + 1


def plus_is_win(pairings: Pairings) -> Pairings | None:
    """Read + and - as win and loss where the whole table has neither 1 nor 0 (X20, as old magazines write); None where it has."""
    results = {cell.result for row in pairings.cells for cell in row if cell.opponent is not None}
    if results & {"1", "0"} or not results & {"+", "-"}:
        return None
    played = {"+": "1", "-": "0"}
    cells = [
        [replace(cell, result=played.get(cell.result or "", cell.result)) if cell.opponent else cell for cell in row]
        for row in pairings.cells
    ]
    return replace(pairings, cells=cells)
