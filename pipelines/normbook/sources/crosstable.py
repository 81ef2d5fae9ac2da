"""Crosstables of spreadsheets, pages and texts: one file to the staging rows that a report file gives."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.crosstable_event import Event, event_of
from normbook.sources.crosstable_players import list_rows
from normbook.sources.crosstable_rows import Sorted, Table, sort_rows
from normbook.sources.crosstable_writing import write_event
from normbook.sources.grid import Grids, Row
from normbook.sources.grid_page import page_grids, saved_page_grids
from normbook.sources.grid_spreadsheet import spreadsheet_grids
from normbook.sources.grid_text import text_grids
from normbook.sources.reading import Reading
from normbook.sources.reading import Row as PlayerRow
from normbook.sources.start_list import join_list
from normbook.sources.trf_recognition import recognise
from normbook.sources.where import where


def read_crosstable(path: Path, source_file: str, kind: str) -> Reading:
    """Read one file with crosstables; kind is `spreadsheet`, `html`, `mht`, `table` or `text`, as `recognise` tells.

    Whether the numbers in the cells are places or start numbers is decided by what both sides of the games say (X1).
    Where a table has no start numbers, that number stands for them. A row or cell that cannot be used is set aside with
    its place, and a cell then counts as a game without a known result. The first table makes the event with the file's
    stem; a further one with other players is an event of its own, `<stem>#2`.

    Raise SourceError where the file is no crosstable, saying what it is; OSError if it cannot be opened.
    """
    reading, grids, rows = _opened(path, source_file, kind)
    events, lists = _events(reading, rows)
    lines = _write_account(
        reading, grids, rows, f"crosstable, {grids.kind}: {events[0].form}", [event.table for event in events]
    )
    notes = sorted(rows.notes, key=lambda row: row.number)
    for number, event in enumerate(events, 1):
        reading.event_id = path.stem if number == 1 else f"{path.stem}#{number}"
        end = _end(event, notes) if number < len(events) else lines
        write_event(reading, event, [note for note in notes if note.number <= end])
        notes = [note for note in notes if note.number > end]
        for table in lists:
            join_list(reading, reading.event_id, list_rows(table), _spot(reading, table))
    reading.event_id = path.stem
    return reading


def _spot(reading: Reading, table: Table) -> str:
    return f"{where(reading.source_file)}, {table.header.row.place}"


def read_start_list(path: Path, source_file: str) -> tuple[Reading, list[PlayerRow], str]:
    """Read a file that holds a list of players or standings and no crosstable.

    Return its account, rows of staging.report_players, and where the list begins in words.

    Raise SourceError where it holds no list, OSError if it cannot be opened.
    """
    reading, grids, rows = _opened(path, source_file, recognise(path.read_bytes()))
    table = max(
        (table for table in rows.tables if table.name is not None), key=lambda table: len(table.rows), default=None
    )
    if table is None or not table.rows:
        raise _refusal(rows)
    _write_account(reading, grids, rows, f"start list, {grids.kind}", [table])
    return reading, list_rows(table), _spot(reading, table)


def _opened(path: Path, source_file: str, kind: str) -> tuple[Reading, Grids, Sorted]:
    raw = path.read_bytes()
    reading = Reading(source_file, "event_report", hashlib.sha256(raw).hexdigest(), len(raw), event_id=path.stem)
    grids = _grids(raw, kind)
    return reading, grids, sort_rows(grids.grids)


def _write_account(reading: Reading, grids: Grids, rows: Sorted, layout: str, tables: Sequence[Table]) -> int:
    """Account for every line of the file, set aside what is unusable, and return how many lines there are."""
    for row, code, reason in rows.unusable:
        reading.reject(code, f"{where(reading.source_file)}, {row.place}: {reason}", raw_text=row.text, line=row.number)
    good = sum(len(table.rows) for table in tables)
    lines = max(row.number for grid in grids.grids for row in grid.rows)
    reading.account = {
        "layout": layout,
        "encoding": grids.encoding,
        "lines_read": lines,
        "good_records": good,
        "rejected_lines": len(rows.unusable),
        "blank_lines": rows.blank,
        "header_lines": lines - good - len(rows.unusable) - rows.blank,
    }
    return lines


def _end(event: Event, notes: list[Row]) -> int:
    """Last row of an event's table, a title right below it included (X4)."""
    end = event.table.rows[-1].number
    for note in notes:
        end += note.number == end + 1
    return end


def _grids(raw: bytes, kind: str) -> Grids:
    if kind == "spreadsheet":
        return spreadsheet_grids(raw)
    if kind in ("html", "mht"):
        return page_grids(raw) if kind == "html" else saved_page_grids(raw)
    return text_grids(raw, lambda grid: max((len(t.header.meanings) for t in sort_rows([grid]).tables), default=0))


def _events(reading: Reading, rows: Sorted) -> tuple[list[Event], list[Table]]:
    """All crosstables of the file, and the lists beside them, whose rows become notes. Raise SourceError if there is none."""
    events: list[Event] = []
    lists: list[Table] = []
    for table in rows.tables:
        event = event_of(table)
        if event and event.pairings.is_mutual and not any(_is_same_field(table, other.table) for other in events):
            events.append(event)
            continue
        # the rows of lists and standings beside a crosstable, and of a second form of it, stay as they stand
        rows.notes += table.rows
        if not event and table.name is not None and table.rows:
            lists.append(table)
        if event:
            spot = f"{where(reading.source_file)}, {table.header.row.place}"
            reading.find(
                "table_left_out",
                f"{spot}: this table "
                + ("has the players of an earlier one" if event.pairings.is_mutual else _disagreement(event)),
                "it was not read; put it into a file of its own if it should count",
                line=table.header.row.number,
            )
    if not events:
        raise _refusal(rows)
    return events, lists


def _is_same_field(one: Table, other: Table) -> bool:
    return one.names == other.names


def _disagreement(event: Event) -> str:
    return (
        f"tells {event.pairings.possible} sides of games, of which only {event.pairings.agreeing} agree with the other side, "
        "whether its numbers are read as places or as start numbers"
    )


def _refusal(rows: Sorted) -> SourceError:
    """What the file is, as no table in it is a crosstable."""
    broken = [event for table in rows.tables if (event := event_of(table))]
    if broken:
        return SourceError(
            f"the crosstable {_disagreement(broken[0])}; export it again from the program that paired the event",
            reason_code="crosstable_contradicts_itself",
        )
    filled = [table for table in rows.tables if table.rows]
    if not filled:
        return SourceError(
            "no row names the columns of a crosstable (place or start number, name, rounds) above rows of players; "
            "export the event as a crosstable or, better, as a report file (TRF)",
            reason_code="not_a_crosstable",
        )
    is_standings = any(table.column("points") is not None for table in filled)
    what = "standings, places and points without the games" if is_standings else "a list of players without results"
    return SourceError(
        f"this is {what}, {len(filled[0].rows)} rows; export the event as a crosstable or as a report file (TRF)",
        reason_code="not_a_report_standings" if is_standings else "not_a_report_player_list",
    )
