"""What results are worth in a crosstable whose printed points no 1, ½ and 0 explain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from normbook.sources.crosstable_cells import Cell

# Points of a win, a draw and a loss, in tenths, as events with a scoring of their own give them; byes are worth one of these.
_SCORINGS = ((30, 10, 0), (20, 10, 0), (30, 20, 10), (40, 20, 10), (30, 15, 0), (40, 20, 0))
_RESULTS = {"1": 0, "W": 0, "+": 0, "=": 1, "D": 1, "0": 2, "L": 2}
# Fewer players agree by chance.
_FEWEST = 4


def own_scoring(points: Sequence[float | None], rows: Sequence[Sequence[Cell]]) -> dict[str, float]:
    """Points by column of staging.event_reports where one scoring explains the points of every player; nothing where none does.

    `points` as printed, `rows` their cells. A loss by forfeit and an absence may be worth nothing, a bye as much as any result.
    """
    if None in points or len(points) < _FEWEST:
        return {}
    counts = [Counter(map(_kind, row)) for row in rows]
    printed = [round(10 * value) for value in points if value is not None]
    found: dict[tuple[int, int, int], dict[str, int]] = {}
    for scoring in _SCORINGS:
        win, draw, loss = scoring
        # the usual worth of a bye comes first
        byes = (win, draw, loss, 0), (draw, win, loss, 0), (0, loss), (0, loss)
        for worths in product(*(_worth(counts, kind, values) for kind, values in zip("UHZ-", byes, strict=True))):
            worth = dict(zip("012UHZ-", (*scoring, *worths), strict=True))
            sums = [sum(worth.get(kind, 0) * times for kind, times in count.items()) for count in counts]
            if sums == printed:
                found.setdefault(scoring, worth)
    # two scorings that both explain the points decide nothing
    if len(found) != 1:
        return {}
    [tenths] = found.values()
    return {
        "points_win": tenths["0"] / 10,
        "points_draw": tenths["1"] / 10,
        "points_loss": tenths["2"] / 10,
        "points_forfeit_win": tenths["0"] / 10,
        "points_forfeit_loss": tenths["-"] / 10,
        "points_pairing_bye": tenths["U"] / 10,
        "points_full_bye": tenths["U"] / 10,
        "points_half_bye": tenths["H"] / 10,
        "points_absent": tenths["Z"] / 10,
    }


def _kind(cell: Cell) -> str:
    if cell.opponent is None:
        return cell.result or ""
    return str(_RESULTS.get(cell.result or "", cell.result or ""))


def _worth(counts: Sequence[Counter[str]], kind: str, values: Sequence[int]) -> Sequence[int]:
    """What a kind of bye may be worth; of one that nobody had, the usual worth stands for all."""
    return values if any(count[kind] for count in counts) else values[:1]
