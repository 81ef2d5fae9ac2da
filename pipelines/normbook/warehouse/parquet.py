"""Parquet on disk: where tables lie, how they are written, and how a finished build takes the place of the last one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import ContractError
from normbook.warehouse.connection import connect

_COMPLETE = ".publishing"
KEEP = "keep"
_ROWS_OF_GROUP = 120_000
# Columns in which a dictionary of values would only cost time: the numbers are written as differences.
_NUMBERS = ("line_number", "fide_id")
_HARDLY_REPEATED = (*_NUMBERS, "name")
# What a table that is split into files has for each row, as SQL: the name of its file.
_PARTS = {
    "season": """
        case when events.event_id is null then 'general' else coalesce(cast(events.season as varchar), 'undated') end as part
        from {name} as table_rows left join core.events as events on table_rows.event_id = events.event_id
    """,
    "series": "series as part from {name} as table_rows",
}


def table_folder(out: Path, name: str) -> Path:
    """Folder of a table: `mart.norm_verdicts` lies in `<out>/mart/norm_verdicts/`."""
    return out.joinpath(*name.split("."))


def table_files(out: Path, name: str) -> list[Path]:
    """Parquet files of a table, in order; none if it was never published."""
    return sorted(table_folder(out, name).rglob("*.parquet"))


def published_rows(out: Path, name: str) -> int:
    """Rows of a table as published, by the files' footers; 0 if it was never published."""
    return sum(int(pq.read_metadata(file).num_rows) for file in table_files(out, name))


def parquet_source(files: Sequence[Path], options: str = "") -> str:
    """The SQL that reads just these files, whatever characters their paths have (DuckDB takes * ? [ for patterns)."""
    exact = (re.sub(r"([*?\[])", r"[\1]", _quoted(file)) for file in files)
    paths = ", ".join(f"'{path}'" for path in exact)
    return f"read_parquet([{paths}]{options})"


class ParquetRows:
    """Rows of one table on their way into a file, block by block: the file appears complete, by a rename, or not at all.

    A thread of its own writes a group of rows while the caller is busy with the next ones.
    """

    def __init__(self, name: str, file: Path) -> None:
        """Take the table's name, for its contract, and the file to write."""
        self._table = contract(name)
        self.file = file
        self._fresh = file.with_name(f"{file.name}.new")
        self._writer: pq.ParquetWriter | None = None
        self._thread = ThreadPoolExecutor(1)
        self._writing: Future[None] | None = None
        self._waiting: list[pa.Table] = []
        self._last = 0

    def append(self, rows: pa.Table, /) -> None:
        """Take some more rows, in the order of the last column of the key; raise ContractError if they are not as declared."""
        numbers = rows[self._table.key[-1]]
        if rows.num_rows and numbers[0].as_py() <= self._last:
            raise ContractError(
                f"{self._table.name}: {self._table.key[-1]} {numbers[0]} comes again after {self._last}"
            )
        self._waiting.append(self._table.conform(rows))
        self._last = numbers[-1].as_py() if rows.num_rows else self._last
        if sum(waiting.num_rows for waiting in self._waiting) >= _ROWS_OF_GROUP:
            self._flush()

    def clear(self) -> None:
        """Forget all rows."""
        self._waiting.clear()
        self._last = 0
        self._end()
        self._fresh.unlink(missing_ok=True)

    def close(self) -> None:
        """Let the file appear; without rows there is none."""
        if self._waiting:
            self._flush()
        if self._writer:
            self._end()
            self._fresh.replace(self.file)
        else:
            self.file.unlink(missing_ok=True)
        self._thread.shutdown()

    def _end(self) -> None:
        self._wait()
        if self._writer:
            self._writer.close()
            self._writer = None

    def _wait(self) -> None:
        writing, self._writing = self._writing, None
        if writing:
            writing.result()

    def _flush(self) -> None:
        if not self._writer:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            values = [column.name for column in self._table.columns if column.name not in _HARDLY_REPEATED]
            self._writer = pq.ParquetWriter(
                self._fresh,
                self._table.arrow_schema,
                compression="zstd",
                use_dictionary=values,
                write_statistics=["list_month", *_NUMBERS],
                column_encoding={name: "DELTA_BINARY_PACKED" for name in _NUMBERS},
            )
        self._wait()
        self._writing = self._thread.submit(self._writer.write_table, pa.concat_tables(self._waiting))
        self._waiting.clear()


def write_table(
    connection: duckdb.DuckDBPyConnection, name: str, out: Path, metadata: Mapping[str, str], season: int | None = None
) -> None:
    """Write a table of the session below `out`, split as its contract says.

    Season tables become one file per season of the event (`2005.parquet`), rows without an event `general.parquet`, events
    without a date `undated.parquet`; tables of series become one file per series; rating lists become hive folders by list
    month. With `season` only the files of that season or of its series and the general one are written, empty or not, and a
    file `keep` says that the others stay.
    """
    table = contract(name)
    folder = table_folder(out, name)
    folder.mkdir(parents=True, exist_ok=True)
    order = ", ".join(f'"{key}"' for key in table.key) or "all"
    if table.split == "list_month":
        column = table.split
        parts = {
            f"{column}={value}/part": f"select * exclude ({column}) from {name} where {column} = '{value}' order by {order}"
            for (value,) in connection.execute(f"select distinct {column} from {name} order by 1").fetchall()
        }
    elif table.split in _PARTS:
        rows = f"select table_rows.*, {_PARTS[table.split]}".format(name=name)
        parts = {
            str(value): f"select * exclude (part) from ({rows}) where part = '{_escaped(value)}' order by {order}"
            for (value,) in connection.execute(f"select distinct part from ({rows}) order by 1").fetchall()
        }
        if season is not None:
            (folder / KEEP).touch()
        for part in [str(season), "general"] if season is not None and table.split == "season" else ["general"]:
            parts.setdefault(part, f"select * from {name} where false")
    else:
        parts = {"all": f"select * from {name} order by {order}"}
    described = ", ".join(f"{key}: '{value}'" for key, value in metadata.items())
    for part, statement in parts.items():
        file = folder / f"{part}.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        connection.execute(
            f"copy ({statement}) to '{_quoted(file)}' (format parquet, compression zstd, kv_metadata {{{described}}})"
        )


def keep_table(name: str, build: Path) -> None:
    """Let a table stay as it is published when this build is."""
    folder = table_folder(build, name)
    folder.mkdir(parents=True)
    (folder / KEEP).touch()


def publish(build: Path, out: Path) -> None:
    """Let a complete build take the place of what was published, by renames.

    The build is first renamed to `.publishing`: from then on it is complete, and `finish_publication` can end an interrupted
    publication. A file `keep` in a table's folder
    means that its other files stay (a run for one season).
    """
    build.rename(out / _COMPLETE)
    finish_publication(out)


def finish_publication(out: Path) -> bool:
    """End a publication that was interrupted between its renames; returns whether there was one."""
    complete = out / _COMPLETE
    if not complete.is_dir():
        return False
    for name in CONTRACTS:
        fresh, published = table_folder(complete, name), table_folder(out, name)
        if not fresh.is_dir():
            continue
        published.parent.mkdir(parents=True, exist_ok=True)
        if (fresh / KEEP).exists():
            published.mkdir(exist_ok=True)
            for file in sorted(fresh.glob("*.parquet")):
                file.replace(published / file.name)
            shutil.rmtree(fresh)
            continue
        retired = complete / "retired" / name
        retired.parent.mkdir(exist_ok=True)
        if published.exists():
            published.rename(retired)
        fresh.rename(published)
    shutil.rmtree(complete)
    return True


def write_warehouse(out: Path) -> Path:
    """Make `<out>/warehouse.duckdb` anew from the published Parquet; rating lists stay in Parquet and are a view.

    The file is a cache for people who like a database: Parquet is the record.
    """
    target, fresh = out / "warehouse.duckdb", out / "warehouse.duckdb.new"
    fresh.unlink(missing_ok=True)
    with connect(fresh) as connection:
        for table in CONTRACTS.values():
            if not table.published or not (files := table_files(out, table.name)):
                continue
            connection.execute(f"create schema if not exists {table.schema_name}")
            columns = ", ".join(f'"{column}"' for column in table.column_names)
            if table.split == "list_month":
                options = f", hive_partitioning = true, hive_types = {{'{table.split}': varchar}}"
                source = parquet_source([file.resolve() for file in files], options)
                connection.execute(f"create view {table.name} as select {columns} from {source}")
            else:
                connection.execute(f"create table {table.name} as select {columns} from {parquet_source(files)}")
    fresh.replace(target)
    return target


def _quoted(path: Path) -> str:
    return _escaped(str(path))


def _escaped(text: str) -> str:
    return text.replace("'", "''")
