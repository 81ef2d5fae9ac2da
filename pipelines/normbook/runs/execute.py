"""The main job: raw files to a checked publication and its reports, in one process, all or nothing."""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import GateRefused, NormbookError
from normbook.regulations import edition_named
from normbook.runs.build import hypothetical_verdicts, make_tables
from normbook.runs.discovery import RawFile, discover
from normbook.runs.ingest import Progress, Staged, ingest
from normbook.runs.lock import exclusive
from normbook.runs.manifest import Manifest, StageRecord, fingerprint, latest_manifest, new_manifest, readers_version
from normbook.runs.summary import summarise
from normbook.warehouse.parquet import finish_publication, publish, table_files, write_table, write_warehouse
from normbook.warehouse.session import load_table, open_session

logger = logging.getLogger(__name__)

RESULTS = "quality.expectation_results"
HYPOTHETICAL = "mart.hypothetical_verdicts"


@dataclass
class Job:
    """What to do: folders, season (None: all), editions for hypothetical verdicts, processes, and how to show progress."""

    raw: Path
    out: Path
    season: int | None = None
    editions: tuple[str, ...] = ()
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    progress: Progress = lambda what, done, total: None


def run(job: Job) -> tuple[Manifest, bool]:
    """Do everything, or nothing where the last publication already has the same input, parameters and program.

    Returns the manifest and whether anything was done. Raises GateRefused if a critical expectation failed: then nothing was
    published and what was published before stays.
    """
    with exclusive(job.out):
        finish_publication(job.out)
        for edition in job.editions:
            edition_named(edition)  # a wrong name is said before anything is read
        raw_files = discover(job.raw)
        manifest = _manifest(job, raw_files)
        last = latest_manifest(job.out)
        if last and last.fingerprint == manifest.fingerprint and _is_complete(job.out, last):
            return last, False
        with _recorded(manifest, job.out):
            staged = _ingest(job, raw_files, manifest)
            seasons = _build_and_publish(job, staged, manifest, only=None)
            _report(job, manifest, seasons)
        return manifest, True


def ingest_only(job: Job) -> Manifest:
    """Read the raw files into staging, publish nothing."""
    with exclusive(job.out):
        raw_files = discover(job.raw)
        manifest = _manifest(job, raw_files)
        with _recorded(manifest, job.out, status="ingested"):
            _ingest(job, raw_files, manifest)
        return manifest


def build_only(job: Job, only: str | None) -> Manifest:
    """Build from staging what `only` needs (everything by default), judge and publish it; no report.

    Raises NormbookError if nothing was ingested yet.
    """
    with exclusive(job.out):
        finish_publication(job.out)
        files = {
            table.name: table_files(job.out, table.name)
            for table in CONTRACTS.values()
            if table.schema_name == "staging"
        }
        if not files["staging.source_files"]:
            raise NormbookError(
                f"{job.out}: nothing has been ingested here. Run `normbook ingest` or `normbook run` first."
            )
        # A build by hand is not the run of these inputs: the next run must not take it for one.
        manifest = new_manifest(_now(), "by-hand", {"season": job.season, "only": only})
        with _recorded(manifest, job.out):
            _build_and_publish(job, Staged(files), manifest, only)
        return manifest


def _manifest(job: Job, raw_files: list[RawFile]) -> Manifest:
    inputs: list[dict[str, object]] = [
        {"source_file": file.source_file, "sha256": file.sha256, "bytes": file.bytes} for file in raw_files
    ]
    parameters: dict[str, object] = {"season": job.season, "editions": sorted(job.editions)}
    manifest = new_manifest(_now(), fingerprint(inputs, parameters), parameters | {"raw": str(job.raw)})
    manifest.inputs = inputs
    return manifest


@contextmanager
def _recorded(manifest: Manifest, out: Path, status: str = "published") -> Iterator[None]:
    """Write the manifest however the run ends."""
    started = time.perf_counter()
    try:
        yield
        manifest.status = status
    except BaseException as error:
        manifest.status = "refused" if isinstance(error, GateRefused) else "failed"
        manifest.message = f"{type(error).__name__}: {error}"
        raise
    finally:
        manifest.seconds = round(time.perf_counter() - started, 3)
        manifest.outputs = {file.relative_to(out).as_posix(): file.stat().st_size for file in _published_files(out)}
        manifest.write(out)


def _stage(
    manifest: Manifest, name: str, work: Callable[[], int | None], before: dict[str, int | None] | None = None
) -> int | None:
    started = time.perf_counter()
    rows = work()
    seconds = round(time.perf_counter() - started, 3)
    manifest.stages.append(StageRecord(name, rows, seconds, (before or {}).get(name)))
    logger.info("stage=%s rows=%s seconds=%.3f", name, rows, seconds)
    return rows


def _ingest(job: Job, raw_files: list[RawFile], manifest: Manifest) -> Staged:
    staged = Staged()

    def work() -> int:
        nonlocal staged
        staged = ingest(raw_files, job.out, readers_version(), job.jobs, job.progress)
        return len(raw_files)

    _stage(manifest, "ingest", work)
    manifest.summary |= {"lists_read": staged.lists_read, "lists_unchanged": staged.lists_unchanged}
    return staged


def _build_and_publish(job: Job, staged: Staged, manifest: Manifest, only: str | None) -> list[int | None]:
    """Make the tables, judge them, publish them; returns the seasons that were published."""
    build = job.out / ".building"
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    database = job.out / ".working.duckdb"
    database.unlink(missing_ok=True)
    try:
        with open_session(database) as connection:
            before = _rows_before(job.out)
            if job.season is not None:
                # titles go over all seasons: the norms of those that stay as published count as they are
                staged.files["staging.other_norms"] = [
                    file for file in table_files(job.out, "mart.norms") if file.stem not in {str(job.season), "general"}
                ]
            made = make_tables(
                connection,
                staged,
                job.season,
                only,
                record=lambda name, work: _stage(manifest, name, work, before),
                progress=job.progress,
            )
            if not only:
                made.append(HYPOTHETICAL)
                _stage(
                    manifest,
                    HYPOTHETICAL,
                    lambda: load_table(connection, HYPOTHETICAL, hypothetical_verdicts(staged, job.season, job.editions)),
                )
            publishable = [name for name in made if contract(name).published] + ([] if only else [RESULTS])
            _judge(connection, job, manifest, publishable)
            metadata = {"run_id": manifest.run_id, "version": manifest.version, "commit": manifest.commit or ""}
            job.progress("publish", 0, 1)
            _stage(manifest, "publish", lambda: _write_all(connection, publishable, build, metadata, job))
            seasons: list[int | None] = [
                row[0] for row in connection.execute("select distinct season from core.events order by 1").fetchall()
            ]
            if not only:
                manifest.summary |= summarise(connection)
        return seasons
    finally:
        shutil.rmtree(build, ignore_errors=True)
        for leftover in job.out.glob(".working.duckdb*"):
            leftover.unlink()


def _judge(connection: duckdb.DuckDBPyConnection, job: Job, manifest: Manifest, tables: list[str]) -> None:
    from normbook.expectations.gate import judge, refusals  # great_expectations takes seconds to load

    before = (
        {name: rows for name, rows in _rows_before(job.out).items() if rows is not None} if job.season is None else {}
    )

    def work() -> int:
        results = judge(connection, tables, before, lambda what: job.progress(f"gate: {what}", 0, 1))
        folder = job.out / "runs" / manifest.run_id
        folder.mkdir(parents=True, exist_ok=True)
        load_table(connection, RESULTS, results)
        # a refused publication leaves no table, so the reasons are kept with the run
        pq.write_table(results, folder / "expectation_results.parquet")
        reasons = refusals(results)
        if reasons:
            raise GateRefused(
                "The gate refused the publication; what was published before stays.\n  " + "\n  ".join(reasons)
            )
        return int(results.num_rows)

    _stage(manifest, "gate", work)


def _write_all(
    connection: duckdb.DuckDBPyConnection, tables: list[str], build: Path, metadata: dict[str, str], job: Job
) -> int:
    for name in tables:
        write_table(connection, name, build, metadata, job.season)
    publish(build, job.out)
    write_warehouse(job.out)
    return len(tables)


def _report(job: Job, manifest: Manifest, seasons: list[int | None]) -> None:
    from normbook.reports.season import write_season_report

    about: dict[str, object] = {
        "run_id": manifest.run_id,
        "version": manifest.version,
        "commit": manifest.commit,
        "started": manifest.started,
    }

    def work() -> int:
        for number, season in enumerate(seasons):
            job.progress("reports", number, len(seasons))
            page = write_season_report(job.out, season, about)
            manifest.reports.append(page.relative_to(job.out).as_posix())
        return len(seasons)

    _stage(manifest, "report", work)


def report_only(job: Job) -> list[Path]:
    """Write the report of the season asked for, or of all published ones, from the published tables."""
    from normbook.reports.published import seasons_published
    from normbook.reports.season import write_season_report

    with exclusive(job.out):
        last = latest_manifest(job.out)
        about: dict[str, object] = (
            {}
            if last is None
            else {"run_id": last.run_id, "version": last.version, "commit": last.commit, "started": last.started}
        )
        seasons = seasons_published(job.out)
        if job.season is not None:
            if job.season not in seasons:
                known = ", ".join(str(season or "undated") for season in seasons) or "none"
                raise NormbookError(
                    f"{job.out}: the season {job.season} is not published here; published are: {known}."
                )
            seasons = [job.season]
        if not seasons:
            raise NormbookError(f"{job.out}: nothing is published here. Run `normbook run` first.")
        return [write_season_report(job.out, season, about) for season in seasons]


def _published_files(out: Path) -> list[Path]:
    tables = [file for table in CONTRACTS.values() if table.published for file in table_files(out, table.name)]
    return tables + [
        file for file in [out / "warehouse.duckdb", *sorted((out / "reports").glob("*.html"))] if file.is_file()
    ]


def _is_complete(out: Path, last: Manifest) -> bool:
    """Whether every file that the last run published is still there with its size."""
    return all((out / name).is_file() and (out / name).stat().st_size == size for name, size in last.outputs.items())


def _rows_before(out: Path) -> dict[str, int | None]:
    last = latest_manifest(out)
    return {stage.name: stage.rows for stage in last.stages} if last else {}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
