"""Articles 1.4.3 to 1.4.5 read literally: federations and titles of the opponents."""

from collections import Counter
from fractions import Fraction
from math import ceil, floor

from tests.regulations.literal_event import Cell, Event, Federations, Selection
from tests.regulations.literal_games import did_not_cause_it, is_human, is_of_a_federation, was_played

GROUP = {"GM", "IM", "WGM", "FM"}
# 1.45b to 1.45e of 2005: one of the lists has to be filled, a place by an opponent with one of its titles.
PLACES = {
    "GM": [[{"GM"}, {"GM"}, {"GM"}]],
    "IM": [[{"GM"}, {"GM"}], [{"GM"}, {"IM"}, {"IM"}], [{"IM"}, {"IM"}, {"IM"}]],
    "WGM": [[{"GM"}, {"GM"}], [GROUP, GROUP, GROUP]],
    "WIM": [[{"WIM"}, {"WIM"}, {"WIM"}], [GROUP, {"WIM"}, {"WIM"}], [GROUP, GROUP]],
}
# 1.4.5b to 1.4.5e since 2017: the titles of the level.
LEVELS = {"GM": {"GM"}, "IM": {"IM", "GM"}, "WGM": {"WGM", "IM", "GM"}, "WIM": {"WIM", "WGM", "IM", "GM"}}
LEVEL_ARTICLES = {"GM": "1.4.5b", "IM": "1.4.5c", "WGM": "1.4.5d", "WIM": "1.4.5e"}


# 1.4.3 Federations


def misses(event: Event, number: int, cell: Cell) -> bool:
    """Whether the player misses the round: an opponent who stays away and a bye of the pairing are no absence (1.4.3d)."""
    was_there = was_played(event, number, cell) or cell.result in ("W", "D", "L")
    is_excused = did_not_cause_it(event, number, cell) and (cell.result == "U" or event.edition.forfeit_wins_are_there)
    return not (was_there or is_excused)


def is_away(event: Event, number: int, cell: Cell) -> bool:
    return misses(event, number, cell) or (cell.result == "U" and not event.edition.byes_are_there)


def are_international(event: Event, guests: list[int], federations: Federations) -> bool:
    titled = [number for number in guests if event.players[number].titles & {"GM", "IM", "WGM", "WIM"}]
    countries = {federations[number] for number in guests}
    return len(guests) >= 20 and len(countries) >= 3 and len(titled) >= 10


def is_international_swiss(event: Event, federations: Federations, host: str) -> bool:  # 1.4.3d; 1.43e before 2022
    """A federation that does not count among opponents (1.4.2a) does not count among the guests either."""
    edition = event.edition
    guests = [
        player.number
        for player in event.players.values()
        if player.rating is not None
        and is_human(event, player.number)
        and is_of_a_federation(event, player.number)
        and federations[player.number] not in edition.stateless | {host}
    ]
    absences = {
        number: {cell.round_number for cell in event.cells[number] if misses(event, number, cell)} for number in guests
    }
    if edition.swiss_missed_rounds is not None:
        guests = [number for number in guests if len(absences[number]) <= edition.swiss_missed_rounds]
    absences = {
        number: {cell.round_number for cell in event.cells[number] if is_away(event, number, cell)} for number in guests
    }
    if not edition.swiss_in_every_round:
        absences = {number: set() for number in guests}
    return event.pairing == "swiss" and all(
        are_international(event, [number for number in guests if r not in absences[number]], federations)
        for r in range(1, event.rounds + 1)
    )


def is_exempt_event(event: Event, host: str, own: str) -> bool:  # 1.4.3a to c; 1.43a to d before 2022
    named = {article: name for name, article in event.edition.exemptions.items()}
    exemption = named.get(event.exemption or "", event.exemption)
    if exemption in ("national_final", "national_team") and event.edition.national_for_own_players_only:
        return own == host
    return exemption is not None


def goes_by_games(event: Event) -> bool:
    """Whether somebody met twice counts twice."""
    by = event.edition.double_by
    return by == "games" or (by == "half of games" and event.is_double)


def those_met(event: Event, selection: Selection) -> list[int]:
    return [game.opponent for game in selection.games] if goes_by_games(event) else selection.opponents


def share_base(event: Event, selection: Selection) -> int:
    """What shares are of; in knock-outs of 2024 of the games, although everybody counts once."""
    is_knock_out = event.pairing == "knockout" and event.edition.knock_out_by == "persons for games"
    return len(selection.games) if is_knock_out else len(those_met(event, selection))


def failed_federations(event: Event, own: str, selection: Selection, federations: Federations) -> set[str]:
    """1.4.3 and 1.4.4 on the opponents; where double round robins go by games, each game is one (2017 to 2023)."""
    edition = event.edition
    if len(selection.games) in edition.no_caps_at:
        return set()
    met = those_met(event, selection)
    nowhere = set() if edition.fid_in_caps else edition.stateless
    count = Counter(federations[number] for number in met if federations[number] not in nowhere)
    compatriots = count.pop(own, 0)
    most = share_base(event, selection)
    rounded = ceil if event.edition.shares_round_up else floor
    failed = set()
    if len(count.keys() - edition.stateless) < 2:
        failed.add(event.edition.cite("1.4.3"))
    if compatriots > rounded(Fraction(60, 100) * most):
        failed.add(event.edition.cite("1.4.4"))
    if max(count.values(), default=0) > rounded(event.edition.one_share * most):
        failed.add(event.edition.cite("1.4.4"))
    return failed


# 1.4.5 Titles


def has_title_holders(event: Event, selection: Selection) -> bool:  # 1.4.5a
    met = those_met(event, selection)
    titled = [number for number in met if event.players[number].titles & event.edition.title_holders]
    return len(titled) >= ceil(Fraction(1, 2) * share_base(event, selection))


def fills(places: list[set[str]], people: list[frozenset[str]]) -> bool:
    """Whether every place can be given to somebody else who holds one of its titles."""
    if not places:
        return True
    return any(
        fills(places[1:], people[:index] + people[index + 1 :])
        for index, titles in enumerate(people)
        if titles & places[0]
    )


def has_level(event: Event, title: str, selection: Selection) -> bool:  # 1.4.5b to e, and f
    people = [event.players[number].titles for number in selection.opponents]
    if not event.edition.level_is_a_third:
        return any(fills(places, people) for places in PLACES[title])
    of_level = sum(bool(titles & LEVELS[title]) for titles in people)
    if event.is_double and event.edition.double_by == "persons":
        return of_level >= ceil(Fraction(1, 2) * len(people))
    if event.is_double and event.edition.double_by == "half of games":
        games = [bool(event.players[game.opponent].titles & LEVELS[title]) for game in selection.games]
        return sum(games) >= ceil(Fraction(1, 2) * len(games))
    is_by_persons = (
        event.pairing == "knockout" and event.edition.double_by == "persons" and not event.edition.knock_out_by
    )
    return of_level >= max(3, ceil(Fraction(1, 3) * len(people if is_by_persons else selection.games)))


def failed_titles(event: Event, title: str, selection: Selection) -> set[str]:
    failed = set()
    if not has_title_holders(event, selection):
        failed.add(event.edition.cite("1.4.5a"))
    if not has_level(event, title, selection):
        failed.add(event.edition.cite(LEVEL_ARTICLES[title]))
    if event.is_double and len(event.players) < 6:
        failed.add(event.edition.cite("1.4.5f"))
    return failed
