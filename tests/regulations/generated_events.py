"""Random small events for the two readings: each once as a report with its sidecar and once as the literal reading sees it.

Ratings, federations and titles are drawn so that norms and near misses are frequent. An event depends on its seed alone, its
edition too.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from random import Random

from tests.regulations.literal_editions import EDITIONS, Edition
from tests.regulations.literal_event import Cell, Event, Player
from tests.regulations.written_events import WOMENS_TITLES, player_line, report_of, sidecar_of

HOST = "ESP"
GUESTS = ("ARG", "GER", "FRA", "ITA", "POL", "CUB")
FEDERATIONS = (HOST, *GUESTS)
# First days of events by edition: one with a list in force, the others without, where the report alone speaks.
STARTS = {
    "2005-07-01": ("2005-08-01", "2005-12-01", "2009-06-30"),
    "2017-07-01": ("2019-05-03", "2017-07-01", "2021-12-31"),
    "2022-01-01": ("2022-09-01", "2022-01-01", "2022-12-31"),
    "2023-01-01": ("2023-06-30", "2023-01-01", "2023-12-31"),
    "2024-01-01": ("2024-02-10", "2024-01-01", "2026-05-02"),
}
LISTS = {"2005-08": "jul05", "2019-05": "may19", "2022-09": "sep22", "2023-06": "jun23", "2024-02": "feb24"}
FREE = ("U", "H", "F", "Z", "+", "-", "")
OTHER_RESULT = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


@dataclass(frozen=True)
class Generated:
    """An event in both forms, and the entries of its players in the rating list of its month."""

    event_id: str
    event: Event
    start: date
    report: str
    sidecar: str
    listed: list[str]


def circle(numbers: list[int]) -> list[list[tuple[int, int | None]]]:
    """All rounds of a round robin; with an odd number somebody is free (None) in every round."""
    seats: list[int | None] = [*numbers] + [None] * (len(numbers) % 2)
    rounds = []
    for _ in range(len(seats) - 1):
        pairs = [(seats[i], seats[-1 - i]) for i in range(len(seats) // 2)]
        rounds.append([(one, other) if one is not None else (other, one) for one, other in pairs])
        seats.insert(1, seats.pop())
    return rounds


def files_of(events: list[Generated]) -> dict[str, str]:
    """The raw files of all events and the rating lists that they share."""
    files = {f"events/{made.event_id}.trf": made.report for made in events}
    files |= {f"events/{made.event_id}.toml": made.sidecar for made in events if made.sidecar}
    entries = defaultdict(list)
    for made in events:
        entries[f"{made.start:%Y-%m}"] += made.listed
    return files | {
        f"rating_lists/{name}frl.xml": "\n".join(["<playerslist>", *entries[month], "</playerslist>\n"])
        for month, name in LISTS.items()
    }


class Dice(Random):
    """A random source with words for what the generator asks."""

    def happens(self, probability: float) -> bool:
        return self.random() < probability


def _title(dice: Dice, rating: int, is_woman: bool, honorary: float) -> frozenset[str]:
    if dice.happens(honorary):
        return frozenset({dice.choice(("HGM", "HM"))})
    luck = rating + dice.gauss(0, 60)
    titles = set()
    for title, least in (("GM", 2440), ("IM", 2340), ("FM", 2250), ("CM", 2150)):
        if luck >= least and dice.happens(0.35 if is_woman else 0.8):
            titles.add(title)
            break
    if is_woman:
        for title, least in (("WGM", 2220), ("WIM", 2120), ("WFM", 2050), ("WCM", 1950)):
            if luck >= least and dice.happens(0.85):
                titles.add(title)
                break
    return frozenset(titles)


def _players(dice: Dice, edition: Edition, size: int, has_list: bool, women: float, level: float) -> dict[int, Player]:
    own = dice.choice((0.1, 0.3, 0.45, 0.55, 0.62)) if size < 30 else 0.4
    guests = GUESTS[: dice.choice((1, 2, 3, 3, 5, 6))]
    unrated, honorary = dice.choice((0, 0.05, 0.15, 0.25)), dice.choice((0, 0, 0.1))
    nowhere = dice.choice((0, 0, 0, 0.1, 0.3 if edition.stateless else 0))
    blanks = dice.choice((0, 0, 0, 0, 0, 0, 1, 2)) if size < 30 else dice.choice((0, 0, 0, 1))
    blank_numbers = dice.sample(range(1, size + 1), blanks)
    players = {}
    for number in range(1, size + 1):
        drawn = round(dice.gauss(level, dice.choice((40, 90, 160))))
        if dice.happens(0.02):
            drawn -= 700
        rating = None if dice.happens(unrated) else min(max(drawn, 1601 if edition.unrated == 1600 else 1001), 2850)
        is_woman = dice.happens(women)
        federation: str | None = HOST if dice.happens(own) else dice.choice(guests)
        if dice.happens(nowhere):
            federation = dice.choice(("FID", "NON"))
        if number in blank_numbers:
            federation = None
        titles = _title(dice, rating or 2000, is_woman, honorary)
        if not has_list and len(titles) == 2:  # a report has room for one title
            titles = frozenset({dice.choice(sorted(titles))})
        players[number] = Player(number, rating, titles, federation, is_woman)
    return players


def _result(dice: Dice, difference: float) -> str:
    expected = 1 / (1 + 10 ** (-difference / 400))
    if dice.happens(0.3):
        return "="
    return "1" if dice.happens(expected) else "0"


def _pairings(dice: Dice, kind: str, size: int) -> list[list[tuple[int, int | None]]]:
    numbers = list(range(1, size + 1))
    dice.shuffle(numbers)
    rounds = circle(numbers)
    if kind == "double_round_robin":
        return rounds + rounds
    if kind == "round_robin":
        return rounds
    if kind == "short":
        return rounds[: dice.choice((6, 7, 7, 8, 9, 9, 10))]
    # fewer than a round robin has, or the program takes it for one
    return rounds[: min(dice.choice((9, 9, 9, 9, 10, 11, 11, 12, 13, 15)), size - 2)]


def generate(seed: int) -> Generated:
    """Make one event; the same seed makes the same event."""
    dice = Dice(seed)
    edition = EDITIONS[dice.choices(list(EDITIONS), (25, 10, 15, 10, 40))[0]]
    kinds = ("round_robin", "round_robin", "double_round_robin", "swiss", "swiss", "swiss", "big_swiss", "short")
    kind = dice.choice(kinds)
    low, high = {"round_robin": (9, 13), "double_round_robin": (5, 7), "big_swiss": (36, 42)}.get(kind, (15, 19))
    size = dice.randint(low, high)
    if kind in ("round_robin", "double_round_robin") and dice.happens(0.05):
        size = 15 if kind == "round_robin" else 8  # 14 or 15 rounds
    with_list, *without_list = STARTS[edition.name]
    has_list = dice.happens(0.5)
    start = date.fromisoformat(with_list if has_list else dice.choice(without_list))
    women = dice.choice((0.1, 0.3, 0.9))
    level = dice.choice((2060, 2180, 2280)) if women == 0.9 else dice.choice((2240, 2330, 2400, 2450, 2520))
    players = _players(dice, edition, size, has_list, women, level)
    pairing = "swiss" if kind in ("big_swiss", "short") else kind
    rounds = _pairings(dice, pairing if kind != "short" else kind, size)
    event = Event(edition, len(rounds), pairing, HOST, players, {number: [] for number in players})
    _play(dice, event, rounds)
    if kind == "big_swiss" and dice.happens(0.05):
        event.host = None
    _add_sidecar_facts(dice, event, kind)
    return _written(dice, f"event_{seed}", event, start, has_list)


def _play(dice: Dice, event: Event, rounds: list[list[tuple[int, int | None]]]) -> None:
    players, cells = event.players, event.cells
    strength = {n: (p.rating or 1700) + dice.gauss(60, 170) for n, p in players.items()}
    for number in dice.sample(sorted(players), dice.choice((0, 2, 3, 4))):  # these play for norms
        strength[number] += dice.choice((150, 300, 450))
    hopeless = {n for n, p in players.items() if p.rating is None and dice.happens(0.4)}
    started, elsewhere = set(), set()
    odd, last_forfeits = dice.choice((0, 0.02, 0.06)), dice.choice((0, 0, 0.3))
    absent = dice.choice((0, 0.01, 0.04)) if event.pairing == "swiss" else 0
    for index, pairs in enumerate(rounds, start=1):
        for one, other in pairs:
            if other is None or dice.happens(absent):
                cells[one].append(Cell(index, None, dice.choice(FREE)))
                if other is not None:
                    cells[other].append(Cell(index, None, dice.choice("UHFZ")))
                continue
            result = _result(dice, strength[one] - strength[other])
            for hopeless_one, lost in ((one, "0"), (other, "1")):
                if hopeless_one in hopeless and players[one + other - hopeless_one].rating is not None:
                    result = lost
            is_odd = dice.happens(last_forfeits if index == len(rounds) else 0) or dice.happens(odd)
            back = OTHER_RESULT[result]
            if is_odd:
                result = dice.choice("++--WDL") if index < len(rounds) else dice.choice("+-")
                back = "-" if result == "-" and dice.happens(0.2) else OTHER_RESULT[result]
                if result in "+-" and dice.happens(0.2):
                    started.add((index, dice.choice((one, other))))
            elif dice.happens(odd / 2):
                elsewhere.add((index, dice.choice((one, other))))
            cells[one].append(Cell(index, other, result))
            cells[other].append(Cell(index, one, back))
    event.started_forfeits, event.not_over_board = frozenset(started), frozenset(elsewhere)


def _add_sidecar_facts(dice: Dice, event: Event, kind: str) -> None:
    if kind == "short" and dice.happens(0.7):
        event.system, event.championship = "team", dice.choice(sorted(event.edition.team_championships))
    elif kind == "short":
        event.system = event.pairing = "knockout"
        event.championship = dice.choice((*sorted(event.edition.knock_outs), "zonal", None))
    elif dice.happens(0.15):
        event.system = "team"
    if dice.happens(0.2):
        event.exemption = dice.choice([text for names in event.edition.exemptions.items() for text in names])
    if dice.happens(0.1):
        event.suspended = frozenset(dice.sample(GUESTS, 1))
    if dice.happens(0.1) and not event.edition.stateless:
        event.computers = frozenset(dice.sample(sorted(event.players), dice.choice((1, 2))))


def _written(dice: Dice, event_id: str, event: Event, start: date, has_list: bool) -> Generated:
    lines, listed = [], []
    for number, player in event.players.items():
        womens = next((title for title in WOMENS_TITLES if title in player.titles), "")
        title = next(iter(sorted(player.titles - {womens})), "")
        other: dict[str, object] = {}
        if has_list and (len(player.titles) == 2 or dice.happens(0.7)):
            fide_id = 1000 * int(event_id.removeprefix("event_")) + number
            listed.append(
                f"<player><fideid>{fide_id}</fideid><name>Player, P{number}</name>"
                f"<country>{player.federation or ''}</country><sex>{'F' if player.is_woman else 'M'}</sex>"
                f"<title>{title}</title><w_title>{womens}</w_title><rating>{player.rating or ''}</rating></player>"
            )
            # what the report says beside it is wrong or missing, and must not matter
            other = {"fide_id": fide_id, "rating": dice.choice((None, 2000, 2700)), "sex": dice.choice("mw ")}
            other["title"] = dice.choice(("", "GM", "FM"))
            other["federation"] = dice.choice(("", "CHN")) if player.federation else ""
        elif player.is_woman and womens and dice.happens(0.5):
            other["sex"] = " "  # the title says it
        elif not player.is_woman and dice.happens(0.1):
            other["sex"] = " "
        lines.append(player_line(event, player, **other))
    return Generated(event_id, event, start, report_of(event, lines, start), sidecar_of(event), listed)
