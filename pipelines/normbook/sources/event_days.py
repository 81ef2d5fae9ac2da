"""The first and the last day of an event in a line of text, in figures or in words; names of months are layouts/months.csv."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_MONTHS_CSV = Path(__file__).with_name("layouts") / "months.csv"
_TO = r"\s*(?:[-–—]|to|until|bis|al|a|au|до)\s*"
_FIGURES = r"(?<![0-9])(?<![0-9][./])[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}(?![./]?[0-9])"
_DAY, _MONTH, _OF, _YEAR = (
    r"([0-9]{1,2})(?:st|nd|rd|th|\.|º)?",
    r"([^\W\d_]{1,12})\.?",
    r"(?:\s+(?:de|del|of))?\s+",
    r"([0-9]{4})",
)
_SPAN_IN_FIGURES = re.compile(rf"({_FIGURES})(?:{_TO}|\s*\D{{1,9}}\s*)({_FIGURES})")
# 3-5 ix 2005, 30. April bis 5. Mai 2005, del 28 de diciembre de 2005 al 6 de enero de 2006
_DAY_FIRST = re.compile(
    rf"(?<![0-9.]){_DAY}(?:{_OF}{_MONTH}(?:{_OF}{_YEAR})?)?{_TO}{_DAY}{_OF}{_MONTH},?{_OF}{_YEAR}(?![0-9])", re.I
)
# September 3-5, 2005; April 30 - May 5, 2005
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+{_DAY}{_TO}(?:{_MONTH}\s+)?{_DAY},?\s+{_YEAR}(?![0-9])", re.I)
_ONE_DAY = re.compile(rf"{_FIGURES}|{_DAY}{_OF}{_MONTH},?{_OF}{_YEAR}", re.I)


@dataclass(frozen=True)
class Days:
    """Texts of the first and the last day as `dates.readings` takes them, and where in the line they begin."""

    start: str
    end: str
    at: int


@cache
def _months() -> dict[str, int]:
    with _MONTHS_CSV.open(encoding="utf-8", newline="") as lines:
        return {name: int(row["month"]) for row in csv.DictReader(lines) for name in row["names"].split(" | ")}


def _month(word: str) -> int | None:
    """Number of a month by its name or the beginning of it; None where several begin so."""
    word = word.lower()
    if word in _months():
        return _months()[word]
    begun = {number for name, number in _months().items() if name.startswith(word)} if len(word) > 2 else set()
    return begun.pop() if len(begun) == 1 else None


def days_in(text: str) -> Days | None:
    """Find the first and last day of an event in a line, or the one day of a line that says nothing else; None if it tells none."""
    if match := _SPAN_IN_FIGURES.search(text):
        return Days(match[1], match[2], match.start())
    if match := _DAY_FIRST.search(text):
        day, month, year, last_day, last_month, last_year = match.groups()
        return _days(match.start(), (year or last_year, month or last_month, day), (last_year, last_month, last_day))
    if match := _MONTH_FIRST.search(text):
        month, day, last_month, last_day, year = match.groups()
        return _days(match.start(), (year, month, day), (year, last_month or month, last_day))
    if match := _ONE_DAY.fullmatch(text.strip()):
        day, month, year = match.groups()
        return _days(0, (year, month, day), (year, month, day)) if year else Days(match[0], match[0], 0)
    return None


def days_told(text: str) -> tuple[str, str]:
    """Texts of the first and the last day in a text that a label says to be the dates; blank where there is none."""
    if days := days_in(text):
        return days.start, days.end
    figures = re.findall(_FIGURES, text)
    return "".join(figures[:1]), "".join(figures[-1:])


def _days(at: int, *days: tuple[str, str, str]) -> Days | None:
    months = [_month(month) for _, month, _ in days]
    first, last = (
        f"{year}/{month:02}/{int(day):02}" if month else "" for (year, _, day), month in zip(days, months, strict=True)
    )
    return Days(first, last, at) if first and last else None
