"""An event read from a crosstable, written as staging rows with the findings that its table gives rise to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from normbook.sources.crosstable_cells import Cell
from normbook.sources.crosstable_event import Event
from normbook.sources.crosstable_head import event_head
from normbook.sources.crosstable_players import player_rows
from normbook.sources.crosstable_scoring import own_scoring
from normbook.sources.grid import Row as GridRow
from normbook.sources.player_fields import Odd, read_total
from normbook.sources.reading import Reading
from normbook.sources.where import where

_HALF_POINTS = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1}
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}.*")


def write_event(reading: Reading, event: Event, notes: Sequence[GridRow]) -> None:
    """Write head, players and cells of one event; `notes` are the lines around its table."""
    points_column = _points_column(reading, event)
    odd = Odd()
    players = player_rows(event.table, points_column, odd)
    odd.report(reading)
    for start_number, player in zip(event.start_numbers, players, strict=True):
        reading.add("staging.report_players", event_id=reading.event_id, start_number=start_number, **player)
    rounds = _write_cells(reading, event)
    reading.add(
        "staging.event_reports",
        event_id=reading.event_id,
        source_file=reading.source_file,
        source_sha256=reading.sha256,
        rounds_seen=rounds,
        has_teams=False,
        is_partial=event.games_with_strangers > 0,
        **_scoring(reading, event, points_column),
        **event_head(reading, notes),
    )
    _tell(reading, event, points_column)


def _write_cells(reading: Reading, event: Event) -> int:
    """Write every cell up to the last round in which somebody has an opponent or a result; return that round."""
    for row, at, text in event.unreadable:
        column = event.run.columns[at] + 1
        is_date = _ISO_DATE.fullmatch(text.strip())
        spot = f"{where(reading.source_file)}, {row.place}, column {column}"
        reading.reject(
            "cell_is_date" if is_date else "cell_unreadable",
            f"{spot}: {text.strip()!r} is "
            + ("a date, which a spreadsheet makes of a result such as 1/2" if is_date else "no result that is known")
            + "; the game counts as one without a known result until the table is corrected",
            raw_text=text,
            scope="cell",
            line=row.number,
            column=column,
        )
    start_number_of = dict(zip(event.pairings.numbers, event.start_numbers, strict=True))
    rounds = max(at for row in event.pairings.cells for at, cell in enumerate(row, 1) if cell.opponent or cell.result)
    for row, start_number, cells in zip(event.table.rows, event.start_numbers, event.pairings.cells, strict=True):
        for at, cell in enumerate(cells[:rounds]):
            reading.add(
                "staging.round_cells",
                event_id=reading.event_id,
                start_number=start_number,
                round_number=at + 1,
                opponent_number=start_number_of.get(cell.opponent or 0, cell.opponent),
                colour=cell.colour,
                result_code=cell.result,
                line_number=row.number,
                column_number=_column(event, at, cell),
            )
    return rounds


def _column(event: Event, at: int, cell: Cell) -> int:
    if event.is_round_robin:
        at = (cell.opponent or 1) - 1
    return event.run.columns[at] + 1


def _half_points(cells: Sequence[Cell]) -> int:
    return sum(_HALF_POINTS.get(cell.result or "", 0) for cell in cells)


def _points_column(reading: Reading, event: Event) -> int | None:
    """Column of the points: the one so named, else a tie-break that is the sum of the cells for every player (X6)."""
    if (column := event.table.column("points")) is not None:
        return column
    sums = [_half_points(cells) / 2 for cells in event.pairings.cells]
    for column in event.table.header.columns("tie_break"):
        if [read_total(row.at(column)) for row in event.table.rows] == sums:
            heading = event.table.header.row.at(column)
            _find(
                reading,
                event,
                "points_in_tie_break",
                f"there is no column of points, and {heading!r} holds the sum of the cells for every player",
                "it was read as the points",
            )
            return column
    return None


def _scoring(reading: Reading, event: Event, points_column: int | None) -> dict[str, float]:
    """The scoring of the event where the printed points tell one of their own, with a finding."""
    if points_column is None:
        return {}
    points = [read_total(row.at(points_column)) for row in event.table.rows]
    if points == [_half_points(cells) / 2 for cells in event.pairings.cells]:
        return {}
    if scoring := own_scoring(points, event.pairings.cells):
        win, draw, loss = (scoring[f"points_{result}"] for result in ("win", "draw", "loss"))
        sentence = (
            f"the points of all players are explained by {win} for a win, {draw} for a draw and {loss} for a loss"
        )
        _find(reading, event, "own_scoring", sentence, "norms count 1, ½ and 0 as ever")
    return scoring


def _find(reading: Reading, event: Event, code: str, sentence: str, action: str, severity: str = "info") -> None:
    header = event.table.header.row
    spot = f"{where(reading.source_file)}, {header.place}"
    reading.find(code, f"{spot}: {sentence}", action, severity=severity, line=header.number)


def _tell(reading: Reading, event: Event, points_column: int | None) -> None:
    header = event.table.header
    agreeing, possible = event.pairings.agreeing, event.pairings.possible
    if not event.are_numbers_own:
        _find(
            reading,
            event,
            "numbers_are_places",
            f"the numbers of opponents are places: {agreeing} of {possible} sides of games agree so",
            "they were turned into the start numbers of the table",
        )
    elif not header.columns("start_number"):
        _find(
            reading,
            event,
            "no_start_numbers",
            "the table has no start numbers",
            "the number by which its cells name a player, the place, stands for it",
        )
    if event.is_round_robin:
        _find(
            reading,
            event,
            "rounds_by_berger",
            "a table of a round robin tells neither rounds nor colours",
            "the rounds were put by the Berger table of the start numbers, colours left open; give a report file (TRF) where the "
            "order of the games matters",
            "warning",
        )
    if strangers := event.games_with_strangers:
        _find(
            reading,
            event,
            "partial_table",
            f"{strangers} cells name opponents that have no row here, so this is a part of the table only",
            "read as it stands; average and performance of those who met them are not computable: put the whole table here",
            "warning",
        )
    if event.has_plus_for_wins:
        _find(
            reading,
            event,
            "plus_for_wins",
            "the table has + and - but neither 1 nor 0",
            "+ and - were read as win and loss",
        )
    if points_column is None:
        _find(reading, event, "no_points", "there is no column of points", "the points are the sum of the cells")
    used = {
        *(c for run in [event.run] for first in run.columns for c in range(first, first + run.width)),
        *(c for c, meaning in header.meanings.items() if meaning not in ("tie_break", "rating_national", "club")),
        *(c for c in (event.table.name, event.table.title, points_column) if c is not None),
    }
    unread = [header.row.at(c) or f"column {c + 1}" for c in range(_width(event)) if c not in used and _holds(event, c)]
    if unread:
        _find(reading, event, "columns_not_read", f"not read: {', '.join(unread)}", "norms need none of these columns")


def _width(event: Event) -> int:
    return max(len(row.cells) for row in event.table.rows)


def _holds(event: Event, column: int) -> bool:
    return any(row.at(column) for row in event.table.rows)
