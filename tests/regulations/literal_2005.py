"""The regulation of 1 July 2005 read a second time: slow, literal, and with its own numbers from the text (B.01, FIDE 2005).

Nothing here comes from the program: the batch and this reading have to agree on every verdict. Here are the
articles, each a function; literal_verdicts_2005 puts them together.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor

TITLES = ("GM", "IM", "WGM", "WIM")
# Article 1.48, dp by percentage from 99 down to 50; below 50 the same with the other sign, at 100 and 0 none.
DIFFERENCES = (
    677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220, 211, 202, 193,
    184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0,
)  # fmt: skip
LEAST_PERFORMANCE = {"GM": 2601, "IM": 2451, "WGM": 2401, "WIM": 2251}
LEAST_AVERAGE = {"GM": 2381, "IM": 2231, "WGM": 2181, "WIM": 2031}
RATING_FLOOR = {"GM": 2250, "IM": 2100, "WGM": 2050, "WIM": 1900}
UNRATED_COUNTS_AS = 1600
LEAST_SHARE = Fraction(35, 100)
GROUP = {"GM", "IM", "WGM", "FM"}
# Articles 1.45b to 1.45e: one of the lists has to be filled, a place by an opponent with one of its titles.
LEVELS = {
    "GM": ("1.45b", [[{"GM"}, {"GM"}, {"GM"}]]),
    "IM": ("1.45c", [[{"GM"}, {"GM"}], [{"GM"}, {"IM"}, {"IM"}], [{"IM"}, {"IM"}, {"IM"}]]),
    "WGM": ("1.45d", [[{"GM"}, {"GM"}], [GROUP, GROUP, GROUP]]),
    "WIM": ("1.45e", [[{"WIM"}, {"WIM"}, {"WIM"}], [GROUP, {"WIM"}, {"WIM"}], [GROUP, GROUP]]),
}
HELD_BY = {"GM": {"GM"}, "IM": {"GM", "IM"}, "WGM": {"GM", "IM", "WGM"}, "WIM": {"GM", "IM", "WGM", "WIM"}}
NO_FEDERATION = {"FID", "NON"}


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
    """One round of one player against an opponent, result as in a report: 1 = 0, + - forfeits, W D L not rated."""

    round_number: int
    opponent: int
    result: str


@dataclass
class Event:
    """An event: its players, what everybody did by start number, and what the sidecar adds."""

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


Selection = list[tuple[int, int]]  # opponent, half points
Federations = dict[int, str]


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def half_points(result: str) -> int:
    return {"1": 2, "+": 2, "W": 2, "=": 1, "D": 1}.get(result, 0)


# 1.41 Number of games


def least_games(event: Event) -> tuple[int, str]:
    if event.championship in ("world_team", "continental_team"):
        if event.rounds == 7:
            return 7, "1.41b"
        if event.rounds in (8, 9):
            return 8, "1.41b"
    if event.championship == "world" and event.system == "knockout":
        return 8, "1.41b"
    return 9, "1.41a"


# 1.42 Games that are not included


def is_of_affiliated_federation(event: Event, number: int) -> bool:  # 1.42a
    return event.players[number].federation not in NO_FEDERATION | event.suspended


def is_human(event: Event, number: int) -> bool:  # 1.42b
    return number not in event.computers


def was_played(event: Event, number: int, cell: Cell) -> bool:
    game = {(cell.round_number, number), (cell.round_number, cell.opponent)}
    return cell.result in "1=0" or (cell.result in "+-" and bool(game & event.started_forfeits))


def was_decided_over_the_board(event: Event, number: int, cell: Cell) -> bool:  # 1.42c
    game = {(cell.round_number, number), (cell.round_number, cell.opponent)}
    return was_played(event, number, cell) and not game & event.not_over_board


def is_unrated_without_points(event: Event, number: int) -> bool:  # 1.42d
    """Points count where a game was played: a forfeit won from a rated opponent is no result against him."""
    against_rated = [
        half_points(cell.result)
        for cell in event.cells[number]
        if event.players[cell.opponent].rating is not None and was_played(event, number, cell)
    ]
    is_league = event.pairing in ("round_robin", "double_round_robin")
    return is_league and event.players[number].rating is None and bool(against_rated) and not any(against_rated)


def counted_games(event: Event, number: int) -> Selection:
    return [
        (cell.opponent, half_points(cell.result))
        for cell in event.cells[number]
        if is_of_affiliated_federation(event, cell.opponent)
        and is_human(event, cell.opponent)
        and was_decided_over_the_board(event, number, cell)
        and not is_unrated_without_points(event, cell.opponent)
    ]


def with_absent_last_opponent(event: Event, number: int, games: Selection) -> list[Selection]:
    """The games and the last one, for which it would have been enough to appear and lose (1.42c); none: nobody was absent.

    1.42d is not asked of that opponent: he would have won this game.
    """
    return [
        [*games, (cell.opponent, 0)]
        for cell in event.cells[number]
        if cell.round_number == event.rounds
        and cell.result == "+"
        and not was_played(event, number, cell)
        and is_of_affiliated_federation(event, cell.opponent)
        and is_human(event, cell.opponent)
    ]


# 1.43 and 1.44 Federations


def is_international_swiss(event: Event, federations: Federations, host: str) -> bool:  # 1.43e
    """A federation that does not count among opponents (1.42a) does not count among the guests either."""
    guests = [
        player
        for player in event.players.values()
        if player.rating is not None
        and is_human(event, player.number)
        and is_of_affiliated_federation(event, player.number)
        and federations[player.number] != host
    ]
    titled = [player for player in guests if player.titles & {"GM", "IM", "WGM", "WIM"}]
    countries = {federations[player.number] for player in guests}
    return event.pairing == "swiss" and len(guests) >= 20 and len(countries) >= 3 and len(titled) >= 10


@cache
def failed_federations(own: str, opponents: tuple[str, ...]) -> frozenset[str]:
    count = Counter(opponents)
    compatriots = count.pop(own, 0)
    failed = set()
    if len(count) < 2:
        failed.add("1.43")
    if compatriots > ceil(Fraction(60, 100) * len(opponents)):
        failed.add("1.44a")
    if max(count.values(), default=0) > ceil(Fraction(66, 100) * len(opponents)):
        failed.add("1.44a")
    return frozenset(failed)


# 1.45 Titles of the opponents


def fills(places: list[set[str]], people: list[frozenset[str]]) -> bool:
    """Whether every place can be given to somebody else who holds one of its titles."""
    if not places:
        return True
    return any(
        fills(places[1:], people[:index] + people[index + 1 :])
        for index, titles in enumerate(people)
        if titles & places[0]
    )


def failed_titles(event: Event, title: str, opponents: set[int]) -> set[str]:
    failed = set()
    people = [event.players[opponent].titles for opponent in sorted(opponents)]
    titled = [titles for titles in people if titles & {"GM", "IM", "FM", "WGM", "WIM", "WFM", "HGM", "HM"}]
    if len(titled) < ceil(Fraction(50, 100) * len(people)):
        failed.add("1.45a")
    article, alternatives = LEVELS[title]
    if not any(fills(places, titled) for places in alternatives):
        failed.add(article)
    if event.pairing == "double_round_robin" and len(event.players) < 6:
        failed.add("1.45f")
    return failed


# 1.46 and 1.47 Ratings of the opponents


def average_rating(event: Event, title: str, games: Selection) -> int:
    rating = {opponent: event.players[opponent].rating or UNRATED_COUNTS_AS for opponent, _ in games}
    times = Counter(opponent for opponent, _ in games)
    # of two equally low opponents the one met more often is raised: it is the player's norm
    for opponent in sorted(rating, key=lambda o: (rating[o], -times[o]))[:2]:
        rating[opponent] = max(rating[opponent], RATING_FLOOR[title])
    return half_up(Fraction(sum(rating[opponent] for opponent, _ in games), len(games)))


# 1.48 and 1.49 Performance and score


def percentage(half: int, games: int) -> int:
    return half_up(Fraction(100 * half, 2 * games))


def difference(percent: int) -> int | None:
    if percent in (0, 100):
        return None
    return DIFFERENCES[99 - percent] if percent >= 50 else -DIFFERENCES[percent - 1]


def performs(title: str, average: int, half: int, games: int) -> bool:
    gain = difference(percentage(half, games))
    if gain is None:  # no Rp: everything won is always enough, nothing won never
        return half > 0
    return average + gain >= LEAST_PERFORMANCE[title]


def half_points_required(title: str, average: int, games: int) -> int | None:
    if average < LEAST_AVERAGE[title]:
        return None
    enough = (half for half in range(2 * games + 1) if Fraction(half, 2 * games) >= LEAST_SHARE)
    return next(half for half in enough if performs(title, average, half, games))


# All of them but the federations


def failed_articles(event: Event, title: str, games: Selection) -> set[str]:
    opponents = {opponent for opponent, _ in games}
    average = average_rating(event, title, games)
    half = sum(half for _, half in games)
    failed = failed_titles(event, title, opponents)
    least, article = least_games(event)
    if len(games) < least:
        failed.add(article)
    unrated = [opponent for opponent in opponents if event.players[opponent].rating is None]
    if len(unrated) > (len(opponents) + 1) // 5:  # the headers of 1.49a: 2 of 9, 2 of 10, 3 of 14
        failed.add("1.46a")
    if not performs(title, average, half, len(games)):
        failed.add("1.48")
    if average < LEAST_AVERAGE[title] or Fraction(half, 2 * len(games)) < LEAST_SHARE:
        failed.add("1.49")
    return failed
