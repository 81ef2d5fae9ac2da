"""Grand Prix and blitz championships as the report tells them: standings by event, the race, finals, fees, promotions."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb
from markupsafe import Markup

from normbook.contracts import CONTRACTS
from normbook.reports import figures
from normbook.reports.messages import Words
from normbook.reports.published import Row, rows

# Tables of series hold all seasons; those of the season are the series with an event in it.
_SERIES = "series in (select series from {events} where event_id in (select event_id from core.events))"

_STANDINGS = """
select *
from mart.grand_prix_standings
where {series}
order by series, category, section, place, name, player_key
"""

_RESULTS = """
select results.*, events.name as event_name
from mart.grand_prix_results as results
left join core.events as events using (event_id)
where {series}
order by results.series, results.category, results.section, encounter, results.event_id
"""

_RACE = """
select series, category, section, after_encounter as stage, name, player_key, place, points
from mart.grand_prix_race
where {series} and place is not null
"""

_FINALS = "select * from mart.grand_prix_finals where {series} order by series, category, section, stage, seat"
_FEES = """
select fees.*, events.name as event_name
from mart.grand_prix_settlements as fees
left join core.events as events using (event_id)
where {series}
order by fees.series, fees.category, events.start_date, fees.event_id
"""

_BLITZ_EVENTS = """
select blitz.*, events.name as event_name
from mart.blitz_events as blitz
inner join core.events as events using (event_id)
order by series, position
"""

_BLITZ_STANDINGS = """
select *
from mart.blitz_standings
where event_id in (select event_id from core.events)
order by event_id, place nulls last, name
"""

_PROMOTIONS = """
select promotions.*, events.name as event_name
from mart.blitz_promotions as promotions
inner join core.events as events using (event_id)
order by series, from_category, event_id, place, name
"""


def grand_prix(connection: duckdb.DuckDBPyConnection, words: Words) -> list[Row]:
    """Return the standings of the season's circuits: one entry for every series, category and section.

    Each has `events` (encounters in order: event_id, event_name, encounter), `standings` with the `results` of every player
    by event_id, `finals`, `fees` (of the open section) and `figure`, the race, where there were two encounters.
    """
    if "mart.grand_prix_standings" not in CONTRACTS:
        return []
    asked = _SERIES.format(events="mart.grand_prix_events")
    standings = rows(connection, _STANDINGS.format(series=asked))
    results = _grouped(rows(connection, _RESULTS.format(series=asked)))
    race = _grouped(rows(connection, _RACE.format(series=asked)))
    finals = _grouped(rows(connection, _FINALS.format(series=asked)))
    fees = rows(connection, _FEES.format(series=asked))
    circuits = []
    for number, (key, players) in enumerate(groupby(standings, key=_key)):
        found = results.get(key, [])
        events = {row["event_id"]: row for row in found}
        by_player: dict[str, Row] = {}
        for row in found:
            by_player.setdefault(row["player_key"], {})[row["event_id"]] = row
        series, category, section = key
        circuits.append(
            {
                "series": series,
                "category": category,
                "section": section,
                "events": list(events.values()),
                "standings": [row | {"results": by_player.get(row["player_key"], {})} for row in players],
                "finals": finals.get(key, []),
                "fees": [
                    row for row in fees if section == "open" and (row["series"], row["category"]) == (series, category)
                ],
                "figure": _race(race.get(key, []), found, f"race-{number}", f"{series} {category}", words),
            }
        )
    return circuits


def blitz(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Return the season's blitz championships: `events`, each with `standings`, and `promotions`."""
    if "mart.blitz_promotions" not in CONTRACTS:
        return {"events": [], "promotions": []}
    standings: dict[str, list[Row]] = {}
    for row in rows(connection, _BLITZ_STANDINGS):
        standings.setdefault(row["event_id"], []).append(row)
    events = [row | {"standings": standings.get(row["event_id"], [])} for row in rows(connection, _BLITZ_EVENTS)]
    return {"events": events, "promotions": rows(connection, _PROMOTIONS)}


def _race(race: list[Row], results: list[Row], name: str, series: str, words: Words) -> Markup | None:
    """The bump chart, each stage named after its event; None with fewer than two stages."""
    if len({row["stage"] for row in race}) < 2:
        return None
    names: dict[int, str] = {}
    for row in results:
        names.setdefault(row["encounter"], words.plain("series.encounter", number=row["encounter"]))
    # two players of one name stay two lines
    twice = {row["name"] for row in race if len({r["player_key"] for r in race if r["name"] == row["name"]}) > 1}
    told = [
        row
        | {
            "stage_name": names.get(row["stage"], str(row["stage"])),
            "name": f"{row['name']} ({row['player_key']})"
            if row["name"] in twice
            else row["name"] or row["player_key"],
        }
        for row in race
    ]
    figure = figures.grand_prix_race(told, words)
    return Markup(figures.inline_svg(figure, name, words.plain("figtitle.race", series=series)))


def _key(row: Row) -> tuple[str, str, str]:
    return (row["series"], row["category"], row["section"])


def _grouped(found: list[Row]) -> dict[tuple[str, str, str], list[Row]]:
    grouped: dict[tuple[str, str, str], list[Row]] = {}
    for row in found:
        grouped.setdefault(_key(row), []).append(row)
    return grouped
