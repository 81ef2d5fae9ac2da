"""The same events under another edition: hypothetical verdicts beside the real ones, never among them."""

from __future__ import annotations

from collections import Counter

import duckdb

from normbook.reports.published import Row, rows

# Norms by players who do not hold the title, made in force or under an edition that was asked for; a verdict may be missing on
# either side, since an edition can refuse an event. What an open verdict would be nobody knows, so it makes no norm.
_NORMS = """
with
asked as (
    -- readings alone are asked of the edition of each event
    select supposed.edition, bool_or(supposed.edition <> events.edition) as judges_all
    from mart.hypothetical_verdicts as supposed
    inner join core.events as events on supposed.event_id = events.event_id
    group by supposed.edition
),

keys as (
    select edition, event_id, start_number, title_sought from mart.hypothetical_verdicts
    union
    select asked.edition, event_id, start_number, title_sought
    from mart.norm_verdicts as verdicts
    inner join asked on asked.judges_all or verdicts.edition = asked.edition
)

select
    keys.*,
    coalesce(forced.fide_id, supposed.fide_id) as fide_id,
    coalesce(players.title_code, players.womens_title_code) as title_held,
    coalesce(players.name, 'start number ' || keys.start_number) as name,
    players.federation_code,
    events.name as event_name,
    events.edition as edition_in_force,
    coalesce(forced.achieved, false) as in_force,
    coalesce(supposed.achieved, false) as under_edition,
    case when forced.event_id is not null then forced.failed_articles end as failed_in_force,
    case when supposed.event_id is not null then supposed.failed_articles end as failed_under_edition,
    coalesce(if(under_edition, supposed.basis, forced.basis), 'read') as basis
from keys
inner join core.events as events on keys.event_id = events.event_id
inner join core.event_players as players
    on keys.event_id = players.event_id and keys.start_number = players.start_number
left join mart.norm_verdicts as forced
    on
        keys.event_id = forced.event_id and keys.start_number = forced.start_number
        and keys.title_sought = forced.title_sought
left join mart.hypothetical_verdicts as supposed
    on
        keys.edition = supposed.edition and keys.event_id = supposed.event_id
        and keys.start_number = supposed.start_number and keys.title_sought = supposed.title_sought
where (in_force or under_edition) and not coalesce(forced.already_held, supposed.already_held)
order by keys.edition, keys.title_sought, players.federation_code nulls last, name, keys.event_id, keys.start_number
"""


def norms_under_editions(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return every new norm that was made in force, or would be under an edition that was asked for, once for each edition.

    `change` is gained, lost or kept. `failed` are the articles that make the difference: those of the edition that gives no norm,
    None where it gives no verdict at all; empty where it leaves it open.
    """
    norms = rows(connection, _NORMS)
    for norm in norms:
        norm["change"] = (
            "kept" if norm["in_force"] == norm["under_edition"] else "gained" if norm["under_edition"] else "lost"
        )
        norm["failed"] = norm["failed_under_edition"] if norm["in_force"] else norm["failed_in_force"]
    return norms


def count_by_edition(norms: list[Row], titles: list[str], editions: list[str]) -> list[Row]:
    """Count them for every edition and title: rows of edition, title, in_force, under_edition, gained, lost."""
    changes = Counter((norm["edition"], norm["title_sought"], norm["change"]) for norm in norms)
    counts = []
    for edition in editions:
        for title in titles:
            kept, gained, lost = (changes[edition, title, change] for change in ("kept", "gained", "lost"))
            numbers = {"in_force": kept + lost, "under_edition": kept + gained, "gained": gained, "lost": lost}
            counts.append({"edition": edition, "title": title} | numbers)
    return counts


def editions_asked(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The editions of the hypothetical verdicts, oldest first."""
    return [
        row["edition"] for row in rows(connection, "select distinct edition from mart.hypothetical_verdicts order by 1")
    ]


def readings_asked(connection: duckdb.DuckDBPyConnection) -> str:
    """The readings of open questions that the hypothetical verdicts follow, empty for the usual ones."""
    return ", ".join(
        row["readings"]
        for row in rows(connection, "select distinct readings from mart.hypothetical_verdicts where readings <> ''")
    )
