"""What the sections of the season report need, from the published tables; every function looks at the events chosen."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

import duckdb
from markupsafe import Markup
from matplotlib.figure import Figure

from normbook.reports import changes, events, evidence, figures, hypothetical, lists, series, titles, verdicts
from normbook.reports.messages import Words
from normbook.reports.published import Row, rows

Content = dict[str, Any]

# Standings, and lists of open verdicts, of more rows are folded away until the reader asks for them.
LONG_TABLE = 30
# Near misses that a page lists, the nearest first; all stand in mart.near_norms.
LISTED_NEAR = 500
# Events that a finding's code lists by name.
LISTED_EVENTS = 100

_PERFORMANCES = "select performance_rating from mart.performances where performance_rating is not null order by all"
_NEAREST = """
select name, title_sought, distance, near.points_short
from mart.near_norms as near
inner join mart.norm_verdicts using (event_id, start_number, title_sought)
where rounds_left = 0 and name is not null
order by distance, name, title_sought
limit $most
"""


def overview(connection: duckdb.DuckDBPyConnection, words: Words, season: int | None) -> Content:
    """Totals, norms by title, titles of every kind, rating lists, and the figures of the whole season."""
    least_performance = verdicts.norm_titles(connection)
    counts = verdicts.count_by_title(connection, list(least_performance))
    totals = evidence.totals(connection)
    for_ratings, direct = titles.rating_titles(connection, season), titles.direct_titles(connection)
    progress = titles.progress(connection)
    earned = titles.earned_by_month(season, progress, direct, for_ratings)
    moved = lists.movements(connection, season)
    severities = {row["severity"]: row["findings"] for row in evidence.count_by_severity(connection)}
    tiles: list[tuple[str, int]] = [(name, totals[name]) for name in ("events", "players", "games")]
    tiles += [(name, sum(row[name] for row in counts)) for name in ("new", "near")]
    tiles += [("undecided", totals["open_verdicts"]), ("earned", sum(row["titles"] for row in earned))]
    tiles += [*severities.items(), ("set_aside", totals["set_aside"])]
    by_list = titles.count_by_list(for_ratings)
    title_names = [name for name in ("FM", "CM", "WFM", "WCM") if any(name in found for found in by_list.values())]
    shown_titles = [name for name in lists.TITLES if any(name in row["titles"] for row in moved["lists"])]
    return {
        "totals": totals,
        "tiles": tiles,
        "counts": counts,
        "provisional": sum(row["provisional"] for row in counts),
        "editions": evidence.editions(connection),
        "figures": _figures(connection, words, least_performance, earned, moved["ratings"]),
        "progress": progress,
        "title_pages": [],
        "direct_titles": direct,
        "rating_titles": [row for row in for_ratings if row["is_of_season"]],
        "rating_title_counts": by_list,
        "rating_title_names": title_names,
        "rating_title_columns": [f"{name}.n" for name in title_names],
        "lists": moved["lists"],
        "list_titles": shown_titles,
        "list_title_columns": [f"{name}.n" for name in shown_titles],
        "new_titles": moved["new_titles"],
        "new_title_count": moved["new_titles"][0]["found"] if moved["new_titles"] else 0,
    }


def evidence_of(connection: duckdb.DuckDBPyConnection) -> Content:
    """Findings by kind, records set aside, the gate, the files."""
    sources = evidence.sources(connection)
    return {
        "findings": evidence.findings_by_code(connection),
        "listed_events": LISTED_EVENTS,
        "set_aside": evidence.set_aside(connection),
        "gate": evidence.expectations(connection),
        "sources": sources,
        "source_count": sources[0]["found"] if sources else 0,
    }


def series_of(connection: duckdb.DuckDBPyConnection, words: Words) -> Content:
    """Circuits and blitz championships with an event in the season, and what changed since the run before."""
    told = changes.since_the_run_before(connection)
    return {
        "grand_prix": series.grand_prix(connection, words),
        "blitz": series.blitz(connection),
        "changes": told,
        "change_count": told[0]["found"] if told else 0,
    }


class Verdicts(NamedTuple):
    """What there is to tell of the verdicts of some events; `titles`, `editions` and `readings` of the hypothetical ones."""

    notable: list[Row]
    supposed: list[Row]
    titles: list[str]
    editions: list[str]
    readings: str

    def of_events(self, event_ids: Container[str]) -> Verdicts:
        """Those of a part of the events."""
        notable, supposed = ([row for row in rows if row["event_id"] in event_ids] for rows in self[:2])
        return self._replace(notable=notable, supposed=supposed)


def found_verdicts(connection: duckdb.DuckDBPyConnection) -> Verdicts:
    """The verdicts that a report shows, of the events looked at."""
    return Verdicts(
        verdicts.notable_verdicts(connection),
        hypothetical.norms_under_editions(connection),
        list(verdicts.norm_titles(connection)),
        hypothetical.editions_asked(connection),
        hypothetical.readings_asked(connection),
    )


def verdicts_of(connection: duckdb.DuckDBPyConnection) -> Content:
    """Norms made, near misses, undecided verdicts and what another edition would change."""
    return verdicts_told(found_verdicts(connection))


def verdicts_told(found: Verdicts) -> Content:
    """The verdicts by what became of them, as the sections want them."""
    near = verdicts.near_misses(found.notable)
    by_state = {
        state: [verdict for verdict in found.notable if verdict["state"] == state]
        for state in ("new", "held", "undecided")
    }
    return {
        "notable": found.notable,
        "norms": by_state["new"],
        "held": by_state["held"],
        "near": near[:LISTED_NEAR],
        "near_count": len(near),
        "undecided": by_state["undecided"],
        "hypothetical": found.supposed,
        "hypothetical_readings": found.readings,
        "hypothetical_counts": hypothetical.count_by_edition(found.supposed, found.titles, found.editions),
        "long_table": LONG_TABLE,
    }


def events_of(connection: duckdb.DuckDBPyConnection) -> Content:
    """The events in order, without their tables."""
    norm_titles = list(verdicts.norm_titles(connection))
    return {
        "titles": norm_titles,
        "title_columns": [f"{title}.n" for title in norm_titles],
        "events": events.events_in_order(connection),
        "category_source": events.read_categories()[0]["source"],
    }


def articles_of(
    connection: duckdb.DuckDBPyConnection, words: Words, notable: list[Row], *, is_alone: bool = False
) -> Content:
    """The events in order with standings, findings, norms and norm map, and the score tables that they need."""
    score_tables = events.score_tables(connection)
    articles = events.event_sections(connection, notable)
    found = evidence.findings_by_event(connection)
    for event in articles:
        marks = [mark for player in event["standings"] for mark in player["marks"]]
        event["findings"] = found.get(event["event_id"], [])
        event["norms"] = [mark for mark in marks if mark["state"] == "new"]
        event["is_alone"] = is_alone
        event["figure"] = None
        if event["norms"] or (not is_alone and any(mark["state"] == "near" for mark in marks)):
            figure = figures.norm_map(event, score_tables.get((event["edition"], event["rounds"]), {}), words)
            title = words.plain("figtitle.norm_map", event=event["name"] or event["event_id"])
            event["figure"] = drawn(figure, event["anchor"], title)
    return {"event_articles": articles, "score_tables": score_tables, "long_table": LONG_TABLE}


def drawn(figure: Figure, name: str, title: str) -> Markup:
    """A figure as it stands in a page."""
    return Markup(figures.inline_svg(figure, name, title))


def _figures(
    connection: duckdb.DuckDBPyConnection,
    words: Words,
    least_performance: dict[str, int],
    earned: list[Row],
    ratings: list[Row],
) -> dict[str, Markup]:
    """Draw what the season has something to draw for, by the name of the figure."""
    found: dict[str, Figure] = {}
    if counts := verdicts.count_by_federation(connection):
        found["norms"] = figures.norms_by_federation(counts, words)
    if performances := [row["performance_rating"] for row in rows(connection, _PERFORMANCES)]:
        found["performances"] = figures.performance_distribution(performances, least_performance, words)
    if nearest := rows(connection, _NEAREST, most=figures.MOST_NEAR):
        found["distances"] = figures.distance_to_norm(nearest, words)
    if earned:
        found["titles"] = figures.titles_by_month(earned, words)
    if ratings:
        found["ratings"] = figures.rating_distribution(ratings, words)
    return {name: drawn(figure, name, words.plain(f"figtitle.{name}")) for name, figure in found.items()}
