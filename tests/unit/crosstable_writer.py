"""A small event of seven players, written as the crosstables of several programs, and read back as its games."""

from __future__ import annotations

import io
from pathlib import Path

import xlsxwriter

from normbook.sources.event_file import read_event_file
from normbook.sources.reading import Reading

# start number: title, name, rating, federation, place
PLAYERS = {
    1: ("GM", "Alfa, Ana", 2512, "ARG", 2),
    2: ("", "Bravo, Beto", 2377, "URU", 1),
    3: ("WIM", "Charly, Cora", 2290, "ARG", 5),
    4: ("", "Delta, Dino", 2105, "CHI", 3),
    5: ("FM", "Eco, Elsa", 2098, "ARG", 4),
    6: ("", "Foxtrot, Fito", 1950, "ARG", 7),
    7: ("", "Golf, Gala", 0, "PER", 6),
}
# round: White, Black, result of White (+: won by forfeit)
GAMES = {
    1: [(1, 4, "1"), (5, 2, "½"), (3, 6, "1")],
    2: [(2, 1, "1"), (4, 3, "½"), (7, 5, "0")],
    3: [(1, 3, "1"), (2, 4, "½"), (5, 6, "+")],
}
# (player, round): a bye of half a point, a full one, or an absence
BYES = {(7, 1): "1", (6, 2): "½", (7, 3): "0"}
_OTHER = {"1": "0", "0": "1", "½": "½", "+": "-", "-": "+"}
_POINTS = {"1": 1.0, "½": 0.5, "+": 1.0}
_CODES = {"½": "="}
_BYE_CODES = {"1": "U", "½": "H", "0": "Z"}

Games = dict[tuple[int, int], tuple[int | None, str | None, str | None]]


def games() -> Games:
    """What a reader must find: opponent, colour and result code by start number and round."""
    found: Games = {bye: (None, None, _BYE_CODES[kind]) for bye, kind in BYES.items()}
    for round_number, pairs in GAMES.items():
        for white, black, result in pairs:
            found[white, round_number] = (black, "w", _CODES.get(result, result))
            found[black, round_number] = (white, "b", _CODES.get(_OTHER[result], _OTHER[result]))
    return found


def sides(player: int) -> list[tuple[int | None, str, str]]:
    """Opponent, colour and result by round as written, byes with neither opponent nor colour."""
    found: list[tuple[int | None, str, str]] = []
    for round_number, pairs in GAMES.items():
        for white, black, result in pairs:
            found += [(black, "w", result)] if white == player else []
            found += [(white, "b", _OTHER[result])] if black == player else []
        found += [(None, "", BYES[player, round_number])] if (player, round_number) in BYES else []
    return found


def total(player: int) -> float:
    """Points of a player."""
    return sum(_POINTS.get(result, 0.0) for _, _, result in sides(player))


def swiss_rows(by: str = "place", cell: str = "{opponent:>3}{colour}{result}", bye: str = "{result:>5}") -> list[list]:
    """Header and rows as chess-results writes them, sorted by `place` or `start` number, whose numbers stand in the cells."""
    place = {player: fields[4] for player, fields in PLAYERS.items()}
    number = place if by == "place" else {player: player for player in PLAYERS}
    rounds = [f"{r}.Rd" for r in GAMES]
    first, last = ("Rk.", []) if by == "place" else ("No.", ["Rk."])
    rows: list[list] = [[first, "", "Name", "Rtg", "FED", *rounds, "Pts. ", *last, "TB1"]]
    for player in sorted(PLAYERS, key=lambda p: number[p]):
        title, name, rating, federation, _ = PLAYERS[player]
        cells = [
            cell.format(opponent=number[opponent], colour=colour, result=result)
            if opponent
            else {"1": -1, "½": bye.format(result="-½"), "0": 0}[result]
            for opponent, colour, result in sides(player)
        ]
        rows.append(
            [
                number[player],
                title,
                name,
                rating,
                federation,
                *cells,
                total(player),
                *([place[player]] if last else []),
                4.5,
            ]
        )
    return rows


def xlsx(*sheets: list[list]) -> bytes:
    """A workbook with these sheets."""
    raw = io.BytesIO()
    book = xlsxwriter.Workbook(raw, {"strings_to_numbers": False, "strings_to_formulas": False})
    for rows in sheets:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
    book.close()
    return raw.getvalue()


def text(rows: list[list], separator: str = ";", encoding: str = "utf-8") -> bytes:
    """The rows as a text with separators; a cell that holds one stands between quotes."""
    quoted = [[f'"{cell}"' if separator in str(cell) else str(cell) for cell in row] for row in rows]
    return "\r\n".join(separator.join(row) for row in quoted).encode(encoding)


def page(*tables: list[list], head: str = "", encoding: str = "utf-8") -> bytes:
    """A page with these tables."""
    body = "".join(
        "<table>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows) + "</table>"
        for rows in tables
    )
    return f"<html><head>{head}</head><body><h2>Torneo de prueba</h2>{body}</body></html>".encode(encoding)


def read(folder: Path, name: str, raw: bytes) -> Reading:
    """Read the bytes as the file of that name; contracts and the account of lines are checked."""
    (folder / name).write_bytes(raw)
    reading = read_event_file(folder / name, f"events/{name}")
    reading.to_tables()
    return reading


def games_of(reading: Reading, event_id: str | None = None) -> Games:
    """What was found: opponent, colour and result code by start number and round."""
    return {
        (row["start_number"], row["round_number"]): (
            row.get("opponent_number"),
            row.get("colour"),
            row.get("result_code"),
        )
        for row in reading.rows["staging.round_cells"]
        if row["event_id"] == (event_id or reading.event_id)
    }


def players_of(reading: Reading) -> dict[str, dict]:
    """Player rows by name."""
    return {str(row["name"]): row for row in reading.rows["staging.report_players"]}


def codes(reading: Reading) -> set[str]:
    """Codes of the findings."""
    return {str(finding["finding_code"]) for finding in reading.findings}


def fixed(rows: list[list], gap: int = 1, left: tuple[int, ...] = (2,), ruler: str = "") -> bytes:
    """The rows in fixed columns with `gap` blanks between them; those of `left` begin at the left, all others end at the right."""
    texts = [[str(cell).strip() for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = [
        (" " * gap)
        .join(c.ljust(w) if at in left else c.rjust(w) for at, (c, w) in enumerate(zip(r, widths, strict=True)))
        .rstrip()
        for r in texts
    ]
    return "\n".join([*lines[:1], *([ruler * len(lines[0])] if ruler else []), *lines[1:]]).encode()
