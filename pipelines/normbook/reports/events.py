"""The events of a season as the report tells them: header, average, category, score needed, standings."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import defaultdict
from pathlib import Path

import duckdb

from normbook.reports.published import Row, rows

# The category number is a convention of these events; in others nobody meets everybody.
ALL_PLAY_ALL = ("round_robin", "double_round_robin")
LONGEST_ANCHOR = 80

_EVENTS = """
select
    events.*,
    federations.name as federation_name,
    coalesce(judged.verdicts, 0) as verdicts,
    judged.titles_sought
from core.events as events
left join (
    select event_id, count(*) as verdicts, list(distinct title_sought) as titles_sought
    from mart.norm_verdicts
    group by event_id
) as judged on events.event_id = judged.event_id
left join ref.federations as federations using (federation_code)
order by start_date nulls last, events.name nulls last, events.event_id
"""

# One text per round: opponent's start number, colour, result. A game that the opponent's row tells otherwise has a `!`.
_STANDINGS = """
with results as (
    select
        *,
        case outcome
            when 'forfeit_win' then '+'
            when 'forfeit_loss' then '−'
            else coalesce(case score when 0 then '0' when 0.5 then '½' when 1 then '1' end, '?')
                || case when outcome = 'not_rated' then 'n' when outcome = 'played' and not is_over_board then 'a' else '' end
        end || case when is_confirmed then '' else '!' end as result
    from core.games
),

cells as (
    select
        event_id, start_number,
        list(
            case outcome
                when 'not_paired' then '–'
                when 'bye' then 'bye ' || coalesce(nullif(result, '?'), '')
                else coalesce(opponent_number::varchar, '') || coalesce(colour, '') || result
            end
            order by round_number
        ) as cells,
        list({opponent: opponent_number, result: result} order by round_number)
            filter (where opponent_number is not null and is_all_play_all) as meetings
    from results
    inner join (
        select event_id, system in (select unnest($systems)) as is_all_play_all from core.events
    ) as systems using (event_id)
    group by all
)
select
    players.*,
    performances.games, performances.score, performances.percentage_score,
    performances.opponents_average_rating, performances.performance_rating,
    coalesce(cells.cells, []) as cells,
    coalesce(cells.meetings, []) as meetings
from core.event_players as players
left join mart.performances as performances using (event_id, start_number)
left join cells using (event_id, start_number)
order by event_id, place nulls last, coalesce(players.points, points_computed) desc, start_number
"""

_RATINGS = """
select event_id, list(rating) as ratings
from core.event_players
where rating is not null and event_id in (select event_id from core.events where system in (select unnest($systems)))
group by event_id
"""

_SCORE_TABLE = """
select edition, games, title_sought, half_points, lowest_average, highest_average
from ref.score_table
where (edition, games) in (select (edition, rounds) from core.events)
order by edition, games, half_points desc, title_sought
"""


def events_in_order(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the events in order of time, each with `category`, `anchor` and `needed`: what a norm asks, by title.

    `needed` is of all-play-alls only: at the event's average and over the players, see `score_needed`. Averages are in
    rating points, scores in half points.
    """
    score_table, categories = score_tables(connection), read_categories()
    ratings = {row["event_id"]: row["ratings"] for row in rows(connection, _RATINGS, systems=list(ALL_PLAY_ALL))}
    events = rows(connection, _EVENTS)
    for event in events:
        table = score_table.get((event["edition"], event["rounds"]), {})
        all_play_all = event["system"] in ALL_PLAY_ALL
        is_ranked = all_play_all and event["section"] != "women"
        of_players = ratings.get(event["event_id"]) or []
        event |= {
            "anchor": anchor(event["event_id"]),
            "titles_sought": event["titles_sought"] or [],
            "has_score_table": bool(table),
            "category": category(event["average_rating"], categories) if is_ranked else None,
            "needed": {title: score_needed(table[title], event, of_players) for title in table} if all_play_all else {},
        }
    return events


def event_sections(connection: duckdb.DuckDBPyConnection, verdicts: list[Row]) -> list[Row]:
    """Return the events in order of time as `events_in_order` does, each also with its `standings`.

    `verdicts` are the notable ones; each stands at its player as `marks`. An all-play-all has its crosstable: `cells` are
    the results against each place, and `columns` counts them; other events have a cell for every round. Scores are in
    points over the board.
    """
    marks = _by(verdicts, "event_id", "start_number")
    standings = _by(rows(connection, _STANDINGS, systems=list(ALL_PLAY_ALL)), "event_id")
    events = events_in_order(connection)
    for event in events:
        players = standings[event["event_id"],]
        for player in players:
            player["marks"] = marks[event["event_id"], player["start_number"]]
        event |= {"standings": players, "columns": event["rounds"], "is_crosstable": event["system"] in ALL_PLAY_ALL}
        if event["is_crosstable"]:
            event["columns"] = len(players)
            for player in players:
                met = _by(player["meetings"], "opponent")
                player["cells"] = [
                    "■" if other is player else "".join(game["result"] for game in met[other["start_number"],])
                    for other in players
                ]
    return events


def anchor(event_id: str) -> str:
    """Return a name for an event that is safe in addresses and file names, the same in every run and every page."""
    plain = re.sub(r"[^a-z0-9]+", "-", event_id.lower()).strip("-")
    is_faithful = plain == event_id and len(plain) <= LONGEST_ANCHOR
    mark = "" if is_faithful else "-" + hashlib.sha256(event_id.encode()).hexdigest()[:8]
    return f"event-{plain[:LONGEST_ANCHOR]}{mark}"


def score_tables(connection: duckdb.DuckDBPyConnection) -> dict[tuple[str, int], dict[str, list[Row]]]:
    """Return ref.score_table for the events' editions and rounds: (edition, games) -> title -> rows."""
    tables: dict[tuple[str, int], dict[str, list[Row]]] = {}
    for row in rows(connection, _SCORE_TABLE):
        tables.setdefault((row["edition"], row["games"]), {}).setdefault(row["title_sought"], []).append(row)
    return tables


def score_rows(table: dict[str, list[Row]]) -> list[tuple[int, dict[str, tuple[int, int | None]]]]:
    """Turn a score table into rows for print: half points, highest first, with lowest and highest average by title.

    A score that no average asks for, because half a point less is always enough, has no cell; the last has no highest.
    """
    printed: dict[int, dict[str, tuple[int, int | None]]] = {}
    for title, steps in table.items():
        for step in steps:
            lowest, highest = step["lowest_average"], step["highest_average"]
            if highest is None or lowest <= highest:
                printed.setdefault(step["half_points"], {})[title] = (lowest, highest)
    return sorted(printed.items(), reverse=True)


def score_needed(table: list[Row], event: Row, ratings: list[int]) -> Row:
    """Return the half points that a title asks in an all-play-all, at the event's average and over the players.

    A player's own opponents average (sum - own rating) / (players - 1), half up, over `ratings`, those of the
    rated players: `least` is the score that the lowest-rated player needs, `most` that of the highest-rated; null where
    the average is below the least one for the title. Floors and unrated opponents are left to the verdicts.
    """
    ratings = sorted(ratings)
    averages = (
        [_own_average(ratings, ratings[-1]), _own_average(ratings, ratings[0])] if len(ratings) > 1 else [None, None]
    )
    return {
        "at_average": _score_at(table, event["average_rating"]),
        "lowest_average": averages[0],
        "highest_average": averages[1],
        "most": _score_at(table, averages[0]),
        "least": _score_at(table, averages[1]),
    }


def read_categories() -> list[Row]:
    """Read categories.csv: category, lowest_average, highest_average (rating points), status, source."""
    with (Path(__file__).parent / "categories.csv").open(encoding="utf-8", newline="") as lines:
        return [
            {name: int(value) if value.isdigit() else value for name, value in row.items()}
            for row in csv.DictReader(lines)
        ]


def category(average: int | None, categories: list[Row]) -> int | None:
    """Return the category of an all-play-all by its average rating; None outside the bands of categories.csv."""
    if average is None:
        return None
    return next(
        (row["category"] for row in categories if row["lowest_average"] <= average <= row["highest_average"]), None
    )


def _own_average(ratings: list[int], own: int) -> int:
    others = len(ratings) - 1
    return (2 * (sum(ratings) - own) + others) // (2 * others)


def _score_at(table: list[Row], average: int | None) -> int | None:
    enough = [row["half_points"] for row in table if average is not None and row["lowest_average"] <= average]
    return min(enough, default=None)


def _by(found: list[Row], *names: str) -> defaultdict[tuple[object, ...], list[Row]]:
    groups: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in found:
        groups[tuple(row[name] for name in names)].append(row)
    return groups
