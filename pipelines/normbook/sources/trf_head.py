"""All lines of a report but the players: the head, declared rounds and points, teams and awards, and what is only kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from normbook.sources.crosstable_head import discipline_of
from normbook.sources.dates import event_dates
from normbook.sources.reading import Reading
from normbook.sources.trf_awards import Awards, read_abnormal, read_byes, read_team_lines
from normbook.sources.trf_players import read_federation, read_rounds
from normbook.sources.trf_rounds import EMPTIEST, FIRST_COLUMN, WIDTH
from normbook.sources.trf_scoring import SCORING_CODES, read_scoring
from normbook.sources.trf_teams import Line, read_teams
from normbook.sources.where import where

# Lines that become one column of staging.event_reports as they stand.
HEAD_TEXTS = {"012": "name", "022": "city", "092": "type_text", "102": "chief_arbiter", "122": "time_control"}
HEAD_CODES = {*HEAD_TEXTS, "032", "042", "052", "132", "142", "XXR"}
# Numbered lines, national and engine lines, comments and rulers; anything else is no line of a report.
_REPORT_LINE = re.compile(r"[0-9]{3}|[A-Z]{3}(\s|$)|#|\s*[0-9][0-9\s]*$")
# A date of ten characters fills its cell, so that the next one follows without a blank.
_DAY_OF_TEN = r"(?:[0-9]{4}[./-][0-9]{2}[./-][0-9]{2}|[0-9]{2}[./-][0-9]{2}[./-][0-9]{4})"
_ROUND_DAYS = re.compile(rf"{_DAY_OF_TEN}(?:(?![0-9./-])|(?={_DAY_OF_TEN}))|\S+")


def is_report_line(line: str) -> bool:
    """Tell whether a line begins like one of a report; comments and rulers are such lines too."""
    return bool(_REPORT_LINE.match(line))


@dataclass
class Head:
    """Collects the lines of one report that hold no player, and turns them into rows of `reading`."""

    reading: Reading
    _lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    _kept: dict[str, list[Line]] = field(default_factory=dict)
    _awards: Awards = field(default_factory=Awards)

    def take(self, line_number: int, line: str) -> None:
        """Take one line that is neither blank nor a player's; every line ends up in a row (T20, T22)."""
        code = line[:3]
        # A ruler for the eye may begin with 012 (T10), but a code ends before the fourth column.
        is_code = not line[3:4].strip()
        is_head = code in HEAD_CODES and is_code
        if is_head and code not in self._lines:
            self._lines[code] = (line_number, line[3:].rstrip())
            return
        if is_code:
            self._kept.setdefault(code, []).append((line_number, line))
        if is_head:
            self._find("repeated_line", line_number, f"a second line {line.strip()!r} follows", "the first one counts")
        elif not is_report_line(line):
            sentence = f"{line.strip()[:60]!r} begins with no code of a report"
            self._find("not_a_report_line", line_number, sentence, "kept, not used", severity="info")
        self.reading.add(
            "staging.other_report_lines",
            event_id=self.reading.event_id,
            line_number=line_number,
            code=code,
            line_text=line,
        )

    def byes(self) -> dict[tuple[int, int], tuple[int, str]]:
        """Line and type (F, H, Z) of the byes of line 240 by player and round; none in events of teams, whose byes are theirs."""
        read_byes(self._of("240"), self._awards, self._doubt("bye_line_odd"), of_teams=bool(self._of("310")))
        return self._awards.byes

    def write(self, rounds_seen: int, players: Collection[int]) -> None:
        """Write the rows of the head, with findings where something had to be guessed; call it after `byes`."""
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
            discipline=discipline_of(self._text("122") or ""),
            has_teams="013" in self._kept or "310" in self._kept,
            boards=next((len(line[3:].strip()) or None for _, line in self._of("352")), None),
            **{column: self._text(code) for code, column in HEAD_TEXTS.items()},
            **self._scores(),
        )
        teams = self._write_teams()
        read_abnormal(self._of("299"), self._awards, self._doubt("abnormal_points_odd"), players, teams, rounds_seen)
        self._write_awards()

    def _of(self, code: str) -> list[Line]:
        return self._kept.get(code, [])

    def _write_teams(self) -> list[int]:
        """Write the teams; return the numbers of line 310, which is what other lines of TRF26 mean by a team."""
        if not ("310" in self._kept or "013" in self._kept):
            return []
        rows, doubts = read_teams(self._of("310"), self._of("013"))
        for line_number, sentence in doubts:
            self._doubt("team_line_odd")(line_number, sentence)
        for row in rows:
            self.reading.add("staging.report_teams", event_id=self.reading.event_id, **row)
        if not self._of("310"):
            return []
        read_team_lines(self._of("320"), self._of("330"), self._awards, self._doubt("team_line_odd"))
        return [int(str(row["team_number"])) for row in rows]

    def _write_awards(self) -> None:
        event = {"event_id": self.reading.event_id}
        for player, change in self._awards.changes.items():
            self.reading.add("staging.abnormal_points", **event, start_number=player, points_change=change)
        for (player, round_number, kind), points in self._awards.worths.items():
            result = {"start_number": player, "round_number": round_number, "result_type": kind, "points": points}
            self.reading.add("staging.abnormal_results", **event, **result)
        for row in self._awards.of_teams.values():
            self.reading.add("staging.team_awards", **event, **row)

    def _doubt(self, code: str) -> Callable[[int, str], None]:
        def note(line_number: int, sentence: str) -> None:
            self._find(code, line_number, sentence, "not used", severity="info")

        return note

    def _find(
        self, code: str, line_number: int | None, sentence: str, action: str, *, severity: str = "warning"
    ) -> None:
        spot = where(self.reading.source_file, line_number)
        self.reading.find(code, f"{spot}: {sentence}", action, line=line_number, severity=severity)

    def _number(self, code: str) -> int | None:
        return self._lines[code][0] if code in self._lines else None

    def _text(self, code: str) -> str | None:
        return self._lines[code][1].strip() or None if code in self._lines else None

    def _rounds_declared(self) -> int | None:
        declared: dict[str, int] = {}
        for code in ("142", "XXR"):
            text = self._text(code) or ""
            if (number := read_rounds(text)) is not None:
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
        words = list(_ROUND_DAYS.finditer(line))
        # Half a cell to the left, so that dates a few columns off still find their round.
        rounds = [(word.start() + 4 - FIRST_COLUMN + WIDTH // 2) // WIDTH for word in words]
        is_aligned = (
            words and rounds[0] >= 0 and len(set(rounds)) == len(rounds) and rounds[-1] < EMPTIEST * len(rounds)
        )
        if not is_aligned:
            return [word.group() for word in words]
        by_round = {number: word.group() for number, word in zip(rounds, words, strict=True)}
        return [by_round.get(number, "") for number in range(rounds[-1] + 1)]

    def _scores(self) -> dict[str, float]:
        lines = [
            (number, code, line[3:]) for code in self._kept.keys() & SCORING_CODES for number, line in self._of(code)
        ]
        scores = read_scoring(sorted(lines), self._doubt("scoring_odd"))
        # The bye of line 320 is the team's: its players have nothing for it (decision 0210).
        return scores | ({"points_pairing_bye": 0.0} if self._of("320") else {})
