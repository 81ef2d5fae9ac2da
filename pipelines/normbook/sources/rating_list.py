"""A FIDE rating list of any era, TXT or XML, alone or in a zip, to typed rows, findings and records set aside."""

from __future__ import annotations

import codecs
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from normbook.contracts import contract
from normbook.errors import SourceError
from normbook.sources.rating_list_archive import WORKBOOK_SUFFIXES, open_list
from normbook.sources.rating_list_csv import CsvList
from normbook.sources.rating_list_csv_rows import is_csv
from normbook.sources.rating_list_month import find_kinds, find_month
from normbook.sources.rating_list_notes import Notes, subject
from normbook.sources.rating_list_proof import is_proved
from normbook.sources.rating_list_regular import RECORDS
from normbook.sources.rating_list_txt import TextList
from normbook.sources.rating_list_typed import HIGHEST_RATING, LOWEST_RATING, ODDITIES, titles_sql, typed_sql
from normbook.sources.rating_list_xml import XmlList
from normbook.sources.rating_list_xml_regular import LeftShape, RegularXmlList
from normbook.sources.reading import Reading

if TYPE_CHECKING:
    import duckdb

_HEAD_BYTES = 1 << 16
PlayerList = TextList | CsvList | XmlList

# What was expected where a record cannot be read; the rest of the words come from the list (column or element).
_EXPECTED = {
    "fide_id": "a FIDE number",
    "line_too_long": "the line to end",
    "line_too_short": "the line, which seems cut off, to reach",
    "text_between_columns": "a blank between two fields (the line is shifted)",
    "too_many_cells": "no more cells than there are columns",
    "too_few_cells": "a cell for every column (the line seems cut off)",
    "quotation_mark_open": "every quotation mark to be closed",
    "rating": f"a rating from {LOWEST_RATING} to {HIGHEST_RATING}, 0 or blank",
    "games": "a number of games or blank",
    "k": "a K factor or blank",
}


class Rows(Protocol):
    """Where accepted rows go, block by block: a list of tables, or a file."""

    def append(self, table: pa.Table, /) -> None:
        """Take some more rows of staging.rating_list_records."""

    def clear(self) -> None:
        """Forget what was taken."""


def read_rating_list(
    path: Path, source_file: str, sha256: str | None, sidecar_month: str | None, rows: Rows
) -> Reading:
    """Read one rating list file into rows of staging.rating_list_records.

    `source_file` is the path below the raw folder, with /; `sha256` is the hash of the file, None where it could not be read;
    `sidecar_month` (YYYY-MM) is what the sidecar says.
    Never raises for what is in the file: a list that cannot be used at all comes back refused, with `is_read` false
    and the reason in the account, one rejected record of scope `file`, and no rows.
    """
    reading = Reading(source_file, "rating_list", sha256, bytes=0)
    try:
        reading.bytes = path.stat().st_size
        with open_list(path) as (stream, file_names):
            _read(stream, file_names, sidecar_month, reading, rows)
    except (SourceError, OSError) as error:
        rows.clear()
        _refuse(reading, error)
    return reading


def _refuse(reading: Reading, error: SourceError | OSError) -> None:
    if isinstance(error, OSError):
        error = SourceError(
            f"the file cannot be opened ({error.strerror}); check that it is there and may be read",
            reason_code="unreadable",
        )
    reading.tables, reading.findings, reading.rejected = {}, [], []
    reading.account = {"is_read": False, "reason": error.reason}
    reading.reject(
        error.reason_code,
        f"{reading.source_file}: {error.reason}",
        raw_text=None,
        scope="file",
        line=error.line_number,
        column=error.column_number,
    )


def _read(stream: BinaryIO, file_names: list[str], sidecar_month: str | None, reading: Reading, rows: Rows) -> None:
    from normbook.warehouse.connection import connect

    with connect() as con:
        con.execute(titles_sql())
        players = _recognise(con, stream, file_names)
        try:
            _read_players(con, players, file_names, sidecar_month, reading, rows)
        except LeftShape:
            for taken in (rows, reading.findings, reading.rejected):
                taken.clear()
            stream.seek(0)
            _read_players(con, XmlList(con, stream), file_names, sidecar_month, reading, rows)


def _read_players(
    con: duckdb.DuckDBPyConnection,
    players: PlayerList,
    file_names: list[str],
    sidecar_month: str | None,
    reading: Reading,
    rows: Rows,
) -> None:
    month, contradiction = find_month(
        players.header, file_names, reading.source_file, sidecar_month, players.letterhead
    )
    kinds = find_kinds(players.recognise(month), file_names, reading.source_file)
    notes = Notes(reading, players.record, month, players.overflow)
    if contradiction:
        notes.note_file(
            "list_month_contradiction",
            contradiction,
            f"read as the list of {month}; rename the file or mend the sidecar",
            severity="warning",
        )
    query = typed_sql(reading.source_file, month, kinds)
    for good, has_others in players.fill(reading.source_file, month, kinds):
        if has_others:
            typed = con.sql(query).to_arrow_table()
            con.register("typed", typed)
            notes.note_block(con)
            if typed["problem"].null_count < typed.num_rows:
                _reject_rows(con, players, kinds[0], reading)
                typed = typed.filter(pc.is_null(typed["problem"]))
            typed = contract(RECORDS).conform(typed.drop_columns(["problem", *ODDITIES]))
            good = pa.concat_tables([good, typed]).sort_by("line_number")
        notes.note_good(good)
        rows.append(good)
    if not is_proved(notes.good_records, len(reading.rejected)):
        first = reading.rejected[0]
        raise SourceError(
            f"the layout {players.layout} cannot read {len(reading.rejected)} {players.record}s and reads only "
            f"{notes.good_records}; the first that it cannot read: {first['reason']}",
            reason_code="no_layout",
        )
    notes.note_file_checks()
    notes.close()
    if unknown := players.columns_not_read:
        notes.note_file(
            "column_unknown",
            f"the header has columns with other words than those of a list, or twice the same: {', '.join(unknown)}",
            "they were not read",
        )
    if players.rows_over_lines:
        notes.note_file(
            "rows_over_lines",
            f"{players.rows_over_lines} of {notes.good_records + len(reading.rejected)} rows go over several lines, because a cell "
            "in quotation marks holds a line end",
            "each was read as one row with a blank in its place; its number is that of the first line",
        )
    if players.nul_bytes:
        notes.note_file("nul_bytes", f"{players.nul_bytes} NUL bytes", "read as blanks", severity="warning")
    reading.account = {
        "layout": players.layout,
        "encoding": players.encoding,
        "list_month": month,
        "lines_read": players.lines_read,
        "good_records": notes.good_records,
        "rejected_lines": len(reading.rejected),
        "blank_lines": players.blank_lines,
        "header_lines": players.header_lines,
    }


def _recognise(con: duckdb.DuckDBPyConnection, stream: BinaryIO, file_names: list[str]) -> PlayerList:
    """Return the reader for what the stream begins with."""
    head = stream.read(_HEAD_BYTES)
    stream.seek(0)
    is_utf16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = head.decode("utf-16" if is_utf16 else "utf-8-sig", errors="replace").lstrip()
    if text.startswith("<"):
        return RegularXmlList(con, stream)
    lines = text.splitlines()
    if PurePosixPath(file_names[0]).suffix.lower() in {".csv", *WORKBOOK_SUFFIXES} or is_csv(lines[:-1] or lines):
        return CsvList(con, stream)
    return TextList(con, stream)


def _reject_rows(con: duckdb.DuckDBPyConnection, players: PlayerList, primary_kind: str, reading: Reading) -> None:
    """Set the rows of `typed` that have a problem aside, each with its place and what was expected there."""
    rows = con.sql(
        "select fields.*, problem from fields join typed using (line_number) "
        "where problem is not null order by line_number"
    ).to_arrow_table()
    for row in rows.to_pylist():
        problem, line = row["problem"], row["line_number"]
        column, place = players.place(problem, primary_kind, row)
        expected = _EXPECTED.get(problem) or _EXPECTED[problem.rpartition("_")[2]]
        found = f", found {row[problem]!r}" if problem in row else ""
        who = subject(row["fide_id"], row["name"])
        reading.reject(
            problem,
            f"{reading.source_file}, {players.record} {line}, {who}: expected {expected} {place}{found}; "
            "the record is set aside: download the list again, or mend it",
            raw_text=players.raw_text(row),
            line=line,
            column=column,
        )
