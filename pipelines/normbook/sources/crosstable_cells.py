"""What a round cell of a crosstable says: the spellings of the programs are rows of layouts/crosstable_cells.csv."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

_CELLS_CSV = Path(__file__).with_name("layouts") / "crosstable_cells.csv"
# Columns of that file and the code of a report file (TRF) that each stands for; a bye has no opponent.
_RESULTS = {
    "win": "1",
    "draw": "=",
    "loss": "0",
    "forfeit_win": "+",
    "forfeit_loss": "-",
    "unrated_win": "W",
    "unrated_draw": "D",
    "unrated_loss": "L",
}
_BYES = {"full_bye": "U", "half_bye": "H", "absent": "Z", "asked_bye": "F"}
# The half point in bytes that were read in the wrong encoding: cp850 as cp1252, UTF-8 as cp1252.
_HALVES = str.maketrans({"«": "½"})
# So many cells show how a table is written.
_CELLS_TRIED = 3000
_ANSWER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


@dataclass(frozen=True)
class Cell:
    """What one cell says: number of the opponent as written, colour w or b, result code (None: no result yet)."""

    opponent: int | None = None
    colour: str | None = None
    result: str | None = None


BLANK = Cell()


def answers(one: Cell, other: Cell) -> bool:
    """Whether two cells can be the two sides of one game: colours differ, results complete each other."""
    if one.colour and one.colour == other.colour:
        return False
    if one.result is None or other.result is None:
        return one.result == other.result
    return other.result == _ANSWER.get(one.result) or one.result == other.result == "-"


@dataclass(frozen=True)
class Form:
    """One way to write the round cells of a Swiss crosstable."""

    name: str
    game: re.Pattern[str]
    colours: dict[str, str]
    results: dict[str, str]
    byes: dict[str, str]
    forfeit_colours: frozenset[str]

    def read(self, text: str) -> Cell | None:
        """Read a cell, blanks anywhere and case ignored; None if it cannot be understood."""
        text = squeezed(text)
        if not text.strip("|"):
            return BLANK
        if text in self.byes:
            return Cell(result=self.byes[text])
        if not (match := self.game.fullmatch(text)) or len(match["opponent"]) > 5:
            return None
        found = match.groupdict()
        colour, result = found.get("colour") or "", found.get("result") or ""
        if result and result not in self.results and result != "*":
            return None
        code = self.results.get(result, "*") if result else None
        if colour in self.forfeit_colours:
            code = {"1": "+", "0": "-"}.get(code or "", code)
        return Cell(int(found["opponent"]) or None, self.colours.get(colour), code)


def squeezed(text: str) -> str:
    """Return a cell in lower case without blanks, the half point as ½ whatever encoding was taken for it."""
    return re.sub(r"\s+", "", text).replace("Â½", "½").translate(_HALVES).lower()


@cache
def forms() -> tuple[Form, ...]:
    """All known ways to write round cells, in the order of the file."""
    with _CELLS_CSV.open(encoding="utf-8", newline="") as lines:
        return tuple(
            Form(
                row["form"],
                re.compile(row["cell"]),
                {sign: colour for colour, name in (("w", "white"), ("b", "black")) for sign in row[name].split()},
                {sign: code for name, code in _RESULTS.items() for sign in row[name].split()},
                {sign: code for name, code in _BYES.items() for sign in row[name].split()},
                frozenset(row["forfeit_colour"].split()),
            )
            for row in csv.DictReader(lines)
        )


def best_form(texts: Iterable[str]) -> tuple[Form, float]:
    """Return the form that reads most cells with an opponent, and the share of the cells not blank that it reads so."""
    cells = list(islice((text for text in texts if text.strip("| \t")), _CELLS_TRIED))

    def fitness(form: Form) -> tuple[int, int]:
        read = [cell for text in cells if (cell := form.read(text))]
        return sum(cell.opponent is not None for cell in read), len(read)

    best = max(forms(), key=fitness)
    return best, fitness(best)[0] / max(1, len(cells))


# A cell of a round robin holds results alone, one for each time that two players met.
_SIGNS = {"1": "1", "½": "=", "=": "=", "0": "0", "+": "+", "-": "-"}
_HALF_IN_FIGURES = re.compile(r"1/2|0?[.,]5")


def read_results(text: str) -> tuple[str, ...] | None:
    """Read a cell of a round robin: result codes in the order of the games, none if blank; None if it is anything else."""
    signs = _HALF_IN_FIGURES.sub("½", squeezed(text))
    return tuple(_SIGNS[sign] for sign in signs) if all(sign in _SIGNS for sign in signs) else None
