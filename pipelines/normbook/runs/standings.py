"""The standings of a series, read from what is published, and how its ties were resolved, in words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from normbook.errors import NormbookError
from normbook.warehouse.session import open_published

if TYPE_CHECKING:
    import duckdb
    from matplotlib.figure import Figure

Row = dict[str, Any]


class View(NamedTuple):
    """What can be shown of a series: the published table, the order of its rows, the columns in print, those of the caption."""

    table: str
    order: str
    columns: str
    caption: str = "category section"


_EVENT = "event_id category"
# Views by the kind of the regulation.
VIEWS = {
    "circuit": {
        "standings": View(
            "mart.grand_prix_standings",
            "category, section, place, name",
            "place name points events percentage_score qualified",
        ),
        "events": View(
            "mart.grand_prix_events",
            "category, section, encounter",
            "encounter event_id players counting_players left_out system rounds recommended_system recommended_rounds",
        ),
        "results": View(
            "mart.grand_prix_results",
            "category, section, encounter, place, start_number",
            "event_id place start_number name event_points placement_points points counted",
        ),
        "race": View(
            "mart.grand_prix_race",
            "category, section, after_encounter, next_seed",
            "next_seed place name points best_points best_place worst_place can_qualify has_qualified place_needed",
        ),
        "finals": View(
            "mart.grand_prix_finals",
            "category, section, stage, coalesce(final_place, seat), seat",
            "stage seat place comes_from name rounds minutes final_points final_place",
        ),
        "fees": View(
            "mart.grand_prix_settlements",
            "category, event_id",
            "event_id entered exempt paying fees to_association to_clubs to_organisers",
        ),
        "clubs": View(
            "mart.grand_prix_club_shares",
            "category, event_id, club",
            "event_id club entered exempt paying fees to_clubs",
        ),
    },
    "blitz": {
        "standings": View(
            "mart.blitz_standings",
            "category, event_id, place nulls last, start_number",
            "place start_number name club games points tie_break decided_by medal",
            _EVENT,
        ),
        "events": View(
            "mart.blitz_events",
            "position",
            "event_id stage start_date players started moves_up system system_expected groups groups_expected",
            "category",
        ),
        "promotions": View(
            "mart.blitz_promotions",
            "from_category, event_id, place, start_number",
            "place name to_category promoted reason article",
            "event_id from_category",
        ),
        "categories": View(
            "mart.blitz_categories",
            "name, player_key, change_number",
            "name since previous_category category kind event_id article",
            "",
        ),
        "teams": View(
            "mart.blitz_teams", "event_id, place, team", "place club points has_cup players_of_other_clubs", "event_id"
        ),
        "groups": View("mart.blitz_groups", "event_id, group_number, name", "group_number name club", "event_id"),
    },
}
_TABLES = (
    *(view.table for views in VIEWS.values() for view in views.values()),
    "core.series_players",
    "ref.series_parameters",
)


def standings(
    out: Path, series: str, show: str = "standings", category: str | None = None, section: str | None = None
) -> tuple[View, list[Row]]:
    """One view of a series with its rows; standings say in words how ties were resolved, those of a Grand Prix have each result.

    Raises NormbookError where nothing is published, where the series, category or section is not known, and where this kind of
    series has no such view.
    """
    with open_published(out, _TABLES) as connection:
        kind = _kind(connection, series)
        if show not in (views := VIEWS[kind]):
            raise NormbookError(
                f"{series}: nothing of this kind of series is shown under {show}; {', '.join(views)} are."
            )
        view = views[show]
        rows = _rows(connection, f"from {view.table} where series = $series order by {view.order}", series=series)
        rows = [
            row
            for row in rows
            if all(
                asked in (None, row.get(name, asked)) for name, asked in (("category", category), ("section", section))
            )
        ]
        if not rows and (category or section):
            raise NormbookError(
                f"{series}: there is nothing of {category or 'any category'}, {section or 'any section'}."
            )
        if show == "standings":
            rows = (
                _told(connection, series, rows) if kind == "circuit" else [row | {"tie": _level(row)} for row in rows]
            )
        return view, rows


def race_figure(out: Path, series: str, category: str | None = None, section: str | None = None) -> Figure:
    """The race of one category and section as a figure: of the first ones where none is named."""
    from normbook.reports.figures import grand_prix_race

    _, rows = standings(out, series, "race", category, section)
    first = [(row["category"], row["section"]) for row in rows][:1]
    return grand_prix_race(
        [
            row | {"stage": row["after_encounter"], "stage_name": str(row["after_encounter"])}
            for row in rows
            if [(row["category"], row["section"])] == first
        ]
    )


def in_print(view: View, rows: list[Row]) -> Iterator[tuple[str, list[Row], list[str]]]:
    """The rows as people read them: by category and section, or by event, a caption, a table, and sentences about ties."""
    for caption, of_one in groupby(rows, lambda row: ", ".join(filter(None, map(row.get, view.caption.split())))):
        # of the race the end is shown, the way there is the figure's
        shown = [row for row in of_one if row.get("is_last", True)]
        table = [{name: _in_print(row[name]) for name in view.columns.split()} for row in shown]
        yield caption, table, [f"{row['place']}  {row['name']}: {row['tie']}" for row in shown if row.get("tie")]


def _in_print(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}" if 2 * value == int(2 * value) else f"{value:.2f}"
    return value


def _kind(connection: duckdb.DuckDBPyConnection, series: str) -> str:
    """circuit or blitz; raise NormbookError where nobody plays in a series of this name."""
    known = [row["series"] for row in _rows(connection, "select distinct series from core.series_players order by 1")]
    if series in known:
        blitz = _rows(connection, "from mart.blitz_events where series = $series limit 1", series=series)
        return "blitz" if blitz else "circuit"
    near = get_close_matches(series, known, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"published are: {', '.join(known) or 'none'}."
    raise NormbookError(f"{series}: there is no such series here; {hint}")


def _level(row: Row) -> str | None:
    """What a place of a blitz event that is not the last word waits for (13, 14)."""
    if row["play_off_needed"]:
        return f"shares the first place: a play-off is needed ({row['article']}); the tie-break gives the order shown"
    return (
        f"equal with number {', '.join(map(str, row['tied_with']))}: the place is shared" if row["tied_with"] else None
    )


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
