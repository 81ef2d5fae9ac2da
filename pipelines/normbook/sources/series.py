"""Series files: a Grand Prix or a blitz championship names its regulation and its events in order, in TOML.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from pydantic import Field, ValidationInfo, field_validator

from normbook.sources.handwritten import Count, Written, one_of, read_handwritten
from normbook.sources.reading import Reading

# (discipline, article) of a regulation by its name or path, None if there is none.
DisciplineOf = Callable[[str], tuple[str, str] | None]


class SeriesHead(Written):
    """The table [series]."""

    name: str | None = Field(default=None, description="text in quotation marks")
    regulation: str = Field(description="the name of a regulation in quotation marks")
    season: int | None = Field(default=None, ge=1900, le=2999, description="a year such as 2005")
    clubs: str | None = Field(default=None, description="the name of a CSV file in quotation marks")

    @field_validator("regulation")
    @classmethod
    def _is_known(cls, regulation: str, info: ValidationInfo) -> str:
        discipline_of, known = cast(tuple[DisciplineOf, Sequence[str]], info.context)
        return regulation if discipline_of(regulation) else one_of("known regulation", regulation, known)


class SeriesEvent(Written):
    """A table [[event]]."""

    event: str = Field(description="the name of a report file without its ending, in quotation marks")
    category: str = Field(description='a category such as "Sub-10", in quotation marks')
    encounter: Count | None = Field(default=None, description="the number of the encounter, from 1")
    annual_championship: bool = Field(default=False, description="true or false")


class PlayOff(Written):
    """A table [[play_off]]: the result of a play-off that the events do not hold."""

    event: str = Field(description="an event of this series, in quotation marks")
    order: list[Count] = Field(min_length=2, description="start numbers, best first, such as [4, 1]")


class Series(Written):
    """A series file."""

    series: SeriesHead = Field(description="a table [series]")
    event: list[SeriesEvent] = Field(min_length=1, description="tables [[event]]")
    play_off: list[PlayOff] = Field(default=[], description="tables [[play_off]]")

    @field_validator("event")
    @classmethod
    def _is_unique(cls, events: list[SeriesEvent]) -> list[SeriesEvent]:
        times = Counter((event.event, event.category) for event in events)
        if repeated := [key for key, count in times.items() if count > 1]:
            raise ValueError(f"event {repeated[0][0]!r} stands twice in category {repeated[0][1]!r}")
        return events

    @field_validator("play_off")
    @classmethod
    def _has_event(cls, play_offs: list[PlayOff], info: ValidationInfo) -> list[PlayOff]:
        for play_off in play_offs if "event" in info.data else []:
            one_of("event of this series", play_off.event, [event.event for event in info.data["event"]])
        return play_offs


def read_series(path: Path, source_file: str, discipline_of: DisciplineOf, known: Sequence[str]) -> Reading:
    """Read a series file (the series is named by its stem) into staging.series_events, its events in order.

    `discipline_of` gives discipline and article of a regulation, `known` the names to propose for an unknown one. With
    any mistake the whole series is refused, every mistake a finding with its line. Clubs and play-offs are checked and
    not kept yet. Raise OSError if the file cannot be opened; what `discipline_of` raises passes through.
    """
    consequence = "the series is left out until its file is corrected"
    reading, _, series = read_handwritten(
        path, source_file, "series", Series, consequence, context=(discipline_of, known)
    )
    if series is None:
        return reading
    head = series.series
    discipline, article = cast(tuple[str, str], discipline_of(head.regulation))
    for event in series.event:
        reading.add(
            "staging.series_events",
            series=path.stem,
            source_file=source_file,
            series_name=head.name,
            season=head.season,
            regulation=head.regulation,
            discipline=discipline,
            article=article,
            event_id=event.event,
            category=event.category,
            encounter=event.encounter,
            annual_championship=event.annual_championship,
        )
    return reading
