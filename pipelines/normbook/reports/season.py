"""The season report: one HTML page that opens without a network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import duckdb
from jinja2 import Environment, PackageLoader, StrictUndefined

from normbook.reports import events, evidence, figures, hypothetical, verdicts
from normbook.reports.published import Row, open_season, rows, season_stem
from normbook.reports.writing import in_days, in_points

# Standings, and lists of open verdicts, of more rows are folded away until the reader asks for them.
LONG_TABLE = 30

_PERFORMANCES = "select performance_rating from mart.performances where performance_rating is not null order by all"


def write_season_report(out: Path, season: int | None, run: dict[str, object] | None = None) -> Path:
    """Write the report of one season from the tables published at `out`; return its path.

    The page is `<out>/reports/season_2005.html` (`season_undated.html` for events without a date) and replaces an
    earlier one by rename. `run` holds what the footer says of the run: run_id, version, commit, started.
    Raises NormbookError where the season is not published.
    """
    with open_season(out, season) as connection:
        page = _render(_content(connection) | {"season": season, "run": run or {}})
    target = out / "reports" / f"season_{season_stem(season)}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_text(page, encoding="utf-8", newline="\n")
    unfinished.replace(target)
    return target


def _content(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    notable = verdicts.notable_verdicts(connection)
    titles = verdicts.norm_titles(connection)
    sections = events.event_sections(connection, notable)
    score_tables = events.score_tables(connection)
    found = evidence.all_findings(connection)
    supposed = hypothetical.norms_under_editions(connection)
    return {
        "titles": list(titles),
        "totals": evidence.totals(connection),
        "severities": evidence.count_by_severity(connection),
        "counts": verdicts.count_by_title(notable, list(titles)),
        "norms": verdicts.norms_by_title(notable, "new"),
        "held": verdicts.norms_by_title(notable, "held"),
        "near": verdicts.near_misses(notable),
        "undecided": [verdict for verdict in notable if verdict["state"] == "undecided"],
        "provisional": sum(verdict["state"] == "new" and verdict["is_provisional"] for verdict in notable),
        "hypothetical": supposed,
        "hypothetical_counts": hypothetical.count_by_edition(
            supposed, list(titles), hypothetical.editions_asked(connection)
        ),
        "events": sections,
        "anchors": {event["event_id"]: event["anchor"] for event in sections},
        "score_tables": score_tables,
        "category_source": events.read_categories()[0]["source"],
        "findings": evidence.findings_by_code(found),
        "findings_by_event": evidence.findings_by_event(found),
        "set_aside": evidence.set_aside(connection),
        "gate": evidence.expectations(connection),
        "sources": evidence.sources(connection),
        "editions": evidence.editions(connection),
        "figures": _figures(connection, notable, titles, sections, score_tables),
        "long_table": LONG_TABLE,
    }


def _figures(
    connection: duckdb.DuckDBPyConnection,
    notable: list[Row],
    least_performance: dict[str, int],
    sections: list[Row],
    score_tables: dict[tuple[str, int], dict[str, list[Row]]],
) -> dict[str, str]:
    """Draw what the season has something to draw for: `norms`, `performances`, and norm maps by the event's anchor."""
    drawn = {}
    if counts := verdicts.count_by_federation(notable):
        figure = figures.norms_by_federation(counts)
        drawn["norms"] = figures.inline_svg(figure, "norms", "Bars: new norms by federation and title")
    if performances := [row["performance_rating"] for row in rows(connection, _PERFORMANCES)]:
        figure = figures.performance_distribution(performances, least_performance)
        drawn["performances"] = figures.inline_svg(
            figure, "performances", "Histogram: performances and the least for each title"
        )
    for event in sections:
        if any(mark["state"] in ("new", "near") for player in event["standings"] for mark in player["marks"]):
            figure = figures.norm_map(event, score_tables.get((event["edition"], event["rounds"]), {}))
            title = f"Norm map of {event['name'] or event['event_id']}: score against opponents' average"
            drawn[event["anchor"]] = figures.inline_svg(figure, event["anchor"], title)
    return drawn


def _render(content: dict[str, Any]) -> str:
    environment = Environment(
        loader=PackageLoader("normbook.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"in_points": in_points}
    environment.globals |= {"in_days": in_days, "score_rows": events.score_rows}
    return environment.get_template("season.html.j2").render(content)
