"""How the stages of blitz championships grow: `PYTHONPATH=pipelines:. python benchmarks/blitz.py --series 1000`.

Ten made-up series of four Swisses of forty players, copied in the database to a quarter, half and all of the number asked for;
prints seconds of the processor for each, and how much longer twice as many take (2 is linear).
"""

import argparse
import datetime as dt
import time

from tests.fixtures.blitz_world import INPUTS, MADE, Event, Series, series_rows
from tests.fixtures.clean_world import load
from tests.regulations.literal_tie_breaks import swiss

from normbook.regulations import reference_tables
from normbook.runs.plan import stages
from normbook.warehouse.session import load_table, open_session

SEED = 10


def seed_tables():
    """Rows of the ten series by table."""
    tables = {name: [] for name in INPUTS}
    for number in range(SEED):
        people = {seat: f"P{number} {seat}" for seat in range(1, 41)}
        events = [
            Event(f"s{number}e{k}", "2343"[k], swiss(number * 4 + k, 40, 7), dt.date(2005, 1, 2 + k), people, "swiss")
            for k in range(4)
        ]
        entries = [(people[seat], dt.date(2005, 1, 1), "2", None) for seat in range(1, 5)]
        for name, row in series_rows(Series(f"s{number}", events, entries=entries)):
            tables[name].append(row)
    return tables


def seconds(tables, copies):
    """Seconds of the processor that the stages take for so many copies of the ten series."""
    with open_session(threads=2) as connection:
        heads = tables["core.event_heads"]
        load(connection, {name: rows for name, rows in tables.items() if name != "core.event_heads"})
        connection.execute("create table core.event_heads (event_id varchar, time_control varchar)")
        connection.executemany("insert into core.event_heads values ($event_id, $time_control)", heads)
        for name in tables:
            columns = [column[0] for column in connection.execute(f"select * from {name} limit 0").description]
            renamed = ", ".join(f"{key} || '-' || copy as {key}" for key in ("series", "event_id") if key in columns)
            connection.execute(
                f"create table copied as select * replace ({renamed}) from {name}, range({copies}) as t(copy)"
            )
            connection.execute(f"drop table {name}; create table {name} as from copied; drop table copied")
        load_table(connection, "ref.tie_break_rules", reference_tables(1)["ref.tie_break_rules"])
        begun = time.process_time()
        for stage in stages():
            if stage.name in MADE:
                stage.make(connection)
        return time.process_time() - begun


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--series", type=int, default=1000)
    asked = parser.parse_args().series
    tables, before = seed_tables(), None
    for part in (4, 2, 1):
        took = seconds(tables, max(1, asked // part // SEED))
        ratio = "" if before is None else f", {took / before:.2f} times as long as half of them"
        print(f"{asked // part} series: {took:.1f} s of the processor{ratio}")
        before = took


if __name__ == "__main__":
    main()
