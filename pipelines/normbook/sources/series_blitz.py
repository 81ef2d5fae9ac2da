"""What a series file says for a blitz championship alone: teams, and the categories of players with their days.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from normbook.regulations.blitz_schema import BlitzRegulation
from normbook.regulations.schema import SeriesRegulation
from normbook.sources.handwritten import Count, Day, Number, Written
from normbook.sources.reading import Reading


class Team(Written):
    """A table [[team]]: who played for a club in a team event."""

    event: str = Field(description="an event of this series, in quotation marks")
    club: str = Field(description="the club that entered the team, in quotation marks")
    players: list[Count] = Field(min_length=1, description="start numbers in the order of the boards, such as [3, 1]")


class CategoryEntry(Written):
    """A table [[category]]: the category of a player in standard chess or in blitz, from a day on."""

    player: Number | str = Field(description="a FIDE number, or a name in quotation marks")
    on: Day = Field(description="a date such as 2005-03-01")
    standard: str | None = Field(default=None, description='a category such as "2", in quotation marks')
    blitz: str | None = Field(default=None, description='a category such as "2", in quotation marks')

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> Self:
        if (self.standard is None) == (self.blitz is None):
            raise ValueError("a category is either `standard` or `blitz`; write two tables for both")
        return self


def categories_of(regulation: SeriesRegulation) -> tuple[str, ...]:
    """The categories of a blitz regulation; raise ValueError for another kind, which knows none."""
    if not isinstance(regulation, BlitzRegulation):
        raise ValueError("tables [[category]] are for blitz championships; this regulation is of another kind")
    return regulation.categories.value


def write_blitz(reading: Reading, series: str, teams: list[Team], categories: list[CategoryEntry]) -> None:
    """Write the rows of staging.series_teams and staging.series_categories."""
    for number, team in enumerate(teams, 1):
        reading.add(
            "staging.series_teams",
            series=series,
            team=number,
            event_id=team.event,
            club=team.club,
            start_numbers=team.players,
        )
    for number, entry in enumerate(categories, 1):
        is_number = isinstance(entry.player, int)
        reading.add(
            "staging.series_categories",
            series=series,
            entry=number,
            fide_id=entry.player if is_number else None,
            name=None if is_number else entry.player,
            since=entry.on,
            standard=entry.standard,
            blitz=entry.blitz,
        )
