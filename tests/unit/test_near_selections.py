"""The least change with games left out, against trying every selection and counting what each lacks by the letter."""

from collections import Counter
from dataclasses import replace
from math import ceil, floor

import pytest
from tests.unit.literal_selections import NOBODY, average_of, has_titles, makes_performance, selections
from tests.unit.random_selections import case_of
from tests.unit.test_selections_search import candidate_of

from normbook.stages.near_selections import nearest_selection

# what half a point, an opponent and a point of the average weigh
HALF_POINT, OPPONENT, POINT = 40, 40, 1
FAR = 330


def lacking_opponents(rules, case, games):
    """How many opponents the conditions lack together, each rule for itself."""
    met = case.met(games)
    persons = [*met.values()]
    counted = [met[opponent] for _, opponent, _ in games] if rules.by_games else persons
    federations = [person.federation for person in counted if person.federation != NOBODY]
    others = Counter(federation for federation in federations if federation != case.own_federation)
    lacks = []
    if not rules.waives_federations:
        lacks.append(rules.other_federations - len(others))
    if not rules.waives_shares:
        if case.own_federation != NOBODY:
            own_most = rules.round_maxima(rules.own_share * len(counted))
            lacks.append(federations.count(case.own_federation) - own_most)
        lacks.append(max(others.values(), default=0) - rules.round_maxima(rules.one_share * len(counted)))
    lacks.append(ceil(len(counted) / 2) - sum(person.is_titled for person in counted))
    lacks.append(
        min(
            max(
                max(least, ceil(share * len(counted))) - sum(bool(person.titles & codes) for person in persons)
                for codes, least, share in alternative
            )
            for alternative in rules.level
        )
    )
    if rules.unrated:
        added, share = rules.unrated
        lacks.append(sum(person.is_unrated for person in persons) - floor((len(persons) + added) * share))
    return sum(max(0, lack) for lack in lacks)


def lacking_score(rules, case, games):
    """The lighter of more half points (at the least average if it is below) and a higher average, both found by trying."""
    half_points, number = sum(half for _, _, half in games), len(games)
    average = average_of(case, games)
    if makes_performance(rules, half_points, number, average):
        return 0
    at = max(average, rules.least_average)
    needed = next(half for half in range(2 * number + 1) if makes_performance(rules, half, number, at))
    ways = [HALF_POINT * (needed - half_points) + POINT * (at - average)] if needed > half_points else []
    higher = next((more for more in range(2000) if makes_performance(rules, half_points, number, average + more)), None)
    return min([*ways, *([POINT * higher] if higher is not None else [])])


def by_trying(case):
    """Least weight of a change over all selections, and how many leave something out."""
    weights = []
    for with_forfeit in (False, True) if case.forfeit else (False,):
        for games, _, is_cut, out, everything in selections(case, with_forfeit):
            if out and case.rules.whole_event_mix and not has_whole_mix(case, everything):
                continue
            weight = OPPONENT * lacking_opponents(case.rules, case, games) + lacking_score(case.rules, case, games)
            weights.append((weight, is_cut or bool(out) or with_forfeit))
    return weights


def has_whole_mix(case, games):
    rules = replace(case.rules, unrated=None)
    enough = average_of(case, games) >= rules.least_average
    return enough and has_titles(case, games) and not lacking_opponents(rules, case, games)


@pytest.mark.parametrize("first_seed", range(0, 800, 100))
def test_142ef_least_change_with_games_left_out(first_seed):
    nearer = 0
    for seed in range(first_seed, first_seed + 100):
        case = case_of(seed, usual_readings=True)
        rules = case.rules
        if (
            None in (case.own_federation, rules.waives_federations, rules.waives_shares)
            or any(person.federation is None for person in case.people.values())
            or len(case.games) < rules.least_games
        ):
            continue
        weights = by_trying(case)
        all_games = min(weight for weight, leaves_out in weights if not leaves_out)
        least = min(weight for weight, _ in weights)
        below = min(all_games, FAR)
        found = nearest_selection(candidate_of(case), below)
        assert (found.distance if found else below) == min(least, below), seed
        if found:
            nearer += 1
            chosen = found.selection
            kept = [
                game
                for game in [*case.games, *([case.forfeit] if chosen.has_last_round_forfeit else [])]
                if game[0] <= (chosen.cut_after_round or game[0]) and game[0] not in chosen.left_out_rounds
            ]
            told = OPPONENT * lacking_opponents(rules, case, kept) + lacking_score(rules, case, kept)
            assert told == found.distance
    assert nearer > 5
