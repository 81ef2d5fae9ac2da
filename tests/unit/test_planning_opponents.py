"""The best opponents out of a field: what is found is what trying every choice finds."""

from dataclasses import replace
from itertools import combinations

import pytest
from tests.unit.literal_selections import average_of, has_federations, has_few_unrated, has_titles, worlds
from tests.unit.random_selections import case_of
from tests.unit.test_selections_search import candidate_of

from normbook.runs.planned_opponents import best_average, best_reach

CASES = 400


def fields():
    """Random fields of players who are met once each, by seed."""
    for seed in range(CASES):
        case = case_of(seed)
        games = tuple((index, number, 1) for index, number in enumerate(case.people, 1))
        yield replace(case, games=games, forfeit=None, days={})


def tried(case, games, is_sure):
    """The best average over all choices of so many opponents, for all worlds or for any."""
    rules, averages = case.rules, []
    all_worlds = list(worlds(case))
    for chosen in combinations(case.games, games):
        if not has_titles(case, chosen) or not has_few_unrated(case, chosen):
            continue
        holds = (
            len(chosen) in rules.without_federations
            or has_federations(rules, own, [federations[number] for _, number, _ in chosen], len(chosen), *waivers)
            for own, federations, *waivers in all_worlds
        )
        if all(holds) if is_sure else any(holds):
            averages.append(average_of(case, chosen))
    return max(averages, default=None)


def test_best_average_is_that_of_trying_everything():
    found = 0
    for case in fields():
        candidate = candidate_of(case)
        for games in (len(case.games) - 2, 3):
            for is_sure in (True, False):
                best = best_average(candidate, candidate.conditions, games, is_sure)
                assert best == tried(case, games, is_sure), case
                found += best is not None
    assert found > CASES / 4


@pytest.mark.parametrize("most_games", [4, 6])
def test_reach_takes_the_most_games_that_the_edition_lets_stay(most_games):
    reached = 0
    for case in fields():
        rules, candidate = case.rules, candidate_of(case)
        if len(case.games) < most_games:
            continue
        fewest = rules.least_games
        if not rules.may_cut:
            may_leave_out = rules.games_remaining is not None and not rules.whole_event_mix
            fewest = max(fewest, rules.games_remaining if may_leave_out else most_games)
        expected = None
        for is_sure in (True, False):
            for games in range(most_games, fewest - 1, -1):
                average = tried(case, games, is_sure)
                if expected is None and average is not None and average >= rules.least_average:
                    expected = (games, average, is_sure)
        assert best_reach(candidate, most_games) == expected, case
        reached += expected is not None
    assert reached > 10
