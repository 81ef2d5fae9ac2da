"""Lines that give points apart from the cells: byes (240, 320), forfeited matches (330), abnormal assignments (299).

In events with line 310 the numbers of these lines are teams, else players.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from normbook.sources.reading import Row
from normbook.sources.trf_players import read_number, read_points
from normbook.sources.trf_teams import Line, numbers_from

Doubt = Callable[[int, str], None]
_TYPES_299 = "WDLFHZ+-"


@dataclass
class Awards:
    """What the lines say: byes by (player, round), changes of points by player, worth of results, and awards of teams."""

    byes: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    changes: dict[int, float] = field(default_factory=dict)
    worths: dict[tuple[int, int, str], float] = field(default_factory=dict)
    of_teams: dict[tuple[int, int, int], Row] = field(default_factory=dict)


def read_byes(lines: Iterable[Line], awards: Awards, doubt: Doubt, *, of_teams: bool) -> None:
    """Read lines 240: type in column 5, round in 7-9, players or teams from 11 in fives."""
    for number, line in lines:
        kind, round_number = line[4:5].upper(), read_number(line[6:9])
        if kind not in ("F", "H", "Z") or not round_number:
            doubt(number, f"line 240 must hold F, H or Z in column 5 and a round in 7-9, but begins with {line[:9]!r}")
            continue
        for who in numbers_from(line, 11):
            if of_teams:
                _award(awards, number, who, round_number, kind)
            else:
                awards.byes.setdefault((who, round_number), (number, kind))


def read_team_lines(lines_320: Iterable[Line], lines_330: Iterable[Line], awards: Awards, doubt: Doubt) -> None:
    """Read lines 320 (match points in 5-8, game points in 10-13, a team a round from 15) and 330 (type, round, White, Black)."""
    for number, line in lines_320:
        match_points, game_points = read_points(line[4:8]), read_points(line[9:13])
        for bye_round, at in enumerate(range(14, len(line.rstrip()), 4), 1):
            if team := read_number(line[at : at + 3]):
                _award(awards, number, team, bye_round, "P", match_points=match_points, game_points=game_points)
    for number, line in lines_330:
        kind, (round_number, white, black) = line[4:6], (read_number(line[at : at + 3]) for at in (7, 11, 15))
        if kind not in ("+-", "-+", "--") or not (round_number and white and black):
            doubt(number, f"line 330 must hold +-, -+ or --, a round and two teams, but says {line.strip()!r}")
            continue
        _award(awards, number, white, round_number, kind[0], opponent_number=black)
        _award(awards, number, black, round_number, kind[1], opponent_number=white)


def read_abnormal(
    lines: Iterable[Line], awards: Awards, doubt: Doubt, players: Collection[int], teams: Collection[int], rounds: int
) -> None:
    """Read lines 299: type in column 5, match points in 8-11, points in 14-17, round in 20-22, who from 24 in fives.

    Without a type the points are added to each who is named, in the round; with a type they are what such a result of theirs is
    worth. No round (or 000) is every round played, nobody named (or 0000) is everybody (decision 0211).
    """
    for number, line in lines:
        kind = line[4:5].strip().upper()
        match_points, points = read_points(line[7:11]), read_points(line[13:17])
        round_text = line[19:22].strip()
        named = numbers_from(line, 24)
        # What stands between the columns has strayed, and a line that strays must not give everybody points.
        strays = (line[3:4] + line[5:7] + line[11:13] + line[17:19] + line[22:23]).strip() or (
            not teams and line[7:11].strip()
        )
        is_readable = not strays and (bool(named) or not line[23:].replace("0", "").strip())
        if (kind and kind not in _TYPES_299) or (round_text and read_number(round_text) is None) or not is_readable:
            doubt(number, f"line 299 is not understood: {line.strip()!r}")
            continue
        if kind and teams:
            doubt(number, "line 299 with a type, which gives results of teams another worth, is kept only")
            continue
        everybody = teams or players
        which = [read_number(round_text) or 0] if round_text.strip("0") else list(range(1, rounds + 1))
        for who in named or everybody:
            for round_number in (one for one in which if one <= rounds):
                if teams:
                    more = {"match_points": match_points, "game_points": points}
                    _award(awards, number, who, round_number, "*", **more)
                elif points is not None and kind:
                    awards.worths[who, round_number, kind] = points
                elif points is not None:
                    awards.changes[who] = awards.changes.get(who, 0) + points


def _award(awards: Awards, line_number: int, team: int, round_number: int, award: str, **more: object) -> None:
    row = {"line_number": line_number, "team_number": team, "round_number": round_number, "award": award}
    awards.of_teams.setdefault((line_number, team, round_number), row | more)
