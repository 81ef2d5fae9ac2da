"""Sheets to sign: the certificate of a norm with the fields of IT1, the application for a title with those of IT2.

Everything is read from published tables. FIDE's own forms are not copied: these sheets hold their fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import duckdb
from markupsafe import Markup

from normbook.reports import figures
from normbook.reports.lists import TITLES
from normbook.reports.messages import Words
from normbook.reports.published import Row, rows
from normbook.reports.rendering import application_stem, certificate_stem, render

# What the sheets are read from.
TABLES = (
    "core.events", "core.event_players", "core.games", "core.rating_lists", "mart.norm_verdicts", "mart.norms",
    "mart.norm_rule_outcomes", "mart.norm_game_audits", "mart.title_progress", "ref.editions", "ref.exemptions",
    "ref.federations", "ref.norm_titles", "ref.parameters",
)  # fmt: skip
# More applications than this tell the ratings in words alone: the figures would take half of the time of a large report.
MOST_WITH_FIGURE = 200

_NORMS = """
with chosen as (
    select event_id, start_number, title_sought
    from mart.norm_verdicts
    inner join (select unnest($keys, recursive := true)) as asked using (event_id, start_number, title_sought)
    where achieved
)

select
    verdicts.* exclude (name),
    coalesce(verdicts.name, players.name, 'start number ' || start_number) as name,
    coalesce(players.title_code, players.womens_title_code) as title_held,
    players.birth_date, players.birth_year, players.rating, players.rating_source,
    events.name as event_name, events.city, events.federation_code as host_code, events.start_date, events.end_date,
    events.system, events.rounds, events.players, events.average_rating, events.list_month, events.exemption,
    events.time_control, events.chief_arbiter, events.source_file, events.source_sha256,
    hosts.name as host_name,
    federations.name as federation_name,
    titles.least_performance, titles.least_average, titles.title_order,
    editions.name as edition_name,
    coalesce(events.start_date not between editions.valid_from and coalesce(editions.valid_to, events.start_date), true)
        as is_hypothetical
from mart.norm_verdicts as verdicts
inner join chosen using (event_id, start_number, title_sought)
inner join core.events as events using (event_id)
inner join core.event_players as players using (event_id, start_number)
left join ref.editions as editions on verdicts.edition = editions.edition
left join ref.norm_titles as titles on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
left join ref.federations as hosts on events.federation_code = hosts.federation_code
left join ref.federations as federations on verdicts.federation_code = federations.federation_code
order by titles.title_order, verdicts.federation_code nulls last, name, events.start_date, event_id, start_number
"""

_NEW = """
select event_id, start_number, title_sought
from mart.norm_verdicts
where achieved and not already_held
order by event_id, start_number, title_sought
"""

_GAMES = """
select
    audits.*,
    games.outcome, games.colour, games.result_code,
    opponents.name, opponents.fide_id, opponents.federation_code, opponents.rating,
    opponents.title_code, opponents.womens_title_code
from mart.norm_game_audits as audits
inner join core.games as games using (event_id, start_number, round_number)
left join core.event_players as opponents
    on audits.event_id = opponents.event_id and audits.opponent_number = opponents.start_number
inner join (select unnest($keys, recursive := true)) as asked
    on
        audits.event_id = asked.event_id and audits.start_number = asked.start_number
        and audits.title_sought = asked.title_sought
order by audits.event_id, audits.start_number, audits.title_sought, audits.round_number
"""

_WAIVED = """
select event_id, start_number, title_sought, list(distinct waived_by order by waived_by) as waived_by
from mart.norm_rule_outcomes
inner join (select unnest($keys, recursive := true)) as asked using (event_id, start_number, title_sought)
where waived_by is not null
group by all
"""

_SWISS_ARTICLES = "select edition, article from ref.exemptions where exemption = 'swiss'"

# The field of 1.4.3d: all players of the event, the rule itself looks at each round.
_FIELDS = """
select
    event_id,
    count(distinct players.federation_code) as federations,
    count(players.rating) filter (players.federation_code is distinct from events.federation_code) as guests,
    count_if(
        players.rating is not null and players.federation_code is distinct from events.federation_code
        and (list_contains($titles, players.title_code) or list_contains($titles, players.womens_title_code))
    ) as titled_guests
from core.events as events
inner join core.event_players as players using (event_id)
where event_id in (select unnest($events))
group by event_id
"""

_PARAMETERS = (
    "select edition, parameter, value from ref.parameters where parameter in ('titled_codes', 'swiss_exemption')"
)

_RATINGS = """
select fide_id, list_month, name, rating
from core.rating_lists
where list_kind = 'standard' and not is_repeated and fide_id in (select unnest($players))
order by fide_id, list_month
"""


def new_norms(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the norms made by players who did not hold the title: rows of event_id, start_number, title_sought."""
    return rows(connection, _NEW)


def certificates(connection: duckdb.DuckDBPyConnection, keys: Sequence[Row] | None = None) -> list[Row]:
    """Return the norms made by players who did not hold the title, or those of `keys`, with the fields of IT1.

    `keys` are rows of event_id, start_number and title_sought. Each answer has the columns of mart.norm_verdicts and of its
    event, `rounds_played` (every round: opponent, rating, `rating_used`, `result`, whether counted and why not), and
    `opponents` (see `count_opponents`), `exceeding` (points above the need), `waived_by`, `field` where the field of the
    Swiss waives the federations, and `reservations`: what makes the sheet provisional.
    """
    keys = new_norms(connection) if keys is None else keys
    found = rows(connection, _NORMS, keys=[_key(row) for row in keys]) if keys else []
    these = [_key(row) for row in found]
    games = _by_verdict(rows(connection, _GAMES, keys=these)) if these else {}
    waived = _by_verdict(rows(connection, _WAIVED, keys=these)) if these else {}
    swiss = {row["edition"]: row["article"] for row in rows(connection, _SWISS_ARTICLES)}
    values = {(row["edition"], row["parameter"]): json.loads(row["value"]) for row in rows(connection, _PARAMETERS)}
    titles_of_rule = {
        edition: value["titles"] for (edition, name), value in values.items() if name == "swiss_exemption"
    }
    fields: dict[tuple[str, str], Row] = {}
    for edition in sorted({norm["edition"] for norm in found} & titles_of_rule.keys()):
        events = sorted({norm["event_id"] for norm in found if norm["edition"] == edition})
        for field in rows(connection, _FIELDS, titles=titles_of_rule[edition], events=events):
            fields[edition, field["event_id"]] = field | {"titles": titles_of_rule[edition]}
    for norm in found:
        norm["rounds_played"] = games.get(tuple(_key(norm).values()), [])
        norm["waived_by"] = [a for row in waived.get(tuple(_key(norm).values()), []) for a in row["waived_by"]]
        titled = values.get((norm["edition"], "titled_codes"), [])
        norm["opponents"] = count_opponents(norm, norm["rounds_played"], titled)
        norm["exceeding"] = norm["score"] - norm["score_required"] if norm["score_required"] is not None else None
        for game in norm["rounds_played"]:
            game["result"] = result_of(game)
        norm["reservations"] = (["basis"] if norm["basis"] != "read" else []) + (
            ["hypothetical"] if norm["is_hypothetical"] else []
        )
        is_waived = swiss.get(norm["edition"]) in norm["waived_by"]
        norm["field"] = fields[norm["edition"], norm["event_id"]] if is_waived else None
    return found


def count_opponents(norm: Row, games: list[Row], titled: list[str]) -> Row:
    """Count the distinct opponents of the counted games for the form: each once, by the highest title.

    `federations` are the distinct ones without FID; `titled` are those with one of the codes `titled`; `by_title` has every
    title of the reports; `not_own`, `host`, `rated` and `unrated` are numbers of opponents.
    """
    opponents = {
        game["opponent_number"]: game for game in games if game["counted"] and game["opponent_number"] is not None
    }
    highest = [
        next((title for title in TITLES if title in (one["title_code"], one["womens_title_code"])), None)
        for one in opponents.values()
    ]
    codes = [one["federation_code"] for one in opponents.values()]
    return {
        "all": len(opponents),
        "federations": len({code for code in codes if code not in (None, "FID")}),
        "not_own": sum(code is not None and code != norm["federation_code"] for code in codes),
        "host": sum(code is not None and code == norm["host_code"] for code in codes),
        "rated": sum(one["rating"] is not None for one in opponents.values()),
        "unrated": sum(one["rating"] is None for one in opponents.values()),
        "titled": sum(bool({one["title_code"], one["womens_title_code"]} & set(titled)) for one in opponents.values()),
        "by_title": {title: highest.count(title) for title in TITLES},
    }


def applications(connection: duckdb.DuckDBPyConnection, progress: Sequence[Row]) -> list[Row]:
    """Return rows of mart.title_progress with the fields of IT2: `norms_listed` (see `certificates`) and `ratings`.

    `ratings` are the standard ratings of the player in the lists held: rows of list_month, name, rating; `reached` is the
    first of them with the rating that the title asks for, None if there is none. `person` is the latest of the norms, for
    federation and day of birth.
    """
    keys = [
        {"event_id": event_id, "fide_id": row["fide_id"], "title_sought": row["title_sought"]}
        for row in progress
        for event_id in row["event_ids"]
    ]
    numbers = rows(
        connection,
        """
        select distinct norms.event_id, norms.start_number, norms.title_sought, norms.fide_id
        from mart.norms as norms
        inner join (select unnest($keys, recursive := true)) as asked using (event_id, fide_id, title_sought)
        """,
        keys=keys,
    ) if keys else []  # fmt: skip
    norms: dict[tuple[int, str], list[Row]] = {}
    for norm in certificates(connection, numbers):
        norms.setdefault((norm["fide_id"], norm["title_sought"]), []).append(norm)
    ratings: dict[int, list[Row]] = {}
    for row in rows(connection, _RATINGS, players=[row["fide_id"] for row in progress]) if progress else []:
        ratings.setdefault(row["fide_id"], []).append(row)
    sheets = []
    for row in progress:
        listed = sorted(
            norms.get((row["fide_id"], row["title_sought"]), []), key=lambda n: (n["start_date"], n["event_id"])
        )
        history = ratings.get(row["fide_id"], [])
        enough = [r for r in history if r["rating"] is not None and r["rating"] >= row["rating_required"]]
        sheets.append(
            row
            | {
                "norms_listed": listed,
                "person": listed[-1] if listed else None,
                "ratings": history,
                "reached": enough[0] if enough else None,
                "reservations": sorted({reason for norm in listed for reason in norm["reservations"]}),
            }
        )
    return sheets


def certificate_pages(
    connection: duckdb.DuckDBPyConnection, words: Words, keys: Sequence[Row]
) -> Iterator[tuple[str, str]]:
    """The certificates of these norms: name of the file, without ending, and page."""
    for norm in certificates(connection, keys):
        yield certificate_stem(norm), render(words, "certificate.html.j2", norms=[norm])


def application_pages(
    connection: duckdb.DuckDBPyConnection, words: Words, progress: Sequence[Row], *, are_drawn: bool
) -> Iterator[tuple[str, str]]:
    """The applications of these rows of mart.title_progress, likewise, with the figure of the ratings or without."""
    for sheet in applications(connection, progress):
        sheet["figure"] = history(sheet, words) if are_drawn else None
        yield application_stem(sheet), render(words, "application.html.j2", sheets=[sheet])


def history(sheet: Row, words: Words) -> Markup | None:
    """Draw the ratings of an application with the rating that is asked for; None with fewer than two lists."""
    if len(sheet["ratings"]) < 2:
        return None
    named = [row | {"name": sheet["name"] or str(sheet["fide_id"])} for row in sheet["ratings"]]
    figure = figures.rating_history(named, {sheet["title_sought"]: sheet["rating_required"]}, words)
    return Markup(figures.inline_svg(figure, "history", words.plain("figtitle.history")))


def result_of(game: Row) -> str:
    """The score as the form wants it: + = - where nothing was played."""
    if game["outcome"] == "forfeit_win":
        return "+"
    if game["outcome"] in ("forfeit_loss", "not_paired"):
        return "−"
    if game["outcome"] == "bye":
        return {1.0: "+", 0.5: "="}.get(game["score"], "−")
    return {1.0: "1", 0.5: "½", 0.0: "0"}.get(game["score"], "?")


def _key(row: Row) -> Row:
    return {name: row[name] for name in ("event_id", "start_number", "title_sought")}


def _by_verdict(found: list[Row]) -> dict[tuple[object, ...], list[Row]]:
    grouped: dict[tuple[object, ...], list[Row]] = {}
    for row in found:
        grouped.setdefault(tuple(_key(row).values()), []).append(row)
    return grouped
