"""How the reports write points and days."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from normbook.reports.messages import ENGLISH, Words


def in_points(score: float | None) -> str:
    """Write points as players do: 6.5 as 6½, 0.5 as ½, None as a dash."""
    if score is None:
        return "–"
    whole, half = divmod(int(2 * score), 2)
    return f"{whole or ''}½" if half else str(whole)


def shown(value: object) -> object:
    """Write what may be missing: None as a dash."""
    return "–" if value is None else value


def in_decimals(value: float | None) -> str:
    """Write a value of a circuit with at most two decimals, half up: 45, 128.5, 80.95; None as a dash."""
    if value is None:
        return "–"
    return f"{Decimal(str(value)).quantize(Decimal('0.01'), ROUND_HALF_UP).normalize():f}"


def on_day(day: date | None, words: Words = ENGLISH) -> str:
    """Write a day: 5 Aug 2005; None as a dash."""
    return "–" if day is None else f"{day.day} {_month(day, words)} {day.year}"


def in_days(start: date | None, end: date | None, words: Words = ENGLISH) -> str:
    """Write a stretch of days shortly: 5–14 Aug 2005, 28 Aug – 3 Sep 2005."""
    if start is None:
        return words.plain("days.none")
    if end is None or start == end:
        return on_day(start, words)
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{on_day(end, words)}"
    begin = f"{start.day} {_month(start, words)}" if start.year == end.year else on_day(start, words)
    return f"{begin} – {on_day(end, words)}"


def in_month(list_month: str, words: Words = ENGLISH) -> str:
    """Write a list month: 2005-07 as Jul 2005."""
    year, month = list_month.split("-")
    return f"{words.texts[f'month.{int(month)}']} {year}"


def _month(day: date, words: Words) -> str:
    return words.texts[f"month.{day.month}"]
