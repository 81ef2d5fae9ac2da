"""Who is near a norm: as published, or in one event judged again by other readings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.errors import NormbookError
from normbook.runs.explain import event_meant, judged_again, player_meant
from normbook.warehouse.session import open_published

if TYPE_CHECKING:
    import duckdb

    from normbook.regulations import Readings

_NEAR = """
    select near_norms.*, events.name as event, players.name as player, players.fide_id, players.federation_code as federation
    from mart.near_norms as near_norms
    inner join core.events as events using (event_id)
    inner join core.event_players as players using (event_id, start_number)
    where event_id = coalesce($event, event_id) and start_number = coalesce($player, start_number)
        and title_sought = coalesce($title, title_sought)
    order by distance, event_id, start_number, title_sought
"""


def near(
    out: Path,
    event: str | None = None,
    player: str | None = None,
    title: str | None = None,
    readings: Readings = (),
) -> list[dict[str, Any]]:
    """Rows of mart.near_norms with the names of event and player, nearest first.

    `player` is asked for as in `normbook explain` and needs an event. With `readings` the verdicts of an event are hypothetical,
    by those of open questions. Raises NormbookError where nothing is published (or ingested, with readings), event or player
    are not known, or no event is named where one is needed.
    """
    for asked in (player, readings and f"{readings[0][0]}={readings[0][1]}"):
        if asked and event is None:
            raise NormbookError(f"{asked}: this is asked for within an event. Give the event too.")
    if event is not None and readings:
        with judged_again(out, event, readings) as connection:
            return _near(connection, event, player, title)
    with open_published(out, ("core.events", "core.event_players", "mart.near_norms")) as connection:
        return _near(connection, event, player, title)


def _near(
    connection: duckdb.DuckDBPyConnection, event: str | None, player: str | None, title: str | None
) -> list[dict[str, Any]]:
    start_number = None
    if event is not None:
        event_meant(connection, event, "core.events")
        start_number = player_meant(connection, event, player) if player is not None else None
    values = {"event": event, "player": start_number, "title": title and title.upper()}
    found: list[dict[str, Any]] = connection.sql(_NEAR, params=values).to_arrow_table().to_pylist()
    return found
