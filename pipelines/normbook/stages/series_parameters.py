"""The regulations of series as rows, those of the user's own too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.regulations import parameters, series_regulation, series_regulation_files

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

INPUTS = ("staging.series",)


def series_parameters(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """ref.series_parameters: every value of the regulations that come with the program and that series bring along."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in series_regulation_files().items()}
    texts |= dict(connection.execute("select distinct regulation, regulation_text from staging.series").fetchall())
    return contract("ref.series_parameters").from_rows(
        {"regulation": name, "kind": regulation.kind} | row
        for name, text in sorted(texts.items())
        for regulation in [series_regulation(text, name)]
        for row in parameters(regulation)
    )
