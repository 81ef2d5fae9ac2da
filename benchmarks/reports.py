"""How fast report files become Parquet: `python benchmarks/reports.py --files 3000`.

Makes up report files of mixed size (40 % round robins of ten, 60 % Swisses of 100 to 300 players) with the habits of real programs,
then reads them in one run by two routes: the plain reader on a part of them in one process, and the batches of the main job on all
of them in two, decoded, parsed, checked against the contracts and written. Prints game rows a second and the ratio; with --profile
also where the time goes.
"""

import argparse
import cProfile
import os
import pstats
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from normbook.runs.discovery import RawFile, discover
from normbook.runs.ingest import ingest
from normbook.sources.reading import tables_of
from normbook.sources.trf import read_report
from normbook.sources.trf_batch import read_regular

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
FEDERATIONS = ("ARG", "ESP", "GER", "FRA", "IND", "USA", "POL", "CHN", "BRA", "HUN")
FAMILIES, GIVEN = ("Alonso", "Baran", "Costa", "Demir", "Eklund", "Farago"), ("Ana", "Boris", "Carla", "Dino", "Eva")


def pairs_of_round(dice, players, number, is_round_robin):
    """Player after player who meet in a round: a Berger table, or anybody with anybody."""
    if not is_round_robin:
        return dice.permutation(players)
    circle = np.roll(np.arange(1, players), number)
    order = np.concatenate([[0], circle])
    return np.ravel(np.column_stack([order[: players // 2], order[::-1][: players // 2]]))


def event(dice, number):
    """One report file as bytes."""
    is_round_robin = dice.random() < 0.4
    players = 10 if is_round_robin else int(dice.integers(100, 301))
    rounds = 9 if is_round_robin else int(dice.choice((7, 9, 9, 9, 11)))
    cells = [[] for _ in range(players)]
    half_points = np.zeros(players, int)
    for index in range(rounds):
        order = pairs_of_round(dice, players, index, is_round_robin)
        results = dice.choice(4, size=players, p=(0.35, 0.3, 0.33, 0.02))
        for at in range(0, players - 1, 2):
            white, black = int(order[at]), int(order[at + 1])
            mine, theirs, won, drew = (("1", "0", 2, 0), ("=", "=", 1, 1), ("0", "1", 0, 2), ("+", "-", 2, 0))[
                results[at]
            ]
            cells[white].append(f"{black + 1:4} w {mine}")
            cells[black].append(f"{white + 1:4} b {theirs}")
            half_points[white] += won
            half_points[black] += drew
        if players % 2:
            cells[order[-1]].append("0000 - U")
            half_points[order[-1]] += 2
    places = np.empty(players, int)
    places[np.argsort(-half_points, kind="stable")] = np.arange(1, players + 1)
    encoding = "latin-1" if (foreign := dice.random()) < 0.02 else "utf-8-sig" if foreign < 0.03 else "utf-8"
    lines = [f"012 Made-up event {number}", "022 Town", "032 ESP", "042 2025/03/01", "052 2025/03/12", f"062 {players}",
             "092 Individual: Swiss-System", "102 IA Arbiter", "112 FA Deputy", "122 90 min + 30 sec",
             "132" + " " * 86 + "".join(f"  25/03/{day + 1:02}" for day in range(rounds))]  # fmt: skip
    if dice.random() < 0.3:
        lines += ["", "1234567890" * (9 + rounds), "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF"]
    is_small, has_tail = dice.random() < 0.3, dice.random() < 0.3
    for player in range(players):
        title = TITLES[dice.integers(8)] if dice.random() < 0.2 else ""
        name = f"{FAMILIES[dice.integers(6)]}{player}, {GIVEN[dice.integers(5)]}"
        if foreign < 0.1 and player % 5 == 0:
            name = name.replace("a", "á").replace("o", "ö")
        lines.append(
            f"001 {player + 1:4} {'mw'[player % 9 == 0]}{title.lower() if is_small else title:>3} {name:33} "
            f"{int(dice.integers(1400, 2700)) if dice.random() < 0.9 else 0:4} {FEDERATIONS[dice.integers(10)]} "
            f"{1000000 + number * 300 + player:11} {1950 + player % 60}/{1 + player % 12:02}/{1 + player % 28:02} "
            f"{half_points[player] / 2:4.1f} {places[player]:4}  {'  '.join(cells[player])}" + " " * has_tail
        )
    line_end = "\r\n" if dice.random() < 0.7 else "\n"
    return line_end.join([*lines, ""]).encode(encoding)


def plain(files: list[RawFile], folder: Path) -> int:
    """Read and write by the plain reader, in this process; return the game rows."""
    tables = tables_of([read_report(file.path, file.source_file) for file in files])
    for name, table in tables.items():
        pq.write_table(table, folder / f"{name}.parquet", compression="zstd")
    return tables["staging.round_cells"].num_rows


def game_rows(folder: Path) -> int:
    """Rows of the round cells below the output folder, by the files' footers."""
    return sum(pq.read_metadata(file).num_rows for file in (folder / "staging" / "round_cells").glob("*.parquet"))


def timed(work, *arguments) -> tuple[float, float, int]:
    """Seconds of a call on the clock and of all its processors, and what it returned."""
    started, before = time.perf_counter(), os.times()
    answer = work(*arguments)
    after = os.times()
    return time.perf_counter() - started, sum(after[:4]) - sum(before[:4]), answer


def quiet(what: str, done: int, total: int) -> None:
    """No progress."""


def main():
    """Make files up, time both routes, print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--files", type=int, default=3000)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument(
        "--profile", action="store_true", help="also show where a batch of one process spends its time"
    )
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        events = folder / "raw" / "events"
        events.mkdir(parents=True)
        dice = np.random.default_rng(1)
        for number in range(asked.files):
            (events / f"event{number:05}.trf").write_bytes(event(dice, number))
        files = discover(folder / "raw")
        part = files[:: max(1, len(files) // 150)]
        plain_seconds, plain_busy, plain_rows = timed(plain, part, folder)
        seconds, busy, _ = timed(ingest, files, folder / "out", "benchmark", asked.jobs, quiet)
        rows = game_rows(folder / "out")
        print(f"{len(files)} files, {sum(file.bytes for file in files) / 1e6:.1f} MB, {rows} game rows")
        million = 1e6
        print(f"plain reader, one process, {len(part)} files: {plain_rows / plain_seconds / million:.3f} M rows/s")
        print(f"batches, {asked.jobs} processes, all files: {rows / seconds / million:.3f} M rows/s in {seconds:.2f} s")
        print(f"ratio of the clocks: {rows / seconds / (plain_rows / plain_seconds):.1f}")
        # Where other work shares the processors, seconds of theirs tell more than the clock.
        print(
            f"a processor second: plain {plain_rows / plain_busy / million:.3f} M rows, batches {rows / busy / million:.3f} M rows"
        )
        if asked.profile:
            profile = cProfile.Profile()
            profile.runcall(read_regular, [(file.path, file.source_file) for file in files[:400]])
            pstats.Stats(profile).sort_stats("cumulative").print_stats(35)


if __name__ == "__main__":
    main()
