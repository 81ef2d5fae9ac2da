"""Events as lists of players and games, as programs exchange them: the upload file of chess-results (XML), chessmanager (JSON)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from normbook.errors import SourceError
from normbook.sources.crosstable_head import discipline_of
from normbook.sources.dates import event_dates
from normbook.sources.game_list_files import Game, GameList, read_chessmanager, read_upload_file
from normbook.sources.player_fields import Odd, typed_player
from normbook.sources.reading import Reading, Row
from normbook.sources.trf_players import MOST_ROUNDS, read_federation, read_rounds
from normbook.sources.where import where

# Points of the two sides of a game, and whether it was won without play: result codes of White and Black.
_GAMES = {
    ("1", "0", False): ("1", "0"),
    ("0", "1", False): ("0", "1"),
    ("0.5", "0.5", False): ("=", "="),
    ("1", "0", True): ("+", "-"),
    ("0", "1", True): ("-", "+"),
    ("0", "0", True): ("-", "-"),
    ("", "", False): (None, None),
}
_BYES = {"1": "U", "0.5": "H", "0": "Z", "": "Z"}


def read_game_list(path: Path, source_file: str, kind: str) -> Reading:
    """Read one file of players and games; kind is `xml` or `json`, as `recognise` tells.

    A record (player or game) that cannot be used is set aside with its number in the file. Raise SourceError where the file is
    something else, OSError if it cannot be opened.
    """
    raw = path.read_bytes()
    reading = Reading(source_file, "event_report", hashlib.sha256(raw).hexdigest(), len(raw), event_id=path.stem)
    event = read_upload_file(raw) if kind == "xml" else read_chessmanager(raw)
    numbers = _write_players(reading, event)
    if not numbers:
        raise SourceError(
            "no player of the file has a number and a name, so it is no report; export it again",
            reason_code="no_players",
        )
    rounds = _write_games(reading, event, numbers)
    dates = event_dates(event.head["start"], event.head["end"], [])
    for doubt in dates.doubts:
        action = "give the days in the event's sidecar if this is wrong"
        reading.find("date_doubtful", f"{where(source_file)}: {doubt}", action)
    federation = read_federation(event.head["federation"])
    reading.add(
        "staging.event_reports",
        event_id=reading.event_id,
        source_file=source_file,
        source_sha256=reading.sha256,
        name=event.head["name"] or None,
        city=event.head["city"] or None,
        # what the upload file writes for "none"
        federation_code=None if federation == "XXX" else federation,
        start_date=dates.start,
        end_date=dates.end,
        chief_arbiter=event.head["arbiter"] or None,
        time_control=event.head["time_control"] or None,
        discipline=discipline_of(event.head["time_control"]),
        rounds_declared=read_rounds(event.head["rounds"]),
        rounds_seen=rounds,
        has_teams=False,
        is_partial=False,
    )
    records = len(event.players) + len(event.games)
    rejected = len(reading.rejected)
    reading.account = {
        "layout": event.layout,
        "lines_read": records,
        "good_records": records - rejected,
        "rejected_lines": rejected,
    }
    return reading


def _write_players(reading: Reading, event: GameList) -> dict[str, int]:
    """Write the players and return their start numbers by key."""
    numbers: dict[str, int] = {}
    odd = Odd()
    for record, player in enumerate(event.players, 1):
        is_taken = player.key in numbers or player.start_number in numbers.values()
        if not player.start_number or not player.texts["name"] or is_taken:
            sentence = "a player needs a name, and a number (where games name the players, a name) that nobody else has"
            _reject(reading, record, "player_unusable", f"player {record}: {sentence}", dict(player.texts))
            continue
        numbers[player.key] = player.start_number
        row = typed_player(record, f"player {record}", player.texts, odd)
        reading.add("staging.report_players", event_id=reading.event_id, start_number=player.start_number, **row)
    odd.report(reading)
    return numbers


def _write_games(reading: Reading, event: GameList, numbers: Mapping[str, int]) -> int:
    """Write a cell for every player and round, blank where the file has no game; return the last round."""
    cells: dict[tuple[int, int], Row] = {}
    for record, game in enumerate(event.games, len(event.players) + 1):
        sides = _sides(game, numbers)
        at = game.round_number or 0
        players = {number for number, *_ in sides}
        is_sound = 0 < at <= MOST_ROUNDS and 0 < len(players) == len(sides)
        if not is_sound or any((number, at) in cells for number in players):
            sentence = (
                "a game needs a round, players of the list who have no other game in it, and a result that is known"
            )
            told = {"round": game.round_number, "white": game.white, "black": game.black, "points": game.points}
            _reject(reading, record, "game_unusable", f"game {record - len(event.players)}: {sentence}", told)
            continue
        for number, opponent, colour, result in sides:
            cells[number, at] = {
                "opponent_number": opponent,
                "colour": colour,
                "result_code": result,
                "line_number": record,
            }
    rounds = max((at for _, at in cells), default=0)
    for number in numbers.values():
        for at in range(1, rounds + 1):
            cell = cells.get((number, at), {"line_number": len(event.players)})
            reading.add(
                "staging.round_cells",
                event_id=reading.event_id,
                start_number=number,
                round_number=at,
                column_number=1,
                **cell,
            )
    return rounds


def _sides(game: Game, numbers: Mapping[str, int]) -> list[tuple[int, int | None, str | None, str | None]]:
    """Number, opponent, colour and result code of each side; none where the game cannot be understood."""
    points_white, points_black = (text.replace(",", ".").removesuffix(".0") for text in game.points)
    white = numbers.get(game.white)
    if game.black is None:
        return [(white, None, None, _BYES[points_white])] if white and points_white in _BYES else []
    black, results = numbers.get(game.black), _GAMES.get((points_white, points_black, game.is_forfeit))
    if not white or not black or not results:
        return []
    return [(white, black, "w", results[0]), (black, white, "b", results[1])]


def _reject(reading: Reading, record: int, code: str, sentence: str, raw: object) -> None:
    text = f"{where(reading.source_file)}, {sentence}; correct it and export the event again"
    reading.reject(code, text, raw_text=str(raw), line=record)
