"""How one file of the raw folder is read: each kind by its reader, and whatever happens ends in tables."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow as pa

from normbook.errors import SourceError
from normbook.runs.discovery import Kind, RawFile
from normbook.sources.clubs import read_clubs
from normbook.sources.crosstable import read_start_list
from normbook.sources.event_file import read_event_file
from normbook.sources.identities import read_identities
from normbook.sources.own_expectations import read_own_expectations
from normbook.sources.reading import Reading
from normbook.sources.sidecar import read_sidecar
from normbook.sources.signed_norm import read_signed_norm
from normbook.sources.start_list import join_list

logger = logging.getLogger(__name__)

# Rows by contract name.
Tables = dict[str, pa.Table]


def _read_series(path: Path, source_file: str) -> Reading:
    from normbook.sources.series import read_series  # brings the schemas of all series regulations

    return read_series(path, source_file)


_READERS: dict[Kind, Callable[..., Reading]] = {
    "event_report": read_event_file,
    "sidecar": read_sidecar,
    "signed_norm": read_signed_norm,
    "identities": read_identities,
    "expectations": read_own_expectations,
    "series": _read_series,
    "clubs": read_clubs,
}


def read_file(file: RawFile) -> Tables:
    """Read a file that is no rating list and no corrections.toml; the rows of a twin go under its own event id."""
    reader = _READERS.get(file.kind)
    read = partial(reader, file.path, file.source_file) if reader else partial(_left_alone, file)
    if file.is_list:
        read = partial(_list_alone, file)
    elif file.lists:
        read = partial(_with_lists, file)
    tables = guarded(file, read)
    return _as_twin(file, tables) if file.is_twin else tables


def _as_twin(file: RawFile, tables: Tables) -> Tables:
    """The tables of a report under the id of another form of its event: the name of the file with its ending."""
    for name, table in tables.items():
        if "event_id" in table.column_names:
            place = table.schema.get_field_index("event_id")
            ids = [one and one.replace(file.stem, file.path.name, 1) for one in table["event_id"].to_pylist()]
            tables[name] = table.set_column(place, table.schema.field(place), pa.array(ids, pa.string()))
    return tables


def _list_alone(file: RawFile) -> Reading:
    """The account of a start list; what it knows goes to the event."""
    return read_start_list(file.path, file.source_file)[0]


def _with_lists(file: RawFile) -> Reading:
    """A report or crosstable, blank fields of its players filled from the start lists beside it."""
    reading = read_event_file(file.path, file.source_file)
    for beside in file.lists:
        _, listed, spot = read_start_list(beside.path, beside.source_file)
        if not join_list(reading, file.stem, listed, spot):
            reading.find(
                "list_of_strangers",
                f"{file.source_file}: fewer than half of the players stand in {spot}",
                "nothing was taken from that list; rename it, or correct same_as in its sidecar",
            )
    return reading


def _left_alone(file: RawFile) -> Reading:
    reading = Reading(file.source_file, "other", file.sha256, file.bytes)
    reading.account = {"is_read": False, "reason": file.why_other}
    return reading


def guarded(file: RawFile, read: Callable[[], Reading]) -> Tables:
    """A reader must never stop the other files: what it did not foresee refuses its own file, loudly."""
    try:
        if not file.fault:
            return read().to_tables()
        set_aside = refused(file, file.fault[1], file.fault[0])
    except SourceError as error:
        set_aside = refused(file, error.reason, error.reason_code, error.line_number)
    except OSError as error:
        set_aside = refused(file, f"The file cannot be opened: {error.strerror or error}.", "unreadable")
    except Exception as error:
        logger.exception("%s: the reader failed", file.source_file)
        set_aside = refused(
            file,
            f"The reader failed ({type(error).__name__}: {error}). This is a defect of normbook: please report it with the file.",
            "reader_failed",
        )
    if file.kind == "sidecar":
        # without its sidecar the event would be judged as if nobody had said anything about it
        set_aside.add("staging.event_sidecars", event_id=file.stem, source_file=file.source_file, has_error=True)
    return set_aside.to_tables()


def refused(file: RawFile, reason: str, reason_code: str, line: int | None = None) -> Reading:
    """The reading of a file that was set aside whole, with the reason."""
    event_id = file.stem if file.kind in {"event_report", "sidecar"} else None
    reading = Reading(file.source_file, file.kind, file.sha256, file.bytes, event_id=event_id)
    reading.account = {"is_read": False, "reason": reason}
    reading.reject(reason_code, reason, raw_text=None, scope="file", line=line)
    return reading
