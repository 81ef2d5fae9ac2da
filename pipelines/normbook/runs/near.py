"""Who is near a norm, read from what is published."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from normbook.errors import NormbookError
from normbook.runs.explain import event_meant, player_meant
from normbook.warehouse.session import open_published


def near(
    out: Path, event: str | None = None, player: str | None = None, title: str | None = None, limit: int | None = None
) -> list[dict[str, Any]]:
    """Rows of mart.near_norms with the names of event and player, nearest first; `limit` None gives all.

    `player` is asked for as in `normbook explain` and needs an event. Raises NormbookError where nothing is published, or
    event or player are not known.
    """
    if player is not None and event is None:
        raise NormbookError(f"{player}: a player is asked for within an event. Give the event too.")
    with open_published(out, ("core.events", "core.event_players", "mart.near_norms")) as connection:
        start_number = None
        if event is not None:
            event_meant(connection, event, "core.events")
            start_number = player_meant(connection, event, player) if player is not None else None
        query = """
            select near_norms.*, events.name as event, players.name as player, players.fide_id,
                players.federation_code as federation
            from mart.near_norms as near_norms
            inner join core.events as events using (event_id)
            inner join core.event_players as players using (event_id, start_number)
            where event_id = coalesce($event, event_id) and start_number = coalesce($player, start_number)
                and title_sought = coalesce($title, title_sought)
            order by distance, event_id, start_number, title_sought
            limit $limit
        """
        values = {"event": event, "player": start_number, "title": title and title.upper(), "limit": limit}
        found: list[dict[str, Any]] = connection.sql(query, params=values).to_arrow_table().to_pylist()
        return found
