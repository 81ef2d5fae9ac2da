"""What a table says of one player, text by text: typed for staging.report_players, and what does not belong there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from normbook.sources.dates import read_birth
from normbook.sources.reading import Reading, Row
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.trf_players import FIELDS, read_federation, read_number, read_points, read_rating
from normbook.sources.where import where

TEXTS = ("name", "title", "rating", "federation", "fide_id", "birth", "sex", "points", "place")
_SEXES = {"m": "M", "w": "F", "f": "F"}
# Cells may break a line or hold a tab; names of report files cannot.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_DASHES = {"-", "–", "—", "---", "?"}
# 3, 3., 3), =3, T3, and 2-3 of tables that share a place out
_PLACE = re.compile(r"[=T]?0*([0-9]{1,5})[.)=°ºª]?(?:\s*-\s*[0-9]{1,5})?\.?")
# From this many on, one finding tells of all players together.
_MANY = 4


def read_place(text: str) -> int | None:
    """Return a place or start number, ornaments around it ignored; None if it is anything else, or zero."""
    match = _PLACE.fullmatch(text)
    return int(match[1]) or None if match else None


def read_total(text: str) -> float | None:
    """Return points as programs write them: 7.5, 7,5, 7½, 7x and ½; None if it is anything else."""
    text = re.sub(r"\s*[x½]$", ".5", text)
    return read_points(f"0{text}" if text.startswith(".") else text)


@dataclass
class Odd:
    """Fields that hold something else: number of the row, its place in words and the text, by field."""

    seen: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)

    def report(self, reading: Reading) -> None:
        """Write a finding for each, or one for all players of a field where there are many."""
        for name, seen in self.seen.items():
            rule = f"{name} must be {FIELDS[name].expected}"
            told: list[tuple[int | None, str]] = [
                (number, f", {place}: {rule}, but {text!r} stands there") for number, place, text in seen
            ]
            if len(seen) >= _MANY:
                examples = ", ".join(f"{text!r} in {place}" for _, place, text in seen[:3])
                told = [(None, f": {rule}, but {len(seen)} players have something else: {examples} and so on")]
            for number, sentence in told:
                action = f"{name} was left empty; correct the file if it matters"
                reading.find(f"{name}_odd", where(reading.source_file) + sentence, action, line=number)


def typed_player(number: int, place: str, texts: Mapping[str, str], odd: Odd) -> Row:
    """Type the TEXTS of a player, blank where there is none; what is no value of its field goes to `odd` and becomes null."""
    texts = {name: _CONTROLS.sub(" ", text).strip() for name, text in texts.items()}
    texts = {name: "" if name != "name" and text in _DASHES else text for name, text in texts.items()}
    # 2501147.0: a number that went through a spreadsheet (X14)
    whole = {name: re.sub(r"\.0+$", "", texts[name]) for name in ("rating", "fide_id")}
    rating, fide_id = read_rating(whole["rating"]), read_number(whole["fide_id"])
    birth, federation, points = (
        read_birth(texts["birth"]),
        read_federation(texts["federation"]),
        read_total(texts["points"]),
    )
    read_as: dict[str, object] = {
        "title": is_known_title(texts["title"]) or None,
        "rating": rating,
        "federation": federation,
        "fide_id": fide_id,
        "birth": birth,
        "sex": _SEXES.get(texts["sex"].lower()),
        "points": points,
        "place": read_place(texts["place"]),
    }
    for name, value in read_as.items():
        if texts[name] and value is None and not (name == "place" and texts[name] == "0"):
            odd.seen.setdefault(name, []).append((number, place, texts[name]))
    title_code, womens_title_code = normalise_title(texts["title"])
    return {
        "line_number": number,
        "name": texts["name"],
        "sex": read_as["sex"],
        "title_raw": texts["title"] or None,
        "title_code": title_code,
        "womens_title_code": womens_title_code,
        "rating": rating or None,
        "federation_code": federation,
        "fide_id": fide_id or None,
        "birth_date": birth and birth.date,
        "birth_year": birth and birth.year,
        "birth_precision": birth.precision if birth else "none",
        "birth_month": birth and birth.month,
        "points": points,
        "place": read_as["place"],
    }
