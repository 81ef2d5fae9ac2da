"""`normbook export`: one event, as it was read, written in a clean form, and read again before it is handed out."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from normbook.errors import NormbookError, SourceError
from normbook.runs.explain import nearest_events
from normbook.sources.crosstable_export import as_csv, as_xlsx, crosstable
from normbook.sources.crosstable_head import discipline_of
from normbook.sources.event_file import read_event_file
from normbook.sources.event_rows import EventRows
from normbook.sources.reading import Reading, Row
from normbook.sources.trf_writing import fitting_names, report_text
from normbook.warehouse.parquet import table_files

SUFFIXES = {"trf16": ".trf", "trf26": ".trf", "csv": ".csv", "xlsx": ".xlsx"}
_EVENT_TABLES = [
    f"staging.{name}"
    for name in (
        "event_reports", "report_players", "round_cells", "report_teams", "team_awards", "abnormal_points", "abnormal_results",
        "other_report_lines",
    )
]  # fmt: skip
# What every form must give back; a report in TRF26 gives back all tables of the event.
_PLAYERS, _CELLS, _HEAD = "staging.report_players", "staging.round_cells", "staging.event_reports"
# Columns that tell where a row stood, not what it says, and the letters of a title.
_OF_THE_FILE = {
    "event_id", "source_file", "source_sha256", "line_number", "column_number", "points_column", "is_partial", "title_raw",
}  # fmt: skip
_OF_A_CROSSTABLE = {"name", "city", "federation_code", "start_date", "end_date", "type_text", "chief_arbiter", "time_control",
                    "discipline", "rounds_declared", "rounds_seen"}  # fmt: skip
_NOT_IN_TRF16 = {"points_unknown", "team_points_win", "team_points_draw", "team_points_loss", "boards", "has_teams"}


@dataclass(frozen=True)
class Exported:
    """The event's id, the bytes of its new file, and a sentence for everything that the form leaves out."""

    event_id: str
    content: bytes
    left_out: list[str]


def export(out: Path, event: str, form: str) -> Exported:
    """Write an event in a form of SUFFIXES: one that was read into `out`, by its id, or a report file or crosstable by its path.

    The new file is read again and compared before it is handed out. Raise NormbookError for an event that is not known, with the
    nearest ids, or where the form cannot hold the event, with what differs.
    """
    path = Path(event)
    rows = _rows_of_file(path) if path.is_file() else _ingested_rows(out, event)
    event_id = str(rows[_HEAD][0]["event_id"])
    rows = rows | {name: list(map(_on_one_line, rows[name])) for name in (_HEAD, _PLAYERS)}
    cut: list[str] = []
    if form in ("trf16", "trf26"):
        rows[_PLAYERS], cut = fitting_names(rows[_PLAYERS])
    discipline, time_control = (str(rows[_HEAD][0].get(column) or "") for column in ("discipline", "time_control"))
    # words of the time control tell it in every form, the label of the time control in a crosstable
    is_told = discipline_of(time_control) == discipline or (form in ("csv", "xlsx") and time_control)
    if discipline and not is_told:
        cut.append(f"that the games were {discipline}, which the time control does not say")
        rows[_HEAD] = [row | {"discipline": None} for row in rows[_HEAD]]
    content, left_out = _written(EventRows.of(rows), form)
    if differences := _differences(rows, _read_again(event_id, content, form), form):
        raise NormbookError(
            f"{event_id}: the form {form} cannot hold this event. Read again, it differs: {'; '.join(differences)}. "
            + (
                "Write trf26 instead."
                if form != "trf26"
                else "This is a defect of normbook: please report it with the file."
            )
        )
    return Exported(event_id, content, cut + left_out)


def _on_one_line(row: Row) -> Row:
    """The row without line ends in its texts, as the cells of a spreadsheet may have them."""
    return {
        name: " ".join(re.split(r"[\r\n]+", value)) if isinstance(value, str) else value for name, value in row.items()
    }


def _rows_of_file(path: Path) -> dict[str, list[Row]]:
    try:
        reading = read_event_file(path, path.name)
    except SourceError as error:
        raise NormbookError(f"{path}: {error.reason}") from error
    if not reading.account.get("is_read", True):
        raise NormbookError(f"{path}: {reading.account['reason']}")
    # Of several crosstables in a file the first is the event of its name.
    return _rows_of(reading, reading.event_id)


def _rows_of(reading: Reading, event_id: str | None) -> dict[str, list[Row]]:
    return {
        name: [row for row in table.to_pylist() if row["event_id"] == event_id]
        for name, table in reading.to_tables().items()
        if name in _EVENT_TABLES
    }


def _ingested_rows(out: Path, event: str) -> dict[str, list[Row]]:
    known: set[str] = set()
    for file in table_files(out, _HEAD):
        known |= set(pq.read_table(file, columns=["event_id"])["event_id"].to_pylist())
    if not known:
        raise NormbookError(
            f"{event}: no such file, and no event has been read into {out}. Run `normbook ingest` or `normbook run` first, "
            "or give the path of a report file."
        )
    if event not in known:
        raise NormbookError(f"{event}: there is no such event and no such file; {nearest_events(event, known)}.")
    return {
        name: [
            row
            for file in table_files(out, name)
            for row in pq.read_table(file, filters=pc.field("event_id") == event).to_pylist()
        ]
        for name in _EVENT_TABLES
    }


def _written(event: EventRows, form: str) -> tuple[bytes, list[str]]:
    if form in ("trf16", "trf26"):
        text, notes = report_text(event, is_trf26=form == "trf26")
        return text.encode(), notes
    if not any(row["opponent_number"] for row in event.cells.values()):
        raise NormbookError(
            f"{event.head['event_id']}: nobody has an opponent yet, so there is no crosstable. Write trf16 or trf26."
        )
    rows = crosstable(event)
    lost = {
        "dates of the rounds": event.head["round_dates"],
        "the report's own scoring": any(value is not None for name, value in event.head.items() if "points_" in name),
        f"{len(event.teams)} teams": event.teams,
        f"{len(event.kept)} other lines": event.kept,
    }
    notes = [f"{what}, since a crosstable has players and games only" for what, is_there in lost.items() if is_there]
    return (as_csv(rows) if form == "csv" else as_xlsx(rows)), notes


def _read_again(event_id: str, content: bytes, form: str) -> Mapping[str, Sequence[Row]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"again{SUFFIXES[form]}"
        path.write_bytes(content)
        try:
            reading = read_event_file(path, path.name)
        except SourceError as error:
            raise NormbookError(f"{event_id}: the form {form} cannot hold this event: {error.reason}") from error
        return _rows_of(reading, reading.event_id)


def _differences(old: Mapping[str, Sequence[Row]], new: Mapping[str, Sequence[Row]], form: str) -> list[str]:
    """What the new file says differently, one sentence a table; nothing if it says the same."""
    told = []
    for name in _EVENT_TABLES if form == "trf26" else (_HEAD, _PLAYERS, _CELLS):
        if name in (
            "staging.findings",
            "staging.rejected_records",
            "staging.source_files",
            "staging.other_report_lines",
        ):
            continue
        before, after = ([_said(row, name, form) for row in rows.get(name, ())] for rows in (old, new))
        if sorted(before, key=repr) != sorted(after, key=repr):
            missing = [row for row in before if row not in after]
            example = next(iter(missing), None) or next(row for row in after if row not in before)
            told.append(f"{name.removeprefix('staging.')}, for example {example}")
    return told


def _said(row: Row, table: str, form: str) -> list[tuple[str, object]]:
    names = set(row) - _OF_THE_FILE
    if table == _HEAD and form in ("csv", "xlsx"):
        names &= _OF_A_CROSSTABLE
    elif table == _HEAD and form == "trf16":
        names -= _NOT_IN_TRF16
    return sorted((name, value) for name in names if (value := row[name]) is not None)
