"""Commands of the main job and its parts: run, ingest, build, check, report, status, sample."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from normbook.cli.application import JOBS, OUT, RAW, AsJson, Jobs, Language, Out, Raw, Season, app
from normbook.cli.output import REFUSED, say, show_rows, working
from normbook.errors import NormbookError

Status = Literal["read", "read_elsewhere", "derived", "recalled", "unknown"]

if TYPE_CHECKING:
    from normbook.runs.execute import Job
    from normbook.runs.manifest import Manifest


@app.command()
def run(
    raw: Raw = RAW,
    out: Out = OUT,
    season: Season = None,
    edition: Annotated[
        list[str] | None,
        typer.Option(
            "--edition",
            help="Judge the events under this edition too; goes to mart.hypothetical_verdicts. May be repeated.",
        ),
    ] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading",
            help="Judge the events by another reading of an open question too, such as short_games=include; goes to"
            " mart.hypothetical_verdicts. May be repeated.",
        ),
    ] = None,
    require_status: Annotated[
        Status | None,
        typer.Option("--require-status", help="Withhold verdicts that rest on values less well known than this."),
    ] = None,
    language: Language = "en",
    jobs: Jobs = JOBS,
    since: Annotated[
        int | None,
        typer.Option(
            "--since", help="Only the seasons from this year on; earlier ones stay as published.", min=1900, max=2100
        ),
    ] = None,
    keep_runs: Annotated[
        int,
        typer.Option("--keep-runs", help="Records of so many runs are kept, and that of the last publication.", min=1),
    ] = 50,
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
    from normbook.regulations import readings_named
    from normbook.runs.execute import run as run_job

    if season is not None and since is not None:
        raise typer.BadParameter("give --season or --since, not both")
    with working(as_json) as progress:
        job = _job(raw, out, season, jobs, progress)
        job.editions = tuple(edition or ())
        job.readings = readings_named(reading or ())
        job.require_status = require_status
        job.allow_shrink = allow_shrink
        job.since, job.keep_runs = since, keep_runs
        job.language = language
        manifest, is_new = run_job(job)
    _show_run(manifest, out, is_new, as_json)
    if strict and manifest.summary.get("rejected_records"):
        raise typer.Exit(REFUSED)


@app.command()
def ingest(raw: Raw = RAW, out: Out = OUT, jobs: Jobs = JOBS, as_json: AsJson = False) -> None:
    """Only read the raw files into staging; publish nothing."""
    from normbook.runs.execute import ingest_only

    with working(as_json) as progress:
        manifest = ingest_only(_job(raw, out, None, jobs, progress))
    figures = {"files": len(manifest.inputs), **manifest.summary, "seconds": manifest.seconds}
    show_rows("Read", [figures], as_json)


@app.command()
def build(
    out: Out = OUT,
    season: Season = None,
    only: Annotated[
        str | None, typer.Option("--only", help="Only this table and what it needs, for example mart.norm_verdicts.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the tables from what was read, check and publish them; no report."""
    from normbook.runs.execute import build_only

    with working(as_json) as progress:
        manifest = build_only(_job(RAW, out, season, JOBS, progress), only)
    show_rows("Built", [{"stage": s.name, "rows": s.rows, "seconds": s.seconds} for s in manifest.stages], as_json)


@app.command()
def check(
    out: Out = OUT,
    docs: Annotated[
        Path | None,
        typer.Option("--docs", help="Write the Data Docs of Great Expectations into this folder, readable offline."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge what is published once more and list what does not hold. Exit code 3 on a critical failure."""
    from normbook.runs.recheck import recheck

    with working(as_json) as progress:
        results, reasons, pages = recheck(out, lambda what: progress(what, 0, 1), docs)
    failed = [row for row in results if not row["success"]]
    if as_json:
        say(json.dumps({"judged": len(results), "failed": failed}, ensure_ascii=False, default=str))
    else:
        say(f"{len(results)} expectations and checks, {len(failed)} not as expected.")
        if failed:
            columns = ("severity", "table", "expectation", "observed", "sample")
            show_rows("Not as expected", [{name: row[name] for name in columns} for row in failed], as_json)
        if pages:
            say(f"Data Docs: {pages[0].resolve()}")
    if reasons:
        raise typer.Exit(REFUSED)


@app.command()
def report(
    out: Out = OUT,
    season: Season = None,
    language: Language = "en",
    document: Annotated[
        Literal["html", "md", "xlsx", "pdf"],
        typer.Option(
            "--format", help="html (pages and sheets), md, xlsx, or pdf (printed by the browser installed here)."
        ),
    ] = "html",
    jobs: Jobs = JOBS,
    as_json: AsJson = False,
) -> None:
    """Write the season report from what is published, for one season or all."""
    from normbook.runs.reporting import report_only

    with working(as_json):
        pages = report_only(out, season, language, document, jobs)
    show_rows("Reports", [{"report": str(page)} for page in pages], as_json)


@app.command()
def status(
    out: Out = OUT,
    layout: Annotated[
        Literal["table", "text"],
        typer.Option("--format", help="table, or text: plain lines for a mail, the news first."),
    ] = "table",
    as_json: AsJson = False,
) -> None:
    """Say what is published: when, from what, what changed, what each stage took, what was found."""
    from normbook.runs.letter import letter
    from normbook.runs.manifest import latest_manifest

    with working(as_json):
        manifest = latest_manifest(out)
        if manifest is None:
            raise NormbookError(f"{out}: nothing has been published here yet. Run `normbook run`.")
        if layout == "text" and not as_json:
            say(letter(out))
            return
    if as_json:
        say(json.dumps(_manifest_as_dict(manifest), ensure_ascii=False))
        return
    _show_summary(manifest, out)
    show_rows(
        "Stages",
        [
            {"stage": s.name, "rows": s.rows, "rows before": s.rows_before, "seconds": s.seconds}
            for s in manifest.stages
        ],
        as_json,
    )


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

    with working(as_json):
        files = write_sample_season(directory, players)
    if as_json:
        say(json.dumps([str(file) for file in files], ensure_ascii=False))
    else:
        say(f"{len(files)} files written below {directory}. Next: normbook run --raw {directory}")


def _job(raw: Path, out: Path, season: int | None, jobs: int, progress: Callable[[str, int, int], None]) -> Job:
    from normbook.runs.execute import Job

    return Job(raw, out, season, jobs=jobs, progress=progress)


def _show_run(manifest: Manifest, out: Path, is_new: bool, as_json: bool) -> None:
    if as_json:
        say(json.dumps(_manifest_as_dict(manifest) | {"did_something": is_new}, ensure_ascii=False))
        return
    if not is_new:
        say(
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
    show_rows(f"Run {manifest.run_id}", rows, as_json=False)
    if summary.get("files_refused"):
        say("Why files were refused: Set aside in the report, and quality.source_files.")
    for page in manifest.reports:
        say(f"Report: {(out / page).resolve()}")


def _items(counts: object) -> list[tuple[str, object]]:
    return list(counts.items()) if isinstance(counts, dict) else []


def _manifest_as_dict(manifest: Manifest) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(manifest)
