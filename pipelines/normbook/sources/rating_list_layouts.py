"""Layouts of rating lists as data: which characters of a line hold which field, and which field an XML element is."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from normbook.sources.rating_list_month import KINDS

LAYOUTS_FOLDER = Path(__file__).with_name("layouts")

# Every reader delivers these fields as text, blank where the list has none; rating, games and k of the one kind of a
# single list stand under the name of that kind.
PLAYER_FIELDS = (
    "fide_id", "name", "title", "womens_title", "other_titles", "foa_title", "federation", "sex", "birth", "flag",
)  # fmt: skip
NUMBER_FIELDS = tuple(f"{kind}_{field}" for kind in KINDS for field in ("rating", "games", "k"))
FIELDS = PLAYER_FIELDS + NUMBER_FIELDS
PRIMARY_FIELDS = ("rating", "games", "k")

# Words of a header, by the spelling that the layouts use; words may be glued (TitlFed, GamesBorn).
_HEADER_WORDS = {
    "games": r"games",
    "gms": r"\bgms\b",
    "birth": r"birthday|born|b-day",
    "sex": r"\bsex\b",
    "wtit": r"wtit",
    "otit": r"otit",
    "foa": r"\bfoa\b",
    "srtng": r"srtng",
}


def field_name(column: str, primary_kind: str) -> str:
    """Return the field that a column of a layout fills, where `rating` alone is the rating of the list's first kind."""
    return f"{primary_kind}_{column}" if column in PRIMARY_FIELDS else column


def header_words(header: str) -> frozenset[str]:
    """Return the known words of a header line, whatever their case and neighbours."""
    return frozenset(word for word, spelling in _HEADER_WORDS.items() if re.search(spelling, header, re.IGNORECASE))


@dataclass(frozen=True)
class TextLayout:
    """One layout of fixed columns; places are from 0, half open, in characters."""

    name: str
    width: int
    shortest: int
    words: frozenset[str]
    places: dict[str, tuple[int, int]]

    @property
    def is_combined(self) -> bool:
        """Whether it holds standard, rapid and blitz ratings side by side."""
        return "rapid_rating" in self.places

    @property
    def mask(self) -> str:
        """SQL LIKE pattern of a line: anything within the fields, blanks between them."""
        mask = [" "] * self.width
        for start, end in self.places.values():
            mask[start:end] = "_" * (end - start)
        return "".join(mask)

    def aligned_sql(self, is_trimmed: bool) -> str:
        """Return the SELECT from `lines` (line_number, line, raw_bytes) that pads the lines with text to the width.

        `shift` is how far other titles run over their end (Q8): the rest of such a line is counted from its right end.
        `misfit` is the blank text, or line_too_long, line_too_short, text_between_columns. `is_trimmed` says that
        blanks at line ends were cut in this file, so that short lines are no sign of loss.
        """
        too_short = "false" if is_trimmed else f"length(line) < {self.shortest}"
        if "other_titles" in self.places:
            start, end = self.places["other_titles"]
            realigned = f"left(line, {end}) || right(line, {self.width - end})"
            # Two lines that lost the line end between them are no overflow of titles.
            titles = f"substr(line, {start + 1}, {end - start} + shift)"
            too_long = f"shift > 0 and not regexp_full_match({titles}, '[A-Za-z, ]*')"
            aligned = f"case when shift > 0 then {realigned} else line end"
        else:
            too_long, aligned = f"length(rtrim(line)) > {self.width}", "line"
        return f"""
            select line_number, line, raw_bytes, greatest(length(line) - {self.width}, 0) as shift,
                rpad({aligned}, {self.width}, ' ') as aligned,
                case when {too_long} then 'line_too_long' when {too_short} then 'line_too_short'
                    when aligned not like '{self.mask}' then 'text_between_columns' else '' end as misfit
            from lines where trim(line, ' ' || chr(9)) <> ''"""

    def fields_sql(self, primary_kind: str) -> str:
        """Return the SELECT that cuts the table `aligned` into the fields, all text."""
        cut = {
            field_name(column, primary_kind): f"trim(substr(aligned, {start + 1}, {end - start}))"
            for column, (start, end) in self.places.items()
        }
        if "other_titles" in self.places:
            start, end = self.places["other_titles"]
            cut["other_titles"] = f"trim(substr(line, {start + 1}, {end - start} + shift))"
        columns = ", ".join(f"{cut.get(field, repr(''))} as {field}" for field in FIELDS)
        return f"select line_number, line, aligned, raw_bytes, shift, misfit, {columns} from aligned"


@cache
def text_layouts() -> tuple[TextLayout, ...]:
    """Return the layouts of layouts/rating_list_txt.csv in their order."""
    with (LAYOUTS_FOLDER / "rating_list_txt.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(_text_layout(row) for row in csv.DictReader(lines))


def _text_layout(row: dict[str, str]) -> TextLayout:
    places = {}
    for column in (*PLAYER_FIELDS, *PRIMARY_FIELDS, *NUMBER_FIELDS):
        if place := row.get(column):
            start, end = place.split("-")
            places[column] = (int(start), int(end))
    words = frozenset(row["header_words"].split())
    return TextLayout(row["layout"], int(row["width"]), int(row["shortest"]), words, places)


@cache
def xml_fields() -> dict[str, str]:
    """Return the column that an XML element or attribute fills, by layouts/rating_list_xml.csv."""
    with (LAYOUTS_FOLDER / "rating_list_xml.csv").open(encoding="utf-8", newline="") as lines:
        return {row["element"]: row["field"] for row in csv.DictReader(lines)}
