"""The one place that opens DuckDB."""

from __future__ import annotations

from pathlib import Path

import duckdb


def connect(database: Path | None = None) -> duckdb.DuckDBPyConnection:
    """A connection to a database file, or in memory, without progress bars: they would go into the log of a scheduled run."""
    connection = duckdb.connect(str(database) if database else ":memory:")
    # in Jupyter they are off already, and without ipywidgets DuckDB refuses any word about them
    if connection.execute("select current_setting('enable_progress_bar')").fetchone() == (True,):
        connection.execute("set enable_progress_bar = false")
    return connection
