"""How long a season's look-up in many monthly lists takes: `python benchmarks/list_history.py --months 120 --players 50000`.

Makes up staged rows of monthly standard lists and of events spread over their years, runs the stages up to core.event_players
(list in force by month, players by number in that list) and prints seconds by stage, how many were found, the highest memory.
"""

import argparse
import resource
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS, contract
from normbook.runs.build import make_tables
from normbook.runs.ingest import Staged
from normbook.warehouse.session import open_session

RECORDS = "staging.rating_list_records"
FIRST_YEAR = 2005


def list_rows(number, players, dice):
    """One list: everybody, with a rating that moves; every fifth is not in it."""
    month = f"{FIRST_YEAR + number // 12}-{number % 12 + 1:02}"
    ids = np.flatnonzero(dice.random(players) > 0.2)
    ratings = 1500 + (ids * 7919 + number * 13) % 1000
    constant = {
        "source_file": f"rating_lists/{month}.txt",
        "list_month": month,
        "list_kinds": ["standard"],
        "birth_precision": "none",
    }
    return contract(RECORDS).from_rows(
        constant
        | {
            "line_number": line,
            "fide_id": 100_000 + fide_id,
            "name": f"Player, {fide_id}",
            "standard_rating": rating,
            "federation_code": "ESP",
        }
        for line, (fide_id, rating) in enumerate(zip(ids.tolist(), ratings.tolist(), strict=True), start=1)
    )


def event_rows(events, months, players, dice):
    """Events of 60 players each, spread over the years of the lists, without games."""
    reports, people = [], []
    for number in range(events):
        event_id = f"event_{number}"
        start = date(FIRST_YEAR, 1, 1) + timedelta(days=int(dice.integers(months * 30)))
        reports.append(
            {
                "event_id": event_id,
                "source_file": f"events/{event_id}.trf",
                "source_sha256": "",
                "start_date": start,
                "end_date": start,
            }
            | {"rounds_seen": 9, "has_teams": False}
        )
        for start_number, fide_id in enumerate(dice.choice(players, 60, replace=False).tolist(), start=1):
            player = {
                "event_id": event_id,
                "line_number": start_number,
                "start_number": start_number,
                "birth_precision": "none",
            }
            people.append(player | {"fide_id": 100_000 + fide_id, "name": f"Player, {fide_id}", "rating": 1500})
    return {"staging.event_reports": reports, "staging.report_players": people}


def write(folder, asked):
    """Parquet for every staging table; a file a list."""
    dice = np.random.default_rng(1)
    rows = event_rows(asked.events, asked.months, asked.players, dice)
    for table in CONTRACTS.values():
        if table.schema_name == "staging" and table.name != RECORDS:
            pq.write_table(table.from_rows(rows.get(table.name, [])), folder / f"{table.name}.0.parquet")
    for number in range(asked.months):
        pq.write_table(
            list_rows(number, asked.players, dice), folder / f"{RECORDS}.{number:03}.parquet", compression="zstd"
        )


def measure(folder):
    """Run the stages and print what they took."""

    def record(name, work):
        started = time.perf_counter()
        work()
        if name.startswith("core."):
            print(f"{name:24} {time.perf_counter() - started:8.2f} s")

    names = sorted({path.name.rsplit(".", 2)[0] for path in folder.glob("staging.*.parquet")})
    staged = Staged({name: sorted(folder.glob(f"{name}.*.parquet")) for name in names})
    with open_session(folder / "working.duckdb") as connection:
        make_tables(connection, staged, only="core.event_players", record=record)
        counts = connection.execute(
            "select count(*), count(*) filter (rating_source = 'list'), (select count(*) from core.rating_lists) "
            "from core.event_players"
        ).fetchall()[0]
    print("players {}, found in the list in force {}, rows of lists {}".format(*counts))
    print(f"highest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")


def main():
    """Make the lists and events up, then measure."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--months", type=int, default=120)
    arguments.add_argument("--players", type=int, default=50_000)
    arguments.add_argument("--events", type=int, default=3000)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), asked)
        measure(Path(name))


if __name__ == "__main__":
    main()
