"""A running season: what each player can still reach, by bounds that hold whatever happens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from normbook.regulations.circuit_rules import rule_for
from normbook.stages.circuit_events import Halves, place_points
from normbook.stages.circuit_season import Standing, counted_results, places_to_qualify, players_of

if TYPE_CHECKING:
    from normbook.regulations.circuit_schema import Circuit

Row = dict[str, Any]


def chances(circuit: Circuit, found: Sequence[Standing], to_come: Sequence[str], rounds: int) -> list[Row]:
    """What every player of the standings can still reach, in their order; `to_come` are categories of events, points in halves.

    The best place is the one if the player wins all that is to come and nobody else gains anything; the worst, if the player
    gains nothing and everybody else wins all of it, newcomers too (then there is no worst place: null). `place_needed` is the
    lowest place that can do, taken in every event to come with all the game points that there can be.
    """
    best = {one.player_key: _with(circuit, one, to_come, 1, rounds) for one in found}
    now = sorted(one.points for one in found)
    at_best = sorted(best.values())
    newcomer = _with(circuit, None, to_come, 1, rounds) if to_come else -1
    rule = circuit.qualified.value
    most = rule.places if rule else 0
    fewest = min((places_to_qualify(circuit, n) for n in _fields(circuit, players_of(found))), default=0)
    rows = []
    for one in found:
        least = 2 * rule.more_points_than if rule else 0
        best_place = one.place
        worst_place: int | None = one.place + one.tied - 1
        can_qualify = has_qualified = None
        if to_come:
            best_place = 1 + len(now) - bisect_right(now, best[one.player_key])
            # all who can draw level may come to stand before: the player is one of them
            overtakers = len(at_best) - bisect_left(at_best, one.points)
            worst_place = None if newcomer >= one.points else overtakers
        if rule and to_come:
            can_qualify = best[one.player_key] > least and best_place <= most
            has_qualified = worst_place is not None and worst_place <= fewest and one.points > least
        elif rule:
            can_qualify, has_qualified = one.qualified is not False, one.qualified is True
        needed = None
        if to_come and can_qualify and not has_qualified:
            needed = _place_needed(circuit, one, to_come, rounds, now, most, least)
        rows.append(
            {
                "best_points": float(best[one.player_key]) / 2,
                "best_place": best_place,
                "worst_place": worst_place,
                "can_qualify": can_qualify,
                "has_qualified": has_qualified,
                "place_needed": needed,
            }
        )
    return rows


def _fields(circuit: Circuit, players: int) -> range:
    """The numbers of players that the season may come to have, as far as the table of those left out tells them apart."""
    return range(players, max([players, *(row.players_to for row in circuit.left_out.value)]) + 2)


def _with(circuit: Circuit, one: Standing | None, to_come: Sequence[str], place: int, rounds: int) -> Halves:
    """The sum if the player takes this place in every event to come, with all the game points that there can be."""
    results = one.results if one else []
    further = [
        {"event_category": category, "total": _most(circuit, category, place, rounds), "step": 0, "position": number}
        for number, category in enumerate(to_come)
    ]
    total: Halves = sum(row["total"] for row in counted_results(circuit, [*results, *further]))
    return total


def _most(circuit: Circuit, category: str, place: int, rounds: int) -> int:
    """The most half points that an event can bring for a place."""
    rule = rule_for(category, circuit.placement.value)
    placement = 0
    if rule:
        # in a field so large that the place scores
        placement = 2 * place_points(rule, place, place, place)
    most_rounds = max(
        [rounds, *(system.rounds or (system.players_to or 1) - 1 for system in circuit.systems.value or ())]
    )
    is_added = circuit.game_points.value == "always" or (circuit.game_points.value != "none" and placement > 0)
    game_points = 2 * most_rounds if is_added else 0
    bonus = rule_for(category, circuit.bonus.value)
    participation = rule_for(category, circuit.participation.value)
    more = 2 * bonus.most if bonus and place == 1 else 0
    return placement + game_points + more + (2 * participation.points if participation else 0)


def _place_needed(
    circuit: Circuit, one: Standing, to_come: Sequence[str], rounds: int, now: Sequence[Halves], most: int, least: int
) -> int | None:
    rules = [rule_for(category, circuit.placement.value) for category in to_come]
    if any(rule is None or rule.method != "place" for rule in rules):
        return None
    for place in range(max(len(rule.table) for rule in rules if rule), 0, -1):
        points = _with(circuit, one, to_come, place, rounds)
        if points > least and 1 + len(now) - bisect_right(now, points) <= most:
            return place
    return None
