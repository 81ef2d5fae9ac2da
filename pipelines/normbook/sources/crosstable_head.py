"""What the lines around a crosstable say of the event: labels are data (layouts/crosstable_head.csv)."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from normbook.regulations.tables import federation_codes
from normbook.sources.crosstable_columns import normalised
from normbook.sources.dates import event_dates
from normbook.sources.event_days import days_in, days_told
from normbook.sources.grid import Row as GridRow
from normbook.sources.reading import Reading, Row
from normbook.sources.trf_players import read_federation, read_rounds
from normbook.sources.where import where

_HEAD_CSV = Path(__file__).with_name("layouts") / "crosstable_head.csv"
# What a label may tell; the other words of the file say what a line is not, or which kind of chess it tells of.
_FIELDS = {
    "name", "city", "federation_code", "chief_arbiter", "time_control", "rounds_declared", "type_text",
    "dates", "start_date", "end_date",
}  # fmt: skip
# Hobsons Bay (AUS)
_PLACE = re.compile(r"(.*?[^\W\d_].*?)[\s,]*\(\s*([A-Z]{3})\s*\)[\s,]*")
# The rounds of a list of links: Rd.1, Rd.2, Rd.3/9
_ROUNDS_TOLD = re.compile(r"[^\W\d_]\W{0,2}1\b.{0,400}?[^\W\d_]\W{0,2}[0-9]{1,2}/([0-9]{1,2})(?![0-9/])")
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
    labelled: dict[str, str] = {}
    free: dict[str, str] = {}
    spans = set()
    discipline = None
    for note in notes:
        text = note.filled[0] if len(set(note.filled)) == 1 else note.text
        if told := _labelled(text):
            labelled = told | labelled
        else:
            told = _free(text, "name" in labelled or "name" in free)
            spans |= {(told.pop("start_date"), told.pop("end_date"))} if "start_date" in told else set()
            free = told | free
        # Time control (Rapid) : the kind of chess stands in the label
        if "time_control" in told:
            discipline = discipline or discipline_of(note.text)
        reading.add(
            "staging.other_report_lines",
            event_id=reading.event_id,
            line_number=note.number,
            code=note.text[:3],
            line_text=note.text,
        )
    # two spans without a label, and which is the event's is not certain
    if len(spans) == 1:
        [(free["start_date"], free["end_date"])] = spans
    texts = free | labelled
    start, end = texts.pop("start_date", ""), texts.pop("end_date", "")
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


def _labelled(text: str) -> dict[str, str]:
    """What a line with a label tells, by field."""
    label, _, rest = text.replace(" | ", " : ", 1).partition(":")
    field, rest = _labels().get(normalised(re.sub(r"\(.*?\)", "", label))), rest.strip()
    if field == "dates" and rest:
        return dict(zip(("start_date", "end_date"), days_told(rest), strict=True))
    if field in _FIELDS and rest:
        return {field: rest}
    rounds = _ROUNDS_TOLD.search(text)
    return {"rounds_declared": rounds[1]} if rounds else {}


def _free(text: str, has_name: bool) -> dict[str, str]:
    """What a line without a label tells, by field: days, place and federation; the first one with words is the event's name."""
    days = days_in(text)
    found = {"start_date": days.start, "end_date": days.end} if days else {}
    words = text[: days.at].rstrip(" ,;:(-") if days else text
    place = _PLACE.fullmatch(words)
    if place and place[2] in federation_codes():
        return found | {"city" if has_name else "name": place[1], "federation_code": place[2]}
    is_name = any(map(str.isalpha, words)) and " : " not in text and " | " not in text
    if is_name and not any(word in normalised(text) for word, kind in _labels().items() if kind == "no_name"):
        found["name"] = text
    return found
