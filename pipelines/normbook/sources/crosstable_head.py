"""What the lines around a crosstable say of the event: labels are data (layouts/crosstable_head.csv)."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from normbook.sources.crosstable_columns import normalised
from normbook.sources.dates import event_dates
from normbook.sources.grid import Row as GridRow
from normbook.sources.reading import Reading, Row
from normbook.sources.trf_players import read_federation, read_rounds
from normbook.sources.where import where

_HEAD_CSV = Path(__file__).with_name("layouts") / "crosstable_head.csv"
_DATE = r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}"
# What a label may tell; the other words of the file say what a line is not, or which kind of chess it tells of.
_FIELDS = {
    "name", "city", "federation_code", "chief_arbiter", "time_control", "rounds_declared", "type_text",
    "dates", "start_date", "end_date",
}  # fmt: skip
_DATES_ALONE = re.compile(rf"{_DATE}(?:\s*\D{{1,5}}\s*{_DATE})?")
_CODE = re.compile(r"\(\s*([A-Z]{3})\s*\)|^([A-Z]{3})$")


@cache
def _labels() -> dict[str, str]:
    with _HEAD_CSV.open(encoding="utf-8", newline="") as lines:
        return {normalised(word): row["field"] for row in csv.DictReader(lines) for word in row["words"].split(" | ")}


def discipline_of(time_control: str) -> str | None:
    """Return rapid or blitz where the words of a time control say so; None where they do not."""
    words = normalised(time_control)
    return next((kind for word, kind in _labels().items() if kind in ("rapid", "blitz") and word in words), None)


def event_head(reading: Reading, notes: Sequence[GridRow]) -> Row:
    """Read name, dates, federation and the like from the lines that are no players; all those lines are kept as they stand.

    Return columns of staging.event_reports.
    """
    texts: dict[str, str] = {}
    discipline = None
    for note in notes:
        field, text = _field(note)
        if field:
            texts.setdefault(field, text)
        # Time control (Rapid) : the kind of chess stands in the label
        if field == "time_control":
            discipline = discipline or discipline_of(note.text)
        reading.add(
            "staging.other_report_lines",
            event_id=reading.event_id,
            line_number=note.number,
            code=note.text[:3],
            line_text=note.text,
        )
    days = re.findall(_DATE, texts.pop("dates", ""))
    start, end = texts.pop("start_date", "") or "".join(days[:1]), texts.pop("end_date", "") or "".join(days[-1:])
    dates = event_dates(start, end, [])
    for doubt in dates.doubts:
        reading.find(
            "date_doubtful",
            f"{where(reading.source_file)}: {doubt}",
            "give the days in the event's sidecar if this is wrong",
        )
    rounds = texts.pop("rounds_declared", "")
    if rounds and read_rounds(rounds) is None:
        sentence = f"{where(reading.source_file)}: the number of rounds must be a number, but {rounds!r} stands there"
        reading.find("rounds_odd", sentence, "not used")
    federation = _CODE.search(texts.get("federation_code", ""))
    return {
        **texts,
        "discipline": discipline,
        "federation_code": read_federation(federation[1] or federation[2]) if federation else None,
        "rounds_declared": read_rounds(rounds),
        "start_date": dates.start,
        "end_date": dates.end,
    }


def _field(note: GridRow) -> tuple[str | None, str]:
    """Return what a line tells, and the text without its label; the first line without a label is the event's name."""
    text = note.filled[0] if len(set(note.filled)) == 1 else note.text
    label, _, rest = text.replace(" | ", " : ", 1).partition(":")
    field = _labels().get(normalised(re.sub(r"\(.*?\)", "", label)))
    if field in _FIELDS and rest.strip():
        return field, rest.strip()
    if _DATES_ALONE.fullmatch(text):
        return "dates", text
    if any(word in normalised(text) for word, kind in _labels().items() if kind == "no_name"):
        return None, text
    return ("name", text) if " : " not in text else (None, text)
