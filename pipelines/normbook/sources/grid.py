"""A table as rows of text cells, whatever file it comes from: sheet, page or text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Row:
    """One row: its number in the whole file from 1, where it stands in words, and its cells, blanks at their ends kept.

    `fault` says why it cannot be a player's row.
    """

    number: int
    place: str
    cells: tuple[str, ...]
    fault: str | None = None

    def at(self, column: int) -> str:
        """Text of a column from 0 without the blanks around it; blank where the row is shorter."""
        return self.cells[column].strip() if column < len(self.cells) else ""

    @cached_property
    def filled(self) -> tuple[str, ...]:
        """Texts of the cells that are not blank."""
        return tuple(cell.strip() for cell in self.cells if cell.strip())

    @property
    def text(self) -> str:
        """The whole row for a person to read; a text that a program repeats in every column stands once."""
        return " | ".join(dict.fromkeys(self.filled))


@dataclass(frozen=True)
class Grid:
    """One table, or all that stands around the tables of a page: rows from top to bottom."""

    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Grids:
    """All tables of a file in their order, with the kind of file and, for texts, the encoding that was recognised."""

    kind: str
    encoding: str | None
    grids: tuple[Grid, ...]
