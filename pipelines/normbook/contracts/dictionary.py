"""The data dictionary: every contract as a page for readers. `python -m normbook.contracts.dictionary FILE` writes it."""

from __future__ import annotations

import sys
from pathlib import Path

from normbook.contracts import CONTRACTS, Table

_LAYERS = {
    "core": "Lists, events, players and games, joined and typed.",
    "mart": "The answers: performances, verdicts, and why.",
    "quality": "What was set aside, what is odd, how the expectations went.",
    "ref": "The regulations as rows.",
}
_SPLITS = {
    "whole": "`all.parquet`",
    "season": "one file a season of the event (`2005.parquet`), `undated.parquet`, `general.parquet` for rows without an event",
    "series": "one file a series (`<series>.parquet`)",
    "list_month": "hive folders `list_month=YYYY-MM/`",
}


def data_dictionary() -> str:
    """The whole page as Markdown, derived from the contracts of the published tables and of those between the layers."""
    parts = [
        "# Data dictionary",
        "",
        "Made from the contracts by `make docs`; do not edit. Every table lies as Parquet in `<out>/<schema>/<table>/` and, by",
        "the same name, in `<out>/warehouse.duckdb`. Scores are points in steps of a half; ratings and percentages are whole",
        "numbers, rounded half up.",
        "",
    ]
    for layer, about in _LAYERS.items():
        parts += [f"## {layer}", "", about, ""]
        for table in CONTRACTS.values():
            if table.schema_name == layer and table.published:
                parts += _table(table)
    parts += [
        "## Between the layers",
        "",
        "Not published: made in the run, there for whoever debugs it (`normbook sql TABLE` shows how).",
        "",
    ]
    parts += [f"- `{table.name}`: {table.grain}. {table.about}" for table in CONTRACTS.values() if not table.published]
    return "\n".join(parts) + "\n"


def _table(table: Table) -> list[str]:
    key = ", ".join(f"`{name}`" for name in table.key) or "none"
    rows = []
    for column in table.columns:
        empty = "" if column.nullable else "never"
        meaning = column.about.replace("|", "/")
        rows.append(f"| `{column.name}` | {_type_name(str(column.type))} | {empty} | {meaning} |")
    return [
        f"### {table.name}",
        "",
        table.about,
        "",
        f"One row: {table.grain}. Key: {key}. Files: {_SPLITS[table.split]}.",
        "",
        "| column | type | empty | meaning |",
        "|---|---|---|---|",
        *rows,
        "",
    ]


def _type_name(arrow_name: str) -> str:
    names = {
        "string": "VARCHAR",
        "int64": "BIGINT",
        "double": "DOUBLE",
        "bool": "BOOLEAN",
        "date32[day]": "DATE",
        "binary": "BLOB",
    }
    if arrow_name.startswith("list<"):
        return _type_name(arrow_name.removeprefix("list<").removesuffix(">").split(": ", 1)[1]) + "[]"
    return names.get(arrow_name, arrow_name)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(data_dictionary(), encoding="utf-8")
