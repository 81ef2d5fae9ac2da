"""All lines of a report but the players: the head, declared rounds and points, penalties, and what is only kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from normbook.sources.dates import event_dates
from normbook.sources.reading import Reading, Row
from normbook.sources.trf_players import read_federation, read_number, read_points
from normbook.sources.trf_rounds import EMPTIEST, FIRST_COLUMN, WIDTH
from normbook.sources.where import where

# Lines that become one column of staging.event_reports as they stand.
_TEXTS = {"012": "name", "022": "city", "092": "type_text", "102": "chief_arbiter", "122": "time_control"}
# Symbols of line 162 (TRF26), and Z of one program for A.
_SCORES = {
    "W": "points_win",
    "D": "points_draw",
    "L": "points_loss",
    "A": "points_absent",
    "Z": "points_absent",
    "P": "points_pairing_bye",
}
_HEAD_CODES = {*_TEXTS, "032", "042", "052", "132", "142", "162", "XXR"}
# Numbered lines, national and engine lines, comments and rulers; anything else is no line of a report.
_REPORT_LINE = re.compile(r"[0-9]{3}|[A-Z]{3}(\s|$)|#|\s*[0-9][0-9\s]*$")


@dataclass
class Head:
    """Collects the lines of one report that hold no player, and turns them into rows of `reading`."""

    reading: Reading
    _lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    _abnormal: dict[int, float] = field(default_factory=dict)
    _has_teams: bool = False

    def take(self, line_number: int, line: str) -> None:
        """Take one line that is neither blank nor a player's; every line ends up in a row (T20, T22)."""
        code = line[:3]
        self._has_teams |= code in ("013", "310")
        # A ruler for the eye may begin with 012 (T10): its fourth column is no blank.
        is_head = code in _HEAD_CODES and not line[3:4].strip()
        if is_head and code not in self._lines:
            self._lines[code] = (line_number, line[3:].rstrip())
            return
        if code == "299" and self._is_penalty(line):
            return
        if is_head:
            self._find("repeated_line", line_number, f"a second line {line.strip()!r} follows", "the first one counts")
        elif not _REPORT_LINE.match(line):
            sentence = f"{line.strip()[:60]!r} begins with no code of a report"
            self._find("not_a_report_line", line_number, sentence, "kept, not used", severity="info")
        self.reading.add(
            "staging.other_report_lines",
            event_id=self.reading.event_id,
            line_number=line_number,
            code=code,
            line_text=line,
        )

    def write(self, rounds_seen: int) -> None:
        """Write the rows of the head, with findings where something had to be guessed."""
        dates = event_dates(self._text("042") or "", self._text("052") or "", self._round_texts())
        for doubt in dates.doubts:
            self._find(
                "date_doubtful", self._number("042"), doubt, "give the days in the event's sidecar if this is wrong"
            )
        federation = self._text("032") or ""
        if federation and not read_federation(federation):
            sentence = f"line 032 must hold a federation code of three letters, but says {federation!r}"
            self._find(
                "host_federation_odd", self._number("032"), sentence, "left empty; give it in the event's sidecar"
            )
        self.reading.add(
            "staging.event_reports",
            event_id=self.reading.event_id,
            source_file=self.reading.source_file,
            source_sha256=self.reading.sha256,
            federation_code=read_federation(federation),
            start_date=dates.start,
            end_date=dates.end,
            rounds_declared=self._rounds_declared(),
            rounds_seen=rounds_seen,
            round_dates=dates.rounds or None,
            has_teams=self._has_teams,
            **{column: self._text(code) for code, column in _TEXTS.items()},
            **self._scores(),
        )
        for number, points in self._abnormal.items():
            self.reading.add(
                "staging.abnormal_points",
                event_id=self.reading.event_id,
                start_number=number,
                points_change=points,
            )

    def _find(
        self, code: str, line_number: int | None, sentence: str, action: str, *, severity: str = "warning"
    ) -> None:
        spot = where(self.reading.source_file, line_number)
        self.reading.find(code, f"{spot}: {sentence}", action, line=line_number, severity=severity)

    def _number(self, code: str) -> int | None:
        return self._lines[code][0] if code in self._lines else None

    def _text(self, code: str) -> str | None:
        return self._lines[code][1].strip() or None if code in self._lines else None

    def _is_penalty(self, line: str) -> bool:
        """Note line 299 of TRF26: points in columns 14-17, round in 20-22, players from 24 in fives.

        False, so that the line is only kept, where it replaces a result (column 5) or means all rounds or all players.
        """
        numbers = [read_number(line[at : at + 4]) for at in range(23, len(line.rstrip()), 5)]
        points = read_points(line[13:17])
        if line[3:13].strip() or points is None or not read_number(line[19:22]) or not numbers or not all(numbers):
            return False
        for number in filter(None, numbers):
            self._abnormal[number] = self._abnormal.get(number, 0) + points
        return True

    def _rounds_declared(self) -> int | None:
        declared: dict[str, int] = {}
        for code in ("142", "XXR"):
            text = self._text(code) or ""
            if (number := read_number(text)) is not None:
                declared[code] = number
            elif text:
                sentence = f"line {code} must hold the number of rounds, but says {text!r}"
                self._find("rounds_odd", self._number(code), sentence, "not used")
        if len(set(declared.values())) > 1:
            sentence = f"line 142 declares {declared['142']} rounds, XXR {declared['XXR']}"
            self._find("rounds_differ", self._number("XXR"), sentence, "142 was taken")
        return next(iter(declared.values()), None)

    def _round_texts(self) -> list[str]:
        """Texts of line 132 by round: under the round columns, or in their order where they are not aligned."""
        _, line = self._lines.get("132", (0, ""))
        words = list(re.finditer(r"\S+", line))
        # Half a cell to the left, so that dates a few columns off still find their round.
        rounds = [(word.start() + 4 - FIRST_COLUMN + WIDTH // 2) // WIDTH for word in words]
        is_aligned = (
            words and rounds[0] >= 0 and len(set(rounds)) == len(rounds) and rounds[-1] < EMPTIEST * len(rounds)
        )
        if not is_aligned:
            return [word.group() for word in words]
        by_round = {number: word.group() for number, word in zip(rounds, words, strict=True)}
        return [by_round.get(number, "") for number in range(rounds[-1] + 1)]

    def _scores(self) -> Row:
        scores: Row = {}
        for symbol, text in re.findall(r"([A-Z])\s*(\S+)", self._text("162") or ""):
            points = read_points(text)
            if symbol in _SCORES and points is not None:
                scores[_SCORES[symbol]] = points
            else:
                sentence = f"line 162: {symbol} {text} is no result with points that this version uses"
                self._find("scoring_odd", self._number("162"), sentence, "not used", severity="info")
        return scores
