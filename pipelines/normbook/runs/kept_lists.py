"""Rating lists as published, where they are what this run would make of them again: they depend on the staged lists alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from normbook.runs.ingest import Staged
from normbook.runs.manifest import Manifest, outputs, program_version
from normbook.sources.rating_list_regular import RECORDS
from normbook.warehouse.parquet import table_files, table_folder

LISTS = "core.rating_lists"


def state_of_lists(staged: Staged) -> str:
    """Hash of what core.rating_lists is made of: the program, and staged lists, whose files are named after what they hold."""
    names = sorted(file.name for file in staged.files.get(RECORDS, []))
    return hashlib.sha256("\n".join([program_version(), *names]).encode()).hexdigest()


def kept_lists(out: Path, state: str, runs: Iterable[Manifest | None]) -> list[Path]:
    """Published files of core.rating_lists, if they were made from this state and nobody touched them since.

    The first of `runs` that has outputs, the newest, says so.
    """
    last = next((run for run in runs if run and run.outputs), None)
    if not last or last.rating_lists != state:
        return []
    below = f"{table_folder(out, LISTS).relative_to(out).as_posix()}/"
    published, present = (
        {file: facts for file, facts in one.items() if file.startswith(below)} for one in (last.outputs, outputs(out))
    )
    return table_files(out, LISTS) if published == present else []
