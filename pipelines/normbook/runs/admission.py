"""What stands between a build and its publication: is it about as much as before, is it of one piece, does the gate open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import GateRefused, NormbookError
from normbook.runs.build import PUBLISHED_BEFORE
from normbook.runs.ingest import Progress
from normbook.runs.manifest import latest_manifest
from normbook.warehouse.parquet import parquet_source, published_rows, table_files, table_folder
from normbook.warehouse.session import load_table, view_parquet

RESULTS = "quality.expectation_results"


def require_events(connection: duckdb.DuckDBPyConnection, out: Path, season: int | None, allow_shrink: bool) -> None:
    """Refuse to replace a publication by less than half of its events, and a season that nobody has by an empty one.

    Raises GateRefused for the first and for an event that would be published under two seasons, NormbookError for the last.
    """
    now = int(connection.execute("select count(*) from core.events").fetchall()[0][0])
    if season is None:
        before = published_rows(out, "core.events")
        if not allow_shrink and 2 * now < before:
            raise GateRefused(
                f"There are {now} events where {before} are published: is a part of the raw folder missing? Nothing was "
                "published; what was published before stays. If it is meant to be so, run again with --allow-shrink."
            )
        return
    if not now and not (table_folder(out, "core.events") / f"{season}.parquet").is_file():
        raise NormbookError(f"No event starts in {season}, and none is published; nothing was done.")
    others = [file for file in table_files(out, "core.events") if file.stem != str(season)]
    twice = f"select event_id from core.events semi join {parquet_source(others)} using (event_id) order by 1"
    if others and (moved := connection.execute(twice).fetchall()):
        raise GateRefused(
            f"The event {moved[0][0]} starts in {season} now and is published under another season; nothing was published. "
            "Run without --season, so that it is published once."
        )


def published_before(out: Path, season: int | None) -> dict[str, list[Path]]:
    """Files of the publication that this run finds, by staging table.

    Titles go over all seasons, so the norms of seasons that stay as published count as they are; what the run replaces is
    compared with what takes its place.
    """
    stays_as, events_as, verdicts_as = PUBLISHED_BEFORE
    last = latest_manifest(out)

    def is_as_published(name: str, file: Path) -> bool:
        facts = [file.stat().st_size, file.stat().st_mtime_ns]
        is_whole = last is not None and last.outputs.get(file.relative_to(out).as_posix()) == facts
        return is_whole and set(contract(name).column_names) <= set(pq.read_schema(file).names)

    replaced = {
        name: [file for file in table_files(out, table) if season is None or file.stem == str(season)]
        for name, table in ((events_as, "core.events"), (verdicts_as, "mart.norm_verdicts"))
    }
    if not all(is_as_published(name, file) for name, files in replaced.items() for file in files):
        replaced = {
            name: [] for name in replaced
        }  # damaged since, or by a version with other columns: nothing is compared
    norms = [] if season is None else table_files(out, "mart.norms")
    return {stays_as: [file for file in norms if file.stem not in {str(season), "general"}]} | replaced


def view_the_others(connection: duckdb.DuckDBPyConnection, out: Path, made: list[str]) -> list[str]:
    """View the published tables that are not made now, so that the new ones are judged together with them."""
    names = [table.name for table in CONTRACTS.values() if table.published and table.name not in {*made, RESULTS}]
    files = {name: table_files(out, name) for name in names}
    for name in names:
        view_parquet(connection, name, files[name])
    return [name for name in names if files[name]]


def judge_publication(
    connection: duckdb.DuckDBPyConnection,
    tables: list[str],
    rows_before: Mapping[str, int],
    kept: Path,
    progress: Progress,
) -> int:
    """Judge the tables of the session; returns the number of results, which are kept with the run in any case.

    Raises GateRefused with a sentence for every critical expectation that did not hold.
    """
    from normbook.expectations.gate import judge, refusals  # great_expectations takes seconds to load

    results = judge(connection, tables, rows_before, lambda what: progress(f"gate: {what}", 0, 1))
    load_table(connection, RESULTS, results)
    # a refused publication leaves no table, so the reasons are kept with the run
    kept.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(results, kept)
    if reasons := refusals(results):
        raise GateRefused(
            "The gate refused the publication; what was published before stays.\n  " + "\n  ".join(reasons)
        )
    return int(results.num_rows)
