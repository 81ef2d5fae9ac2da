"""An event as the literal reading sees it: players, what everybody did in every round, and what the sidecar adds."""

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tests.regulations.literal_editions import Edition


@dataclass(frozen=True)
class Player:
    """Somebody in the event, as the list in force or the report says; `federation` None: nobody says it."""

    number: int
    rating: int | None
    titles: frozenset[str]
    federation: str | None
    is_woman: bool


@dataclass(frozen=True)
class Cell:
    """One round of one player, result as in a report: 1 = 0, + - forfeits, W D L not rated, U H F Z and blank unpaired."""

    round_number: int
    opponent: int | None
    result: str


@dataclass
class Event:
    """An event: its players, what everybody did by start number, and what the sidecar adds."""

    edition: Edition
    rounds: int
    pairing: str
    host: str | None
    players: dict[int, Player]
    cells: dict[int, list[Cell]]
    system: str = ""
    championship: str | None = None
    exemption: str | None = None
    suspended: frozenset[str] = frozenset()
    computers: frozenset[int] = frozenset()
    # (round, player): the entry of one of the two stands for the game
    started_forfeits: frozenset[tuple[int, int]] = frozenset()
    not_over_board: frozenset[tuple[int, int]] = frozenset()

    @property
    def is_round_robin(self) -> bool:
        return self.pairing in ("round_robin", "double_round_robin")

    @property
    def is_double(self) -> bool:
        return self.pairing == "double_round_robin"


class Game(NamedTuple):
    """A counted game: round, opponent, half points of the player."""

    round_number: int
    opponent: int
    half_points: int


class Selection(NamedTuple):
    """Games on which a norm is judged, and which others the player left out to come to them."""

    games: tuple[Game, ...]
    left_out: tuple[int, ...] = ()
    cut_after: int | None = None
    has_absent_opponent: bool = False

    @property
    def half_points(self) -> int:
        return sum(game.half_points for game in self.games)

    @property
    def opponents(self) -> list[int]:
        """Everybody met, once."""
        return [number for number, _ in groupby(sorted(game.opponent for game in self.games))]


Federations = dict[int, str]
