"""The players of a crosstable: what stands in the columns beside the rounds, and what does not belong there."""

from __future__ import annotations

import re

from normbook.sources.crosstable_rows import Table, read_place
from normbook.sources.dates import read_birth
from normbook.sources.grid import Row as GridRow
from normbook.sources.reading import Reading, Row
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.trf_players import FIELDS, read_federation, read_number, read_points
from normbook.sources.where import where

_SEXES = {"m": "M", "w": "F", "f": "F"}
_DASHES = {"-", "–", "—", "---", "?"}
_GLUED_TITLE = re.compile(r"([A-Z]{2,3}) +(?=\S)")
# From this many on, one finding tells of all players together.
_MANY = 4

# What stood where something else is expected: row and text, by field.
Odd = dict[str, list[tuple[GridRow, str]]]


def read_total(text: str) -> float | None:
    """Return points as programs write them: 7.5, 7,5, 7½, 7x and ½; None if it is anything else."""
    text = re.sub(r"\s*[x½]$", ".5", text)
    return read_points(f"0{text}" if text.startswith(".") else text)


def player_rows(table: Table, points_column: int | None) -> tuple[list[Row], Odd]:
    """Return the rows of staging.report_players but for event and start number, and what does not belong where it stands."""
    name_at, title_at = table.name, table.title
    columns = {
        meaning: table.column(meaning) for meaning in ("federation", "rating", "fide_id", "birth", "sex", "place")
    }
    odd: Odd = {}
    players: list[Row] = []
    place: int | None = None
    for row in table.rows:

        def text_of(meaning: str, row: GridRow = row) -> str:
            column = columns[meaning]
            text = row.at(column) if column is not None else ""
            return "" if text in _DASHES else text

        def number_of(meaning: str, row: GridRow = row) -> int | None:
            text = text_of(meaning)
            # 2501147.0: a number that went through a spreadsheet (X14)
            number = read_number(re.sub(r"\.0+$", "", text))
            if text and number is None:
                odd.setdefault(meaning, []).append((row, text))
            return number or None

        name = row.at(name_at or 0)
        title = row.at(title_at) if title_at is not None else ""
        glued = _GLUED_TITLE.match(name)
        if title_at is None and glued and is_known_title(glued[1]):
            title, name = glued[1], name[glued.end() :]
        birth, sex, federation = read_birth(text_of("birth")), text_of("sex"), text_of("federation")
        points_text = row.at(points_column) if points_column is not None else ""
        points = read_total(points_text)
        place_text = text_of("place")
        place = read_place(place_text) if place_text else place
        for field, is_odd, text in (
            ("title", not is_known_title(title), title),
            ("federation", bool(federation) and not read_federation(federation), federation),
            ("birth", birth is None, text_of("birth")),
            ("sex", bool(sex) and sex.lower() not in _SEXES, sex),
            ("points", bool(points_text) and points is None, points_text),
            ("place", bool(place_text) and place is None, place_text),
        ):
            if is_odd:
                odd.setdefault(field, []).append((row, text))
        title_code, womens_title_code = normalise_title(title)
        players.append(
            {
                "line_number": row.number,
                "name": name,
                "sex": _SEXES.get(sex.lower()),
                "title_raw": title or None,
                "title_code": title_code,
                "womens_title_code": womens_title_code,
                "rating": number_of("rating"),
                "federation_code": read_federation(federation),
                "fide_id": number_of("fide_id"),
                "birth_date": birth and birth.date,
                "birth_year": birth and birth.year,
                "birth_precision": birth.precision if birth else "none",
                "points": points if points_text else None,
                "points_column": points_column + 1 if points_column is not None else None,
                "place": place,
            }
        )
    return players, odd


def report_odd(reading: Reading, odd: Odd) -> None:
    """Write a finding for each field that holds something else, or one for all players where there are many."""
    for field, seen in odd.items():
        rule = f"{field} must be {FIELDS[field].expected}"
        told = [(row.number, row.place, f"{rule}, but {text!r} stands there") for row, text in seen]
        if len(seen) >= _MANY:
            examples = ", ".join(f"{text!r} in {row.place}" for row, text in seen[:3])
            told = [(None, "", f"{rule}, but {len(seen)} players have something else: {examples} and so on")]  # type: ignore[list-item]
        for line, place, sentence in told:
            spot = f"{where(reading.source_file)}, {place}" if place else where(reading.source_file)
            reading.find(
                f"{field}_odd",
                f"{spot}: {sentence}",
                f"{field} was left empty; correct the table if it matters",
                line=line,
            )
