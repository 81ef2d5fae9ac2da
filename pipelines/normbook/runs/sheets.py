"""One sheet by hand: the certificate of a norm or the application for a title, below `<out>/reports/sheets`."""

from __future__ import annotations

from pathlib import Path

import duckdb

from normbook.errors import NormbookError
from normbook.reports import sheets
from normbook.reports.messages import Words, words_in
from normbook.reports.printing import print_pages
from normbook.reports.published import Row, rows
from normbook.reports.rendering import application_stem, certificate_stem, render
from normbook.runs.explain import event_meant, player_meant
from normbook.warehouse.session import open_published

_VERDICTS = """
select event_id, start_number, title_sought, achieved, already_held, undecided_because, failed_articles
from mart.norm_verdicts
where event_id = $event and start_number = $player and title_sought = coalesce($title, title_sought)
order by title_sought
"""

_PROGRESS = """
select *
from mart.title_progress
where
    title_sought = coalesce($title, title_sought)
    and (
        cast(fide_id as varchar) = $player
        or (
            name_key($player) <> ''
            and list_bool_and(list_transform(string_split(name_key($player), ' '), lambda part: contains(name_key(name), part)))
        )
    )
order by fide_id, title_sought
"""


def write_certificate(
    out: Path, event: str, player: str, title: str | None, language: str = "en", document: str = "html"
) -> Path:
    """Write the certificates of a player's norms in an event, one page each in one file; return it.

    `event` is an event_id, `player` a start number, a FIDE number or a part of the name; `document` is html or pdf. Raises
    NormbookError where there is no such norm, with the reason.
    """
    words = words_in(language)
    with open_published(out, sheets.TABLES) as connection:
        event = event_meant(connection, event, "core.event_players")
        number = player_meant(connection, event, player)
        verdicts = rows(connection, _VERDICTS, event=event, player=number, title=title)
        made = [verdict for verdict in verdicts if verdict["achieved"]]
        if not made:
            raise NormbookError(f"{event}, {player}: {_why_not(verdicts)}, so there is nothing to certify.")
        norms = sheets.certificates(connection, made)
    stem = certificate_stem(norms[0]) if len(norms) == 1 else certificate_stem(norms[0]).rpartition("-")[0]
    return _write(out, words, document, stem, render(words, "certificate.html.j2", norms=norms))


def write_application(out: Path, player: str, title: str | None, language: str = "en", document: str = "html") -> Path:
    """Write the application of a player for a title, or for each title that he has a norm for; return the file.

    `player` is a FIDE number or a part of the name. Raises NormbookError where nobody with a norm fits, or more than one.
    """
    words = words_in(language)
    with open_published(out, sheets.TABLES) as connection:
        progress = _the_player(connection, player, title)
        found = sheets.applications(connection, progress)
    for sheet in found:
        sheet["figure"] = sheets.history(sheet, words)
    stem = application_stem(found[0]) if len(found) == 1 else str(found[0]["fide_id"])
    return _write(out, words, document, stem, render(words, "application.html.j2", sheets=found))


def _the_player(connection: duckdb.DuckDBPyConnection, player: str, title: str | None) -> list[Row]:
    progress = rows(connection, _PROGRESS, player=player, title=title)
    people = {row["fide_id"]: row["name"] for row in progress}
    if not people:
        raise NormbookError(
            f"{player}: nobody of this name or FIDE number has {f'a {title} norm' if title else 'a norm'} in "
            "mart.title_progress; norms of players without a FIDE number lead to no application."
        )
    if len(people) > 1:
        named = "; ".join(f"{name} {number}" for number, name in list(people.items())[:5])
        raise NormbookError(f"{player}: {len(people)} players fit: {named}. Give the FIDE number.")
    return progress


def _why_not(verdicts: list[Row]) -> str:
    if not verdicts:
        return "there is no verdict (the event gives none, no game counts, or the title is not one that he or she can seek)"
    told = [
        f"{row['title_sought']} {row['undecided_because'] or 'not met: ' + ', '.join(row['failed_articles'])}"
        for row in verdicts
    ]
    return f"no norm ({'; '.join(told)})"


def _write(out: Path, words: Words, document: str, stem: str, page: str) -> Path:
    language = "" if words.language == "en" else f"_{words.language}"
    target = out / "reports" / "sheets" / f"{stem}{language}.{document}"
    target.parent.mkdir(parents=True, exist_ok=True)
    if document == "pdf":
        print_pages([page], target)
    else:
        target.write_text(page, encoding="utf-8", newline="\n")
    return target
