"""Tournament report files (TRF06, TRF16, what individual events use of TRF26): one file to staging rows."""

from __future__ import annotations

import hashlib
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of
from normbook.sources.reading import Reading
from normbook.sources.trf_head import Head
from normbook.sources.trf_players import OddFields, player_row, start_number_of
from normbook.sources.trf_recognition import NAMES, recognise
from normbook.sources.trf_rounds import FIRST_COLUMN, WIDTH, Cell, read_cells
from normbook.sources.where import where

# Line number and text of a 001 line, by start number.
PlayerLines = dict[int, tuple[int, str]]


def read_report(path: Path, source_file: str) -> Reading:
    """Read one report file; event_id is the stem of the file.

    Columns, encodings, dates and oddities of programs are solved here; what a result means is not: result codes stay as
    written. A bad 001 line is set aside (scope `line`) and the rest is read. A bad round cell is set aside (scope
    `cell`) and its row keeps result `*`, paired without a known result, so that it never turns into a round not paired.
    A `Z` beside an opponent says that this player was absent: the opponent is dropped from the row (T28).

    A file that is no report, or has no usable 001 line, is refused: `is_read` is false in the account and one record of
    scope `file` says why.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    raw = path.read_bytes()
    reading = Reading(source_file, "event_report", hashlib.sha256(raw).hexdigest(), len(raw), event_id=path.stem)
    if (kind := recognise(raw)) != "trf":
        _refuse(
            reading,
            f"not_a_report_{kind}",
            f"this is {NAMES[kind]}, and this version reads tournament report files (TRF) only; "
            "export the event as TRF from the program that paired it",
        )
        return reading
    text, encoding = decode(raw)
    lines = lines_of(text)
    blank = sum(not line.strip() for line in lines)
    head = Head(reading)
    for number, line in enumerate(lines, 1):
        if line.strip() and not _is_player_line(line):
            head.take(number, line)
    accepted = _accept(reading, lines)
    rejected = len(reading.rejected)
    reading.account |= {
        "layout": "TRF",
        "encoding": encoding,
        "lines_read": len(lines),
        "good_records": len(accepted),
        "rejected_lines": rejected,
        "blank_lines": blank,
        "header_lines": len(lines) - blank - len(accepted) - rejected,
    }
    if not accepted:
        reading.rows.clear()
        cause = "no line 001 can be used" if rejected else "there is no line 001"
        _refuse(reading, "no_players", f"{cause}, so the report has no players; export it again with its players")
        return reading
    _write_players(reading, accepted)
    head.write(_write_cells(reading, accepted))
    return reading


def _refuse(reading: Reading, reason_code: str, reason: str) -> None:
    reading.account |= {"is_read": False, "reason": reason}
    reading.reject(reason_code, f"{where(reading.source_file)}: {reason}", raw_text=None, scope="file")


def _is_player_line(line: str) -> bool:
    # A 001 that does not stand in column 1 is still a player, to be set aside and not to be lost among the comments.
    return line.startswith("001") or line.split(maxsplit=1)[:1] == ["001"]


def _accept(reading: Reading, lines: list[str]) -> PlayerLines:
    """Return the 001 lines that can be used, and set the others aside."""
    accepted: PlayerLines = {}
    for number, line in enumerate(lines, 1):
        if not _is_player_line(line):
            continue
        try:
            start_number = start_number_of(line)
            if start_number in accepted:
                raise SourceError(
                    f"start number {start_number} stands in line {accepted[start_number][0]} already, which counts; "
                    "give this player another",
                    reason_code="start_number_twice",
                    column_number=5,
                )
        except SourceError as error:
            column = error.column_number
            sentence = f"{where(reading.source_file, number, column)}: {error.reason}"
            reading.reject(error.reason_code, sentence, raw_text=line, line=number, column=column)
        else:
            accepted[start_number] = (number, line)
    return accepted


def _write_players(reading: Reading, accepted: PlayerLines) -> None:
    odd = OddFields()
    for start_number, (number, line) in accepted.items():
        reading.add("staging.report_players", event_id=reading.event_id, **player_row(line, number, start_number, odd))
    odd.report(reading)


def _write_cells(reading: Reading, accepted: PlayerLines) -> int:
    """Write every player's cell of every round up to the last one in which anybody has one; return that round."""
    shift, cells = read_cells({player: line for player, (_, line) in accepted.items()})
    first = FIRST_COLUMN + shift
    if shift:
        reading.account["layout"] = f"TRF, rounds from column {first}"
        reading.find(
            "cells_shifted",
            f"{where(reading.source_file)}: the round cells begin in column {first} instead of {FIRST_COLUMN}, "
            "the only place where all pairings agree",
            "read from there",
            column=first,
        )
    rounds_seen = max(map(len, cells.values()))
    for player, row in cells.items():
        blanks = [Cell("", first + WIDTH * index) for index in range(len(row), rounds_seen)]
        for round_number, cell in enumerate([*row, *blanks], 1):
            is_absent = cell.result == "Z" and cell.opponent is not None
            _report_cell(reading, cell, accepted[player][0], player, round_number, is_absent=is_absent)
            reading.add(
                "staging.round_cells",
                event_id=reading.event_id,
                start_number=player,
                round_number=round_number,
                opponent_number=None if is_absent else cell.opponent,
                colour=None if is_absent else cell.colour,
                result_code=cell.result,
                line_number=accepted[player][0],
                column_number=cell.column_number,
            )
    return rounds_seen


def _report_cell(
    reading: Reading, cell: Cell, line_number: int, player: int, round_number: int, *, is_absent: bool
) -> None:
    """Set a faulty cell aside, and tell of an absent player who has an opponent."""
    subject = f"player {player}, round {round_number}"
    if cell.fault:
        code, column, sentence = cell.fault
        reading.reject(
            code,
            f"{where(reading.source_file, line_number, column)}, {subject}: {sentence}; "
            "the result counts as unknown until the report is corrected",
            raw_text=cell.text,
            scope="cell",
            line=line_number,
            column=column,
        )
    elif is_absent:
        reading.find(
            "absent_with_opponent",
            f"{where(reading.source_file, line_number, cell.column_number)}, {subject}: "
            f"Z (absent) stands beside opponent {cell.opponent}",
            "the player counts as absent, the opponent was dropped from this cell",
            line=line_number,
            column=cell.column_number,
            subject=subject,
        )
