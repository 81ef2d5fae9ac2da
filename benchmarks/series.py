"""How long circuits take: `python benchmarks/series.py --series 1000`, each of 4 events of 40 players and 7 rounds.

Makes up the events as staged rows (the readers are not measured), runs the stages of a quarter of the series and of all of
them in a session of one thread, and prints seconds by stage and the ratio of the two: four for a linear stage.
"""

import argparse
import tempfile
import time
from datetime import date
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS
from normbook.regulations import series_regulation_files
from normbook.runs.build import make_tables
from normbook.runs.ingest import Staged
from normbook.runs.plan import stages
from normbook.warehouse.session import open_session

EVENTS, PLAYERS, ROUNDS = 4, 40, 7
TABLES = ("grand_prix_events", "grand_prix_results", "grand_prix_race", "grand_prix_finals", "grand_prix_settlements")


def staged_tables(series):
    """Arrow tables of the staging layer: everybody of a series plays in all its events, pairings and results by chance."""
    dice = np.random.default_rng(1)
    regulation = series_regulation_files()["ara-2005"].read_text(encoding="utf-8")
    names = [f"series_{number:05}" for number in range(series)]
    events = [(name, encounter, f"{name}_{encounter}") for name in names for encounter in range(1, EVENTS + 1)]
    ids = np.repeat([event for *_, event in events], PLAYERS)
    numbers = np.tile(np.arange(1, PLAYERS + 1), len(events))
    cells = []
    for round_number in range(1, ROUNDS + 1):
        # a permutation in pairs, for all events at once
        order = np.argsort(dice.random((len(events), PLAYERS)), axis=1)
        opponents = np.empty_like(order)
        rows = np.arange(len(events))[:, None]
        opponents[rows, order[:, ::2]], opponents[rows, order[:, 1::2]] = order[:, 1::2], order[:, ::2]
        results = np.empty(order.shape, dtype="<U1")
        first = dice.choice(list("1=0"), size=(len(events), PLAYERS // 2))
        results[rows, order[:, ::2]] = first
        results[rows, order[:, 1::2]] = np.where(first == "1", "0", np.where(first == "0", "1", "="))
        cells.append(
            pa.table(
                {
                    "event_id": ids,
                    "start_number": numbers,
                    "round_number": np.full(len(ids), round_number),
                    "opponent_number": opponents.ravel() + 1,
                    "colour": np.where(numbers < opponents.ravel() + 1, "w", "b"),
                    "result_code": results.ravel(),
                    "line_number": numbers,
                    "column_number": np.full(len(ids), 92),
                }
            )
        )
    people = {
        "event_id": ids,
        "line_number": numbers,
        "start_number": numbers,
        "name": [f"Player {number}, X" for number in numbers],
        "sex": np.where(numbers % 3 == 0, "F", "M"),
        "birth_date": [date(1997, 1, 1 + number % 28) for number in numbers],
        "birth_year": np.full(len(ids), 1997),
        "birth_precision": ["day"] * len(ids),
    }
    head = {"source_file": "series/x.toml", "section": "open", "discipline": "rapid", "article": "6"}
    rows = {
        "staging.event_reports": [
            {"event_id": event, "source_file": f"events/{event}.trf", "source_sha256": "", "has_teams": False}
            | {"start_date": date(2005, 5, 14), "end_date": date(2005, 5, 14), "rounds_seen": ROUNDS}
            for *_, event in events
        ],
        "staging.series": [
            {"series": name, "source_file": "series/x.toml", "kind": "circuit", "regulation": "ara-2005"}
            | {"regulation_text": regulation, "unplayed": "none"}
            for name in names
        ],
        "staging.series_events": [
            head
            | {"series": name, "position": encounter, "event_id": event, "category": "Sub-10", "encounter": encounter}
            | {"annual_championship": False}
            for name, encounter, event in events
        ],
    }
    tables = {
        name: table.from_rows(rows.get(name, [])) for name, table in CONTRACTS.items() if name.startswith("staging.")
    }
    for name, filled in (
        ("staging.report_players", pa.table(people)),
        ("staging.round_cells", pa.concat_tables(cells)),
    ):
        declared = CONTRACTS[name]
        columns = {
            column.name: filled[column.name]
            if column.name in filled.column_names
            else pa.nulls(len(filled), column.type)
            for column in declared.columns
        }
        tables[name] = declared.conform(pa.table(columns))
    return tables


def measure(folder, series):
    """Seconds of every stage for so many series."""
    seconds = {}

    def record(name, work):
        started = time.perf_counter()
        work()
        seconds[name] = time.perf_counter() - started

    staged = Staged()
    for name, table in staged_tables(series).items():
        pq.write_table(table, folder / f"{name}.parquet")
        staged.files[name] = [folder / f"{name}.parquet"]
    known = {stage.name: stage for stage in stages()}
    with open_session(threads=1) as connection:
        make_tables(connection, staged, only="mart.grand_prix_race", record=record)
        for table in TABLES:
            for stage in stages(f"mart.{table}"):
                if stage.name not in seconds:
                    record(stage.name, lambda stage=stage: known[stage.name].make(connection))
        found = connection.execute("select count(*) from mart.grand_prix_results").fetchall()[0][0]
    return seconds, found


def main():
    """Measure a quarter and the whole."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--series", type=int, default=1000)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        quarter, _ = measure(Path(name), asked.series // 4)
        whole, found = measure(Path(name), asked.series)
    quarter["all"], whole["all"] = sum(quarter.values()), sum(whole.values())
    for stage, taken in whole.items():
        if taken > 0.05:
            print(f"{stage:28} {taken:8.2f} s, {taken / quarter[stage]:5.1f} times a quarter")
    print(f"{asked.series} series, {found} results")


if __name__ == "__main__":
    main()
