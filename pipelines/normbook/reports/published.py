"""The published Parquet of one season as a database of views, for reports and notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, Table
from normbook.errors import ContractError, NormbookError
from normbook.warehouse.parquet import parquet_source, table_files, table_folder
from normbook.warehouse.session import open_session, view_parquet

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
    """Open one season of the publication at `out`: every published table under its own name, as a view of its files.

    Tables that are split by season show that season's rows and those of no event, the others are whole; `look_at` narrows
    the view to some events. Raises NormbookError where the season or a table is not published, ContractError where a
    table was published in another shape.
    """
    if season not in seasons_published(out):
        raise NormbookError(f"{out}: the season {season_stem(season)} is not published here: run `normbook run` first")
    return _open(out, season_stem(season))


def look_at(connection: duckdb.DuckDBPyConnection, event_ids: Iterable[str]) -> None:
    """Narrow all tables that are split by season to the rows of these events; rows of no event are hidden."""
    connection.register("incoming", pa.table({"event_id": pa.array(event_ids, pa.string())}))
    connection.execute("create or replace table scope.events as from incoming")
    connection.execute("create or replace table scope.general as select false as is_shown")
    connection.unregister("incoming")


def look_at_all(connection: duckdb.DuckDBPyConnection) -> None:
    """Show the whole season again."""
    connection.execute("create or replace table scope.events as select event_id from scope.all_events")
    connection.execute("create or replace table scope.general as select true as is_shown")


def _open(out: Path, part: str) -> duckdb.DuckDBPyConnection:
    connection = open_session()
    connection.execute("create schema scope")
    for table in CONTRACTS.values():
        if table.published:
            files = _files(out, table, part)
            if table.name == "core.events":
                events = parquet_source(files) if files else "range(0) as none(event_id)"
                connection.execute(f"create table scope.all_events as select event_id from {events}")
                look_at_all(connection)
            view_parquet(connection, table.name, files, _condition(table, files))
    return connection


def _files(out: Path, table: Table, part: str) -> list[Path]:
    """The files of a table; a season without rows of it has no file of its own, only the general one."""
    files = table_files(out, table.name)
    if table.split == "list_month":
        return files
    if not files:
        raise NormbookError(f"{table.name} is not published in {out}: run `normbook run`, which publishes all tables")
    if table.split == "season":
        files = [file for file in files if file.stem in (part, GENERAL)]
    for file in files:
        try:
            table.conform(pq.read_schema(file).empty_table())
        except ContractError as error:
            raise ContractError(f"{error}. {out} was published by another version: run `normbook run` again") from error
    return files


def _condition(table: Table, files: list[Path]) -> str:
    if table.split != "season":
        return "true"
    of_events = "event_id in (select event_id from scope.events)"
    if not any(file.stem == GENERAL and pq.read_metadata(file).num_rows for file in files):
        return of_events  # alone, so that DuckDB can skip what lies beyond the events
    of_none = "event_id is null or event_id not in (select event_id from scope.all_events)"
    return f"{of_events} or ((select is_shown from scope.general) and ({of_none}))"


def rows(connection: duckdb.DuckDBPyConnection, query: str, **parameters: object) -> list[Row]:
    """Answer a query as dictionaries, lists and structs included; `parameters` fill its $names."""
    answer: list[Row] = connection.sql(query, params=parameters or None).to_arrow_table().to_pylist()
    return answer
