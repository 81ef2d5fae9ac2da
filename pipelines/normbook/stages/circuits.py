"""Circuits as tables: exact results and standings, from which the published tables are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from normbook.contracts import contract
from normbook.regulations import series_regulation
from normbook.stages.circuit_events import Halves, event_results
from normbook.stages.circuit_race import chances
from normbook.stages.circuit_season import Standing, places_to_qualify, players_of, standings

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.circuit_schema import AgeCategory, Circuit

Row = dict[str, Any]
SEASON_INPUTS = ("staging.series", "staging.series_events", "staging.play_offs")


@dataclass(frozen=True)
class Season:
    """One series: its regulation by name and as it was read, its events in order (those without a report too), its play-offs."""

    series: str
    regulation: str
    circuit: Circuit
    events: Sequence[Row]
    play_offs: Sequence[Row]

    def step(self, event: Row) -> int:
        """The encounter of an event; an event that names none is one of its own, by its place in the file."""
        return int(event["encounter"] or event["position"])

    def final(self, event: Row) -> str | None:
        """The stage of the finals that an event is, None if it is an encounter; some categories have finals only (2)."""
        category = (self.circuit.categories.value or {}).get(event["category"])
        stage: str | None = event["final"]
        return stage or (None if category is None or category.has_circuit else "title")

    def encounters(self, standing: str) -> list[Row]:
        """The events that count in a standing, without the finals."""
        return [
            event
            for event in self.events
            if self.final(event) is None and self.circuit.standing_of(event["category"]) == standing
        ]


def seasons(connection: duckdb.DuckDBPyConnection) -> list[Season]:
    """All circuits that the series files name, by name. Raises RegulationError where a regulation is malformed."""

    events = rows_of(connection, "staging.series_events", "position")
    play_offs = rows_of(connection, "staging.play_offs", "play_off")
    heads = connection.execute(
        "select series, regulation, regulation_text from staging.series where kind = 'circuit' order by series"
    ).fetchall()
    return [
        Season(series, name, cast("Circuit", series_regulation(text, name)), events[series], play_offs.get(series, []))
        for series, name, text in heads
    ]


def rows_of(connection: duckdb.DuckDBPyConnection, table: str, order: str) -> dict[str, list[Row]]:
    """The rows of a table by series."""
    rows = connection.sql(f"from {table} order by series, {order}").to_arrow_table().to_pylist()
    return {series: list(of_series) for series, of_series in groupby(rows, lambda row: row["series"])}


def in_age(circuit: Circuit, entry: Row) -> bool | None:
    """Whether a player is in the age limit of the category (2); None where the date of birth is not known well enough."""
    limit: AgeCategory | None = (circuit.categories.value or {}).get(entry["category"])
    if limit is None or limit.born_after is None:
        return True
    if entry["birth_date"] is not None:
        return bool(entry["birth_date"] > limit.born_after)
    if entry["birth_year"] is None or entry["birth_year"] == limit.born_after.year:
        return None
    return bool(entry["birth_year"] > limit.born_after.year)


def in_section(entry: Row, section: str) -> bool:
    """Everybody is in the open section, girls in that for women too (8)."""
    return section == "open" or entry["sex"] == "F"


def circuit_results(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.circuit_results: one row per player and event of every section, finals left out."""
    entries = rows_of(connection, "mart.circuit_entries", "position, start_number")
    return contract("mart.circuit_results").from_rows(
        row for season in seasons(connection) for row in _results(season, entries.get(season.series, []))
    )


def _results(season: Season, entries: Sequence[Row]) -> Iterator[Row]:
    circuit = season.circuit
    of_circuit = [row for row in entries if season.final(row) is None and in_age(circuit, row) is not False]
    for _, of_event in groupby(of_circuit, lambda row: row["position"]):
        field = list(of_event)
        for section in circuit.sections.value:
            for row in event_results(circuit, [one for one in field if in_section(one, section)], section):
                standing = circuit.standing_of(row["category"])
                yield _result(row, standing, season.step(row))


_KEPT = (
    "series", "section", "event_id", "position", "start_number", "player_key", "fide_id", "name", "place", "tied_with",
    "half_points", "played_games", "played_half_points", "rounds", "is_finished",
)  # fmt: skip
_POINTS = ("placement", "game_points", "bonus", "participation", "total")


def _result(row: Row, standing: str, step: int) -> Row:
    kept = {name: row[name] for name in _KEPT} | {"category": standing, "event_category": row["category"], "step": step}
    total = Fraction(row["total"])
    kept |= {name: float(row[name]) / 2 for name in _POINTS[:-1]}
    return kept | {"total_numerator": total.numerator, "total_denominator": total.denominator}


def exact(row: Row) -> Row:
    """A row of mart.circuit_results with its points in halves as a number to reckon with."""
    numerator, denominator = row["total_numerator"], row["total_denominator"]
    total: Halves = numerator if denominator == 1 else Fraction(numerator, denominator)
    return row | {"total": total}


def circuit_standings(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.circuit_standings: the standings of every category and section after each encounter, and what was still possible."""
    results = rows_of(connection, "mart.circuit_results", "category, section, position, start_number")
    return contract("mart.circuit_standings").from_rows(
        row for season in seasons(connection) for row in _standings(season, results.get(season.series, []))
    )


def _standings(season: Season, results: Sequence[Row]) -> Iterator[Row]:
    circuit = season.circuit
    keys = {(row["event_id"], row["start_number"]): row["player_key"] for row in results}
    matches = [
        [keys[one["event_id"], number] for number in one["start_numbers"] if (one["event_id"], number) in keys]
        for one in season.play_offs
        if not one["undecided"]
    ]
    for (category, section), of_one in groupby(results, lambda row: (row["category"], row["section"])):
        rows = [exact(row) for row in of_one]
        steps = sorted({row["step"] for row in rows})
        for number, step in enumerate(steps, 1):
            so_far = [row for row in rows if row["step"] <= step]
            found = standings(circuit, so_far, matches if number == len(steps) else ())
            to_come = events_to_come(season, category, rows, step)
            cut = places_to_qualify(circuit, players_of(found))
            possible = chances(circuit, found, to_come, max(row["rounds"] for row in rows))
            for one, chance in zip(found, possible, strict=True):
                yield {
                    "series": season.series,
                    "category": category,
                    "section": section,
                    "after_encounter": step,
                    "is_last": number == len(steps),
                    "is_final": not to_come,
                    "cut": cut if circuit.qualified.value else None,
                    **_standing(one),
                    **chance,
                }


def events_to_come(season: Season, category: str, results: Sequence[Row], step: int) -> list[str]:
    """Categories of the events that are still to be played or finished after an encounter."""
    done = {row["position"] for row in results if row["is_finished"] and row["step"] <= step}
    listed = season.encounters(category)
    to_come = [event["category"] for event in listed if event["position"] not in done]
    more = (season.circuit.encounters.value or 0) - len({season.step(event) for event in listed})
    return to_come + [listed[-1]["category"]] * more


def _standing(one: Standing) -> Row:
    return {
        "player_key": one.player_key,
        "fide_id": one.fide_id,
        "name": one.name,
        "place": one.place,
        "tied": one.tied,
        "points": float(one.points) / 2,
        "counted_events": [row["position"] for row in one.counted],
        "counted_results": len(one.counted),
        "results": len(one.results),
        "first_places": sum(row["place"] == 1 for row in one.results),
        "percentage_score": None if one.percentage is None else float(one.percentage),
        "qualified": one.qualified,
        "tie_resolved_by": one.tie_resolved_by,
        "match_needed": one.match_needed,
    }
