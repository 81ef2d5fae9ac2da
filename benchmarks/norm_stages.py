"""How long the norm stages take: `python benchmarks/norm_stages.py --events 2000`, or `--large` for one event of 200 players.

Makes up events as staged rows (the readers are not measured), runs the stages that mart.norm_verdicts needs in a session of one
thread, and prints seconds of the processor by stage, how many verdicts reach the search, and the highest memory.
"""

import argparse
import multiprocessing
import resource
import tempfile
import time
from datetime import date
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS
from normbook.runs.build import make_tables
from normbook.runs.ingest import Staged
from normbook.warehouse.session import open_session

GUESTS = ("GER", "FRA", "ITA", "ARG", "POL", "CUB", "RUS", "IND", "CHN", "USA", "NED", "HUN")
BATCH = 500
LADDER = ((2490, "GM", "WGM"), (2400, "IM", "WGM"), (2300, "FM", "WIM"), (2200, None, "WFM"))


def season_shapes(dice, events):
    """Players, rounds, level, spread, share of home players, share of women: a tenth of the events is strong."""
    for _ in range(events):
        is_round_robin = dice.random() < 0.22
        players = 10 if is_round_robin else int(np.clip(dice.lognormal(4.1, 0.6), 16, 300))
        rounds = 9 if is_round_robin else int(dice.choice((5, 6, 7, 9, 11, 13), p=(0.16, 0.10, 0.28, 0.40, 0.05, 0.01)))
        if dice.random() < 0.1:
            yield players, rounds, dice.normal(2380, 80), 120, 0.35, 0.15
        else:
            yield players, rounds, dice.normal(1750, 150), 200, 0.85, 0.1


def pairings(dice, strength, rounds):
    """Opponents (-1: free) and half points by player and round; nobody meets twice while somebody else is left."""
    players = len(strength)
    opponents = np.full((players, rounds), -1)
    half_points = np.zeros((players, rounds), int)
    met = np.zeros((players, players), bool)
    for index in range(rounds):
        order = list(np.lexsort((-strength, -half_points.sum(axis=1))))
        while len(order) > 1:
            one = order.pop(0)
            place = next((i for i, other in enumerate(order) if not met[one, other]), 0)
            other = order.pop(place)
            met[one, other] = met[other, one] = True
            expected = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
            score = 1 if dice.random() < 0.35 else 2 * int(dice.random() < expected)
            opponents[one, index], opponents[other, index] = other, one
            half_points[one, index], half_points[other, index] = score, 2 - score
    return opponents, half_points


def staged_rows(dice, shapes):
    """Rows of the three staging tables for made-up events, numbered."""
    reports, people, cells = [], [], []
    for number, (players, rounds, level, spread, home, women) in shapes:
        event = {"event_id": f"event_{number}"}
        reports.append(
            event
            | {"source_file": f"events/event_{number}.trf", "source_sha256": "", "federation_code": "ESP"}
            | {"start_date": date(2005, 8, 1), "end_date": date(2005, 8, 14), "rounds_seen": rounds, "has_teams": False}
        )
        ratings = np.sort(dice.normal(level, spread, players).round().astype(int))[::-1]
        opponents, half_points = pairings(dice, ratings + dice.normal(0, 60, players), rounds)
        for index, rating in enumerate(ratings.tolist()):
            is_woman = dice.random() < women
            _, open_title, womens_title = next((step for step in LADDER if rating >= step[0]), (0, None, None))
            line = {"start_number": index + 1, "line_number": index + 1}
            people.append(
                event
                | line
                | {"name": f"Player {index}", "sex": "F" if is_woman else "M", "birth_precision": "none"}
                | {"title_code": open_title, "womens_title_code": womens_title if is_woman else None}
                | {"rating": rating, "federation_code": "ESP" if dice.random() < home else str(dice.choice(GUESTS))}
            )
            for played, (other, half) in enumerate(
                zip(opponents[index].tolist(), half_points[index].tolist(), strict=True)
            ):
                is_free = other < 0
                cells.append(
                    event
                    | line
                    | {
                        "round_number": played + 1,
                        "column_number": 92,
                        "opponent_number": None if is_free else other + 1,
                    }
                    | {"colour": None if is_free else "w" if index < other else "b"}
                    | {"result_code": "U" if is_free else "0=1"[half]}
                )
    return {"staging.event_reports": reports, "staging.report_players": people, "staging.round_cells": cells}


def write(folder, events):
    """Parquet for every staging table, a file a batch; those without rows are empty. Without `events` the one large event."""
    dice = np.random.default_rng(1)
    shapes = enumerate(season_shapes(dice, events) if events else [(200, 13, 2330, 120, 0.4, 1.0)])
    for number, batch in enumerate(iter(lambda: list(islice(shapes, BATCH)), [])):
        rows_by_table = staged_rows(dice, batch)
        for table in CONTRACTS.values():
            if table.schema_name == "staging" and (rows_by_table.get(table.name) or not number):
                rows = table.from_rows(rows_by_table.get(table.name, []))
                pq.write_table(rows, folder / f"{table.name}.{number:04}.parquet")


def measure(folder):
    """Run the stages in one thread and print what they took."""
    seconds = {}

    def record(name, work):
        started = time.process_time()
        work()
        seconds[name] = time.process_time() - started

    names = sorted({path.name.rsplit(".", 2)[0] for path in folder.glob("staging.*.parquet")})
    staged = Staged({name: sorted(folder.glob(f"{name}.*.parquet")) for name in names})
    with open_session(folder / "working.duckdb", threads=1) as connection:
        make_tables(connection, staged, only="mart.norm_verdicts", record=record)
        counts = {
            name: connection.execute(f"select count(*) from {name}").fetchall()[0][0]
            for name in ("core.games", "mart.norm_verdicts", "mart.search_candidates", "mart.chosen_selections")
        }
    for layer in ("core", "mart"):
        seconds[f"all of {layer}"] = sum(taken for name, taken in seconds.items() if name.startswith(f"{layer}."))
    for name, taken in seconds.items():
        print(f"{name:32} {taken:8.3f} s")
    for name, count in counts.items():
        print(f"{name:32} {count:8} rows")
    print(f"searched: {counts['mart.search_candidates'] / counts['mart.norm_verdicts']:.2%} of the verdicts")
    print(f"highest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")


def main():
    """Make the events up in a process of its own, so that the memory is that of the stages."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--events", type=int, default=2000)
    arguments.add_argument("--large", action="store_true", help="one event of 200 strong women, 13 rounds: four titles")
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        making = multiprocessing.get_context("spawn").Process(
            target=write, args=(folder, 0 if asked.large else asked.events)
        )
        making.start()
        making.join()
        measure(folder)


if __name__ == "__main__":
    main()
