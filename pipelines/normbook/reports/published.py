"""The published Parquet of one season as a small in-memory database, for reports and notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.contracts import CONTRACTS, Table
from normbook.errors import ContractError, NormbookError

if TYPE_CHECKING:
    import duckdb

Row = dict[str, Any]

# Events without a start date belong to no season; their files bear this stem.
UNDATED = "undated"


def season_stem(season: int | None) -> str:
    """Name of a season in file names: 2005, or undated."""
    return UNDATED if season is None else str(season)


def seasons_published(out: Path) -> list[int | None]:
    """Return the seasons whose events are published below `out`, oldest first, None (undated) last."""
    stems = {file.stem for file in (out / "core" / "events").glob("*.parquet")}
    years: list[int | None] = [int(stem) for stem in sorted(stems) if stem.isdigit()]
    return [*years, None] if UNDATED in stems else years


def open_season(out: Path, season: int | None) -> duckdb.DuckDBPyConnection:
    """Open one season of the publication at `out`: every published table under its own name, contract checked.

    Tables that are split by season hold that season's rows only, the others are whole. The rating lists are left
    out: they are large, and what a season used of them stands in core.events and core.event_players.
    Raises NormbookError where a table is not published and ContractError where it was published in another shape.
    """
    import duckdb
    import pyarrow as pa
    import pyarrow.parquet as pq

    connection = duckdb.connect()
    for table in CONTRACTS.values():
        if not table.published or table.split == "list_month":
            continue
        try:
            parts = [table.conform(pq.read_table(file, partitioning=None)) for file in _files(out, table, season)]
        except ContractError as error:
            raise ContractError(
                f"{error}. The publication in {out} is of another version: run `normbook run` again"
            ) from error
        connection.execute(f"create schema if not exists {table.schema_name}")
        connection.register("incoming", pa.concat_tables(parts))
        connection.execute(f"create table {table.name} as from incoming")
        connection.unregister("incoming")
    return connection


def rows(connection: duckdb.DuckDBPyConnection, query: str, **parameters: object) -> list[Row]:
    """Answer a query as dictionaries, lists and structs included; `parameters` fill its $names."""
    answer: list[Row] = connection.sql(query, params=parameters or None).to_arrow_table().to_pylist()
    return answer


def _files(out: Path, table: Table, season: int | None) -> list[Path]:
    folder = out / table.schema_name / table.name.split(".")[1]
    files = sorted(folder.glob(f"{season_stem(season)}.parquet" if table.split == "season" else "*.parquet"))
    if not files:
        which = f" of season {season_stem(season)}" if table.split == "season" else ""
        raise NormbookError(
            f"{table.name}{which} is not published in {out}: run `normbook run`, which publishes all tables at once"
        )
    return files
