"""Damaged report files: the reader never fails, every line is accounted for, and what was read can be written and read again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import damaged, examples, mutated, real_files
from trf_writer import HEAD, player

from normbook.sources.event_rows import EventRows
from normbook.sources.reading import Reading
from normbook.sources.trf import read_report
from normbook.sources.trf_head import HEAD_CODES
from normbook.sources.trf_writing import report_text

SAMPLE = Path(__file__).parents[2] / "data" / "raw" / "events"
# Every kind of line that the reader knows, in the forms of several programs.
TEAMS = (
    HEAD + "132" + " " * 88 + "05/07/23  05/07/24\n142 2\n162  W 3.0    D 1.0    P 2.0\n352 WB\n"
    "192 FIDE_TEAM_BAKU\n362 TW 2     TD 1\n"
    "310   1 Alpha                            ALP     2486    2.0    1.5   1     1    2\n"
    "310   2 Beta                             BET     2478    0.0    0.5   2     3    4\n"
    "013 Alpha                               1    2\n013 Beta                                3    4\n"
    "240 H   2    1\n250  2          1   1    1    2\n260   1   3    1    2\n299  -1.0  -0.5    1    1\n"
    "300   1   1   2    1    2\n320  2.0  1.5   0   1\n330 +-   2   1   2\n### DDD SSSS\n"
    "ARG    1                                         1800\n801  1 ALP\n"
    + player(1, (3, "w", "1"), ("0000", "-", "U"), sex="m", title="GM ", rating=2500, federation="ARG", fide_id=7)
    + player(2, (4, "b", "="), ("", " ", " "), name="Gómez, Ana", sex="w", birth="1990.  .", points="0.5")
    + player(3, (1, "b", "0"), (4, "w", "+"), title=" wf", birth="1987/12/00", points="1,0")
    + player(4, (2, "w", "="), (3, "b", "-"), rating="0000", birth=".  .", place="")
)  # fmt: skip
SWISS = (
    "012 Open\r\n042 28. 07. 2005\r\n052 31. 07. 2005\r\n102 Ñ\r\nXXR 3\r\nXXS W=1.0 D=0.5\r\nXXA    1  1.0\r\nXXP 1 2\r\n"
    "XXC white1\r\nBBW  1.0\r\n"
    "240 F   2    3\r\n299 W       2.0     1    1\r\n299          -0.5   000\r\n"
    + player(1, (2, "w", "1"), (3, "b", "D"), (2, "w", "")).replace("\n", "\r\n")
    + player(2, (1, "b", "0"), ("0000", "-", "H"), (1, "b", "*"), name="Núñez").replace("\n", "\r\n")
    + player(3, ("0000", "-", " "), (1, "w", "D"), ("", "", ""), points="0.5").replace("\n", "\r\n")
)  # fmt: skip
SHIFTED = (
    HEAD
    + player(1, (2, "w", "1"), (2, "b", "Z"), first_cell=94)
    + player(2, (1, "b", "0"), (1, "w", "+"), first_cell=94)
)
FILES = [
    TEAMS.encode(), SWISS.encode("cp1252"), SHIFTED.encode(), TEAMS.encode("utf-16"), TEAMS.replace("\n", "\r").encode("utf-8-sig"),
    (SAMPLE / "lund-masters-2005.trf").read_bytes(), (SAMPLE / "metropolitano-2a-grupo-1.trf").read_bytes(),
]  # fmt: skip
OF_THE_FILE = {"source_file", "source_sha256", "line_number", "column_number", "title_raw"}


def read(folder: Path, content: bytes) -> Reading:
    path = folder / "event.trf"
    path.write_bytes(content)
    return read_report(path, "events/event.trf")


def said(rows, name):
    """Rows without what tells where they stood."""
    kept = [{column: value for column, value in row.items() if column not in OF_THE_FILE} for row in rows.get(name, [])]
    return sorted(
        map(repr, (sorted((column, value) for column, value in row.items() if value is not None) for row in kept))
    )


def check(folder: Path, content: bytes) -> None:
    """The properties of every file, whatever is in it."""
    reading = read(folder, content)
    tables = reading.to_tables()
    refused = [row for row in reading.rejected if row["scope"] == "file"]
    assert (reading.account.get("is_read", True) is False) == bool(refused)
    assert reading.account.get("rejected_lines", 0) == sum(row["scope"] == "line" for row in reading.rejected)
    if refused:
        assert not reading.rows
        return
    rows = {name: table.to_pylist() for name, table in tables.items()}
    players, other = rows["staging.report_players"], rows.get("staging.other_report_lines", [])
    rejected = [row["line_number"] for row in reading.rejected if row["scope"] == "line"]
    numbers = [row["line_number"] for row in (*players, *other)] + rejected
    assert len(numbers) == len(set(numbers)), "a line counts twice"
    account = reading.account
    in_head = account["lines_read"] - account["blank_lines"] - len(numbers)
    assert 0 <= in_head <= len(HEAD_CODES), "a line is lost"
    (head,) = rows["staging.event_reports"]
    assert len(rows.get("staging.round_cells", [])) == len(players) * head["rounds_seen"]
    assert all(len(str(row["reason"])) < 2000 for row in reading.rejected)
    # written clean and read again, the tables say the same
    text, _ = report_text(EventRows.of(rows), is_trf26=True)
    again = {name: table.to_pylist() for name, table in read(folder, text.encode()).to_tables().items()}
    for name in rows.keys() - {
        "staging.findings",
        "staging.rejected_records",
        "staging.source_files",
        "staging.other_report_lines",
    }:
        assert said(again, name) == said(rows, name), name


@pytest.mark.parametrize("content", FILES)
def test_undamaged_files_have_the_properties(tmp_path, content):
    check(tmp_path, content)


@examples(150)
@given(content=mutated(FILES))
def test_damaged_files_never_fail_and_every_line_is_accounted_for(tmp_path_factory, content):
    check(tmp_path_factory.mktemp("damaged"), content)


@examples(25)
@given(data=st.data())
def test_damaged_real_files(shared, tmp_path_factory, data):
    check(tmp_path_factory.mktemp("damaged"), data.draw(mutated(real_files(shared / "real" / "trf", 12_000))))


# Failures that were found so, made small: the file before the damage, and the edits (tests/mutation.py).
CORPUS = {
    "a tab in the name of the event came back as a blank": (0, [(1, 5, 0)]),
    "a zero character in UTF-16 came back as a binary file": (3, [(0, 50, 110)]),
    "a code with a sign behind it was read as scoring and left out as no line of a report": (1, [(0, 63, 0)]),
}


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_of_failures(tmp_path, name):
    number, edits = CORPUS[name]
    check(tmp_path, damaged(FILES[number], edits))
