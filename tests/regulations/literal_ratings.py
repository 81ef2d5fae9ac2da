"""Articles 1.4.6 to 1.4.9 read literally: ratings, average, performance and score."""

from collections import Counter
from fractions import Fraction
from math import floor

from tests.regulations.literal_editions import Edition
from tests.regulations.literal_event import Event, Selection

# dp by percentage from 99 down to 50; below 50 the same with the other sign. At 100 and 0 an edition has 800 or nothing.
DIFFERENCES = (
    677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220, 211, 202, 193,
    184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0,
)  # fmt: skip
LEAST_SHARE = Fraction(35, 100)


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def few_unrated(event: Event, selection: Selection) -> bool:  # 1.46a of 2005, 1.46 of 2017: the headers of the tables
    unrated = [number for number in selection.opponents if event.players[number].rating is None]
    return not event.edition.unrated_limited or len(unrated) <= (len(selection.opponents) + 1) // 5


def average_rating(event: Event, title: str, selection: Selection) -> int:  # 1.4.6 and 1.4.7
    rating = {number: event.players[number].rating or event.edition.unrated for number in selection.opponents}
    times = Counter(game.opponent for game in selection.games)
    # of two equally low opponents the one met more often is raised: it is the player's norm
    for number in sorted(rating, key=lambda n: (rating[n], -times[n]))[: event.edition.raised]:
        rating[number] = max(rating[number], event.edition.floors[title])
    return half_up(Fraction(sum(rating[game.opponent] for game in selection.games), len(selection.games)))


def percentage(half: int, games: int) -> int:
    return half_up(Fraction(100 * half, 2 * games))


def difference(edition: Edition, percent: int) -> int | None:
    if percent in (0, 100):
        return None if edition.full_score is None else edition.full_score if percent else -edition.full_score
    return DIFFERENCES[99 - percent] if percent >= 50 else -DIFFERENCES[percent - 1]


def performs(edition: Edition, title: str, average: int, half: int, games: int) -> bool:  # 1.4.8, 1.4.9
    gain = difference(edition, percentage(half, games))
    if gain is None:  # no Rp: everything won is always enough, nothing won never
        return half > 0
    return average + gain >= edition.least_performance[title]


def is_enough(edition: Edition, half: int, games: int) -> bool:  # 1.4.8b, and where a printed table ends
    games_of_print, lowest = edition.print_ends_at or (0, 0)
    return Fraction(half, 2 * games) >= LEAST_SHARE and (games != games_of_print or half >= lowest)


def half_points_required(edition: Edition, title: str, average: int, games: int) -> int | None:
    if average < edition.least_average[title]:
        return None
    enough = (half for half in range(2 * games + 1) if is_enough(edition, half, games))
    return next(half for half in enough if performs(edition, title, average, half, games))


def failed_ratings(event: Event, title: str, selection: Selection) -> set[str]:
    edition, half, count = event.edition, selection.half_points, len(selection.games)
    average = average_rating(event, title, selection)
    failed = set()
    if not few_unrated(event, selection):
        failed.add(edition.cite("1.4.6"))
    if not performs(edition, title, average, half, count):
        failed.add(edition.cite("1.4.8"))
    if average < edition.least_average[title]:
        failed.add(edition.cite("1.4.8a"))
    if not is_enough(edition, half, count):
        failed.add(edition.cite("1.4.8b"))
    return failed
