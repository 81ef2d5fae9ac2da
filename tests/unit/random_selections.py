"""Random small candidates for leaving games out, with the numbers of the editions, near the borders of what they ask."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from random import Random

from tests.unit.literal_selections import NOBODY, Case, Person, Rules

CODES = ("GM", "IM", "FM", "WGM", "WIM", "")
GROUP = frozenset({"GM", "IM", "WGM", "FM"})
NONE = Fraction(0)
# how often each code
TITLES = ((3, 2, 1, 1, 2, 1), (3, 2, 1, 0, 1, 3), (1, 1, 1, 1, 1, 4))


def _titles(*codes):
    return frozenset(codes)


# 1.45b-e of 2005; the conditions for all choices of the groups of an alternative
LEVELS_2005 = {
    "GM": (((_titles("GM"), 3, NONE),),),
    "IM": (
        ((_titles("GM"), 2, NONE),),
        ((_titles("GM"), 1, NONE), (_titles("IM"), 2, NONE), (_titles("GM", "IM"), 3, NONE)),
        ((_titles("IM"), 3, NONE),),
    ),
    "WIM": (
        ((_titles("WIM"), 3, NONE),),
        ((_titles("WIM"), 2, NONE), (GROUP, 1, NONE), (GROUP | {"WIM"}, 3, NONE)),
        ((GROUP, 2, NONE),),
    ),
}
FLOORS_2005 = {"GM": (2250, 2381, 2601), "IM": (2100, 2231, 2451), "WIM": (1900, 2031, 2251)}
FLOORS_2024 = {"GM": (2200, 2380, 2600), "IM": (2050, 2230, 2450), "WIM": (1850, 2030, 2250)}
LEVEL_2024 = {"GM": _titles("GM"), "IM": _titles("GM", "IM"), "WIM": _titles("GM", "IM", "WGM", "WIM")}


def rules_of(dice: Random, edition: str, title: str, is_round_robin: bool, is_multi_round: bool) -> Rules:
    """The rules of 2005, 2022 or 2024, with fewer games than they ask so that trying everything stays cheap."""
    least_games = dice.choice((4, 5, 6, 7))
    waives = {
        name: dice.choices((False, True, None), (14, 2, 1))[0] for name in ("waives_federations", "waives_shares")
    }
    if edition == "2005":
        rating_floor, average, performance = FLOORS_2005[title]
        return Rules(
            least_games=least_games,
            games_remaining=dice.choice((least_games, least_games + 1)),
            may_cut=True,
            whole_event_mix=False,
            raised=2,
            floor=rating_floor,
            least_average=average,
            least_performance=performance,
            full_score=None,
            other_federations=2,
            own_share=Fraction(3, 5),
            one_share=Fraction(33, 50),
            round_maxima=ceil,
            level=LEVELS_2005[title],
            unrated=(1, Fraction(1, 5)),
            by_games=False,
            of_games=False,
            forfeit_is_judged=dice.random() < 0.7,
            **waives,
        )
    rating_floor, average, performance = FLOORS_2024[title]
    is_double = edition == "2024" and is_multi_round and is_round_robin
    share = Fraction(1, 2) if is_double else Fraction(1, 3)
    # 2022 by games with persons for the level; double round robins and knock-outs of 2024 in both readings
    units = {"by_games": edition == "2022", "of_games": edition == "2022"}
    if is_double and dice.random() < 0.3:
        units = {"by_games": True, "of_games": True, "level_by_games": True}
    elif edition == "2024" and is_multi_round and not is_round_robin:
        units = {"by_games": False, "of_games": dice.random() < 0.7}
    return Rules(
        least_games=least_games,
        games_remaining=dice.choice((least_games, least_games, None)),
        may_cut=not is_round_robin,
        whole_event_mix=edition == "2024" and is_round_robin,
        raised=1,
        floor=rating_floor,
        least_average=average,
        least_performance=performance,
        full_score=800,
        other_federations=2,
        own_share=Fraction(3, 5),
        one_share=Fraction(2, 3),
        round_maxima=floor,
        level=(((LEVEL_2024[title], dice.choice((2, 3)), share),),),
        unrated=dice.choice((None, None, (1, Fraction(1, 5)))),
        **units,
        forfeit_is_judged=dice.random() < 0.7,
        whole_event_average=dice.random() < 0.7,
        extension_above_most=dice.random() < 0.3,
        nowhere=dice.choice((frozenset(), frozenset(), frozenset({"FRA"}))),
        without_federations=dice.choice((frozenset(), frozenset(), frozenset({least_games}))),
        counts_as=dice.choice((None, None, least_games + 1)),
        most_counted=dice.choice((None, None, least_games + 2)),
        **waives,
    )


def case_of(seed: int, usual_readings: bool = False) -> Case:
    """One candidate; the same seed makes the same. Open questions are read in either way, or as they usually are."""
    dice = Random(seed)
    edition, title = dice.choice(("2005", "2005", "2022", "2024")), dice.choice(("GM", "IM", "WIM"))
    is_multi_round = dice.random() < 0.35
    is_round_robin = dice.random() < 0.6 if is_multi_round else dice.random() < 0.4
    rules = rules_of(dice, edition, title, is_round_robin, is_multi_round)
    if usual_readings:
        rules = replace(
            rules,
            of_games=rules.by_games and not rules.level_by_games,
            by_games=rules.by_games and not rules.level_by_games,
            level_by_games=False,
            whole_event_average=True,
            forfeit_is_judged=True,
            extension_above_most=False,
            nowhere=frozenset(),
            without_federations=frozenset(),
        )
    rounds = rules.least_games + dice.randint(1, 4)
    count = ceil(rounds / dice.choice((2, 3))) if is_multi_round else rounds
    federations = dice.choices(
        ("ESP", "GER", "FRA"), dice.choice(((5, 3, 1), (2, 6, 2), (3, 3, 3), (3, 3, 3), (1, 9, 1))), k=count
    )
    unknown = dice.choice((0, 0, 0, 1, 2))
    for index in dice.sample(range(count), min(count, unknown)):
        federations[index] = None
    if dice.random() < 0.1:
        federations[dice.randrange(count)] = NOBODY
    titles = [5 if code == title else weight for code, weight in zip(CODES, dice.choice(TITLES), strict=True)]
    level = rules.least_average + dice.choice((-20, 10, 60, 120))
    people = {}
    for number in range(2, count + 2):
        code = dice.choices(CODES, titles)[0]
        is_unrated = dice.random() < 0.12
        rating = 1600 if is_unrated else dice.choice((level, level, level + round(dice.gauss(0, 90)), rules.floor - 60))
        people[number] = Person(
            number, rating, is_unrated, bool(code), frozenset({code} - {""}), federations[number - 2]
        )
    chances = dice.choice(((7, 2, 1), (9, 1, 2), (5, 3, 1), (1, 0, 0)))
    games = []
    for index in range(1, rounds + 1):
        if dice.random() < 0.06:
            continue  # a bye
        games.append((index, 2 + (index - 1) % count, dice.choices((2, 1, 0), chances)[0]))
    forfeit = None
    if games and games[-1][0] == rounds and dice.random() < 0.25:
        forfeit = (*games.pop()[:2], 0)
    own = dice.choices(("ESP", "GER", None, NOBODY), (14, 3, 1, 1))[0]
    case = Case(rules, rounds, own, people, tuple(games), forfeit)
    return case if edition == "2005" or not is_multi_round else _of_several_days(case, Random(-1 - seed))


def _of_several_days(case: Case, dice: Random) -> Case:
    """In every other event whoever is met again may have another rating, a title or a first rating (1.1.4 of 2024)."""
    days = {}
    if dice.random() < 0.5:
        now = dict(case.people)
        for round_number, opponent, _ in [*case.games, *([case.forfeit] if case.forfeit else [])]:
            one = now[opponent]
            days[round_number] = one
            if dice.random() < 0.6:
                rating = case.rules.least_average if one.is_unrated else one.rating
                one = replace(one, rating=rating + dice.choice((-150, -40, 40, 150)), is_unrated=False)
            if dice.random() < 0.25:
                one = replace(one, is_titled=True, titles=frozenset({dice.choice(("GM", "IM"))}))
            now[opponent] = one
    return replace(case, days=days)
