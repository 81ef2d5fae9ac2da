"""mart.blitz_standings: places by points, play-offs and tie-break (13, 14), and medals (15, 16)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from normbook.contracts import contract
from normbook.stages.blitz import Row, by_event, regulations, rows_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.blitz_schema import BlitzRegulation

INPUTS = (
    "staging.series",
    "staging.play_offs",
    "mart.blitz_events",
    "mart.blitz_results",
    "mart.blitz_boards",
    "mart.blitz_teams",
)


class Entrant(NamedTuple):
    """What the order of an event rests on: half points of the table, and the tie-break in points."""

    start_number: int
    half_points: int
    tie_break: float


class Place(NamedTuple):
    """A place, whom it is shared with, what decided it (None while shared), and whether a play-off for it is missing."""

    place: int
    tied_with: tuple[int, ...]
    decided_by: str | None
    play_off_needed: bool


class PlayOff(NamedTuple):
    """Start numbers in the order of a play-off; `undecided`: all play-offs ended level."""

    order: tuple[int, ...]
    undecided: bool


def places(entrants: Sequence[Entrant], play_offs: Sequence[PlayOff], has_play_off: bool) -> dict[int, Place]:
    """Places by start number: points, for the first place a play-off where one is due, then the tie-break (13, 14).

    A play-off counts if just those who are level on top played it. Where it is missing, or ended level, the tie-break gives the
    order; where it is missing, `play_off_needed` says that the order is not the last word.
    """
    found: dict[int, Place] = {}
    for _, group in groupby(sorted(entrants, key=lambda one: -one.half_points), key=lambda one: one.half_points):
        level = {one.start_number: one.tie_break for one in group}
        first = len(found) + 1
        is_due = has_play_off and first == 1 and len(level) > 1
        played = [one for one in play_offs if set(one.order) == set(level)] if is_due else []
        if played and not played[-1].undecided:
            for place, number in enumerate(played[-1].order, first):
                found[number] = Place(place, (), "play_off", False)
            continue
        for number, value in level.items():
            above = sum(other > value for other in level.values())
            shared = tuple(sorted(one for one, other in level.items() if other == value and one != number))
            decided_by = None if shared else "points" if len(level) == 1 else "tie_break"
            found[number] = Place(first + above, shared, decided_by, is_due and not played)
    return found


def blitz_standings(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.blitz_standings from the events, their results, and the play-offs of the series file."""
    known = regulations(connection)
    results = by_event(rows_of(connection, "from mart.blitz_results order by all"))
    play_offs = by_event(rows_of(connection, "from staging.play_offs order by series, play_off"))
    boards = by_event(rows_of(connection, "from mart.blitz_boards order by all"))
    teams = by_event(rows_of(connection, "from mart.blitz_teams order by all"))

    def rows() -> Iterator[Row]:
        for event in rows_of(connection, "from mart.blitz_events order by series, start_date, position"):
            key, regulation = (event["series"], event["event_id"]), known[event["series"]]
            placed = _placed(event, results.get(key, []), play_offs.get(key, []), regulation)
            medals = (
                _medals(placed, regulation)
                if event["stage"] == "championship"
                else _team_medals(teams.get(key, []), boards.get(key, []), regulation)
            )
            for row in placed:
                yield row | {"medal": medals.get(row["start_number"]) if event["is_finished"] else None}

    return contract("mart.blitz_standings").from_rows(rows())


def _placed(event: Row, results: list[Row], play_offs: list[Row], regulation: BlitzRegulation) -> list[Row]:
    tie_break = regulation.tie_break.value
    started = [
        Entrant(row["start_number"], row["half_points"], row[tie_break] or 0.0)
        for row in results
        if row["games"] and event["stage"] in ("championship", "group")
    ]
    played = [PlayOff(tuple(row["start_numbers"]), row["undecided"]) for row in play_offs]
    has_play_off = event["stage"] == "championship" and event["is_finished"]
    found = places(started, played, has_play_off)
    nowhere = Place(0, (), None, False)
    most = max((one.half_points for one in started), default=0)
    on_top = sum(one.half_points == most for one in started)
    play_off = regulation.play_off_of_two if on_top == 2 else regulation.play_off_of_more
    articles = {"play_off": play_off.article, "tie_break": regulation.tie_break.article}
    return [
        {
            **{column: row[column] for column in ("series", "event_id", "start_number", "player_key", "fide_id")},
            **{column: row[column] for column in ("name", "club", "games")},
            "category": event["category"],
            "points": row["half_points"] / 2,
            "tie_break": row[tie_break],
            "place": place.place or None,
            "tied_with": list(place.tied_with),
            "decided_by": place.decided_by,
            "play_off_needed": place.play_off_needed,
            "article": articles.get("play_off" if place.play_off_needed else place.decided_by or ""),
        }
        for row in results
        for place in [found.get(row["start_number"], nowhere)]
    ]


def _medals(placed: list[Row], regulation: BlitzRegulation) -> dict[int, str]:
    """Medals of an individual tournament by start number (15); none where those who are level would get different ones."""
    medals = regulation.medals.value
    level: dict[int, list[int]] = defaultdict(list)
    for row in placed:
        if row["place"]:
            # while a play-off is missing all who wait for it are level
            level[0 if row["play_off_needed"] else row["place"]].append(row["start_number"])
    found: dict[int, str] = {}
    first = 0
    for _, numbers in sorted(level.items()):
        kinds = set(medals[first : first + len(numbers)])
        if len(kinds) == 1 and first + len(numbers) <= len(medals):
            found |= dict.fromkeys(numbers, kinds.pop())
        first += len(numbers)
    return found


def _team_medals(teams: list[Row], boards: list[Row], regulation: BlitzRegulation) -> dict[int, str]:
    """Medals of a team event by start number (16): who played for the winning team, and the best of each board.

    A player belongs to the board on which he sat most often. The best has the most points, of equals in the fewest games.
    """
    prizes = regulation.team_prizes.value
    at_board = [row for row in boards if row["board"] and row["outcome"] in ("played", "not_rated")]
    winners = {row["team"] for row in teams if row["place"] == 1 and not row["tied_with"]}
    found = {row["start_number"]: str(prizes.members) for row in at_board if row["team"] in winners}
    sat: dict[int, Counter[int]] = defaultdict(Counter)
    made: Counter[int] = Counter()
    for row in at_board:
        sat[row["start_number"]][row["board"]] += 1
        made[row["start_number"]] += row["half_points"]
    best: dict[int, list[tuple[tuple[int, int], int]]] = defaultdict(list)
    for number, counts in sat.items():
        board = min(counts, key=lambda one: (-counts[one], one))
        best[board].append(((made[number], -counts.total()), number))
    for ranked in best.values():
        found |= {number: str(prizes.board_winners) for score, number in ranked if score == max(ranked)[0]}
    return found
