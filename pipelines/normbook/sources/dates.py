"""Dates as report files write them: several orders, years of two digits, days and months left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import product

# By the book first (TRF: year, month, day), then what programs write instead; the order is the preference.
ORDERS = ("ymd", "dmy", "mdy", "ydm")

_NUMBERS = re.compile(r"([0-9]{1,4})\s*[./-]\s*([0-9]{1,4})\s*[./-]\s*([0-9]{1,4})\.?")
_MONTH_FIRST = re.compile(r"(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>[0-9]{1,2}),?\s+(?P<year>[0-9]{4})")
_DAY_FIRST = re.compile(r"(?P<day>[0-9]{1,2})\.?\s+(?P<month>[A-Za-z]{3})[a-z]*\.?,?\s+(?P<year>[0-9]{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Years of two digits: the pivot of POSIX, far from any report file on either side.
_PIVOT = 69

Span = tuple[date | None, date | None]


@dataclass(frozen=True)
class EventDates:
    """First day, last day, one date a round, and a sentence for every guess."""

    start: date | None
    end: date | None
    rounds: list[date | None]
    doubts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Birth:
    """Date of birth as far as it is known; precision is day, month (then in `month`), year or none."""

    date: date | None
    year: int | None
    precision: str
    month: int | None = None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def readings(text: str) -> Mapping[str, date]:
    """Return every date that a text can mean, by order of its numbers, the preferred order first.

    A year of four digits settles its place, a number above 12 that of the day; English month names settle everything.
    """
    if match := _MONTH_FIRST.fullmatch(text.strip()) or _DAY_FIRST.fullmatch(text.strip()):
        name = match["month"].lower()
        named = _date(int(match["year"]), _MONTHS.index(name) + 1, int(match["day"])) if name in _MONTHS else None
        return dict.fromkeys(ORDERS, named) if named else {}
    if not (match := _NUMBERS.fullmatch(text.strip())):
        return {}
    found = {}
    for order in ORDERS:
        part = dict(zip(order, match.groups(), strict=True))
        if len(part["y"]) not in (2, 4) or len(part["m"]) > 2 or len(part["d"]) > 2:
            continue
        if order == "ydm" and len(part["y"]) == 4 and "ymd" in found:
            continue  # nobody who writes the year in full and in front puts the day next, unless the numbers say so
        year = int(part["y"])
        if len(part["y"]) == 2:
            year += 1900 if year >= _PIVOT else 2000
        if value := _date(year, int(part["m"]), int(part["d"])):
            found[order] = value
    return found


def _spans(starts: Mapping[str, date], ends: Mapping[str, date]) -> list[Span]:
    """Possible spans, best first: one program writes both days in one order, and no event ends before it starts."""
    spans: list[Span]
    if starts and ends:
        same = [(starts[order], ends[order]) for order in ORDERS if order in starts and order in ends]
        spans = [pair for pair in same if pair[0] <= pair[1]]
        spans = spans or [pair for pair in product(starts.values(), ends.values()) if pair[0] <= pair[1]]
        spans = spans or [(next(iter(starts.values())), next(iter(ends.values())))]
    else:
        spans = [(day, None) for day in starts.values()] or [(None, day) for day in ends.values()] or [(None, None)]
    return list(dict.fromkeys(spans))


@lru_cache(maxsize=4096)
def _near(text: str, year: int | None) -> Mapping[str, date]:
    """The readings of a round's date; a year of two digits is the one nearest to the year of the event, if that is known."""
    found = readings(text)
    if year is None or re.search("[0-9]{4}", text):
        return found
    return {
        order: min(
            filter(None, (_date(day.year + century, day.month, day.day) for century in (-100, 0, 100))),
            key=lambda one: abs(one.year - year),
        )
        for order, day in found.items()
    }


def _is_inside(day: date, span: Span) -> bool:
    return (span[0] is None or span[0] <= day) and (span[1] is None or day <= span[1])


def _in_words(span: Span) -> str:
    return " to ".join(str(day) for day in span if day)


def event_dates(start_text: str, end_text: str, round_texts: Sequence[str]) -> EventDates:
    """Read lines 042, 052 and 132 of a report together; texts may be blank.

    All round dates must lie between the first and the last day, which decides between the orders of the numbers. Where
    two readings are left the first of ORDERS is taken, with a doubt; round dates that never fit are left out, with one.
    """
    doubts = [f"the date {text.strip()!r} has no known form" for text in (start_text, end_text, *round_texts)
              if text.strip() and not readings(text)]  # fmt: skip
    spans = _spans(readings(start_text), readings(end_text))
    year = next((day.year for day in spans[0] if day), None)
    by_round = [_near(text, year) for text in round_texts]
    legible = [found for found in by_round if found]
    fits = [
        (span, order)
        for span in spans
        for order in ORDERS
        if legible and all(order in found and _is_inside(found[order], span) for found in legible)
    ]
    possible = list(dict.fromkeys(span for span, _ in fits)) or spans
    start, end = possible[0]
    if len(possible) > 1:
        texts = " and ".join(repr(text.strip()) for text in (start_text, end_text) if text.strip())
        doubts.append(f"{texts} can mean {' or '.join(map(_in_words, possible))}; the first was taken")
    if start and end and end < start:
        doubts.append(f"the last day {end} comes before the first day {start}")
    rounds = [[found.get(order) for found in by_round] for span, order in fits if span == possible[0]]
    if legible and not rounds:
        doubts.append(
            f"the round dates do not lie between {start} and {end} in any order of their numbers; they were left out"
        )
    if any(other != rounds[0] for other in rounds[1:]):
        doubts.append("the round dates can be read in several orders; the first of them was taken")
    return EventDates(start, end, rounds[0] if rounds else [None for _ in by_round], doubts)


def read_birth(text: str) -> Birth | None:
    """Read a birth column: a date, or its year or month with blanks or zeros for the rest; None if it is malformed.

    A day of one digit after a month of two was cut by the program, so only the month is believed (1943/03/9).
    """
    if not text.strip(" ./-0"):
        return Birth(None, None, "none")
    parts = [part.strip() for part in re.split(r"[./-]", text.strip())]
    if len(parts) == 3 and len(parts[2]) == 4:
        parts.reverse()
    year, month, day, *more = [*parts, "", ""][: max(3, len(parts))]
    if more or not re.fullmatch("[0-9]{4}", year) or not re.fullmatch("[0-9]{0,2} [0-9]{0,2}", f"{month} {day}"):
        return None
    if int(month or 0) == 0:
        return Birth(None, int(year), "year")
    if int(day or 0) == 0 or (len(day) == 1 and len(month) == 2):
        return Birth(None, int(year), "month", int(month)) if int(month) <= 12 else None
    whole = _date(int(year), int(month), int(day))
    return Birth(whole, int(year), "day") if whole else None
