"""Running events as if their remaining games had been played, judged by the same SQL as finished ones.

A game to come is a game with no point yet. An opponent whom nobody knows yet is a player without title and of unknown
federation, so that every condition says what is sure, what is open and what is still missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.stages.near_gaps import Verdict
from normbook.stages.near_scores import Met
from normbook.warehouse.session import load_table, make_table, open_session
from normbook.warehouse.sql_files import sql_file

if TYPE_CHECKING:
    import duckdb

# Made anew from games and opponents; everything else that they read is as it is now.
MADE = (
    "mart.norm_games",
    "mart.selection_games",
    "mart.selection_opponents",
    "mart.selection_figures",
    "mart.asked_titles",
    "mart.title_counts",
    "mart.title_levels_met",
    "mart.selection_verdicts",
    "mart.explained_verdicts",
    "mart.near_gaps",
)
TAKEN = (
    "core.event_heads",
    "core.event_players",
    "mart.ratings_of_the_day",
    "core.games",
    "mart.event_rulings",
    "mart.waivers",
    "ref.norm_limits",
    "ref.norm_titles",
    "ref.title_levels",
    "ref.score_table",
    "ref.performance_differences",
)
# Events in which what comes later may be left out (1.42f; not where the pairings are known before, 1.4.1e of 2024).
_MAY_CUT = """
    event_id in (
        select rulings.event_id
        from mart.event_rulings as rulings inner join ref.norm_limits as limits on rulings.edition = limits.edition
        where limits.may_cut and (limits.may_cut_predetermined or not rulings.is_round_robin)
    )
"""
# A rating for those who are not known; what they must be is the question that near_scores.py answers.
_ANY_RATING = 1


@dataclass
class Future:
    """One title of one player once all games are played: games, half points so far, opponents known, games still to come."""

    edition: str
    games: int
    half_points: int
    games_left: int = 0
    unknown: int = 0
    known: list[Met] = field(default_factory=list)


def most_left_out(connection: duckdb.DuckDBPyConnection) -> int:
    """How many games to come somebody could leave out for enough games to stay (1.42f), where that is allowed."""
    found = connection.execute(
        f"""
        select max(least(to_come.games - 1, to_come.games + coalesce(played.games, 0) - rulings.least_games))
        from (
            select event_id, start_number, count(*) as games from mart.remaining_games where {_MAY_CUT} group by all
        ) as to_come
        inner join mart.event_rulings as rulings on to_come.event_id = rulings.event_id
        left join (
            select event_id, start_number, count(*) as games from mart.norm_games where excluded_by is null group by all
        ) as played on to_come.event_id = played.event_id and to_come.start_number = played.start_number
        """
    ).fetchall()
    return max(0, found[0][0] or 0)


def play_on(connection: duckdb.DuckDBPyConnection, left_out: int = 0) -> duckdb.DuckDBPyConnection:
    """Return a session of its own in which the running events of `connection` have no game left to play.

    With `left_out` those in which later games may be left out, without the last so many of each player. Players below 0 there
    are opponents who are not known yet.
    """
    future = _apart(connection, "select distinct event_id from mart.remaining_games", [])
    remaining = connection.sql(
        f"""
        select
            event_id, start_number, round_number, opponent_number is null as is_unknown,
            coalesce(opponent_number, -row_number() over (partition by event_id order by start_number, round_number))
                as opponent_number
        from mart.remaining_games
        where {_MAY_CUT if left_out else "true"}
        qualify row_number() over (partition by event_id, start_number order by round_number desc) > {left_out}
        """
    ).to_arrow_table()
    future.register("arriving", remaining)
    future.execute("create table remaining as from arriving")
    future.unregister("arriving")
    future.execute(
        """
        delete from core.games
        using remaining
        where games.event_id = remaining.event_id and games.start_number = remaining.start_number
            and games.round_number = remaining.round_number;
        insert into core.games by name
        select remaining.event_id, remaining.start_number, remaining.round_number, remaining.opponent_number, 0.0 as score,
            'played' as outcome, true as is_over_board, true as is_confirmed, 0.0 as points_by_report
        from remaining;
        """
    )
    future.execute(
        """
        insert into core.event_players by name
        select event_id, opponent_number as start_number, $rating as rating, 'report' as rating_source, 0.0 as points_computed,
            0 as line_number
        from remaining where is_unknown
        """,
        {"rating": _ANY_RATING},
    )
    _make(future, "selection = 'all'")
    return future


def judge_selections(
    connection: duckdb.DuckDBPyConnection, selections: Sequence[dict[str, object]]
) -> duckdb.DuckDBPyConnection:
    """Return a session of its own in which these selections (rows of mart.chosen_selections) of finished events are judged.

    Its mart.selection_verdicts has what each came to, its mart.near_gaps what each lacks.
    """
    import pyarrow as pa

    connection.register("asked", pa.table({"event_id": sorted({str(row["event_id"]) for row in selections})}))
    session = _apart(connection, "select event_id from asked", selections)
    connection.unregister("asked")
    _make(session, "selection <> 'all' and selection <> 'last_round_forfeit'")
    return session


def _apart(
    connection: duckdb.DuckDBPyConnection, events: str, selections: Sequence[dict[str, object]]
) -> duckdb.DuckDBPyConnection:
    """A session with what is TAKEN of some events, and with these chosen selections."""
    session = open_session()
    for name in TAKEN:
        condition = f"event_id in ({events})" if "event_id" in contract(name).column_names else "true"
        load_table(session, name, connection.sql(f"select * from {name} where {condition}").to_arrow_table())
    load_table(session, "mart.chosen_selections", contract("mart.chosen_selections").from_rows(selections))
    return session


def _make(session: duckdb.DuckDBPyConnection, explained: str) -> None:
    """Make anew what is MADE; the verdicts that meet a condition are explained."""
    for name in MADE:
        if name == "mart.explained_verdicts":
            keys = (
                f"select event_id, start_number, title_sought, selection from mart.selection_verdicts where {explained}"
            )
            load_table(session, name, session.sql(keys).to_arrow_table())
        else:
            make_table(session, sql_file(name))


def futures(future: duckdb.DuckDBPyConnection) -> dict[Verdict, Future]:
    """What `play_on` comes to, for every player with a game left."""
    found = {
        (event, player, title): Future(edition, games, half_points)
        for event, player, title, edition, games, half_points in future.execute(
            """
            select event_id, start_number, title_sought, edition, games, half_points
            from mart.selection_verdicts where selection = 'all' and start_number > 0
            """
        ).fetchall()
    }
    of_player: dict[tuple[str, int], list[Future]] = {}
    for (event, player, _), one in found.items():
        of_player.setdefault((event, player), []).append(one)
    for event, player, opponent, ratings in future.execute(
        """
        select games.event_id, games.start_number, games.opponent_number, list(coalesce(games.rating, rulings.unrated_rating))
        from mart.selection_games as games inner join mart.event_rulings as rulings on games.event_id = rulings.event_id
        where games.selection = 'all' and games.start_number > 0
        group by all
        """
    ).fetchall():
        for one in of_player[event, player]:
            if opponent < 0:
                one.unknown += len(ratings)
            else:
                one.known.append(Met(ratings))
    for event, player, games in future.execute(
        """
        select event_id, start_number, count(*)
        from mart.selection_games semi join remaining using (event_id, start_number, round_number)
        where selection = 'all' group by all
        """
    ).fetchall():
        for one in of_player[event, player]:
            one.games_left = games
    return {verdict: one for verdict, one in found.items() if one.games_left}
