"""The players of a crosstable: what stands in the columns beside the rounds."""

from __future__ import annotations

import re

from normbook.sources.crosstable_rows import Table
from normbook.sources.player_fields import TEXTS, Odd, read_place, typed_player
from normbook.sources.reading import Row
from normbook.sources.titles import is_known_title

_GLUED_TITLE = re.compile(r"([A-Z]{2,3}) +(?=\S)")


def player_rows(table: Table, points_column: int | None, odd: Odd) -> list[Row]:
    """Return the rows of staging.report_players but for event and start number; a blank place is that of the row above (X9)."""
    columns = {text: table.column(text) for text in TEXTS}
    columns |= {"name": table.name, "title": table.title, "points": points_column}
    players: list[Row] = []
    for row in table.rows:
        texts = {text: row.at(column) if column is not None else "" for text, column in columns.items()}
        glued = _GLUED_TITLE.match(texts["name"])
        if columns["title"] is None and glued and is_known_title(glued[1]):
            texts |= {"title": glued[1], "name": texts["name"][glued.end() :]}
        player = typed_player(row.number, row.place, texts, odd)
        if not texts["place"] and players:
            player["place"] = players[-1]["place"]
        players.append(player | {"points_column": points_column + 1 if points_column is not None else None})
    return players


def list_rows(table: Table) -> list[Row]:
    """The same for a table that holds no games, with the start number where the table has one; what is no value is left out."""
    column = table.column("start_number")
    players = player_rows(table, table.column("points"), Odd())
    numbers = [read_place(row.at(column)) if column is not None else None for row in table.rows]
    return [player | {"start_number": number} for player, number in zip(players, numbers, strict=True)]
