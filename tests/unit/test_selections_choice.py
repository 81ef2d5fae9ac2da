"""The highest sum of ratings over a choice out of a field, against trying every choice."""

from itertools import combinations
from random import Random

import pytest

from normbook.stages.selection_choice import Ask, Person, highest_choice


def by_trying(faced, number, asks, federations, floor, raised):
    sums = []
    for chosen in combinations(range(len(faced)), number):
        if len({faced[index].federation for index in chosen} - {None}) >= federations and all(
            sum(ask.members[index] for index in chosen) >= ask.least for ask in asks
        ):
            ratings = sorted(faced[index].rating for index in chosen)
            sums.append(sum(max(floor, rating) for rating in ratings[:raised]) + sum(ratings[raised:]))
    return max(sums, default=None)


@pytest.mark.parametrize("seed", range(6))
def test_highest_choice(seed):
    dice = Random(seed)
    found = []
    for _ in range(250):
        faced = [
            Person(dice.choice((2000, 2010, 2050, 2100, 2180, 2300)), dice.choice(("A", "A", "A", "B", "C", None)))
            for _ in range(dice.randint(1, 9))
        ]
        asks = [
            Ask([dice.random() < 0.5 for _ in faced], dice.choice((-1, 0, 1, 2, 3))) for _ in range(dice.randint(0, 4))
        ]
        number, federations, raised = dice.randint(1, 6), dice.choice((0, 1, 2, 3)), dice.choice((1, 2, 3))
        expected = by_trying(faced, number, asks, federations, 2060, raised)
        assert expected == highest_choice(faced, number, asks=asks, federations=federations, floor=2060, raised=raised)
        found.append(expected)
    assert 40 < sum(sum_ is not None for sum_ in found) < 230
