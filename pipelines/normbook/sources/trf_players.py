"""The fixed part of a 001 line: who the player is, by columns (counted in characters, from 1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from normbook.errors import SourceError
from normbook.sources.dates import read_birth
from normbook.sources.rating_list_typed import HIGHEST_RATING
from normbook.sources.reading import Reading, Row
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.where import where


class Field(NamedTuple):
    """First and last column of a field, and what it holds in words."""

    first: int
    last: int
    expected: str

    @property
    def columns(self) -> str:
        """The columns in words."""
        return f"columns {self.first}-{self.last}" if self.first < self.last else f"column {self.first}"


# As in FIDE's table of the 001 line, but for the birth: one program writes it a column late, and column 80 is blank
# everywhere else.
FIELDS = {
    "start_number": Field(5, 8, "a start number from 1"),
    "sex": Field(10, 10, "m, w or f"),
    "title": Field(11, 13, "a chess title"),
    "name": Field(15, 47, "a name, and a blank on both sides"),
    "rating": Field(49, 52, f"a rating up to {HIGHEST_RATING} or nothing"),
    "federation": Field(54, 56, "a federation code of three letters"),
    "fide_id": Field(58, 68, "a FIDE number or nothing"),
    "birth": Field(70, 80, "a date of birth such as 1990/05/17, or a year"),
    "points": Field(81, 84, "points such as 6.5"),
    "place": Field(86, 89, "a place or nothing"),
}
SEXES = {"m": "M", "w": "F", "f": "F"}
# Nobody holds an event of more rounds: a number above it has strayed there, and what is still possible in a running event is
# reckoned round by round.
MOST_ROUNDS = 99
_POINTS = re.compile(r"([+-]?)([0-9]{1,4})(?:[.,]([05])0*)?")
# From this many on, one finding tells of all players together.
_MANY = 4


def read_points(text: str) -> float | None:
    """Return points in steps of a half (6.5, 10, 6,5 with a comma, -0.5); None if it is anything else."""
    if not (match := _POINTS.fullmatch(text.strip())):
        return None
    sign, whole, half = match.groups()
    half_points = 2 * int(whole) + (half == "5")
    return (-half_points if sign == "-" else half_points) / 2


def read_federation(text: str) -> str | None:
    """Return a federation code in upper case; None unless it is three letters."""
    code = text.strip().upper()
    return code if re.fullmatch("[A-Z]{3}", code) else None


def read_number(text: str) -> int | None:
    """Return a whole number of at most 11 digits, as long as a FIDE number may be; None if it is anything else."""
    return int(text) if re.fullmatch(" *[0-9]{1,11} *", text) else None


def read_rounds(text: str) -> int | None:
    """Return a number of rounds; None if it is anything else, or more than anybody plays."""
    number = read_number(text)
    return None if number is None or number > MOST_ROUNDS else number


def read_rating(text: str) -> int | None:
    """Return a rating, 0 included; None if it is anything else, or higher than any rating list could have it."""
    number = read_number(text)
    return None if number is None or number > HIGHEST_RATING else number


class OddFields(dict[str, list[tuple[int, str, str]]]):
    """Fields that do not hold what they should: line number, player and what was found, by field."""

    def note(self, name: str, line_number: int, player: str, found: str) -> None:
        """Remember what stood in a field."""
        self.setdefault(name, []).append((line_number, player, found))

    def report(self, reading: Reading) -> None:
        """Write a finding for each into the reading, or one for all players where there are many."""
        for name, seen in self.items():
            field = FIELDS[name]
            rule = f"{field.columns} must hold {field.expected}"
            action = f"{name} was {'kept' if name == 'name' else 'left empty'}; correct the report if it matters"
            found: list[tuple[int | None, str, str]] = [
                (line, player, f"{player}: {rule}, but {text!r} stands there") for line, player, text in seen
            ]
            if len(seen) >= _MANY:
                examples = ", ".join(f"{text!r} in line {line}" for line, _, text in seen[:3])
                players = f"{len(seen)} players"
                found = [(None, players, f"{rule}, but {players} have something else: {examples} and so on")]
            for line, subject, sentence in found:
                sentence = f"{where(reading.source_file, line)}: {sentence}"
                reading.find(f"{name}_odd", sentence, action, line=line, column=field.first, subject=subject)


def _cut(line: str, name: str) -> tuple[str, bool]:
    """Text of a field, and whether it runs on into the column before or after, so that its text cannot be trusted."""
    first, last, _ = FIELDS[name]
    padded = line.ljust(last + 1)
    runs_on = " " not in padded[first - 2 : first] or " " not in padded[last - 1 : last + 1]
    return padded[first - 1 : last].strip(), runs_on


def start_number_of(line: str) -> int:
    """Return the start number of a 001 line; raise SourceError with the column if the line is of no use (T19, T23)."""
    if "\t" in line:
        raise SourceError(
            "a tab stands in the line, so its columns cannot be trusted; replace tabs by blanks",
            reason_code="tab_in_line",
            column_number=line.index("\t") + 1,
        )
    text, runs_on = _cut(line, "start_number")
    number = read_number(text)
    if not line.startswith("001 ") or runs_on or not number:
        raise SourceError(
            f"a player's line begins with 001, a blank and a start number from 1 in {FIELDS['start_number'].columns}, "
            f"but this one with {line[:9]!r}; correct it",
            reason_code="no_start_number",
            column_number=FIELDS["start_number"].first if line.startswith("001 ") else 1,
        )
    if (ends := len(line.rstrip())) < FIELDS["points"].first:
        raise SourceError(
            f"player {number}: the line ends before the points ({FIELDS['points'].columns}), so it was cut short; "
            "take it from the program again",
            reason_code="line_cut_short",
            column_number=ends,
        )
    if not _cut(line, "name")[0]:
        raise SourceError(
            f"player {number}: no name stands in {FIELDS['name'].columns}; write the player's name there",
            reason_code="no_name",
            column_number=FIELDS["name"].first,
        )
    return number


def player_row(line: str, line_number: int, start_number: int, odd: OddFields) -> Row:
    """Return the row of staging.report_players but for its event; what does not belong in a field goes to `odd`.

    Nothing is taken from a field that runs on into the next column but a name, which is then cut.
    """
    name, is_cut = _cut(line, "name")
    player = f"player {start_number} {name}"
    if is_cut:
        odd.note("name", line_number, player, name)

    def text_of(field: str) -> str:
        text, runs_on = _cut(line, field)
        if runs_on:
            odd.note(field, line_number, player, line[FIELDS[field].first - 2 : FIELDS[field].last + 1])
        return "" if runs_on else text

    def number_of(field: str, read: Callable[[str], int | None] = read_number) -> int | None:
        text = text_of(field)
        if text and read(text) is None:
            odd.note(field, line_number, player, text)
        # A zero stands for "none" in ratings, numbers and places alike (T16).
        return read(text) or None

    # Sex and title stand side by side without a blank.
    sex, title = _cut(line, "sex")[0], _cut(line, "title")[0]
    if sex and sex.lower() not in SEXES:
        odd.note("sex", line_number, player, sex)
    if not is_known_title(title):
        odd.note("title", line_number, player, title)
    title_code, womens_title_code = normalise_title(title)

    federation = text_of("federation")
    if federation and not read_federation(federation):
        odd.note("federation", line_number, player, federation)
    birth_text, points_text = text_of("birth"), text_of("points")
    birth, points = read_birth(birth_text), read_points(points_text)
    if birth is None:
        odd.note("birth", line_number, player, birth_text)
    if points_text and points is None:
        odd.note("points", line_number, player, points_text)
    return {
        "line_number": line_number,
        "start_number": start_number,
        "name": name,
        "sex": SEXES.get(sex.lower()),
        "title_raw": title or None,
        "title_code": title_code,
        "womens_title_code": womens_title_code,
        "rating": number_of("rating", read_rating),
        "federation_code": read_federation(federation),
        "fide_id": number_of("fide_id"),
        "birth_date": birth and birth.date,
        "birth_year": birth and birth.year,
        "birth_precision": birth.precision if birth else "none",
        "birth_month": birth and birth.month,
        "points": points,
        "points_column": FIELDS["points"].first,
        "place": number_of("place"),
    }
