"""Rows of a grid sorted into tables of players, notes around them, blanks, and rows that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from normbook.sources.crosstable_columns import Header, name_column, read_header, title_column
from normbook.sources.grid import Grid, Row
from normbook.sources.player_fields import read_place

# So few cells beside each other are a line of words and no player.
_FEW_CELLS = 2


@dataclass
class Table:
    """A header, the rows of players below it, and the columns that their content told."""

    header: Header
    rows: list[Row] = field(default_factory=list)

    @property
    def name(self) -> int | None:
        """Column of the names."""
        return name_column(self.header, self.rows)

    @property
    def title(self) -> int | None:
        """Column of the titles."""
        return title_column(self.header, self.rows)

    @property
    def names(self) -> list[str]:
        """Names of the players in order, for comparison with another table."""
        column = self.name
        return sorted(row.at(column).casefold() for row in self.rows) if column is not None else []

    def column(self, *meanings: str) -> int | None:
        """First column of the first of these meanings that the header has."""
        return next((column for meaning in meanings for column in self.header.columns(meaning)), None)


@dataclass
class Sorted:
    """All rows of a file: tables, other lines with words, how many are blank or headers, and rows set aside with the reason."""

    tables: list[Table] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    unusable: list[tuple[Row, str, str]] = field(default_factory=list)
    blank: int = 0
    headers: int = 0


def sort_rows(grids: Sequence[Grid]) -> Sorted:
    """Sort the rows of all grids; a table ends where its grid does or another header comes."""
    found = Sorted()
    for grid in grids:
        table: Table | None = None
        for row, header in _with_headers(grid):
            if not row.filled:
                found.blank += 1
            elif header:
                found.headers += 1
                if table is None or header.row.filled != table.header.row.filled:
                    table = Table(header)
                    found.tables.append(table)
            elif table is None:
                found.notes.append(row)
            else:
                _sort_row(found, table, row)
    for table in found.tables:
        _set_nameless_aside(found, table)
    return found


def _with_headers(grid: Grid) -> Iterator[tuple[Row, Header | None]]:
    for row in grid.rows:
        yield row, read_header(row) if len(row.filled) > 1 else None


def _sort_row(found: Sorted, table: Table, row: Row) -> None:
    own, place = table.column("start_number"), table.column("place")
    text = row.at(own if own is not None else place or 0)
    if row.fault:
        found.unusable.append((row, "columns_shifted", f"the row {row.fault}"))
        return
    # a tied place is left blank (X9): a row with a name and results is a player all the same
    if read_place(text) or (not text and own is None and not _is_note(row)):
        table.rows.append(row)
    elif _is_note(row):
        found.notes.append(row)
    else:
        reason = f"a player's row has a place or start number, but {text!r} stands there; correct it"
        found.unusable.append((row, "no_number", reason))


def _is_note(row: Row) -> bool:
    # a program may repeat its link in every column
    return len(set(row.filled)) <= _FEW_CELLS


def _set_nameless_aside(found: Sorted, table: Table) -> None:
    column = table.name
    if column is None:
        return
    nameless = [row for row in table.rows if not row.at(column)]
    for row in nameless:
        if _is_note(row):
            found.notes.append(row)
        else:
            found.unusable.append((row, "no_name", "no name stands in the row; write the player's name there"))
    table.rows = [row for row in table.rows if row.at(column)]
