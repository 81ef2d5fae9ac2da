"""What the regulation of a blitz championship says: categories, promotions, play-offs, prizes, formats."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictInt, model_validator

from normbook.regulations.schema import SeriesRegulation
from normbook.regulations.values import Model, Rational, Value

Medal = Literal["silver", "vermeil"]
Positive = Annotated[StrictInt, Field(ge=1)]


class PromotedShare(Model):
    """The share of the players who move up; `half_down`: a fraction above one half counts as one more."""

    share: Rational
    rounding: Literal["half_down"]

    def of(self, players: int) -> int:
        """How many of so many players move up."""
        whole, rest = divmod(players * self.share.numerator, self.share.denominator)
        return whole + (Fraction(rest, self.share.denominator) > Fraction(1, 2))


class StandardDemotion(Model):
    """A demotion in standard chess counts unless the player ever reached this share of the points."""

    unless_reached: Rational


class OneCategoryTeams(Model):
    """Most players of a team that another club has registered."""

    players_of_other_clubs: Annotated[StrictInt, Field(ge=0)]


class MixedTeams(Model):
    """What a weaker player needs on a stronger board: half points in so many games, or in more games a share."""

    half_points: Positive
    in_games: Positive
    share_in_more: Rational


class TeamPrizes(Model):
    """Medals of the winning team and of the best on each board; cups for the first so many clubs."""

    members: Medal
    board_winners: Medal
    cups: Positive


class Format(Model):
    """How up to so many players play: all against all, or in groups from which finalists come."""

    players_to: Positive | None
    rounds: Literal["single", "double"] | None
    groups: Positive | None
    most_in_a_group: Positive | None
    finalists: Positive | None

    @model_validator(mode="after")
    def _is_one_or_the_other(self) -> Self:
        in_groups = (self.groups is None) != (self.most_in_a_group is None) and self.finalists is not None
        all_against_all = self.groups is None and self.most_in_a_group is None and self.finalists is None
        if not (in_groups if self.rounds is None else all_against_all):
            raise ValueError(
                "a format is either `rounds`, or one of `groups` and `most_in_a_group` together with `finalists`"
            )
        return self

    def groups_of(self, players: int) -> int:
        """Number of groups for so many players: 1 where all play against all, else the least that keeps the size."""
        if self.rounds is not None:
            return 1
        return self.groups or -(-players // (self.most_in_a_group or players))


class BlitzRegulation(SeriesRegulation):
    """The regulation of a blitz championship."""

    categories: Value[tuple[str, ...]]
    direct_registration: Value[tuple[str, ...]]
    registration_by_playing: Value[Literal["in_the_category_of_the_event"]]
    promoted_share: Value[PromotedShare]
    tie_at_the_cut: Value[Literal["none_of_the_tied"]]
    annual_champion: Value[Literal["promoted_always"]]
    weaker_than_standard: Value[Literal["never"]]
    standard_promotion: Value[Literal["promotes_at_once"]]
    standard_demotion: Value[StandardDemotion]
    one_category_teams: Value[OneCategoryTeams]
    mixed_teams: Value[MixedTeams]
    seconds_a_move: Value[Positive]
    play_off_of_two: Value[tuple[Literal["match_of_two_games", "first_win"], ...]]
    play_off_of_more: Value[tuple[Literal["double_round_robin", "single_round_robins"], ...]]
    tie_break: Value[Literal["buchholz", "buchholz_cut_1", "sonneborn_berger"]]
    medals: Value[tuple[Medal, ...]]
    team_prizes: Value[TeamPrizes]
    formats: Value[tuple[Format, ...]]
    draw_of_groups: Value[Literal["clubs_apart"]]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if unknown := set(self.direct_registration.value) - set(self.categories.value):
            raise ValueError(f"`direct_registration` names {sorted(unknown)[0]!r}, which is not among `categories`")
        limits = [one.players_to for one in self.formats.value]
        bounded = [limit for limit in limits[:-1] if limit is not None]
        if len(bounded) < len(limits) - 1 or limits[-1:] != [None] or bounded != sorted(set(bounded)):
            raise ValueError("`formats` must rise by `players_to`, and the last one alone has null there")
        return self

    def stronger(self, category: str) -> str | None:
        """The next stronger category; None above the strongest."""
        place = self.categories.value.index(category)
        return self.categories.value[place - 1] if place else None

    def is_stronger(self, one: str, other: str) -> bool:
        """Whether a category is stronger than another."""
        return self.categories.value.index(one) < self.categories.value.index(other)

    def format_of(self, players: int) -> Format:
        """The format for so many players (17)."""
        return next(one for one in self.formats.value if one.players_to is None or players <= one.players_to)
