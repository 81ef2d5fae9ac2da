"""The season report: one HTML page, or for a large season a first page with one for every month and every event."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from normbook.contracts import CONTRACTS
from normbook.reports import changes, content, sheets
from normbook.reports.events import anchor
from normbook.reports.messages import Words, words_in
from normbook.reports.published import Row, look_at, look_at_all, open_season, rows, season_stem
from normbook.reports.rendering import Links, render
from normbook.reports.writing import in_month
from normbook.warehouse.session import open_published

# More events than this are too much for one page.
ONE_PAGE_EVENTS = 60
# Events whose players and games are in memory at once.
EVENTS_AT_ONCE = 200

VERDICTS = ("norms", "near", "undecided")
TITLES = ("titles",)
EVIDENCE = ("lists", "findings", "set_aside", "gate", "provenance")

_MONTHS = """
with explained as (select distinct event_id, start_number, title_sought from mart.norm_rule_outcomes),

of_events as (
    select
        event_id,
        count_if(achieved and not already_held) as new,
        count_if(not achieved and not already_held and explained.event_id is not null) as near,
        count_if(achieved is null) as undecided
    from mart.norm_verdicts as verdicts
    left join explained using (event_id, start_number, title_sought)
    group by event_id
),

errors as (
    select event_id, count(*) as errors from quality.findings where severity = 'error' group by event_id
)

select
    coalesce(strftime(start_date, '%Y-%m'), 'undated') as stem,
    list(event_id order by event_id) as event_ids,
    count(*) as events,
    count(of_events.event_id) as judged,
    cast(coalesce(sum(new), 0) as bigint) as new,
    cast(coalesce(sum(near), 0) as bigint) as near,
    cast(coalesce(sum(undecided), 0) as bigint) as undecided,
    cast(coalesce(sum(errors), 0) as bigint) as errors
from core.events as events
left join of_events using (event_id)
left join errors using (event_id)
group by all
order by all
"""


class Page(NamedTuple):
    """The head of a page: title, sections in order, a sentence under the title, and the way back to the pages above."""

    title: str
    sections: tuple[str, ...]
    lead: str = ""
    trail: tuple[tuple[str, str], ...] = ()


def write_season_report(
    out: Path, season: int | None, run: dict[str, object] | None = None, language: str = "en"
) -> Path:
    """Write the report of one season from the tables published at `out`; return its first page.

    The first page is `<out>/reports/season_2005.html` (`season_undated.html` for events without a date,
    `season_2005_es.html` in Spanish), the folder of the same name holds the sheets of norms and titles, and the other
    pages of a large season. Both replace the earlier ones by rename. `run` holds what the footer says of the run: run_id,
    version, commit, started. Raises NormbookError where the season is not published, UsageError for a language without
    texts.
    """
    words = words_in(language)
    target = out / "reports" / f"{report_stem(season, language)}.html"
    with open_season(out, season) as connection, _replacing(target) as (first_page, folder):
        season_name = season or words.plain("page.undated")
        about = _content_of_all(connection, words, season) | {"run": run or {}}
        with open_published(out, sheets.TABLES) as all_seasons:
            sheets.write_sheets(connection, all_seasons, words, folder)
        if about["totals"]["events"] <= ONE_PAGE_EVENTS:
            page = _single_page(connection, words, season_name, about, Links(f"{target.stem}/", is_single=True))
        else:
            page = _write_many(connection, words, season_name, about, target.stem, folder)
        first_page.write_text(page, encoding="utf-8", newline="\n")
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


def _single_page(
    connection: duckdb.DuckDBPyConnection, words: Words, season_name: object, about: dict[str, Any], links: Links
) -> str:
    found = about | content.verdicts_of(connection) | content.events_of(connection)
    found |= content.articles_of(connection, words, found["notable"])
    sections = (*_first(), *VERDICTS, *TITLES, *_series(found), *_hypothetical(found), "events", "scores", *EVIDENCE)
    page = Page(words.plain("page.title", season=season_name), sections, _lead(words, about))
    return render(words, "page.html.j2", page=page, links=links, **found)


def _write_many(
    connection: duckdb.DuckDBPyConnection,
    words: Words,
    season_name: object,
    about: dict[str, Any],
    stem: str,
    folder: Path,
) -> str:
    """Write the pages of the months and of the events; return the first page."""
    title = words.plain("page.title", season=season_name)
    home = (f"../{stem}.html", title)
    months = rows(connection, _MONTHS)
    (folder / "events").mkdir()
    for month in months:
        month["label"] = words.plain("page.undated") if month["stem"] == "undated" else in_month(month["stem"], words)
        look_at(connection, month["event_ids"])
        found = about | content.verdicts_of(connection) | content.events_of(connection)
        found["totals"] = {"open_verdicts": month["undecided"], "verdicts": month["judged"]}
        found["event_articles"] = []
        heading = words.plain("page.title_month", month=month["label"], season=season_name)
        page = Page(heading, (*VERDICTS, *_hypothetical(found), "events"), trail=(home,))
        html = render(words, "page.html.j2", page=page, links=Links(""), **found)
        (folder / f"{month['stem']}.html").write_text(html, encoding="utf-8", newline="\n")
    _write_events(connection, words, months, about, ((f"../../{stem}.html", title),), folder)
    look_at_all(connection)
    sections = (*_first(), "months", *TITLES, *_series(about), *EVIDENCE)
    page = Page(title, sections, _lead(words, about))
    return render(words, "page.html.j2", page=page, links=Links(f"{stem}/"), months=months, **about)


def _write_events(
    connection: duckdb.DuckDBPyConnection,
    words: Words,
    months: list[Row],
    about: dict[str, Any],
    trail: tuple[tuple[str, str], ...],
    folder: Path,
) -> None:
    """Write a page for every event; in the order of event_id, in which the tables lie, so that little is read twice."""
    month_of = {event_id: month for month in months for event_id in month["event_ids"]}
    in_order = sorted(month_of)
    for first in range(0, len(in_order), EVENTS_AT_ONCE):
        look_at(connection, in_order[first : first + EVENTS_AT_ONCE])
        notable = content.verdicts_of(connection)["notable"]
        found = content.events_of(connection) | content.articles_of(connection, words, notable, is_alone=True)
        for event in found["event_articles"]:
            month = month_of[event["event_id"]]
            page = Page(
                event["name"] or event["event_id"],
                ("event", "scores"),
                trail=(*trail, (f"../{month['stem']}.html", month["label"])),
            )
            tables = {
                key: table for key, table in found["score_tables"].items() if key == (event["edition"], event["rounds"])
            }
            own = found | {"event_articles": [event], "score_tables": tables, "run": about["run"]}
            html = render(words, "page.html.j2", page=page, links=Links("../"), **own)
            (folder / "events" / f"{anchor(event['event_id'])}.html").write_text(html, encoding="utf-8", newline="\n")


def _first() -> tuple[str, ...]:
    return (*(("changes",) if changes.TABLE in CONTRACTS else ()), "overview")


def _series(about: dict[str, Any]) -> tuple[str, ...]:
    return (*(("grand_prix",) if about["grand_prix"] else ()), *(("blitz",) if about["blitz"]["events"] else ()))


def _hypothetical(found: dict[str, Any]) -> tuple[str, ...]:
    return ("hypothetical",) if found["hypothetical_counts"] else ()


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
        folder.mkdir()
        yield page, folder
        published = target.with_suffix("")
        if published.exists():
            published.rename(unfinished / "retired")
        folder.rename(published)
        page.replace(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
