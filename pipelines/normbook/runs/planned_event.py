"""An event to come as staging tables: everybody meets everybody and every game is drawn, so that the engine can judge the field."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from normbook.contracts import CONTRACTS, contract
from normbook.runs.ingest import Staged
from normbook.sources.reading import Row

SYSTEMS = ("round_robin", "double_round_robin", "swiss")


def stage_event(
    folder: Path, players: list[Row], *, system: str, start: date, host: str | None, exemption: str | None
) -> Staged:
    """Write the staging tables of the event below `folder`.

    In a Swiss nobody meets everybody; there the games are all that there could be, and who has none in a round has a bye.
    """
    import pyarrow.parquet as pq

    event_id = players[0]["event_id"]
    rounds = (2 if system == "double_round_robin" else 1) * (len(players) - 1 + len(players) % 2)
    source: Row = {"event_id": event_id, "source_file": "entry list"}
    tables = {
        "staging.report_players": players,
        "staging.round_cells": list(_cells(players, rounds, "U" if system == "swiss" else "Z")),
        "staging.event_reports": [
            source
            | {
                "source_sha256": "",
                "name": event_id,
                "federation_code": host,
                "start_date": start,
                "rounds_seen": rounds,
                "has_teams": False,
            }
        ],
        "staging.event_sidecars": [source | {"has_error": False, "system": system, "exemption": exemption}],
    }
    staged = Staged({table.name: [] for table in CONTRACTS.values() if table.schema_name == "staging"})
    for name, rows in tables.items():
        file = folder / f"{name}.parquet"
        pq.write_table(contract(name).from_rows(rows), file)
        staged.files[name] = [file]
    return staged


def _cells(players: list[Row], rounds: int, free_day: str) -> Iterator[Row]:
    """Round cells by the circle method: the first stays, the others move on by one place a round."""
    circle: list[Row | None] = [*players, None] if len(players) % 2 else [*players]
    half = len(circle) // 2
    for round_number in range(1, rounds + 1):
        for one, other in zip(circle[:half], reversed(circle[half:]), strict=True):
            for player, opponent in ((one, other), (other, one)):
                if player:
                    yield {
                        "event_id": player["event_id"],
                        "start_number": player["start_number"],
                        "round_number": round_number,
                        "opponent_number": opponent and opponent["start_number"],
                        "result_code": "=" if opponent else free_day,
                        "line_number": player["line_number"],
                        "column_number": 1,
                    }
        circle = [circle[0], circle[-1], *circle[1:-1]]
