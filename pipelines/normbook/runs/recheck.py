"""Judge a publication again, from its Parquet, without building anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from normbook.contracts import CONTRACTS
from normbook.errors import NormbookError
from normbook.warehouse.parquet import finish_publication, published_rows, table_files
from normbook.warehouse.session import open_session, view_parquet


def recheck(
    out: Path, progress: Callable[[str], None], docs: Path | None = None
) -> tuple[list[dict[str, object]], list[str], list[Path]]:
    """Rows of quality.expectation_results for what is published at `out`, the reasons that would close the gate, and Data Docs.

    The pages go into the folder `docs`, none without it. Raises NormbookError where nothing is published.
    """
    from normbook.expectations.data_docs import write_data_docs
    from normbook.expectations.gate import judge, refusals

    finish_publication(out)
    files = {
        table.name: table_files(out, table.name)
        for table in CONTRACTS.values()
        if table.published or table.schema_name == "staging"
    }
    judged = [name for name in files if CONTRACTS[name].published and name != "quality.expectation_results"]
    if not files["core.events"]:
        raise NormbookError(f"{out}: nothing is published here. Run `normbook run` first.")
    with open_session() as connection:
        for name, parquet in files.items():
            view_parquet(connection, name, parquet)
        results = judge(connection, judged, {}, progress)
        rows = {name: published_rows(out, name) for name in judged}
        pages = write_data_docs(connection, rows, docs, progress) if docs else []
        return results.to_pylist(), refusals(results), pages
