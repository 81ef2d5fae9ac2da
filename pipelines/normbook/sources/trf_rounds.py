"""Round cells of the 001 lines: ten columns a round from column 92, or two to either side where a program errs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

FIRST_COLUMN = 92
WIDTH = 10
# Columns off the book that occur; each is believed only if it makes the whole file mutual.
SHIFTS = (2, -2)
RESULTS = "1 = 0 + - W D L H F U Z *"

# So many columns that are no cells, one after the other, are not read as damaged cells but left as they are.
_JUNK_COLUMNS = 1000
# Nobody holds an event in which not one cell (or round) in so many says anything: what stands further out has strayed there.
EMPTIEST = 20

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

    @property
    def is_sound(self) -> bool:
        """Whether it tells of an opponent or of a result: such a cell makes a round, blanks and damage do not."""
        return self.opponent is not None or (self.result is not None and not self.fault)


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


def cells_of(line: str, shift: int) -> dict[int, Cell]:
    """Cut the cells of one 001 line that are not blank, by round.

    Damage that goes on for longer than that of cells becomes one cell, the last, with all the rest of the line.
    """
    line = line.rstrip()
    cells: dict[int, Cell] = {}
    damaged: list[int] = []
    start = FIRST_COLUMN - 1 + shift
    for round_number, at in enumerate(range(start, len(line), WIDTH), 1):
        text = line[at : at + WIDTH]
        if not text.strip():
            continue
        cell = cells[round_number] = _cell(text, at + 1)
        damaged = [] if cell.is_sound else [*damaged, round_number] if cell.fault else damaged
        if len(damaged) * WIDTH > _JUNK_COLUMNS:
            first = cells[damaged[0]].column_number
            rest = line[first - 1 :]
            sentence = f"the {len(rest)} characters from here to the end of the line are no round cells"
            junk = Cell(rest, first, result="*", fault=("cells_unreadable", first, sentence))
            return {number: cell for number, cell in cells.items() if number < damaged[0]} | {damaged[0]: junk}
    return cells


def last_round(cells: Mapping[int, Mapping[int, Cell]]) -> int:
    """Return the last round in which somebody has an opponent or a result, or two have a damaged cell, for a game has two.

    One damaged cell alone makes no round, nor does a sound one so far to the right that nearly everything before it is blank.
    """
    sound = Counter(number for row in cells.values() for number, cell in row.items() if cell.is_sound)
    damaged = Counter(
        number for row in cells.values() for number, cell in row.items() if not cell.is_sound and cell.fault
    )
    filled, last = 0, 0
    for number in sorted({*sound, *damaged}):
        filled += sound[number] + damaged[number]
        if (sound[number] or damaged[number] > 1) and filled * EMPTIEST >= number * len(cells):
            last = number
    return last


def _is_mutual(cells: Mapping[int, Mapping[int, Cell]]) -> bool:
    """Every cell is sound, there is at least one pairing, and every opponent's cell names the player in return."""
    pairings = {
        (round_number, player): cell.opponent
        for player, row in cells.items()
        for round_number, cell in row.items()
        if cell.opponent or cell.fault
    }
    return bool(pairings) and all(
        opponent is not None and pairings.get((round_number, opponent)) == player
        for (round_number, player), opponent in pairings.items()
    )


def read_cells(lines: Mapping[int, str]) -> tuple[int, dict[int, dict[int, Cell]]]:
    """Cut the cells of all 001 lines, by start number and round, and return by how many columns they are shifted.

    The book's columns hold wherever all cells are sound there. Otherwise a shift is taken if it makes the whole file
    mutual (T8): one damaged cell must not move the rest.
    """
    by_the_book = {player: cells_of(line, 0) for player, line in lines.items()}
    if any(cell.fault for row in by_the_book.values() for cell in row.values()):
        for shift in SHIFTS:
            shifted = {player: cells_of(line, shift) for player, line in lines.items()}
            if _is_mutual(shifted):
                return shift, shifted
    return 0, by_the_book
