"""The invited field of an event to come: a CSV file that somebody wrote, or a report file (TRF), to rows of players."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.dates import read_birth
from normbook.sources.decoding import decode, lines_of
from normbook.sources.reading import Reading, Row
from normbook.sources.titles import is_known_title, normalise_title
from normbook.sources.trf import read_report
from normbook.sources.trf_players import read_federation, read_number
from normbook.sources.trf_recognition import NAMES, recognise
from normbook.sources.where import where

COLUMNS = ("name", "federation", "title", "womens_title", "rating", "sex", "birth", "fide_id")
_SEXES = {"": None, "m": "M", "w": "F", "f": "F"}


def read_entry_list(path: Path) -> Reading:
    """Read the players of an entry list into `staging.report_players`; a TRF gives its head too, its games are its own affair.

    A CSV names its columns in the first line: some of COLUMNS in any order and case, `name` among them, separated by commas,
    semicolons or tabs. A row with a value that cannot be used is set aside with line and reason; columns that are not known
    are a finding. Raises SourceError where the file as a whole is of no use, OSError where it cannot be opened.
    """
    raw = path.read_bytes()
    if recognise(raw) == "trf":
        reading = read_report(path, path.name)
        if not reading.account.get("is_read", True):
            raise SourceError(str(reading.rejected[-1]["reason"]), reason_code="no_players")
        return reading
    if recognise(raw) not in ("table", "text"):
        raise SourceError(
            f"{path}: this is {NAMES[recognise(raw)]}; an entry list is a CSV file or a report file (TRF)",
            reason_code="not_an_entry_list",
        )
    return _read_csv(path, raw)


def _read_csv(path: Path, raw: bytes) -> Reading:
    text, _ = decode(raw)
    head, *lines = lines_of(text)
    reading = Reading(path.name, "entry_list", hashlib.sha256(raw).hexdigest(), len(raw), event_id=path.stem)
    separator = max(",;\t", key=head.count)
    headings = [heading.strip().lower() for heading in head.split(separator)]
    if "name" not in headings:
        raise SourceError(
            f"{where(str(path), 1)}: there is no column `name`; the first line must name the columns, of {', '.join(COLUMNS)}",
            reason_code="no_name_column",
        )
    for unknown in headings:
        if unknown and unknown not in COLUMNS:
            sentence = f"{where(path.name, 1)}: the column {unknown!r} is not one of {', '.join(COLUMNS)}"
            reading.find("column_unknown", sentence, "it was not read", line=1)
    lines_of_numbers: dict[object, int] = {}
    for number, line in enumerate(lines, 2):
        if not line.strip(f" {separator}"):
            continue
        try:
            # a line at a time, so that a quotation mark without its fellow spoils no more than its own row
            [cells] = csv.reader([line], delimiter=separator, strict=True)
            player = _player(headings, [cell.strip() for cell in cells])
            first = lines_of_numbers.setdefault(player["fide_id"], number)
            if player["fide_id"] and first != number:
                raise _bad(f"FIDE number {player['fide_id']} stands in line {first} already")
        except (SourceError, csv.Error) as error:
            reading.reject("row_unusable", f"{where(path.name, number)}: {error}", raw_text=line, line=number)
        else:
            start_number = len(reading.rows.get("staging.report_players", ())) + 1
            key = {"event_id": path.stem, "line_number": number, "start_number": start_number}
            reading.add("staging.report_players", **key, **player)
    return reading


def _player(headings: list[str], cells: list[str]) -> Row:
    """One row as a player, but for its event and numbers; raises SourceError with the first value that cannot be used."""
    if len(cells) > len(headings):
        raise _bad(
            f"the row has {len(cells)} cells for {len(headings)} columns; put a name with a comma between quotes"
        )
    row = dict.fromkeys(COLUMNS, "") | dict(zip(headings, cells, strict=False))
    if not row["name"]:
        raise _bad("there is no name")
    titles = [row["title"], row["womens_title"]]
    for title in titles:
        if not is_known_title(title):
            raise _bad(f"the title {title!r} is not known; write GM, IM, FM, CM or a women's title, or nothing")
    if row["fide_id"] and read_number(row["fide_id"]) is None:
        raise _bad(f"fide_id must be a number or nothing, not {row['fide_id']!r}")
    if row["rating"] and (read_number(row["rating"]) is None or len(row["rating"]) > 4):
        raise _bad(f"rating must be a number of at most four digits or nothing, not {row['rating']!r}")
    if row["federation"] and read_federation(row["federation"]) is None:
        raise _bad(f"federation must be three letters or nothing, not {row['federation']!r}")
    if row["sex"].lower() not in _SEXES:
        raise _bad(f"sex must be m, w, f or nothing, not {row['sex']!r}")
    if (birth := read_birth(row["birth"])) is None:
        raise _bad(f"birth must be a date such as 1990/05/17, a year or nothing, not {row['birth']!r}")
    open_titles, womens_titles = zip(*map(normalise_title, titles), strict=True)
    return {
        "name": row["name"],
        "sex": _SEXES[row["sex"].lower()],
        "title_raw": " ".join(filter(None, titles)) or None,
        "title_code": next(filter(None, open_titles), None),
        "womens_title_code": next(filter(None, womens_titles), None),
        "rating": read_number(row["rating"]) or None,
        "federation_code": read_federation(row["federation"]),
        "fide_id": read_number(row["fide_id"]) or None,
        "birth_date": birth.date,
        "birth_year": birth.year,
        "birth_precision": birth.precision,
    }


def _bad(sentence: str) -> SourceError:
    return SourceError(sentence, reason_code="row_unusable")
