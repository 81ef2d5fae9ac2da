"""The finals of a circuit: the draw (14, 15) and, where they were played, the order after them (17)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.stages.circuit_events import split
from normbook.stages.circuits import Season, rows_of, seasons

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

Row = dict[str, Any]
TITLE = "title"


def grand_prix_finals(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.grand_prix_finals: one row per stage and player or open seat."""
    entries = rows_of(connection, "mart.circuit_entries", "position, start_number")
    last = rows_of(connection, "(from mart.circuit_standings where is_last)", "category, section, place, player_key")
    rows: list[Row] = []
    for season in seasons(connection):
        rows += _finals(season, entries.get(season.series, []), last.get(season.series, []))
    return contract("mart.grand_prix_finals").from_rows(rows)


def _finals(season: Season, entries: Sequence[Row], last: Sequence[Row]) -> Iterator[Row]:
    circuit = season.circuit
    played: dict[tuple[str, str], dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in entries:
        if (stage := season.final(row)) is not None:
            played[circuit.standing_of(row["category"]), row["section"]][stage].append(row)
    standings = {key: list(rows) for key, rows in groupby(last, lambda row: (row["category"], row["section"]))}
    for key in sorted({*standings, *played}):
        category, section = key
        standing = standings.get(key, [])
        places = {row["player_key"]: row["place"] for row in standing}
        stages = {stage: order_after(season, rows, places, stage) for stage, rows in played[key].items()}
        over = {
            stage: order for stage, order in stages.items() if all(one["is_finished"] for one in played[key][stage])
        }
        drawn = draw(season, standing, over)
        is_final = all(row["is_final"] for row in standing)
        known = {"series": season.series, "category": category, "section": section, "is_final": is_final}
        minutes = (circuit.finals_minutes.value or {}).get(category)
        for stage, seats in drawn.items():
            results = {row["player_key"]: row for row in stages.pop(stage, [])}
            for seat in seats:
                yield known | {"minutes": minutes, "is_drawn": True} | seat | results.pop(seat["player_key"], {})
            yield from _undrawn(known, stage, len(seats), results.values(), places)
        for stage, of_stage in stages.items():
            yield from _undrawn(known | {"minutes": minutes}, stage, 0, of_stage, places)


def _undrawn(known: Row, stage: str, seats: int, results: Any, places: dict[str, int]) -> Iterator[Row]:
    """Players of a final whom the draw does not have."""
    for seat, row in enumerate(results, seats + 1):
        place = places.get(row["player_key"])
        yield known | {"stage": stage, "seat": seat, "is_drawn": False, "place": place} | row


def draw(season: Season, standing: Sequence[Row], over: dict[str, list[Row]]) -> dict[str, list[Row]]:
    """Seats by stage (14, 15): the zones, then the stage for the title with the winners of the zones that are over."""
    if season.circuit.qualified.value is None:
        return {}
    on = [row for row in standing if row["qualified"] is not False]
    sure = sum(row["qualified"] is True for row in on)
    # of those at the cut who are tied, only so many go on as there are places left
    open_places = next((row["cut"] - sure for row in on if row["qualified"] is None), 0)
    finalists = sure + open_places
    plan = season.circuit.finals_for(finalists)
    if plan is None or not finalists:
        return {}
    seats = {place: seat for place, seat in _seats(on) if place <= finalists}
    stage_seats: dict[str, list[Row]] = {}
    for zone, places in plan.zones.items():
        of_zone = [seats[place] for place in places if place in seats]
        rounds = plan.zone_rounds.get(len(of_zone), 0)
        stage_seats[zone] = [
            seat | {"stage": zone, "seat": number, "rounds": rounds} for number, seat in enumerate(of_zone, 1)
        ]
    title = [seat for place, seat in seats.items() if place <= plan.straight_to_title]
    for zone in plan.zones:
        for number in range(1, plan.winners_of_a_zone + 1):
            winner = next(
                (row for row in over.get(zone, []) if row["final_place"] == number and not row["final_tied_with"]),
                None,
            )
            title.append(
                {
                    "player_key": winner and winner["player_key"],
                    "name": winner and winner["name"],
                    "fide_id": winner and winner["fide_id"],
                    "comes_from": f"{'winner' if number == 1 else f'number {number}'} of {zone}",
                }
            )
    # everybody meets everybody; one finalist alone has nobody to meet
    rounds = len(title) - 1 + len(title) % 2 if len(title) > 1 else 0
    stage_seats[TITLE] = [
        seat | {"stage": TITLE, "seat": number, "rounds": rounds} for number, seat in enumerate(title, 1)
    ]
    return stage_seats


def _seats(on: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    """The places of the standings as seats; who shares a place has no seat before the tie is broken."""
    for place, group in groupby(on, lambda row: row["place"]):
        tied = list(group)
        alone = tied[0] if len(tied) == 1 and tied[0]["qualified"] else None
        for number in range(len(tied)):
            yield (
                place + number,
                {
                    "place": place + number,
                    "player_key": alone and alone["player_key"],
                    "name": alone and alone["name"],
                    "fide_id": alone and alone["fide_id"],
                    "comes_from": f"place {place + number}",
                    "candidates": [] if alone else [row["name"] for row in tied],
                },
            )


def order_after(season: Season, rows: Sequence[Row], places: dict[str, int], stage: str) -> list[Row]:
    """The order in a stage of the finals: points, then the better place of the season, but for the title a play-off first."""
    ties = season.circuit.finals_ties
    rule = ties.value
    found: list[Row] = []

    def by_season(row: Row) -> int:
        return -places.get(row["player_key"], len(places) + 1)

    for number, group in enumerate(split(rows, lambda row: row["half_points"])):
        is_title = stage == TITLE and number == 0
        parts = [group]
        is_decided = True
        if len(group) > 1 and is_title and rule is not None and "play_off" in rule.title:
            parts, is_decided = _played_off(season, group)
        if is_decided and rule is not None and (is_title or rule.others == "standing"):
            parts = [one for part in parts for one in split(part, by_season)]
        for part in parts:
            numbers = sorted(row["start_number"] for row in part)
            place = len(found) + 1
            found += [
                {
                    "player_key": row["player_key"],
                    "name": row["name"],
                    "fide_id": row["fide_id"],
                    "event_id": row["event_id"],
                    "start_number": row["start_number"],
                    "final_points": row["half_points"] / 2,
                    "final_place": place,
                    "final_tied_with": [one for one in numbers if one != row["start_number"]],
                    "tie_resolved_by": ties.article if len(group) > 1 and len(part) == 1 else None,
                    "match_needed": is_title and len(part) > 1,
                }
                for row in part
            ]
    return found


def _played_off(season: Season, group: list[Row]) -> tuple[list[list[Row]], bool]:
    """The tied by their play-off, and whether it leaves the rest to the place of the season: after play-offs that ended level."""
    numbers = {row["start_number"] for row in group}
    of_event = [one for one in season.play_offs if one["event_id"] == group[0]["event_id"]]
    played = [one for one in of_event if numbers <= set(one["start_numbers"])]
    # a play-off that ended level is followed by one at half the time: the last one counts
    if not played or played[-1]["undecided"]:
        return [group], bool(played)
    return split(group, lambda row: -played[-1]["start_numbers"].index(row["start_number"])), True
