"""From norms to titles as the report tells it: who needs what, titles from championships and for ratings, by month."""

from __future__ import annotations

import duckdb

from normbook.reports.published import Row, rows

# Players with a norm in the events looked at; their other norms may be of other seasons.
_PROGRESS = """
select progress.*
from mart.title_progress as progress
where list_has_any(event_ids, (select coalesce(list(event_id), []) from core.events))
order by list_position(['GM', 'IM', 'WGM', 'WIM'], title_sought), len(missing), norms desc, name, fide_id
"""

_DIRECT = """
select
    titles.*,
    coalesce(titles.name, players.name) as name,
    coalesce(players.title_code, players.womens_title_code) as title_held,
    events.name as event_name,
    strftime(coalesce(events.end_date, events.start_date), '%Y-%m') as month
from mart.direct_titles as titles
inner join core.events as events using (event_id)
left join core.event_players as players using (event_id, start_number)
order by events.start_date, event_id, titles.title, name
"""

_FOR_RATINGS = """
select
    titles.*,
    fide_id in (select fide_id from core.event_players) as is_of_season,
    -- of a player in the first list held nobody knows since when
    list_month > (select min(list_month) from core.rating_lists where list_kind = 'standard') as is_first_reached
from mart.rating_titles as titles
where left(list_month, 4) = $season
order by list_month, list_position(['FM', 'CM', 'WFM', 'WCM'], title), name, fide_id
"""


def progress(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return mart.title_progress of the players with a norm in this season, those who lack least first in each title."""
    return rows(connection, _PROGRESS)


def direct_titles(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the titles earned in championships of this season, with event, player and month (YYYY-MM)."""
    return rows(connection, _DIRECT)


def rating_titles(connection: duckdb.DuckDBPyConnection, season: int | None) -> list[Row]:
    """Return the titles earned for a rating in lists of the year; `is_of_season`: the player was in one of its events.

    `is_first_reached` is false in the first list held, whose ratings may be older.
    """
    return rows(connection, _FOR_RATINGS, season=str(season))


def count_by_list(titles: list[Row]) -> dict[str, dict[str, int]]:
    """Count titles for a rating by list month and title."""
    counts: dict[str, dict[str, int]] = {}
    for row in titles:
        of_list = counts.setdefault(row["list_month"], {})
        of_list[row["title"]] = of_list.get(row["title"], 0) + 1
    return counts


def earned_by_month(season: int | None, of_norms: list[Row], direct: list[Row], for_ratings: list[Row]) -> list[Row]:
    """Count the titles that players of this season's events earned in its months: rows of month, title, titles."""
    earned = [(f"{row['earned_on']:%Y-%m}", row["title_sought"]) for row in of_norms if row["earned_on"]]
    earned += [(row["month"], row["title"]) for row in direct if row["month"]]
    earned += [
        (row["list_month"], row["title"]) for row in for_ratings if row["is_of_season"] and row["is_first_reached"]
    ]
    of_year = [(month, title) for month, title in earned if month[:4] == str(season)]
    return [
        {"month": month, "title": title, "titles": of_year.count((month, title))}
        for month, title in sorted(set(of_year))
    ]
