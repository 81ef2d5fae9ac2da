"""How long a combined list takes: `python benchmarks/rating_lists.py --rows 2000000 --turns 3`.

Makes the list up as TXT and XML in the published layout, with quirks of real ones, and runs in turns, each in a process of its
own: the bare cut of the columns to Parquet (by polars if it is installed, and by DuckDB) beside normbook's reading of the TXT;
lxml's iterparse to Parquet, without any check, beside normbook's reading of the XML. Reading means `ingest`: hashes, layout,
proofs, findings, records set aside, contracts, staged Parquet. Prints wall and CPU seconds, the highest memory of each process,
and the ratios of the medians of this run.

`--extra` runs more once: `lxml events alone` (iterparse, nothing taken, nothing written), `normbook, XML by lxml` (the exact
reader alone), `core.rating_lists` (from staged to published Parquet), `parts, txt` and `parts, xml` (where the time of reading
goes, CPU seconds by function).
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

MONTH = "2026-10"
FEDERATIONS = (
    "RUS",
    "GER",
    "IND",
    "ESP",
    "FRA",
    "POL",
    "IRI",
    "ITA",
    "TUR",
    "CZE",
    "USA",
    "HUN",
    "GRE",
    "NED",
    "ARG",
    "CUB",
    "COL",
    "MEX",
)
FAMILIES = (
    "Abramov",
    "Carlson",
    "Meyer",
    "Garcia",
    "Nguyen",
    "Kumar",
    "Silva",
    "Kowalski",
    "Rossi",
    "Novak",
    "Szabo",
    "O'Connor",
    "Al-Hassan",
    "Li",
)
GIVEN = (
    "Anna",
    "Boris",
    "Carlos",
    "Dina",
    "Elena",
    "Farid",
    "Georg",
    "Hans Peter",
    "Ivan",
    "Jan",
    "Karin",
    "Luis",
    "Maria",
    "Nadia",
    "Wei",
)
HEADER = (
    f"{'ID Number':15}{'Name':61}{'Fed':4}{'Sex':4}{'Tit':5}{'WTit':5}{'OTit':15}{'FOA':4}"
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
ELEMENTS = (
    *("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title"),
    *(f"{kind}{field}" for kind in ("", "rapid_", "blitz_") for field in ("rating", "games", "k")),
    *("birthday", "flag"),
)
WIDTHS = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)
LIST_COLUMNS = list(zip(ELEMENTS, WIDTHS, strict=True))


def people(count, dice):
    """Texts of each player: four in ten are rated; a few rows have what real lists have."""
    for number in range(count):
        is_woman, is_rated = dice.random() < 0.12, dice.random() < 0.4
        rating = int(1400 + dice.expovariate(1 / 220)) if is_rated else 0
        rating = min(rating, 2850)
        title = (
            ("WGM" if is_woman else "GM") if rating > 2500 else ("WIM" if is_woman else "FM") if rating > 2300 else ""
        )
        odd = dice.random()
        others = "NA" if odd < 0.01 else "FST,FA" if odd < 0.012 else "SI,FI,LSI,SLI,NA" if odd > 0.9999985 else ""
        numbers = []
        for share in (1, 0.6, 0.4):
            is_told = is_rated and dice.random() < share
            numbers += [rating, dice.randrange(12) if dice.random() < 0.2 else 0, 20] if is_told else [0, 0, ""]
        yield (
            100_000 + 17 * number - (17 if odd < 0.00001 else 0),  # some numbers stand twice
            f"{dice.choice(FAMILIES)}, {dice.choice(GIVEN)} {chr(65 + number % 26)}"
            if odd > 0.001
            else dice.choice(FAMILIES),
            dice.choice(FEDERATIONS),
            "F" if is_woman else "M",
            title,
            title if is_woman else "",
            others,
            "AFM" if 0.02 < odd < 0.0206 else "",
            *numbers,
            0 if odd > 0.98 else dice.randrange(1935, 2020),
            ("w" if is_woman else "") + ("i" if dice.random() < 0.35 else ""),
        )


def write_lists(folder, rows):
    """Write players.txt and players.xml below a raw folder each."""
    txt, xml = (folder / kind / "rating_lists" / f"players_{MONTH}.{kind}" for kind in ("txt", "xml"))
    for path in (txt, xml):
        path.parent.mkdir(parents=True)
    players = people(rows, random.Random(1))
    with txt.open("w", encoding="ascii", newline="") as lines, xml.open("w", encoding="ascii", newline="") as elements:
        lines.write(f"{HEADER}\r\n")
        elements.write("<playerslist>\n")
        while some := list(islice(players, 20_000)):
            lines.write("".join(text_line(player) for player in some))
            elements.write("".join(xml_element(player) for player in some))
        elements.write("</playerslist>\n")
    return txt, xml


def text_line(player):
    """One line; other titles that are too long push the rest to the right."""
    return "".join(f"{value:<{width}}" for value, width in zip(player, WIDTHS, strict=True)) + "\r\n"


def xml_element(player):
    """One player, one element a line; apostrophes as entities."""
    texts = "".join(
        f"<{element}>{str(value).replace(chr(39), '&apos;')}</{element}>\n"
        for element, value in zip(ELEMENTS, player, strict=True)
    )
    return f"<player>\n{texts}</player>\n"


def cut_with_polars(source, target):
    """The columns of the TXT and nothing else, numbers as the narrowest integers."""
    import polars as pl

    start, columns = 0, []
    for name, width in LIST_COLUMNS:
        cell = pl.col("line").str.slice(start, width).str.strip_chars()
        is_text = name in ELEMENTS[1:8] or name == "flag"
        columns.append((cell if is_text else cell.cast(pl.Int32, strict=False)).alias(name))
        start += width
    lines = pl.scan_csv(
        source,
        has_header=False,
        skip_rows=1,
        separator="\x01",
        quote_char=None,
        new_columns=["line"],
        infer_schema=False,
    )
    lines.select(columns).collect().write_parquet(target, compression="zstd")


def cut_with_duckdb(source, target):
    """The columns of the TXT and nothing else, in three cuts of each line."""
    import duckdb

    start, columns = 0, []
    for name, width in LIST_COLUMNS:
        part, offset = ("head", 0) if start < 76 else ("middle", 76) if start < 113 else ("tail", 113)
        cell = f"substr({part}, {start - offset + 1}, {width})"
        is_text = name in ELEMENTS[1:8] or name == "flag"
        columns.append(f"{f'trim({cell})' if is_text else f'try_cast({cell} as integer)'} as {name}")
        start += width
    duckdb.execute(f"""
        copy (
            select {", ".join(columns)} from (
                select left(line, 76) as head, substr(line, 77, length(line) - 125) as middle, right(line, 49) as tail
                from read_csv('{source}', columns={{'line': 'VARCHAR'}}, delim='\\x01', quote='', escape='', header=false,
                    skip=1, auto_detect=false, new_line='\\r\\n')
            )
        ) to '{target}' (format parquet, compression zstd)""")


def parse_with_lxml(source, target):
    """The texts of every player's elements by lxml's iterparse to Parquet, and nothing else."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from lxml import etree

    players = etree.iterparse(source, tag="player")
    schema = pa.schema([(name, pa.string()) for name in ELEMENTS])
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        while some := list(islice(texts_of(players), 50_000)):
            writer.write_table(pa.Table.from_pylist(some, schema))


def run_through_events(source, target):
    """Every player as an element of lxml's, and nothing else."""
    from lxml import etree

    for _ in texts_of(etree.iterparse(source, tag="player"), take=False):
        pass


def texts_of(players, *, take=True):
    """The texts of each player, who is dropped from the memory after that."""
    for _, player in players:
        yield {element.tag: element.text for element in player} if take else None
        player.clear()
        while player.getprevious() is not None:
            del player.getparent()[0]


def read_with_normbook(source, target, *, exact=False):
    """The list to staged Parquet, by the same function as a run; `exact` reads XML by lxml alone."""
    from normbook.runs.discovery import discover
    from normbook.runs.ingest import ingest

    if exact:
        from normbook.sources import rating_list
        from normbook.sources.rating_list_xml import XmlList

        rating_list.RegularXmlList = XmlList
    raw = Path(source).parents[1]
    return ingest(discover(raw), Path(target), "benchmark", 1, lambda what, done, total: None)


def publish(source, target):
    """From staged Parquet to core.rating_lists as published, with its contract; memory as a small machine would give it."""
    from normbook.warehouse.parquet import write_table
    from normbook.warehouse.session import make_table, open_session, view_parquet
    from normbook.warehouse.sql_files import sql_file

    out = Path(target)
    name = "staging.rating_list_records"
    with open_session(out / "working.duckdb") as connection:
        connection.execute("set memory_limit = '600MB'")
        view_parquet(connection, name, list((out / "staging" / "rating_list_records").glob("*.parquet")))
        make_table(connection, sql_file("core.rating_lists"))
        write_table(connection, "core.rating_lists", out / "published", {})
    (out / "working.duckdb").unlink()


class AtOnce(ThreadPoolExecutor):
    """Work is done where it is handed in, so that a profile sees it."""

    def submit(self, work, *arguments):
        """Do it."""
        future = Future()
        future.set_result(work(*arguments))
        return future


def parts(source, target):
    """Where the time of reading goes, in CPU seconds by function, without threads."""
    import cProfile
    import pstats

    from normbook.sources import read_ahead
    from normbook.warehouse import parquet

    read_ahead.ThreadPoolExecutor = parquet.ThreadPoolExecutor = AtOnce
    profile = cProfile.Profile(time.process_time)
    profile.runcall(read_with_normbook, source, target)
    pstats.Stats(profile).sort_stats("tottime").print_stats(15)


ROUTES = {
    "cut by polars": (cut_with_polars, "txt"),
    "cut by DuckDB": (cut_with_duckdb, "txt"),
    "normbook, TXT": (read_with_normbook, "txt"),
    "lxml iterparse": (parse_with_lxml, "xml"),
    "normbook, XML": (read_with_normbook, "xml"),
    "lxml events alone": (run_through_events, "xml"),
    "normbook, XML by lxml": (partial(read_with_normbook, exact=True), "xml"),
    "core.rating_lists": (publish, "txt"),
    "parts, txt": (parts, "txt"),
    "parts, xml": (parts, "xml"),
}
EXTRA = ("lxml events alone", "normbook, XML by lxml", "core.rating_lists", "parts, txt", "parts, xml")


def run_alone(route, source, target):
    """Run one route in a process of its own; return wall seconds, CPU seconds and the highest memory in MiB."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, __file__, "--route", route, "--source", source, "--target", target])
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{route}: failed")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(folder, turns, extra):
    """Run the routes in turns and print medians and ratios."""
    sources = {kind: str(folder / kind / "rating_lists" / f"players_{MONTH}.{kind}") for kind in ("txt", "xml")}
    names = [name for name in ROUTES if name not in EXTRA and (name != "cut by polars" or find_spec("polars"))]
    taken = {name: [] for name in names}
    for turn in range(turns):
        for name in names:
            target = str(folder / f"{name}.{turn}".replace(" ", "_"))
            taken[name].append(run_alone(name, sources[ROUTES[name][1]], target))
    for name in extra:
        target = str(folder / ("normbook,_TXT.0" if name == "core.rating_lists" else name.replace(" ", "_")))
        taken[name] = [run_alone(name, sources[ROUTES[name][1]], target)]
    print(f"{'median of ' + str(turns) + ' turns':24} {'wall s':>8} {'CPU s':>8} {'peak MiB':>9}")
    medians = {}
    for name, runs in taken.items():
        wall, cpu, _ = (statistics.median(column) for column in zip(*runs, strict=True))
        medians[name] = (wall, cpu)
        print(f"{name:24} {wall:8.2f} {cpu:8.2f} {max(run[2] for run in runs):9.0f}")
    for ours, theirs in (("normbook, TXT", names[0]), ("normbook, XML", "lxml iterparse")):
        wall, cpu = (mine / other for mine, other in zip(medians[ours], medians[theirs], strict=True))
        print(f"{ours} / {theirs}: wall {wall:.2f}, CPU {cpu:.2f}")


def main():
    """Make the lists up, or run one route of a process of its own."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=2_000_000)
    arguments.add_argument("--turns", type=int, default=3)
    arguments.add_argument("--extra", nargs="*", default=[], choices=EXTRA, help="routes to run once at the end")
    for internal in ("--route", "--source", "--target"):
        arguments.add_argument(internal, help=argparse.SUPPRESS)
    asked = arguments.parse_args()
    if asked.route:
        ROUTES[asked.route][0](asked.source, asked.target)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in write_lists(folder, asked.rows):
            print(f"{path.name}: {asked.rows} players, {path.stat().st_size / 1e6:.0f} MB")
        measure(folder, asked.turns, asked.extra)


if __name__ == "__main__":
    main()
