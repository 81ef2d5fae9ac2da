"""Which column of a table holds what: words of the header (layouts/crosstable_words.csv), and content where it has none."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from normbook.sources.grid import Row
from normbook.sources.titles import is_known_title

_WORDS_CSV = Path(__file__).with_name("layouts") / "crosstable_words.csv"
_ROUND = re.compile(r"(\D{0,20}?)0*([1-9][0-9]{0,2})(\D{0,20})")
# No known word, and rounds from 1 on: so many make a header all the same.
_FEWEST_ROUNDS = 3


def normalised(word: str) -> str:
    """Return a heading as words.csv compares it: letters, digits, #, № and + in lower case."""
    return re.sub(r"[^\w#№+]|_", "", word.casefold())


@cache
def _meanings() -> dict[str, str]:
    found: dict[str, str] = {}
    with _WORDS_CSV.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            for word in row["words"].split(" | "):
                found.setdefault(normalised(word), row["meaning"])
    return found


def _meaning(heading: str) -> str | None:
    """Meaning of a heading by its words; a number at the end (TB1, Wtg3) is not part of them."""
    word, known = normalised(heading), _meanings()
    stem = word.rstrip("0123456789")
    # R1 is the first round, though R alone counts the draws of a German table
    return known.get(word) or ("tie_break" if len(stem) > 1 and known.get(stem) == "tie_break" else None)


@dataclass(frozen=True)
class Rounds:
    """Columns with numbers 1, 2, 3 ...: first column of each, and how many columns one of them takes."""

    columns: tuple[int, ...]
    width: int

    def text(self, row: Row, at: int) -> str:
        """What a row has for the number at + 1; three columns are joined by bars, two by nothing."""
        first = self.columns[at]
        return ("|" if self.width > 2 else "").join(row.at(first + i) for i in range(self.width))


@dataclass(frozen=True)
class Header:
    """One header row: meaning by column, runs of numbered columns."""

    row: Row
    meanings: dict[int, str]
    runs: tuple[Rounds, ...]

    def columns(self, meaning: str) -> list[int]:
        """Columns of a meaning, from left to right."""
        return [column for column, found in self.meanings.items() if found == meaning]


def read_header(row: Row) -> Header | None:
    """Read a row as a header; None if it is none.

    A header names the players' column and one more at least, or, in a language that is not known, numbers its rounds.
    """
    meanings = {column: meaning for column, cell in enumerate(row.cells) if (meaning := _meaning(cell))}
    runs = _runs(row, meanings)
    numbered = {column for run in runs for column in run.columns}
    others = [cell.strip() for column, cell in enumerate(row.cells) if column not in numbered and cell.strip()]
    # a player may bear one of the words as a name, but his row has numbers
    if any(cell[0].isdecimal() for cell in others):
        return None
    if "name" in meanings.values():
        return Header(row, meanings, runs) if len(set(meanings.values())) > 1 or runs else None
    longest = max((len(run.columns) for run in runs), default=0)
    return Header(row, meanings, runs) if longest >= _FEWEST_ROUNDS and len(others) > 1 else None


def _runs(row: Row, meanings: dict[int, str]) -> tuple[Rounds, ...]:
    """Runs of headings 1, 2, 3 ... that share their words, blank headings between them alike."""
    runs: list[list[tuple[int, int, tuple[str, str]]]] = []
    for column, cell in enumerate(row.cells):
        match = _ROUND.fullmatch(cell.strip())
        if not match or column in meanings:
            continue
        number, words = int(match[2]), (normalised(match[1]), normalised(match[3]))
        last = runs[-1][-1] if runs else None
        if (
            last
            and number == last[1] + 1
            and words == last[2]
            and not any(row.at(c) for c in range(last[0] + 1, column))
        ):
            runs[-1].append((column, number, words))
        elif number == 1:
            runs.append([(column, number, words)])
    found = []
    for run in runs:
        columns = tuple(column for column, _, _ in run)
        gaps = {after - before for before, after in pairwise(columns)}
        width = gaps.pop() if len(gaps) == 1 else 1 if gaps else _blanks_after(row, columns[0])
        if not gaps:
            found.append(Rounds(columns, width))
    return tuple(found)


def _blanks_after(row: Row, column: int) -> int:
    following = (at for at in range(column + 1, len(row.cells)) if row.at(at))
    return next(following, len(row.cells)) - column


def title_column(header: Header, rows: Sequence[Row]) -> int | None:
    """Column of the titles: the one so named, else one without a heading that holds titles and nothing else (X5)."""
    if named := header.columns("title"):
        return named[0]
    width = max(map(len, (row.cells for row in rows)), default=0)
    for column in range(width):
        texts = [text for row in rows if (text := row.at(column))] if not header.row.at(column) else []
        # letters alone may be the sex (M, F) as well as old titles
        if any(len(text) > 1 and is_known_title(text) for text in texts) and (
            sum(map(is_known_title, texts)) * 2 > len(texts)
        ):
            return column
    return None


def name_column(header: Header, rows: Sequence[Row]) -> int | None:
    """Column of the names: the one so named, else the one with most letters in rows that look like players."""
    if named := header.columns("name"):
        return named[0]
    taken = set(header.meanings) | {c + i for run in header.runs for c in run.columns for i in range(run.width)}
    width = max(map(len, (row.cells for row in rows)), default=0)
    letters = {
        column: sum(sum(map(str.isalpha, row.at(column))) for row in rows)
        for column in range(width)
        if column not in taken
    }
    best = max(letters, key=lambda column: letters[column], default=None)
    return best if best is not None and letters[best] else None
