"""The highest sum of ratings over what stays, against trying every way in which the games against every opponent may go."""

from itertools import product
from random import Random

import pytest

from normbook.stages.selection_sums import Faced, Group, Way, highest_sum

FLOOR = 2100


def way_of(ratings, kept):
    """The way in which the games stay that are kept."""
    stay = [rating for rating, is_kept in zip(ratings, kept, strict=True) if is_kept]
    raise_by = sum(max(0, FLOOR - rating) for rating in stay)
    return Way(len(ratings) - len(stay), len(stay), sum(stay), min(stay, default=FLOOR), raise_by)


def ways_of(ratings, may_go):
    """Every way in which the games may go of which the choice says it."""
    kept = product(*((True, False) if goes else (True,) for goes in may_go))
    return list(dict.fromkeys(way_of(ratings, each) for each in kept))


def by_trying(faced, games_out, opponents_out, groups, federations, raised):
    sums = []
    for places in product(*[range(len(one.ways)) for one in faced]):
        ways = [one.ways[place] for one, place in zip(faced, places, strict=True)]
        stay = [(one, way) for one, way in zip(faced, ways, strict=True) if way.stay]
        if (
            sum(way.out for way in ways) == games_out
            and len(ways) - len(stay) == opponents_out
            and len({one.federation for one, _ in stay} - {None}) >= federations
            and all(
                sum(goes[place] for goes, place in zip(group.goes, places, strict=True)) <= group.may_go
                for group in groups
            )
        ):
            lowest = sorted((way.lowest, -way.stay, way.rating_sum, way.raise_by) for _, way in stay if way.raise_by)
            sums.append(sum(way.rating_sum for _, way in stay) + sum(gain for *_, gain in lowest[:raised]))
    return max(sums, default=None)


@pytest.mark.parametrize("seed", range(8))
def test_highest_sum(seed):
    """Half of the opponents have one rating in all games; a group may lose somebody who stays."""
    dice = Random(seed)
    found = []
    for _ in range(250):
        faced = []
        for _ in range(dice.randint(1, 6)):
            rating = dice.choice((2000, 2010, 2050, 2100, 2180))
            ratings = [rating] * dice.randint(1, 3)
            if dice.random() < 0.5:
                ratings = [rating + dice.choice((-60, 0, 30, 120)) for rating in ratings]
            may_go = [dice.random() < 0.6 for _ in ratings]
            faced.append(Faced(ways_of(ratings, may_go), dice.choice("AB") if dice.random() < 0.8 else None))
        groups = []
        for _ in range(dice.randint(0, 3)):
            by_games, goes = dice.random() < 0.5, []
            for one in faced:
                is_member, loses_it = dice.random() < 0.6, dice.random() < 0.2
                most = max(way.stay for way in one.ways)
                counts = [
                    (way.stay if by_games else min(way.stay, 1)) * is_member * (not loses_it or way.stay == most)
                    for way in one.ways
                ]
                goes.append([max(counts) - number for number in counts])
            groups.append(Group(goes, by_games, dice.randint(1, 4)))
        games_out, opponents_out = dice.randint(0, 4), dice.randint(0, 2)
        federations, raised = dice.choice((0, 1, 2)), dice.choice((1, 2, 3))
        expected = by_trying(faced, games_out, opponents_out, groups, federations, raised)
        assert expected == highest_sum(
            faced, games_out, opponents_out, groups=groups, federations=federations, raised=raised
        )
        found.append(expected)
    assert sum(sum_ is not None for sum_ in found) > 20


def test_of_two_equally_low_opponents_the_one_with_more_games_left_is_raised():
    faced = [Faced(ways_of([2000, 2000], [True, False]), None)] * 2
    # one game goes, against either; the other opponent is raised in both his games
    assert highest_sum(faced, 1, 0, groups=[], federations=0, raised=1) == 2 * 2100 + 2000


def test_0132_the_lowest_of_a_day_is_raised_in_each_game_from_the_rating_of_its_day():
    faced = [Faced(ways_of([2090, 2300], [True, True]), None), Faced(ways_of([2095, 2095], [False, False]), None)]
    # all games: the first is the lowest, and gains ten; without his first game the other one is, and gains five twice
    assert highest_sum(faced, 0, 0, groups=[], federations=0, raised=1) == 2100 + 2300 + 2 * 2095
    assert highest_sum(faced, 1, 0, groups=[], federations=0, raised=1) == 2300 + 2 * 2100
