"""What lies below the raw folder, and which reader each file is for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from normbook.errors import NormbookError

Kind = Literal["rating_list", "event_report", "sidecar", "series", "signed_norm", "other"]

_LIST_SUFFIXES = {".txt", ".xml", ".csv", ".zip"}
_FOLDERS = ("rating_lists", "events", "series", "signed")


@dataclass(frozen=True)
class RawFile:
    """One file: where it is, its name below the raw folder, the reader it is for, and the hash of its bytes."""

    path: Path
    source_file: str
    kind: Kind
    sha256: str
    bytes: int
    why_other: str | None = None

    @property
    def stem(self) -> str:
        """Name without the folder and the last suffix: the event of a report, the series of a series file."""
        return self.path.stem


def discover(raw: Path) -> list[RawFile]:
    """All files below the raw folder, by name; raises NormbookError if it does not exist or holds nothing to read."""
    if not raw.is_dir():
        raise NormbookError(
            f"{raw}: there is no such folder. Put rating lists, reports and series below it, or write a sample season with: "
            f"normbook sample {raw}"
        )
    files = [_describe(path, raw) for path in _files(raw)]
    if all(file.kind == "other" for file in files):
        raise NormbookError(
            f"{raw}: there is nothing to read here, so nothing was done. Rating lists go into rating_lists/, reports into "
            "events/, series into series/; is a disk not mounted?"
        )
    return files


def _files(raw: Path) -> Iterator[Path]:
    for path in sorted(raw.rglob("*")):
        if path.is_file():
            yield path


def _describe(path: Path, raw: Path) -> RawFile:
    source_file = path.relative_to(raw).as_posix()
    kind, why = _kind(path, source_file.split("/")[0])
    try:
        with path.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        size = path.stat().st_size
    except OSError:
        # the reader will meet the same error and say it; here the file only must not stop the others
        sha256, size = "unreadable", 0
    return RawFile(path, source_file, kind, sha256, size, why)


def _kind(path: Path, folder: str) -> tuple[Kind, str | None]:
    suffix = path.suffix.lower()
    if path.name.startswith(("README", ".")) or suffix == ".md":
        return "other", "Notes and hidden files are not read."
    if folder == "rating_lists":
        if suffix in _LIST_SUFFIXES:
            return "rating_list", None
        if suffix == ".toml":
            return "other", "Read together with the rating list of the same stem, if there is one."
        return "other", "Rating lists end in .txt, .xml, .csv or .zip."
    if folder == "events":
        return ("sidecar" if suffix == ".toml" else "event_report"), None
    if folder == "series":
        return ("series", None) if suffix == ".toml" else ("other", "Series files end in .toml.")
    if folder == "signed":
        return ("signed_norm", None) if suffix == ".toml" else ("other", "Signed norms end in .toml.")
    return "other", f"Only {', '.join(_FOLDERS[:-1])} and {_FOLDERS[-1]} are read; move the file into one of them."
