"""Raw files to staging Parquet: each reader on its files, one bad file never stopping the others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import SourceError
from normbook.regulations import trust_rank
from normbook.runs.discovery import LIST_SUFFIXES, RawFile
from normbook.runs.read_file import Tables, guarded, read_file, refused
from normbook.runs.report_batches import Batch, Batches
from normbook.runs.start_lists import lists_beside
from normbook.sources.corrected import corrected
from normbook.sources.rating_list import read_rating_list
from normbook.sources.rating_list_regular import RECORDS
from normbook.sources.reading import Reading
from normbook.sources.sidecar import read_list_month
from normbook.warehouse.parquet import ParquetRows

if TYPE_CHECKING:
    from normbook.sources.corrections import Declared

Progress = Callable[[str, int, int], None]
_STAGING = [table.name for table in CONTRACTS.values() if table.schema_name == "staging"]


@dataclass
class Staged:
    """Staging Parquet of this run by table, and how many rating lists were read anew."""

    files: dict[str, list[Path]] = field(default_factory=dict)
    lists_read: int = 0
    lists_unchanged: int = 0


def ingest(raw_files: Sequence[RawFile], out: Path, readers_version: str, jobs: int, progress: Progress) -> Staged:
    """Read every raw file into `<out>/staging/`.

    Rating lists that were read before by the same readers are not read again: their Parquet is keyed by name, content, sidecar
    month and readers. Everything else is read each time: regular report files in batches, each with Parquet of its own, written
    where it was read; what is left is small and written together.
    """
    staged = Staged()
    declarations, corrections = _read_corrections([file for file in raw_files if file.kind == "corrections"])
    lists = [file for file in raw_files if file.kind == "rating_list"]
    months = {
        one.path.with_suffix(""): one
        for one in raw_files
        if one.source_file.startswith("rating_lists/") and one.path.suffix.lower() == ".toml"
    }
    keys = []
    for number, file in enumerate(lists):
        progress("rating lists", number, len(lists))
        own = [one for one in corrections if one.said.file == file.source_file]
        key, is_new = _stage_list(file, months, own, out, readers_version)
        keys.append(key)
        staged.lists_read += is_new
        staged.lists_unchanged += not is_new
    progress("rating lists", len(lists), len(lists))
    others = [file for file in raw_files if file.kind not in ("rating_list", "corrections")]
    of_lists = {file.source_file for file in lists}
    of_others = [one for one in corrections if one.said.file not in of_lists]
    # What is corrected is read where the corrections are applied.
    batches = Batches(out, apart=frozenset(one.said.file for one in of_others))
    tables = _concatenated(chain(_read_others(others, batches, jobs, progress), declarations))
    _write(out, "events", corrected(tables, of_others))
    keys += [*batches.keys, "events"]
    for table in _STAGING:
        folder = out.joinpath(*table.split("."))
        staged.files[table] = [path for key in keys if (path := folder / f"{key}.parquet").is_file()]
        for stale in set(folder.glob("*.parquet")) - set(staged.files[table]):
            stale.unlink()
    return staged


def _read_corrections(files: Sequence[RawFile]) -> tuple[list[Tables], list[Declared]]:
    """What corrections.toml declares (there is at most one), and its own account."""
    declared: list[Declared] = []

    def read(file: RawFile) -> Reading:
        from normbook.sources.corrections import read_corrections

        reading, found = read_corrections(file.path, file.source_file)
        declared.extend(found)
        return reading

    return [guarded(file, partial(read, file)) for file in files], declared


def _stage_list(
    file: RawFile, months: dict[Path, RawFile], corrections: Sequence[Declared], out: Path, readers_version: str
) -> tuple[str, bool]:
    sidecar = months.get(_list_stem(file.path))
    parts = (file.source_file, str(file.sha256), str(sidecar and sidecar.sha256), repr(corrections), readers_version)
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    account = out / "staging" / "source_files" / f"{key}.parquet"
    if account.is_file():
        return key, False

    records = ParquetRows(RECORDS, out.joinpath(*RECORDS.split("."), f"{key}.parquet"))

    def read() -> Reading:
        if sidecar and sidecar.fault:
            raise SourceError(f"{sidecar.source_file}: {sidecar.fault[1]}", reason_code=sidecar.fault[0])
        month = read_list_month(sidecar.path) if sidecar else None
        return read_rating_list(file.path, file.source_file, file.sha256, month, records)

    tables = guarded(file, read)
    if not tables["staging.source_files"]["is_read"][0].as_py():
        records.clear()  # a reader that failed midway leaves no half list
    records.close()
    if corrections and records.file.is_file():
        tables |= {RECORDS: pq.read_table(records.file)}
    _write(out, key, corrected(tables, corrections), already_written=RECORDS)
    return key, True


def _list_stem(path: Path) -> Path:
    """`x.txt.zip` and `x.zip` both have the sidecar `x.toml`."""
    stem = path.with_suffix("")
    return stem.with_suffix("") if path.suffix.lower() == ".zip" and stem.suffix.lower() in LIST_SUFFIXES else stem


def _read_others(files: Sequence[RawFile], batches: Batches, jobs: int, progress: Progress) -> Iterable[Tables]:
    """Rows of sidecars, series, reports left out of the batches and what nobody reads, in the order of the files."""
    owners, twins = _shared_stems(files)
    lists = lists_beside([file for file in files if file.source_file not in owners])
    of_lists = {one.source_file for beside in lists.values() for one in beside}
    batches.apart |= twins | set(lists) | of_lists
    tasks: list[RawFile | Tables] = [
        _name_taken(file, owners[file.source_file]).to_tables()
        if file.source_file in owners
        else replace(
            file,
            is_twin=file.source_file in twins,
            lists=lists.get(file.source_file, ()),
            is_list=file.source_file in of_lists,
        )
        for file in files
    ]
    reports = [task for task in tasks if isinstance(task, RawFile) and task.kind == "event_report"]
    parts = batches.plan(reports)
    if (workers := min(jobs, len(parts))) > 1:
        with ProcessPoolExecutor(workers) as pool:
            yield from _in_order(tasks, pool.map(_stage_batch, parts), len(reports), progress)
    else:
        yield from _in_order(tasks, map(_stage_batch, parts), len(reports), progress)


def _stage_batch(batch: Batch) -> list[Tables | None]:
    """Write the regular reports of a batch; return the rows of each other one, and None in the place of those written."""
    tables, left = batch.read()
    _write(batch.out, batch.key, tables)
    return [read_file(file) if position in left else None for position, file in enumerate(batch.files)]


def _shared_stems(files: Sequence[RawFile]) -> tuple[dict[str, str], set[str]]:
    """Files whose stem another file has: who cannot be read, by the file that keeps the stem, and other forms of the same event.

    The folder of the first file keeps the stem; in it the most trusted form (ref.source_trust), and less trusted forms beside
    it are twins. A poster beside the report claims nothing.
    """
    groups: dict[tuple[str, str], list[RawFile]] = {}
    for file in files:
        if file.kind in {"event_report", "sidecar", "series"}:
            groups.setdefault((file.kind, file.stem), []).append(file)
    owners: dict[str, str] = {}
    twins: set[str] = set()
    for group in groups.values():
        ranks = {file: rank for file in group if (rank := _trust(file)) is not None} if len(group) > 1 else {}
        claimants = sorted(ranks, key=lambda file: (file.path.parent != next(iter(ranks)).path.parent, ranks[file]))
        seen: set[int] = set()
        for file in claimants:
            is_beside = file.path.parent == claimants[0].path.parent
            if is_beside and seen and ranks[file] not in seen:
                twins.add(file.source_file)
            elif file is not claimants[0]:
                owners[file.source_file] = claimants[0].source_file
            seen.add(ranks[file])
    return owners, twins


def _trust(file: RawFile) -> int | None:
    """Rank of the form of a file that claims its stem; None for what cannot be read as a report."""
    if file.kind != "event_report":
        return 0
    account = read_file(file)["staging.source_files"].to_pylist()[0]
    return trust_rank(account["layout"]) if account["is_read"] else None


def _name_taken(file: RawFile, owner: str) -> Reading:
    what, code = ("series", "series_taken") if file.kind == "series" else ("event id", "event_id_taken")
    reason = f"The {what} {file.stem!r} is the stem of {owner} already. Rename one of the two files."
    reading = refused(file, reason, code)
    reading.find(code, f"{file.source_file}: {reason}", "this file was set aside, the other one was read")
    return reading


def _in_order(
    tasks: Sequence[RawFile | Tables], batches: Iterable[list[Tables | None]], total: int, progress: Progress
) -> Iterable[Tables]:
    arriving, done = chain.from_iterable(batches), 0
    stems = {task.stem for task in tasks if isinstance(task, RawFile) and task.kind == "event_report"}
    for task in tasks:
        if not isinstance(task, RawFile):
            yield task
        elif task.kind == "event_report":
            if (tables := next(arriving)) is not None:
                yield _with_own_events(task, tables, stems)
            done += 1
            progress("reports", done, total)
        else:
            yield read_file(task)


def _with_own_events(file: RawFile, tables: Tables, stems: set[str]) -> Tables:
    """The tables of a report, refused where an event of a further crosstable in it (stem#2) has the name of another file."""
    for event in tables["staging.event_reports"]["event_id"].to_pylist() if "staging.event_reports" in tables else ():
        if event != file.stem and event in stems:
            reason = f"A further crosstable of the file makes the event {event!r}, the stem of another file. Rename that file."
            return refused(file, reason, "event_id_taken").to_tables()
    return tables


def _concatenated(readings: Iterable[Tables]) -> Tables:
    parts: dict[str, list[pa.Table]] = {}
    for tables in readings:
        for name, table in tables.items():
            parts.setdefault(name, []).append(table)
    return {name: pa.concat_tables(tables) for name, tables in parts.items()}


def _write(out: Path, key: str, tables: Tables, already_written: str | None = None) -> None:
    """Write one reading's tables; the account goes last, so that its presence says that the others are there."""
    staging = out / "staging"
    for name in _STAGING:
        if name not in tables and name != already_written:
            (out.joinpath(*name.split(".")) / f"{key}.parquet").unlink(missing_ok=True)
    for name in sorted(tables, key=lambda name: name == "staging.source_files"):
        folder = staging / name.split(".")[1]
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{key}.parquet.new"
        pq.write_table(contract(name).conform(tables[name]), fresh, compression="zstd")
        fresh.replace(folder / f"{key}.parquet")
