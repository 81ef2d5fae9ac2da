"""Clubs of players: a CSV file beside the series that names it, with the columns `player` and `club`."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of
from normbook.sources.reading import Reading
from normbook.sources.trf_players import read_number
from normbook.sources.where import where

_COLUMNS = ("player", "club")


def read_clubs(path: Path, source_file: str) -> Reading:
    """Read a clubs file into staging.clubs; `player` is a FIDE number or a name.

    The first line names the columns, separated by commas, semicolons or tabs. A row that cannot be used is set aside with
    its line. Raise SourceError where the file as a whole is of no use, OSError where it cannot be opened.
    """
    raw = path.read_bytes()
    text, encoding = decode(raw)
    head, *lines = lines_of(text) or [""]
    separator = max(",;\t", key=head.count)
    headings = [heading.strip().lower() for heading in head.split(separator)]
    if not set(_COLUMNS) <= set(headings):
        raise SourceError(
            f"{where(source_file, 1)}: a clubs file names the columns player and club in its first line, this one says {head!r}",
            reason_code="no_clubs_file",
        )
    reading = Reading(source_file, "clubs", hashlib.sha256(raw).hexdigest(), len(raw))
    blank = rejected = 0
    for number, line in enumerate(lines, 2):
        if not line.strip(f" {separator}"):
            blank += 1
            continue
        try:
            # a line at a time, so that a quotation mark without its fellow spoils no more than its own row
            [cells] = csv.reader([line], delimiter=separator, strict=True)
            player, club = (cells[headings.index(column)].strip() for column in _COLUMNS)
            if len(cells) > len(headings) or not player or not club:
                raise IndexError
        except (csv.Error, IndexError):
            expected = "a player and a club, and quotation marks around a name with a comma"
            reading.reject(
                "row_unusable", f"{where(source_file, number)}: expected {expected}", raw_text=line, line=number
            )
            rejected += 1
            continue
        fide_id = read_number(player)
        reading.add(
            "staging.clubs",
            source_file=source_file,
            line_number=number,
            fide_id=fide_id,
            name=None if fide_id else player,
            club=club,
        )
    reading.account = {
        "encoding": encoding,
        "lines_read": len(lines) + 1,
        "good_records": len(lines) - blank - rejected,
        "rejected_lines": rejected,
        "blank_lines": blank,
        "header_lines": 1,
    }
    return reading
