"""The season report: one HTML page, or for a large season a first page with others for every month and every event."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from normbook.contracts import CONTRACTS
from normbook.reports import changes, content, pages
from normbook.reports.messages import Words
from normbook.reports.pages import VERDICTS, Page, Report, hypothetical_section
from normbook.reports.published import open_season, season_stem
from normbook.reports.rendering import Links, render

# More events than this are too much for one page.
ONE_PAGE_EVENTS = 60

TITLES = ("titles",)
EVIDENCE = ("lists", "findings", "set_aside", "gate", "provenance")


def write_season_report(
    out: Path, season: int | None, run: dict[str, object] | None = None, language: str = "en", jobs: int = 1
) -> Path:
    """Write the report of one season from the tables published at `out`; return its first page.

    The first page is `<out>/reports/season_2005.html` (`season_undated.html` for events without a date,
    `season_2005_es.html` in Spanish), the folder of the same name holds the sheets of norms and titles, and the other
    pages of a large season, which up to `jobs` processes write. Both replace the earlier ones by rename. `run` holds what the
    footer says of the run: run_id, version, commit, started. Raises NormbookError where the season is not published,
    UsageError for a language without texts.
    """
    target = out / "reports" / f"{report_stem(season, language)}.html"
    with _replacing(target) as (first_page, folder), open_season(out, season) as connection:
        report = Report(out, season, language, target.stem, folder, run or {})
        about = _content_of_all(connection, report.words, season) | {"run": report.run}
        events = about["totals"]["events"]
        tasks = [*pages.sheet_tasks(connection, about["progress"])]
        if events <= ONE_PAGE_EVENTS:
            page = _single_page(connection, report, about)
        else:
            page = _first_page(connection, report, about, tasks)
        first_page.write_text(page, encoding="utf-8", newline="\n")
        pages.write_pages(report, tasks, min(jobs, events // pages.EVENTS_AT_ONCE))
    return target


def remove_other_reports(out: Path, pages: set[Path]) -> None:
    """Remove the reports below `out` that are not among these first pages: of seasons that are gone, of an earlier run.

    Documents in another format go too: they tell of the data before.
    """
    for file in (out / "reports").glob("season_*.*"):
        if file not in pages and file.is_file():
            file.unlink()
            if file.suffix == ".html":
                shutil.rmtree(file.with_suffix(""), ignore_errors=True)


def season_content(connection: duckdb.DuckDBPyConnection, words: Words, season: int | None) -> dict[str, Any]:
    """Everything that a report of the whole season tells, but the tables of its events."""
    about = _content_of_all(connection, words, season)
    return about | content.verdicts_of(connection) | content.events_of(connection)


def report_stem(season: int | None, language: str) -> str:
    """File name, without ending, of a report: season_2005, season_2005_es."""
    return f"season_{season_stem(season)}" + ("" if language == "en" else f"_{language}")


def _content_of_all(connection: duckdb.DuckDBPyConnection, words: Words, season: int | None) -> dict[str, Any]:
    return (
        content.overview(connection, words, season)
        | content.evidence_of(connection)
        | content.series_of(connection, words)
    )


def _single_page(connection: duckdb.DuckDBPyConnection, report: Report, about: dict[str, Any]) -> str:
    words = report.words
    found = about | content.verdicts_of(connection) | content.events_of(connection)
    found |= content.articles_of(connection, words, found["notable"])
    supposed = hypothetical_section(found)
    sections = (*_first(), *VERDICTS, *TITLES, *_series(found), *supposed, "events", "scores", *EVIDENCE)
    page = Page(report.title, sections, _lead(words, about))
    return render(words, "page.html.j2", page=page, links=Links(f"{report.stem}/", is_single=True), **found)


def _first_page(
    connection: duckdb.DuckDBPyConnection, report: Report, about: dict[str, Any], tasks: list[pages.Task]
) -> str:
    """The first page of a large season; the others that it links to are added to the tasks."""
    (report.folder / "events").mkdir()
    months = pages.stretches(connection, report.words)
    title_pages = pages.title_lists(report.words, about)
    tasks += pages.page_tasks(months, title_pages)
    sections = (*_first(), "months", *TITLES, *_series(about), *EVIDENCE)
    page = Page(report.title, sections, _lead(report.words, about))
    found = about | {"months": months, "title_pages": title_pages}
    return render(report.words, "page.html.j2", page=page, links=Links(f"{report.stem}/"), **found)


def _first() -> tuple[str, ...]:
    return (*(("changes",) if changes.TABLE in CONTRACTS else ()), "overview")


def _series(about: dict[str, Any]) -> tuple[str, ...]:
    return (*(("grand_prix",) if about["grand_prix"] else ()), *(("blitz",) if about["blitz"]["events"] else ()))


def _lead(words: Words, about: dict[str, Any]) -> str:
    counts, totals = about["counts"], about["totals"]
    unjudged = totals["events"] - totals["judged_events"]
    lead = words.plain(
        "page.lead",
        judged=totals["judged_events"],
        events=totals["events"],
        new=words.plain("page.new_norms", n=sum(row["new"] for row in counts)),
        near=words.plain("page.near_misses", n=sum(row["near"] for row in counts)),
        open=words.plain("page.verdicts", n=totals["open_verdicts"]),
    )
    return f"{lead} {words.plain('page.unjudged', n=unjudged)}" if unjudged else lead


@contextmanager
def _replacing(target: Path) -> Iterator[tuple[Path, Path]]:
    """Give a page and a folder to write, and put both in the place of the earlier ones once all is written."""
    unfinished = target.parent / f".{target.stem}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    try:
        page, folder = unfinished / target.name, unfinished / target.stem
        for name in ("certificates", "applications"):
            (folder / name).mkdir(parents=True)
        yield page, folder
        published = target.with_suffix("")
        if published.exists():
            published.rename(unfinished / "retired")
        folder.rename(published)
        page.replace(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
