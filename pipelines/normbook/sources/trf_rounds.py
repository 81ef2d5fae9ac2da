"""Round cells of the 001 lines: ten columns a round from column 92, or two to either side where a program errs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

FIRST_COLUMN = 92
WIDTH = 10
# Columns off the book that occur; each is believed only if it makes the whole file mutual.
SHIFTS = (2, -2)
RESULTS = "1 = 0 + - W D L H F U Z *"

_OPPONENT = re.compile(r" *[0-9]* *")


@dataclass(frozen=True)
class Cell:
    """One cell as written: opponent (None for 0000 or blank), colour w or b, result code upper case (None if blank).

    A cell that cannot be understood has a `fault` (reason code, column, sentence). Its result is then `*`, so that the
    round counts as paired without a known result and never as not paired; the opponent stays where only the result is
    unknown.
    """

    text: str
    column_number: int
    opponent: int | None = None
    colour: str | None = None
    result: str | None = None
    fault: tuple[str, int, str] | None = None


def _cell(text: str, column: int) -> Cell:
    padded = text.ljust(WIDTH)
    opponent_text, colour, result = padded[:4], padded[5].lower(), padded[7].upper()

    def faulty(code: str, offset: int, sentence: str, opponent: int | None = None) -> Cell:
        return Cell(text, column, opponent, result="*", fault=(code, column + offset, sentence))

    if not _OPPONENT.fullmatch(opponent_text):
        return faulty("cell_opponent", 0, f"the opponent {opponent_text.strip()!r} is not a start number")
    if colour not in "wb- ":
        return faulty("cell_colour", 5, f"the colour {padded[5]!r} is not one of w, b, - or blank")
    if (stray := next((i for i in (4, 6, 8, 9) if padded[i] != " "), None)) is not None:
        return faulty("cell_columns", stray, f"{padded[stray]!r} stands where a blank is expected")
    opponent = int(opponent_text) if opponent_text.strip() else 0
    if result != " " and result not in RESULTS:
        return faulty("cell_result", 7, f"the result {padded[7]!r} is not one of {RESULTS}", opponent or None)
    return Cell(text, column, opponent or None, colour.strip(" -") or None, result.strip() or None)


def cells_of(line: str, shift: int) -> list[Cell]:
    """Cut the cells of one 001 line, by round, up to the last one that is not blank."""
    start = FIRST_COLUMN - 1 + shift
    end = len(line.rstrip())
    return [_cell(line[at : at + WIDTH], at + 1) for at in range(start, end, WIDTH)]


def _is_mutual(cells: Mapping[int, list[Cell]]) -> bool:
    """Every cell is sound, there is at least one pairing, and every opponent's cell names the player in return."""
    pairings = {
        (round_number, player): cell.opponent
        for player, row in cells.items()
        for round_number, cell in enumerate(row, 1)
        if cell.opponent or cell.fault
    }
    return bool(pairings) and all(
        opponent is not None and pairings.get((round_number, opponent)) == player
        for (round_number, player), opponent in pairings.items()
    )


def read_cells(lines: Mapping[int, str]) -> tuple[int, dict[int, list[Cell]]]:
    """Cut the cells of all 001 lines, by start number, and return by how many columns they are shifted.

    The book's columns hold wherever all cells are sound there. Otherwise a shift is taken if it makes the whole file
    mutual (T8): one damaged cell must not move the rest.
    """
    by_the_book = {player: cells_of(line, 0) for player, line in lines.items()}
    if any(cell.fault for row in by_the_book.values() for cell in row):
        for shift in SHIFTS:
            shifted = {player: cells_of(line, shift) for player, line in lines.items()}
            if _is_mutual(shifted):
                return shift, shifted
    return 0, by_the_book
