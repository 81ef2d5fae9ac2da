"""Tournament reports in TRF16, with the habits and slips that the plan of an event asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from normbook.sample.people import MONTHS, Person
from normbook.sample.play import Cell, Cells, half_points

TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "h": "HGM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


@dataclass(frozen=True)
class EventPlan:
    """One event of events.toml.

    `cycles` says how often everybody meets everybody, 0 stands for a Swiss of so many `rounds`. The players are people
    of the cast by name, a `crowd` by federation with ratings between `lowest` and `highest`, and `unrated` ones. `form`
    adds rating points to the strength of a player for this event, by which results are steered; `slips` are fields of a
    player's line that the arbiter got wrong; `cuts` (column by line number) damage the file.
    """

    id: str
    name: str
    city: str
    federation: str
    start: date
    end: date
    arbiter: str
    time_control: str
    seed: int
    cycles: int = 0
    rounds: int = 0
    players: list[str] = field(default_factory=list)
    crowd: dict[str, int] = field(default_factory=dict)
    unrated: dict[str, int] = field(default_factory=dict)
    lowest: int = 0
    highest: int = 0
    form: dict[str, int] = field(default_factory=dict)
    absences: list[dict[str, Any]] = field(default_factory=list)
    no_shows: list[dict[str, int]] = field(default_factory=list)
    slips: list[dict[str, Any]] = field(default_factory=list)
    small_titles: bool = False
    encoding: str = "utf-8"
    newline: str = "\n"
    cuts: dict[str, int] = field(default_factory=dict)
    sidecar: str = ""

    @property
    def list_month(self) -> str:
        """The list that the arbiter copied: the newest at the start; before the first list of the season that one."""
        return max((month for month in MONTHS if month <= f"{self.start:%Y-%m}"), default=min(MONTHS))


def write_report(plan: EventPlan, people: Mapping[int, Person], cells: Cells) -> bytes:
    """Return the report of an event; `people` and `cells` by start number."""
    rounds = max(map(len, cells.values()))
    rated = sum(bool(person.entries) for person in people.values())
    kind = ["Individual: Swiss-System", "Individual: Round-Robin", "Individual: Double-Round-Robin"][plan.cycles]
    lines = [
        f"012 {plan.name}",
        f"022 {plan.city}",
        f"032 {plan.federation}",
        f"042 {plan.start:%Y/%m/%d}",
        f"052 {plan.end:%Y/%m/%d}",
        f"062 {len(people)}",
        f"072 {rated}",
        "082 0",
        f"092 {kind}",
        f"102 {plan.arbiter}",
        f"122 {plan.time_control}",
        f"132{' ' * 86}" + "".join(f"  {day:%y/%m/%d}" for day in _round_dates(plan, rounds)),
    ]
    slips = {slip["player"]: slip for slip in plan.slips}
    places = {number: place for place, number in enumerate(_order(cells), start=1)}
    for number, row in cells.items():
        fields = _fields(plan, people[number]) | {"points": _points(row), "place": places[number]}
        lines.append(_player_line(number, fields | slips.get(number, {}), row))
    for line_number, column in plan.cuts.items():
        lines[int(line_number) - 1] = lines[int(line_number) - 1][:column]
    return "".join(line + plan.newline for line in lines).encode(plan.encoding)


def _round_dates(plan: EventPlan, rounds: int) -> list[date]:
    days = (plan.end - plan.start).days + 1
    return [plan.start + timedelta(days=number * days // rounds) for number in range(rounds)]


def _order(cells: Cells) -> list[int]:
    """Return the start numbers by points, then by the points of the opponents."""
    points = {number: half_points(row) for number, row in cells.items()}
    opponents = {number: sum(points.get(cell.opponent, 0) for cell in row) for number, row in cells.items()}
    return sorted(cells, key=lambda number: (-points[number], -opponents[number], number))


def _points(row: list[Cell]) -> str:
    whole, half = divmod(half_points(row), 2)
    return f"{whole}.{5 * half}"


def _fields(plan: EventPlan, person: Person) -> dict[str, Any]:
    entry = person.entries.get(plan.list_month)
    title = entry.title if entry else ""
    return {
        "sex": person.sex,
        "title": title if plan.small_titles else TITLES.get(title, ""),
        "name": person.name,
        "rating": entry.rating if entry else "",
        "federation": person.federation,
        "fide_id": person.fide_id or "",
        "birth": person.birth.replace("-", "/"),
    }


def _player_line(number: int, fields: Mapping[str, Any], row: list[Cell]) -> str:
    person = "{sex}{title:>3} {name:<33} {rating:>4} {federation:<3} {fide_id:>11} {birth:<10}".format_map(fields)
    cells = "".join(f"  {cell.opponent or '0000':>4} {cell.colour} {cell.result}" for cell in row)
    return f"001 {number:>4} {person} {fields['points']:>4} {fields['place']:>4}{cells}"
