"""The command line: parse, call, print. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from normbook import __version__
from normbook.errors import GateRefused, NormbookError, UsageError

if TYPE_CHECKING:
    from normbook.runs.execute import Job
    from normbook.runs.manifest import Manifest

DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3

app = typer.Typer(
    name="normbook",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the gate refused (with --strict also when records were set aside).",
)

Raw = Annotated[Path, typer.Option("--raw", help="Folder with rating_lists/, events/ and series/, as received.")]
Out = Annotated[Path, typer.Option("--out", help="Folder for everything that normbook makes.")]
Season = Annotated[
    int | None,
    typer.Option(
        "--season", help="Only the events that start in this year; other seasons stay as published.", min=1900, max=2100
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", help="Processes for reading many reports.", min=1)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

_RAW, _OUT, _JOBS = Path("data/raw"), Path("data/processed"), os.cpu_count() or 1


def _say_version(asked: bool) -> None:
    if asked:
        _print(f"normbook {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_say_version)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log every stage, also on a terminal, and the trace of a defect.")
    ] = False,
) -> None:
    """The book of record for chess title norms.

    Reads FIDE rating lists and tournament reports, judges GM, IM, WGM and WIM norms by the regulations in force on the day of the
    event, checks itself, and publishes Parquet, a DuckDB file and a season report.

    Try it:  [bold]normbook sample data/raw[/bold], then [bold]normbook run[/bold].
    """
    # A scheduler wants one line a stage in its log; a person at a terminal sees the progress bar instead.
    level = logging.DEBUG if verbose else logging.WARNING if sys.stderr.isatty() else logging.INFO
    logging.basicConfig(format="%(asctime)s level=%(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("normbook").setLevel(level)


@app.command()
def run(
    raw: Raw = _RAW,
    out: Out = _OUT,
    season: Season = None,
    edition: Annotated[
        list[str] | None,
        typer.Option("--edition", help="Judge the events under this edition too; goes to mart.hypothetical_verdicts. May be repeated."),
    ] = None,
    jobs: Jobs = _JOBS,
    allow_shrink: Annotated[
        bool, typer.Option("--allow-shrink", help="Publish also if less than half of the published events is left.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 also when records were set aside.")] = False,
    as_json: AsJson = False,
) -> None:
    """Do the main job: read, build, check, publish, report. A second run on the same input does nothing.

    Bad files and records are set aside with a reason and the others go on. Nothing is published past a critical failure of the
    checks; what was published before stays.
    """
    from normbook.runs.execute import run as run_job

    with _working(as_json) as progress:
        job = _job(raw, out, season, jobs, progress)
        job.editions = tuple(edition or ())
        job.allow_shrink = allow_shrink
        manifest, is_new = run_job(job)
    _show_run(manifest, out, is_new, as_json)
    if strict and manifest.summary.get("rejected_records"):
        raise typer.Exit(REFUSED)


@app.command()
def ingest(raw: Raw = _RAW, out: Out = _OUT, jobs: Jobs = _JOBS, as_json: AsJson = False) -> None:
    """Only read the raw files into staging; publish nothing."""
    from normbook.runs.execute import ingest_only

    with _working(as_json) as progress:
        manifest = ingest_only(_job(raw, out, None, jobs, progress))
    figures = {"files": len(manifest.inputs), **manifest.summary, "seconds": manifest.seconds}
    _show_rows("Read", [figures], as_json)


@app.command()
def build(
    out: Out = _OUT,
    season: Season = None,
    only: Annotated[
        str | None, typer.Option("--only", help="Only this table and what it needs, for example mart.norm_verdicts.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the tables from what was read, check and publish them; no report."""
    from normbook.runs.execute import build_only

    with _working(as_json) as progress:
        manifest = build_only(_job(_RAW, out, season, _JOBS, progress), only)
    _show_rows("Built", [{"stage": s.name, "rows": s.rows, "seconds": s.seconds} for s in manifest.stages], as_json)


@app.command()
def check(out: Out = _OUT, as_json: AsJson = False) -> None:
    """Judge what is published once more and list what does not hold. Exit code 3 on a critical failure."""
    from normbook.runs.recheck import recheck

    with _working(as_json) as progress:
        results, reasons = recheck(out, lambda what: progress(what, 0, 1))
    failed = [row for row in results if not row["success"]]
    if as_json:
        _print(json.dumps({"judged": len(results), "failed": failed}, ensure_ascii=False, default=str))
    else:
        _print(f"{len(results)} expectations and checks, {len(failed)} do not hold.")
        if failed:
            columns = ("severity", "table", "expectation", "observed", "sample")
            _show_rows("Not as expected", [{name: row[name] for name in columns} for row in failed], as_json)
    if reasons:
        raise typer.Exit(REFUSED)


@app.command()
def report(out: Out = _OUT, season: Season = None, as_json: AsJson = False) -> None:
    """Write the season report from what is published, for one season or all."""
    from normbook.runs.execute import report_only

    with _working(as_json) as progress:
        pages = report_only(_job(_RAW, out, season, _JOBS, progress))
    _show_rows("Reports", [{"report": str(page)} for page in pages], as_json)


@app.command()
def status(out: Out = _OUT, as_json: AsJson = False) -> None:
    """Say what is published: when, from what, what each stage took, what was found."""
    from normbook.runs.manifest import latest_manifest

    with _working(as_json):
        manifest = latest_manifest(out)
        if manifest is None:
            raise NormbookError(f"{out}: nothing has been published here yet. Run `normbook run`.")
    if as_json:
        _print(json.dumps(_manifest_as_dict(manifest), ensure_ascii=False))
        return
    _show_summary(manifest, out)
    _show_rows(
        "Stages",
        [
            {"stage": s.name, "rows": s.rows, "rows before": s.rows_before, "seconds": s.seconds}
            for s in manifest.stages
        ],
        as_json,
    )


@app.command()
def table(
    rounds: Annotated[int, typer.Argument(help="Number of games.", min=1, max=200)],
    edition: Annotated[
        str | None, typer.Option("--edition", help="Edition by its date; the latest encoded one by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the table from opponents' average to score needed (1.49a of 2005) for a number of games."""
    from normbook.regulations.printed import average_to_score, in_print

    with _working(as_json):
        caption, rows = average_to_score(rounds, edition)
    _show_rows(caption, rows if as_json else in_print(rows), as_json)


@app.command()
def sql(
    table: Annotated[str, typer.Argument(help="A table, for example mart.norm_verdicts, or checks.NAME.")],
    as_json: AsJson = False,
) -> None:
    """Print the SQL that makes a table, to read or to run in any DuckDB shell on the published tables."""
    from normbook.warehouse.sql_files import sql_file

    with _working(as_json):
        file = sql_file(table)
    _print(
        json.dumps({"table": file.name, **file.header, "sql": file.text}, ensure_ascii=False)
        if as_json
        else file.text.rstrip()
    )


@app.command()
def sign(
    event: Annotated[str, typer.Argument(help="The event_id, as in mart.norm_verdicts.")],
    player: Annotated[str, typer.Argument(help="Start number, FIDE number or name.")],
    title: Annotated[str, typer.Option("--title", help="GM, IM, WGM or WIM.")],
    by: Annotated[str | None, typer.Option("--by", help="Who signs.")] = None,
    raw: Raw = _RAW,
    out: Out = _OUT,
    as_json: AsJson = False,
) -> None:
    """Sign a published norm off: a file below --raw; whatever changes the norm later is then a finding."""
    from datetime import date

    from normbook.runs.signing import sign as sign_norm

    with _working(as_json):
        file = sign_norm(raw, out, event, player, title, by, date.today())
    _print(json.dumps(str(file), ensure_ascii=False) if as_json else f"Signed: {file}. `normbook run` watches it.")


@app.command()
def claims(
    file: Annotated[Path, typer.Argument(help="CSV with event, player (number or name), title, and maybe games, score.")],
    out: Out = _OUT,
    as_json: AsJson = False,
) -> None:
    """Compare claimed or registered norms with the published ones: agree, disagree with articles, missing."""
    from normbook.runs.claims import compare_claims

    with _working(as_json):
        rows = compare_claims(out, file)
    shown = rows if as_json else [row | {"articles": ", ".join(row["articles"])} for row in rows]
    _show_rows(f"Claims of {file.name}", shown, as_json)


@app.command()
def explain(
    event: Annotated[str, typer.Argument(help="The event_id: the report's file name without its ending.")],
    player: Annotated[str, typer.Argument(help="Start number, FIDE number or a part of the name.")],
    title: Annotated[str | None, typer.Option("--title", help="GM, IM, WGM or WIM; all by default.")] = None,
    out: Out = _OUT,
    as_json: AsJson = False,
) -> None:
    """Say why a norm was made or not: every article, every game, and the least change. Any verdict, published or not."""
    from normbook.runs.explain import articles_to_print, games_to_print
    from normbook.runs.explain import explain as explain_player

    with _working(as_json):
        answer = explain_player(out, event, player, title)
    if as_json:
        _print(json.dumps(answer, ensure_ascii=False, default=str))
        return
    verdicts, findings = answer.pop("verdicts"), answer.pop("findings")
    _show_rows(f"{answer['player']}, {answer['event']}", [{"": k, "value": v} for k, v in answer.items()], as_json)
    if not verdicts:
        _print("No verdict: the event gives none, no game counts, or only women can make this norm.")
        _show_rows("What is said of the event", findings, as_json)
    for verdict in verdicts:
        _print(verdict["sentence"])
        _show_rows(f"{verdict['title_sought']}: articles", articles_to_print(verdict), as_json)
        _show_rows(f"{verdict['title_sought']}: games", games_to_print(verdict), as_json)
        if verdict["near"]:
            _print(verdict["near"]["sentence"])


@app.command()
def near(
    event: Annotated[str | None, typer.Argument(help="The event_id; all events by default.")] = None,
    player: Annotated[
        str | None, typer.Option("--player", help="One player of the event, with the scores still needed by average.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="GM, IM, WGM or WIM.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="Rows at most.", min=1)] = 20,
    out: Out = _OUT,
    as_json: AsJson = False,
) -> None:
    """List who was near a norm, or can still make one in a running event, nearest first."""
    from normbook.runs.near import near as near_norms

    with _working(as_json):
        rows = near_norms(out, event, player, title, limit)
    if as_json:
        _show_rows("Near", rows, as_json)
        return
    # a sentence is too long for a column beside others
    for row in rows:
        _print(f"{row['distance']:4}  {row['event_id']} {row['start_number']}, {row['player']}: {row['sentence']}")
    if not rows:
        _print("Nobody here is near a norm.")
    for row in rows if player else []:
        if row["scores"]:
            caption = f"{row['title_sought']}: points needed by the average of the opponents not yet known"
            _show_rows(caption, row["scores"], as_json)


@app.command()
def plan(
    entry_list: Annotated[Path, typer.Argument(help="The invited field: CSV with a column name, or a report file (TRF).")],
    system: Annotated[str, typer.Option("--system", help="round_robin, double_round_robin or swiss.")] = "round_robin",
    rounds: Annotated[int | None, typer.Option("--rounds", help="Rounds of a Swiss.", min=1)] = None,
    start: Annotated[
        datetime | None, typer.Option("--start", help="First day; that of a report file, else today.", formats=["%Y-%m-%d"])
    ] = None,
    host: Annotated[str | None, typer.Option("--host", help="Federation that hosts the event.")] = None,
    exemption: Annotated[
        str | None, typer.Option("--exemption", help="Exemption from the federation rules, by name or article.")
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", help="Judge by this edition whatever the day.")] = None,
    as_json: AsJson = False,
) -> None:
    """Answer before the event: per player and title whether a norm is possible, the score needed, and what is missing."""
    from dataclasses import asdict

    from normbook.runs.planning import in_print
    from normbook.runs.planning import plan as plan_event

    with _working(as_json):
        day = start and start.date()
        answer = plan_event(
            entry_list, system=system, rounds=rounds, start=day, host=host, exemption=exemption, edition=edition
        )
    if as_json:
        _print(json.dumps(asdict(answer), ensure_ascii=False, default=str))
        return
    _show_rows("Before the event", [{"": name, "value": value} for name, value in answer.head.items()], as_json)
    for title in dict.fromkeys(row["title_sought"] for row in answer.rows):
        _show_rows(f"{title} norms", in_print(answer.rows, title), as_json)
    for sentence in answer.told:
        _complain(sentence)


@app.command()
def sample(
    directory: Annotated[Path, typer.Argument(help="Empty or new folder for the raw files.")],
    players: Annotated[
        int,
        typer.Option(
            "--players",
            help="Players in each rating list; those of the events are always there.",
            min=1000,
            max=200_000,
        ),
    ] = 12_000,
    as_json: AsJson = False,
) -> None:
    """Write a made-up season of 2005: rating lists, events, a Grand Prix, a blitz championship, one broken file."""
    from normbook.sample import write_sample_season

    with _working(as_json):
        files = write_sample_season(directory, players)
    if as_json:
        _print(json.dumps([str(file) for file in files], ensure_ascii=False))
    else:
        _print(f"{len(files)} files written below {directory}. Next: normbook run --raw {directory}")


def main() -> None:
    """Entry point: one sentence and an exit code for every error that a user can meet."""
    try:
        app()
    except KeyboardInterrupt:
        _complain("Stopped.")
        sys.exit(FAILED)


def _job(raw: Path, out: Path, season: int | None, jobs: int, progress: Callable[[str, int, int], None]) -> Job:
    from normbook.runs.execute import Job

    return Job(raw, out, season, jobs=jobs, progress=progress)


@contextmanager
def _working(as_json: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal, silence elsewhere; errors that a user can meet become a sentence and an exit code."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal or as_json,
    )
    task = bar.add_task("starting", total=1)

    def progress(what: str, done: int, total: int) -> None:
        bar.update(task, description=what, completed=done, total=max(total, 1))

    try:
        with bar:
            yield progress
    except GateRefused as error:
        _complain(str(error))
        raise typer.Exit(REFUSED) from error
    except UsageError as error:
        _complain(str(error))
        raise typer.Exit(USAGE) from error
    except NormbookError as error:
        _complain(str(error))
        raise typer.Exit(FAILED) from error
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _complain(f"{place}{error.strerror or error}. Check that the folder exists, is a folder and can be written to.")
        raise typer.Exit(FAILED) from error
    except Exception as error:
        # not foreseen, so a defect; the trace is for whoever mends it
        logging.getLogger(__name__).debug("defect", exc_info=True)
        _complain(
            f"normbook failed ({type(error).__name__}: {error}). This is a defect; run again with --verbose for the trace."
        )
        raise typer.Exit(FAILED) from error
    except KeyboardInterrupt:
        _complain("Stopped. What is published is whole: a publication that had begun is finished by the next run.")
        raise typer.Exit(FAILED) from None


def _show_run(manifest: Manifest, out: Path, is_new: bool, as_json: bool) -> None:
    if as_json:
        _print(json.dumps(_manifest_as_dict(manifest) | {"did_something": is_new}, ensure_ascii=False))
        return
    if not is_new:
        _print(
            f"Nothing to do: same input, same parameters and same program as run {manifest.run_id} of {manifest.started}."
        )
    _show_summary(manifest, out)


def _show_summary(manifest: Manifest, out: Path) -> None:
    summary = dict(manifest.summary)
    norms, findings = summary.pop("new_norms", {}), summary.pop("findings", {})
    rows: list[Mapping[str, object]] = [
        {"figure": name.replace("_", " "), "value": value} for name, value in summary.items()
    ]
    rows += [{"figure": f"new norms {title}", "value": count} for title, count in _items(norms)]
    rows += [{"figure": f"findings, {severity}", "value": count} for severity, count in _items(findings)]
    rows.append({"figure": "seconds", "value": manifest.seconds})
    _show_rows(f"Run {manifest.run_id}", rows, as_json=False)
    for page in manifest.reports:
        _print(f"Report: {(out / page).resolve()}")


def _items(counts: object) -> list[tuple[str, object]]:
    return list(counts.items()) if isinstance(counts, dict) else []


def _manifest_as_dict(manifest: Manifest) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(manifest)


def _show_rows(caption: str, rows: Sequence[Mapping[str, object]], as_json: bool) -> None:
    """A table for people, or the same rows as JSON."""
    if as_json:
        _print(json.dumps(rows, ensure_ascii=False, default=str))
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table(title=caption, title_justify="left")
    for name in rows[0] if rows else []:
        shown.add_column(
            name,
            justify="right" if all(isinstance(row[name], int | float) for row in rows) else "left",
            overflow="fold",
        )
    for row in rows:
        shown.add_row(*("" if value is None else str(value) for value in row.values()))
    Console(soft_wrap=not sys.stdout.isatty()).print(shown)


def _print(line: str) -> None:
    typer.echo(line)


def _complain(line: str) -> None:
    typer.echo(line, err=True)
