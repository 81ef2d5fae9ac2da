"""Team lines of a report: 310 of TRF26, and 013 of older ones, with their members in fives to the end of the line (T20)."""

from __future__ import annotations

from collections.abc import Sequence

from normbook.sources.reading import Row
from normbook.sources.trf_players import read_number, read_points

# A line of a report: its number and its text.
Line = tuple[int, str]


def read_teams(lines_310: Sequence[Line], lines_013: Sequence[Line]) -> tuple[list[Row], list[tuple[int, str]]]:
    """Return the rows of staging.report_teams but for the event, and (line number, sentence) for every doubt.

    Lines 310 count where there are any, since 013 repeats them. Members that are no start numbers are left out.
    """
    rows: dict[int, Row] = {}
    doubts: list[tuple[int, str]] = []
    for order, (line_number, line) in enumerate(lines_310 or lines_013, 1):
        row = _of_310(line) if lines_310 else _of_013(order, line)
        team = row["team_number"]
        if not isinstance(team, int):
            doubts.append((line_number, f"line 310 must hold a team's number in columns 5-7, but says {line[4:7]!r}"))
        elif team in rows:
            doubts.append(
                (line_number, f"team {team} stands in line {rows[team]['line_number']} already, which counts")
            )
        else:
            members, strays = row["members"], _strays(line, 74 if lines_310 else 37)
            if strays:
                doubts.append((line_number, f"team {team}: {', '.join(map(repr, strays))} are no start numbers"))
            rows[team] = row | {"line_number": line_number, "members": members}
    return list(rows.values()), doubts


def _of_310(line: str) -> Row:
    return {
        "team_number": read_number(line[4:7]) or None,
        "name": line[8:40].strip() or None,
        "nickname": line[41:46].strip() or None,
        "strength": read_number(line[47:53]),
        "match_points": read_points(line[54:60]),
        "game_points": read_points(line[61:67]),
        "place": read_number(line[68:71]) or None,
        "members": numbers_from(line, 74),
    }


def _of_013(order: int, line: str) -> Row:
    return {"team_number": order, "name": line[4:36].strip() or None, "members": numbers_from(line, 37)}


def _fives(line: str, column: int, width: int = 4) -> list[str]:
    return [line[at : at + width].strip() for at in range(column - 1, len(line.rstrip()), width + 1)]


def numbers_from(line: str, column: int, width: int = 4) -> list[int]:
    """Numbers from 1 in fields of `width` with a blank after each, from a column to the end of the line; others left out."""
    return [number for text in _fives(line, column, width) if (number := read_number(text))]


def _strays(line: str, column: int) -> list[str]:
    # Blank and 0000 stand for an empty board.
    return [text for text in _fives(line, column) if text.strip("0") and not read_number(text)]
