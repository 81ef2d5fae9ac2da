"""The standings of a series, read from what is published, and how its ties were resolved, in words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.errors import NormbookError
from normbook.warehouse.session import open_published

if TYPE_CHECKING:
    import duckdb
    from matplotlib.figure import Figure

Row = dict[str, Any]

# What can be shown of a series, and the published table that has it.
VIEWS = {
    "standings": "mart.grand_prix_standings",
    "events": "mart.grand_prix_events",
    "results": "mart.grand_prix_results",
    "race": "mart.grand_prix_race",
    "finals": "mart.grand_prix_finals",
    "fees": "mart.grand_prix_settlements",
    "clubs": "mart.grand_prix_club_shares",
}
_ORDER = {
    "standings": "category, section, place, name",
    "events": "category, section, encounter",
    "results": "category, section, encounter, place, start_number",
    "race": "category, section, after_encounter, next_seed",
    "finals": "category, section, stage, coalesce(final_place, seat), seat",
    "fees": "category, event_id",
    "clubs": "category, event_id, club",
}
_PRINTED = {
    "standings": "place name points events percentage_score qualified",
    "events": "encounter event_id players counting_players left_out system rounds recommended_system recommended_rounds",
    "results": "event_id place start_number name event_points placement_points points counted",
    "race": "next_seed place name points best_points best_place worst_place can_qualify has_qualified place_needed",
    "finals": "stage seat place comes_from name rounds minutes final_points final_place",
    "fees": "event_id entered exempt paying fees to_association to_clubs to_organisers",
    "clubs": "event_id club entered exempt paying fees to_clubs",
}
_TABLES = (*VIEWS.values(), "core.series_players", "ref.series_parameters")


def standings(
    out: Path, series: str, show: str = "standings", category: str | None = None, section: str | None = None
) -> list[Row]:
    """Rows of one view of a series; the standings with each player's results and, in words, how ties were resolved (12).

    Raises NormbookError where nothing is published or the series, category or section is not known.
    """
    with open_published(out, _TABLES) as connection:
        _require_series(connection, series)
        rows = _rows(
            connection,
            f"from {VIEWS[show]} where series = $series order by {_ORDER[show]}",
            series=series,
        )
        rows = [
            row
            for row in rows
            if category in (None, row["category"]) and section in (None, row.get("section", section))
        ]
        if not rows and (category or section):
            raise NormbookError(
                f"{series}: there is nothing of {category or 'any category'}, {section or 'any section'}."
            )
        return _told(connection, series, rows) if show == "standings" else rows


def race_figure(out: Path, series: str, category: str | None = None, section: str | None = None) -> Figure:
    """The race of one category and section as a figure: of the first ones where none is named."""
    from normbook.reports.figures import grand_prix_race

    rows = standings(out, series, "race", category, section)
    first = [(row["category"], row["section"]) for row in rows][:1]
    return grand_prix_race(
        [
            row | {"stage": row["after_encounter"], "stage_name": str(row["after_encounter"])}
            for row in rows
            if [(row["category"], row["section"])] == first
        ]
    )


def in_print(rows: list[Row], show: str) -> Iterator[tuple[str, list[Row], list[str]]]:
    """The rows as people read them: by category and section a caption, a table, and sentences about ties."""
    for caption, of_one in groupby(rows, lambda row: ", ".join(filter(None, (row["category"], row.get("section"))))):
        # of the race the end is shown, the way there is the figure's
        shown = [row for row in of_one if row.get("is_last", True)]
        table = [{name: _in_print(row[name]) for name in _PRINTED[show].split()} for row in shown]
        yield caption, table, [f"{row['place']}  {row['name']}: {row['tie']}" for row in shown if row.get("tie")]


def _in_print(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}" if 2 * value == int(2 * value) else f"{value:.2f}"
    return value


def _require_series(connection: duckdb.DuckDBPyConnection, series: str) -> None:
    known = [row["series"] for row in _rows(connection, "select distinct series from core.series_players order by 1")]
    if series in known:
        return
    near = get_close_matches(series, known, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"published are: {', '.join(known) or 'none'}."
    raise NormbookError(f"{series}: there is no such series here; {hint}")


def _told(connection: duckdb.DuckDBPyConnection, series: str, rows: list[Row]) -> list[Row]:
    """The standings with results in the order of the events, and a sentence for every tie on points."""
    results: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in _rows(
        connection, "from mart.grand_prix_results where series = $series order by encounter, event_id", series=series
    ):
        results[row["category"], row["section"], row["player_key"]].append(row)
    methods = _methods(connection, series)
    level: dict[tuple[str, str, float], list[Row]] = defaultdict(list)
    for row in rows:
        level[row["category"], row["section"], row["points"]].append(row)
    told = []
    for row in rows:
        own = results[row["category"], row["section"], row["player_key"]]
        others = [one for one in level[row["category"], row["section"], row["points"]] if one is not row]
        written = (f"{one['points']:g}" if one["counted"] else f"({one['points']:g})" for one in own)
        told.append(row | {"events": " + ".join(written), "tie": _tie(row, others, own, methods)})
    return told


def _methods(connection: duckdb.DuckDBPyConnection, series: str) -> dict[str, str]:
    """Articles and methods of ties, of whichever regulation has this series' standings; the article names the rule."""
    found = _rows(
        connection,
        """
        select parameters.value
        from ref.series_parameters as parameters
        inner join mart.grand_prix_events as events on parameters.regulation = events.regulation
        where events.series = $series and parameters.parameter = 'season_ties'
        limit 1
        """,
        series=series,
    )
    return {one["article"]: one["method"] for row in found for one in json.loads(row["value"])}


def _tie(row: Row, others: list[Row], results: list[Row], methods: dict[str, str]) -> str | None:
    if not others:
        return None
    names = ", ".join(str(one["name"]) for one in others)
    article = row["tie_resolved_by"]
    if article is None:
        still = ", ".join(str(one["name"]) for one in others if one["place"] == row["place"])
        match = next((f" ({one})" for one, method in methods.items() if method == "match"), "")
        return f"equal with {still}: " + (f"a match is needed{match}" if row["match_needed"] else "the place is shared")
    percentage = row["percentage_score"]
    words = {
        "placings": "places " + ", ".join(str(place) for place in sorted(one["place"] for one in results)),
        "percentage": "no game played" if percentage is None else f"{percentage:.2f} %",
        "best_result": f"best result {max(one['points'] for one in results):g}",
        "match": "the match",
    }.get(methods.get(article, ""), "by the regulation")
    return f"equal points with {names}; {article}: {words}"


def _rows(connection: duckdb.DuckDBPyConnection, query: str, **values: object) -> list[Row]:
    found: list[Row] = connection.sql(query, params=values or None).to_arrow_table().to_pylist()
    return found
