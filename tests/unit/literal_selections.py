"""Leaving games out by the letter: every prefix of the rounds, every set of won games, every answer to who is of which federation.

Nothing here comes from the program. A case is a small world of its own with the numbers of an edition; `best` looks at all of it.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor, inf

# 1.48 from 99 per cent down to 50 (FIDE B.02, table 10.1a)
DIFFERENCES = (
    677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220, 211, 202, 193,
    184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0,
)  # fmt: skip
NOBODY = "stateless"


@dataclass(frozen=True)
class Rules:
    """What an edition, an event and a title ask; shares with their rounding, `full_score` the difference at 100 per cent."""

    least_games: int
    games_remaining: int | None
    may_cut: bool
    whole_event_mix: bool
    raised: int
    floor: int
    least_average: int
    least_performance: int
    full_score: int | None
    other_federations: int
    own_share: Fraction
    one_share: Fraction
    round_maxima: object
    level: tuple[tuple[tuple[frozenset[str], int, Fraction], ...], ...]
    unrated: tuple[int, Fraction] | None
    by_games: bool
    of_games: bool
    level_by_games: bool = False
    whole_event_average: bool = True
    forfeit_is_judged: bool = True
    extension_above_most: bool = False
    nowhere: frozenset[str] = frozenset()  # of no federation for 1.43, but with a share
    without_federations: frozenset[int] = frozenset()  # numbers of games
    waives_federations: bool | None = False
    waives_shares: bool | None = False
    counts_as: int | None = None  # where just the least number of games is left
    most_counted: int | None = None


@dataclass(frozen=True)
class Person:
    number: int
    rating: int
    is_unrated: bool
    is_titled: bool
    titles: frozenset[str]
    federation: str | None


@dataclass(frozen=True)
class Case:
    rules: Rules
    rounds: int
    own_federation: str | None
    people: dict[int, Person]
    games: tuple[tuple[int, int, int], ...]  # round, opponent, half points
    forfeit: tuple[int, int, int] | None
    days: dict[int, Person] = field(default_factory=dict)  # by round: as the opponent was on its day, if he was another

    def met_in(self, game):
        return self.days.get(game[0], self.people[game[1]])

    def met(self, games):
        """Everybody met in these games, once: with the title that he had last, unrated where he was in all."""
        persons = {}
        for number in sorted({opponent for _, opponent, _ in games}):
            each = [self.met_in(game) for game in games if game[1] == number]
            last = ([one for one in each if one.titles] or each)[-1]
            persons[number] = replace(last, is_unrated=all(one.is_unrated for one in each))
        return persons


def half_up(number):
    return floor(number + Fraction(1, 2))


def difference(rules, half_points, games):
    percent = half_up(Fraction(100 * half_points, 2 * games))
    if percent in (0, 100):
        return rules.full_score if percent else None if rules.full_score is None else -rules.full_score
    return DIFFERENCES[99 - percent] if percent >= 50 else -DIFFERENCES[percent - 1]


def makes_performance(rules, half_points, games, average):
    if average < rules.least_average or Fraction(half_points, 2 * games) < Fraction(35, 100):
        return False
    gain = difference(rules, half_points, games)
    return half_points == 2 * games if gain is None else average + gain >= rules.least_performance


def average_of(case, games):
    ratings = {}
    for game in games:
        ratings.setdefault(game[1], []).append(case.met_in(game).rating)
    rules = case.rules
    raised = {opponent: sum(max(0, rules.floor - one) for one in each) for opponent, each in ratings.items()}
    lowest = sorted(ratings, key=lambda o: (min(ratings[o]), -len(ratings[o]), sum(ratings[o]), raised[o]))
    total = sum(map(sum, ratings.values())) + sum(raised[opponent] for opponent in lowest[: rules.raised])
    return half_up(Fraction(total, len(games)))


def has_federations(rules, own, federations, base, waives_federations, waives_shares):
    """`federations`: one for each opponent, or for each game where they count with each; `base`: what shares are of."""
    real = [f for f in federations if f != NOBODY]
    others = {f for f in real if f != own}
    enough = waives_federations or len(others - rules.nowhere) >= rules.other_federations
    own_most = rules.round_maxima(rules.own_share * base)
    one_most = rules.round_maxima(rules.one_share * base)
    shared = waives_shares or (
        (own == NOBODY or real.count(own) <= own_most) and all(real.count(f) <= one_most for f in others)
    )
    return enough and shared


def has_titles(case, games):
    rules, met = case.rules, case.met(games)
    persons = [*met.values()]
    each = [met[opponent] for _, opponent, _ in games]
    base = len(each if rules.of_games else persons)
    if sum(person.is_titled for person in (each if rules.by_games else persons)) < ceil(Fraction(base, 2)):
        return False
    return any(
        all(
            sum(bool(person.titles & codes) for person in (each if rules.level_by_games else persons))
            >= max(least, ceil(share * base))
            for codes, least, share in alternative
        )
        for alternative in rules.level
    )


def has_few_unrated(case, games):
    if case.rules.unrated is None:
        return True
    counted = case.met(games).values()
    added, share = case.rules.unrated
    return sum(one.is_unrated for one in counted) <= floor((len(counted) + added) * share)


def worlds(case):
    """Everybody's federation, the own one, and the waivers, in every way that they can be."""
    said = {person.federation for person in case.people.values()} | {case.own_federation}
    unknown = [number for number, person in case.people.items() if person.federation is None]
    choices = sorted(f for f in said if f not in (None, NOBODY)) + [f"new {i}" for i in range(len(unknown) + 1)]
    owns = choices if case.own_federation is None else [case.own_federation]
    for own, *chosen in product(owns, *[choices] * len(unknown)):
        federations = {number: person.federation for number, person in case.people.items()} | dict(
            zip(unknown, chosen, strict=True)
        )
        rules = case.rules
        for waives_federations in (True, False) if rules.waives_federations is None else (rules.waives_federations,):
            for waives_shares in (True, False) if rules.waives_shares is None else (rules.waives_shares,):
                yield own, federations, waives_federations, waives_shares


def valid_in(case, all_worlds, games, everything, leaves_out_wins):
    """In which worlds the games make the norm."""
    rules = case.rules
    half_points = sum(half for _, _, half in games)
    average = average_of(case, games)
    if not makes_performance(rules, half_points, len(games), average):
        return []
    if not has_titles(case, games) or not has_few_unrated(case, games):
        return []
    asks_whole_event = leaves_out_wins and rules.whole_event_mix
    if asks_whole_event and not has_titles(case, everything):
        return []
    if asks_whole_event and rules.whole_event_average and average_of(case, everything) < rules.least_average:
        return []

    def holds(selected, world):
        own, federations, waives_federations, waives_shares = world
        if len(selected) in rules.without_federations:
            return True
        each, persons = [o for _, o, _ in selected], sorted({o for _, o, _ in selected})
        met, base = each if rules.by_games else persons, len(each if rules.of_games else persons)
        return has_federations(rules, own, [federations[o] for o in met], base, waives_federations, waives_shares)

    return [world for world in all_worlds if holds(games, world) and (not asks_whole_event or holds(everything, world))]


def selections(case, with_forfeit):
    """Every set of games that may be kept, with the round of the cut and the rounds left out."""
    rules = case.rules
    everything = [*case.games, case.forfeit] if with_forfeit and rules.forfeit_is_judged else list(case.games)
    not_missed = 1 if with_forfeit and not rules.forfeit_is_judged else 0
    for cut, *_ in everything:
        prefix = [game for game in everything if game[0] <= cut]
        is_cut = len(prefix) < len(everything)
        if is_cut and (with_forfeit or not rules.may_cut):
            continue
        won = [game for game in prefix if game[2] == 2]
        for count in range(len(won) + 1):
            stay = len(prefix) - count + not_missed
            if stay < rules.least_games or (count and (rules.games_remaining is None or stay < rules.games_remaining)):
                continue
            for out in combinations(won, count):
                yield [game for game in prefix if game not in out], cut, is_cut, [game[0] for game in out], everything


def best(case):
    """The best selection, as (cut after round, rounds left out, with forfeit, whether it is sure); None if there is none."""
    all_worlds = list(worlds(case))
    for is_sure in (True, False):
        for with_forfeit in (False, True) if case.forfeit else (False,):
            found = []
            for games, cut, is_cut, out, everything in selections(case, with_forfeit):
                holds = len(valid_in(case, all_worlds, games, everything, bool(out)))
                if holds == len(all_worlds) or (holds and not is_sure):
                    half_points, count = sum(half for _, _, half in games), len(games)
                    average = average_of(case, games)
                    needed = next(h for h in range(2 * count + 1) if makes_performance(case.rules, h, count, average))
                    gain = difference(case.rules, half_points, count)
                    performance = inf if gain is None else average + gain
                    extension = floor(Fraction(half_points - needed, 2))
                    counted, most = count + extension, case.rules.most_counted
                    if case.rules.counts_as is not None and count == case.rules.least_games:
                        counted = case.rules.counts_as
                    elif most is not None and case.rules.extension_above_most:
                        counted = min(count, most) + extension
                    elif most is not None:
                        counted = min(counted, most)
                    order = (-counted, -count, -performance, -cut, out)
                    found.append((order, (cut if is_cut else None, out, with_forfeit, is_sure)))
            if found:
                return min(found)[1]
    return None
