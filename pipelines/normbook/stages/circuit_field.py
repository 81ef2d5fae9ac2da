"""The events of a circuit beside its regulation: system and rounds for so many players (4), scoring places (9), what is odd."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.stages.circuits import Season, in_age, in_section, rows_of, seasons

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.values import Value

Row = dict[str, Any]


def grand_prix_events(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.grand_prix_events: one row per event and section of a circuit, with what the regulation recommends for it."""
    entries = rows_of(connection, "mart.circuit_entries", "position, start_number")
    return contract("mart.grand_prix_events").from_rows(
        row for season in seasons(connection) for row in _events(season, entries.get(season.series, []))
    )


def _events(season: Season, entries: Sequence[Row]) -> Iterator[Row]:
    circuit = season.circuit
    for _, of_event in groupby(entries, lambda row: row["position"]):
        field = list(of_event)
        first = field[0]
        if season.final(first) is not None:
            continue
        advice = circuit.system_for(first["players"])
        everybody = [row for row in field if in_age(circuit, row) is not False]
        for section in circuit.sections.value:
            ranked = [row for row in everybody if in_section(row, section)]
            counting = sum(row["played_games"] > 0 for row in ranked)
            yield {
                "series": season.series,
                "category": circuit.standing_of(first["category"]),
                "section": section,
                "event_id": first["event_id"],
                "event_category": first["category"],
                "regulation": season.regulation,
                "encounter": season.step(first),
                "ranked_players": len(ranked),
                "counting_players": counting,
                "left_out": circuit.left_out_of(counting),
                "players": first["players"],
                "system": first["system"],
                "rounds": first["rounds"],
                "recommended_system": advice and advice.system,
                "recommended_rounds": advice and advice.rounds,
                "recommended_minutes": advice and advice.minutes,
                "is_finished": first["is_finished"],
            }


def circuit_findings(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """findings.circuits: where an event differs from the regulation of its series or from its own report."""
    entries = rows_of(connection, "mart.circuit_entries", "position, start_number")
    rows: list[Row] = []
    for season in seasons(connection):
        rows += _of_series(season, entries.get(season.series, []))
        for _, of_event in groupby(entries.get(season.series, []), lambda row: row["position"]):
            rows += _of_event(season, list(of_event))
    return contract("findings.circuits").from_rows(rows)


def _finding(row: Row, code: str, subject: str, finding: str, action: str, value: Value[Any] | None = None) -> Row:
    return {
        "source_file": row["source_file"],
        "event_id": row["event_id"],
        "severity": "warning",
        "finding_code": code,
        "subject": subject,
        "finding": finding,
        "action": action,
        "article": value and value.article,
    }


def _of_series(season: Season, entries: Sequence[Row]) -> Iterator[Row]:
    numbers = {(row["event_id"], row["start_number"]) for row in entries}
    files = {event["event_id"]: event for event in season.events}
    for one in season.play_offs:
        for number in one["start_numbers"]:
            if (one["event_id"], number) not in numbers:
                words = f"A play-off of {one['event_id']} names start number {number}, whom the event does not have."
                action = "The play-off decides nothing for that number. Correct it in the series file."
                yield _finding(files[one["event_id"]], "circuit_play_off_of_nobody", f"No. {number}", words, action)
    most = season.circuit.encounters
    for category in dict.fromkeys(season.circuit.standing_of(event["category"]) for event in season.events):
        encounters = season.encounters(category)
        steps = len({season.step(event) for event in encounters})
        if most.value is not None and steps > most.value:
            words = f"The series has {steps} encounters of {category}; the regulation has {most.value}."
            yield _finding(encounters[-1], "circuit_encounters", category, words, "All of them count.", most)
    categories = season.circuit.categories.value
    seen: set[str] = set()
    for event in season.events:
        if categories is not None and event["category"] not in (seen | set(categories)):
            seen.add(event["category"])
            words = f"The regulation has no category {event['category']}; it has {', '.join(categories)}."
            action = "Its players are ranked without an age limit. Correct the category in the series file."
            yield _finding(
                event, "circuit_category_unknown", event["category"], words, action, season.circuit.categories
            )


def _of_event(season: Season, field: Sequence[Row]) -> Iterator[Row]:
    circuit, first = season.circuit, field[0]
    event = first["event_id"]
    ages = [(row, in_age(circuit, row)) for row in field]
    for row, is_in_age in ages:
        subject = f"No. {row['start_number']} {row['name'] or '(no name)'}"
        if is_in_age is False:
            words = f"Born {row['birth_date'] or row['birth_year']}, too old for {row['category']}."
            action = "Not ranked: the places close up, and nobody is counted for it."
            yield _finding(row, "circuit_too_old", subject, words, action, circuit.categories)
        reported = row["points_reported"]
        if reported is not None and 2 * reported != row["half_points"]:
            words = f"The report gives {reported} points, the games {row['half_points'] / 2}."
            action = "Places and points of the series come from the games."
            yield _finding(row, "circuit_points_differ", subject, words, action, circuit.tie_breaks)
    if unknown := sum(is_in_age is None for _, is_in_age in ages):
        words = (
            f"The dates of birth of {unknown} of {len(field)} players are not known, so their ages were not checked."
        )
        action = "They are ranked. Give birth dates in the report."
        yield _finding(first, "circuit_age_unknown", event, words, action, circuit.categories) | {"severity": "info"}
    if "women" in circuit.sections.value and (unknown := sum(row["sex"] is None for row in field)):
        words = f"The sex of {unknown} of {len(field)} players is not known."
        action = "They are not ranked among the girls. Give it in the report."
        yield _finding(first, "circuit_sex_unknown", event, words, action, circuit.sections) | {"severity": "info"}
    if not first["is_finished"]:
        words = "The event has games without a result or rounds to come."
        yield _finding(first, "circuit_event_running", event, words, "It counts as it stands.") | {"severity": "info"}
    advice = circuit.system_for(first["players"])
    if advice is None or season.final(first) is not None:
        return
    if first["system"] != advice.system or advice.rounds not in (None, first["rounds"]):
        asked = advice.system.replace("_", " ") + (f" of {advice.rounds} rounds" if advice.rounds else "")
        words = (
            f"{first['players']} players played a {first['system'].replace('_', ' ')} of {first['rounds']} rounds; "
            f"the regulation has a {asked} for so many."
        )
        yield _finding(first, "circuit_system_differs", event, words, "It counts as it was played.", circuit.systems)
