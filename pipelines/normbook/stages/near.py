"""How near a norm was, or is: the least change that would have made it, or what the games to come must bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.stages.near_future import TAKEN, Future, futures, most_left_out, play_on
from normbook.stages.near_gaps import SHARES, TO_COME, Gap, Verdict, gaps_of, key_of, listed
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
from normbook.stages.selection_search import Selection, best_selection
from normbook.stages.selections import candidates

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
    made = _made_before(connection)
    ahead = [_judged(connection, left_out) for left_out in range(most_left_out(connection) + 1)]
    for event, player, title, average, short, is_made in verdicts:
        verdict = (event, player, title)
        whole = ahead[0][0].get(verdict)
        row = {**key_of(verdict), "points_short": short, "rounds_left": whole.games_left if whole else 0}
        row |= {"left_out_rounds": [], "last_round_forfeit": False}
        if is_made or verdict in made:
            selection = made.get(verdict)
            yield row | {
                "cut_after_round": selection and selection.cut_after_round,
                "left_out_rounds": selection.left_out_rounds if selection else [],
                "points_needed": 0.0,
                "scores": [],
                "missing": [],
                "distance": 0,
                "sentence": f"The {title} norm is made: the rounds to come can be left out.",
            }
            continue
        needs = []
        for left_out, (futures_then, gaps) in enumerate(ahead):
            future = futures_then.get(verdict)
            if future is None or not _is_possible(gaps[verdict], future):
                continue
            floor, raised = titles[future.edition, title]
            ladder = ladders.get((future.edition, title, future.games), Ladder(()))
            most = 2 * future.games_left
            possible = steps(future.known, future.unknown, future.half_points, most, ladder, floor, raised)
            strongest = reach.get((event, player), [])[: future.unknown]
            possible = [step for step in possible if (step.average or 0) * len(strongest) <= sum(strongest)]
            if possible:
                needs.append(_need(possible, gaps[verdict], future, average, title, left_out))
        if needs:
            yield row | min(needs, key=lambda need: need["distance"])


def _judged(
    connection: duckdb.DuckDBPyConnection, left_out: int
) -> tuple[dict[Verdict, Future], dict[Verdict, list[Gap]]]:
    with play_on(connection, left_out) as played:
        return futures(played), gaps_of(played)


def _made_before(connection: duckdb.DuckDBPyConnection) -> dict[Verdict, Selection]:
    """Norms of running events that were made up to some round, or without some won games, and cannot be lost any more."""
    connection.execute(
        """
        create or replace temp view running_candidates as
        select event_id, start_number, title_sought
        from mart.norm_verdicts
        inner join mart.event_rulings as rulings using (event_id)
        where not rulings.is_finished and not already_held and norm_verdicts.games > rulings.least_games
        """
    )
    found = {}
    for row, candidate in candidates(connection, "running_candidates"):
        # the last opponent so far is not that of the last round
        best = best_selection(replace(candidate, forfeit=None)) if candidate.may_cut else None
        if best and best[1]:
            found[row["event_id"], row["start_number"], row["title_sought"]] = best[0]
    return found


def _need(
    possible: Sequence[Step], gaps: Sequence[Gap], future: Future, average: int, title: str, left_out: int
) -> dict[str, Any]:
    """What the games to come must bring: the least score if they are as strong as those before, else the weakest that do."""
    step = next((step for step in possible if (step.average or 0) <= average), possible[-1])
    needed = points_in_words(step.half_points) if step.half_points else "no point"
    games = "game" if future.games_left == 1 else f"{future.games_left} games"
    games = f"the next {games}, with what follows left out," if left_out else f"the last {games}"
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
        "sentence": f"The {title} norm needs {needed} from {games}{against}{among}.".replace(",.", "."),
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
