"""Tournament report files (TRF06, TRF16, TRF26 and the extensions of the pairing engines): one file to staging rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of
from normbook.sources.reading import Reading
from normbook.sources.trf_head import Head
from normbook.sources.trf_players import OddFields, player_row, start_number_of
from normbook.sources.trf_recognition import NAMES, recognise
from normbook.sources.trf_rounds import FIRST_COLUMN, WIDTH, Cell, last_round, read_cells
from normbook.sources.where import where

# Line number and text of a 001 line, by start number.
PlayerLines = dict[int, tuple[int, str]]


def read_report(path: Path, source_file: str) -> Reading:
    """Read one report file; event_id is the stem of the file.

    Columns, encodings, dates and oddities of programs are solved here; what a result means is not: result codes stay as
    written. A bad 001 line is set aside (scope `line`) and the rest is read. A bad round cell is set aside (scope
    `cell`) and its row keeps result `*`, paired without a known result, so that it never turns into a round not paired.
    A `Z` beside an opponent says that this player was absent (T28): a forfeit where the opponent's cell says so too, otherwise
    the opponent is dropped from the row.

    A file that is no report, or has no usable 001 line, is refused: `is_read` is false in the account and one record of
    scope `file` says why.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    sheet = open_report(path, source_file)
    reading = sheet.reading
    if not sheet.lines:
        return reading
    accepted = _accept(reading, sheet.player_lines)
    sheet.write_account(len(accepted), len(reading.rejected))
    if not accepted:
        reading.rows.clear()
        cause = "no line 001 can be used" if reading.rejected else "there is no line 001"
        _refuse(reading, "no_players", f"{cause}, so the report has no players; export it again with its players")
        return reading
    _write_players(reading, accepted)
    sheet.head.write(_write_cells(reading, accepted, sheet.head.byes()), accepted)
    return reading


@dataclass
class Sheet:
    """A report file that has been opened: its lines, those of players apart (number, text), the others in the head."""

    reading: Reading
    head: Head
    encoding: str = ""
    lines: list[str] = field(default_factory=list)
    player_lines: list[tuple[int, str]] = field(default_factory=list)
    blank_lines: int = 0

    def write_account(self, good: int, rejected: int) -> None:
        """Account for every line: of the players' lines so many are good or rejected."""
        self.reading.account |= {
            "layout": "TRF",
            "encoding": self.encoding,
            "lines_read": len(self.lines),
            "good_records": good,
            "rejected_lines": rejected,
            "blank_lines": self.blank_lines,
            "header_lines": len(self.lines) - self.blank_lines - good - rejected,
        }


def open_report(path: Path, source_file: str) -> Sheet:
    """Decode one file and sort its lines; one that is no report is refused in its reading and has no lines."""
    raw = path.read_bytes()
    reading = Reading(source_file, "event_report", hashlib.sha256(raw).hexdigest(), len(raw), event_id=path.stem)
    sheet = Sheet(reading, Head(reading))
    if (kind := recognise(raw)) != "trf":
        _refuse(
            reading,
            f"not_a_report_{kind}",
            f"this is {NAMES[kind]}, and this version reads report files (TRF) and crosstables; "
            "export the event as TRF from the program that paired it",
        )
        return sheet
    text, sheet.encoding = decode(raw)
    sheet.lines = lines_of(text)
    for number, line in enumerate(sheet.lines, 1):
        if _is_player_line(line):
            sheet.player_lines.append((number, line))
        elif line.strip():
            sheet.head.take(number, line)
        else:
            sheet.blank_lines += 1
    return sheet


def _refuse(reading: Reading, reason_code: str, reason: str) -> None:
    reading.account |= {"is_read": False, "reason": reason}
    reading.reject(reason_code, f"{where(reading.source_file)}: {reason}", raw_text=None, scope="file")


def _is_player_line(line: str) -> bool:
    # A 001 that does not stand in column 1 is still a player, to be set aside and not to be lost among the comments.
    return line.startswith("001") or (line[:1].isspace() and line.split(maxsplit=1)[:1] == ["001"])


def _accept(reading: Reading, lines: list[tuple[int, str]]) -> PlayerLines:
    """Return the 001 lines that can be used, and set the others aside."""
    accepted: PlayerLines = {}
    for number, line in lines:
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


def _write_cells(reading: Reading, accepted: PlayerLines, byes: Mapping[tuple[int, int], tuple[int, str]]) -> int:
    """Write every player's cell of every round up to the last one; return that round.

    A blank cell that has a bye in line 240 takes its type.
    """
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
    rounds_seen = last_round(cells)
    for player, row in cells.items():
        line_number, line = accepted[player]
        rest = None  # result of the cells to come: nothing, or unknown after a cell that takes in the rest of its line
        for round_number in range(1, rounds_seen + 1):
            blank = Cell("", first + WIDTH * (round_number - 1), result=rest)
            cell = _settle_absence(reading, cells, row.get(round_number, blank), line_number, player, round_number)
            if cell.fault:
                code, column, sentence = cell.fault
                subject = f"player {player}, round {round_number}"
                sentence = f"{subject}: {sentence}; the result counts as unknown until the report is corrected"
                _reject_cell(reading, code, line_number, column, sentence, cell.text)
                rest = "*" if len(cell.text) > WIDTH else None
            if bye := byes.get((player, round_number)):
                cell = _settle_bye(reading, cell, player, round_number, *bye)
            reading.add(
                "staging.round_cells",
                event_id=reading.event_id,
                start_number=player,
                round_number=round_number,
                opponent_number=cell.opponent,
                colour=cell.colour,
                result_code=cell.result,
                line_number=line_number,
                column_number=cell.column_number,
            )
        beyond = [cell for number, cell in row.items() if number > rounds_seen and (cell.fault or cell.is_sound)]
        if beyond:
            column = beyond[0].column_number
            text = line[column - 1 :].rstrip()
            sentence = (
                f"player {player}: {len(text)} characters stand to the right of round {rounds_seen}, the last one that was held; "
                "they count for nothing: correct the report if they should"
            )
            _reject_cell(reading, "cells_beyond_rounds", line_number, column, sentence, text)
    return rounds_seen


def _reject_cell(reading: Reading, code: str, line_number: int, column: int, sentence: str, text: str) -> None:
    spot = where(reading.source_file, line_number, column)
    reading.reject(code, f"{spot}, {sentence}", raw_text=text, scope="cell", line=line_number, column=column)


def _settle_bye(reading: Reading, cell: Cell, player: int, round_number: int, line_number: int, bye: str) -> Cell:
    """Return the cell, with the bye of line 240 where it is blank; a cell that says something else counts, with a finding."""
    if cell.opponent is None and cell.result is None:
        return replace(cell, result=bye)
    # F in 240 is what older programs write as a win without opponent; their + and - mean the like.
    if (
        cell.opponent is not None
        or cell.result not in {"F": ("F", "U", "1", "+"), "H": ("H", "="), "Z": ("Z", "-", "0")}[bye]
    ):
        subject = f"player {player}, round {round_number}"
        reading.find(
            "bye_contradicted",
            f"{where(reading.source_file, line_number)}, {subject}: line 240 gives a bye {bye}, and the player's own line has "
            + (f"opponent {cell.opponent}" if cell.opponent else f"the result {cell.result}"),
            "the player's own line counts",
            line=line_number,
            subject=subject,
        )
    return cell


def _settle_absence(
    reading: Reading,
    cells: Mapping[int, Mapping[int, Cell]],
    cell: Cell,
    line_number: int,
    player: int,
    round_number: int,
) -> Cell:
    """Return the cell, but a forfeit or an absence without opponent for a Z (absent) beside an opponent (T28)."""
    if cell.result != "Z" or cell.opponent is None:
        return cell
    other = cells.get(cell.opponent, {}).get(round_number)
    is_forfeit = other is not None and other.opponent == player and other.result in ("+", "-")
    subject = f"player {player}, round {round_number}"
    reading.find(
        "absent_with_opponent",
        f"{where(reading.source_file, line_number, cell.column_number)}, {subject}: "
        f"Z (absent) stands beside opponent {cell.opponent}"
        + (", who has a forfeit against this player" if is_forfeit else ""),
        "read as a game lost by forfeit"
        if is_forfeit
        else "the player counts as absent, the opponent was dropped from this cell",
        line=line_number,
        column=cell.column_number,
        subject=subject,
    )
    return replace(cell, result="-") if is_forfeit else replace(cell, opponent=None, colour=None)
