"""Before the event: from an invited field, per player and title, whether a norm is possible, what it takes and what is missing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.errors import NormbookError, UsageError
from normbook.regulations import edition_in_force, edition_named, load_editions
from normbook.regulations.tables import federation_codes
from normbook.runs.build import make_tables
from normbook.runs.plan import stages
from normbook.runs.planned_event import SYSTEMS, stage_event
from normbook.runs.planned_opponents import Reach, best_reach, out_of_reach
from normbook.sources.entry_list import read_entry_list
from normbook.sources.reading import Reading
from normbook.stages.selections import candidates
from normbook.warehouse.session import load_table, open_session

if TYPE_CHECKING:
    import duckdb

    from normbook.regulations import Readings
    from normbook.stages.selection_search import Candidate

Row = dict[str, Any]

# What the games decide and not the field.
_BY_SCORE = ("least_performance", "least_score")

# All games of everybody, for every title.
_ASKED = "mart.selection_verdicts where selection = 'all'"
_VERDICTS = """
    select
        start_number, players.name, players.federation_code as federation, title_sought, verdicts.already_held,
        figures.games, figures.opponents_average_rating as average, figures.half_points_required
    from mart.selection_verdicts as figures
    inner join mart.norm_verdicts as verdicts using (event_id, start_number, title_sought)
    inner join core.event_players as players using (event_id, start_number)
    inner join ref.norm_titles as titles on figures.edition = titles.edition and title_sought = titles.title_sought
    where figures.selection = 'all'
    order by titles.title_order, start_number
"""
_OUTCOMES = """
    select
        start_number, title_sought, rule, article, required, observed,
        case when waived_by is not null then true else passed end as is_met
    from mart.norm_rule_outcomes
    order by rule_order
"""


@dataclass(frozen=True)
class Plan:
    """What is known before the event.

    `head` says on what the answer rests. `rows`, by title and entry: start_number, name, federation, title_sought, already_held,
    possible (None: unknown federations decide), games, average and score_required over all games of a round robin (Swiss: its
    rounds, and Rt over all others), best_games, best_average and best_score_required over the games that make the norm possible
    where those are not all, missing (rule, article, required, observed). `told` are the sentences on what was set aside or is odd.
    """

    head: Row
    rows: list[Row]
    told: list[str]


def plan(
    entry_list: Path,
    *,
    system: str,
    rounds: int | None = None,
    start: date | None = None,
    host: str | None = None,
    exemption: str | None = None,
    edition: str | None = None,
    readings: Readings = (),
) -> Plan:
    """Judge an invited field by the edition in force at the start (default: the day of a report file, else today), or by `edition`;
    by other `readings` of its open questions where they are given.

    Raises NormbookError where the list is of no use, UsageError where an option does not fit or no edition is in force that day.
    """
    reading = read_entry_list(entry_list)
    players = reading.rows.get("staging.report_players", [])
    head: Row = reading.rows.get("staging.event_reports", [{}])[0]
    day: date = start or head.get("start_date") or date.today()
    encoded = edition_named(edition) if edition else edition_in_force(day)
    if encoded is None:
        known = ", ".join(one.edition for one in load_editions())
        raise UsageError(f"No edition for events that start on {day} is encoded; name one with --edition: {known}.")
    _check(entry_list, len(players), system, rounds, exemption, encoded.exemptions)
    with TemporaryDirectory() as folder, open_session() as connection:
        host = _federation(host) if host else head.get("federation_code")
        staged = stage_event(Path(folder), players, system=system, start=day, host=host, exemption=exemption)
        # the games are not real, so nothing is gained by leaving some out
        make_tables(
            connection,
            staged,
            only="mart.norm_verdicts",
            edition=edition,
            readings=readings,
            empty={"mart.search_candidates"},
        )
        rows = _judged(connection, rounds if system == "swiss" else None)
    shown = {
        "entry list": entry_list.name,
        "edition": encoded.edition,
        "start": day.isoformat(),
        "system": system,
        "players": len(players),
        "games": rows[0]["games"] if rows else 0,
        "host": host,
        "exemption": exemption,
    }
    if readings:
        shown["readings"] = ", ".join(f"{switch}={reading}" for switch, reading in readings)
    return Plan(shown, rows, _told(reading))


def _judged(connection: duckdb.DuckDBPyConnection, rounds: int | None) -> list[Row]:
    """Rows of the plan, from the tables of the event in which everybody meets everybody; `rounds` of a Swiss."""
    # every verdict is explained, and looked at for games to leave out, however far from a norm
    for name in ("mart.explained_verdicts", "mart.search_candidates"):
        keys = ", ".join(contract(name).column_names)
        load_table(connection, name, connection.sql(f"select {keys} from {_ASKED}").to_arrow_table())
    stages("mart.norm_rule_outcomes")[-1].make(connection)
    outcomes = defaultdict[tuple[int, str], dict[str, Row]](dict)
    for outcome in connection.sql(_OUTCOMES).to_arrow_table().to_pylist():
        if outcome["rule"] not in _BY_SCORE:
            outcomes[outcome["start_number"], outcome["title_sought"]][outcome["rule"]] = outcome
    searched = {(row["start_number"], row["title_sought"]): candidate for row, candidate in candidates(connection)}
    rows = []
    for row in connection.sql(_VERDICTS).to_arrow_table().to_pylist():
        key = row["start_number"], row["title_sought"]
        rows.append(
            _of_round_robin(row, outcomes[key], searched[key])
            if rounds is None
            else _of_swiss(row, outcomes[key], searched[key], rounds)
        )
    return rows


def _of_round_robin(row: Row, outcomes: dict[str, Row], candidate: Candidate) -> Row:
    """Possible where every rule that the score does not decide holds on all games, else where it does on enough of them."""
    unmet = [outcome for outcome in outcomes.values() if not outcome["is_met"]]
    is_possible = None if unmet and all(outcome["is_met"] is None for outcome in unmet) else not unmet
    # fewer games do not make more players (1.45f)
    is_too_small = any(outcome["rule"] == "multi_round_players" for outcome in unmet)
    reach = None if is_possible or is_too_small else best_reach(candidate, row["games"])
    if reach and (reach.is_sure or is_possible is False):
        is_possible = reach.is_sure or None
    half_points = row.pop("half_points_required")
    return _row(row, is_possible, half_points, reach, candidate, [_want(outcome) for outcome in unmet])


def _of_swiss(row: Row, outcomes: dict[str, Row], candidate: Candidate, rounds: int) -> Row:
    """Possible where some `rounds` opponents of the field meet every rule; nobody knows whether they will be paired."""
    del row["half_points_required"]
    row |= {"games": rounds}
    reach = best_reach(candidate, rounds)
    missing = []
    if reach is None:
        missing = [
            _want(outcomes[rule], required, observed) for rule, required, observed in out_of_reach(candidate, rounds)
        ]
        if rounds < candidate.least_games:
            missing.insert(0, _want(outcomes["least_games"], None, str(rounds)))
        if not missing:
            together = f"no {rounds} opponents meet all conditions together"
            missing = [{"rule": "together", "article": None, "required": together, "observed": None}]
    half_points = candidate.requirements.scores[rounds].half_points_for(row["average"])
    return _row(row, reach is not None and (reach.is_sure or None), half_points, reach, candidate, missing)


def _row(
    row: Row,
    is_possible: bool | None,
    half_points: int | None,
    reach: Reach | None,
    candidate: Candidate,
    missing: list[Row],
) -> Row:
    best = reach and candidate.requirements.scores[reach.games].half_points_for(reach.average)
    return row | {
        "possible": is_possible,
        "score_required": half_points and half_points / 2,
        "best_games": reach and reach.games,
        "best_average": reach and reach.average,
        "best_score_required": best and best / 2,
        "missing": missing,
    }


def _want(outcome: Row, required: str | None = None, observed: str | None = None) -> Row:
    return {
        "rule": outcome["rule"],
        "article": outcome["article"],
        "required": required or outcome["required"],
        "observed": observed or outcome["observed"],
    }


def in_print(rows: list[Row], title: str) -> list[Row]:
    """The rows of a title for people: what is missing in words with its article, no columns that say nothing of anybody."""
    printed = []
    for row in rows:
        if row["title_sought"] == title:
            possible = {True: "yes", False: "no", None: "open: federations unknown"}[row["possible"]]
            printed.append(
                {
                    "no": row["start_number"],
                    "player": row["name"],
                    "possible": f"{possible} (holds it)" if row["already_held"] else possible,
                    "games": row["games"],
                    "average": row["average"],
                    "score needed": row["score_required"],
                    "best games": row["best_games"],
                    "best average": row["best_average"],
                    "score needed then": row["best_score_required"],
                    "missing": "; ".join(map(_in_words, row["missing"])) or None,
                }
            )
    said = [name for name in printed[0] if any(row[name] is not None for row in printed)] if printed else []
    return [{name: row[name] for name in said} for row in printed]


def _in_words(want: Row) -> str:
    asks = f"{want['article']} asks {want['required']}" if want["article"] else str(want["required"])
    return asks if want["observed"] is None else f"{asks}, found {want['observed']}"


def _federation(code: str) -> str:
    known = federation_codes()
    if (asked := code.upper()) not in known:
        near = get_close_matches(asked, known, n=3)
        hint = f"the nearest are {', '.join(near)}" if near else "give the three letters that FIDE uses"
        raise UsageError(f"--host {code}: no federation has this code; {hint}.")
    return asked


def _check(
    entry_list: Path, players: int, system: str, rounds: int | None, exemption: str | None, exemptions: dict[str, Any]
) -> None:
    if system not in SYSTEMS:
        raise UsageError(f"{system!r} is no system of play that can be planned; there are {', '.join(SYSTEMS)}.")
    if players < 2:
        raise NormbookError(f"{entry_list}: {players} players can be used; a field needs two or more.")
    if (system == "swiss") != (rounds is not None):
        raise UsageError(
            "The rounds of a Swiss must be given with --rounds, those of a round robin follow from the field."
        )
    if rounds is not None and not 1 <= rounds < players:
        raise UsageError(f"A Swiss of {rounds} rounds does not fit {players} players: nobody meets an opponent twice.")
    given = {name: value.article for name, value in exemptions.items()}
    if exemption is not None and exemption not in {*given, *given.values()}:
        known = ", ".join(f"{name} ({article})" for name, article in given.items())
        raise UsageError(f"{exemption!r} is no exemption of this edition; it has {known}.")


def _told(reading: Reading) -> list[str]:
    set_aside = [f"{record['reason']}. The row was set aside." for record in reading.rejected]
    return set_aside + [f"{finding['finding']}; {finding['action']}." for finding in reading.findings]
