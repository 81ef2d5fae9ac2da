"""How long a season takes: `python benchmarks/norm_stages.py --events 2000`, `--large`, or `--whole 1000 4000 30000`.

Makes up events as staged rows (the readers are not measured). `--events` runs the stages that mart.norm_verdicts needs in a
session of one thread, `--large` does so for one event of 200 players: seconds of the processor by stage, how many verdicts reach
the search, the highest memory. `--whole` runs everything that follows the readers for seasons of several sizes: every stage, the
gate, publishing, and the report; for each the seconds of the processor, thousandths of a second an event, how that compares with
the smaller season (1.00: linear), the seconds that passed, and the highest memory meanwhile.
"""

import argparse
import logging
import multiprocessing
import os
import resource
import tempfile
import time
from pathlib import Path

from made_up_season import write_season

from normbook.runs.build import make_tables
from normbook.runs.execute import Job, build_only
from normbook.runs.ingest import Staged
from normbook.runs.reporting import report_only
from normbook.warehouse.session import open_session

# Stages that take less than this share of all are summed up in one line.
SHOWN = 0.005


class Meter(logging.Handler):
    """Seconds of the processor, seconds passed and the highest memory in MiB from one note of a stage to the next."""

    def __init__(self):
        """Begin now."""
        super().__init__()
        self.notes = []
        self._begin()

    def _begin(self):
        self._passed, self._used = time.perf_counter(), self._processor()
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew

    @staticmethod
    def _processor():
        """Of this process and of those that it waited for."""
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in used)

    def note(self, name):
        """Something has ended."""
        status = Path("/proc/self/status").read_text(encoding="ascii")
        peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
        if name == "report":  # the largest of the processes that it started, for each of them
            peak += (os.cpu_count() or 1) * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        self.notes.append((name, self._processor() - self._used, time.perf_counter() - self._passed, peak))
        self._begin()

    def emit(self, record):
        """Take the note of a stage that the run itself makes."""
        if record.msg.startswith("stage="):
            self.note(record.args[0])


def whole(out, results):
    """Everything after the readers, the report apart; puts the notes into a queue."""
    logger = logging.getLogger("normbook.runs.execute")
    logger.setLevel(logging.INFO)
    meter = Meter()
    logger.addHandler(meter)
    build_only(Job(out, out), None)
    meter.note("the rest")
    results.put(meter.notes)


def report(out, results):
    """The report of the season; puts its note, the pages and their bytes into a queue."""
    meter = Meter()
    report_only(out, None, "en", jobs=os.cpu_count() or 1)
    meter.note("report")
    pages = [page.stat().st_size for page in (out / "reports").rglob("*.html")]
    results.put((meter.notes, len(pages), sum(pages), max(pages)))


def apart(work, *arguments):
    """Run in a process of its own, so that nothing before counts."""
    context = multiprocessing.get_context("spawn")
    results = context.SimpleQueue()
    process = context.Process(target=work, args=(*arguments, results))
    process.start()
    while process.is_alive() and results.empty():
        process.join(0.5)
    if results.empty():
        raise SystemExit(f"{work.__name__} failed")
    found = results.get()
    process.join()
    return found


def measure_whole(folder, sizes, with_report):
    """Measure seasons of several sizes, smallest first, and print each against the one before; what is there is not made again."""
    before = {}
    for events in sizes:
        out = folder / f"{events}"
        if not out.exists():
            made = multiprocessing.get_context("spawn").Process(target=write_season, args=(out / "staging", events))
            made.start()
            made.join()
        notes = apart(whole, out)
        pages = None
        if with_report:
            written, *pages = apart(report, out)
            notes += written
        before = show(events, notes, before)
        if pages:
            print(f"{pages[0]} pages, {pages[1] / 2**20:.0f} MiB, the largest {pages[2] / 2**20:.1f} MiB")


def show(events, notes, before):
    """Print a season by stage and by phase; returns thousandths of a second an event by name."""
    phases = {}
    for name, used, passed, peak in notes:
        layer = name.split(".")[0]
        of_phase = phases.setdefault(f"all of {layer}" if "." in name else layer, [0, 0, 0])
        of_phase[:] = of_phase[0] + used, of_phase[1] + passed, max(of_phase[2], peak)
    every = sum(used for _, used, _, _ in notes)
    lines = sorted((note for note in notes if "." in note[0]), key=lambda note: -note[1])
    lines += [(name, *phase) for name, phase in phases.items()]
    lines.append(("everything", every, sum(note[2] for note in notes), max(note[3] for note in notes)))
    print(f"\n{events} events\n{'':32} {'used':>9} {'an event':>9} {'ratio':>6} {'passed':>9} {'memory':>9}")
    found = {}
    for name, used, passed, peak in lines:
        found[name] = each = 1000 * used / events
        ratio = f"{each / before[name]:6.2f}" if before.get(name) else ""
        if "." not in name or used >= SHOWN * every:
            print(f"{name:32} {used:7.1f} s {each:6.2f} ms {ratio:>6} {passed:7.1f} s {peak:5} MiB")
    return found


def measure_norms(folder):
    """Run the stages of the norms in one thread and print what they took."""
    seconds = {}

    def record(name, work):
        started = time.process_time()
        work()
        seconds[name] = time.process_time() - started

    staged = Staged({f"staging.{table.name}": sorted(table.glob("*.parquet")) for table in folder.iterdir()})
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
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--events", type=int, default=2000)
    arguments.add_argument("--large", action="store_true", help="one event of 200 strong women, 13 rounds: four titles")
    arguments.add_argument(
        "--whole", type=int, nargs="+", metavar="EVENTS", help="all stages, the gate, publishing, report"
    )
    arguments.add_argument("--no-report", action="store_true", help="with --whole: without the report")
    arguments.add_argument("--keep", type=Path, help="with --whole: folder for the seasons, kept for the next time")
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.whole:
            measure_whole(asked.keep or folder, sorted(asked.whole), not asked.no_report)
            return
        making = multiprocessing.get_context("spawn").Process(
            target=write_season, args=(folder, 0 if asked.large else asked.events)
        )
        making.start()
        making.join()
        measure_norms(folder)


if __name__ == "__main__":
    main()
