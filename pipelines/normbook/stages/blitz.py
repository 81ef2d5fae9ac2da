"""Blitz championships: what their stages read of the series, and mart.blitz_events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from normbook.contracts import contract
from normbook.regulations import series_regulation

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.blitz_schema import BlitzRegulation

Row = dict[str, Any]

EVENTS_INPUTS = ("staging.series", "staging.series_events", "staging.series_teams", "core.events", "mart.blitz_results")
_EVENTS = """
    select
        events.*,
        heads.start_date,
        heads.system,
        heads.is_finished,
        heads.system = 'team' or exists (
            select 1 from staging.series_teams as teams
            where teams.series = events.series and teams.event_id = events.event_id
        ) as has_teams
    from staging.series as series
    inner join staging.series_events as events on series.series = events.series
    inner join core.events as heads on events.event_id = heads.event_id
    where series.kind = 'blitz'
    -- an event stands in one category of a blitz series; a second table of it changes nothing
    qualify row_number() over (partition by events.series, events.event_id order by events.position) = 1
    order by events.series, heads.start_date, events.position
"""


def rows_of(connection: duckdb.DuckDBPyConnection, query: str) -> list[Row]:
    """Rows of a query as dictionaries."""
    rows: list[Row] = connection.sql(query).to_arrow_table().to_pylist()
    return rows


def by_event(rows: list[Row]) -> dict[tuple[str, str], list[Row]]:
    """Rows by series and event, in their order."""
    found = defaultdict(list)
    for row in rows:
        found[row["series"], row["event_id"]].append(row)
    return found


def regulations(connection: duckdb.DuckDBPyConnection) -> dict[str, BlitzRegulation]:
    """The regulation of every blitz series."""
    return {
        row["series"]: cast("BlitzRegulation", series_regulation(row["regulation_text"], row["regulation"]))
        for row in rows_of(connection, "from staging.series where kind = 'blitz' order by series")
    }


def blitz_events(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.blitz_events: what each event is in its championship, by how many players, and how it should be played (4, 17)."""
    results = by_event(rows_of(connection, "from mart.blitz_results"))
    series = defaultdict(list)
    for event in rows_of(connection, _EVENTS):
        series[event["series"]].append(event)
    known = regulations(connection)
    return contract("mart.blitz_events").from_rows(
        row for name, events in series.items() for row in _rows(events, known[name], results)
    )


def _rows(events: list[Row], regulation: BlitzRegulation, results: dict[tuple[str, str], list[Row]]) -> Iterator[Row]:
    """Rows of one series."""
    for event in events:
        stage = _stage(event)
        entered_in = [*_groups_of(event["event_id"], events), event["event_id"]]
        entrants = [row for one in entered_in for row in results.get((event["series"], one), [])]
        players, started = (
            len({row["player_key"] for row in rows}) for rows in (entrants, [row for row in entrants if row["games"]])
        )
        is_championship = stage == "championship"
        plan = regulation.format_of(players) if is_championship else None
        own = len(results.get((event["series"], event["event_id"]), []))
        # those who come from the groups are few enough to play all against all, or they need groups again
        last = regulation.format_of(own) if is_championship else None
        yield {
            "series": event["series"],
            "event_id": event["event_id"],
            "category": event["category"],
            "is_known_category": set(event["boards"] or [event["category"]]) <= set(regulation.categories.value),
            "stage": stage,
            "annual_championship": event["annual_championship"],
            "group_of": event["group_of"],
            "boards": event["boards"],
            "start_date": event["start_date"],
            "position": event["position"],
            "is_finished": event["is_finished"],
            "entered_in": entered_in,
            "players": players,
            "started": started,
            "moves_up": _moves_up(event, started, regulation) if is_championship else None,
            "system": event["system"],
            "own_players": own,
            "system_expected": last and last.rounds and ("double_" if last.rounds == "double" else "") + "round_robin",
            "groups": len(_direct_groups(event["event_id"], events)),
            "groups_expected": plan and plan.groups_of(players),
            "most_in_a_group": plan and plan.most_in_a_group,
            "finalists_expected": plan and plan.finalists,
            "format_article": regulation.formats.article,
            "draw_article": regulation.draw_of_groups.article,
            "seconds_a_move": regulation.seconds_a_move.value,
            "time_article": regulation.seconds_a_move.article,
            "cups": regulation.team_prizes.value.cups,
        }


def _stage(event: Row) -> str:
    if event["boards"]:
        return "mixed_team"
    if event["has_teams"]:
        return "team"
    return "group" if event["group_of"] else "championship"


def _moves_up(event: Row, started: int, regulation: BlitzRegulation) -> int | None:
    """How many move up by the share of those who started (4); None where there is no stronger category to move to."""
    if event["category"] not in regulation.categories.value or regulation.stronger(event["category"]) is None:
        return None
    return regulation.promoted_share.value.of(started)


def _direct_groups(event_id: str, events: list[Row]) -> list[str]:
    return [event["event_id"] for event in events if event["group_of"] == event_id]


def _groups_of(event_id: str, events: list[Row]) -> list[str]:
    """Groups whose finalists come to an event, and the groups of these groups, earliest first."""
    return [one for group in _direct_groups(event_id, events) for one in (*_groups_of(group, events), group)]
