"""One event of a circuit: places by the regulation's tie-breaks, and the points that they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from normbook.regulations.circuit_rules import rule_for

if TYPE_CHECKING:
    from normbook.regulations.circuit_schema import Circuit, Placement

Row = dict[str, Any]
T = TypeVar("T")
# Points in halves; shared places may bring fractions of them.
Halves = int | Fraction


def split(group: Sequence[T], key: Callable[[T], Any]) -> list[list[T]]:
    """A tied group in parts that are still tied, the highest key first."""
    ordered = sorted(group, key=key, reverse=True)
    return [list(part) for _, part in groupby(ordered, key)]


def places(circuit: Circuit, entries: Sequence[Row]) -> list[tuple[int, list[Row]]]:
    """Groups of players who share a place, the best first (10): points, then the tie-breaks for the system."""
    if not entries:
        return []
    tie_breaks = circuit.tie_breaks.value
    is_swiss = entries[0]["system"] not in ("round_robin", "double_round_robin")
    groups = split(entries, lambda row: row["half_points"])
    for method in tie_breaks.swiss if is_swiss else tie_breaks.round_robin:
        groups = [part for group in groups for part in split(group, _values(method, group))]
    found, place = [], 1
    for group in groups:
        found.append((place, group))
        place += len(group)
    return found


def _values(method: str, group: Sequence[Row]) -> Callable[[Row], Any]:
    if method == "direct_encounter":
        met = _direct_encounters(group)
        return lambda row: met[row["start_number"]]
    if method == "reported_place":
        return lambda row: (row["place_reported"] is not None, -(row["place_reported"] or 0))
    return lambda row: row[method] or 0


def _direct_encounters(group: Sequence[Row]) -> dict[int, int]:
    """Half points among the tied; none where two of them have not met."""
    numbers = {row["start_number"] for row in group}
    scores: dict[int, int] = {}
    for row in group:
        games = [(one, half) for one, half in zip(row["opponents"] or (), row["results"] or (), strict=True)]
        among = [(one, half) for one, half in games if one in numbers]
        if {one for one, _ in among} != numbers - {row["start_number"]}:
            return dict.fromkeys(numbers, 0)
        scores[row["start_number"]] = sum(half for _, half in among)
    return scores


def event_results(circuit: Circuit, entries: Sequence[Row], section: str) -> list[Row]:
    """Results of one event in one section: place, whom it is shared with, and points in halves by what they are for.

    `entries` are the players who are ranked in the section. Points as in article 7 (2005) by the values of the regulation.
    """
    category = entries[0]["category"] if entries else ""
    rule = rule_for(category, circuit.placement.value)
    seeds = _seeds(entries)
    groups = places(circuit, entries)
    counting = sum(row["played_games"] > 0 for row in entries)
    scoring_places = counting - circuit.left_out_of(counting) if circuit.left_out.value else len(entries)
    scores = sorted({row["half_points"] for row in entries}, reverse=True)
    results = []
    for place, group in groups:
        numbers = sorted(row["start_number"] for row in group)
        for row in group:
            placement: Halves = 0
            if rule and not _gets_nothing(circuit, row):
                rank = scores.index(row["half_points"]) + 1 if rule.method == "score_group" else place
                placement = _placement(circuit, rule, rank, len(group), scoring_places, len(entries))
            is_added = circuit.game_points.value == "always" or (circuit.game_points.value != "none" and placement > 0)
            game_points = row["half_points"] if is_added else 0
            bonus = _bonus(circuit, row, place, seeds[row["rating"] or 0], placement)
            participation = _participation(circuit, row)
            results.append(
                row
                | {
                    "section": section,
                    "place": place,
                    "tied_with": [number for number in numbers if number != row["start_number"]],
                    "placement": placement,
                    "game_points": game_points,
                    "bonus": bonus,
                    "participation": participation,
                    "total": placement + game_points + bonus + participation,
                }
            )
    return results


def _gets_nothing(circuit: Circuit, row: Row) -> bool:
    rule = circuit.nothing_for.value
    if rule is None:
        return False
    half_points = row["half_points"]
    only_byes = 0 < half_points == row["bye_half_points"] and half_points <= rule.half_points_from_byes
    return only_byes or (rule.scored_nothing and half_points == 0)


def _placement(circuit: Circuit, rule: Placement, place: int, tied: int, scoring_places: int, players: int) -> Halves:
    if circuit.shared_places.value == "best_place" or rule.method != "place":
        return 2 * place_points(rule, place, scoring_places, players)
    shared = Fraction(2 * sum(place_points(rule, place + i, scoring_places, players) for i in range(tied)), tied)
    return shared if shared.denominator > 1 else shared.numerator


def place_points(rule: Placement, place: int, scoring_places: int, players: int) -> int:
    """Points for a place in a field: nothing outside the scoring places, else by the table or the first band that holds it."""
    if place > scoring_places:
        return 0
    if rule.method == "band":
        ends = ((-(-players * band.share.numerator // band.share.denominator), band.points) for band in rule.bands)
        return next((points for end, points in ends if place <= end), rule.rest)
    return rule.table[place - 1] if place <= len(rule.table) else rule.rest


def _seeds(entries: Iterable[Row]) -> dict[int, int]:
    """The seed of every rating: equal ratings share the best one, the unrated come last."""
    ratings = Counter(row["rating"] or 0 for row in entries)
    seeds, seed = {}, 1
    for rating in sorted(ratings, reverse=True):
        seeds[rating] = seed
        seed += ratings[rating]
    return seeds


def _bonus(circuit: Circuit, row: Row, place: int, seed: int, placement: Halves) -> int:
    rule = rule_for(row["category"], circuit.bonus.value)
    if rule is None:
        return 0
    bonus = min(rule.for_each_place * max(0, seed - place), rule.most)
    if rule.share_of_placement is not None:
        bonus = min(bonus, int(rule.share_of_placement * placement // 2))
    return 2 * bonus


def _participation(circuit: Circuit, row: Row) -> int:
    rule = rule_for(row["category"], circuit.participation.value)
    if rule is None:
        return 0
    is_enough = rule.share_of_rounds is None or row["rounds_taken"] >= rule.share_of_rounds * row["rounds"]
    return 2 * rule.points if is_enough else 0
