"""mart.blitz_promotions: who moves up by his place, the share of those who started (4) and the annual champion (5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.stages.blitz import Row, by_event, regulations, rows_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.blitz_schema import BlitzRegulation

INPUTS = ("staging.series", "mart.blitz_events", "mart.blitz_standings")
_EVENTS = """
    from mart.blitz_events
    where stage = 'championship' and is_finished and moves_up is not null
    order by series, start_date, position
"""


def blitz_promotions(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.blitz_promotions from the standings of the finished championships."""
    known = regulations(connection)
    standings = by_event(rows_of(connection, "from mart.blitz_standings where place is not null order by all"))
    return contract("mart.blitz_promotions").from_rows(
        row
        for event in rows_of(connection, _EVENTS)
        for row in _rows(event, standings.get((event["series"], event["event_id"]), []), known[event["series"]])
    )


def promoted(
    standings: list[Row], moves_up: int, annual_championship: bool
) -> Iterator[tuple[Row, bool, bool | None, str]]:
    """Each player whom a promotion is about: his row, whether it is the champion's alone, whether he moves up, and why.

    None while a play-off is missing. Those who are level across the cut do not move up (a decision), nor does a champion
    whom nothing tells from another.
    """
    waiting = sum(row["play_off_needed"] for row in standings)
    for row in standings:
        is_waiting = row["play_off_needed"]
        # until the play-off all who wait for it are level
        first, last = (1, waiting) if is_waiting else (row["place"], row["place"] + len(row["tied_with"]))
        if last <= moves_up:
            yield row, False, True, "place"
        elif first <= moves_up or (first == 1 and annual_championship):
            is_champion = first > moves_up
            if is_waiting:
                yield row, is_champion, None, "play_off_needed"
            elif row["tied_with"]:
                yield row, is_champion, False, "tied"
            else:
                yield row, is_champion, True, "champion"


def _rows(event: Row, standings: list[Row], regulation: BlitzRegulation) -> Iterator[Row]:
    to_category = regulation.stronger(event["category"])
    for row, is_champion, moves, reason in promoted(standings, event["moves_up"], event["annual_championship"]):
        rule = regulation.annual_champion if is_champion else regulation.promoted_share
        yield {
            **{column: row[column] for column in ("series", "event_id", "start_number", "player_key", "fide_id")},
            "name": row["name"],
            "place": row["place"],
            "from_category": event["category"],
            "to_category": to_category,
            "promoted": moves,
            "reason": reason,
            "article": rule.article,
        }
