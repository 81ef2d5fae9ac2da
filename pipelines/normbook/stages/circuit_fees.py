"""Fees of a circuit and where they go (18 to 20)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.stages.circuits import Season, in_age, rows_of, seasons

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

Row = dict[str, Any]


def club_shares(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """mart.grand_prix_club_shares: of each event and club, who entered, who paid, and what goes to whom; whole units of money.

    Everybody in the report entered. The first of an event, and all who share that place, pay nothing in the next event of
    the category; the first of the season nothing in the final; who pays nothing yields no shares (19, 20). A final of
    several stages is paid once, and so is an event that the series file gives to several categories: in the first of them for
    which the player is not too old.
    """
    entries = rows_of(connection, "mart.circuit_entries", "position, start_number")
    results = rows_of(connection, "(from mart.circuit_results where place = 1 and is_finished)", "position")
    last = rows_of(connection, "(from mart.circuit_standings where is_last and place = 1)", "category")
    rows: list[Row] = []
    for season in seasons(connection):
        if season.circuit.fee.value is not None:
            series = season.series
            rows += _shares(season, entries.get(series, []), results.get(series, []), last.get(series, []))
    return contract("mart.grand_prix_club_shares").from_rows(rows)


def _shares(season: Season, entries: Sequence[Row], firsts: Sequence[Row], last: Sequence[Row]) -> Iterator[Row]:
    circuit, rule = season.circuit, season.circuit.exemptions.value
    fee, shares = circuit.fee.value or 0, circuit.fee_shares.value or {}
    exempt_next: dict[str, set[str]] = defaultdict(set)
    for row in firsts:
        following = _next_event(season, row)
        if rule and rule.first_of_event and row["section"] in rule.first_of_event_sections and following is not None:
            exempt_next[following].add(row["player_key"])
    champions = {(row["category"], row["section"], row["player_key"]) for row in last}
    paid_final: set[tuple[str, str, str]] = set()
    paid_at: dict[tuple[str, int], int] = {}
    for row in sorted(entries, key=lambda row: in_age(circuit, row) is False):
        paid_at.setdefault((row["event_id"], row["start_number"]), row["position"])
    for position, of_event in groupby(entries, lambda row: row["position"]):
        counts: dict[str | None, list[int]] = defaultdict(lambda: [0, 0])
        for row in of_event:
            stage, key = season.final(row), row["player_key"]
            of_final = circuit.standing_of(row["category"]), row["section"], key
            is_elsewhere = paid_at[row["event_id"], row["start_number"]] != position
            if is_elsewhere or (stage is not None and of_final in paid_final):
                continue
            is_exempt = key in exempt_next[row["event_id"]]
            if stage is not None:
                paid_final.add(of_final)
                is_exempt = bool(rule and rule.first_of_season) and of_final in champions
            counts[row["club"]][0] += 1
            counts[row["club"]][1] += is_exempt
        for club, (entered, exempt) in counts.items():
            paying = entered - exempt
            yield {
                "series": season.series,
                "category": row["category"],
                "event_id": row["event_id"],
                "club": club or "",
                "final": stage,
                "entered": entered,
                "exempt": exempt,
                "paying": paying,
                "fees": fee * paying,
                **{f"to_{name}": share * paying for name, share in shares.items()},
            }


def _next_event(season: Season, result: Row) -> str | None:
    """The event in the category that follows a result, by encounter and place in the file."""
    order = sorted(season.encounters(result["category"]), key=lambda event: (season.step(event), event["position"]))
    later = [event["event_id"] for event in order if event["category"] == result["event_category"]]
    index = later.index(result["event_id"]) + 1
    return later[index] if index < len(later) else None
