"""Raw files to staging Parquet: each reader on its files, one bad file never stopping the others."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.errors import SourceError
from normbook.runs.discovery import RawFile
from normbook.runs.report_batches import Batch, Batches
from normbook.sources.clubs import read_clubs
from normbook.sources.corrected import corrected
from normbook.sources.event_file import read_event_file
from normbook.sources.identities import read_identities
from normbook.sources.rating_list import read_rating_list
from normbook.sources.reading import Reading
from normbook.sources.series import read_series
from normbook.sources.sidecar import read_list_month, read_sidecar
from normbook.sources.signed_norm import read_signed_norm

if TYPE_CHECKING:
    from normbook.sources.corrections import Declared

logger = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]
# Rows by contract name.
Tables = dict[str, pa.Table]

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

    return [_guarded(file, partial(read, file)) for file in files], declared


def _stage_list(
    file: RawFile, months: dict[Path, RawFile], corrections: Sequence[Declared], out: Path, readers_version: str
) -> tuple[str, bool]:
    sidecar = months.get(_list_stem(file.path))
    parts = (file.source_file, str(file.sha256), str(sidecar and sidecar.sha256), repr(corrections), readers_version)
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    account = out / "staging" / "source_files" / f"{key}.parquet"
    if account.is_file():
        return key, False

    def read() -> Reading:
        if sidecar and sidecar.fault:
            raise SourceError(f"{sidecar.source_file}: {sidecar.fault[1]}", reason_code=sidecar.fault[0])
        month = read_list_month(sidecar.path) if sidecar else None
        return read_rating_list(file.path, file.source_file, month)

    _write(out, key, corrected(_guarded(file, read), corrections))
    return key, True


def _list_stem(path: Path) -> Path:
    """`x.txt.zip` and `x.zip` both have the sidecar `x.toml`."""
    stem = path.with_suffix("")
    return stem.with_suffix("") if path.suffix.lower() == ".zip" and stem.suffix.lower() in {".txt", ".xml"} else stem


def _read_others(files: Sequence[RawFile], batches: Batches, jobs: int, progress: Progress) -> Iterable[Tables]:
    """Rows of sidecars, series, reports left out of the batches and what nobody reads, in the order of the files."""
    stems = Counter((file.kind, file.stem) for file in files)
    taken: dict[tuple[str, str], str] = {}
    tasks: list[RawFile | Tables] = []
    for file in files:
        stem, owner = (file.kind, file.stem), file.source_file
        if stems[stem] > 1 and _claims_stem(file):
            owner = taken.setdefault(stem, owner)
        tasks.append(file if owner == file.source_file else _name_taken(file, owner).to_tables())
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
    return [_read_one_report(file) if position in left else None for position, file in enumerate(batch.files)]


def _claims_stem(file: RawFile) -> bool:
    """Whether a file names an event or a series: a poster beside the report must not take the name away."""
    if file.kind != "event_report":
        return file.kind in {"sidecar", "series"}
    return bool(_read_one_report(file)["staging.source_files"]["is_read"][0].as_py())


def _name_taken(file: RawFile, owner: str) -> Reading:
    what, code = ("series", "series_taken") if file.kind == "series" else ("event id", "event_id_taken")
    reason = f"The {what} {file.stem!r} is the stem of {owner} already. Rename one of the two files."
    reading = _refused(file, reason, code)
    reading.find(code, f"{file.source_file}: {reason}", "this file was set aside, the other one was read")
    return reading


def _in_order(
    tasks: Sequence[RawFile | Tables], batches: Iterable[list[Tables | None]], total: int, progress: Progress
) -> Iterable[Tables]:
    arriving, done = chain.from_iterable(batches), 0
    owners: dict[str, str] = {}
    for task in tasks:
        if not isinstance(task, RawFile):
            yield task
        elif task.kind == "event_report":
            tables = next(arriving)
            if tables is None:
                owners.setdefault(task.stem, task.source_file)
            else:
                yield _with_own_events(task, tables, owners)
            done += 1
            progress("reports", done, total)
        else:
            yield _read_small(task)


def _with_own_events(file: RawFile, tables: Tables, owners: dict[str, str]) -> Tables:
    """The tables of a report, refused where a file before it has an event of the same id: a second crosstable's is stem#2."""
    for event in tables["staging.event_reports"]["event_id"].to_pylist() if "staging.event_reports" in tables else ():
        if (owner := owners.setdefault(event, file.source_file)) != file.source_file:
            return _name_taken(file, owner).to_tables()
    return tables


def _read_one_report(file: RawFile) -> Tables:
    return _guarded(file, partial(read_event_file, file.path, file.source_file))


def _read_small(file: RawFile) -> Tables:
    if file.kind == "sidecar":
        return _guarded(file, partial(read_sidecar, file.path, file.source_file))
    if file.kind == "signed_norm":
        return _guarded(file, partial(read_signed_norm, file.path, file.source_file))
    if file.kind == "identities":
        return _guarded(file, partial(read_identities, file.path, file.source_file))
    if file.kind == "series":
        return _guarded(file, partial(read_series, file.path, file.source_file))
    if file.kind == "clubs":
        return _guarded(file, partial(read_clubs, file.path, file.source_file))
    return _guarded(file, partial(_left_alone, file))


def _left_alone(file: RawFile) -> Reading:
    reading = Reading(file.source_file, "other", file.sha256, file.bytes)
    reading.account = {"is_read": False, "reason": file.why_other}
    return reading


def _guarded(file: RawFile, read: Callable[[], Reading]) -> Tables:
    """A reader must never stop the other files: what it did not foresee refuses its own file, loudly."""
    try:
        if not file.fault:
            return read().to_tables()
        refused = _refused(file, file.fault[1], file.fault[0])
    except SourceError as error:
        refused = _refused(file, error.reason, error.reason_code, error.line_number)
    except OSError as error:
        refused = _refused(file, f"The file cannot be opened: {error.strerror or error}.", "unreadable")
    except Exception as error:
        logger.exception("%s: the reader failed", file.source_file)
        refused = _refused(
            file,
            f"The reader failed ({type(error).__name__}: {error}). This is a defect of normbook: please report it with the file.",
            "reader_failed",
        )
    if file.kind == "sidecar":
        # without its sidecar the event would be judged as if nobody had said anything about it
        refused.add("staging.event_sidecars", event_id=file.stem, source_file=file.source_file, has_error=True)
    return refused.to_tables()


def _refused(file: RawFile, reason: str, reason_code: str, line: int | None = None) -> Reading:
    event_id = file.stem if file.kind in {"event_report", "sidecar"} else None
    reading = Reading(file.source_file, file.kind, file.sha256, file.bytes, event_id=event_id)
    reading.account = {"is_read": False, "reason": reason}
    reading.reject(reason_code, reason, raw_text=None, scope="file", line=line)
    return reading


def _concatenated(readings: Iterable[Tables]) -> Tables:
    parts: dict[str, list[pa.Table]] = {}
    for tables in readings:
        for name, table in tables.items():
            parts.setdefault(name, []).append(table)
    return {name: pa.concat_tables(tables) for name, tables in parts.items()}


def _write(out: Path, key: str, tables: Tables) -> None:
    """Write one reading's tables; the account goes last, so that its presence says that the others are there."""
    staging = out / "staging"
    for name in _STAGING:
        if name not in tables:
            (out.joinpath(*name.split(".")) / f"{key}.parquet").unlink(missing_ok=True)
    for name in sorted(tables, key=lambda name: name == "staging.source_files"):
        folder = staging / name.split(".")[1]
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{key}.parquet.new"
        pq.write_table(contract(name).conform(tables[name]), fresh, compression="zstd")
        fresh.replace(folder / f"{key}.parquet")
