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
OTHER_FORMATS = ("scheveningen", "schiller", "other")
SYSTEMS = (*PAIRINGS, "team", *OTHER_FORMATS)
SECTIONS = ("open", "women")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NONE")
ABSENCES = ("own_forfeit", "requested_bye", "pairing_bye", "opponent_absent")
SIGNATURES = ("chief_arbiter", "federation")
EXEMPTIONS = ("national_final", "national_team", "zonal", "approved")


@cache
def known_championships() -> tuple[str, ...]:
    """Championships that a sidecar may name: those of the direct titles (1.2) and of the short team events (1.41b)."""
    with Path(__file__).with_name("championships.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(row["championship"] for row in csv.DictReader(lines))


@cache
def known_event_classes() -> tuple[str, ...]:
    """Championships, and the events from which one norm of an application must come (1.5.6b to f of 2024)."""
    from normbook.regulations.loader import FOLDER

    with (FOLDER / "listed_events.csv").open(encoding="utf-8", newline="") as lines:
        return (*known_championships(), *(row["event_kind"] for row in csv.DictReader(lines)))


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


class Absence(RoundGame):
    """Why a player had no game in a round, where the report's code is wrong."""

    kind: Annotated[str, AfterValidator(lambda kind: one_of("kind of absence", kind, ABSENCES))] = Field(
        description="own_forfeit, requested_bye, pairing_bye or opponent_absent"
    )


def _with_value(said: object) -> object:
    # a bare value holds from the first day on
    return said if isinstance(said, dict) else {"value": said}


class Rating(Written):
    """A rating that the lists do not have, and the day from which it holds."""

    value: Annotated[int, Field(ge=0, le=3500)] | None = Field(
        description="a rating, or {value = 2500, from = 2024-05-01}"
    )
    from_: Day | None = Field(default=None, alias="from", description="a date such as 2024-05-01")


class Title(Written):
    """A title that the lists do not have or should not have, and the day on which it was confirmed."""

    value: Annotated[str, AfterValidator(lambda title: one_of("title", title.upper(), TITLES))] = Field(
        description='a title such as "IM", or "none"'
    )
    from_: Day | None = Field(default=None, alias="from", description="a date such as 2024-05-01")


class Reached(Written):
    """A rating that no list has: an interim one, or one in the middle of an event (1.3, 1.5.3 of 2024)."""

    value: Annotated[int, Field(gt=0, le=3500)] = Field(description="a rating such as 2300")
    on: Day = Field(description="a date such as 2024-05-01")
    rated_games: Annotated[int, Field(ge=0)] | None = Field(default=None, description="rated games up to that day")


FideNumber = Annotated[str, Field(pattern="^[0-9]{1,10}$")]


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

    event_class: list[str] = Field(default=[], description='a list such as ["olympiad"]')
    format_approved: bool | None = Field(default=None, description="true or false")
    format_changed_approved: bool | None = Field(default=None, description="true or false")
    predetermined_pairings: bool | None = Field(default=None, description="true or false")
    single_federation_zonal_year: list[Federation] = Field(default=[], description='a list such as ["AAA", "BBB"]')
    registering_federation: Federation | None = Field(default=None, description="a federation code of three letters")
    division: str | None = Field(default=None, description="text in quotation marks")
    federation_overrides: dict[FideNumber, Federation] = Field(
        default={}, description='a table of FIDE numbers such as {1234567 = "AAA"}'
    )
    rating_overrides: dict[FideNumber, Annotated[Rating, BeforeValidator(_with_value)]] = Field(
        default={}, description="a table of FIDE numbers such as {1234567 = 2500}"
    )
    title_overrides: dict[FideNumber, Annotated[Title, BeforeValidator(_with_value)]] = Field(
        default={}, description='a table of FIDE numbers such as {1234567 = {value = "IM", from = 2024-05-01}}'
    )
    ratings_reached: dict[FideNumber, Reached] = Field(
        default={}, description="a table of FIDE numbers such as {1234567 = {value = 2300, on = 2024-05-01}}"
    )
    absences: list[Absence] = Field(
        default=[], description='a list such as [{round_number = 3, start_number = 12, kind = "pairing_bye"}]'
    )
    round_dates: list[Day] | None = Field(default=None, description="a list of dates, one a round")
    minutes_for_60_moves: Count | None = Field(default=None, description="a number of minutes")
    uniform_clocks: bool | None = Field(default=None, description="true or false")
    registered_on: Day | None = Field(default=None, description="a date such as 2024-04-01")
    late_registration_approved: bool | None = Field(default=None, description="true or false")
    unequal_conditions: bool | None = Field(default=None, description="true or false")
    benefiting_changes: bool | None = Field(default=None, description="true or false")
    arbiters: dict[FideNumber, Annotated[str, AfterValidator(str.upper)]] = Field(
        default={}, description='a table of FIDE numbers such as {1234567 = "IA"}, the chief arbiter first'
    )
    rated_by_fide: bool | None = Field(default=None, description="true or false")
    certificate_signed: list[str] | None = Field(
        default=None, description='a list of "chief_arbiter" and "federation", empty where nobody signed'
    )

    @field_validator("event_class", "certificate_signed")
    @classmethod
    def _are_known(cls, values: list[str] | None, info: ValidationInfo) -> list[str] | None:
        known = SIGNATURES if info.field_name == "certificate_signed" else known_event_classes()
        what = "signature" if info.field_name == "certificate_signed" else "class of an event"
        return values and [one_of(what, value, known) for value in values]

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
    for number, reached in said["event"].pop("ratings_reached").items():
        told = {"rating": reached["value"], "reached_on": reached["on"], "rated_games": reached["rated_games"]}
        reading.add("staging.reached_ratings", source_file=source_file, fide_id=int(number), **told)
    said["event"] |= _by_number(sidecar.event)
    for key, value in said["event"].items():
        # two rounds may be on one day
        is_set = isinstance(value, list) and key != "round_dates"
        row[key] = without_repeats(reading, text, ("event", key), value) if is_set else value
    reading.add("staging.event_sidecars", **row)
    for placing in without_repeats(reading, text, ("placing",), said["placing"]):
        reading.add("staging.sidecar_placings", event_id=path.stem, **placing)
    return reading


def _by_number(event: Event) -> dict[str, list[dict[str, object]]]:
    """What is said by FIDE number, as rows."""
    return {
        "federation_overrides": [
            {"fide_id": int(number), "federation_code": code} for number, code in event.federation_overrides.items()
        ],
        "rating_overrides": [
            {"fide_id": int(number), "rating": said.value or None, "from_date": said.from_}
            for number, said in event.rating_overrides.items()
        ],
        "title_overrides": [
            {"fide_id": int(number), "title_code": said.value, "from_date": said.from_}
            for number, said in event.title_overrides.items()
        ],
        "arbiters": [
            {"fide_id": int(number), "title": title, "is_chief": place == 0}
            for place, (number, title) in enumerate(event.arbiters.items())
        ],
    }


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
