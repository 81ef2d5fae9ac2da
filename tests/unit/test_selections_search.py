"""1.42e and 1.42f: the search finds what trying everything finds, in every tie, and does so in time."""

from dataclasses import replace
from fractions import Fraction
from math import ceil
from random import Random
from time import process_time

import pytest
from tests.unit.literal_selections import NOBODY, Case, Person, best, difference, valid_in, worlds
from tests.unit.random_selections import CODES, FLOORS_2005, case_of, rules_of

from normbook.stages import selection_conditions, selection_search
from normbook.stages.near_scores import Ladder
from normbook.stages.selection_conditions import Conditions, LevelCondition, Opponent, Share
from normbook.stages.selection_search import Candidate, Game, Requirements, Worth, best_selection

CASES = 2400


def share_of(fraction: Fraction, rounds_up: bool) -> Share:
    return Share(fraction.numerator, fraction.denominator, rounds_up)


def candidate_of(case) -> Candidate:
    """The same case in the words of the program."""
    rules = case.rules

    def code(federation):
        return "" if federation == NOBODY else federation

    rounds_up = rules.round_maxima is ceil
    conditions = Conditions(
        by_games=rules.by_games,
        of_games=rules.of_games,
        level_by_games=rules.level_by_games,
        nowhere=rules.nowhere,
        games_without_federations=rules.without_federations,
        own_federation=code(case.own_federation),
        other_federations=rules.other_federations,
        own_share=share_of(rules.own_share, rounds_up),
        one_share=share_of(rules.one_share, rounds_up),
        waives_federations=rules.waives_federations,
        waives_shares=rules.waives_shares,
        titled_share=Share(1, 2, True),
        level=tuple(
            tuple(
                LevelCondition(codes, least, share_of(share, True) if share else None)
                for codes, least, share in alternative
            )
            for alternative in rules.level
        ),
        unrated_added=rules.unrated[0] if rules.unrated else 0,
        unrated_share=share_of(rules.unrated[1], False) if rules.unrated else None,
        floor=rules.floor,
        raised=rules.raised,
    )
    scores = {games: Ladder(score_rows(rules, games)) for games in range(1, case.rounds + 1)}
    differences = {percent: difference(rules, percent, 50) for percent in range(101)}
    counts_as = {} if rules.counts_as is None else {rules.least_games: rules.counts_as}
    return Candidate(
        games=tuple(Game(*game) for game in case.games),
        forfeit=Game(*case.forfeit) if case.forfeit else None,
        forfeit_is_judged=rules.forfeit_is_judged,
        opponents={
            game[0]: Opponent(
                game[1], person.rating, person.is_unrated, person.is_titled, person.titles, code(person.federation)
            )
            for game in [*case.games, *([case.forfeit] if case.forfeit else [])]
            for person in [case.met_in(game)]
        },
        least_games=rules.least_games,
        games_remaining=rules.games_remaining,
        may_cut=rules.may_cut,
        whole_event_mix=rules.whole_event_mix,
        whole_event_average=rules.whole_event_average,
        conditions=conditions,
        requirements=Requirements(
            rules.least_average, scores, differences, counts_as, rules.most_counted, rules.extension_above_most
        ),
    )


def score_rows(rules, games):
    """Each score with the least average at which it makes the norm, where that is lower than for the scores below it."""
    rows = []
    for half_points in range(1, 2 * games + 1):
        gain = difference(rules, half_points, games)
        average = rules.least_average if gain is None else max(rules.least_average, rules.least_performance - gain)
        if Fraction(half_points, 2 * games) >= Fraction(35, 100) and (not rows or average < rows[-1][1]):
            rows.append((half_points, average))
    return rows


def found_by(case):
    found = best_selection(candidate_of(case))
    return None if found is None else (*found[0], found[1])


@pytest.fixture(scope="module")
def answers():
    return {seed: best(case_of(seed)) for seed in range(CASES)}


def test_1_42e_f_the_search_finds_what_trying_everything_finds(answers):
    unlike = {seed: (answer, found) for seed, answer in answers.items() if (found := found_by(case_of(seed))) != answer}
    assert not unlike


def test_the_random_cases_try_every_kind_of_answer(answers):
    found = [answer for answer in answers.values() if answer]
    counts = {
        "a cut": sum(cut is not None for cut, *_ in found),
        "wins left out": sum(bool(rounds) for _, rounds, *_ in found),
        "three wins left out": sum(len(rounds) > 2 for _, rounds, *_ in found),
        "a cut and wins left out": sum(cut is not None and bool(rounds) for cut, rounds, *_ in found),
        "an absent last opponent": sum(has_forfeit for *_, has_forfeit, _ in found),
        "an absent last opponent and wins left out": sum(bool(r) and has_forfeit for _, r, has_forfeit, _ in found),
        "open": sum(not is_sure for *_, is_sure in found),
        "open and something left out": sum(bool(r) and not is_sure for _, r, _, is_sure in found),
        "met with another rating on another day, and something left out": sum(
            bool(answer and (answer[1] or answer[0])) and bool(case_of(seed).days) for seed, answer in answers.items()
        ),
        "met more than once": sum(
            bool(answer and answer[1]) and len(case_of(seed).people) < len(case_of(seed).games)
            for seed, answer in answers.items()
        ),
    }
    assert {kind: count for kind, count in counts.items() if count < 2} == {}


@pytest.mark.parametrize(
    ("half_points", "games", "counted"),
    [(12, 8, 9), (16, 8, 9), (14, 9, 9), (16, 9, 10), (24, 12, 13), (24, 15, 13)],
)
def test_1_4_1_b_and_1_7_of_2024_what_a_norm_counts(half_points, games, counted):
    """Eight games count nine; never more than thirteen. At 2450: 6.5 of 9 are needed for 2600, 6 of 8, 8.5 of 12, 11 of 15."""
    rules = replace(rules_of(Random(0), "2024", "GM", False, False), least_games=8, counts_as=9, most_counted=13)
    case = replace(case_of(0), rules=rules, rounds=15)
    worth = candidate_of(case).requirements.worth(half_points, games, 2450)
    assert worth
    assert worth.counted_games == counted


GM = frozenset({"GM"})


def test_1_44_everybody_unknown_may_be_of_one_federation():
    """Other federations are waived, shares are not: the three opponents, and the player, may all be of one federation."""
    rules = replace(
        rules_of(Random(0), "2005", "GM", False, False),
        least_games=3,
        least_average=2000,
        least_performance=2100,
        waives_federations=True,
        waives_shares=False,
    )
    people = {number: Person(number, 2400, False, True, GM, None) for number in (2, 3, 4)}
    case = Case(rules, 3, None, people, ((1, 2, 1), (2, 3, 1), (3, 4, 1)), None)
    assert best(case) == (None, [], False, False)
    assert found_by(case) == best(case)


def test_1_4_1_f_unrated_opponents_are_not_of_the_mix_of_all_games():
    """Two of six are unrated, one may be; the first of them goes, though in a round robin all games must have the mix."""
    rules = replace(
        rules_of(Random(0), "2024", "GM", True, False),
        least_games=5,
        games_remaining=5,
        least_average=2000,
        least_performance=2100,
        unrated=(1, Fraction(1, 5)),
        waives_federations=True,
        waives_shares=True,
        counts_as=None,
        most_counted=None,
    )
    people = {number: Person(number, 2400, False, True, GM, "ESP") for number in range(2, 8)}
    people |= {number: Person(number, 1600, True, False, frozenset(), "ESP") for number in (6, 7)}
    games = tuple((number - 1, number, 2 if number > 5 else 1) for number in people)
    assert found_by(Case(rules, 6, "ESP", people, games, None)) == (None, [5], False, True)


def long_case(seed, rounds, wins, times=1, home=0.0, titled=0.5, title="IM") -> Case:
    """A league or a match of 2005 with many rounds and many kinds of opponents, each met so many times."""
    dice = Random(seed)
    rating_floor, average, _ = FLOORS_2005[title]
    rules = replace(
        rules_of(dice, "2005", title, False, times > 1),
        least_games=9,
        games_remaining=9,
        waives_federations=False,
        waives_shares=False,
    )
    people = {}
    for number in range(2, 2 + ceil(rounds / times)):
        code = dice.choice(CODES[:5]) if dice.random() < titled else ""
        is_unrated = dice.random() < 0.15
        rating = 1600 if is_unrated else dice.randint(rating_floor + 50, average + 270)
        federation = "F0" if dice.random() < home else f"F{dice.randrange(8)}"
        people[number] = Person(number, rating, is_unrated, bool(code), frozenset({code} - {""}), federation)
    results = [2] * wins + [dice.choice((1, 0)) for _ in range(rounds - wins)]
    dice.shuffle(results)
    games = tuple((index + 1, 2 + index % len(people), result) for index, result in enumerate(results))
    return Case(rules, rounds, "F0", people, games, None)


LONG = [
    {"rounds": 30, "wins": 20, "home": 0.4},
    {"rounds": 30, "wins": 20, "times": 3},
    {"rounds": 40, "wins": 25},
    {"rounds": 40, "wins": 25, "titled": 0.3},
    {"rounds": 40, "wins": 25, "home": 0.7},
    {"rounds": 40, "wins": 30, "times": 2},
    {"rounds": 40, "wins": 25, "titled": 0.3, "title": "WIM"},
]


@pytest.mark.parametrize("shape", LONG, ids=str)
def test_long_events_are_searched_in_time_and_what_is_found_is_valid(shape):
    cases = [long_case(seed, **shape) for seed in range(4)]
    started = process_time()
    found = [found_by(case) for case in cases]
    assert process_time() - started < 10
    for case, answer in zip(cases, found, strict=True):
        if answer:
            cut, rounds, *_ = answer
            kept = [game for game in case.games if game[0] <= (cut or case.rounds) and game[0] not in rounds]
            assert all(game[2] == 2 for game in case.games if game[0] in rounds)
            assert len(kept) >= 9
            assert valid_in(case, list(worlds(case)), kept, list(case.games), bool(rounds))


@pytest.mark.parametrize("seed", range(60))
def test_the_bound_of_a_part_leaves_out_nothing_better(seed, monkeypatch):
    """The same answer where every prefix with every number of wins is looked at, in the order in which they come."""
    dice = Random(seed)
    case = long_case(
        seed, rounds=dice.randint(11, 17), wins=dice.randint(6, 10), times=dice.choice((1, 1, 2)), home=0.3
    )
    bounded = found_by(case)
    highest = Worth(10**6, 10**6, True, 10**6)

    def every_part(candidate, is_sure):
        for length in range(candidate.least_games, len(candidate.games) + 1):
            games = candidate.games[:length]
            won = sum(game.half_points == 2 for game in games)
            cut = games[-1].round_number if length < len(candidate.games) else None
            for out in range(min(won, length - candidate.games_remaining) + 1):
                yield selection_search._Part(highest, out, cut, games)

    monkeypatch.setattr(selection_search, "_parts", every_part)
    assert found_by(case) == bounded


@pytest.mark.parametrize("seed", range(60))
def test_groups_that_cannot_matter_are_left_aside_for_nothing(seed, monkeypatch):
    case = long_case(seed, rounds=13, wins=8, times=Random(seed).choice((1, 2)), home=0.4)
    found = found_by(case)
    monkeypatch.setattr(selection_conditions, "_binds", lambda *_: True)
    assert found_by(case) == found
