"""What the regulation of a circuit (Grand Prix) must say: one field for every rule in which circuits differ.

Imported only when files are read, because pydantic is slow to import. A rule that changes its shape from circuit to circuit is
a named method: the names listed here are those that the program computes, anything else is refused.
"""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from normbook.regulations.schema import SeriesRegulation
from normbook.regulations.values import Article, Model, Rational, Value

Section = Literal["open", "women"]
TieBreak = Literal["direct_encounter", "wins", "buchholz", "buchholz_cut_1", "sonneborn_berger", "reported_place"]
Count = Annotated[StrictInt, Field(ge=0)]


class OfCategories(Model):
    """A rule for some categories of the series file; `categories: null` is for all."""

    categories: tuple[str, ...] | None


class AgeCategory(Model):
    """A category by age: born after the day, or with no limit; the group of categories that play together."""

    born_after: date | None
    group: str | None
    has_circuit: StrictBool


class SystemByPlayers(Model):
    """The system for up to so many players; without a number of rounds everybody meets everybody."""

    players_to: Count | None
    system: Literal["swiss", "round_robin"]
    rounds: Count | None
    minutes: Count | None


class Band(Model):
    """The best so many: the share of the field, rounded up."""

    share: Rational
    points: Count


class Placement(OfCategories):
    """Points for a place: by a table of places, by bands of the field, or by rank of the distinct scores."""

    method: Literal["place", "band", "score_group"]
    table: tuple[Count, ...]
    bands: tuple[Band, ...]
    rest: Count

    @model_validator(mode="after")
    def _has_points(self) -> Self:
        if bool(self.bands) != (self.method == "band") or bool(self.table) == (self.method == "band"):
            raise ValueError("the method `band` has `bands` and no `table`, the others a `table` and no `bands`")
        return self


class NothingFor(Model):
    """Who gets nothing whatever the place: without a point, or with so many half points at most and all from byes."""

    scored_nothing: StrictBool
    half_points_from_byes: Count


class LeftOut(Model):
    """Of so many players the last ones stay without points."""

    players_from: Count
    players_to: Count
    left_out: Count

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if not self.left_out <= self.players_from <= self.players_to:
            raise ValueError(
                "`players_from` is not above `players_to`, and no more players are left out than there are"
            )
        return self


class TieBreaks(Model):
    """Methods in their order, by system."""

    swiss: tuple[TieBreak, ...]
    round_robin: tuple[TieBreak, ...]


class Bonus(OfCategories):
    """Points for every place gained against the seed by rating; equal ratings share the best seed."""

    for_each_place: Count
    most: Count
    share_of_placement: Rational | None


class Participation(OfCategories):
    """Points for taking part in so large a share of the rounds, forfeits and byes included; null: for entering."""

    points: Count
    share_of_rounds: Rational | None


class Counted(OfCategories):
    """So many best results of these categories count; all where the number is null."""

    results: Count | None


class Qualified(Model):
    """How many go on, whether the table of those left out applies, and what is more than enough."""

    places: Count
    left_out_applies: StrictBool
    more_points_than: Count


class SeasonTie(Model):
    """One way to break a tie of the season."""

    method: Literal["placings", "percentage", "best_result", "first_group", "match"]
    article: Article


class Finals(Model):
    """The draw for so many finalists: places that go straight to the stage for the title, zones for the others."""

    finalists_from: Count
    finalists_to: Count
    straight_to_title: Count
    zones: dict[str, tuple[Count, ...]]
    zone_rounds: dict[Count, Count]
    winners_of_a_zone: Count

    @model_validator(mode="after")
    def _has_everybody_once(self) -> Self:
        drawn = sorted(place for places in self.zones.values() for place in places)
        expected = [*range(self.straight_to_title + 1, self.finalists_to + 1)]
        sizes = {
            sum(place <= finalists for place in places)
            for finalists in range(self.finalists_from, self.finalists_to + 1)
            for places in self.zones.values()
        }
        if missing := sizes - {0} - set(self.zone_rounds):
            raise ValueError(f"`zone_rounds` must say the rounds of a zone of {min(missing)} players")
        if drawn != expected:
            raise ValueError(
                f"the zones must have every place from {self.straight_to_title + 1} to {self.finalists_to} once"
            )
        return self


class FinalsTies(Model):
    """How ties in the finals are broken; the play-offs' times are shares of that of the finals."""

    title: tuple[Literal["play_off", "standing"], ...]
    others: Literal["standing", "shared"]
    play_off_times: tuple[Rational, ...]


class Exemptions(Model):
    """Who pays nothing: the first of an event in the next one, the first of the season in the final."""

    first_of_event: Literal["next_event"] | None
    first_of_event_sections: tuple[Section, ...]
    first_of_season: Literal["final"] | None


class Circuit(SeriesRegulation):
    """A circuit: several events, points in each, the best results summed."""

    sections: Value[tuple[Section, ...]]
    categories: Value[dict[str, AgeCategory] | None]
    encounters: Value[Count | None]
    systems: Value[tuple[SystemByPlayers, ...] | None]
    seeding: Value[Literal["standing"] | None]
    placement: Value[tuple[Placement, ...]]
    game_points: Value[Literal["none", "with_placement", "always"]]
    nothing_for: Value[NothingFor | None]
    left_out: Value[tuple[LeftOut, ...]]
    tie_breaks: Value[TieBreaks]
    shared_places: Value[Literal["best_place", "average"]]
    bonus: Value[tuple[Bonus, ...]]
    participation: Value[tuple[Participation, ...]]
    standing: Value[str | None]
    counted: Value[Annotated[tuple[Counted, ...], Field(min_length=1)]]
    qualified: Value[Qualified | None]
    season_ties: Value[tuple[SeasonTie, ...]]
    finals: Value[tuple[Finals, ...]]
    finals_minutes: Value[dict[str, Count] | None]
    finals_ties: Value[FinalsTies | None]
    fee: Value[Count | None]
    exemptions: Value[Exemptions | None]
    fee_shares: Value[dict[Literal["association", "clubs", "organisers"], Count] | None]

    @model_validator(mode="after")
    def _shares_are_the_fee(self) -> Self:
        if self.fee.value != (self.fee_shares.value and sum(self.fee_shares.value.values())):
            raise ValueError("`fee_shares` must sum to `fee`; both are null where there are no fees")
        return self

    @model_validator(mode="after")
    def _numbers_of_players_stand_once(self) -> Self:
        left_out, finals = self.left_out.value, self.finals.value
        for name, ranges in (
            ("left_out", [(row.players_from, row.players_to) for row in left_out]),
            ("finals", [(row.finalists_from, row.finalists_to) for row in finals]),
        ):
            if any(earlier[1] >= later[0] for earlier, later in pairwise(sorted(ranges))):
                raise ValueError(f"`{name}` must have every number of players in one row at most")
        limits = [one.players_to for one in self.systems.value or ()]
        bounded = [limit for limit in limits if limit is not None]
        if None in limits[:-1] or bounded != sorted(set(bounded)):
            raise ValueError("`systems` must rise by `players_to`, and only the last one may have null there")
        return self

    def left_out_of(self, players: int) -> int:
        """How many of so many players stay without points."""
        rows = self.left_out.value
        return next((row.left_out for row in rows if row.players_from <= players <= row.players_to), 0)

    def standing_of(self, category: str) -> str:
        """The category of the standings in which an event counts."""
        return self.standing.value or category

    def system_for(self, players: int) -> SystemByPlayers | None:
        """The system that is recommended for so many players."""
        systems = self.systems.value or ()
        return next((one for one in systems if one.players_to is None or players <= one.players_to), None)

    def finals_for(self, finalists: int) -> Finals | None:
        """The draw for so many finalists."""
        return next((one for one in self.finals.value if one.finalists_from <= finalists <= one.finalists_to), None)
