"""The pages beside the first one: sheets, stretches of the season, titles, events; several processes can write them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import duckdb

from normbook.reports import content, sheets
from normbook.reports.events import anchor
from normbook.reports.messages import Words, words_in
from normbook.reports.published import Row, look_at, open_season, rows
from normbook.reports.rendering import Links, render
from normbook.reports.writing import in_days, in_month
from normbook.warehouse.session import open_published

# Events whose players and games are in memory at once; fewer than twice as many need no second process.
EVENTS_AT_ONCE = 200
# A month with more events than this has several pages.
EVENTS_OF_A_PAGE = 400
# Norms whose games are in memory at once; they are in the order of the tables too.
CERTIFICATES_AT_ONCE = 200
# Applications in memory at once: many, since their norms lie anywhere in the tables of all seasons, which are read for each lot.
APPLICATIONS_AT_ONCE = 2000
# Titles that a page lists.
TITLES_OF_A_PAGE = 2000

VERDICTS = ("norms", "near", "undecided")

_STRETCHES = """
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
),

placed as (
    select
        event_id,
        start_date,
        coalesce(strftime(start_date, '%Y-%m'), 'undated') as month,
        (count(*) over months + $most - 1) // $most as parts,
        1 + (row_number() over in_months - 1) * parts // count(*) over months as part
    from core.events
    window months as (partition by month), in_months as (partition by month order by start_date, event_id)
)

select
    month,
    part,
    parts,
    min(start_date) as first_day,
    max(start_date) as last_day,
    list(event_id order by event_id) as event_ids,
    count(*) as events,
    count(of_events.event_id) as judged,
    cast(coalesce(sum(new), 0) as bigint) as new,
    cast(coalesce(sum(near), 0) as bigint) as near,
    cast(coalesce(sum(undecided), 0) as bigint) as undecided,
    cast(coalesce(sum(errors), 0) as bigint) as errors
from placed
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


@dataclass(frozen=True)
class Report:
    """A report as every process that writes a part of it must know it: `stem` names its first page, `folder` holds the others."""

    out: Path
    season: int | None
    language: str
    stem: str
    folder: Path
    run: dict[str, object]

    @property
    def words(self) -> Words:
        """The texts of its language."""
        return words_in(self.language)

    @property
    def name(self) -> object:
        """The season as a reader calls it."""
        return self.season or self.words.plain("page.undated")

    @property
    def title(self) -> str:
        """The title of the first page."""
        return self.words.plain("page.title", season=self.name)


# A method of Writer, and what it writes.
Task = tuple[str, Any]


def write_pages(report: Report, tasks: Sequence[Task], jobs: int) -> None:
    """Write what the tasks name, in so many processes, each with a session of its own; what is written does not depend on them."""
    if jobs > 1:
        # a process that has DuckDB or matplotlib at work cannot be forked
        with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (report,)) as pool:
            for _ in pool.map(_write, tasks):
                pass
    else:
        writer = Writer(report)
        for task in tasks:
            writer.write(task)
        writer.close()


_writers: list[Writer] = []


def _begin(report: Report) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    _writers.append(Writer(report, threads=1))


def _end_with_parent() -> None:
    """A run that is killed must not leave processes behind that wait for work."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _write(task: Task) -> None:
    _writers[0].write(task)


def in_parts(found: Sequence[Any], most: int) -> Iterator[Sequence[Any]]:
    """At most so many at once."""
    for first in range(0, len(found), most):
        yield found[first : first + most]


def stretches(connection: duckdb.DuckDBPyConnection, words: Words) -> list[Row]:
    """The months of the season, or even parts of a month with many events: rows with what each counts.

    `stem` names the page, `label` is for readers, `event_ids` are in their order.
    """
    found = rows(connection, _STRETCHES, most=EVENTS_OF_A_PAGE)
    for row in found:
        whole = words.plain("page.undated") if row["month"] == "undated" else in_month(row["month"], words)
        part = f" ({row['part']}/{row['parts']})" if row["parts"] > 1 else ""
        is_dated_part = part and row["first_day"]
        row["label"] = (in_days(row["first_day"], row["last_day"], words) if is_dated_part else whole) + part
        row["stem"] = row["month"] + (f"-{row['part']}" if part else "")
    return found


def title_lists(words: Words, about: content.Content) -> list[Row]:
    """The lists of titles in parts, if they are too long for the first page: rows of stem, label, section and its rows."""
    if len(about["progress"]) + len(about["rating_titles"]) <= TITLES_OF_A_PAGE:
        return []
    lists = [("progress", words.plain("titles.progress"), about["progress"])]
    for month in about["rating_title_counts"]:
        of_list = [row for row in about["rating_titles"] if row["list_month"] == month]
        lists.append(("rating_titles", f"{words.plain('titles.rating')}, {in_month(month, words)}", of_list))
    pages: list[Row] = []
    for section, label, found in lists:
        parts = [*in_parts(found, TITLES_OF_A_PAGE)]
        for number, part in enumerate(parts, 1):
            numbered = label + (f" ({number}/{len(parts)})" if len(parts) > 1 else "")
            pages.append({"stem": f"titles-{len(pages) + 1}", "label": numbered, "section": section, "rows": part})
    return pages


class Writer:
    """Writes pages of a report from a session of its own; one method for each kind of them."""

    def __init__(self, report: Report, threads: int | None = None) -> None:
        """Open the season, and all seasons for the applications."""
        self.report, self.words = report, report.words
        self.connection = open_season(report.out, report.season)
        self.all_seasons = open_published(report.out, sheets.TABLES)
        for connection in (self.connection, self.all_seasons) if threads else ():
            connection.execute(f"set threads = {threads}")

    def close(self) -> None:
        """Close the sessions."""
        self.connection.close()
        self.all_seasons.close()

    def write(self, task: Task) -> None:
        """Write what a task names."""
        kind, what = task
        getattr(self, kind)(what)

    def certificates(self, keys: Sequence[Row]) -> None:
        """A sheet for each of these norms."""
        for stem, page in sheets.certificate_pages(self.connection, self.words, keys):
            self._put(f"certificates/{stem}.html", page)

    def applications(self, asked: tuple[Sequence[Row], bool]) -> None:
        """A sheet for each of these rows of mart.title_progress, with the ratings as a figure or in words alone."""
        progress, are_drawn = asked
        for stem, page in sheets.application_pages(self.all_seasons, self.words, progress, are_drawn=are_drawn):
            self._put(f"applications/{stem}.html", page)

    def titles(self, page: Row) -> None:
        """A page of a long list of titles."""
        self._page(
            f"{page['stem']}.html",
            Page(page["label"], (page["section"],), trail=(self._home("../"),)),
            Links(""),
            {page["section"]: page["rows"]},
        )

    def month(self, parts: Sequence[Row]) -> None:
        """The pages of a month; read at once, since every reading goes through all verdicts of the season."""
        look_at(self.connection, [event_id for part in parts for event_id in part["event_ids"]])
        verdicts, found = content.found_verdicts(self.connection), content.events_of(self.connection)
        for part in parts:
            ids = set(part["event_ids"])
            told = content.verdicts_told(verdicts.of_events(ids))
            told |= found | {"events": [event for event in found["events"] if event["event_id"] in ids]}
            told |= {"totals": {"open_verdicts": part["undecided"], "verdicts": part["judged"]}, "event_articles": []}
            title = self.words.plain("page.title_month", month=part["label"], season=self.report.name)
            sections = (*VERDICTS, *hypothetical_section(told), "events")
            self._page(f"{part['stem']}.html", Page(title, sections, trail=(self._home("../"),)), Links(""), told)

    def events(self, pages: Sequence[tuple[str, str, str]]) -> None:
        """A page for each event: rows of event_id and the stem and label of its month's page."""
        month_of = {event_id: (f"../{stem}.html", label) for event_id, stem, label in pages}
        look_at(self.connection, month_of)
        notable = content.found_verdicts(self.connection).notable
        found = content.events_of(self.connection)
        found |= content.articles_of(self.connection, self.words, notable, is_alone=True)
        for event in found["event_articles"]:
            trail = (self._home("../../"), month_of[event["event_id"]])
            key = (event["edition"], event["rounds"])
            tables = {key: found["score_tables"][key]} if key in found["score_tables"] else {}
            self._page(
                f"events/{anchor(event['event_id'])}.html",
                Page(event["name"] or event["event_id"], ("event", "scores"), trail=trail),
                Links("../"),
                found | {"event_articles": [event], "score_tables": tables},
            )

    def _home(self, way: str) -> tuple[str, str]:
        return f"{way}{self.report.stem}.html", self.report.title

    def _page(self, name: str, page: Page, links: Links, told: content.Content) -> None:
        self._put(name, render(self.words, "page.html.j2", page=page, links=links, **{"run": self.report.run} | told))

    def _put(self, name: str, page: str) -> None:
        (self.report.folder / name).write_text(page, encoding="utf-8", newline="\n")


def sheet_tasks(connection: duckdb.DuckDBPyConnection, progress: Sequence[Row]) -> Iterable[Task]:
    """The sheets of a season's new norms and of its players on the way to a title."""
    are_drawn = len(progress) <= sheets.MOST_WITH_FIGURE
    yield from (("applications", (part, are_drawn)) for part in in_parts(progress, APPLICATIONS_AT_ONCE))
    yield from (("certificates", part) for part in in_parts(sheets.new_norms(connection), CERTIFICATES_AT_ONCE))


def page_tasks(months: Sequence[Row], title_pages: Sequence[Row]) -> Iterable[Task]:
    """The other pages of a large season; events in the order of event_id, in which the tables lie, so that little is read twice."""
    for name in dict.fromkeys(part["month"] for part in months):
        yield "month", [part for part in months if part["month"] == name]
    pages = sorted((event_id, part["stem"], part["label"]) for part in months for event_id in part["event_ids"])
    yield from (("events", part) for part in in_parts(pages, EVENTS_AT_ONCE))
    yield from (("titles", page) for page in title_pages)


def hypothetical_section(found: dict[str, Any]) -> tuple[str, ...]:
    """The section about other editions, where one was asked for."""
    return ("hypothetical",) if found["hypothetical_counts"] else ()
