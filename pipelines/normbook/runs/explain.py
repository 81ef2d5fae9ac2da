"""Why a verdict is what it is: one event built again from staging by the same SQL, and its articles and games read aloud."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.contracts import CONTRACTS, contract
from normbook.errors import NormbookError
from normbook.runs.build import make_tables
from normbook.runs.ingest import Staged
from normbook.runs.lock import exclusive
from normbook.runs.plan import stages
from normbook.warehouse.parquet import table_files
from normbook.warehouse.session import load_table, open_session, view_parquet

if TYPE_CHECKING:
    import duckdb

    from normbook.regulations import Readings

Row = dict[str, Any]

_EXPLAINED = "mart.explained_verdicts"
_LISTS = "staging.rating_list_records"
_MET = {True: "yes", False: "no", None: "open"}
_VERDICT = "event_id = $event and start_number = $player and title_sought = $title"


def explain(out: Path, event: str, player: str, title: str | None = None, readings: Readings = ()) -> Row:
    """Explain the verdicts of one player, those of one title or all.

    `player` is a start number, a FIDE number or a part of the name. The answer holds event, player, findings (where the event
    gives no verdicts) and verdicts, each with a sentence, its articles, its games, and how near it was (None where it was made,
    is held, or is out of reach). With `readings` the verdicts are hypothetical, by those of open questions. Raises NormbookError
    where nothing is ingested, or event, player or verdict are not known.
    """
    with judged_again(out, event, readings) as connection:
        start_number = player_meant(connection, event, player)
        # every verdict of this one player is explained, however far from a norm
        columns = ", ".join(contract(_EXPLAINED).column_names)
        keys = f"select {columns} from mart.norm_verdicts where start_number = {start_number}"
        load_table(connection, _EXPLAINED, connection.sql(keys).to_arrow_table())
        for stage in stages():
            if _EXPLAINED in stage.inputs or stage.name == "findings.events":
                stage.make(connection)
        answer = _answer(connection, event, start_number, title)
        if readings:
            answer["readings"] = ", ".join(f"{switch}={reading}" for switch, reading in readings)
        return answer


@contextmanager
def judged_again(out: Path, event: str, readings: Readings = ()) -> Iterator[duckdb.DuckDBPyConnection]:
    """A session with one event of what is ingested, judged again up to mart.near_norms, by other readings where they are given.

    Raises NormbookError where nothing is ingested or the event is not known.
    """
    with exclusive(out), open_session() as connection:
        _view_event(connection, out, event)
        make_tables(connection, Staged(), only="mart.near_norms", readings=readings)
        yield connection


def event_meant(connection: duckdb.DuckDBPyConnection, event: str, table: str) -> str:
    """Return the event_id if the table has it; raises NormbookError with the nearest ones otherwise."""
    known = [row[0] for row in connection.execute(f"select distinct event_id from {table}").fetchall()]
    if event in known:
        return event
    raise NormbookError(f"{event}: there is no such event; {nearest_events(event, known)}.")


def nearest_events(event: str, known: Collection[str]) -> str:
    """Say which events an unknown one may mean: those that hold the word, else those spelled alike."""
    near = [one for one in sorted(known) if event and event.lower() in one.lower()][:3]
    near = near or get_close_matches(event, known, n=3, cutoff=0.5)
    return f"the nearest are {', '.join(near)}" if near else f"none of the {len(known)} events is like it"


def player_meant(connection: duckdb.DuckDBPyConnection, event: str, player: str) -> int:
    """Return the start number of the player who is asked for by start number, FIDE number, name or a part of it.

    Raises NormbookError where nobody fits, or more than one.
    """
    found = connection.execute(
        """
        select start_number, name, is_player($player, start_number, fide_id, name) as is_exact
        from core.event_players
        where event_id = $event and (
            is_exact
            or name_key($player) <> ''
            and list_bool_and(list_transform(string_split(name_key($player), ' '), lambda part: contains(name_key(name), part)))
        )
        qualify is_exact = max(is_exact) over ()
        order by start_number
        """,
        {"event": event, "player": player},
    ).fetchall()
    if not found:
        raise NormbookError(
            f"{event}, {player}: nobody there has this start number, FIDE number or name. Part of the name is enough."
        )
    if len(found) > 1:
        names = ", ".join(f"{number} {name}" for number, name, _ in found)
        raise NormbookError(f"{event}, {player}: this is more than one player: {names}. Give the start number.")
    return int(found[0][0])


def _view_event(connection: duckdb.DuckDBPyConnection, out: Path, event: str) -> None:
    """Staging with one event, and of the rating lists what can bear on it."""
    files = {t.name: table_files(out, t.name) for t in CONTRACTS.values() if t.schema_name == "staging"}
    if not files["staging.source_files"]:
        raise NormbookError(f"{out}: nothing has been ingested here. Run `normbook ingest` or `normbook run` first.")
    view_parquet(connection, "staging.event_reports", files["staging.event_reports"])
    own = "event_id = '" + event_meant(connection, event, "staging.event_reports").replace("'", "''") + "'"
    for name, parquet in files.items():
        view_parquet(connection, name, parquet, own if "event_id" in contract(name).column_names else "true")
    # Lists are large. A line of each says that it is held, and of two that are held for one month all lines decide which is used.
    connection.execute(
        f"""
        create temp table held_lists as
        select source_file, list_month, any_value(list_kinds) as list_kinds, min(line_number) as line_number
        from {_LISTS} group by source_file, list_month;
        create temp table lists_held_twice as
        select source_file from (select source_file, list_month, unnest(list_kinds) as list_kind from held_lists)
        qualify count(*) over (partition by list_month, list_kind) > 1;
        """
    )
    view_parquet(
        connection,
        _LISTS,
        files[_LISTS],
        "fide_id in (select fide_id from staging.report_players)"
        " or source_file in (from lists_held_twice)"
        " or (source_file, line_number) in (select (source_file, line_number) from held_lists)",
    )


def _answer(connection: duckdb.DuckDBPyConnection, event: str, player: int, title: str | None) -> Row:
    def rows(query: str, **values: object) -> list[Row]:
        # DuckDB refuses values that a query does not name
        named = {
            name: value for name, value in {"event": event, "player": player, **values}.items() if f"${name}" in query
        }
        found: list[Row] = connection.sql(query, params=named).to_arrow_table().to_pylist()
        return found

    [head] = rows(
        """
        select event_id, events.name as event, events.start_date, events.end_date, events.edition, events.list_month,
            replace(events.system, '_', ' ') as system, events.rounds, events.players, start_number, players.name as player,
            players.fide_id, coalesce(players.title_code, players.womens_title_code) as title_held, players.rating,
            players.rating_source, players.federation_code as federation
        from core.events as events inner join core.event_players as players using (event_id)
        where event_id = $event and start_number = $player
        """
    )
    verdicts = rows(
        """
        select verdicts.*
        from mart.norm_verdicts as verdicts
        inner join ref.norm_titles as titles using (edition, title_sought)
        where event_id = $event and start_number = $player and title_sought = coalesce($title, title_sought)
        order by title_order
        """,
        title=title and title.upper(),
    )
    for verdict in verdicts:
        sought = verdict["title_sought"]
        near = rows(f"select * from mart.near_norms where {_VERDICT}", title=sought)
        verdict["near"] = near[0] if near else None
        verdict["sentence"] = _sentence(verdict)
        verdict["articles"] = rows(
            f"""
            select article, rule, required, observed, passed, waived_by, status
            from mart.norm_rule_outcomes where {_VERDICT} order by rule_order
            """,
            title=sought,
        )
        verdict["games_played"] = rows(
            """
            select audits.round_number as round, opponents.name as opponent,
                coalesce(opponents.title_code, opponents.womens_title_code) as title, opponents.federation_code as federation,
                opponents.rating, audits.score, audits.rating_used, audits.raised_to_floor, audits.counted,
                audits.reason_article as article, audits.reason
            from mart.norm_game_audits as audits
            left join core.event_players as opponents
                on audits.event_id = opponents.event_id and audits.opponent_number = opponents.start_number
            where audits.event_id = $event and audits.start_number = $player and audits.title_sought = $title
            order by round
            """,
            title=sought,
        )
    findings = [] if verdicts else rows("select finding, action, article from findings.events where event_id = $event")
    return {**head, "findings": findings, "verdicts": verdicts}


def _sentence(verdict: Row) -> str:
    """The verdict with its figures, in one sentence, and what else must be known of it."""
    title, needed, performance = verdict["title_sought"], verdict["score_required"], verdict["performance_rating"]
    figures = (
        f"{verdict['score']:g} of {verdict['games']} against an average of {verdict['opponents_average_rating']}"
        f"{'' if needed is None else f', where {needed:g} are needed'}"
        f"{'' if performance is None else f'; performance {performance}'}"
    )
    if verdict["achieved"]:
        sentence = f"The {title} norm was made: {figures}. It counts {verdict['counted_games']} games."
    elif verdict["achieved"] is False:
        sentence = f"The {title} norm was not made: {figures}. Not met: {', '.join(verdict['failed_articles'])}."
    else:
        not_yet = verdict["failed_articles"] or verdict["undecided_articles"]
        sentence = f"The {title} norm is open ({verdict['undecided_because']}): {figures}."
        sentence += f" Not met, or open, so far: {', '.join(not_yet)}." if not_yet else ""
    if verdict["already_held"]:
        return f"{sentence} The player held this title or a higher one."
    if verdict["undecided_because"] == "event not finished" and not verdict["near"]:
        return f"{sentence} It is out of reach in the games left."
    return sentence


def articles_to_print(verdict: Row) -> list[Row]:
    """The articles of an explained verdict, for people: what is asked, what there was, whether it is met."""
    return [
        {
            "article": row["article"],
            "asks for": row["required"],
            "there was": row["observed"],
            "met": f"waived by {row['waived_by']}" if row["waived_by"] else _MET[row["passed"]],
        }
        for row in verdict["articles"]
    ]


def games_to_print(verdict: Row) -> list[Row]:
    """The rounds of an explained verdict, for people: opponent, score, the rating that goes into the average, and why."""
    return [
        {
            "round": row["round"],
            "opponent": " ".join(str(row[name]) for name in ("title", "opponent", "federation", "rating") if row[name]),
            "score": row["score"],
            "counts as": row["rating_used"],
            "article": row["article"],
            "why": row["reason"],
        }
        for row in verdict["games_played"]
    ]
