"""corrections.toml: known errors of raw files, each with what the file says, what it should say, and why.

Raw files are never edited. Imported only when there is such a file, because pydantic is slow to import.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pydantic import Field, ValidationInfo, field_validator

from normbook.sources.corrected import BLANK
from normbook.sources.dates import read_birth
from normbook.sources.handwritten import (
    LARGEST_COUNT,
    LARGEST_NUMBER,
    Count,
    Number,
    Written,
    line_of,
    one_of,
    read_handwritten,
)
from normbook.sources.rating_list_typed import LOWEST_RATING
from normbook.sources.reading import Reading
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.trf_players import FIELDS as READ_FIELDS
from normbook.sources.trf_players import read_federation, read_number, read_points, read_rating
from normbook.sources.trf_rounds import RESULTS

Value = str | int | float | date


class CorrectedField(NamedTuple):
    """A field that can be corrected: what kind of value it has, and its column in reports, cells and lists (None: not there).

    No number that it holds is above `largest`, and none but points (penalties) is below 0.
    """

    kind: type
    report: str | None = None
    cell: str | None = None
    rating_list: str | None = None
    largest: int = 9999


FIELDS = {
    "name": CorrectedField(str, "name", None, "name"),
    "sex": CorrectedField(str, "sex", None, "sex"),
    "title": CorrectedField(str, "title_raw", None, "title_raw"),
    "rating": CorrectedField(int, "rating", None, "standard_rating"),
    "rapid_rating": CorrectedField(int, rating_list="rapid_rating"),
    "blitz_rating": CorrectedField(int, rating_list="blitz_rating"),
    "federation": CorrectedField(str, "federation_code", None, "federation_code"),
    "fide_id": CorrectedField(int, "fide_id", largest=LARGEST_NUMBER),
    "birth_year": CorrectedField(int, "birth_year", None, "birth_year"),
    "birth_date": CorrectedField(date, "birth_date", None, "birth_date"),
    "points": CorrectedField(float, "points"),
    "place": CorrectedField(int, "place", largest=LARGEST_COUNT),
    "opponent": CorrectedField(int, cell="opponent_number", largest=LARGEST_COUNT),
    "colour": CorrectedField(str, cell="colour"),
    "result": CorrectedField(str, cell="result_code"),
}
_KINDS = {str: "text", int: "a whole number", float: "points such as 6.5", date: "a date such as 1990-05-17"}


def _read_year(text: str) -> int | None:
    birth = read_birth(text)
    return birth.year if birth else None


# What the readers would not take from the file, a correction cannot bring in.
_READERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("rating", "rapid_rating", "blitz_rating"), read_rating),
    **dict.fromkeys(("fide_id", "place", "opponent"), read_number),
    "federation": read_federation,
    "birth_year": _read_year,
    "points": read_points,
}
# Where these fields stand in a report says in words what they hold.
_SAME_AS = {"rapid_rating": "rating", "blitz_rating": "rating", "opponent": "start_number", "birth_year": "birth"}


class Correction(Written):
    """A table [[correction]]."""

    file: str = Field(description="the path of a file below the raw folder, in quotation marks")
    player: Number = Field(description="a start number, for rating lists a FIDE number")
    line: Count | None = Field(default=None, description="a line of a rating list where the number stands twice")
    round: Count | None = Field(default=None, description="a round, from 1")
    field: str = Field(description="the name of a field in quotation marks")
    guard: Value = Field(description='what the file says, or "none" where it says nothing')
    value: Value = Field(description='what it should say, or "none"')
    reason: str = Field(description="text in quotation marks")

    @field_validator("file")
    @classmethod
    def _below_the_raw_folder(cls, name: str) -> str:
        return PurePosixPath(name.replace("\\", "/")).as_posix()

    @field_validator("line")
    @classmethod
    def _is_of_a_list(cls, line: int | None, info: ValidationInfo) -> int | None:
        if line and not str(info.data.get("file", "")).startswith("rating_lists/"):
            raise ValueError("in a report the start number tells the player; remove the line")
        return line

    @field_validator("field")
    @classmethod
    def _is_known(cls, name: str, info: ValidationInfo) -> str:
        field = FIELDS[one_of("field", name, FIELDS)]
        is_list = str(info.data.get("file", "")).startswith("rating_lists/")
        if not (field.rating_list if is_list else field.report or field.cell):
            raise ValueError(f"{'a rating list' if is_list else 'a report'} has no field {name!r}")
        if bool(field.cell) != bool(info.data.get("round")):
            raise ValueError(f"{name} {'needs' if field.cell else 'has no'} round")
        return name

    @field_validator("guard", "value")
    @classmethod
    def _fits(cls, value: Value, info: ValidationInfo) -> Value:
        name = info.data.get("field")
        if name is None or value == BLANK:
            return value
        kind, largest = FIELDS[name].kind, FIELDS[name].largest
        if not isinstance(value, int | float if kind is float else kind) or isinstance(value, bool):
            raise ValueError(f'a {name} is {_KINDS[kind]}, or "{BLANK}", but this says {value!r}')
        if isinstance(value, int | float) and not (-largest if kind is float else 0) <= value <= largest:
            raise ValueError(f"no {name} is {value}; it goes up to {largest}")
        if info.field_name == "value":
            if name == "title" and not is_known_title(str(value)):
                raise ValueError(f"{value!r} is no title")
            read = _READERS.get(name)
            if read and (read(str(value)) != value or (value == 0 and name != "points")):
                expected = READ_FIELDS[_SAME_AS.get(name, name)].expected
                raise ValueError(f'{value!r} is no {name}; it must be {expected}, and nothing is "{BLANK}"')
            is_list = str(info.data.get("file", "")).startswith("rating_lists/")
            if is_list and read is read_rating and isinstance(value, int) and value < LOWEST_RATING:
                raise ValueError(f"{value} is no {name} of a list; the lowest is {LOWEST_RATING}")
            known = {"sex": ("M", "F"), "colour": ("w", "b"), "result": tuple(RESULTS.split())}.get(name)
            if known and value not in known:
                raise ValueError(f"{value!r} is no {name}; known are {' '.join(known)}")
        return value

    def columns(self) -> dict[str, object]:
        """Columns of the corrected row and their values; the first one is that of the field."""
        value = None if self.value == BLANK else self.value
        match self.field:
            case "title":
                title, womens_title = normalise_title(None if value is None else str(value))
                return {"title_raw": value, "title_code": title, "womens_title_code": womens_title}
            case "birth_year":
                return {"birth_year": value, "birth_date": None, "birth_precision": "year" if value else "none"}
            case "birth_date":
                year = value.year if isinstance(value, date) else None
                return {"birth_date": value, "birth_year": year, "birth_precision": "day" if value else "none"}
        field = FIELDS[self.field]
        is_list = self.file.startswith("rating_lists/")
        return {str(field.rating_list if is_list else field.report or field.cell): value}


class Corrections(Written):
    """The whole file."""

    correction: list[Correction] = Field(min_length=1, description="tables [[correction]]")


class Declared(NamedTuple):
    """A correction and where it stands."""

    source_file: str
    line_number: int | None
    said: Correction


def read_corrections(path: Path, source_file: str) -> tuple[Reading, list[Declared]]:
    """Read corrections.toml; with a mistake nothing of it is applied, each mistake a finding with its line.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    consequence = "nothing is corrected until this file is corrected"
    reading, text, said = read_handwritten(path, source_file, "corrections", Corrections, consequence)
    corrections = said.correction if said else []
    return reading, [Declared(source_file, line_of(text, ("correction", n)), one) for n, one in enumerate(corrections)]
