"""The highest sum of ratings over what stays, against trying every number of games against every opponent."""

from itertools import product
from random import Random

import pytest

from normbook.stages.selection_sums import Faced, Group, highest_sum


def by_trying(faced, games_out, opponents_out, groups, federations, floor, raised):
    sums = []
    for out in product(*[range(one.must_go, one.may_go + 1) for one in faced]):
        gone = [number == one.games for number, one in zip(out, faced, strict=True)]
        stay = [(one, one.games - number) for number, one in zip(out, faced, strict=True) if number < one.games]
        goes = [
            sum(
                (number if group.by_games else is_gone) * is_member
                for number, is_gone, is_member in zip(out, gone, group.members, strict=True)
            )
            for group in groups
        ]
        if (
            sum(out) == games_out
            and sum(gone) == opponents_out
            and len({one.federation for one, _ in stay} - {None}) >= federations
            and all(number <= group.may_go for number, group in zip(goes, groups, strict=True))
        ):
            lowest = sorted(stay, key=lambda each: (each[0].rating, -each[1]))[:raised]
            raises = sum(games * max(0, floor - one.rating) for one, games in lowest)
            sums.append(sum(games * one.rating for one, games in stay) + raises)
    return max(sums, default=None)


@pytest.mark.parametrize("seed", range(8))
def test_highest_sum(seed):
    dice = Random(seed)
    found = []
    for _ in range(250):
        faced = []
        for _ in range(dice.randint(1, 6)):
            games = dice.randint(1, 3)
            may_go = dice.randint(0, games)
            rating = dice.choice((2000, 2010, 2050, 2100, 2180))
            faced.append(
                Faced(
                    rating,
                    games,
                    dice.randint(0, min(1, may_go)),
                    may_go,
                    dice.choice("AB") if dice.random() < 0.8 else None,
                )
            )
        faced.sort(key=lambda one: one.rating)
        groups = [
            Group([dice.random() < 0.6 for _ in faced], dice.random() < 0.5, dice.randint(1, 4))
            for _ in range(dice.randint(0, 3))
        ]
        games_out, opponents_out = dice.randint(0, 4), dice.randint(0, 2)
        federations, raised = dice.choice((0, 1, 2)), dice.choice((1, 2, 3))
        expected = by_trying(faced, games_out, opponents_out, groups, federations, 2100, raised)
        assert expected == highest_sum(
            faced, games_out, opponents_out, groups=groups, federations=federations, floor=2100, raised=raised
        )
        found.append(expected)
    assert sum(sum_ is not None for sum_ in found) > 20


def test_of_two_equally_low_opponents_the_one_with_more_games_left_is_raised():
    faced = [Faced(2000, 2, 0, 1, None), Faced(2000, 2, 0, 1, None)]
    # one game goes, against either; the other opponent is raised in both his games
    assert highest_sum(faced, 1, 0, groups=[], federations=0, floor=2100, raised=1) == 2 * 2100 + 2000
