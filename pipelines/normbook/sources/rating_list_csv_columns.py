"""Which column of a list converted to CSV holds which field: by the words of its header, or in the order of a FIDE layout."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from normbook.sources.rating_list_layouts import LAYOUTS_FOLDER, PRIMARY_FIELDS, text_layouts
from normbook.sources.rating_list_month import KINDS, month_in

LIST_MONTH = "list_month"
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "*": "asterisk", "|": "bar"}
_SURE_WORDS = 3
# Separators within names make more cells of some lines.
_LINES_PER_USUAL_ONE = 2


@dataclass(frozen=True)
class Columns:
    """Columns of one list: how they are separated, the field of each (None: not read), and what the header calls them."""

    separator: str
    fields: tuple[str | None, ...]
    words: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[str]:
        """Kinds of rating that the columns name; none where there is only one rating, of a kind that they do not tell."""
        held = [kind for kind in KINDS if f"{kind}_rating" in self.fields]
        return ["standard", *held] if held and "rating" in self.fields else held

    @property
    def is_usable(self) -> bool:
        """Whether there are a number, a name and a rating at least."""
        return {"fide_id", "name"} <= set(self.fields) and ("rating" in self.fields or bool(self.kinds))

    def name_of(self, field: str, primary_kind: str) -> str:
        """A column in words, by the field that it fills."""
        known = [one and (f"{primary_kind}_{one}" if one in PRIMARY_FIELDS else one) for one in self.fields]
        place = known.index(field)
        return f"{place + 1}" + (f" ({self.words[place]})" if self.words else "")


def cells_of(line: str, separator: str) -> list[str] | None:
    """Cut a line into cells; None where a quotation mark is not closed."""
    if '"' not in line:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error:
        return None


def columns_by_header(line: str) -> Columns | None:
    """Return the columns that a header names, in whatever case, None where the line is no header of a CSV."""
    named = [_named(separator, cells_of(line, separator) or line.split(separator)) for separator in SEPARATORS]
    best = max(named, key=lambda columns: len(columns.fields) - columns.fields.count(None))
    told = len(best.fields) - best.fields.count(None)
    return best if told >= _SURE_WORDS and "name" in best.fields else None


def columns_by_count(lines: Sequence[str]) -> list[Columns]:
    """Return the orders of columns that lines without a header may have: those of FIDE's layouts with as many fields."""
    found = []
    for separator in SEPARATORS:
        counts = Counter(len(cells_of(line, separator) or ()) for line in lines)
        [(count, times)] = counts.most_common(1) or [(0, 0)]
        if times * _LINES_PER_USUAL_ONE > len(lines):
            found += [Columns(separator, order) for order in _orders() if len(order) == count]
    return found


def _named(separator: str, cells: Sequence[str]) -> Columns:
    """A word that stands again for another kind (Rtng Gms K Rtng Gms K) is of the kind whose rating stands before it."""
    words = [cell.strip() for cell in cells]
    plain = [_field(word) for word in words]
    kinds = iter(KINDS if plain.count("rating") == len(KINDS) else ())
    kind, fields = "", list[str | None]()
    for one in plain:
        if one == "rating":
            kind = next(kinds, "")
        elif one and one.endswith("_rating"):
            kind = one.removesuffix("_rating")
        field = f"{kind}_{one}" if kind and one in PRIMARY_FIELDS else one
        fields.append(None if field in fields else field)
    return Columns(separator, tuple(fields), tuple(words))


def _field(word: str) -> str | None:
    letters = re.sub(r"[^a-z0-9]", "", word.lower())
    # `Games.1` and `K2` are the names that programs give to a word that stands again
    known = _words().get(letters) or _words().get(letters.rstrip("0123456789"))
    return known or ("rating" if month_in(word) and not letters.isdigit() else None)


@cache
def _words() -> dict[str, str]:
    with (LAYOUTS_FOLDER / "rating_list_csv.csv").open(encoding="utf-8", newline="") as lines:
        return {row["word"]: row["field"] for row in csv.DictReader(lines)}


@cache
def _orders() -> tuple[tuple[str, ...], ...]:
    """The fields of each text layout from left to right, each order once."""
    orders = (tuple(sorted(layout.places, key=layout.places.__getitem__)) for layout in text_layouts())
    return tuple(dict.fromkeys(orders))
