"""Verdicts by the literal reading of B.01 2005: over all countable games, and with the absent last opponent (1.42c).

An unknown federation is taken at its word: every assignment of federations is tried. What holds whatever they are holds,
what never holds does not, the rest is open.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tests.regulations.literal_2005 import (
    HELD_BY,
    NO_FEDERATION,
    TITLES,
    Event,
    Federations,
    Player,
    Selection,
    average_rating,
    counted_games,
    difference,
    failed_articles,
    failed_federations,
    half_points_required,
    is_international_swiss,
    percentage,
    with_absent_last_opponent,
)


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
    half_points_short: int | None
    last_round_forfeit: bool
    failed: list[str]
    undecided: list[str]


@dataclass(frozen=True)
class Judgement:
    """One selection of games judged for one title: what fails in each assignment of federations."""

    games: Selection
    average: int
    failed: list[frozenset[str]]

    @property
    def holds(self) -> list[bool]:
        return [not articles for articles in self.failed]


def assignments(event: Event) -> Iterator[tuple[Federations, str]]:
    """Every way to give the players (and the host) without a federation one: any in the event, or one of their own."""
    host = 0  # no start number is 0
    said = {number: player.federation for number, player in event.players.items()} | {host: event.host}
    known = {number: federation for number, federation in said.items() if federation}
    blanks = [number for number in said if number not in known]
    choices = set(known.values()) - NO_FEDERATION - event.suspended | {f"new {number}" for number in blanks}
    for chosen in product(sorted(choices), repeat=len(blanks)):
        federations = known | dict(zip(blanks, chosen, strict=True))
        yield federations, federations.pop(host)


def judge(event: Event) -> dict[tuple[int, str], Verdict]:
    """Every verdict of the event by start number and title."""
    # in each assignment: who is of which federation, and whether 1.43a to 1.43e waive what is asked of them
    worlds = [
        (federations, event.exemption is not None or is_international_swiss(event, federations, host))
        for federations, host in assignments(event)
    ]
    verdicts = {}
    for number, player in event.players.items():
        if not (games := counted_games(event, number)):
            continue
        selections = [games, *with_absent_last_opponent(event, number, games)]
        by_federations = [
            [
                frozenset()
                if waived
                else failed_federations(federations[number], tuple(federations[o] for o in opponents))
                for federations, waived in worlds
            ]
            for opponents in ({opponent for opponent, _ in selection} for selection in selections)
        ]
        for title in TITLES if player.is_woman else ("GM", "IM"):
            judgements = []
            for selection, of_federations in zip(selections, by_federations, strict=True):
                failed = failed_articles(event, title, selection)
                average = average_rating(event, title, selection)
                judgements.append(Judgement(selection, average, [articles | failed for articles in of_federations]))
            verdicts[number, title] = verdict_of(player, title, judgements)
    return verdicts


def verdict_of(player: Player, title: str, judgements: list[Judgement]) -> Verdict:
    """The verdict: it shows the selection that makes the norm, else all countable games; open articles are those of what may."""
    shown = next((judgement for judgement in judgements if all(judgement.holds)), judgements[0])
    holds = [any(world) for world in zip(*(judgement.holds for judgement in judgements), strict=True)]
    achieved = True if all(holds) else None if any(holds) else False
    count, half = len(shown.games), sum(half for _, half in shown.games)
    required = half_points_required(title, shown.average, count)
    percent = percentage(half, count)
    gain = difference(percent)
    deciding = shown if achieved is not None else next(judgement for judgement in judgements if any(judgement.holds))
    return Verdict(
        achieved=achieved,
        already_held=bool(player.titles & HELD_BY[title]),
        games=count,
        half_points=half,
        half_points_required=required,
        average=shown.average,
        percentage=percent,
        difference=gain,
        performance=None if gain is None else shown.average + gain,
        extension=(half - required) // 2 if achieved and required is not None else 0,
        half_points_short=None if required is None else max(0, required - half),
        last_round_forfeit=shown is not judgements[0],
        failed=sorted(frozenset.intersection(*shown.failed)),
        undecided=sorted(frozenset.union(*deciding.failed) - frozenset.intersection(*deciding.failed)),
    )
