"""The season as a workbook: a sheet per table of the report, with filters, for people who live in spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from normbook.reports.messages import Words
from normbook.reports.published import Row, rows

# A worksheet holds no more rows than this, its head included.
MOST_ROWS = 1_048_576

_VERDICT = (
    "title_sought", "name", "fide_id", "federation_code", "event_name", "start_date", "end_date", "games", "score",
    "score_required", "opponents_average_rating", "percentage_score", "performance_rating", "extension",
    "counted_games", "basis", "edition", "event_id", "start_number",
)  # fmt: skip
_NEAR = (*_VERDICT[:10], "points_short", *_VERDICT[10:13], "failed_articles", "least_change", *_VERDICT[15:])
_PROGRESS = (
    "title_sought", "name", "fide_id", "norms", "norm_games", "games_required", "highest_rating", "rating_required",
    "missing", "not_checked", "norms_complete_on", "earned_on", "held_since", "edition", "event_ids",
)  # fmt: skip
_EVENTS = (
    "event_id", "name", "city", "federation_code", "start_date", "end_date", "system", "rounds", "players", "rated_players",
    "average_rating", "category", "edition", "list_month", "championship", "exemption", "time_control", "chief_arbiter",
    "is_finished", "verdicts", "source_file", "source_sha256",
)  # fmt: skip
_TABLES = {
    "direct": "select * from mart.direct_titles order by all",
    "rating": "select * from mart.rating_titles order by all",
    "findings": "select * from quality.findings order by severity, finding_code, event_id, source_file, line_number",
    "set_aside": "select * from quality.rejected_records order by source_file, line_number, column_number",
    "gate": 'select * from quality.expectation_results order by success, severity, "table", expectation',
    "files": "select * from quality.source_files order by kind, source_file",
}


def write_workbook(connection: duckdb.DuckDBPyConnection, words: Words, found: dict[str, Any], target: Path) -> None:
    """Write the report's tables as worksheets; the heads are the columns of the data dictionary.

    `found` is what `season_content` returns. Sheets of more rows than a workbook can hold end with a note.
    """
    import xlsxwriter

    tables: list[tuple[str, Sequence[str], Iterable[Row]]] = [
        ("norms", _VERDICT, found["norms"]),
        ("near", _NEAR, found["near"]),
        ("undecided", (*_VERDICT[:10], "undecided_because", "undecided_articles", *_VERDICT[15:]), found["undecided"]),
        ("progress", _PROGRESS, found["progress"]),
        ("events", _EVENTS, found["events"]),
    ]
    for name, query in _TABLES.items():
        relation = connection.sql(query)
        tables.append((name, relation.columns, rows(connection, query)))
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
    with xlsxwriter.Workbook(target, options) as book:
        book.set_properties({"title": words.plain("page.title", season=found["season"]), "author": "normbook"})
        # the moment of writing would make every workbook another one
        book.set_properties({"created": _moment(found["run"].get("started"))})
        head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for name, columns, table in tables:
            sheet = book.add_worksheet(words.plain(f"workbook.{name}")[:31])
            sheet.freeze_panes(1, 1)
            sheet.set_column(0, len(columns) - 1, 16)
            for place, column in enumerate(columns):
                sheet.write_string(0, place, column, head)
            last = 0
            for last, row in enumerate(table, start=1):
                if last == MOST_ROWS - 1:
                    sheet.write_string(last, 0, words.plain("workbook.more"))
                    break
                for place, column in enumerate(columns):
                    _write(sheet, last, place, row[column], day)
            sheet.autofilter(0, 0, max(last, 1), len(columns) - 1)


def _write(sheet: Any, row: int, place: int, value: object, day: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, place, value)
    elif isinstance(value, int | float):
        sheet.write_number(row, place, value)
    elif isinstance(value, date):
        sheet.write_datetime(row, place, value, day)
    elif isinstance(value, list):
        sheet.write_string(row, place, "; ".join(str(part) for part in value))
    else:
        sheet.write_string(row, place, str(value)[:32_767])


def _moment(started: object) -> Any:
    from datetime import datetime

    return datetime.fromisoformat(str(started)).replace(tzinfo=None) if started else datetime(2000, 1, 1)
