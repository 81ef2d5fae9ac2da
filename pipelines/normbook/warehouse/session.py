"""DuckDB sessions: schemas, macros, and tables that pass their contract when they are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from normbook.contracts import CONTRACTS, Table, contract
from normbook.errors import ContractError, NormbookError
from normbook.warehouse.connection import connect
from normbook.warehouse.parquet import finish_publication, parquet_source, table_files
from normbook.warehouse.sql_files import SqlFile, sql_files

# What a session in a file may hold at once, in MiB: enough to sort a rating list of two million players, and some for every
# million cells of report files; a season of 30,000 events passes with it (benchmarks/README.md).
MEMORY, MEMORY_A_MILLION_CELLS = 480, 190

_DUCKDB_TYPES = {
    pa.string(): "varchar",
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.date32(): "date",
    pa.binary(): "blob",
}


def duckdb_type(arrow_type: pa.DataType) -> str:
    """The DuckDB type that holds an Arrow type of a contract; raises ContractError for one that no contract uses."""
    if pa.types.is_list(arrow_type):
        return f"{duckdb_type(arrow_type.value_type)}[]"
    if pa.types.is_struct(arrow_type):
        fields = ", ".join(f"{field.name} {duckdb_type(field.type)}" for field in arrow_type)
        return f"struct({fields})"
    try:
        return _DUCKDB_TYPES[arrow_type]
    except KeyError:
        raise ContractError(f"{arrow_type}: contracts do not use this type") from None


def open_session(
    database: Path | None = None, threads: int | None = None, round_cells: int = 0
) -> duckdb.DuckDBPyConnection:
    """A connection with all schemas and macros; in memory, or in a file so that large seasons spill to disk.

    With a file DuckDB keeps to a memory that goes by the round cells of the report files, and does not keep rows in their
    order, which would need more (tables are sorted when they are written).
    """
    connection = connect(database)
    connection.execute(f"set preserve_insertion_order = {'false' if database else 'true'}")
    if database:
        limit = MEMORY + MEMORY_A_MILLION_CELLS * round_cells // 1_000_000
        connection.execute(f"set memory_limit = '{limit}MiB'")
    if threads:
        connection.execute(f"set threads = {int(threads)}")
    for schema in sorted({table.schema_name for table in CONTRACTS.values()}):
        connection.execute(f"create schema if not exists {schema}")
    for macros in sql_files("macros"):
        connection.execute(macros.text)
    return connection


def make_table(connection: duckdb.DuckDBPyConnection, sql: SqlFile) -> int:
    """Run one SQL file as the table of its name, checked against its contract; returns the number of rows.

    Raises ContractError if the columns differ, a required value is empty or the key repeats.
    """
    try:
        described = connection.execute(f"describe {sql.text}").fetchall()
    except duckdb.Error as error:
        raise ContractError(f"{sql.path.name}: DuckDB refuses the statement: {error}") from error
    _require_columns(contract(sql.name), [str(row[0]) for row in described])
    return _store(connection, contract(sql.name), f"({sql.text})")


def load_table(connection: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> int:
    """Store an Arrow table under its contract's name; returns the number of rows."""
    table = contract(name)
    _require_columns(table, rows.column_names)
    connection.register("arriving", rows)
    try:
        return _store(connection, table, "arriving")
    finally:
        connection.unregister("arriving")


def open_published(out: Path, names: Sequence[str]) -> duckdb.DuckDBPyConnection:
    """Open a session with views of published tables. Raises NormbookError where none of them is published."""
    finish_publication(out)
    files = {name: table_files(out, name) for name in names}
    if not any(files.values()):
        raise NormbookError(f"{out}: nothing is published here. Run `normbook run` first.")
    connection = open_session()
    for name, parquet in files.items():
        view_parquet(connection, name, parquet)
    return connection


def view_parquet(
    connection: duckdb.DuckDBPyConnection, name: str, files: Sequence[Path], condition: str = "true"
) -> None:
    """Make `schema.table` a view of those rows of Parquet files, written under the contract, that meet a condition.

    Without files it is empty. Raises NormbookError where the files were written by a version with other columns.
    """
    columns = contract(name).columns
    if files:
        selected, source = ", ".join(f'"{c.name}"' for c in columns), parquet_source(files)
    else:
        selected = ", ".join(f'cast(null as {duckdb_type(c.type)}) as "{c.name}"' for c in columns)
        source, condition = "range(0)", "false"
    try:
        connection.execute(f"create or replace view {name} as select {selected} from {source} where {condition}")
    except duckdb.BinderException as error:
        raise NormbookError(
            f"{files[0].parent}: {name} was written by another version of normbook. Run `normbook run` for all seasons again."
        ) from error


def _require_columns(table: Table, columns: Sequence[str]) -> None:
    missing = [name for name in table.column_names if name not in columns]
    extra = [name for name in columns if name not in table.column_names]
    if missing or extra:
        raise ContractError(f"{table.name}: columns differ from the contract: missing {missing}, not declared {extra}")


def _store(connection: duckdb.DuckDBPyConnection, table: Table, source: str) -> int:
    columns = ", ".join(f'cast("{c.name}" as {duckdb_type(c.type)}) as "{c.name}"' for c in table.columns)
    try:
        connection.execute(f"create or replace table {table.name} as select {columns} from {source}")
    except duckdb.ConversionException as error:
        raise ContractError(f"{table.name}: a value does not have its declared type: {error}") from error
    required = [column.name for column in table.columns if not column.nullable]
    empties = ", ".join(f'count(*) - count("{name}")' for name in required)
    counts = connection.execute(f"select count(*){', ' + empties if empties else ''} from {table.name}").fetchall()[0]
    for name, empty in zip(required, counts[1:], strict=True):
        if empty:
            raise ContractError(f"{table.name}.{name}: {empty} empty values where the contract allows none")
    if table.key:
        key = ", ".join(f'"{name}"' for name in table.key)
        repeated = connection.execute(
            f"select {key}, count(*) from {table.name} group by {key} having count(*) > 1 order by all limit 3"
        ).fetchall()
        if repeated:
            raise ContractError(f"{table.name}: the key {key} repeats, for example {repeated}")
    return int(counts[0])
