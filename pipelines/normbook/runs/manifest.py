"""The record of a run: what went in, what each stage took, what came out."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
import shutil
import subprocess
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from normbook import __version__
from normbook.contracts import CONTRACTS
from normbook.warehouse.parquet import table_files
from normbook.warehouse.sql_files import sql_root

logger = logging.getLogger(__name__)

_LIBRARIES = ("duckdb", "great-expectations", "matplotlib", "pandas", "pyarrow")
_READER_FOLDERS = ("sources", "contracts")
_CODE_SUFFIXES = {".py", ".sql", ".csv", ".yaml", ".toml", ".j2", ".css", ".js"}


@dataclass
class StageRecord:
    """One stage: its name, the rows it made, the seconds it took, and the rows it made in the run before."""

    name: str
    rows: int | None
    seconds: float
    rows_before: int | None = None


@dataclass
class Manifest:
    """Everything about one run; written to `<out>/runs/<run_id>/manifest.json`."""

    run_id: str
    started: str
    version: str
    commit: str | None
    fingerprint: str
    parameters: dict[str, object]
    status: str = "running"
    seconds: float = 0.0
    message: str | None = None
    inputs: list[dict[str, object]] = field(default_factory=list)
    stages: list[StageRecord] = field(default_factory=list)
    summary: dict[str, object] = field(default_factory=dict)
    reports: list[str] = field(default_factory=list)
    outputs: dict[str, list[int]] = field(default_factory=dict)
    rating_lists: str = ""  # what core.rating_lists was made of (runs/kept_lists.py)

    def write(self, out: Path) -> Path:
        """Write the manifest of this run; a published one is also `<out>/runs/latest.json`."""
        folder = out / "runs" / self.run_id
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"
        targets = [folder / "manifest.json"] + ([out / "runs" / "latest.json"] if self.status == "published" else [])
        for target in targets:
            fresh = target.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(target)
        return targets[0]


def latest_manifest(out: Path) -> Manifest | None:
    """The manifest of the last published run; None if there was none, or none that can be read."""
    file = out / "runs" / "latest.json"
    if not file.is_file():
        return None
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        content["stages"] = [StageRecord(**stage) for stage in content["stages"]]
        return Manifest(**content)
    except (ValueError, KeyError, TypeError):
        logger.warning("%s: not the record of a run by this version; the next run makes everything anew", file)
        return None


def manifests(out: Path) -> list[Path]:
    """Records of all runs, the newest first; run ids begin with the moment."""
    return sorted((out / "runs").glob("*/manifest.json"), reverse=True)


def forget_old_runs(out: Path, keep: int) -> int:
    """Remove the records of all runs but the newest ones and the last that published; returns how many were removed."""
    last = latest_manifest(out)
    old = [file.parent for file in manifests(out)[keep:] if last is None or file.parent.name != last.run_id]
    for folder in old:
        shutil.rmtree(folder)
    return len(old)


def outputs(out: Path) -> dict[str, list[int]]:
    """Size and time of change (ns) of every published file, by its path below `out`."""
    files = [file for table in CONTRACTS.values() if table.published for file in table_files(out, table.name)]
    files += [file for file in (out / "warehouse.duckdb", *sorted((out / "reports").glob("*.html"))) if file.is_file()]
    return {file.relative_to(out).as_posix(): [file.stat().st_size, file.stat().st_mtime_ns] for file in files}


def is_complete(out: Path, last: Manifest) -> bool:
    """Whether every file that the last run published is still there as it was."""
    return outputs(out) == last.outputs


def program_version(folders: tuple[str, ...] | None = None) -> str:
    """Hash of the program: its files (of some folders of the package, or all with the SQL) and the libraries' versions."""
    package = Path(__file__).resolve().parents[1]
    roots = [package / folder for folder in folders] if folders else [package, sql_root()]
    digest = hashlib.sha256()
    for root in roots:
        for file in sorted(root.rglob("*")):
            if file.suffix in _CODE_SUFFIXES:
                digest.update(f"{root.name}/{file.relative_to(root).as_posix()}\n".encode())
                digest.update(file.read_bytes())
    for library in _LIBRARIES:
        digest.update(f"{library} {importlib.metadata.version(library)}\n".encode())
    return digest.hexdigest()


def readers_version() -> str:
    """Hash of what turns raw files into rows."""
    return program_version(_READER_FOLDERS)


def fingerprint(inputs: list[dict[str, object]], parameters: dict[str, object]) -> str:
    """Hash of everything a publication depends on: raw files, parameters, program, libraries."""
    stated = json.dumps([inputs, parameters, program_version()], sort_keys=True)
    return hashlib.sha256(stated.encode()).hexdigest()


def commit_of_program() -> str | None:
    """Commit of the checkout that the program runs from; None for an installed package."""
    checkout = Path(__file__).resolve().parents[3]
    if not (checkout / ".git").exists():
        return None
    try:
        answer = subprocess.run(
            ["git", "-C", str(checkout), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()


def new_manifest(print_of_inputs: str, parameters: dict[str, object]) -> Manifest:
    """A manifest at the start of a run.

    The run id is the moment and the beginning of the fingerprint; to the microsecond, since records are told apart and
    ordered by it and two runs may begin within one second.
    """
    moment = datetime.now(UTC)
    run_id = f"{moment:%Y%m%dT%H%M%S.%fZ}-{print_of_inputs[:8]}"
    return Manifest(
        run_id, f"{moment:%Y-%m-%dT%H:%M:%SZ}", __version__, commit_of_program(), print_of_inputs, parameters
    )
