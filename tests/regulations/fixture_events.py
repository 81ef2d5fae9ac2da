"""Events made from rows of worked examples: the candidate is player 1, the opponents only stand there and play him."""

import csv
from collections.abc import Iterator
from pathlib import Path

from tests.regulations.literal_editions import EDITIONS, Edition
from tests.regulations.literal_event import Cell, Event, Player

OTHER_RESULT = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
PAIRINGS = {"SW": "swiss", "RR": "round_robin", "DRR": "double_round_robin"}
GUESTS = ("CUB", "POL", "ARG")


def rows_handed_out(folder: Path) -> Iterator[dict[str, str]]:
    """The rows of both tables of examples."""
    for table in ("fixtures_2024.csv", "fixtures_between.csv"):
        with (folder / "regulations" / table).open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)


def facts(text: str) -> dict[str, str]:
    """`a=1;b=2` as a dictionary."""
    return {name: value for fact in text.split(";") for name, _, value in [fact.partition("=")]}


def edition_of(row: dict[str, str]) -> Edition:
    return next(edition for name, edition in EDITIONS.items() if name.startswith(row["edition"]))


def games_of(row: dict[str, str], used_only: bool = False) -> list[list[str]]:
    """The rounds as rating, title, federation, result; those not used become absences where a game was played."""
    games = [game.split(":")[1:] for game in row["games"].split(";")]
    if used_only and row["games_used"] and not row["games_used"].startswith("all"):
        used = {int(number) for number in row["games_used"].split(",")}
        for number, game in enumerate(games, start=1):
            if number not in used and game[-1] in OTHER_RESULT and game[-1] not in "+-":
                game[:] = ["-", "-", "-", "Z"]
    return games


def event_of(row: dict[str, str], used_only: bool = False) -> Event:
    games = games_of(row, used_only)
    pairing = PAIRINGS[row["format"]]
    context = dict(fact.split("=") for fact in row["context"].split(";") if fact)
    met = [
        2 + index % (len(games) // 2 if pairing == "double_round_robin" else len(games)) for index in range(len(games))
    ]
    sex = row["candidate_sex"]
    titles = frozenset({row["candidate_title"]} - {"", "-"})
    federation = "ESP" if row["candidate_fed"] in ("", "X") else row["candidate_fed"]
    players = {1: Player(1, 2400, titles, federation, sex in ("w", "f"))}
    cells: dict[int, dict[int, Cell]] = {1: {}}
    for index, (number, (rating, title, opponents_federation, result)) in enumerate(
        zip(met, games, strict=True), start=1
    ):
        if result not in OTHER_RESULT:
            cells[1][index] = Cell(index, None, result)
            continue
        is_woman = title.startswith("W")
        known = None if rating == "-" else int(rating)
        players[number] = Player(number, known, frozenset({title} - {"-"}), opponents_federation, is_woman)
        cells[1][index] = Cell(index, number, result)
        cells.setdefault(number, {})[index] = Cell(index, 1, OTHER_RESULT[result])
    if "zero_against_rated" not in row["context"]:
        _let_unrated_draw(players, cells, len(games))
    if context.get("swiss_exemption") == "yes":
        _add_guests(players, cells, [(GUESTS[n % 3], "GM" if n < 10 else "-") for n in range(20)], len(games))
    return Event(
        edition_of(row),
        len(games),
        pairing,
        context.get("registering_fed", federation),
        players,
        {
            number: [cells.get(number, {}).get(r, Cell(r, None, "Z")) for r in range(1, len(games) + 1)]
            for number in players
        },
        "team" if context.get("team") == "yes" else pairing,
        context.get("event"),
        context.get("exemption"),
    )


def _let_unrated_draw(players: dict[int, Player], cells: dict[int, dict[int, Cell]], rounds: int) -> None:
    """Whoever is unrated draws once with somebody rated, so that round robins do not drop him (1.4.2b)."""
    rated = next(number for number, player in players.items() if number > 1 and player.rating)
    for number, player in players.items():
        if player.rating is None:
            free = next(r for r in range(1, rounds + 1) if r not in cells[number] and r not in cells[rated])
            cells[number][free] = Cell(free, rated, "=")
            cells[rated][free] = Cell(free, number, "=")


def _add_guests(
    players: dict[int, Player], cells: dict[int, dict[int, Cell]], guests: list[tuple[str, str]], rounds: int
) -> None:
    """Guests rated 2300 as federation and title, who draw in pairs in every round; a last one without a partner has byes."""
    first = max(players) + 1
    for number, (federation, title) in enumerate(guests, start=first):
        players[number] = Player(number, 2300, frozenset({title} - {"-"}), federation, title.startswith("W"))
        partner = first + ((number - first) ^ 1)
        is_alone = partner >= first + len(guests)
        cells[number] = {r: Cell(r, None, "U") if is_alone else Cell(r, partner, "=") for r in range(1, rounds + 1)}


def swiss_of(
    edition: Edition, guests: list[tuple[str, str]], away: dict[tuple[int, int], str] | None = None, host: str = "ESP"
) -> Event:
    """A Swiss of nine rounds: guests as federation and title, all rated, and two players of the host who make the pairs even.

    `away` has the code of a guest (from 1) in a round in which he does not play.
    """
    federations = [*guests, (host, "-"), (host, "-")]
    players = {
        number: Player(number, 2300, frozenset({title} - {"-"}), federation, title.startswith("W"))
        for number, (federation, title) in enumerate(federations, start=1)
    }
    cells: dict[int, list[Cell]] = {number: [] for number in players}
    for r in range(1, 10):
        there = [number for number in players if (number, r) not in (away or {})]
        for one, other in zip(there[::2], there[1::2], strict=False):
            cells[one].append(Cell(r, other, "="))
            cells[other].append(Cell(r, one, "="))
        for number in players:
            if len(cells[number]) < r:
                cells[number].append(Cell(r, None, (away or {}).get((number, r), "Z")))
    return Event(edition, 9, "swiss", host, players, cells, "swiss")
