"""Judge a publication again, from its Parquet, without building anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from normbook.contracts import CONTRACTS
from normbook.errors import NormbookError
from normbook.warehouse.parquet import finish_publication, table_files
from normbook.warehouse.session import open_session, view_parquet


def recheck(out: Path, progress: Callable[[str], None]) -> tuple[list[dict[str, object]], list[str]]:
    """Rows of quality.expectation_results for what is published at `out`, and the reasons that would close the gate.

    Raises NormbookError where nothing is published.
    """
    from normbook.expectations.gate import judge, refusals

    finish_publication(out)
    published = [table.name for table in CONTRACTS.values() if table.published]
    files = {
        table.name: table_files(out, table.name)
        for table in CONTRACTS.values()
        if table.published or table.schema_name == "staging"
    }
    if not files["core.events"]:
        raise NormbookError(f"{out}: nothing is published here. Run `normbook run` first.")
    with open_session() as connection:
        for name, parquet in files.items():
            view_parquet(connection, name, parquet)
        results = judge(connection, [name for name in published if name != "quality.expectation_results"], {}, progress)
        return results.to_pylist(), refusals(results)
