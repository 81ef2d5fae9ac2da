"""The files below sql/: one plain SELECT each, with a header that says what it is, from what, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from normbook.errors import ContractError, UsageError

_HEADER_LINE = re.compile(r"--\s*([a-z_]+):\s*(.*)")


@dataclass(frozen=True)
class SqlFile:
    """One SQL file: its name (`schema.table`, or the check's name), header fields, whole text, and tables it reads."""

    path: Path
    name: str
    header: dict[str, str]
    text: str
    inputs: tuple[str, ...]


def sql_root() -> Path:
    """Folder of the SQL files: inside the package when installed, at the top of the checkout otherwise."""
    inside = Path(__file__).resolve().parents[1] / "sql"
    return inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "sql"


def parse_sql_file(path: Path) -> SqlFile:
    """Read one file; the header is the comment block at its top, a line without `name:` continues the one before.

    Raises ContractError if `table:` (or `check:`) does not agree with the file's place.
    """
    text = path.read_text(encoding="utf-8")
    header: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        if match := _HEADER_LINE.match(line):
            key, header[match[1]] = match[1], match[2].strip()
        elif key:
            header[key] += " " + line.removeprefix("--").strip()
    name = header.get("table") or header.get("check") or header.get("macros") or ""
    expected = path.stem if path.parent.name in {"checks", "macros"} else f"{path.parent.name}.{path.stem}"
    if name != expected:
        raise ContractError(f"{path}: the header names {name!r}, the place of the file says {expected!r}")
    inputs = tuple(part.strip() for part in header.get("inputs", "").split(",") if part.strip())
    return SqlFile(path, name, header, text, inputs)


def sql_files(folder: str) -> list[SqlFile]:
    """All files of one folder below sql/, by name."""
    return [parse_sql_file(path) for path in sorted((sql_root() / folder).glob("*.sql"))]


def sql_file(name: str) -> SqlFile:
    """The file that makes `schema.table`; raises UsageError with the nearest names if there is none."""
    schema, _, table = name.partition(".")
    path = sql_root() / schema / f"{table}.sql"
    if not path.is_file():
        known = [f"{p.parent.name}.{p.stem}" for p in sorted(sql_root().glob("*/*.sql")) if p.parent.name != "macros"]
        near = [one for one in known if one.split(".")[1] == name] or get_close_matches(name, known, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "the folder sql/ has them all."
        raise UsageError(f"{name}: no SQL file makes this table (ref.* come from the regulation files); {hint}")
    return parse_sql_file(path)
