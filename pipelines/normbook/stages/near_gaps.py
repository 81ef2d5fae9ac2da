"""What the opponents of a verdict lack, in numbers and in words: rows of mart.near_gaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import duckdb

Verdict = tuple[str, int, str]

# One of what, more of them, and how the observed and the asked number are told.
_WORDS = {
    "least_games": ("more counted game", "more counted games", "{asked} instead of {observed}"),
    "other_federations": ("more federation", "more federations", "{observed} of {asked}"),
    "own_federation_share": (
        "opponent fewer from the own federation",
        "opponents fewer from the own federation",
        "{observed}, at most {asked}",
    ),
    "one_federation_share": (
        "opponent fewer from one federation",
        "opponents fewer from one federation",
        "{observed}, at most {asked}",
    ),
    "titled_share": ("more titled opponent", "more titled opponents", "{observed} of {asked}"),
    "multi_round_players": ("more player in the event", "more players in the event", "{observed} of {asked}"),
    "unrated_limit": ("unrated opponent fewer", "unrated opponents fewer", "{observed}, at most {asked}"),
}
# What opponents who are not known yet can still bring, and what they may use up.
TO_COME = {"other_federations", "titled_share", "title_level"}
SHARES = {"own_federation_share": "the own federation", "one_federation_share": "one federation"}


class Gap(NamedTuple):
    """A condition on the opponents that is not surely met, and by how much: a row of mart.near_gaps."""

    rule: str
    amount: int
    observed: int | None
    asked: int | None
    titles: str | None
    is_open: bool

    @property
    def in_words(self) -> str:
        """`1 more federation (1 of 2)`, `1 more GM`."""
        if self.titles is not None:
            return self.titles
        one, many, told = _WORDS[self.rule]
        told = told.format(observed=self.observed, asked=self.asked)
        if self.rule in SHARES and self.is_open:
            return f"{f'at most {-self.amount}' if self.amount else 'nobody'} more from {SHARES[self.rule]} ({told})"
        return f"{self.amount} {one if self.amount == 1 else many} ({told})"


def gaps_of(connection: duckdb.DuckDBPyConnection) -> dict[Verdict, list[Gap]]:
    """All gaps of a session, by verdict."""
    found: dict[Verdict, list[Gap]] = defaultdict(list)
    for event, player, title, *gap in connection.execute(
        """
        select event_id, start_number, title_sought, rule, amount, observed, asked, titles, is_open
        from mart.near_gaps order by all
        """
    ).fetchall():
        found[event, player, title].append(Gap(*gap))
    return found


def key_of(verdict: Verdict) -> dict[str, Any]:
    """The key columns of a verdict."""
    return dict(zip(("event_id", "start_number", "title_sought"), verdict, strict=True))


def listed(parts: Sequence[str]) -> str:
    """`a, b and either c or d`."""
    told = [f"either {part}" if " or " in part and len(parts) > 1 else part for part in parts]
    return " and ".join([*([", ".join(told[:-1])] if len(told) > 1 else []), *told[-1:]])
