"""What an edition or a series regulation must say: one field for every article that something computes or shows.

Imported only when files are read, because pydantic is slow to import. A clause that changes its shape from edition to
edition is a named method: the names listed here are those that the program computes, anything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from normbook.regulations.loader import performance_tables
from normbook.regulations.values import Model, Period, PeriodValue, Rational, Value

Codes = tuple[str, ...]


def _table(name: str) -> str:
    if name not in performance_tables():
        raise ValueError(f"there is no table {name!r}; the folder `performance` has {', '.join(performance_tables())}")
    return name


class Share(Model):
    """A share of the opponents and how it becomes a whole number."""

    share: Rational
    rounding: Literal["up", "down"]


class UnratedLimit(Model):
    """Unrated opponents at most (opponents + added) * share, rounded."""

    added: StrictInt
    share: Rational
    rounding: Literal["up", "down"] = "down"


class Stateless(Model):
    """Codes whose players count but are of no federation; `in_shares`: but in the shares of one federation they are of one."""

    codes: Codes
    in_shares: StrictBool


class TitleGroup(Model):
    """At least so many opponents who hold one of the titles, and at least that share of the opponents, rounded up."""

    least: StrictInt
    titles: Codes
    share: Rational | None = None


def _shares_stand_alone(groups: tuple[TitleGroup, ...]) -> tuple[TitleGroup, ...]:
    # Rounded shares of several groups do not add up to a rounded share of their union.
    if len(groups) > 1 and any(group.share for group in groups):
        raise ValueError("a group with a share of the opponents must stand alone in its alternative")
    return groups


# Groups that must all be filled, one opponent in one place.
Alternative = Annotated[tuple[TitleGroup, ...], Field(min_length=1), AfterValidator(_shares_stand_alone)]


class TitleLevel(Model):
    """Alternatives of which any one suffices."""

    any_of: tuple[Alternative, ...] = Field(min_length=1)


class FewerGames(Model):
    """Championships in which fewer games make a norm; `system: null` and `rounds: null` mean any."""

    championships: Codes
    system: Literal["team", "knockout"] | None
    rounds: StrictInt | None
    least_games: StrictInt
    counts_as: StrictInt | None = None


class UnplayedGame(Model):
    """Events of so many rounds in which one unplayed game is forgiven: games needed then, and games it counts as."""

    rounds: StrictInt
    least_games: StrictInt
    counts_as: StrictInt
    with_extension: StrictBool = False


class LongEvents(Model):
    """Norms of events with more rounds than this count so many games for the application, at most."""

    more_rounds_than: StrictInt
    count: StrictInt
    with_extension: StrictBool = False


class PrintedScore(Model):
    """The lowest score that a printed table has for a number of games."""

    games: StrictInt
    half_points: StrictInt


class Exemption(Model):
    """Whether other federations are not asked for, for whom, and whether such norms alone make no application."""

    waives_federations: StrictBool
    is_national: StrictBool
    home_players_only: StrictBool = False


class SwissExemption(Model):
    """Least numbers of rated players from outside the host federation, their federations, the titled among them."""

    rated_players: StrictInt
    federations: StrictInt
    titled: StrictInt
    titles: Codes
    every_round: StrictBool = False
    missed_rounds: StrictInt | None = None


class TimeControl(Model):
    """Least minutes for a game of so many moves, with the increment in seconds and without one (null: never)."""

    least_minutes_with_increment: StrictInt
    increment_seconds: StrictInt
    moves_reckoned: StrictInt
    least_minutes_without_increment: StrictInt | None


class PeriodTimeControl(Value[TimeControl], Period):
    """A time control that holds for a period."""


class SingleRoundDays(Model):
    """Titles that need a norm from an event in which at least so many days have one round only."""

    titles: Codes
    days: StrictInt


class WinsLeftOut(Model):
    """Which won games a player may leave out, and how many games must remain (null: those the event asks for)."""

    method: Literal["won_games"]
    games_remaining: StrictInt | None
    whole_event_mix: StrictBool = False
    whole_event_average: StrictBool = False


class ListedEvent(Model):
    """One norm of an application must come from a listed event, if any norm was made on or after a day."""

    method: Literal["big_swiss", "big_swiss_or_listed"]
    norms_from: date
    players: StrictInt
    average: StrictInt


class ApplicationArticles(Model):
    """The articles of what an application asks for; null where the edition does not ask for it."""

    games: str
    norms: str
    rating: str
    unplayed_norms: str | None = None
    listed_event: str | None = None
    big_swiss: str | None = None


class Application(Model):
    """From norms to a title: games over all norms, events at least, rating to be reached at some time."""

    games: StrictInt
    events: StrictInt
    ratings: dict[str, StrictInt]
    articles: ApplicationArticles
    abroad_method: Literal["event", "numbers"]
    most_unplayed_norms: StrictInt | None = None
    listed_event: ListedEvent | None = None


class RatingTitleGames(Model):
    """Rated games that a player must have for a title by a rating which he reached after a day."""

    games: StrictInt
    reached_after: date


class EventCondition(Model):
    """What an article asks of an event, in words, and whether an event without it gives no norms or only no application."""

    asks: str
    decides: Literal["event", "application"]
    number: StrictInt | None = None
    titles: Codes | None = None


class Misprint(Model):
    """A printed bound that contradicts its own table, kept as printed in the table file; null is an open end."""

    title_sought: str
    games: StrictInt
    half_points: StrictInt
    column: Literal["lowest_average", "highest_average"]
    printed: StrictInt | None
    corrected: StrictInt
    reason: str


# What counts of opponents who are met again, and what shares are taken of: edition_rows.UNITS.
Unit = Literal[
    "distinct_opponents",
    "distinct_opponents_for_games",
    "games",
    "half_in_multi_rounds",
    "half_of_games_in_multi_rounds",
]
# How one of several valid selections of games is chosen: the most of each, one after the other.
Criterion = Literal["games_and_extension", "games", "performance", "longest_prefix", "lowest_rounds_left_out"]


class Regulation(Model):
    """A regulation file as a whole."""

    def values(self) -> Iterator[tuple[str, Value[object]]]:
        """Every value with its name, one of several under a name as `name.key`, by article."""
        for name in type(self).model_fields:
            entry = getattr(self, name)
            if isinstance(entry, Value):
                yield name, entry
            elif isinstance(entry, dict) and name != "sources":
                yield from ((f"{name}.{key}", value) for key, value in entry.items())


class Edition(Regulation):
    """One complete edition of the title regulations (FIDE B.01), its values in the order of their articles in 2005."""

    name: str
    is_provisional: StrictBool
    sources: dict[str, str]
    in_force: Value[Period]
    day_hours: Value[StrictInt | None]
    day_rounds: Value[StrictInt | None]
    single_round_days: Value[SingleRoundDays | None]
    time_control: Value[Literal["least_time_for_a_game"]]
    time_controls: dict[str, PeriodTimeControl]
    longest_duration: Value[StrictInt | None]
    longer_team_events: Value[Literal["list_of_the_start"] | None]
    lists_of_the_day: Value[StrictInt | None]
    rating_titles: Value[dict[str, StrictInt]]
    rating_title_games: Value[RatingTitleGames | None]
    norm_eligible: Value[Literal["rated_standard_chess"]]
    norm_titles: Value[dict[str, Literal["open", "women"]]]
    least_games: Value[StrictInt]
    fewer_games: Value[tuple[FewerGames, ...]]
    unplayed_game: Value[UnplayedGame | None]
    long_events: Value[LongEvents | None]
    extension: Value[Literal["whole_points_above_requirement"] | None]
    choice: Value[tuple[Criterion, ...]]
    not_affiliated: Value[Codes]
    stateless: Value[Stateless]
    blank_federation: Value[Literal["undecided"]]
    computers: Value[Literal["left_out"] | None]
    not_over_board: Value[Literal["left_out"]]
    not_rated_results: Value[Literal["left_out", "counted"] | None]
    last_round_forfeit: Value[Literal["added_as_loss", "judged_without_the_game"] | None]
    last_round_forfeit_figures: Value[Literal["with_the_added_loss"] | None]
    unrated_without_points: Value[Literal["left_out_in_round_robins"] | None]
    wins_left_out: Value[WinsLeftOut | None]
    later_games_left_out: Value[Literal["after_a_norm", "after_a_norm_unless_predetermined"] | None]
    formats: Value[Codes | None]
    other_federations: Value[StrictInt]
    waived_shares: Value[Codes]
    exemptions: dict[str, Value[Exemption]]
    application_norms_abroad: Value[StrictInt]
    swiss_exemption: Value[SwissExemption]
    bye_is_present: Value[StrictBool | None]
    forfeit_is_miss: Value[Literal["own", "any"] | None]
    games_without_federations: Value[tuple[StrictInt, ...]]
    own_federation_share: Value[Share]
    one_federation_share: Value[Share]
    titled_share: Value[Share]
    titled_codes: Value[Codes]
    title_levels: dict[str, Value[TitleLevel]]
    multi_round_players: Value[StrictInt]
    unit_of_opponents: Value[Unit]
    knockout_unit: Value[Unit]
    unrated_limit: Value[UnratedLimit | None]
    rating_list: Value[Literal["in_force_at_start"]]
    rating_floors: Value[dict[str, StrictInt]]
    raised_opponents: Value[StrictInt]
    raised_in_multi_rounds: Value[Literal["all_games"]]
    unrated_rating: Value[Literal["lowest_rating_of_the_list", "given"]]
    unrated_ratings: dict[str, PeriodValue]
    unrated_raised: Value[Literal["among_the_lowest"]]
    average_over: Value[Literal["games"]]
    average_rounding: Value[Literal["half_up"]]
    least_performance: Value[dict[str, StrictInt]]
    performance_table: Value[Annotated[str, AfterValidator(_table)]]
    percentage_rounding: Value[Literal["half_up"]]
    full_score: Value[Literal["least_average_only", "table"]]
    least_average: Value[dict[str, StrictInt]]
    least_score: Value[Rational]
    printed_tables: Value[str | None]
    misprints: Value[tuple[Misprint, ...]]
    lowest_printed_score: Value[PrintedScore | None]
    application: Value[Application]
    big_swiss_average: Value[Literal["best", "all"] | None]
    listed_events_from: Value[date | None]
    event_conditions: dict[str, Value[EventCondition]]

    @property
    def edition(self) -> str:
        """The name of the edition: the day it came into force."""
        return self.in_force.value.start_from.isoformat()

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        return self.fits_together()

    def fits_together(self) -> Self:
        """Raise ValueError where values of the edition contradict each other."""
        titles = list(self.norm_titles.value)
        for name in ("title_levels", "rating_floors", "least_performance", "least_average"):
            given = getattr(self, name)
            if list(given if isinstance(given, dict) else given.value) != titles:
                raise ValueError(f"`{name}` must have one entry for each of {', '.join(titles)}, in this order")
        if unknown := set(self.waived_shares.value) - set(self.exemptions):
            raise ValueError(f"`waived_shares` names {sorted(unknown)[0]!r}, which is not among `exemptions`")
        if self.own_federation_share.value.rounding != self.one_federation_share.value.rounding:
            raise ValueError("`own_federation_share` and `one_federation_share` must be rounded in the same direction")
        if self.titled_share.value.rounding != "up":
            raise ValueError("`titled_share` is a least number of opponents: its rounding must be `up`")
        for name, value in self.values():
            for switch, readings in value.alternatives.items():
                if not isinstance(readings, dict) or len(readings) < 2 or not isinstance(readings.get("default"), str):
                    raise ValueError(
                        f"`{name}`: the switch `{switch}` must name the reading of the value under `default`, and others by name"
                    )
        whole = self.in_force.value
        divided: dict[str, list[Period]] = {
            "unrated_ratings": list(self.unrated_ratings.values()),
            "time_controls": list(self.time_controls.values()),
        }
        for name, periods in divided.items():
            starts = [whole.start_from, *(p.start_to and p.start_to + timedelta(days=1) for p in periods[:-1])]
            if [p.start_from for p in periods] != starts or periods[-1].start_to != whole.start_to:
                raise ValueError(f"the periods of `{name}` must cover the days of `in_force`, each once and in order")
        return self


class SeriesRegulation(Regulation):
    """What every regulation of a Grand Prix or a blitz championship says."""

    kind: Literal["circuit", "blitz"]
    name: str
    sources: dict[str, str]
    discipline: Value[Literal["standard", "rapid", "blitz"]]
    unplayed: Value[Literal["none", "virtual_opponent_2009", "fide_2024", "fide_2026"]]
