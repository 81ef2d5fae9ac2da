"""A table that holds games, as an event: how its cells are written, and who met whom in which round."""

from __future__ import annotations

from dataclasses import dataclass, field

from normbook.sources.crosstable_cells import Cell, best_form, read_results
from normbook.sources.crosstable_columns import Rounds
from normbook.sources.crosstable_pairings import Numbers, Pairings, pair_round_robin, pair_swiss, plus_is_win
from normbook.sources.crosstable_rows import Table
from normbook.sources.grid import Row
from normbook.sources.player_fields import read_place

# One in so many cells that are not blank names an opponent, or the table is none of a Swiss system.
_ONE_CELL_IN = 4


@dataclass(frozen=True)
class Event:
    """A crosstable: form of its cells, columns of rounds or opponents, start numbers by row, games, cells nobody can read."""

    table: Table
    form: str
    run: Rounds
    start_numbers: Numbers
    pairings: Pairings
    is_round_robin: bool
    has_plus_for_wins: bool
    unreadable: list[tuple[Row, int, str]] = field(default_factory=list)

    @property
    def are_numbers_own(self) -> bool:
        """Whether the numbers in the cells are the start numbers."""
        return list(self.start_numbers) == list(self.pairings.numbers)

    @property
    def games_with_strangers(self) -> int:
        """Cells whose opponent has no row in the table (X10)."""
        known = set(self.pairings.numbers)
        return sum(cell.opponent not in known for row in self.pairings.cells for cell in row if cell.opponent)


def event_of(table: Table) -> Event | None:
    """Read the games of a table by its best columns; None if it holds none."""
    if table.name is None or not table.rows:
        return None
    best: tuple[float, Event] | None = None
    for run in table.header.runs:
        texts = [[run.text(row, at) for at in range(len(run.columns))] for row in table.rows]
        found = _swiss(table, run, texts) or _round_robin(table, run, texts)
        if found and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best else None


def _swiss(table: Table, run: Rounds, texts: list[list[str]]) -> tuple[float, Event] | None:
    form, share = best_form(text for row in texts for text in row)
    if share * _ONE_CELL_IN < 1:
        return None
    unreadable: list[tuple[Row, int, str]] = []
    cells: list[list[Cell]] = []
    for row, written in zip(table.rows, texts, strict=True):
        read = [form.read(text) for text in written]
        unreadable += [
            (row, at, text) for at, (text, cell) in enumerate(zip(written, read, strict=True)) if cell is None
        ]
        cells.append([cell or Cell(result="*") for cell in read])
    return share, _finished(table, form.name, run, pair_swiss(_numberings(table), cells), unreadable)


def _round_robin(table: Table, run: Rounds, texts: list[list[str]]) -> tuple[float, Event] | None:
    if len(run.columns) < max(2, len(table.rows)):
        return None
    pairings = pair_round_robin(_numberings(table), texts)
    unreadable = [
        (row, at, text)
        for row, number, written in zip(table.rows, pairings.numbers, texts, strict=True)
        for at, text in enumerate(written)
        if at + 1 != number and read_results(text) is None
    ]
    cells = sum(bool(text.strip()) for row in texts for text in row)
    has_games = any(cell.opponent for row in pairings.cells for cell in row)
    if not has_games or not pairings.agreeing or len(unreadable) * 2 > cells:
        return None
    return 1.0, _finished(table, "round robin", run, pairings, unreadable)


def _finished(
    table: Table, form: str, run: Rounds, pairings: Pairings, unreadable: list[tuple[Row, int, str]]
) -> Event:
    as_wins = plus_is_win(pairings)
    pairings = as_wins or pairings
    is_round_robin = form == "round robin"
    event = Event(table, form, run, pairings.numbers, pairings, is_round_robin, as_wins is not None, unreadable)
    own = next(iter(_column_numbers(table, "start_number")), None)
    # a number of a stranger could be somebody else's start number
    if own is None or event.games_with_strangers:
        return event
    return Event(table, form, run, own, pairings, is_round_robin, as_wins is not None, unreadable)


def _numberings(table: Table) -> list[Numbers]:
    """What the numbers in the cells may be: the numbers of a column, or the order of the rows."""
    columns = sorted(c for meaning in ("place", "start_number") for c in table.header.columns(meaning)) or [0]
    found: list[Numbers] = [numbers for column in columns if (numbers := _numbers(table, column))]
    return [*found, range(1, len(table.rows) + 1)]


def _column_numbers(table: Table, meaning: str) -> list[Numbers]:
    return [
        numbers
        for column in table.header.columns(meaning)
        if (numbers := _numbers(table, column)) and all(table_row.at(column) for table_row in table.rows)
    ]


def _numbers(table: Table, column: int) -> Numbers | None:
    """Numbers of a column; where places are shared, blank or repeated, the count goes on (X9). None if two rows have the same."""
    written = [read_place(row.at(column)) for row in table.rows]
    if None not in written and len(set(written)) == len(written):
        return [number for number in written if number]
    numbers: list[int] = []
    for number in written:
        last = numbers[-1] if numbers else 0
        numbers.append(number if number and number > last else last + 1)
    return numbers
