"""The arithmetic of 1.47 to 1.49 (2005) in whole numbers: scores in half points, halves rounded up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from normbook.regulations.loader import performance_differences

if TYPE_CHECKING:
    from normbook.regulations.schema import Edition


class ScoreRow(NamedTuple):
    """One row of a table 1.49a: the averages (Rt) at which this score, and no lower one, makes the norm."""

    half_points: int
    lowest_average: int
    highest_average: int | None


def half_up(numerator: int, denominator: int) -> int:
    """Return numerator / denominator as the nearest whole number, a half going up (1.47b); denominator above 0."""
    return (2 * numerator + denominator) // (2 * denominator)


def percentage_score(half_points: int, games: int) -> int:
    """Return p, the score in whole per cent of the games, a half going up (1.48); at least one game."""
    return half_up(100 * half_points, 2 * games)


def score_table(edition: Edition, title_sought: str, games: int) -> tuple[ScoreRow, ...]:
    """Return the table 1.49a of a title for a number of games, lowest score first.

    A score needs Rt of at least max(least Rt, least Rp - dp), only the least Rt where the table of differences gives no
    dp (a full score in 2005), and the least share of the points exactly, not as rounded. The row of the lowest score
    has no upper bound; scores that ask for no less than the one before are not rows.
    """
    differences = performance_differences(edition.performance_table.value)
    least_average = edition.least_average.value[title_sought]
    least_performance = edition.least_performance.value[title_sought]
    share = edition.least_score.value
    rows: list[ScoreRow] = []
    highest: int | None = None
    least = -(-2 * games * share.numerator // share.denominator)
    printed = edition.lowest_printed_score.value
    if printed and printed.games == games:
        least = max(least, printed.half_points)
    for half_points in range(least, 2 * games + 1):
        difference = differences[percentage_score(half_points, games)]
        lowest = least_average if difference is None else max(least_average, least_performance - difference)
        if highest is None or lowest <= highest:
            rows.append(ScoreRow(half_points, lowest, highest))
            highest = lowest - 1
    return tuple(rows)
