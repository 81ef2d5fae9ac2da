"""Texts in fixed columns to a grid: a border is where all rows of players are blank, whatever program printed them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from statistics import median

from normbook.sources.crosstable_columns import read_header
from normbook.sources.grid import Grid, Row
from normbook.sources.grid_fixed_roles import headings_by_content
from normbook.sources.titles import is_known_title

# First column and the one behind the last, from 0.
Span = tuple[int, int]

_NUMBERED = re.compile(r"(\s*[=T]?[0-9]{1,5}(?:-[0-9]{1,5})?[.)]?)\s.*[^\W\d_]")
# The longest line of a table, the least of one, and how many lines may stand askew in it.
_LONGEST, _FEWEST_ROWS, _FEWEST_WORDS, _MOST_STRAYS = 2000, 2, 3, 20
_STRAYED = (
    "reaches over the columns of the other rows, so what stands in which column is not certain; move it to its columns"
)


def fixed_grid(lines: Sequence[str]) -> Grid:
    """Cut the lines of every table in the text at its borders; all other lines are rows of one cell.

    A table begins below a line that names its columns; one without such a line (old magazines) gets headings by what its columns
    hold. A row that reaches over the borders of the others carries that as its fault.
    """
    lines = [line.replace("\xa0", " ").expandtabs() for line in lines]
    rows: list[Row] = []
    for first, block in _blocks(lines):
        rows += _cut(first, block)
    return Grid(tuple(rows))


def _blocks(lines: Sequence[str]) -> Iterable[tuple[int, list[str]]]:
    """Number of the first line and lines, block by block: each begins with a line that names columns, but for the first."""
    starts = [
        at for at, line in enumerate(lines) if _header_words(line) and (at == 0 or not _header_words(lines[at - 1]))
    ]
    bounds = sorted({0, *starts, len(lines)})
    for first, end in pairwise(bounds):
        yield first + 1, list(lines[first:end])


def _header_words(line: str) -> bool:
    words = tuple(line.split()) if len(line) <= _LONGEST else ()
    return len(words) >= _FEWEST_WORDS and read_header(Row(0, "", words)) is not None


def _cut(first: int, block: list[str]) -> list[Row]:
    """Rows of a block: what stands at the borders of its players' rows is cut there."""
    header = block[0] if _header_words(block[0]) else None
    at_of_players = _player_lines(block)
    spans, strays = _borders({at: block[at] for at in at_of_players})
    kept = [at for at in at_of_players if at not in strays]
    spans, headings = _joined(_words_above(header or "", spans), [block[at] for at in kept])
    cells = {at: tuple(line[begin:end].strip() for begin, end in spans) for at in kept if (line := block[at])}
    if header is None:
        headings = headings_by_content(list(zip(*cells.values(), strict=True)))
    is_table = len(kept) >= _FEWEST_ROWS and len(headings) >= _FEWEST_WORDS and len(strays) <= _MOST_STRAYS
    if not is_table:
        cells, strays = {}, set()
    rows = [
        Row(first + at, f"line {first + at}", cells.get(at, (line.strip(),)), _STRAYED if at in strays else None)
        for at, line in enumerate(block)
    ]
    if is_table:
        at = 0 if header else kept[0]
        rows[at : at + bool(header)] = [Row(first + at, f"line {first + at}", tuple(headings))]
    return rows


def _player_lines(block: Sequence[str]) -> list[int]:
    """Places of the lines that begin with a number, and of those with as many words further in, whose tied place is blank (X9)."""
    numbers = {at: match for at, line in enumerate(block) if len(line) <= _LONGEST and (match := _NUMBERED.match(line))}
    if not numbers:
        return []
    usual = median(len(block[at].split()) for at in numbers)
    behind = int(median(match.end(1) for match in numbers.values()))
    tied = [
        at
        for at, line in enumerate(block)
        if at > min(numbers) and len(line) <= _LONGEST and 2 * len(line.split()) > usual and not line[:behind].strip()
    ]
    return sorted({*numbers, *tied})


def _borders(lines: Mapping[int, str]) -> tuple[list[Span], set[int]]:
    """Spans between the positions that are blank in all lines, and the lines that had to be left out to see them.

    A line is left out where it alone fills at least two borders of all others: it is pushed to the side, or no row of a player.
    """
    filled: dict[int, set[int]] = {}
    for number, line in lines.items():
        for match in re.finditer(r"\S", line):
            filled.setdefault(match.start(), set()).add(number)
    left_out: set[int] = set()
    while len(left_out) <= _MOST_STRAYS:
        alone: dict[int, set[int]] = {}
        for position, numbers in filled.items():
            if len(numbers) == 1:
                alone.setdefault(next(iter(numbers)), set()).add(position)
        borders = {number: len(_spans(filled.keys() - positions)) for number, positions in alone.items()}
        worst = max(borders, key=lambda number: borders[number], default=None)
        if worst is None or borders[worst] < len(_spans(filled)) + 2:
            break
        left_out.add(worst)
        filled = {position: rest for position, numbers in filled.items() if (rest := numbers - {worst})}
    return _spans(filled), left_out


def _spans(filled: Iterable[int]) -> list[Span]:
    runs = groupby(enumerate(sorted(filled)), key=lambda pair: pair[1] - pair[0])
    groups = ([position for _, position in run] for _, run in runs)
    return [(group[0], group[-1] + 1) for group in groups]


def _words_above(header: str, spans: list[Span]) -> dict[Span, str]:
    """Heading of each span; a word above none of them is a column of its own, without entries yet."""
    words = list(re.finditer(r"\S+", header))
    told: dict[Span, list[str]] = {span: [] for span in spans}
    for word, text in zip(words, _counted_on([word.group() for word in words]), strict=True):
        above = max(spans, key=lambda span: _overlap(span, word.span()), default=word.span())
        told.setdefault(above if _overlap(above, word.span()) > 0 else word.span(), []).append(text)
    return {span: " ".join(told[span]) for span in sorted(told)}


def _overlap(one: Span, other: Span) -> int:
    return min(one[1], other[1]) - max(one[0], other[0])


def _joined(headings: Mapping[Span, str], lines: Sequence[str]) -> tuple[list[Span], list[str]]:
    """Spans and headings, given names with the family names to which one blank joins them."""
    columns: list[tuple[Span, str]] = []
    for span, heading in headings.items():
        before = columns[-1][0] if columns else span
        if not heading and span[0] - before[1] == 1 and _are_words(span, lines) and _are_words(before, lines):
            columns[-1] = ((before[0], span[1]), columns[-1][1])
        else:
            columns.append((span, heading))
    return [span for span, _ in columns], [heading for _, heading in columns]


def _counted_on(words: list[str]) -> list[str]:
    """Words of a header in which rounds count on behind 9 with 0, 1, 2: these as 10, 11, 12."""
    for first, word in enumerate(words):
        count = 0
        while word == "1" and first + count < len(words) and words[first + count] == str((count + 1) % 10):
            count += 1
        if count > 9:
            return [*words[:first], *map(str, range(1, count + 1)), *words[first + count :]]
    return words


def _are_words(span: Span, lines: Sequence[str]) -> bool:
    """Whether a column holds words, and no titles, codes or figures."""
    texts = [text for line in lines if (text := line[span[0] : span[1]].strip())]
    words = sum(any(map(str.isalpha, text)) and not text[0].isdigit() for text in texts)
    codes = sum(is_known_title(text) or bool(re.fullmatch("[A-Z]{3}", text)) for text in texts)
    return words * 2 > len(texts) and codes * 2 <= len(texts)
