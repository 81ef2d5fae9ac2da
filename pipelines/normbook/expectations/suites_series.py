"""What the tables of series mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, unique
from normbook.expectations.meanings import sentence, sex

SERIES = {
    "core.series_players": Suite(
        (
            sentence("player_key"),
            unique(("series", "event_id", "player_key"), "nobody plays twice in one event"),
            sex(),
            between("birth_year", 1850, 2100, "a player is younger than the oldest people").warning,
        ),
        told_by=("series", "event_id", "start_number"),
    ),
}
