"""Start lists and standings beside an event's table: what they know of its players fills what the table leaves blank."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

from normbook.sources.reading import Reading, Row

# Columns of staging.report_players that belong together, by their name in words; the first ones tell whether anything is known.
_FIELDS = {
    "rating": (("rating",), ()),
    "title": (("title_code", "womens_title_code"), ("title_raw",)),
    "federation": (("federation_code",), ()),
    "FIDE number": (("fide_id",), ()),
    "sex": (("sex",), ()),
    "year of birth": (("birth_year",), ("birth_date", "birth_month", "birth_precision")),
}
# From this many on, one finding tells of all players together.
_MANY = 4


def join_list(reading: Reading, event_id: str, listed: Sequence[Row], spot: str) -> bool:
    """Fill blank fields of an event's players from a list (rows of staging.report_players, start number perhaps null).

    A player of the list is one of the event by the words of the name, where both have them once, else by the start number if the
    names share a word. What both know and differ in stays as the event has it, with a finding, and so does another start number.
    `spot` names the list. Return whether half of the event's players are in the list; if not, nothing is filled.
    """
    players = [row for row in reading.rows["staging.report_players"] if row["event_id"] == event_id]
    pairs = _pairs(players, listed)
    if len(pairs) * 2 < len(players):
        return False
    numbers_are_places = any(
        found["finding_code"] == "no_start_numbers" and found["event_id"] == event_id for found in reading.findings
    )
    filled = 0
    differing: dict[str, list[tuple[Row, str]]] = {}
    for player, other in pairs:
        subject = f"no. {player['start_number']} {player['name']}"
        if other["start_number"] not in (None, player["start_number"]) and not numbers_are_places:
            sentence = f"{subject} has no. {other['start_number']} there"
            differing.setdefault("start number", []).append((player, sentence))
        for field, (telling, more) in _FIELDS.items():
            own, told = ([row.get(column) for column in telling] for row in (player, other))
            if any(told) and not any(own):
                player |= {column: other.get(column) for column in (*telling, *more)}
                filled += 1
            elif any(told) and own != told:
                said = (" ".join(str(value) for value in values if value) for values in (own, told))
                differing.setdefault(field, []).append((player, f"{subject} has {' here and '.join(said)} there"))
    action = f"{filled} blank fields were filled from it" if filled else "the event's own table knows all of it"
    _find(reading, event_id, "list_joined", f"{len(pairs)} of {len(players)} players stand in {spot}", action)
    for field, cases in differing.items():
        sentences: list[tuple[object, str]] = [(player["line_number"], sentence) for player, sentence in cases]
        if len(cases) >= _MANY:
            sentences = [(None, f"{len(cases)} players have another one there, for example {sentences[0][1]}")]
        for line, sentence in sentences:
            _find(
                reading,
                event_id,
                "list_differs",
                f"{field} in {spot}: {sentence}",
                "the event's own table counts",
                line,
            )
    missing = len(players) - len(pairs), len(listed) - len(pairs)
    if any(missing):
        sentence = f"{missing[0]} players of the event and {missing[1]} of the list in {spot} stand on one side only"
        _find(reading, event_id, "list_differs", sentence, "they were left as they are")
    return True


def _find(reading: Reading, event_id: str, code: str, sentence: str, action: str, line: object = None) -> None:
    reading.find(
        code,
        f"{reading.source_file}: {sentence}",
        action,
        severity="info" if code == "list_joined" else "warning",
        line=line if isinstance(line, int) else None,
    )
    reading.findings[-1]["event_id"] = event_id


def _pairs(players: Sequence[Row], listed: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Players of the event with those of the list, each once."""
    by_name, by_number = _unique(listed, _words), _unique(listed, lambda row: row["start_number"])
    own_names = _unique(players, _words)
    pairs = [(own_names[words], by_name[words]) for words in own_names if words in by_name]
    taken = {id(row) for pair in pairs for row in pair}
    for player in players:
        other = by_number.get(player["start_number"])
        if other and id(player) not in taken and id(other) not in taken and _share_a_word(player, other):
            pairs.append((player, other))
            taken |= {id(player), id(other)}
    return pairs


def _unique(rows: Sequence[Row], key: Callable[[Row], object]) -> dict[object, Row]:
    times = Counter(map(key, rows))
    return {name: row for row in rows if times[name := key(row)] == 1 and name}


def _share_a_word(one: Row, other: Row) -> bool:
    """Whether two names share a word of three letters or more, or the beginning of one that a column has cut."""
    return any(
        len(word) > 2 and any(word.startswith(part) or part.startswith(word) for part in _words(other) if len(part) > 2)
        for word in _words(one)
    )


def _words(row: Row) -> tuple[str, ...]:
    """Words of a name without accents and case, sorted."""
    plain = unicodedata.normalize("NFKD", str(row["name"]).casefold())
    return tuple(
        sorted(re.findall(r"[^\W\d_]+", "".join(letter for letter in plain if not unicodedata.combining(letter))))
    )
