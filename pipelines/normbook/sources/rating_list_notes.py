"""What is odd in a rating list, in sentences: row by row up to a limit, and for the whole file."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from normbook.sources.rating_list_month import KINDS
from normbook.sources.reading import Reading

if TYPE_CHECKING:
    import duckdb

# More findings of one kind than this say nothing new: the rest is counted in one more finding.
FINDINGS_PER_KIND = 100
_RESERVED, _LONGEST_RESERVED = r"(?i)^(bye|no[_ ]?player)[ ,]*$", 12

_ROW_NOTES = {
    "odd_title": (
        "title_unknown",
        "the title {value!r} is not in titles.csv",
        "read as no title; add the code to titles.csv if it is one",
    ),
    "odd_federation": (
        "federation_unknown",
        "the federation {value!r} is not three letters",
        "read as unknown; where it decides a norm, the norm stays undecided",
    ),
    "odd_birth": (
        "birth_unreadable",
        "the birth date {value!r} is no date, or none of a living player before this list",
        "what could not be read of it is left blank",
    ),
    "odd_sex": (
        "sex_unknown",
        "the sex {value!r} is not M or F",
        "taken from a women's title or the flag w, else left blank",
    ),
    "odd_woman": (
        "sex_contradiction",
        "the sex is M, but {value} says a woman",
        "read as M, so without women's norms; look at the player's page",
    ),
}


class Notes:
    """Findings of one list, capped by kind."""

    def __init__(self, reading: Reading, record: str, list_month: str, overflow: tuple[str, str, str] | None) -> None:
        """Write to a reading; `record` is the word for a record of this list, line or player.

        `overflow` says what it means that a record is longer than its layout, where that can be: code, finding, action.
        """
        self._row_notes = _ROW_NOTES | ({"odd_length": overflow} if overflow else {})
        self._reading = reading
        self._record = record
        self._counts: Counter[str] = Counter()
        self._players: list[pa.Table] = []
        self._most_games: dict[str, int] = {}
        self._floor = rating_floor(list_month)
        self._below_floor = 0
        self._without_comma = 0
        self.good_records = 0

    def note_row(self, code: str, line: int, subject: str, finding: str, action: str) -> None:
        """Add a finding about one record, or only count it beyond the limit."""
        self._counts[code] += 1
        if self._counts[code] <= FINDINGS_PER_KIND:
            where = f"{self._reading.source_file}, {self._record} {line}, {subject}"
            self._reading.find(code, f"{where}: {finding}", action, line=line, subject=subject)

    def note_file(self, code: str, finding: str, action: str, *, severity: str = "info") -> None:
        """Add a finding about the whole file."""
        self._reading.find(code, f"{self._reading.source_file}: {finding}", action, severity=severity)

    def note_block(self, con: duckdb.DuckDBPyConnection) -> None:
        """Add what the table `typed` says is odd in its good rows, and the rows that were not UTF-8."""
        conditions = " or ".join(f"{column} is not null" for column in self._row_notes)
        columns = ", ".join(self._row_notes)
        rows = con.execute(
            f"select line_number, fide_id, name, {columns} from typed where problem is null and ({conditions})"
        ).fetchall()
        for line, fide_id, name, *values in rows:
            for (code, finding, action), value in zip(self._row_notes.values(), values, strict=True):
                if value is not None:
                    self.note_row(code, line, subject(fide_id, name), finding.format(value=value), action)
        repaired = con.execute(
            "select line_number, fide_id, name from typed where problem is null and raw_bytes is not null"
        ).fetchall()
        for line, fide_id, name in repaired:
            self.note_row(
                "characters_repaired",
                line,
                subject(fide_id, name),
                "the line is not UTF-8; read as latin-1, and as DOS (code page 850) where only that gives a letter",
                "the bytes are kept in raw_bytes; compare names with other lists before relying on accents",
            )

    def note_good(self, good: pa.Table) -> None:
        """Note reserved names in a block of good rows, and take account of it for `note_file_checks`."""
        self._players.append(good.select(["line_number", "fide_id", "name"]))
        for kind in KINDS:
            most = pc.max(good[f"{kind}_games"]).as_py()
            if most is not None:
                self._most_games[kind] = max(most, self._most_games.get(kind, 0))
        if self._floor:
            self._below_floor += pc.sum(pc.less(good["standard_rating"], self._floor)).as_py() or 0
        self._without_comma += good.num_rows - (pc.sum(pc.match_substring(good["name"], ",")).as_py() or 0)
        self.good_records += good.num_rows
        short = self._players[-1].filter(pc.less_equal(pc.binary_length(good["name"]), _LONGEST_RESERVED))
        for player in short.filter(pc.match_substring_regex(short["name"], _RESERVED)).to_pylist():
            self.note_row(
                "reserved_name",
                player["line_number"],
                subject(player["fide_id"], player["name"]),
                "the name is a placeholder",
                "kept; it is hardly a person (Q21)",
            )

    def _repeated(self) -> list[tuple[int, list[int], list[str]]]:
        """Numbers that stand more than once, with the lines and the names."""
        players = pa.concat_tables(self._players)
        numbers = np.sort(players["fide_id"].to_numpy())
        repeated = np.unique(numbers[1:][numbers[1:] == numbers[:-1]])
        rows = players.filter(pc.is_in(players["fide_id"], pa.array(repeated))).to_pylist() if len(repeated) else []
        lines, names = defaultdict(list), defaultdict(list)
        for row in rows:
            lines[row["fide_id"]].append(row["line_number"])
            names[row["fide_id"]].append(row["name"] or "without name")
        return [(number, lines[number], names[number]) for number in sorted(lines)]

    def note_file_checks(self) -> None:
        """Add what shows over all good rows: repeated numbers, names without comma, no games."""
        if not self._players:
            return
        for fide_id, lines, names in self._repeated():
            self.note_row(
                "fide_id_repeated",
                lines[0],
                subject(fide_id, " / ".join(dict.fromkeys(names))),
                f"the number stands on the {self._record}s {', '.join(map(str, lines))}",
                "all are kept; a look-up by number asks for the name too (Q5)",
            )
        if self._without_comma:
            self.note_file(
                "names_without_comma",
                f"{self._without_comma} of {self.good_records} names have no comma",
                "kept as they are (Q17)",
            )
        if self._below_floor:
            are = "rating is" if self._below_floor == 1 else "ratings are"
            self.note_file(
                "rating_below_floor",
                f"{self._below_floor} standard {are} below {self._floor}, the floor of its time",
                "kept as they are (Q16)",
            )
        for kind, most in self._most_games.items():
            if not most:
                self.note_file(
                    "games_all_zero",
                    f"no player has a {kind} game, but 0 is told",
                    "read as not published: nobody is inactive because of it (Q14)",
                )

    def close(self) -> None:
        """Say how many findings of a kind went beyond the limit."""
        for code, count in self._counts.items():
            if count > FINDINGS_PER_KIND:
                self.note_file(
                    code,
                    f"{count - FINDINGS_PER_KIND} more findings of this kind, {count} in all",
                    "the first ones are listed one by one",
                )


def subject(fide_id: object, name: object) -> str:
    """Return a player in words: name and number."""
    return f"{name or 'player without name'} ({fide_id})"


@cache
def _floors() -> dict[str, int | None]:
    with Path(__file__).with_name("rating_floors.csv").open(encoding="utf-8", newline="") as lines:
        return {row["month_from"]: int(row["floor"]) if row["floor"] else None for row in csv.DictReader(lines)}


def rating_floor(list_month: str) -> int | None:
    """Return the lowest standard rating that a list of a month should hold, by rating_floors.csv; None where it is not known."""
    begun = [month for month in _floors() if month <= list_month]
    return _floors()[max(begun)] if begun else None
