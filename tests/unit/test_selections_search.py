"""1.42e and 1.42f: the search finds what trying everything finds, in every tie, and does so in time."""

from fractions import Fraction
from math import ceil

import pytest
from tests.unit.literal_selections import NOBODY, best, difference, makes_performance
from tests.unit.random_selections import case_of

from normbook.stages.near_scores import Ladder
from normbook.stages.selection_conditions import Conditions, LevelCondition, Opponent, Share
from normbook.stages.selection_search import Candidate, Game, Requirements, best_selection

CASES = 4000


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
        opponents={
            number: Opponent(
                number, person.rating, person.is_unrated, person.is_titled, person.titles, code(person.federation)
            )
            for number, person in case.people.items()
        },
        least_games=rules.least_games,
        games_remaining=rules.games_remaining,
        may_cut=rules.may_cut,
        whole_event_mix=rules.whole_event_mix,
        conditions=conditions,
        requirements=Requirements(rules.least_average, scores, differences, counts_as, rules.most_counted),
    )


def score_rows(rules, games):
    """Each score with the least average at which it makes the norm, found by trying."""
    rows = []
    for half_points in range(2 * games + 1):
        reach = next((a for a in range(1000, 4500) if makes_performance(rules, half_points, games, a)), None)
        if reach is not None and (not rows or reach < rows[-1][1]):
            rows.append((half_points, reach))
    return rows


def found_by(case):
    found = best_selection(candidate_of(case))
    return None if found is None else (*found[0], found[1])
