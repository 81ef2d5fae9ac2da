"""How near a norm was, or is: the least change that would have made it, or what the games to come must bring.

Every amount is what one condition lacks with everything else as it was, over all games of the deciding selection; a better one
by leaving games out of what has not happened is not looked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from normbook.contracts import contract
from normbook.stages.near_future import Future, Verdict, futures, play_on
from normbook.stages.near_scores import Ladder, Step, steps

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

INPUTS = (
    "core.event_players",
    "core.games",
    "mart.event_rulings",
    "mart.explained_verdicts",
    "mart.near_gaps",
    "mart.norm_verdicts",
    "mart.remaining_games",
    "ref.norm_limits",
    "ref.norm_titles",
    "ref.performance_differences",
    "ref.score_table",
    "ref.title_levels",
)

# The weights of `distance`, in points of the average rating. Half a point of some nine games is about six per cent, and that is
# worth about forty points in the table of differences; one opponent more of the right kind is taken to be as hard to come by.
HALF_POINT = 40
OPPONENT = 40
AVERAGE_POINT = 1

# One of what, more of them, and how the observed and the asked number are told.
_WORDS = {
    "least_games": ("more counted game", "more counted games", "{asked} instead of {observed}"),
    "other_federations": ("more federation", "more federations", "{observed} of {asked}"),
    "own_federation_share": (
        "opponent fewer from the own federation",
        "opponents fewer from the own federation",
        "{observed}, at most {asked}",
    ),
    "one_federation_share": (
        "opponent fewer from one federation",
        "opponents fewer from one federation",
        "{observed}, at most {asked}",
    ),
    "titled_share": ("more titled opponent", "more titled opponents", "{observed} of {asked}"),
    "multi_round_players": ("more player in the event", "more players in the event", "{observed} of {asked}"),
    "unrated_limit": ("unrated opponent fewer", "unrated opponents fewer", "{observed}, at most {asked}"),
}
# What opponents who are not known yet can still bring, and what they may use up.
_TO_COME = {"other_federations", "titled_share", "title_level"}
_SHARES = {"own_federation_share": "the own federation", "one_federation_share": "one federation"}


class Gap(NamedTuple):
    """A condition on the opponents that is not surely met, and by how much: a row of mart.near_gaps."""

    rule: str
    amount: int
    observed: int | None
    asked: int | None
    titles: str | None
    is_open: bool

    @property
    def in_words(self) -> str:
        """`1 more federation (1 of 2)`, `1 more GM`."""
        if self.titles is not None:
            return self.titles
        one, many, told = _WORDS[self.rule]
        told = told.format(observed=self.observed, asked=self.asked)
        if self.rule in _SHARES and self.is_open:
            return f"{f'at most {-self.amount}' if self.amount else 'nobody'} more from {_SHARES[self.rule]} ({told})"
        return f"{self.amount} {one if self.amount == 1 else many} ({told})"


def near_norms(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """Rows of mart.near_norms from the tables that INPUTS names."""
    ladders = _ladders(connection)
    return contract("mart.near_norms").from_rows([*_missed(connection, ladders), *_running(connection, ladders)])


def points_in_words(half_points: int) -> str:
    """Half points as points: `half a point`, `1 point`, `2.5 points`."""
    if half_points == 1:
        return "half a point"
    return f"{half_points / 2:g} point{'' if half_points == 2 else 's'}"


def _ladders(connection: duckdb.DuckDBPyConnection) -> dict[tuple[str, str, int], Ladder]:
    rows: dict[tuple[str, str, int], list[tuple[int, int]]] = defaultdict(list)
    for edition, title, games, half_points, lowest in connection.execute(
        "select edition, title_sought, games, half_points, lowest_average from ref.score_table order by all"
    ).fetchall():
        rows[edition, title, games].append((half_points, lowest))
    return {key: Ladder(found) for key, found in rows.items()}


def _gaps(connection: duckdb.DuckDBPyConnection) -> dict[Verdict, list[Gap]]:
    found: dict[Verdict, list[Gap]] = defaultdict(list)
    for event, player, title, *gap in connection.execute(
        """
        select event_id, start_number, title_sought, rule, amount, observed, asked, titles, is_open
        from mart.near_gaps order by all
        """
    ).fetchall():
        found[event, player, title].append(Gap(*gap))
    return found


def _missed(
    connection: duckdb.DuckDBPyConnection, ladders: dict[tuple[str, str, int], Ladder]
) -> Iterator[dict[str, object]]:
    """Verdicts of finished events that were refused and are near, or asked for."""
    gaps = _gaps(connection)
    for event, player, title, edition, games, score, average, short in connection.execute(
        """
        select event_id, start_number, title_sought, edition, games, score, opponents_average_rating, points_short
        from mart.norm_verdicts semi join mart.explained_verdicts using (event_id, start_number, title_sought)
        where achieved = false and not already_held
        """
    ).fetchall():
        verdict = (event, player, title)
        needed = [gap for gap in gaps[verdict] if not gap.is_open]
        missing = [gap.in_words for gap in needed]
        distance = OPPONENT * sum(gap.amount for gap in needed)
        if change := _change_of_score(ladders.get((edition, title, games)), int(2 * score), average):
            missing.append(change[0])
            distance += change[1]
        change_in_words = _listed(missing)
        yield {
            **_key(verdict),
            "points_short": short,
            "rounds_left": 0,
            "scores": [],
            "missing": missing,
            "distance": distance,
            "sentence": f"{change_in_words[0].upper()}{change_in_words[1:]} would have made the {title} norm.",
        }


def _change_of_score(ladder: Ladder | None, half_points: int, average: int) -> tuple[str, int] | None:
    """The score or the average that was missing, in words, and its weight; None if neither was."""
    if ladder is None:
        return None
    lowest = ladder.average_for(half_points)
    if lowest is not None and lowest <= average:
        return None
    told: list[str] = []
    weights: list[int] = []
    least = min(lowest for _, lowest in ladder.rows)
    if (needed := ladder.half_points_for(max(average, least))) is not None and needed > half_points:
        words, weight = (
            f"{points_in_words(needed - half_points)} more ({needed / 2:g} instead of {half_points / 2:g})",
            0,
        )
        if average < least:
            words, weight = (
                f"{words} at an average higher by {least - average} ({least} instead of {average})",
                least - average,
            )
        told.append(words)
        weights.append(HALF_POINT * (needed - half_points) + AVERAGE_POINT * weight)
    if lowest is not None:
        told.append(f"an average of the opponents higher by {lowest - average} ({lowest} instead of {average})")
        weights.append(AVERAGE_POINT * (lowest - average))
    return " or ".join(told), min(weights)


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
        ahead, gaps = futures(played), _gaps(played)
    for event, player, title, average, short, is_made in verdicts:
        verdict = (event, player, title)
        future = ahead.get(verdict)
        row = {**_key(verdict), "points_short": short, "rounds_left": future.games_left if future else 0}
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
    asked = [gap for gap in gaps if gap.rule in _TO_COME and gap.amount > 0]
    told = [gap.in_words for gap in gaps if gap in asked or gap.rule in _SHARES]
    among = f", with {_listed(told)} among the opponents to come" if told else ""
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
    return all(gap.is_open or (gap.rule in _TO_COME and gap.amount <= future.unknown) for gap in gaps)


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


def _key(verdict: Verdict) -> dict[str, Any]:
    return dict(zip(("event_id", "start_number", "title_sought"), verdict, strict=True))


def _listed(parts: Sequence[str]) -> str:
    """`a, b and either c or d`."""
    told = [f"either {part}" if " or " in part and len(parts) > 1 else part for part in parts]
    return " and ".join([*([", ".join(told[:-1])] if len(told) > 1 else []), *told[-1:]])
