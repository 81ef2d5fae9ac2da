"""A small writer of report files by FIDE's table of columns, for tests: it knows nothing of the reader."""

from pathlib import Path

from normbook.sources.reading import Reading
from normbook.sources.trf import read_report

# First column and width.
FIELDS = {
    "sex": (10, 1),
    "title": (11, 3),
    "rating": (49, 4),
    "federation": (54, 3),
    "fide_id": (58, 11),
    "birth": (70, 10),
}
HEAD = "012 Test Open\n022 Rosario\n032 ARG\n042 2005/07/23\n052 2005/07/31\n"


def at_columns(*parts):
    """Put texts at columns counted from 1: at_columns((5, "ab"), (10, "c"))."""
    line = []
    for column, text in parts:
        line += " " * (column - 1 + len(text) - len(line))
        line[column - 1 : column - 1 + len(text)] = text
    return "".join(line)


def player(number, *cells, name="Perez, Juan", points="0.0", place="1", first_cell=92, **fields):
    """A 001 line; cells are (opponent, colour, result), each as it stands in the file."""
    parts = [(1, "001"), (5, f"{number:>4}"), (15, name)]
    parts += [(FIELDS[field][0], str(text).rjust(FIELDS[field][1])) for field, text in fields.items()]
    parts += [(81, f"{points:>4}"), (86, f"{place:>4}")]
    parts += [
        (first_cell + 10 * index, f"{opponent:>4} {colour} {result}")
        for index, (opponent, colour, result) in enumerate(cells)
    ]
    return at_columns(*parts) + "\n"


def read(folder: Path, content: str | bytes, name: str = "open.trf") -> Reading:
    """Write a file, read it, check contracts and account, and return the reading."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    reading = read_report(path, f"events/{name}")
    reading.to_tables()
    return reading


def event(reading):
    """The row of the event."""
    (row,) = reading.rows["staging.event_reports"]
    return row


def players(reading):
    """Rows of the players by start number."""
    return {row["start_number"]: row for row in reading.rows["staging.report_players"]}


def cells(reading):
    """(opponent, colour, result) by (player, round)."""
    return {
        (row["start_number"], row["round_number"]): (row["opponent_number"], row["colour"], row["result_code"])
        for row in reading.rows.get("staging.round_cells", [])
    }


def kept(reading):
    """Texts of the lines that are only kept."""
    return [row["line_text"] for row in reading.rows.get("staging.other_report_lines", [])]


def codes(reading):
    """Codes of findings and rejected records."""
    return [row["finding_code"] for row in reading.findings] + [row["reason_code"] for row in reading.rejected]
