"""What lies below the raw folder, and which reader each file is for."""

from __future__ import annotations

import hashlib
import heapq
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from normbook.errors import NormbookError

Kind = Literal[
    "rating_list",
    "event_report",
    "sidecar",
    "series",
    "clubs",
    "signed_norm",
    "identities",
    "corrections",
    "expectations",
    "other",
]

LIST_SUFFIXES = {".txt", ".xml", ".csv", ".zip", ".xlsx", ".xls", ".ods"}
# Lists are read block by block; all else is read whole, and a report of ten thousand players has some megabytes.
_LARGEST_BYTES = 64 << 20
# Files of the raw folder itself, by name.
_DECLARATIONS: dict[str, Kind] = {
    "identities.toml": "identities",
    "corrections.toml": "corrections",
    "expectations.toml": "expectations",
}
_FOLDERS = ("rating_lists", "events", "series", "signed")


@dataclass(frozen=True)
class RawFile:
    """One file: where it is, its name below the raw folder, the reader it is for, and the hash of its bytes (None: unreadable).

    `source_file` can be written everywhere: bytes of a name that are not UTF-8 stand in it as escapes. `fault` (reason code,
    sentence) says why it is set aside without being opened. `is_twin`: another form of an event that a more trusted file holds.
    `lists`: start lists of the event beside its report; such a list itself `is_list`.
    """

    path: Path
    source_file: str
    kind: Kind
    sha256: str | None
    bytes: int
    why_other: str | None = None
    fault: tuple[str, str] | None = None
    is_twin: bool = False
    lists: tuple[RawFile, ...] = ()
    is_list: bool = False

    @property
    def stem(self) -> str:
        """Name without the folder and the last suffix: the event of a report, the series of a series file."""
        return PurePosixPath(self.source_file).stem


def discover(raw: Path, out: Path | None = None) -> list[RawFile]:
    """All files below the raw folder, by name, whatever the order in which the file system lists them.

    Raises NormbookError if the folder does not exist, holds nothing to read, or holds the output folder: what was published
    must not come in again as raw files.
    """
    if not raw.is_dir():
        raise NormbookError(
            f"{raw}: there is no such folder. Put rating lists, reports and series below it, or write a sample season with: "
            f"normbook sample {raw}"
        )
    if out is not None and (
        out.resolve().is_relative_to(raw.resolve()) or Path(os.path.abspath(out)).is_relative_to(os.path.abspath(raw))
    ):
        raise NormbookError(
            f"{out}: the output folder lies in the raw folder {raw}, where raw files alone belong; give another --out."
        )
    files = [_describe(path, raw) for path in _entries(raw)]
    if all(file.kind == "other" for file in files):
        raise NormbookError(
            f"{raw}: there is nothing to read here, so nothing was done. Rating lists go into rating_lists/, reports into "
            "events/, series into series/; is a disk not mounted?"
        )
    return sorted(files, key=lambda file: PurePosixPath(file.source_file))


def _entries(raw: Path) -> Iterator[Path]:
    """Everything below the raw folder that is no folder, and folders that cannot be listed.

    Folders behind links are walked too, each folder once: those with readers first, and under its own name before a link's.
    """
    waiting = [(False, 0, raw)]
    seen = set()
    while waiting:
        _, links, folder = heapq.heappop(waiting)
        if (place := os.path.realpath(folder)) in seen:
            continue
        seen.add(place)
        try:
            entries = list(folder.iterdir())
        except OSError as error:
            if folder == raw:
                raise NormbookError(
                    f"{raw}: the folder cannot be listed ({error.strerror}). Give the right to read it."
                ) from error
            yield folder
            continue
        for entry in entries:
            if os.path.isdir(entry):
                is_foreign = entry.relative_to(raw).parts[0] not in _FOLDERS
                heapq.heappush(waiting, (is_foreign, links + entry.is_symlink(), entry))
            else:
                yield entry


def _describe(path: Path, raw: Path) -> RawFile:
    written = path.relative_to(raw).as_posix()
    source_file = os.fsencode(written).decode("utf-8", errors="backslashreplace")
    kind, why_other = ("other", None) if os.path.isdir(path) else _kind(PurePosixPath(source_file))
    fault = None if path.name.startswith(".") else _fault(path)
    if source_file != written:
        fault = (
            "name_not_utf8",
            "The name of the file or of its folder is not UTF-8, so tables cannot hold it. Rename it.",
        )
    sha256, size = None, 0
    try:
        if os.path.isfile(path):
            with path.open("rb") as stream:
                sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
            size = path.stat().st_size
    except OSError:
        pass  # the reader will meet the same error and say it; here the file only must not stop the others
    if size > _LARGEST_BYTES and kind not in ("rating_list", "other"):
        fault = (
            "too_large",
            f"The file has {size} bytes, more than any report or TOML file that people write. Remove it.",
        )
    return RawFile(path, source_file, kind, sha256, size, why_other, fault)


def _fault(path: Path) -> tuple[str, str] | None:
    """Why something cannot be opened as a file; to find out by opening it could take for ever."""
    if os.path.isdir(path):
        return (
            "unreadable_folder",
            "The folder cannot be listed, so what it holds was not read. Give the right to read it.",
        )
    if os.path.islink(path) and not os.path.exists(path):
        target = os.fsencode(os.readlink(path)).decode("utf-8", errors="backslashreplace")
        return "broken_link", f"The link leads to {target}, which is not there. Mend it or remove it."
    if os.path.exists(path) and not os.path.isfile(path):
        return "not_a_file", "This is neither a file nor a folder, so it cannot be read. Remove it."
    return None


def _kind(name: PurePosixPath) -> tuple[Kind, str | None]:
    folder, suffix = name.parts[0], name.suffix.lower()
    if name.name.startswith(("README", ".")) or suffix == ".md":
        return "other", "Notes and hidden files are not read."
    if name.as_posix() in _DECLARATIONS:
        return _DECLARATIONS[name.as_posix()], None
    if folder == "rating_lists":
        if suffix in LIST_SUFFIXES:
            return "rating_list", None
        if suffix == ".toml":
            return "other", "Read together with the rating list of the same stem, if there is one."
        return "other", "Rating lists end in .txt, .xml, .csv, .xlsx, .xls, .ods or .zip."
    if folder == "events":
        return ("sidecar" if suffix == ".toml" else "event_report"), None
    if folder == "series":
        if suffix in (".yaml", ".yml"):
            return "other", "Read together with the series that names it as its regulation, if there is one."
        kinds: dict[str, Kind] = {".toml": "series", ".csv": "clubs"}
        return (
            (kinds[suffix], None) if suffix in kinds else ("other", "Series files end in .toml, clubs files in .csv.")
        )
    if folder == "signed":
        return ("signed_norm", None) if suffix == ".toml" else ("other", "Signed norms end in .toml.")
    return "other", (
        f"Only {', '.join(_FOLDERS[:-1])} and {_FOLDERS[-1]} are read, and {', '.join(_DECLARATIONS)} beside them; "
        "move the file into one of them."
    )
