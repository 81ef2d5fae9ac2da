"""The season of a circuit: best results summed, ties, who goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from normbook.regulations.circuit_rules import rule_for
from normbook.stages.circuit_events import Halves, split

if TYPE_CHECKING:
    from normbook.regulations.circuit_schema import Circuit

Row = dict[str, Any]


@dataclass
class Standing:
    """One player in the standings; points in halves, the percentage exact."""

    player_key: str
    fide_id: int | None
    name: str | None
    results: list[Row]
    counted: list[Row]
    points: Halves
    percentage: Fraction | None
    place: int = 0
    tied: int = 1
    tie_resolved_by: str | None = None
    match_needed: bool = False
    qualified: bool | None = None


def standings(circuit: Circuit, results: Iterable[Row], matches: Sequence[Sequence[str]] = ()) -> list[Standing]:
    """The standings of one category and section over these results, the best first.

    `matches` are play-offs as keys of players, best first (12c). Players who share a place are tied whatever the regulation
    asks; `match_needed` says that it asks for a match, or that the tie decides who goes on.
    """
    by_player: dict[str, list[Row]] = defaultdict(list)
    for row in results:
        by_player[row["player_key"]].append(row)
    found: list[Standing] = []
    for group in split([_summed(circuit, key, rows) for key, rows in by_player.items()], lambda one: one.points):
        found += _ranked(circuit, group, matches, len(found))
    _qualify(circuit, found)
    return found


def _summed(circuit: Circuit, key: str, rows: list[Row]) -> Standing:
    games = sum(row["played_games"] for row in rows)
    halves = sum(row["played_half_points"] for row in rows)
    counted = counted_results(circuit, rows)
    last = rows[-1]
    return Standing(
        player_key=key,
        fide_id=last["fide_id"],
        name=last["name"],
        results=rows,
        counted=counted,
        points=sum(row["total"] for row in counted),
        percentage=Fraction(100 * halves, 2 * games) if games else None,
    )


def counted_results(circuit: Circuit, rows: Iterable[Row]) -> list[Row]:
    """The best results that count (11), of equal ones the earlier; of each group of categories so many as it says."""
    taken: Counter[int] = Counter()
    counted = []
    for row in sorted(rows, key=lambda row: (-row["total"], row["step"], row["position"])):
        rule = rule_for(row["event_category"], circuit.counted.value)
        if rule is not None and (rule.results is None or taken[id(rule)] < rule.results):
            taken[id(rule)] += 1
            counted.append(row)
    return counted


def _ranked(circuit: Circuit, group: list[Standing], matches: Sequence[Sequence[str]], before: int) -> list[Standing]:
    """One group of equal points in its order (12), places given."""
    groups = [group]
    for method in circuit.season_ties.value:
        parts = []
        for tied in groups:
            found = split(tied, _key(circuit, method.method, tied, matches))
            for part in found if len(found) > 1 else ():
                if len(part) == 1:
                    part[0].tie_resolved_by = method.article
            parts += found
        groups = parts
    asks_for_match = any(method.method == "match" for method in circuit.season_ties.value)
    ordered: list[Standing] = []
    for part in groups:
        for one in part:
            one.place, one.tied = before + len(ordered) + 1, len(part)
            one.match_needed = asks_for_match and len(part) > 1
        ordered += part
    return ordered


def _key(
    circuit: Circuit, method: str, tied: Sequence[Standing], matches: Sequence[Sequence[str]]
) -> Callable[[Standing], Any]:
    if method == "placings":
        # more first places, then more second ones: the sorted places, where an end is worse than any further place
        worst = float("inf")
        return lambda one: [-place for place in sorted(row["place"] for row in one.results)] + [-worst]
    if method == "percentage":
        return lambda one: one.percentage or Fraction(0)
    if method == "first_group":
        first = circuit.counted.value[0].categories
        return lambda one: sum(row["total"] for row in one.counted if first is None or row["event_category"] in first)
    if method == "best_result":
        return lambda one: max(row["total"] for row in one.results)
    keys = {one.player_key for one in tied}
    order = next((match for match in matches if keys <= set(match)), None)
    return lambda one: -order.index(one.player_key) if order else 0


def places_to_qualify(circuit: Circuit, players: int) -> int:
    """How many of so many players of the season go on (11), whoever has points."""
    rule = circuit.qualified.value
    if rule is None:
        return 0
    return min(rule.places, players - circuit.left_out_of(players)) if rule.left_out_applies else rule.places


def players_of(found: Iterable[Standing]) -> int:
    """Players of the season: those with a played game (9, 11)."""
    return sum(any(row["played_games"] for row in one.results) for one in found)


def _qualify(circuit: Circuit, found: Sequence[Standing]) -> None:
    rule = circuit.qualified.value
    if rule is None:
        return
    cut = places_to_qualify(circuit, players_of(found))
    for one in found:
        if one.points <= 2 * rule.more_points_than or one.place > cut:
            one.qualified = False
        elif one.place + one.tied - 1 <= cut:
            one.qualified = True
        else:
            one.match_needed = True
