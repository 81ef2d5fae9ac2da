"""Verdicts by the literal reading of B.01: every choice of games that the articles allow is tried, and the best valid one shown.

An unknown federation is taken at its word: every assignment of federations is tried. What holds whatever they are holds,
what never holds does not, the rest is open.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from tests.regulations.literal_event import Event, Federations, Selection
from tests.regulations.literal_games import (
    Games,
    are_enough,
    countable_games,
    counted_for_application,
    least_games,
    selections,
    with_absent_last_opponent,
)
from tests.regulations.literal_opponents import (
    failed_federations,
    failed_titles,
    is_exempt_event,
    is_international_swiss,
)
from tests.regulations.literal_ratings import (
    average_rating,
    difference,
    failed_ratings,
    half_points_required,
    percentage,
)

HELD_BY = {"GM": {"GM"}, "IM": {"GM", "IM"}, "WGM": {"GM", "IM", "WGM"}, "WIM": {"GM", "IM", "WGM", "WIM"}}
HOST = 0  # no start number is 0


@dataclass(frozen=True)
class Verdict:
    """What the literal reading says of one player and title; scores in half points."""

    achieved: bool | None
    already_held: bool
    games: int
    half_points: int
    half_points_required: int | None
    average: int
    percentage: int
    difference: int | None
    performance: int | None
    extension: int
    counted_games: int
    half_points_short: int | None
    left_out: list[int]
    cut_after: int | None
    last_round_forfeit: bool
    failed: list[str]
    undecided: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class World:
    """One way to fill in the unknown federations."""

    federations: Federations
    host: str
    is_international_swiss: bool


@dataclass(frozen=True)
class Judgement:
    """One selection of games judged for one title: its figures, and what fails in each world."""

    selection: Selection
    average: int
    required: int | None
    performance: int | None
    counted: int
    failed: list[frozenset[str]]

    @property
    def extension(self) -> int:
        return (self.selection.half_points - (self.required or 0)) // 2

    @property
    def holds(self) -> list[bool]:
        return [not articles for articles in self.failed]

    @property
    def rank(self) -> tuple[object, ...]:
        """The choice among valid selections: most games with the extension, most games, performance, longest, lowest rounds."""
        chosen = self.selection
        performance = 10**6 if self.performance is None else self.performance
        last = 10**6 if chosen.cut_after is None else chosen.cut_after
        return self.counted, len(chosen.games), performance, last, [-number for number in chosen.left_out]


def worlds_of(event: Event) -> list[World]:
    """Every way to give the players (and the host) without a federation one: any in the event, or one of their own."""
    said = {number: player.federation for number, player in event.players.items()} | {HOST: event.host}
    known = {number: federation for number, federation in said.items() if federation}
    blanks = [number for number in said if number not in known]
    # somebody unknown may be under FIDE's flag too, where that has a share
    stateless = set() if event.edition.fid_in_caps else event.edition.stateless
    nobodys = event.edition.outside | stateless | event.suspended
    choices = sorted({*known.values()} - nobodys | {f"new {number}" for number in blanks})
    worlds = []
    for chosen in product(choices, repeat=len(blanks)):
        federations = known | dict(zip(blanks, chosen, strict=True))
        host = federations.pop(HOST)
        worlds.append(World(federations, host, is_international_swiss(event, federations, host)))
    return worlds


class Judge:
    """Judges one player of an event."""

    def __init__(self, event: Event, worlds: list[World], number: int) -> None:
        self.event, self.worlds, self.number = event, worlds, number

    def federation_failures(self, selection: Selection) -> Iterator[set[str]]:
        for world in self.worlds:
            own = world.federations[self.number]
            is_exempt = world.is_international_swiss or is_exempt_event(self.event, world.host, own)
            yield set() if is_exempt else failed_federations(self.event, own, selection, world.federations)

    def failures(self, title: str, selection: Selection) -> set[str]:
        """Articles that fail whatever the federations are."""
        failed = failed_ratings(self.event, title, selection) | failed_titles(self.event, title, selection)
        if not are_enough(self.event, self.number, selection):
            failed.add(least_games(self.event)[1])
        return failed

    def judged(self, title: str, selection: Selection) -> Judgement:
        event, count = self.event, len(selection.games)
        average = average_rating(event, title, selection)
        gain = difference(event.edition, percentage(selection.half_points, count))
        required = half_points_required(event.edition, title, average, count)
        extra = 0 if required is None else max(0, (selection.half_points - required) // 2)
        counted = counted_for_application(event, self.number, selection, extra)
        failed = self.failures(title, selection)
        of_worlds = [frozenset(failed | federations) for federations in self.federation_failures(selection)]
        return Judgement(selection, average, required, None if gain is None else average + gain, counted, of_worlds)

    def whole_event_allows(self, title: str, games: Games) -> list[bool]:
        """1.4.1f: in round robins mix and average must be such that a norm is possible on the complete event (2024)."""
        edition, whole = self.event.edition, Selection(games)
        if not (edition.whole_event_must_allow and self.event.is_round_robin):
            return [True] * len(self.worlds)
        average = average_rating(self.event, title, whole)
        is_high = average >= edition.least_average[title] or not edition.whole_event_average
        allows = is_high and not failed_titles(self.event, title, whole)
        return [allows and not failed for failed in self.federation_failures(whole)]

    def valid(
        self, title: str, games: Games, has_absent_opponent: bool = False
    ) -> Iterator[tuple[Judgement, list[bool]]]:
        """Every selection of these games that is valid in some world, and in which."""
        allowed = self.whole_event_allows(title, games)
        for selection in selections(self.event, games, has_absent_opponent):
            if not (failed_ratings(self.event, title, selection) or self.failures(title, selection)):
                judgement = self.judged(title, selection)
                holds = judgement.holds
                if selection.left_out:
                    holds = [one and other for one, other in zip(holds, allowed, strict=True)]
                if any(holds):
                    yield judgement, holds

    def verdict(self, title: str, games: Games) -> Verdict:
        """The verdict: it shows the best selection that makes the norm, else all countable games."""
        shown = self.judged(title, Selection(games))
        certain: list[Judgement] = []
        somewhere = [False] * len(self.worlds)
        longer = with_absent_last_opponent(self.event, self.number, games)
        for tried, has_absent_opponent in ((games, False), (longer, True)):
            if tried and not certain:
                for judgement, holds in self.valid(title, tried, has_absent_opponent):
                    somewhere = [one or other for one, other in zip(somewhere, holds, strict=True)]
                    if all(holds):
                        certain.append(judgement)
        if certain:
            shown = max(certain, key=lambda judgement: judgement.rank)
        achieved = True if all(somewhere) else None if any(somewhere) else False
        return self.written(title, shown, achieved)

    def written(self, title: str, shown: Judgement, achieved: bool | None) -> Verdict:
        chosen, required = shown.selection, shown.required
        half, count = chosen.half_points, len(chosen.games)
        percent = percentage(half, count)
        always = frozenset.intersection(*shown.failed)
        return Verdict(
            achieved=achieved,
            already_held=bool(self.event.players[self.number].titles & HELD_BY[title]),
            games=count,
            half_points=half,
            half_points_required=required,
            average=shown.average,
            percentage=percent,
            difference=difference(self.event.edition, percent),
            performance=shown.performance,
            extension=shown.extension if achieved else 0,
            counted_games=shown.counted if achieved else 0,
            half_points_short=None if required is None else max(0, required - half),
            left_out=list(chosen.left_out),
            cut_after=chosen.cut_after,
            last_round_forfeit=chosen.has_absent_opponent,
            failed=sorted(always),
            undecided=sorted(frozenset.union(*shown.failed) - always),
        )


def judge(event: Event) -> dict[tuple[int, str], Verdict]:
    """Every verdict of the event by start number and title."""
    worlds = worlds_of(event)
    verdicts = {}
    for number, player in event.players.items():
        judge_of_player, games = Judge(event, worlds, number), countable_games(event, number)
        for title in HELD_BY if games and player.is_woman else ("GM", "IM") if games else ():
            verdicts[number, title] = judge_of_player.verdict(title, games)
    return verdicts
