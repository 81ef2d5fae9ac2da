"""Exact arithmetic of 1.47 to 1.49: what floats and rounding to even get wrong."""

from decimal import ROUND_FLOOR, Decimal
from fractions import Fraction

import pytest

from normbook.regulations import edition_named, half_up, percentage_score, score_table


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"),
    [
        (9, 4, 2),
        (11, 4, 3),
        (0, 7, 0),
        (21424, 9, 2380),  # 2380.44
        (21425, 9, 2381),  # 2380.56
        # averages that end in .5 go up, to odd and to even numbers
        (4761, 2, 2381),
        (4763, 2, 2382),
        (23805, 10, 2381),
        (23795, 10, 2380),
    ],
)
def test_half_up(numerator, denominator, expected):
    assert half_up(numerator, denominator) == expected


def test_half_up_is_the_floor_of_half_more():
    for denominator in range(1, 25):
        for numerator in range(200):
            exact = Fraction(numerator, denominator) + Fraction(1, 2)
            assert half_up(numerator, denominator) == exact.numerator // exact.denominator


@pytest.mark.parametrize(
    ("half_points", "games", "expected"),
    [
        (14, 25, 28),  # 0.28 * 100 is 28.000000000000004 in binary
        (57, 50, 57),  # 0.57 * 100 is 56.99999999999999
        (29, 25, 58),  # 0.58 * 100 is 57.99999999999999
        (10, 8, 63),  # 62.5: rounding to even would say 62
        (2, 8, 13),  # 12.5: rounding to even would say 12
        (1, 8, 6),  # 6.25
        (9, 13, 35),  # 34.6
        (18, 13, 69),  # 69.2
        (11, 9, 61),  # 61.1
        (16, 9, 89),  # 88.9
        (0, 9, 0),
        (18, 9, 100),
        (199, 100, 100),  # 99.5
        (1, 100, 1),  # 0.5
    ],
)
def test_percentage_score(half_points, games, expected):
    assert percentage_score(half_points, games) == expected


def test_percentage_score_in_decimal_arithmetic():
    for games in range(1, 41):
        for half_points in range(2 * games + 1):
            exact = Decimal(100 * half_points) / Decimal(2 * games) + Decimal("0.5")
            assert percentage_score(half_points, games) == int(exact.to_integral_value(ROUND_FLOOR))


@pytest.mark.parametrize(
    ("games", "least_points"),
    # 35 % by hand: 2.45, 2.8, 3.15, 3.5, 3.85, 4.2, 4.55, 4.9, 5.25, 7
    [(7, 2.5), (8, 3), (9, 3.5), (10, 3.5), (11, 4), (12, 4.5), (13, 5), (14, 5), (15, 5.5), (20, 7)],
)
def test_least_score_is_exact(games, least_points):
    """4.5 of 13 is 34.6 %, which rounds to 35 and is still too little."""
    rows = score_table(edition_named("2005-07-01"), "GM", games)
    assert rows[0].half_points / 2 == least_points
    assert rows[0].highest_average is None
