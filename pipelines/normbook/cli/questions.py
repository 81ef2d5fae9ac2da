"""Commands that answer a question: table, sql, explain, near, standings, plan, claims; and sign, which notes an answer down."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from normbook.cli.application import OUT, RAW, AsJson, Out, Raw, app
from normbook.cli.output import complain, say, show_rows, working
from normbook.errors import UsageError

Title = Literal["GM", "IM", "WGM", "WIM"]
OtherReadings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        help="Judge hypothetically, by another reading of an open question, such as short_games=include. May be repeated.",
    ),
]


@app.command()
def table(
    rounds: Annotated[int, typer.Argument(help="Number of games.", min=1, max=200)],
    edition: Annotated[
        str | None, typer.Option("--edition", help="Edition by its date; the latest encoded one by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the table from opponents' average to score needed (1.49a of 2005) for a number of games."""
    from normbook.regulations.printed import average_to_score, in_print

    with working(as_json):
        caption, rows = average_to_score(rounds, edition)
    show_rows(caption, rows if as_json else in_print(rows), as_json)


@app.command()
def sql(
    table: Annotated[str, typer.Argument(help="A table, for example mart.norm_verdicts, or checks.NAME.")],
    as_json: AsJson = False,
) -> None:
    """Print the SQL that makes a table, to be read: its inputs are named at its top, and not all of them are published."""
    from normbook.warehouse.sql_files import sql_file

    with working(as_json):
        file = sql_file(table)
    say(
        json.dumps({"table": file.name, **file.header, "sql": file.text}, ensure_ascii=False)
        if as_json
        else file.text.rstrip()
    )


@app.command()
def sign(
    event: Annotated[str, typer.Argument(help="The event_id, as in mart.norm_verdicts.")],
    player: Annotated[str, typer.Argument(help="Start number, FIDE number or name.")],
    title: Annotated[Title, typer.Option("--title", case_sensitive=False, help="GM, IM, WGM or WIM.")],
    by: Annotated[str | None, typer.Option("--by", help="Who signs.")] = None,
    raw: Raw = RAW,
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """Sign a published norm off: a file below --raw; whatever changes the norm later is then a finding."""
    from datetime import date

    from normbook.runs.signing import sign as sign_norm

    with working(as_json):
        file = sign_norm(raw, out, event, player, title, by, date.today())
    say(json.dumps(str(file), ensure_ascii=False) if as_json else f"Signed: {file}. `normbook run` watches it.")


@app.command()
def claims(
    file: Annotated[
        Path, typer.Argument(help="CSV with event, player (number or name), title, and maybe games, score.")
    ],
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """Compare claimed or registered norms with the published ones: agree, disagree with articles, missing."""
    from normbook.runs.claims import compare_claims

    with working(as_json):
        rows = compare_claims(out, file)
    shown = rows if as_json else [row | {"articles": ", ".join(row["articles"])} for row in rows]
    show_rows(f"Claims of {file.name}", shown, as_json)


@app.command()
def explain(
    event: Annotated[str, typer.Argument(help="The event_id: the report's file name without its ending.")],
    player: Annotated[str, typer.Argument(help="Start number, FIDE number or a part of the name.")],
    title: Annotated[
        Title | None, typer.Option("--title", case_sensitive=False, help="GM, IM, WGM or WIM; all by default.")
    ] = None,
    reading: OtherReadings = None,
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """Say why a norm was made or not: every article, every game, and the least change. Any verdict, published or not."""
    from normbook.regulations import readings_named
    from normbook.runs.explain import articles_to_print, games_to_print
    from normbook.runs.explain import explain as explain_player

    with working(as_json):
        answer = explain_player(out, event, player, title, readings_named(reading or ()))
    if as_json:
        say(json.dumps(answer, ensure_ascii=False, default=str))
        return
    verdicts, findings = answer.pop("verdicts"), answer.pop("findings")
    show_rows(f"{answer['player']}, {answer['event']}", [{"": k, "value": v} for k, v in answer.items()], as_json)
    if not verdicts:
        say("No verdict: the event gives none, no game counts, or only women can make this norm.")
        show_rows("What is said of the event", findings, as_json)
    for verdict in verdicts:
        say(verdict["sentence"])
        show_rows(f"{verdict['title_sought']}: articles", articles_to_print(verdict), as_json)
        show_rows(f"{verdict['title_sought']}: games", games_to_print(verdict), as_json)
        if verdict["near"]:
            say(verdict["near"]["sentence"])


@app.command()
def near(
    event: Annotated[str | None, typer.Argument(help="The event_id; all events by default.")] = None,
    player: Annotated[
        str | None, typer.Option("--player", help="One player of the event, with the scores still needed by average.")
    ] = None,
    title: Annotated[Title | None, typer.Option("--title", case_sensitive=False, help="GM, IM, WGM or WIM.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="Rows at most.", min=1)] = 20,
    reading: OtherReadings = None,
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """List who was near a norm, or can still make one in a running event, nearest first."""
    from normbook.regulations import readings_named
    from normbook.runs.near import near as near_norms

    with working(as_json):
        found = near_norms(out, event, player, title, readings_named(reading or ()))
    rows = found[:limit]
    if as_json:
        show_rows("Near", rows, as_json)
        return
    # a sentence is too long for a column beside others
    for row in rows:
        say(f"{row['distance']:4}  {row['event_id']} {row['start_number']}, {row['player']}: {row['sentence']}")
    if not rows:
        say("Nobody here is near a norm.")
    if len(found) > limit:
        say(f"{limit} of {len(found)} are shown; --limit shows more.")
    for row in rows if player else []:
        if row["scores"]:
            caption = f"{row['title_sought']}: points needed by the average of the opponents not yet known"
            show_rows(caption, row["scores"], as_json)


@app.command()
def standings(
    series: Annotated[str, typer.Argument(help="The series: its file's name without the ending.")],
    show: Annotated[
        Literal[
            "standings",
            "events",
            "results",
            "race",
            "finals",
            "fees",
            "clubs",
            "promotions",
            "categories",
            "teams",
            "groups",
        ],
        typer.Option(
            "--show",
            help="race: what is still possible, and the seeding list of the next event; fees: the settlement. Blitz championships "
            "have standings, events, promotions, categories, teams and groups.",
        ),
    ] = "standings",
    category: Annotated[str | None, typer.Option("--category", help="One category.")] = None,
    section: Annotated[Literal["open", "women"] | None, typer.Option("--section", help="open or women.")] = None,
    figure: Annotated[
        Path | None, typer.Option("--figure", help="Draw the race into this file (.svg, .png or .pdf).")
    ] = None,
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """Show the standings of a Grand Prix or a blitz championship, how ties were resolved, and what follows from them."""
    from normbook.runs.standings import in_print, race_figure
    from normbook.runs.standings import standings as standings_of

    with working(as_json):
        view, rows = standings_of(out, series, show, category, section)
        if figure:
            try:
                race_figure(out, series, category, section).savefig(figure)
            except ValueError as error:
                raise UsageError(f"{figure}: this ending is not known; give .svg, .png or .pdf") from error
    if as_json:
        show_rows(series, rows, as_json)
        return
    for caption, table, sentences in in_print(view, rows):
        show_rows(f"{series}, {caption}: {show}" if caption else f"{series}: {show}", table, as_json)
        for sentence in sentences:
            say(sentence)
    if not rows:
        say(f"{series}: nothing to show under {show}.")


@app.command()
def plan(
    entry_list: Annotated[
        Path, typer.Argument(help="The invited field: CSV with a column name, or a report file (TRF).")
    ],
    system: Annotated[str, typer.Option("--system", help="round_robin, double_round_robin or swiss.")] = "round_robin",
    rounds: Annotated[int | None, typer.Option("--rounds", help="Rounds of a Swiss.", min=1)] = None,
    start: Annotated[
        datetime | None,
        typer.Option("--start", help="First day; that of a report file, else today.", formats=["%Y-%m-%d"]),
    ] = None,
    host: Annotated[str | None, typer.Option("--host", help="Federation that hosts the event.")] = None,
    exemption: Annotated[
        str | None, typer.Option("--exemption", help="Exemption from the federation rules, by name or article.")
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", help="Judge by this edition whatever the day.")] = None,
    reading: OtherReadings = None,
    as_json: AsJson = False,
) -> None:
    """Answer before the event: per player and title whether a norm is possible, the score needed, and what is missing."""
    from dataclasses import asdict

    from normbook.regulations import readings_named
    from normbook.runs.planning import in_print
    from normbook.runs.planning import plan as plan_event

    with working(as_json):
        day = start and start.date()
        answer = plan_event(
            entry_list,
            system=system,
            rounds=rounds,
            start=day,
            host=host,
            exemption=exemption,
            edition=edition,
            readings=readings_named(reading or ()),
        )
    if as_json:
        say(json.dumps(asdict(answer), ensure_ascii=False, default=str))
        return
    show_rows("Before the event", [{"": name, "value": value} for name, value in answer.head.items()], as_json)
    for title in dict.fromkeys(row["title_sought"] for row in answer.rows):
        show_rows(f"{title} norms", in_print(answer.rows, title), as_json)
    for sentence in answer.told:
        complain(sentence)
