"""Staging to all tables, in one session: regulations as rows, then every stage in its order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import contract
from normbook.errors import NormbookError
from normbook.regulations import Readings, reference_tables
from normbook.runs.ingest import Progress, Staged
from normbook.runs.plan import stages
from normbook.warehouse.session import load_table, open_session, view_parquet

# Runs a stage and takes note of it.
Record = Callable[[str, Callable[[], int]], object]

# Staging that is no raw file: published tables as a run finds them.
PUBLISHED_BEFORE = ("staging.other_norms", "staging.events_before", "staging.verdicts_before")
# The published tables of 1.49a go to 19 games; the reference table goes at least as far.
_GAMES_IN_PRINT = 19


def make_tables(
    connection: duckdb.DuckDBPyConnection,
    staged: Staged,
    season: int | None = None,
    only: str | None = None,
    edition: str | None = None,
    readings: Readings = (),
    require_status: str | None = None,
    empty: Collection[str] = (),
    unchanged: Mapping[str, Sequence[Path]] = MappingProxyType({}),
    record: Record = lambda name, work: work(),
    progress: Progress = lambda what, done, total: None,
) -> list[str]:
    """Make every table (or what `only` needs) from staging Parquet; returns the names of the tables that were made.

    `season` leaves only the events that start in that year; `edition` judges every event by that edition, and `readings` by
    those of its open questions, hypothetically; verdicts that rest on values of a weaker status than `require_status` are
    withheld. The tables named in `empty` get no rows, those in `unchanged` are viewed as they are published.
    """
    for name, files in staged.files.items():
        view_parquet(connection, name, files)
    if season is not None:
        _keep_season(connection, staged, season)
    most_games = connection.execute("select max(rounds_seen) from staging.event_reports").fetchall()[0][0] or 0
    references = reference_tables(max(_GAMES_IN_PRINT, int(most_games)), readings)
    asked = contract("ref.asked_edition").from_rows([{"edition": edition}] if edition else [])
    load_table(connection, "ref.asked_edition", asked)
    required = contract("ref.required_status").from_rows([{"status": require_status}] if require_status else [])
    load_table(connection, "ref.required_status", required)
    record("ref", lambda: sum(load_table(connection, name, rows) for name, rows in references.items()))
    todo = stages(only)
    for number, stage in enumerate(todo):
        progress("tables", number, len(todo))
        if stage.name in empty:
            load_table(connection, stage.name, contract(stage.name).from_rows([]))
        elif published := unchanged.get(stage.name):
            record(stage.name, partial(_view, connection, stage.name, published))
        else:
            record(stage.name, partial(stage.make, connection))
    progress("tables", len(todo), len(todo))
    return [*references, *(stage.name for stage in todo)]


def _view(connection: duckdb.DuckDBPyConnection, name: str, files: Sequence[Path]) -> int:
    view_parquet(connection, name, files)
    return sum(int(pq.read_metadata(file).num_rows) for file in files)


# The season of an event, as in core.event_heads.
_SEASONS = """
    select reports.event_id, year(coalesce(sidecars.start_date, reports.start_date)) as season
    from staging.event_reports as reports
    left join staging.event_sidecars as sidecars on reports.event_id = sidecars.event_id
"""


def seasons_since(staged: Staged, first: int) -> list[int]:
    """Seasons from that year on that have an event; raises NormbookError if there is none."""
    with open_session() as connection:
        for name in ("staging.event_reports", "staging.event_sidecars"):
            view_parquet(connection, name, staged.files[name])
        query = f"select distinct season from ({_SEASONS}) where season >= ? order by season"
        seasons = [int(row[0]) for row in connection.execute(query, [first]).fetchall()]
    if not seasons:
        raise NormbookError(f"No event starts in {first} or later; nothing was done.")
    return seasons


def _keep_season(connection: duckdb.DuckDBPyConnection, staged: Staged, season: int) -> None:
    """Leave only one season's events in staging, so that every table is about them; other seasons stay as published."""
    connection.execute(
        f"create table other_seasons as select event_id from ({_SEASONS}) where season is distinct from cast(? as bigint)",
        [season],
    )
    # a series goes over all its events: one that has some in another season stays as published
    others = "(select series from staging.series_events where event_id in (from other_seasons))"
    connection.execute(f"create table other_series as {others}")
    view_parquet(connection, "staging.series", staged.files["staging.series"], "series not in (from other_series)")
    for name, files in staged.files.items():
        if "event_id" in contract(name).column_names and name not in {"staging.source_files", *PUBLISHED_BEFORE}:
            view_parquet(connection, name, files, "event_id is null or event_id not in (from other_seasons)")


def hypothetical_verdicts(
    staged: Staged, season: int | None, editions: Sequence[str], readings: Readings = ()
) -> pa.Table:
    """mart.hypothetical_verdicts: the verdicts of the events under each edition asked for; with readings alone, under their own.

    Built in sessions of their own, so that nothing hypothetical can get into the verdicts.
    """
    words = ", ".join(f"{switch}={reading}" for switch, reading in readings)
    parts = [contract("mart.hypothetical_verdicts").arrow_schema.empty_table()]
    asked: list[str | None] = [*editions] or ([None] if readings else [])
    for edition in asked:
        with open_session() as connection:
            make_tables(connection, staged, season, "mart.norm_verdicts", edition, readings)
            verdicts = connection.sql(
                "select *, $readings as readings from mart.norm_verdicts", params={"readings": words}
            )
            parts.append(verdicts.to_arrow_table())
    return pa.concat_tables([contract("mart.hypothetical_verdicts").conform(part) for part in parts])
