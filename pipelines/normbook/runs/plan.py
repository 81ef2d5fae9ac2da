"""The order of the stages: SQL files and Python functions, sorted by what each declares as its inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from graphlib import TopologicalSorter

import duckdb
import pyarrow as pa

from normbook.contracts import CONTRACTS
from normbook.errors import ContractError, UsageError
from normbook.runs import reading_differences
from normbook.stages import (
    blitz,
    blitz_ledger,
    blitz_promotions,
    blitz_standings,
    circuit_fees,
    circuit_field,
    circuit_finals,
    circuits,
    near,
    selections,
    series_parameters,
    series_players,
    titles,
)
from normbook.stages.time_controls import time_controls
from normbook.warehouse.session import load_table, make_table
from normbook.warehouse.sql_files import SqlFile, sql_files


def _of_tables(make: Callable[..., pa.Table]) -> Callable[[duckdb.DuckDBPyConnection], pa.Table]:
    """A maker of norms, ratings and applications as a maker of the session that holds them."""
    return lambda connection: make(*(connection.sql(f"from {name}").to_arrow_table() for name in titles.INPUTS))


# Tables that Python makes, each from its inputs alone.
_PYTHON: tuple[tuple[str, tuple[str, ...], Callable[[duckdb.DuckDBPyConnection], pa.Table]], ...] = (
    ("ref.series_parameters", series_parameters.INPUTS, series_parameters.series_parameters),
    ("core.series_players", series_players.INPUTS, series_players.series_players),
    ("mart.circuit_results", (*circuits.SEASON_INPUTS, "mart.circuit_entries"), circuits.circuit_results),
    ("mart.circuit_standings", (*circuits.SEASON_INPUTS, "mart.circuit_results"), circuits.circuit_standings),
    ("mart.grand_prix_events", (*circuits.SEASON_INPUTS, "mart.circuit_entries"), circuit_field.grand_prix_events),
    ("findings.circuits", (*circuits.SEASON_INPUTS, "mart.circuit_entries"), circuit_field.circuit_findings),
    (
        "mart.grand_prix_finals",
        (*circuits.SEASON_INPUTS, "mart.circuit_entries", "mart.circuit_standings"),
        circuit_finals.grand_prix_finals,
    ),
    (
        "mart.grand_prix_club_shares",
        (*circuits.SEASON_INPUTS, "mart.circuit_entries", "mart.circuit_results", "mart.circuit_standings"),
        circuit_fees.club_shares,
    ),
    ("mart.blitz_events", blitz.EVENTS_INPUTS, blitz.blitz_events),
    ("mart.blitz_standings", blitz_standings.INPUTS, blitz_standings.blitz_standings),
    ("mart.blitz_promotions", blitz_promotions.INPUTS, blitz_promotions.blitz_promotions),
    ("mart.blitz_ledger", blitz_ledger.INPUTS, blitz_ledger.blitz_ledger),
    ("mart.title_progress", titles.INPUTS, _of_tables(titles.title_progress)),
    ("mart.title_applications", titles.INPUTS, _of_tables(titles.title_applications)),
    ("mart.near_norms", near.INPUTS, near.near_norms),
    ("mart.chosen_selections", selections.INPUTS, selections.chosen_selections),
)

# Layers that SQL files make; staging comes from the readers, ref from the regulations.
SQL_LAYERS = ("core", "mart", "findings", "quality")


@dataclass(frozen=True)
class Stage:
    """One table to make: its name, the tables it reads, and how it is made in a session."""

    name: str
    inputs: tuple[str, ...]
    make: Callable[[duckdb.DuckDBPyConnection], int]


def stages(only: str | None = None) -> list[Stage]:
    """All stages in a valid order, or those that `only` (a table) needs; raises UsageError on an unknown name."""
    known = {sql.name: _sql_stage(sql) for layer in SQL_LAYERS for sql in sql_files(layer)}
    known["core.time_controls"] = Stage(
        "core.time_controls", ("core.event_heads", "ref.time_controls"), _make_time_controls
    )
    for name, inputs, make in _PYTHON:
        known[name] = Stage(name, inputs, partial(_make_python_table, name, make))
    known["mart.reading_differences"] = Stage(
        "mart.reading_differences",
        reading_differences.INPUTS,
        lambda connection: load_table(
            connection,
            "mart.reading_differences",
            reading_differences.reading_differences(connection, stages("mart.norm_verdicts")),
        ),
    )
    if only is not None and only not in known:
        alike = get_close_matches(only, known, n=3)
        raise UsageError(
            f"{only}: no stage makes this table" + (f"; did you mean {' or '.join(alike)}?" if alike else ".")
        )
    for stage in known.values():
        for name in stage.inputs:
            if name not in known and (name not in CONTRACTS or name.split(".")[0] not in {"staging", "ref"}):
                raise ContractError(f"{stage.name} reads {name}, which nothing makes")
    graph = {name: {one for one in stage.inputs if one in known} for name, stage in sorted(known.items())}
    order = list(TopologicalSorter(graph).static_order())
    # core.events says which season a row belongs to, so nothing is written without it
    wanted = set(order) if only is None else _needed(graph, only) | _needed(graph, "core.events")
    return [known[name] for name in order if name in wanted]


def _needed(graph: dict[str, set[str]], name: str) -> set[str]:
    found, waiting = set(), [name]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += graph[one]
    return found


def _sql_stage(sql: SqlFile) -> Stage:
    return Stage(sql.name, sql.inputs, lambda connection: make_table(connection, sql))


def _make_python_table(
    name: str, make: Callable[[duckdb.DuckDBPyConnection], pa.Table], connection: duckdb.DuckDBPyConnection
) -> int:
    return load_table(connection, name, make(connection))


def _make_time_controls(connection: duckdb.DuckDBPyConnection) -> int:
    written = connection.execute(
        "select distinct time_control from core.event_heads where time_control is not null"
    ).fetchall()
    moves = connection.execute("select distinct moves_reckoned from ref.time_controls").fetchall()
    rows: pa.Table = time_controls([row[0] for row in written], [row[0] for row in moves])
    return load_table(connection, "core.time_controls", rows)
