"""A small world for tests: reports, lists and sidecars as text, and the tables that the product makes of them."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb

from normbook.regulations import Readings
from normbook.runs.build import make_tables
from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest
from normbook.warehouse.session import open_session
from tests.said import assert_tables_said


def tables_of(folder: Path, files: dict[str, str | bytes], readings: Readings = ()) -> duckdb.DuckDBPyConnection:
    """Write files below `folder/raw`, read them and build every table; the session holds them all, unpublished.

    Keys are paths such as `events/a.trf`, `events/a.toml`, `rating_lists/jul05frl.txt`. `readings`: of open questions.
    """
    raw, out = folder / "raw", folder / "out"
    for name, content in files.items():
        path = raw / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    staged = ingest(
        discover(raw), out, readers_version="test", jobs=os.cpu_count() or 1, progress=lambda what, done, total: None
    )
    connection = open_session()
    make_tables(connection, staged, readings=readings)
    assert_tables_said(connection)
    return connection


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, object]]:
    """Rows of a query as dictionaries."""
    result = connection.execute(query)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def report_line(
    number: int,
    name: str,
    cells: list[str],
    *,
    rating: int | None = None,
    federation: str = "",
    title: str = "",
    sex: str = "m",
    fide_id: int | None = None,
    birth: str = "",
    points: float | None = None,
    place: int | None = None,
) -> str:
    """One 001 line by the columns of FIDE's TRF16; `cells` such as `12 w 1` or `0000 - H`, one a round."""
    rounds = "".join(f"  {cell:>8}" for cell in cells)
    return (
        f"001 {number:4} {sex:1}{title:>3} {name:33} {rating or '':4} {federation:3} {fide_id or '':>11} {birth:10}"
        f" {'' if points is None else f'{points:.1f}':>4} {place or '':4}{rounds}"
    )


def report(
    lines: list[str],
    *,
    name: str = "Test event",
    federation: str = "ESP",
    start: str = "2005/08/01",
    end: str = "2005/08/10",
    time_control: str = "90 minutes + 30 seconds per move",
    kind: str = "",
    more: tuple[str, ...] = (),
) -> str:
    """A TRF16 report of 001 lines."""
    head = [
        f"012 {name}",
        "022 Somewhere",
        f"032 {federation}",
        f"042 {start}",
        f"052 {end}",
        f"092 {kind}",
        f"122 {time_control}",
        *more,
    ]
    return "\n".join([*head, *lines]) + "\n"
