"""mart.blitz_ledger: the categories of players over time, and what was against the regulation (1 to 11).

The days of a series are gone through in order. Entries of the series file come before the events of their day; promotions count
from the day of the event on, after it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.stages.blitz import Row, by_event, regulations, rows_of
from normbook.stages.blitz_teams import team_event

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from normbook.regulations.blitz_schema import BlitzRegulation

INPUTS = (
    "staging.series",
    "staging.series_categories",
    "core.series_players",
    "mart.blitz_boards",
    "mart.blitz_events",
    "mart.blitz_promotions",
    "mart.blitz_results",
    "mart.blitz_teams",
)
# A name that fits two people is nobody's entry, and a finding.
_ENTRIES = """
    select
        entries.*,
        any_value(players.player_key) as player_key
    from staging.series_categories as entries
    inner join core.series_players as players
        on
            entries.series = players.series
            and (entries.fide_id = players.fide_id or name_key(entries.name) = name_key(players.name))
    group by all
    having count(distinct players.player_key) = 1
    order by entries.series, entries.entry
"""


@dataclass
class Player:
    """What is known of a player on a day.

    `by_standard` holds the categories that standard promotions brought, the latest last, each with the blitz category before it;
    `reached` those in which he reached the share that protects from a standard demotion (9).
    """

    fide_id: int | None = None
    name: str | None = None
    blitz: str | None = None
    standard: str | None = None
    by_standard: list[tuple[str, str | None]] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)


@dataclass
class Ledger:
    """The players of one series, day by day; `rows` are those of mart.blitz_ledger."""

    series: str
    regulation: BlitzRegulation
    players: dict[str, Player] = field(default_factory=lambda: defaultdict(Player))
    rows: list[Row] = field(default_factory=list)

    def change(self, key: str, kind: str, category: str, article: str, day: dt.date | None, event: Row | None) -> None:
        """Write down a category that a player has from now on."""
        player = self.players[key]
        self._add(key, kind, article, day, event, category=category, previous_category=player.blitz)
        player.blitz = category
        if kind == "promoted":
            # by merit: no standard demotion takes it away (9)
            player.by_standard.clear()

    def violation(self, key: str, kind: str, article: str, event: Row, category: str, explanation: str) -> None:
        """Write down what was against the regulation."""
        self._add(key, kind, article, event["start_date"], event, category=category, explanation=explanation)

    def _add(self, key: str, kind: str, article: str, day: dt.date | None, event: Row | None, **more: object) -> None:
        player = self.players[key]
        self.rows.append(
            {
                "series": self.series,
                "entry": len(self.rows) + 1,
                "player_key": key,
                "fide_id": player.fide_id,
                "name": player.name,
                "happened_on": day,
                "event_id": event and event["event_id"],
                "kind": kind,
                "article": article,
                "is_violation": "explanation" in more,
                **more,
            }
        )

    def enter(self, key: str, entry: Row) -> None:
        """Take an entry of the series file: a registration for blitz (2), or the category in standard chess (7 to 9)."""
        player, since = self.players[key], entry["since"]
        if entry["blitz"] is not None:
            if entry["blitz"] != player.blitz:
                article = self.regulation.direct_registration.article
                self.change(key, "registered", entry["blitz"], article, since, None)
            player.by_standard.clear()
            return
        before, player.standard = player.standard, entry["standard"]
        if before is not None and self.regulation.is_stronger(before, player.standard):
            self._demote(key, player, entry)
        elif player.blitz is None or self.regulation.is_stronger(player.standard, player.blitz):
            # the category in which he was first named, or is named again, came by no promotion, unless he has a weaker one in blitz
            if player.blitz is not None or before not in (None, player.standard):
                player.by_standard.append((entry["standard"], player.blitz))
            if player.blitz is not None:
                article = self.regulation.standard_promotion.article
                self.change(key, "standard_promotion", player.standard, article, since, None)

    def _demote(self, key: str, player: Player, entry: Row) -> None:
        """9: it counts for categories that came by standard promotions and in which the player never reached the share."""
        standard, category = entry["standard"], player.blitz
        while (
            player.by_standard
            and category in (None, player.by_standard[-1][0])
            and category not in player.reached
            and self.regulation.is_stronger(player.by_standard[-1][0], standard)
        ):
            kept = {standard, player.by_standard.pop()[1]}
            # who is not registered yet loses the claim alone
            category = category and next(one for one in self.regulation.categories.value if one in kept)
        if category is not None and category != player.blitz:
            article = self.regulation.standard_demotion.article
            self.change(key, "standard_demotion", category, article, entry["since"], None)

    def individual(self, event: Row, results: list[Row]) -> None:
        """Take an individual event: who may play (1, 2, 3, 7), and who is registered by playing (3)."""
        category, regulation = event["category"], self.regulation
        for row in results:
            key, player = row["player_key"], self.players[row["player_key"]]
            is_too_weak = self.is_below_standard(event, key, category)
            if player.blitz is not None and regulation.is_stronger(player.blitz, category):
                self.violation(
                    key,
                    "weaker_category",
                    regulation.registration_by_playing.article,
                    event,
                    category,
                    f"He is registered in category {player.blitz} and played in category {category}.",
                )
            elif not is_too_weak and player.blitz != category and self._may_enter(event, key, category):
                article = regulation.registration_by_playing.article
                self.change(key, "registered_by_playing", category, article, event["start_date"], event)
        self.remember_shares(event, results, category)

    def is_below_standard(self, event: Row, key: str, category: str) -> bool:
        """7: nobody plays in a category below his category in standard chess; who does is told, and not registered there."""
        standard = self.players[key].standard
        is_below = standard is not None and self.regulation.is_stronger(standard, category)
        if is_below:
            self.violation(
                key,
                "weaker_than_standard",
                self.regulation.weaker_than_standard.article,
                event,
                category,
                f"His category in standard chess is {standard}, and he played in category {category}.",
            )
        return is_below

    def _may_enter(self, event: Row, key: str, category: str) -> bool:
        """2: a club registers directly in some categories; into the others lead the standard category or merit.

        Who has no category in standard chess in the series file is registered, and it is told that nobody can know.
        """
        rule, standard = self.regulation.direct_registration, self.players[key].standard
        if category in rule.value or standard == category:
            return True
        kind, known = ("entitlement_unknown", "not known") if standard is None else ("not_entitled", standard)
        said = f"Category {category} is earned, and his category in standard chess is {known}."
        self.violation(key, kind, rule.article, event, category, said)
        return standard is None

    def remember_shares(self, event: Row, results: list[Row], category: str) -> None:
        """9: remember who reached the share of the points of his games in a category."""
        share = self.regulation.standard_demotion.value.unless_reached
        for row in results:
            if row["played_half_points"] >= share * 2 * row["games"]:
                self.players[row["player_key"]].reached.add(category)

    def promote(self, event: Row, promotions: list[Row]) -> None:
        """Take the promotions of an event (4, 5); who is in that category or a stronger one already stays there."""
        for row in promotions:
            blitz, to = self.players[row["player_key"]].blitz, row["to_category"]
            if row["promoted"] and (blitz is None or self.regulation.is_stronger(to, blitz)):
                self.change(row["player_key"], "promoted", to, row["article"], event["start_date"], event)


def blitz_ledger(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.blitz_ledger of all blitz series."""
    tables = {
        name: by_event(rows_of(connection, f"from mart.blitz_{name} order by all"))
        for name in ("boards", "promotions", "results", "teams")
    }
    persons, entries, events = (
        by_series(rows_of(connection, query))
        for query in (
            "from core.series_players order by all",
            _ENTRIES,
            "from mart.blitz_events where is_known_category order by series, start_date, position",
        )
    )
    return contract("mart.blitz_ledger").from_rows(
        row
        for series, regulation in regulations(connection).items()
        for row in _one_series(
            Ledger(series, regulation), persons.get(series, []), entries.get(series, []), events.get(series, []), tables
        )
    )


def by_series(rows: list[Row]) -> dict[str, list[Row]]:
    """Rows by series, in their order."""
    found = defaultdict(list)
    for row in rows:
        found[row["series"]].append(row)
    return found


def _one_series(
    ledger: Ledger,
    persons: list[Row],
    entries: list[Row],
    events: list[Row],
    tables: Mapping[str, Mapping[tuple[str, str], list[Row]]],
) -> Iterator[Row]:
    for person in persons:
        ledger.players[person["player_key"]] = Player(person["fide_id"], person["name"])
    days: list[tuple[dt.date, int, Row]] = [(entry["since"], 0, entry) for entry in entries]
    days += [(event["start_date"] or dt.date.max, 1, event) for event in events]
    for _, is_event, row in sorted(days, key=lambda day: day[:2]):
        if not is_event:
            ledger.enter(row["player_key"], row)
            continue
        key = ledger.series, row["event_id"]
        played = [one for one in tables["results"].get(key, []) if one["games"]]
        if row["stage"] in ("team", "mixed_team"):
            team_event(ledger, row, played, tables["boards"].get(key, []), tables["teams"].get(key, []))
        else:
            ledger.individual(row, played)
            ledger.promote(row, tables["promotions"].get(key, []))
    yield from ledger.rows
