"""An event as a crosstable that people open in a spreadsheet and that normbook reads again: CSV or XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from normbook.sources.event_rows import EventRows, birth_text, number, sex_text, title_text
from normbook.sources.reading import Row

# Labels and headings that the crosstable reader knows (layouts/crosstable_head.csv, crosstable_words.csv).
_LABELS = {
    "Tournament": "name",
    "City": "city",
    "Federation": "federation_code",
    "Start date": "start_date",
    "End date": "end_date",
    "Tournament type": "type_text",
    "Chief Arbiter": "chief_arbiter",
    "Time control": "time_control",
    "Number of rounds": "rounds_declared",
}
_HEADINGS = ["No.", "Title", "Name", "Sex", "Rtg", "FED", "FideID", "Birth", "Pts.", "Rk."]
_WIDTHS = {"Title": 5, "Name": 32, "Sex": 4, "FideID": 12, "Birth": 11}
# The byes that a cell may hold alone.
_BYES = ("U", "F", "H", "Z")


def crosstable(event: EventRows) -> list[list[str]]:
    """Return the rows of the table as texts: lines of the head, a blank one, the header, a row a player."""
    head = [[label, str(text)] for label, column in _LABELS.items() if (text := event.head[column]) is not None]
    if discipline := event.head.get("discipline"):
        head = [[f"{label} ({discipline})" if label == "Time control" else label, text] for label, text in head]
    has_places = any(player["place"] for player in event.players)
    headings = _HEADINGS if has_places else _HEADINGS[:-1]
    rounds = [f"{round_number}.Rd" for round_number in event.rounds]
    players = [[*_fields(player)[: len(headings)], *_cells(event, player)] for player in event.players]
    return [*head, [], [*headings, *rounds], *players]


def _fields(player: Row) -> list[str]:
    points = player["points"]
    return [
        str(number(player, "start_number")),
        title_text(player),
        str(player["name"]),
        sex_text(player),
        str(player["rating"] or ""),
        str(player["federation_code"] or ""),
        str(player["fide_id"] or ""),
        birth_text(player, "-"),
        "" if points is None else str(points),
        # A blank would repeat the place of the row above, as tables with tied places do.
        str(player["place"] or 0),
    ]


def _cells(event: EventRows, player: Row) -> list[str]:
    texts = []
    for opponent, colour, result in event.cells_of(player):
        is_alone = opponent is None and colour is None and (result is None or result in _BYES)
        texts.append((result or "") if is_alone else f"{opponent or 0}{colour or '-'}{result or ''}")
    return texts


def as_csv(rows: Sequence[Sequence[str]]) -> bytes:
    """Write the rows with semicolons, since names hold commas, and with the mark by which spreadsheets know UTF-8."""
    width = max(map(len, rows))
    text = io.StringIO()
    # A full row of separators also where the head has two fields only: by them a table is recognised.
    csv.writer(text, delimiter=";", lineterminator="\r\n").writerows([*row, *[""] * (width - len(row))] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Sequence[Sequence[str]]) -> bytes:
    """Write the rows as a workbook of one sheet: start numbers, ratings and points as numbers, all else as text."""
    import xlsxwriter

    buffer = io.BytesIO()
    # The time of writing stays out, so that the same event gives the same file.
    with xlsxwriter.Workbook(
        buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        sheet = book.add_worksheet("Crosstable")
        bold = book.add_format({"bold": True})
        header = next(at for at, row in enumerate(rows) if row[:1] == _HEADINGS[:1])
        numeric = {at for at, heading in enumerate(rows[header]) if heading in ("No.", "Rtg", "Pts.", "Rk.")}
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                if at > header and column in numeric and text:
                    sheet.write_number(at, column, float(text))
                elif text:
                    sheet.write_string(at, column, text, bold if at == header else None)
        for column, heading in enumerate(rows[header]):
            sheet.set_column(column, column, _WIDTHS.get(heading, 7))
        sheet.freeze_panes(header + 1, 3)
    return buffer.getvalue()
