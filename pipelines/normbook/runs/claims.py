"""Norms that somebody claims or has registered, against the published ones."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from normbook.errors import NormbookError
from normbook.warehouse.session import open_published

Row = dict[str, Any]

# Column of a claim -> headings that it may have in the file, the first one found counts.
_HEADINGS = {
    "event": ("event_id", "event"),
    "player": ("fide_id", "player", "name"),
    "title": ("title", "title_sought"),
    "games": ("games",),
    "score": ("score",),
}
_REQUIRED = ("event", "player", "title")


def compare_claims(out: Path, file: Path) -> list[Row]:
    """One row for each line of a CSV file: line, event, player, title, outcome, articles, why.

    `outcome` is agree, disagree (with the articles not met, or the figures that differ), undecided (our verdict is open),
    missing (not in our data) or unreadable, of which `why` tells the line. A player is asked for by start number, FIDE number or
    name: the whole of it goes before a part, both without accents, case and order, as who is who is told elsewhere. Raises
    NormbookError where the file lacks a column or nothing is published.
    """
    claims = _read(file)
    found, titles = _found(out, claims)
    return [
        {name: claim[name] for name in ("line", *_REQUIRED)} | _outcome(claim, found[claim["line"]], titles)
        for claim in claims
    ]


def _read(file: Path) -> list[Row]:
    from normbook.sources.decoding import decode

    text, _ = decode(file.read_bytes())
    head = text.partition("\n")[0]
    # a cell is never longer than the file
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.DictReader(text.splitlines(), delimiter=max(",;\t", key=head.count), restval="")
    headings = {heading.strip().lower(): heading for heading in reader.fieldnames or ()}
    for column in _REQUIRED:
        if not headings.keys() & set(_HEADINGS[column]):
            names = " or ".join(_HEADINGS[column])
            raise NormbookError(f"{file}:1: there is no column {names}; the first line must name the columns.")
    claims = []
    for row in reader:
        cells = {
            column: next((cell for name in names if name in headings and (cell := row[headings[name]].strip())), "")
            for column, names in _HEADINGS.items()
        }
        claims.append({"line": reader.line_num, **cells, "title": cells["title"].upper()})
    return claims


def _found(out: Path, claims: list[Row]) -> tuple[dict[int, Row], list[str]]:
    """By line: which events and players fit, and the verdict where each is one; and the titles that norms are for."""
    import pyarrow as pa

    asked = pa.Table.from_pylist(
        [{name: claim[name] for name in ("line", *_REQUIRED)} for claim in claims],
        pa.schema([("line", pa.int64()), *((name, pa.string()) for name in _REQUIRED)]),
    )
    with open_published(
        out, ("core.events", "core.event_players", "mart.norm_verdicts", "ref.norm_titles")
    ) as connection:
        connection.register("claims", asked)
        query = """
            with meant as (
                select
                    claims.*,
                    events.event_id,
                    players.start_number,
                    case
                        when is_player(claims.player, players.start_number, players.fide_id, players.name) then 2
                        when name_words(claims.player) = name_words(players.name) then 1
                        else 0
                    end as likeness
                from claims
                left join core.events as events
                    on claims.event = events.event_id or name_key(claims.event) = name_key(events.name)
                left join core.event_players as players
                    on events.event_id = players.event_id
                    and (
                        is_player(claims.player, players.start_number, players.fide_id, players.name)
                        or len(name_words(claims.player)) > 0
                        and list_has_all(name_words(players.name), name_words(claims.player))
                    )
                qualify likeness = max(likeness) over (partition by claims.line)
            )
            select
                claims.line,
                list(distinct claims.event_id order by claims.event_id) filter (claims.event_id is not null) as events,
                list(distinct claims.start_number order by claims.start_number)
                    filter (claims.start_number is not null) as players,
                any_value(struct_pack(
                    achieved := verdicts.achieved,
                    undecided_because := verdicts.undecided_because,
                    failed_articles := verdicts.failed_articles,
                    games := verdicts.games,
                    score := verdicts.score
                )) filter (verdicts.event_id is not null) as verdict
            from meant as claims
            left join mart.norm_verdicts as verdicts
                on claims.event_id = verdicts.event_id and claims.start_number = verdicts.start_number
                and claims.title = verdicts.title_sought
            group by claims.line
        """
        titles = "select title_sought from ref.norm_titles group by title_sought order by min(title_order)"
        known = [row[0] for row in connection.execute(titles).fetchall()]
        return {row["line"]: row for row in connection.sql(query).to_arrow_table().to_pylist()}, known


def _outcome(claim: Row, found: Row, titles: list[str]) -> Row:
    told: Row = {"articles": [], "why": ""}
    try:
        figures = {name: float(claim[name].replace(",", ".")) for name in ("games", "score") if claim[name]}
    except ValueError:
        return told | {"outcome": "unreadable", "why": "games and score must be numbers, such as 9 and 6.5"}
    if blank := [name for name in _REQUIRED if not claim[name]]:
        return told | {"outcome": "unreadable", "why": f"no {' and no '.join(blank)}"}
    if claim["title"] not in titles:
        why = f"line {claim['line']}: unknown title {claim['title']!r}; norms are for {', '.join(titles)}"
        return told | {"outcome": "unreadable", "why": why}
    events, players, verdict = found["events"] or [], found["players"] or [], found["verdict"]
    if len(events) != 1:
        return told | {"outcome": "missing", "why": _none_or_many("event", events)}
    if len(players) != 1:
        return told | {"outcome": "missing", "why": _none_or_many("player", players)}
    if verdict is None:
        return told | {
            "outcome": "missing",
            "why": "no verdict for this title: no game that counts, or not open to the player",
        }
    if verdict["achieved"] is None:
        return told | {"outcome": "undecided", "why": verdict["undecided_because"]}
    if not verdict["achieved"]:
        articles = verdict["failed_articles"]
        return {"outcome": "disagree", "articles": articles, "why": f"not met: {', '.join(articles)}"}
    differing = [name for name, claimed in figures.items() if claimed != verdict[name]]
    if differing:
        ours = ", ".join(f"{name} {verdict[name]:g} by us" for name in differing)
        return told | {"outcome": "disagree", "why": f"the norm is there, but {ours}"}
    return told | {"outcome": "agree"}


def _none_or_many(what: str, found: list[object]) -> str:
    several = f"more than one {what} fits: {', '.join(map(str, found))}"
    return several if found else f"no {what} of ours is this"
