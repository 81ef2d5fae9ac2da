"""Who is who over the events of a series: by FIDE number, else by folded name and birth date."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from normbook.contracts import contract

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

Row = dict[str, Any]

# One row per series, event and player, in the order of the events (by encounter, however the file has them); a folded name has
# its words sorted.
_QUERY = """
    select distinct on (events.series, events.event_id, players.start_number)
        events.series,
        events.event_id,
        players.start_number,
        players.fide_id,
        players.name,
        name_key(players.name) as folded_name,
        players.sex,
        players.birth_date,
        players.birth_year
    from staging.series as series
    inner join staging.series_events as events on series.series = events.series
    inner join core.event_players as players on events.event_id = players.event_id
    order by events.series, events.encounter, events.position, players.start_number
"""
_OWN = ("series", "event_id", "start_number", "player_key", "ambiguity")
_FACTS = ("fide_id", "name", "sex", "birth_date", "birth_year")
INPUTS = ("staging.series", "staging.series_events", "core.event_players")


def series_players(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """core.series_players from the session's players and series."""
    return persons(connection.sql(_QUERY).to_arrow_table())


def persons(players: pa.Table) -> pa.Table:
    """core.series_players from one row per series, event and player, in the order of the events.

    Who has no number is the only person of that name whose birth does not speak against it. Where a name fits two people,
    and where one person would stand twice in an event, the row stays a person of its own and says why (`ambiguity`).
    """
    by_series = groupby(players.to_pylist(), lambda row: row["series"])
    return contract("core.series_players").from_rows(row for _, rows in by_series for row in _people(list(rows)))


def _people(rows: list[Row]) -> Iterator[Row]:
    """The rows of one series with their persons."""
    keys = _keys(rows)
    places = Counter((keys[_card(row)], row["event_id"]) for row in rows)
    persons: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        key = keys[_card(row)]
        row["ambiguity"] = None
        if key is None or places[key, row["event_id"]] > 1:
            row["ambiguity"] = (
                "the name fits two people of the series"
                if key is None
                else "two players of the event would be one person"
            )
            key = f"{row['fide_id'] or row['folded_name']} ({row['event_id']} {row['start_number']})"
        row["player_key"] = key
        persons[key].append(row)
    known = {
        key: {fact: next((row[fact] for row in reversed(of_one) if row[fact] is not None), None) for fact in _FACTS}
        for key, of_one in persons.items()
    }
    for row in rows:
        yield {column: row[column] for column in _OWN} | known[row["player_key"]]


def _card(row: Row) -> _Card:
    """What a row says about who its player is."""
    return _Card(row["folded_name"], row["fide_id"], row["birth_date"], row["birth_year"])


def _keys(rows: list[Row]) -> dict[_Card, str | None]:
    """The person of every card, None where it fits two people.

    Cards with a number come first, then those with a date, a year, a name alone: each is the only person found so far that
    it fits, or a person of its own.
    """
    repeated = Counter((_card(row), row["event_id"]) for row in rows)
    twice = {card for (card, _), times in repeated.items() if times > 1}
    keys: dict[_Card, str | None] = {}
    found: dict[str, list[_Card]] = defaultdict(list)
    for card in sorted({_card(row) for row in rows}, key=_Card.strength):
        fitting = (
            {keys[other] for other in found[card.folded_name] if card.fits(other)} if card.fide_id is None else set()
        )
        if card.fide_id is not None:
            keys[card] = str(card.fide_id)
        elif len(fitting) > 1 or card in twice or not card.folded_name:
            keys[card] = None
        else:
            keys[card] = next(iter(fitting), f"{card.folded_name} {card.birth_date or card.birth_year or ''}".strip())
        found[card.folded_name].append(card)
    return keys


class _Card(NamedTuple):
    folded_name: str
    fide_id: int | None
    birth_date: date | None
    birth_year: int | None

    def strength(self) -> tuple[bool, bool, bool, str]:
        """What says most comes first; the rest only makes the order certain."""
        return self.fide_id is None, self.birth_date is None, self.birth_year is None, repr(self)

    def fits(self, other: _Card) -> bool:
        """Whether the births do not speak against one person."""
        if self.birth_date and other.birth_date:
            return self.birth_date == other.birth_date
        return None in (self.birth_year, other.birth_year) or self.birth_year == other.birth_year
