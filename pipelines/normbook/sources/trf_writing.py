"""An event as a clean report file: TRF26 with every line that was read, or TRF16 with what that can say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from normbook.errors import NormbookError
from normbook.sources.dates import event_dates
from normbook.sources.event_rows import EventRows, birth_text, number, sex_text, title_text
from normbook.sources.reading import Row
from normbook.sources.trf_head import HEAD_CODES, HEAD_TEXTS, is_report_line
from normbook.sources.trf_players import FIELDS
from normbook.sources.trf_rounds import EMPTIEST, FIRST_COLUMN, WIDTH

# Lines that are kept as they were: those of TRF16, and the extensions that pairing engines write into it.
_OF_TRF16 = re.compile(r"013|0[1-9]2|1[0-3]2|XX[A-Z]|BB[A-Z]")
_HEAD = re.compile(r"[0-9][0-9]2")
# Points of staging.event_reports that have a line of their own in the extensions of TRF16.
_BB = {
    "BBW": "points_win",
    "BBD": "points_draw",
    "BBL": "points_loss",
    "BBZ": "points_absent",
    "BBF": "points_forfeit_loss",
    "BBU": "points_pairing_bye",
}
_NAME_WIDTH = FIELDS["name"].last - FIELDS["name"].first + 1
# Standing for a date that is not known where blanks would make the line shorter.
_NO_DATE = "0000/00/00"


def report_text(event: EventRows, *, is_trf26: bool) -> tuple[str, list[str]]:
    """Return the text of the report and a sentence for everything that it leaves out.

    Raise NormbookError where a number of a player has more digits than its columns.
    """
    kept, notes = _kept_lines(event, is_trf26)
    lines = [f"{code} {text}".rstrip() for code, text in _head_texts(event, is_trf26, {code for code, _ in kept})]
    lines += [text for code, text in kept if _HEAD.fullmatch(code)]
    # Ours come first, since of two lines with one code the first counts.
    lines.sort(key=lambda line: line[:3])
    lines += [_player_line(event, player) for player in event.players]
    lines += [text for code, text in kept if not _HEAD.fullmatch(code)]
    return "".join(f"{line}\r\n" for line in lines), notes


def _kept_lines(event: EventRows, is_trf26: bool) -> tuple[list[tuple[str, str]], list[str]]:
    """Lines to write as they were read, by code, and what is left out."""
    # The lines around a crosstable were kept too, and are none of a report.
    is_report = event.head.get("is_partial") is None
    lines = [(str(row["code"]), str(row["line_text"])) for row in event.kept]
    lines = [(code, text) for code, text in lines if is_report and is_report_line(text)]
    notes = []
    if strange := len(event.kept) - len(lines):
        notes.append(f"{strange} lines that are none of a report")
    if is_trf26:
        return lines, notes
    dropped = Counter(code for code, _ in lines if not _OF_TRF16.fullmatch(code))
    codes = {code for code, _ in lines}
    if "162" in dropped and not any(code in codes for code in ("XXS", *_BB)):
        lines += [
            (code, f"{code} {_decimal(points, 4)}")
            for code, column in _BB.items()
            if isinstance(points := event.head[column], float)
        ]
        del dropped["162"]
    if "310" in dropped and "013" not in codes:
        lines += [("013", _team_line(team)) for team in event.teams]
        del dropped["310"]
    if dropped:
        counted = ", ".join(f"{code} ({count})" if count > 1 else code for code, count in sorted(dropped.items()))
        notes.append(f"lines that TRF16 does not know: {counted}")
    return [(code, text) for code, text in lines if _OF_TRF16.fullmatch(code)], notes


def _team_line(team: Row) -> str:
    members = team["members"]
    numbers = " ".join(f"{member:>4}" for member in members) if isinstance(members, list) else ""
    return f"013 {team['name'] or ''!s:<32.32}{numbers}"


def _head_texts(event: EventRows, is_trf26: bool, codes: set[str]) -> list[tuple[str, str]]:
    head = event.head
    texts = {code: str(head[column] or "") for code, column in HEAD_TEXTS.items()}
    texts |= {
        "032": str(head["federation_code"] or ""),
        "042": _day(head["start_date"]),
        "052": _day(head["end_date"]),
        "132": _round_days(head),
        "142" if is_trf26 else "XXR": "" if head["rounds_declared"] is None else str(head["rounds_declared"]),
    }
    # A line that was read after an empty one of the same code must not come to stand alone.
    return [(code, texts.get(code, "")) for code in sorted(HEAD_CODES) if texts.get(code) or code in codes]


def _day(value: object) -> str:
    return value.isoformat().replace("-", "/") if isinstance(value, date) else ""


def _round_days(head: Row) -> str:
    """Dates of the rounds under their cells: by the book with two digits for the year, with four where two mean another."""
    days = head["round_dates"]
    if not isinstance(days, list):
        return ""
    texts = [_day(day) for day in days]
    short = [text[2:] for text in texts]
    is_told = event_dates(_day(head["start_date"]), _day(head["end_date"]), short).rounds == days
    # Blanks stand for a date that is not known only where the dates around them show whose column it is.
    if not texts[-1] or len(texts) >= EMPTIEST * sum(map(bool, texts)):
        texts = [text or _NO_DATE for text in texts]
    return " " * (FIRST_COLUMN - 5) + "".join(f"{text[2 if is_told else 0 :]:{WIDTH}}" for text in texts)


def fitting_names(players: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the players with names as short as a report has room for, and a sentence for each that was cut."""
    fitting, notes = [], []
    for player in players:
        name = str(player["name"])
        fitting.append(player | {"name": name[:_NAME_WIDTH].rstrip()})
        if len(name) > _NAME_WIDTH:
            notes.append(
                f"the end of the name of player {player['start_number']}, which has more than {_NAME_WIDTH} characters"
            )
    return fitting, notes


def _player_line(event: EventRows, player: Row) -> str:
    start_number = number(player, "start_number")
    fields = {
        "start_number": str(start_number),
        "sex": sex_text(player),
        "title": title_text(player)[:3],
        "name": f"{player['name']:<{_NAME_WIDTH}}",
        "rating": str(player["rating"] or ""),
        "federation": str(player["federation_code"] or ""),
        "fide_id": str(player["fide_id"] or ""),
        "birth": f"{birth_text(player, '/'):<11}",
        "points": _points(player["points"]),
        "place": str(player["place"] or ""),
    }
    if not (fields["points"] or fields["place"] or any(map(any, event.cells_of(player)))):
        fields["place"] = "0"  # no place; a line that ends before its points would look cut short
    line = "001"
    for field, text in fields.items():
        first, last, _ = FIELDS[field]
        if len(text) > last - first + 1:
            raise NormbookError(
                f"player {start_number}: {field} {text} does not fit into the {FIELDS[field].columns} of a report"
            )
        line = line.ljust(first - 1) + text.rjust(last - first + 1)
    line = line.ljust(FIRST_COLUMN - 3)
    for opponent, colour, result in event.cells_of(player):
        if opponent is not None and opponent > 9999:
            raise NormbookError(
                f"player {start_number}: opponent {opponent} does not fit into the four columns of a report"
            )
        is_blank = opponent is None and colour is None and result is None
        line += " " * 10 if is_blank else f"  {opponent or '0000':>4} {colour or '-'} {result or ' '}"
    return line.rstrip()


def _points(points: object) -> str:
    if not isinstance(points, float):
        return ""
    text = _decimal(points, 4)
    return text if len(text) <= 4 else text.removesuffix(".0")


def _decimal(points: float, width: int) -> str:
    return f"{points:{width}.1f}"
