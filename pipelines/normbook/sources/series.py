"""Series files: a Grand Prix or a blitz championship names its regulation and its events in order, in TOML.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar, cast

from pydantic import Field, ValidationInfo, field_validator

from normbook.errors import RegulationError
from normbook.regulations import series_regulation, series_regulation_files
from normbook.sources.handwritten import Count, Written, line_of, one_of, read_handwritten
from normbook.sources.reading import Reading
from normbook.sources.series_blitz import CategoryEntry, Team, categories_of, write_blitz
from normbook.sources.where import where


@dataclass(frozen=True)
class _Place:
    """Where a series file lies, so that it can name others beside it."""

    path: Path
    source_file: str

    @property
    def raw(self) -> Path:
        """The raw folder."""
        return self.path.parents[self.source_file.count("/")]

    def beside(self, name: str) -> tuple[Path, str] | None:
        """A file named from the folder of the series, and its path below the raw folder; None if it is not there."""
        try:
            file = (self.path.parent / name).resolve()
            if not file.is_file() or not file.is_relative_to(self.raw.resolve()):
                return None
        except (ValueError, OSError):  # no name that a file can have: with a NUL, or too long
            return None
        return file, file.relative_to(self.raw.resolve()).as_posix()

    def regulation(self, name: str) -> tuple[str, str]:
        """Name and text of a regulation; raise ValueError where there is none or where the user's own file is wrong."""
        if name in (files := series_regulation_files()):
            return name, files[name].read_text(encoding="utf-8")
        if not name.endswith((".yaml", ".yml")):
            one_of("known regulation", name, tuple(files))
        if (found := self.beside(name)) is None:
            raise ValueError(
                f"{name!r} is no file; a regulation of your own lies below the raw folder, beside its series"
            )
        try:
            text = found[0].read_text(encoding="utf-8")
            series_regulation(text, found[1])
        except UnicodeDecodeError as error:
            raise ValueError(f"{found[1]}: this is no text in UTF-8; save it as UTF-8") from error
        except RegulationError as error:
            raise ValueError("; ".join(str(error).splitlines())) from error
        return found[1], text


class SeriesHead(Written):
    """The table [series]."""

    name: str | None = Field(default=None, description="text in quotation marks")
    regulation: str = Field(description="the name of a regulation in quotation marks")
    season: int | None = Field(default=None, ge=1900, le=2999, description="a year such as 2005")
    clubs: str | None = Field(default=None, description="the name of a CSV file in quotation marks")

    @field_validator("regulation")
    @classmethod
    def _is_known(cls, regulation: str, info: ValidationInfo) -> str:
        cast(_Place, info.context).regulation(regulation)
        return regulation


class SeriesEvent(Written):
    """A table [[event]]."""

    event: str = Field(description="the name of a report file without its ending, in quotation marks")
    category: str = Field(description='a category such as "Sub-10", in quotation marks')
    encounter: Count | None = Field(default=None, description="the number of the encounter, from 1")
    annual_championship: bool = Field(default=False, description="true or false")
    final: str | None = Field(default=None, description='a stage of the finals in quotation marks: a zone, or "title"')
    section: Literal["open", "women"] = Field(default="open", description='"open" or "women": for whom a final is')
    group_of: str | None = Field(default=None, description="the event whose finalists come from this group")
    boards: list[str] | None = Field(default=None, description='categories of the boards of a team, such as ["1", "2"]')


class PlayOff(Written):
    """A table [[play_off]]: the result of a play-off that the events do not hold."""

    event: str = Field(description="an event of this series, in quotation marks")
    order: list[Count] = Field(min_length=2, description="start numbers, best first, such as [4, 1]")
    undecided: bool = Field(default=False, description="true where all play-offs ended level, else false")

    @field_validator("order")
    @classmethod
    def _has_everybody_once(cls, order: list[int]) -> list[int]:
        if repeated := [number for number, times in Counter(order).items() if times > 1]:
            raise ValueError(f"start number {repeated[0]} stands there twice")
        return order


# A table that names an event of the series.
OfEvent = TypeVar("OfEvent", PlayOff, Team)


class Series(Written):
    """A series file."""

    series: SeriesHead = Field(description="a table [series]")
    event: list[SeriesEvent] = Field(min_length=1, description="tables [[event]]")
    play_off: list[PlayOff] = Field(default=[], description="tables [[play_off]]")
    team: list[Team] = Field(default=[], description="tables [[team]]")
    category: list[CategoryEntry] = Field(default=[], description="tables [[category]]")

    @field_validator("event")
    @classmethod
    def _is_unique(cls, events: list[SeriesEvent]) -> list[SeriesEvent]:
        times = Counter((event.event, event.category) for event in events)
        if repeated := [key for key, count in times.items() if count > 1]:
            raise ValueError(f"event {repeated[0][0]!r} stands twice in category {repeated[0][1]!r}")
        return events

    @field_validator("event")
    @classmethod
    def _groups_have_finals(cls, events: list[SeriesEvent]) -> list[SeriesEvent]:
        finals = {event.event: event.group_of for event in events if event.group_of}
        for group in finals:
            way = [group]
            while final := finals.get(way[-1]):
                way.append(one_of("event of this series", final, [event.event for event in events]))
                if final in way[:-1]:
                    raise ValueError(f"the groups lead to no final: {' -> '.join(way)}")
        return events

    @field_validator("play_off", "team")
    @classmethod
    def _has_event(cls, tables: list[OfEvent], info: ValidationInfo) -> list[OfEvent]:
        for table in tables if "event" in info.data else []:
            one_of("event of this series", table.event, [event.event for event in info.data["event"]])
        return tables

    @field_validator("category")
    @classmethod
    def _is_of_the_regulation(cls, entries: list[CategoryEntry], info: ValidationInfo) -> list[CategoryEntry]:
        if entries and "series" in info.data:
            name, text = cast(_Place, info.context).regulation(info.data["series"].regulation)
            known = categories_of(series_regulation(text, name))
            for entry in entries:
                one_of("category of the regulation", entry.standard or entry.blitz or "", known)
        return entries


def read_series(path: Path, source_file: str) -> Reading:
    """Read a series file (the series is named by its stem) into staging.series, its events in order, and its play-offs.

    With any mistake the whole series is refused, every mistake a finding with its line. Raise OSError if the file cannot
    be opened, RegulationError if a regulation that comes with the program is malformed.
    """
    place = _Place(path, source_file)
    consequence = "the series is left out until its file is corrected"
    reading, text, series = read_handwritten(path, source_file, "series", Series, consequence, context=place)
    if series is None:
        return reading
    head = series.series
    name, regulation_text = place.regulation(head.regulation)
    regulation = series_regulation(regulation_text, name)
    reading.add(
        "staging.series",
        series=path.stem,
        source_file=source_file,
        series_name=head.name,
        season=head.season,
        kind=regulation.kind,
        regulation=name,
        regulation_text=regulation_text,
        unplayed=regulation.unplayed.value,
        clubs_file=_clubs_file(head, place, reading, text),
    )
    for position, event in enumerate(series.event, 1):
        reading.add(
            "staging.series_events",
            series=path.stem,
            source_file=source_file,
            position=position,
            discipline=regulation.discipline.value,
            article=regulation.discipline.article,
            event_id=event.event,
            category=event.category,
            encounter=event.encounter,
            annual_championship=event.annual_championship,
            final=event.final,
            section=event.section,
            group_of=event.group_of,
            boards=event.boards,
        )
    for number, play_off in enumerate(series.play_off, 1):
        reading.add(
            "staging.play_offs",
            series=path.stem,
            play_off=number,
            event_id=play_off.event,
            start_numbers=play_off.order,
            undecided=play_off.undecided,
        )
    write_blitz(reading, path.stem, series.team, series.category)
    return reading


def _clubs_file(head: SeriesHead, place: _Place, reading: Reading, text: str) -> str | None:
    """Path of the clubs file below the raw folder; a finding where the series names one that is not read."""
    if head.clubs is None:
        return None
    found = place.beside(head.clubs)
    if found and found[1].startswith("series/") and found[0].suffix.lower() == ".csv":
        return found[1]
    line = line_of(text, ("series", "clubs"))
    reading.find(
        "clubs_missing",
        f"{where(place.source_file, line)}: clubs names {head.clubs!r}, and there is no such CSV file below series/",
        "the players have no clubs; put the file beside the series, or correct the name",
        line=line,
        subject=head.clubs,
    )
    return None
