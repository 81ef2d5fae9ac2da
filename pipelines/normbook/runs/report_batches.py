"""Which report files are read together, and what a batch of them gives."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from normbook.runs.discovery import RawFile
from normbook.sources.trf_batch import read_regular

logger = logging.getLogger(__name__)

# Enough for a matrix to pay, few enough for its memory and for every process to have some.
_FILES = 250


@dataclass(frozen=True)
class Batch:
    """Files that are read together, and where their rows go: `<out>/staging/<table>/<key>.parquet`."""

    out: Path
    key: str
    files: Sequence[RawFile]
    apart: frozenset[str]

    def read(self) -> tuple[dict[str, pa.Table], set[int]]:
        """Rows of the regular reports, and the positions of the files that must be read one by one."""
        # An event id with # belongs to a crosstable that holds several events, and then only the first may keep it.
        fit = [
            position
            for position, file in enumerate(self.files)
            if not file.fault and "#" not in file.stem and file.source_file not in self.apart
        ]
        try:
            tables, left = read_regular(
                [(self.files[position].path, self.files[position].source_file) for position in fit]
            )
        except Exception:
            # A defect of the quick reader must cost time only.
            logger.exception("reading %d reports together failed, so they are read one by one", len(fit))
            return {}, {*range(len(self.files))}
        return tables, {*range(len(self.files))} - ({*fit} - {fit[position] for position in left})


@dataclass
class Batches:
    """The batches of a run; files of the names in `apart` are read one by one."""

    out: Path
    apart: frozenset[str] = frozenset()
    keys: list[str] = field(default_factory=list)

    def plan(self, reports: Sequence[RawFile]) -> list[Batch]:
        """Split the reports into batches, whatever the number of processes, and note their keys."""
        parts = [reports[at : at + _FILES] for at in range(0, len(reports), _FILES)]
        self.keys = [f"reports{number:05}" for number in range(len(parts))]
        return [Batch(self.out, key, part, self.apart) for key, part in zip(self.keys, parts, strict=True)]
