"""How long the report of a large season takes: `python benchmarks/report_pages.py PUBLICATION --season 2005 --copies 1400`.

Takes a publication (of `normbook sample` and `normbook run`, say), writes every event of the season so many times under other
names and months into a scratch folder, and times its report alone: seconds, seconds per event against those of one copy, pages,
bytes, and the highest memory. The copied season has as many norms per event as the sample: far more than a real one.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

import duckdb

from normbook.contracts import CONTRACTS
from normbook.reports.season import write_season_report
from normbook.warehouse.parquet import parquet_source, table_files


def multiply(source, season, copies, target):
    """Write the tables of the publication with `copies` of each event of the season; the first copy keeps its name."""
    connection = duckdb.connect()
    named = "event_id || case copy when 0 then '' else '-' || lpad(cast(copy as varchar), 5, '0') end"
    for table in CONTRACTS.values():
        if not table.published:
            continue
        for file in table_files(source, table.name):
            destination = target / file.relative_to(source)
            destination.parent.mkdir(parents=True, exist_ok=True)
            if table.split != "season" or file.stem == "general":
                destination.symlink_to(file.resolve())
            elif file.stem == str(season):
                changes = [f"{named} as event_id"]
                if table.name == "core.events":
                    shift = "to_months(cast(copy % 12 - month(start_date) + 1 as integer))"
                    changes += [f"cast({day} + {shift} as date) as {day}" for day in ("start_date", "end_date")]
                order = ", ".join(f'"{key}"' for key in table.key) or "event_id"
                connection.execute(
                    f"copy (select * exclude (copy) replace ({', '.join(changes)}) from {parquet_source([file])}, "
                    f"range({copies}) as copies (copy) order by {order}) to '{destination}' (format parquet, compression zstd)"
                )
    connection.close()


def timed(source, season, copies):
    """Seconds, events, pages and bytes of the report of the multiplied season."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        multiply(source, season, copies, out)
        events = duckdb.sql(
            f"select count(*) from {parquet_source([out / f'core/events/{season}.parquet'])}"
        ).fetchall()[0][0]
        started = time.perf_counter()
        write_season_report(out, season)
        seconds = time.perf_counter() - started
        pages = list((out / "reports").rglob("*.html"))
        return (
            seconds,
            events,
            len(pages),
            sum(page.stat().st_size for page in pages),
            max(p.stat().st_size for p in pages),
        )


def main():
    """Time one copy, then many."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("publication", type=Path)
    parser.add_argument("--season", type=int, default=2005)
    parser.add_argument("--copies", type=int, default=1400)
    asked = parser.parse_args()
    seconds, events, *_ = timed(asked.publication, asked.season, 1)
    one = seconds / events
    print(f"{events} events: {seconds:.1f} s, {1000 * one:.0f} ms an event")
    seconds, events, pages, size, largest = timed(asked.publication, asked.season, asked.copies)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{events} events: {seconds:.1f} s, {1000 * seconds / events:.0f} ms an event")
    print(f"{seconds / events / one:.2f} of the small season's time by event")
    print(
        f"{pages} pages, {size / 2**20:.0f} MiB, the largest {largest / 2**20:.1f} MiB; highest memory {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
