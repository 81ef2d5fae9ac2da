"""The main job: raw files to a checked publication and its reports, in one process, all or nothing."""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import GateRefused, NormbookError
from normbook.regulations import Readings, edition_named
from normbook.runs.admission import RESULTS, judge_publication, published_before, require_events, view_the_others
from normbook.runs.build import hypothetical_verdicts, make_tables, seasons_since
from normbook.runs.discovery import RawFile, discover
from normbook.runs.ingest import Progress, Staged, ingest
from normbook.runs.kept_lists import LISTS, kept_lists, state_of_lists
from normbook.runs.lock import exclusive
from normbook.runs.manifest import (
    Manifest,
    StageRecord,
    fingerprint,
    forget_old_runs,
    is_complete,
    latest_manifest,
    new_manifest,
    outputs,
    readers_version,
)
from normbook.runs.reporting import write_reports
from normbook.runs.summary import summarise
from normbook.warehouse.parquet import (
    finish_publication,
    keep_table,
    publish,
    published_rows,
    table_files,
    write_table,
    write_warehouse,
)
from normbook.warehouse.session import load_table, open_session

logger = logging.getLogger(__name__)

HYPOTHETICAL = "mart.hypothetical_verdicts"


@dataclass
class Job:
    """What to do: folders, season (None: all) or seasons since a year, editions and readings for hypothetical verdicts,
    processes, how to show progress, and how many records of old runs to keep."""

    raw: Path
    out: Path
    season: int | None = None
    since: int | None = None
    editions: tuple[str, ...] = ()
    readings: Readings = ()
    require_status: str | None = None
    allow_shrink: bool = False
    language: str = "en"
    keep_runs: int = 50
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    progress: Progress = lambda what, done, total: None


def run(job: Job) -> tuple[Manifest, bool]:
    """Do everything, or nothing where the last publication already has the same input, parameters and program.

    Returns the manifest and whether anything was done. Raises GateRefused if a critical expectation failed: then nothing was
    published and what was published before stays.
    """
    for edition in job.editions:
        edition_named(edition)  # a wrong name is said before anything is read
    raw_files = discover(job.raw, job.out)
    with exclusive(job.out):
        finish_publication(job.out)
        manifest = _manifest(job, raw_files)
        last = latest_manifest(job.out)
        if last and last.fingerprint == manifest.fingerprint and is_complete(job.out, last):
            _follow_a_move(job.out, last)
            return last, False
        with _recorded(manifest, job.out):
            staged = _ingest(job, raw_files, manifest)
            for season in [job.season] if job.since is None else seasons_since(staged, job.since):
                part = replace(job, season=season)
                built = _build_and_publish(part, staged, manifest, only=None)
                write = partial(write_reports, job.out, built, manifest, job.language, job.progress, job.jobs)
                _stage(manifest, "report", partial(write, are_all=season is None))
            manifest.summary |= summarise(job.out)
        forget_old_runs(job.out, job.keep_runs)
        return manifest, True


def ingest_only(job: Job) -> Manifest:
    """Read the raw files into staging, publish nothing."""
    raw_files = discover(job.raw, job.out)
    with exclusive(job.out):
        manifest = _manifest(job, raw_files)
        with _recorded(manifest, job.out, status="ingested"):
            _ingest(job, raw_files, manifest)
        return manifest


def build_only(job: Job, only: str | None) -> Manifest:
    """Build from staging what `only` needs (everything by default), judge and publish it; no report.

    Raises NormbookError if nothing was ingested yet.
    """
    _require(job.out)
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
        manifest = new_manifest("by-hand", {"season": job.season, "only": only})
        if only and (last := latest_manifest(job.out)):
            manifest.summary, manifest.reports = last.summary, last.reports
        with _recorded(manifest, job.out):
            _build_and_publish(job, Staged(files), manifest, only)
            if not only:
                manifest.summary |= summarise(job.out)
        return manifest


def _require(out: Path) -> None:
    if not out.is_dir():
        raise NormbookError(f"{out}: there is no such folder. Run `normbook run` first.")


def _follow_a_move(out: Path, last: Manifest) -> None:
    """The database knows the rating lists by their place: make it anew where the folder has moved."""
    if last.parameters.get("out") != str(out.resolve()):
        write_warehouse(out)
        last.parameters["out"] = str(out.resolve())
        last.outputs = outputs(out)
        last.write(out)


def _manifest(job: Job, raw_files: list[RawFile]) -> Manifest:
    inputs: list[dict[str, object]] = [
        {"source_file": file.source_file, "sha256": file.sha256, "bytes": file.bytes} for file in raw_files
    ]
    parameters: dict[str, object] = {
        "season": job.season,
        "since": job.since,
        "editions": sorted(job.editions),
        "readings": [f"{switch}={reading}" for switch, reading in job.readings],
        "require_status": job.require_status,
        "language": job.language,
    }
    manifest = new_manifest(
        fingerprint(inputs, parameters), parameters | {"raw": str(job.raw), "out": str(job.out.resolve())}
    )
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
        manifest.outputs = outputs(out)
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
    manifest.summary |= {"rating_lists_read_before": staged.lists_unchanged}
    return staged


def _build_and_publish(job: Job, staged: Staged, manifest: Manifest, only: str | None) -> list[int | None]:
    """Make the tables, judge them, publish them; returns the seasons that were published."""
    build = job.out / ".building"
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    database = job.out / ".working.duckdb"
    database.unlink(missing_ok=True)
    try:
        cells = sum(pq.read_metadata(file).num_rows for file in staged.files["staging.round_cells"])
        with open_session(database, round_cells=cells) as connection:
            rows_before = _rows_before(job.out)
            staged.files |= published_before(job.out, job.season)
            state = state_of_lists(staged)
            unchanged = {LISTS: kept_lists(job.out, state, (manifest, latest_manifest(job.out)))}
            made = make_tables(
                connection,
                staged,
                job.season,
                only,
                require_status=job.require_status,
                unchanged=unchanged,
                record=lambda name, work: _stage(manifest, name, work, rows_before),
                progress=job.progress,
            )
            if not only:
                made.append(HYPOTHETICAL)
                _stage(
                    manifest,
                    HYPOTHETICAL,
                    lambda: load_table(
                        connection, HYPOTHETICAL, hypothetical_verdicts(staged, job.season, job.editions, job.readings)
                    ),
                )
            require_events(connection, job.out, job.season, job.allow_shrink)
            publishable = [name for name in made if contract(name).published] + ([] if only else [RESULTS])
            judged = publishable + (view_the_others(connection, job.out, publishable) if only else [])
            kept = job.out / "runs" / manifest.run_id / "expectation_results.parquet"
            before = {name: published_rows(job.out, name) for name in judged} if job.season is None else {}
            _stage(manifest, "gate", lambda: judge_publication(connection, judged, before, kept, job.progress))
            metadata = {"run_id": manifest.run_id, "version": manifest.version, "commit": manifest.commit or ""}
            job.progress("publish", 0, 1)
            _stage(manifest, "publish", lambda: _write_all(connection, publishable, unchanged, build, metadata, job))
            if LISTS in publishable:
                manifest.rating_lists, manifest.outputs = state, outputs(job.out)
            seasons: list[int | None] = [
                row[0] for row in connection.execute("select distinct season from core.events order by 1").fetchall()
            ]
        return seasons
    finally:
        shutil.rmtree(build, ignore_errors=True)
        for leftover in job.out.glob(".working.duckdb*"):
            leftover.unlink()


def _write_all(
    connection: duckdb.DuckDBPyConnection,
    tables: list[str],
    unchanged: Mapping[str, Sequence[Path]],
    build: Path,
    metadata: dict[str, str],
    job: Job,
) -> int:
    for name in tables:
        if unchanged.get(name):
            keep_table(name, build)
        else:
            write_table(connection, name, build, metadata, job.season)
    publish(build, job.out)
    write_warehouse(job.out)
    return len(tables)


def _rows_before(out: Path) -> dict[str, int | None]:
    last = latest_manifest(out)
    return {stage.name: stage.rows for stage in last.stages} if last else {}
