"""Finished events: the least change that would have made a norm, over all games or with some left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from normbook.stages.near_future import judge_selections
from normbook.stages.near_gaps import Gap, Verdict, gaps_of, key_of, listed
from normbook.stages.near_scores import OPPONENT, Ladder, change_of_score
from normbook.stages.near_selections import nearest_selection
from normbook.stages.selections import candidates

if TYPE_CHECKING:
    import duckdb

Row = dict[str, Any]
Ladders = Mapping[tuple[str, str, int], Ladder]

# Refused verdicts of finished events that are near, or asked for, and those that fail so few articles that leaving games out may
# bring them near (mart.explained_verdicts).
_REFUSED = """
    select
        verdicts.event_id, verdicts.start_number, verdicts.title_sought, verdicts.edition, verdicts.games,
        cast(2 * verdicts.score as bigint) as half_points, verdicts.opponents_average_rating as average,
        cast(2 * verdicts.score_required as bigint) as half_points_required, explained.event_id is not null as is_explained,
        (limits.may_cut or limits.may_leave_out_wins) and (
            verdicts.games > rulings.least_games or forfeits.event_id is not null
        ) as may_leave_out
    from mart.norm_verdicts as verdicts
    inner join mart.event_rulings as rulings on verdicts.event_id = rulings.event_id
    inner join ref.norm_limits as limits on verdicts.edition = limits.edition
    left join mart.explained_verdicts as explained
        on verdicts.event_id = explained.event_id and verdicts.start_number = explained.start_number
        and verdicts.title_sought = explained.title_sought
    left join (select distinct event_id, start_number from mart.norm_games where is_last_round_forfeit) as forfeits
        on verdicts.event_id = forfeits.event_id and verdicts.start_number = forfeits.start_number
    where achieved = false and not already_held
        and (is_explained or (may_leave_out and len(verdicts.failed_articles) <= 2))
    order by all
"""
_JUDGED = """
    select
        event_id, start_number, title_sought, edition, games, half_points, opponents_average_rating as average,
        half_points_required
    from mart.selection_verdicts semi join mart.explained_verdicts using (event_id, start_number, title_sought, selection)
"""
# Half points that a norm with games left out may lack, and articles, to be called near (as in mart.explained_verdicts).
_SHORT, _ARTICLES = 2, 2
_FAR = 6 * OPPONENT


def missed(connection: duckdb.DuckDBPyConnection, ladders: Ladders) -> Iterator[Row]:
    """Rows of mart.near_norms for refused verdicts of finished events."""
    gaps = gaps_of(connection)
    rows: dict[Verdict, Row] = {}
    distances: dict[Verdict, int] = {}
    for refused in connection.sql(_REFUSED).to_arrow_table().to_pylist():
        verdict = _verdict(refused)
        if refused["is_explained"]:
            rows[verdict] = _row(refused, gaps[verdict], ladders, {}, "")
        if refused["may_leave_out"]:
            distances[verdict] = rows[verdict]["distance"] if verdict in rows else _FAR
    chosen = _nearest(connection, distances)
    if chosen:
        with judge_selections(connection, list(chosen.values())) as session:
            gaps = gaps_of(session)
            judged = session.sql(_JUDGED).to_arrow_table().to_pylist()
        articles = _articles(connection)
        for one in judged:
            verdict = _verdict(one)
            needed = [gap for gap in gaps[verdict] if not gap.is_open]
            short = (one["half_points_required"] or 0) - one["half_points"]
            if verdict in rows or (short <= _SHORT and len(needed) + (short > 0) <= _ARTICLES):
                left_out = _left_out_in_words(chosen[verdict], articles[one["edition"]])
                rows[verdict] = _row(one, gaps[verdict], ladders, chosen[verdict], left_out)
    yield from rows.values()


def _verdict(row: Row) -> Verdict:
    return row["event_id"], row["start_number"], row["title_sought"]


def _nearest(connection: duckdb.DuckDBPyConnection, distances: Mapping[Verdict, int]) -> dict[Verdict, Row]:
    """The selections that bring verdicts nearer than these distances, as rows of mart.chosen_selections."""
    import pyarrow as pa

    asked = pa.table([list(column) for column in zip(*distances, strict=True)] or [[]] * 3, list(key_of(("", 0, ""))))
    connection.register("near_candidates", asked)
    chosen: dict[Verdict, Row] = {}
    for row, candidate in candidates(connection, "near_candidates"):
        verdict = _verdict(row)
        if nearest := nearest_selection(candidate, distances[verdict]):
            chosen[verdict] = key_of(verdict) | {"selection": f"near_{verdict[2]}", **nearest.selection._asdict()}
    connection.unregister("near_candidates")
    return chosen


def _row(judged: Row, gaps: Sequence[Gap], ladders: Ladders, chosen: Row, left_out: str) -> Row:
    """A row of mart.near_norms: what the judged selection lacks, and what it leaves out."""
    needed = [gap for gap in gaps if not gap.is_open]
    missing = [gap.in_words for gap in needed]
    distance = OPPONENT * sum(gap.amount for gap in needed)
    ladder = ladders.get((judged["edition"], judged["title_sought"], judged["games"]))
    if change := change_of_score(ladder, judged["half_points"], judged["average"]):
        missing.append(change[0])
        distance += change[1]
    required = judged["half_points_required"]
    sentence = f"{listed(missing)} would have made the {judged['title_sought']} norm{left_out}."
    return {
        **key_of(_verdict(judged)),
        "points_short": None if required is None else max(0, required - judged["half_points"]) / 2,
        "rounds_left": 0,
        "scores": [],
        "cut_after_round": chosen.get("cut_after_round"),
        "left_out_rounds": chosen.get("left_out_rounds", []),
        "last_round_forfeit": chosen.get("has_last_round_forfeit", False),
        "missing": missing,
        "distance": distance,
        "sentence": sentence[0].upper() + sentence[1:],
    }


def _left_out_in_words(chosen: Row, articles: Mapping[str, str]) -> str:
    """`, with the won game of round 3 left out (1.42e) and ...`; nothing where the best is to leave no game out."""
    told = []
    if chosen["cut_after_round"] is not None:
        told.append(f"what follows round {chosen['cut_after_round']} left out ({articles['later_games_left_out']})")
    if rounds := [str(number) for number in chosen["left_out_rounds"]]:
        won = f"won game{'' if len(rounds) == 1 else 's'} of round{'' if len(rounds) == 1 else 's'} {listed(rounds)}"
        told.append(f"the {won} left out ({articles['wins_left_out']})")
    if chosen["has_last_round_forfeit"]:
        told.append(f"the absent last opponent added as a loss ({articles['last_round_forfeit']})")
    return f", with {listed(told)}" if told else ""


def _articles(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for edition, parameter, article in connection.execute(
        "select edition, parameter, article from ref.parameters"
    ).fetchall():
        found.setdefault(edition, {})[parameter] = article
    return found
