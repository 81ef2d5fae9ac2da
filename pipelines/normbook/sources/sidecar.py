"""Sidecars: what a report or a rating list cannot say about itself, written by a person in `<stem>.toml` beside it.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator

from normbook.errors import SourceError
from normbook.sources.decoding import decode
from normbook.sources.handwritten import (
    Count,
    Day,
    Month,
    Written,
    one_of,
    read_handwritten,
    read_toml,
    without_repeats,
)
from normbook.sources.reading import Reading
from normbook.sources.where import where

PAIRINGS = ("swiss", "round_robin", "double_round_robin", "knockout")
SYSTEMS = (*PAIRINGS, "team")
SECTIONS = ("open", "women")
EXEMPTIONS = ("national_final", "national_team", "zonal", "approved")


@cache
def known_championships() -> tuple[str, ...]:
    """Championships that a sidecar may name: those of the direct titles (1.2) and of the short team events (1.41b)."""
    with Path(__file__).with_name("championships.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(row["championship"] for row in csv.DictReader(lines))


def _exemption(name: str) -> str:
    # Whether the edition has the article is for the judge of the event to say.
    is_article = re.fullmatch(r"[0-9]+(\.[0-9]+)+[a-z]?[0-9]*", name)
    return name if is_article else one_of("article or exemption", name, EXEMPTIONS)


def _edition(value: object) -> object:
    # Editions are named by their date, which TOML reads as a date where it is not in quotation marks.
    return value.isoformat() if isinstance(value, date) else value


Federation = Annotated[str, Field(pattern="^[A-Za-z]{3}$"), AfterValidator(str.upper)]


class RoundGame(Written):
    """One game, by round and player."""

    round_number: Count = Field(description="a round, from 1")
    start_number: Count = Field(description="a start number")


class Event(Written):
    """The table [event]."""

    name: str | None = Field(default=None, description="text in quotation marks")
    start_date: Day | None = Field(default=None, description="a date such as 2005-07-23")
    end_date: Day | None = Field(default=None, description="a date such as 2005-07-31")
    federation_code: Federation | None = Field(default=None, description="a federation code of three letters")
    system: str | None = Field(default=None, description="the name of a system in quotation marks")
    pairing: str | None = Field(default=None, description="the name of a system in quotation marks")
    championship: str | None = Field(default=None, description="the name of a championship in quotation marks")
    section: str | None = Field(default=None, description='"open" or "women"')
    exemption: Annotated[str, AfterValidator(_exemption)] | None = Field(
        default=None, description='an article such as "1.43a"'
    )
    edition: Annotated[str, BeforeValidator(_edition), Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = Field(
        default=None, description="the date of an edition, such as 2005-07-01"
    )
    suspended_federations: list[Federation] = Field(default=[], description='a list such as ["AAA", "BBB"]')
    computers: list[Count] = Field(default=[], description="a list of start numbers")
    list_month: Month | None = Field(default=None, description='a month such as "2005-07"')
    norm_eligible: bool | None = Field(default=None, description="true or false")
    reason: str | None = Field(default=None, description="text in quotation marks")
    same_as: str | None = Field(
        default=None, description="the name of a report file without its ending, in quotation marks"
    )
    time_control: str | None = Field(default=None, description="text in quotation marks")
    not_over_board: list[RoundGame] = Field(
        default=[], description="a list such as [{round_number = 3, start_number = 12}]"
    )
    started_forfeits: list[RoundGame] = Field(
        default=[], description="a list such as [{round_number = 3, start_number = 12}]"
    )

    @field_validator("end_date")
    @classmethod
    def _ends_after_start(cls, end: date | None, info: ValidationInfo) -> date | None:
        if end and (start := info.data.get("start_date")) and end < start:
            raise ValueError(f"the last day {end} comes before the first day {start}")
        return end

    @field_validator("system", "pairing", "section", "championship")
    @classmethod
    def _is_known(cls, value: str | None, info: ValidationInfo) -> str | None:
        known = {"system": SYSTEMS, "pairing": PAIRINGS, "section": SECTIONS, "championship": known_championships()}
        return value and one_of(str(info.field_name), value, known[str(info.field_name)])


class Placing(Written):
    """A table [[placing]]: what the results cannot tell."""

    start_number: Count = Field(description="a start number")
    place: Count | None = Field(default=None, description="a place, from 1")
    stage: str | None = Field(default=None, description='a stage such as "last_16", in quotation marks')


class Sidecar(Written):
    """The sidecar of an event."""

    event: Event = Field(default=Event(), description="a table [event]")
    placing: list[Placing] = Field(default=[], description="tables [[placing]]")

    @field_validator("placing")
    @classmethod
    def _is_unique(cls, placings: list[Placing]) -> list[Placing]:
        times = Counter(placing.start_number for placing in set(placings))
        if repeated := [number for number in times if times[number] > 1]:
            raise ValueError(f"start number {min(repeated)} has two placings; a player has one")
        return placings


class ListSidecar(Written):
    """The sidecar of a rating list."""

    list_month: Month = Field(description='a month such as "2005-07"')


def read_sidecar(path: Path, source_file: str) -> Reading:
    """Read the sidecar of an event (its event_id is the file's stem) into staging.event_sidecars and sidecar_placings.

    With any mistake the row says only `has_error`: the event gets no verdict until a person corrects the file. Every
    mistake is a finding with its line. Raise OSError if the file cannot be opened, and nothing else.
    """
    consequence = "the event gets no verdict until its sidecar is corrected"
    reading, text, sidecar = read_handwritten(path, source_file, "sidecar", Sidecar, consequence, event_id=path.stem)
    row = {"event_id": path.stem, "source_file": source_file, "has_error": sidecar is None}
    if sidecar is None:
        reading.add("staging.event_sidecars", **row)
        return reading
    said = sidecar.model_dump()
    for key, value in said["event"].items():
        row[key] = without_repeats(reading, text, ("event", key), value) if isinstance(value, list) else value
    reading.add("staging.event_sidecars", **row)
    for placing in without_repeats(reading, text, ("placing",), said["placing"]):
        reading.add("staging.sidecar_placings", event_id=path.stem, **placing)
    return reading


def read_list_month(path: Path) -> str:
    """Return the month (YYYY-MM) that the sidecar of a rating list states; raise SourceError with its first mistake.

    The sentence names the sidecar and its line, since the list of that month is refused for it.
    """
    try:
        text, _ = decode(path.read_bytes())
    except (SourceError, OSError) as error:
        reason = error.reason if isinstance(error, SourceError) else f"it cannot be opened ({error.strerror})"
        raise SourceError(f"{path.name}: {reason}", reason_code="sidecar_unreadable") from error
    outcome = read_toml(text, ListSidecar)
    if isinstance(outcome, ListSidecar):
        return outcome.list_month
    first = outcome[0]
    raise SourceError(
        f"{where(path.name, first.line_number, first.column_number)}: {first.sentence}",
        reason_code=first.code,
    )
