"""What results are worth in the report's own scoring: lines 162 and 362 of TRF26, XXS of JaVaFo, BBW to BBU of bbpPairings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from normbook.sources.trf_players import read_points

# Columns of staging.event_reports that each symbol sets; one that stands for several results gives way to a closer one.
_OF_162 = {
    "W": ("points_win", "points_forfeit_win", "points_full_bye"),
    "D": ("points_draw", "points_half_bye"),
    "L": ("points_loss",),
    # Z of one program for A.
    "A": ("points_absent", "points_forfeit_loss"),
    "Z": ("points_absent", "points_forfeit_loss"),
    "P": ("points_pairing_bye",),
    "X": ("points_unknown",),
}
_OF_XXS = {
    **{code: _OF_162[code] for code in ("W", "D", "L")},
    **dict.fromkeys(("WW", "BW"), ("points_win",)),
    **dict.fromkeys(("WD", "BD"), ("points_draw",)),
    **dict.fromkeys(("WL", "BL"), ("points_loss",)),
    "ZPB": ("points_absent",),
    "HPB": ("points_half_bye",),
    "FPB": ("points_full_bye",),
    "PAB": ("points_pairing_bye",),
    "FW": ("points_forfeit_win",),
    "FL": ("points_forfeit_loss",),
}
_OF_BB = {
    "BBW": _OF_162["W"],
    "BBD": _OF_162["D"],
    "BBL": _OF_162["L"],
    "BBZ": ("points_absent",),
    "BBF": ("points_forfeit_loss",),
    "BBU": ("points_pairing_bye",),
}
_OF_362 = {"TW": ("team_points_win",), "TD": ("team_points_draw",), "TL": ("team_points_loss",)}
SCORING_CODES = {"162", "362", "XXS", *_OF_BB}

_NOTATIONS: Mapping[str, tuple[Mapping[str, tuple[str, ...]], str]] = {
    "162": (_OF_162, r"([A-Z])\s*(\S+)"),
    "362": (_OF_362, r"(T[A-Z])\s*(\S+)"),
    "XXS": (_OF_XXS, r"([A-Z]+)\s*=\s*(\S+)"),
}

# A line and what it says: number, code, text behind the code.
Line = tuple[int, str, str]


def read_scoring(lines: Iterable[Line], doubt: Callable[[int, str], None]) -> dict[str, float]:
    """Return the points that the lines give, by column of staging.event_reports; what they do not set is missing.

    A symbol for one result beats one for several, whatever their order; of two for the same result the first counts, and `doubt`
    (line number, sentence) hears of it, as it does of what is no result with points.
    """
    chosen: dict[str, tuple[int, float]] = {}
    for number, code, text in lines:
        for symbol, points_text, columns in _pairs(code, text):
            points = read_points(points_text)
            if points is None or columns is None:
                doubt(number, f"line {code}: {symbol} {points_text} is no result with points that this version uses")
                continue
            for column in columns:
                held = chosen.get(column)
                if held is None or len(columns) < held[0]:
                    chosen[column] = (len(columns), points)
                elif held[0] == len(columns) and held[1] != points:
                    doubt(
                        number, f"line {code}: {symbol} {points_text} comes after {held[1]} points for the same result"
                    )
    return {column: points for column, (_, points) in chosen.items()}


def _pairs(code: str, text: str) -> list[tuple[str, str, tuple[str, ...] | None]]:
    """(symbol, points as written, columns or None) of one line."""
    if code in _OF_BB:
        return [(code, text.strip(), _OF_BB[code])]
    known, pattern = _NOTATIONS[code]
    return [(symbol, points, known.get(symbol)) for symbol, points in re.findall(pattern, text)]
