"""How near a norm was, or is: the least change that would have made it, or what the games to come must bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.stages.near_future import TAKEN, Future, futures, play_on
from normbook.stages.near_gaps import SHARES, TO_COME, Gap, gaps_of, key_of, listed
from normbook.stages.near_missed import missed
from normbook.stages.near_scores import (
    AVERAGE_POINT,
    HALF_POINT,
    OPPONENT,
    Ladder,
    Step,
    points_in_words,
    steps,
)

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

INPUTS = (
    *TAKEN,
    "core.events",
    "mart.explained_verdicts",
    "mart.near_gaps",
    "mart.norm_games",
    "mart.norm_verdicts",
    "mart.remaining_games",
    "ref.parameters",
)


def near_norms(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """Rows of mart.near_norms from the tables that INPUTS names."""
    ladders = _ladders(connection)
    return contract("mart.near_norms").from_rows([*missed(connection, ladders), *_running(connection, ladders)])


def _ladders(connection: duckdb.DuckDBPyConnection) -> dict[tuple[str, str, int], Ladder]:
    rows: dict[tuple[str, str, int], list[tuple[int, int]]] = defaultdict(list)
    for edition, title, games, half_points, lowest in connection.execute(
        "select edition, title_sought, games, half_points, lowest_average from ref.score_table order by all"
    ).fetchall():
        rows[edition, title, games].append((half_points, lowest))
    return {key: Ladder(found) for key, found in rows.items()}


def _running(
    connection: duckdb.DuckDBPyConnection, ladders: dict[tuple[str, str, int], Ladder]
) -> Iterator[dict[str, object]]:
    """Players of running events who have the norm, or can still make it; not those whose report contradicts itself."""
    verdicts = connection.execute(
        """
        select
            event_id, start_number, title_sought, opponents_average_rating, points_short,
            failed_articles = [] and undecided_articles = []
            and limits.may_cut and (limits.may_cut_predetermined or not rulings.is_round_robin) as is_made
        from mart.norm_verdicts
        inner join mart.event_rulings as rulings using (event_id)
        inner join ref.norm_limits as limits on rulings.edition = limits.edition
        anti join (from core.games where not is_confirmed) using (event_id, start_number)
        where not rulings.is_finished and not already_held
        order by all
        """
    ).fetchall()
    if not verdicts:
        return
    titles = {
        (edition, title): (floor, raised)
        for edition, title, floor, raised in connection.execute(
            """
            select edition, title_sought, rating_floor, most_raised
            from ref.norm_titles inner join ref.norm_limits using (edition)
            """
        ).fetchall()
    }
    reach = _strongest_unmet(connection)
    with play_on(connection) as played:
        ahead, gaps = futures(played), gaps_of(played)
    for event, player, title, average, short, is_made in verdicts:
        verdict = (event, player, title)
        future = ahead.get(verdict)
        row = {**key_of(verdict), "points_short": short, "rounds_left": future.games_left if future else 0}
        row |= {"left_out_rounds": [], "last_round_forfeit": False}
        if is_made:
            yield row | {
                "points_needed": 0.0,
                "scores": [],
                "missing": [],
                "distance": 0,
                "sentence": f"The {title} norm is made: the rounds to come can be left out.",
            }
            continue
        if future is None or not _is_possible(gaps[verdict], future):
            continue
        floor, raised = titles[future.edition, title]
        ladder = ladders.get((future.edition, title, future.games), Ladder(()))
        possible = steps(future.known, future.unknown, future.half_points, 2 * future.games_left, ladder, floor, raised)
        strongest = reach.get((event, player), [])[: future.unknown]
        possible = [step for step in possible if (step.average or 0) * len(strongest) <= sum(strongest)]
        if possible:
            yield row | _need(possible, gaps[verdict], future, average, title)


def _need(possible: Sequence[Step], gaps: Sequence[Gap], future: Future, average: int, title: str) -> dict[str, object]:
    """What the games to come must bring: the least score if they are as strong as those before, else the weakest that do."""
    step = next((step for step in possible if (step.average or 0) <= average), possible[-1])
    needed = points_in_words(step.half_points) if step.half_points else "no point"
    games = "the last game" if future.games_left == 1 else f"the last {future.games_left} games"
    against = f" against an average of at least {step.average}" if step.average else ""
    asked = [gap for gap in gaps if gap.rule in TO_COME and gap.amount > 0]
    told = [gap.in_words for gap in gaps if gap in asked or gap.rule in SHARES]
    among = f", with {listed(told)} among the opponents to come" if told else ""
    return {
        "points_needed": step.half_points / 2,
        "next_average": step.average,
        "scores": [{"points": one.half_points / 2, "average": one.average} for one in possible],
        "missing": [f"{needed}{against}", *(gap.in_words for gap in asked)],
        "distance": HALF_POINT * step.half_points
        + AVERAGE_POINT * max(0, (step.average or 0) - average)
        + OPPONENT * sum(gap.amount for gap in asked),
        "sentence": f"The {title} norm needs {needed} from {games}{against}{among}.",
    }


def _is_possible(gaps: Sequence[Gap], future: Future) -> bool:
    """Whether opponents who are not known yet can bring everything that is missing: each can bring one of each kind."""
    return all(gap.is_open or (gap.rule in TO_COME and gap.amount <= future.unknown) for gap in gaps)


def _strongest_unmet(connection: duckdb.DuckDBPyConnection) -> dict[tuple[str, int], list[int]]:
    """Ratings of those whom a player of a running event has not met and is not paired with, strongest first."""
    return {
        (event, player): ratings
        for event, player, ratings in connection.execute(
            """
            select players.event_id, players.start_number, list(others.rating order by others.rating desc)
            from core.event_players as players
            inner join core.event_players as others
                on players.event_id = others.event_id and players.start_number <> others.start_number
            anti join core.games as games
                on players.event_id = games.event_id and players.start_number = games.start_number
                and others.start_number = games.opponent_number
            where others.rating is not null and players.event_id in (select event_id from mart.remaining_games)
            group by all
            """
        ).fetchall()
    }
