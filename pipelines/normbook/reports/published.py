"""The published Parquet of one season as a small in-memory database, for reports and notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, Table
from normbook.errors import ContractError, NormbookError
from normbook.warehouse.parquet import table_folder

Row = dict[str, Any]

# File stems of season tables: events without a start date, and rows that belong to no event.
UNDATED, GENERAL = "undated", "general"


def season_stem(season: int | None) -> str:
    """Name of a season in file names: 2005, or undated."""
    return UNDATED if season is None else str(season)


def seasons_published(out: Path) -> list[int | None]:
    """Return the seasons whose events are published below `out`, oldest first, None (undated) last."""
    stems = {file.stem for file in table_folder(out, "core.events").glob("*.parquet")}
    years: list[int | None] = [int(stem) for stem in sorted(stems) if stem.isdigit()]
    return [*years, None] if UNDATED in stems else years


def open_season(out: Path, season: int | None) -> duckdb.DuckDBPyConnection:
    """Open one season of the publication at `out`: every published table under its own name, contract checked.

    Tables that are split by season hold that season's rows and those of no event, the others are whole. The rating
    lists are left out: they are large, and what a season used of them stands in core.events and core.event_players.
    Raises NormbookError where the season or a table is not published, ContractError where a table was published in
    another shape.
    """
    if season not in seasons_published(out):
        raise NormbookError(f"{out}: the season {season_stem(season)} is not published here: run `normbook run` first")
    connection = duckdb.connect()
    for table in CONTRACTS.values():
        if not table.published or table.split == "list_month":
            continue
        try:
            parts = [table.conform(pq.read_table(file, partitioning=None)) for file in _files(out, table, season)]
        except ContractError as error:
            raise ContractError(f"{error}. {out} was published by another version: run `normbook run` again") from error
        connection.execute(f"create schema if not exists {table.schema_name}")
        connection.register("incoming", pa.concat_tables([table.arrow_schema.empty_table(), *parts]))
        connection.execute(f"create table {table.name} as from incoming")
        connection.unregister("incoming")
    return connection


def rows(connection: duckdb.DuckDBPyConnection, query: str, **parameters: object) -> list[Row]:
    """Answer a query as dictionaries, lists and structs included; `parameters` fill its $names."""
    answer: list[Row] = connection.sql(query, params=parameters or None).to_arrow_table().to_pylist()
    return answer


def _files(out: Path, table: Table, season: int | None) -> list[Path]:
    """The files of a table; a season without rows of it has no file of its own, only the general one."""
    files = sorted(table_folder(out, table.name).glob("*.parquet"))
    if not files:
        raise NormbookError(f"{table.name} is not published in {out}: run `normbook run`, which publishes all tables")
    if table.split == "season":
        return [file for file in files if file.stem in (season_stem(season), GENERAL)]
    return files
