"""Random small events for the two readings: each once as a report with its sidecar and once as the literal reading sees it.

Ratings, federations and titles are drawn so that norms and near misses are frequent. An event depends on its seed alone.
"""

import json
from dataclasses import dataclass, replace
from random import Random

from tests.regulations.literal_2005 import Cell, Event, Player
from tests.world import report, report_line

HOST = "ESP"
GUESTS = ("ARG", "GER", "FRA", "ITA", "POL", "CUB")
FEDERATIONS = (HOST, *GUESTS)
WOMENS_TITLES = ("WGM", "WIM", "WFM", "WCM")
# A list of July is in force in August and too old in December, where the report alone speaks.
WITH_LIST = ("2005/08/01", "2005/08/20")
WITHOUT_LIST = (("2005/12/01", "2005/12/20"), ("2006/05/02", "2006/05/21"))
FREE = ("0000 - U", "0000 - H", "0000 - F", "0000 - Z", "0000 - +", "0000 - -", "")
OTHER_RESULT = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}

Pairs = list[tuple[int, int | None]]  # of one round; None: free
Texts = dict[int, list[str]]  # cells of the report by player


@dataclass(frozen=True)
class Generated:
    """An event in both forms, and the entries of its players in the rating list."""

    event_id: str
    event: Event
    report: str
    sidecar: str
    listed: list[str]


def circle(numbers: list[int]) -> list[Pairs]:
    """All rounds of a round robin; with an odd number somebody is free (None) in every round."""
    seats: list[int | None] = [*numbers] + [None] * (len(numbers) % 2)
    rounds = []
    for _ in range(len(seats) - 1):
        pairs = [(seats[i], seats[-1 - i]) for i in range(len(seats) // 2)]
        rounds.append([(one, other) if one is not None else (other, one) for one, other in pairs])
        seats.insert(1, seats.pop())
    return rounds


def files_of(events: list[Generated]) -> dict[str, str]:
    """The raw files of all events and the one rating list they share."""
    files = {f"events/{made.event_id}.trf": made.report for made in events}
    files |= {f"events/{made.event_id}.toml": made.sidecar for made in events if made.sidecar}
    entries = "\n".join(entry for made in events for entry in made.listed)
    return files | {"rating_lists/jul05frl.xml": f"<playerslist>\n{entries}\n</playerslist>\n"}


class Dice(Random):
    """A random source with words for what the generator asks."""

    def happens(self, probability: float) -> bool:
        return self.random() < probability


def _title(dice: Dice, rating: int, is_woman: bool, honorary: float) -> frozenset[str]:
    if dice.happens(honorary):
        return frozenset({dice.choice(("HGM", "HM"))})
    luck = rating + dice.gauss(0, 60)
    titles = set()
    for title, least in (("GM", 2480), ("IM", 2400), ("FM", 2300), ("CM", 2200)):
        if luck >= least and dice.happens(0.35 if is_woman else 0.8):
            titles.add(title)
            break
    if is_woman:
        for title, least in (("WGM", 2280), ("WIM", 2180), ("WFM", 2080), ("WCM", 2000)):
            if luck >= least and dice.happens(0.85):
                titles.add(title)
                break
    return frozenset(titles)


def _players(dice: Dice, size: int, has_list: bool, women: float, level: float) -> dict[int, Player]:
    own = dice.choice((0.2, 0.5, 0.58, 0.62, 0.7)) if size < 30 else 0.45
    guests = GUESTS[: dice.choice((1, 2, 2, 3, 5, 6))]
    unrated, honorary = dice.choice((0, 0.05, 0.15, 0.25)), dice.choice((0, 0, 0.1))
    nowhere = dice.choice((0, 0, 0, 0.1))
    blanks = dice.choice((0, 0, 0, 0, 1, 2, 3)) if size < 30 else dice.choice((0, 0, 1))
    blank_numbers = dice.sample(range(1, size + 1), blanks)
    players = {}
    for number in range(1, size + 1):
        drawn = round(dice.gauss(level, dice.choice((40, 90, 160))))
        rating = None if dice.happens(unrated) else min(max(drawn, 1601), 2850)
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


def _at_the_edge_of_1_43e(dice: Dice, players: dict[int, Player]) -> dict[int, Player]:
    """The same players with about 20 rated guests, about 10 of them titled, and everybody else at home or unknown."""
    guests, titled = dice.choice((19, 20, 20, 21)), dice.choice((9, 10, 10, 12))
    codes = GUESTS[: dice.choice((2, 3, 3, 6))]
    changed = {}
    for number, player in players.items():
        if player.federation not in FEDERATIONS or player.rating is None:
            changed[number] = player
        elif guests:
            titles = frozenset({"IM"} if titled else {"FM"})
            guests, titled = guests - 1, max(0, titled - 1)
            changed[number] = replace(player, titles=titles, federation=dice.choice(codes))
        else:
            changed[number] = replace(player, federation=HOST)
    return changed


def _result(dice: Dice, difference: float) -> str:
    expected = 1 / (1 + 10 ** (-difference / 400))
    if dice.happens(0.3):
        return "="
    return "1" if dice.happens(expected) else "0"


def _pairings(dice: Dice, kind: str, size: int) -> list[Pairs]:
    numbers = list(range(1, size + 1))
    dice.shuffle(numbers)
    rounds = circle(numbers)
    if kind == "double_round_robin":
        return rounds + rounds
    if kind == "round_robin":
        return rounds
    return rounds[: dice.choice((9, 9, 9, 10, 11, 12, 13) if kind == "swiss" else (6, 7, 7, 8, 9, 9, 10))]


def generate(seed: int) -> Generated:
    """Make one event; the same seed makes the same event."""
    dice = Dice(seed)
    kind = dice.choice(("round_robin", "round_robin", "double_round_robin", "swiss", "swiss", "big_swiss", "short"))
    low, high = {"round_robin": (8, 14), "double_round_robin": (5, 7), "big_swiss": (36, 42)}.get(kind, (15, 20))
    size = dice.randint(low, high)
    has_list = dice.happens(0.5)
    women = dice.choice((0.1, 0.3, 0.9))
    level = dice.choice((2060, 2180, 2280)) if women == 0.9 else dice.choice((2240, 2330, 2400, 2450, 2520))
    players = _players(dice, size, has_list, women, level)
    if kind == "big_swiss" and dice.happens(0.7):
        players = _at_the_edge_of_1_43e(dice, players)
    pairing = "swiss" if kind in ("big_swiss", "short") else kind
    strength = {n: (p.rating or 1700) + dice.gauss(60, 170) for n, p in players.items()}
    hopeless = {n for n, p in players.items() if p.rating is None and dice.happens(0.4)}

    rounds = _pairings(dice, pairing if kind != "short" else kind, size)
    host = None if kind == "big_swiss" and dice.happens(0.05) else HOST
    event = Event(len(rounds), pairing, host, players, cells={number: [] for number in players})
    texts = _play(dice, event, rounds, strength, hopeless)
    _add_sidecar_facts(dice, event, kind)
    return _written(dice, f"event_{seed}", event, texts, has_list)


def _play(dice: Dice, event: Event, rounds: list[Pairs], strength: dict[int, float], hopeless: set[int]) -> Texts:
    """Play all games into the event; returns the cells of the report by player."""
    texts: Texts = {number: [] for number in event.players}
    started, elsewhere = set(), set()
    odd, last_forfeits = dice.choice((0, 0.02, 0.06)), dice.choice((0, 0, 0.3))
    for index, pairs in enumerate(rounds, start=1):
        for one, other in pairs:
            if other is None:
                texts[one].append(dice.choice(FREE))
                continue
            result = _result(dice, strength[one] - strength[other])
            for loser, winner, lost in ((one, other, "0"), (other, one, "1")):
                if loser in hopeless and event.players[winner].rating is not None:
                    result = lost
            back = OTHER_RESULT[result]
            if dice.happens(odd if index < len(rounds) else odd + last_forfeits):
                result = dice.choice("+-WDL") if index < len(rounds) else dice.choice("+-")
                back = "-" if result == "-" and dice.happens(0.2) else OTHER_RESULT[result]
                if result in "+-" and dice.happens(0.2):
                    started.add((index, dice.choice((one, other))))
            elif dice.happens(odd / 2):
                elsewhere.add((index, dice.choice((one, other))))
            for number, opponent, colour, own in ((one, other, "w", result), (other, one, "b", back)):
                event.cells[number].append(Cell(index, opponent, own))
                texts[number].append(f"{opponent:4} {colour} {own}")
    event.started_forfeits, event.not_over_board = frozenset(started), frozenset(elsewhere)
    return texts


def _add_sidecar_facts(dice: Dice, event: Event, kind: str) -> None:
    if kind == "short" and dice.happens(0.7):
        event.system, event.championship = "team", dice.choice(("world_team", "continental_team"))
    elif kind == "short":
        event.system, event.pairing, event.championship = "knockout", "knockout", dice.choice(("world", "zonal", None))
    elif dice.happens(0.1):
        event.system = "team"
    if dice.happens(0.15):
        event.exemption = dice.choice(("national_final", "national_team", "zonal", "approved", "1.43a", "1.43d"))
    if dice.happens(0.1):
        event.suspended = frozenset(dice.sample(GUESTS, 1))
    if dice.happens(0.1):
        event.computers = frozenset(dice.sample(sorted(event.players), dice.choice((1, 2))))


def _sidecar(event: Event) -> str:
    facts: dict[str, object] = {
        "system": event.system,
        "championship": event.championship,
        "exemption": event.exemption,
    }
    if event.system == "team":
        facts["pairing"] = event.pairing
    facts |= {"suspended_federations": sorted(event.suspended), "computers": sorted(event.computers)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in facts.items() if value]
    for name, games in (("started_forfeits", event.started_forfeits), ("not_over_board", event.not_over_board)):
        if games:
            tables = ", ".join(f"{{round_number = {r}, start_number = {n}}}" for r, n in sorted(games))
            lines.append(f"{name} = [{tables}]")
    return "\n".join(["[event]", *lines]) + "\n" if lines else ""


def _written(dice: Dice, event_id: str, event: Event, texts: Texts, has_list: bool) -> Generated:
    lines, listed = [], []
    for number, player in event.players.items():
        is_listed = has_list and (len(player.titles) == 2 or dice.happens(0.7))
        womens = next((title for title in WOMENS_TITLES if title in player.titles), "")
        title = next(iter(sorted(player.titles - {womens})), "")
        rating, federation, sex = player.rating, player.federation, "w" if player.is_woman else "m"
        fide_id = None
        if is_listed:
            fide_id = 1000 * int(event_id.removeprefix("event_")) + number
            listed.append(
                f"<player><fideid>{fide_id}</fideid><name>Player, P{number}</name><country>{federation or ''}</country>"
                f"<sex>{sex[0].replace('w', 'F').replace('m', 'M')}</sex><title>{title}</title><w_title>{womens}</w_title>"
                f"<rating>{rating or ''}</rating></player>"
            )
            # what the report says beside it is wrong or missing, and must not matter
            rating, sex = dice.choice((None, 2000, 2700)), dice.choice("mw ")
            title, womens = dice.choice(("", "GM", "FM")), ""
            federation = dice.choice((None, "CHN")) if federation else None
        elif player.is_woman and womens and dice.happens(0.5):
            sex = " "  # the title says it
        elif not player.is_woman and dice.happens(0.1):
            sex = " "
        fields = {"rating": rating, "federation": federation or "", "title": title or womens, "sex": sex}
        lines.append(report_line(number, f"Player, P{number}", texts[number], fide_id=fide_id, **fields))
    start, end = WITH_LIST if has_list else dice.choice(WITHOUT_LIST)
    text = report(lines, federation=event.host or "", start=start, end=end)
    return Generated(event_id, event, text, _sidecar(event), listed)
