"""Damaged crosstables: no crash, no row without account, and damage in one place changes nothing in another."""

import io
import json
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import damaged, examples, mutated, mutated_inside, real_files
from tests.unit.crosstable_writer import PLAYERS, fixed, games, games_of, page, read, swiss_rows, text, xlsx
from tests.unit.ods_writer import ods
from tests.unit.test_crosstable_fixed import TWIC
from tests.unit.test_crosstable_quirks import DOUBLE, GRID
from tests.unit.test_game_list import chessmanager, upload_file
from tests.unit.xls_writer import xls

from normbook.errors import SourceError
from normbook.sources.event_file import read_event_file

TEXTS = [
    text(swiss_rows("start")), text(swiss_rows("place"), "\t"), text(DOUBLE), text(GRID, ","),
    fixed(swiss_rows("start")), fixed(swiss_rows("place"), 3, ruler="-"), fixed(GRID), TWIC.encode(),
]  # fmt: skip
OTHERS = [
    page(swiss_rows("start")),
    page(GRID),
    xlsx(swiss_rows("start")),
    xls(swiss_rows("start")),
    ods(swiss_rows("start")),
    b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page(swiss_rows("start")),
    upload_file(),
    json.dumps(chessmanager()).encode(),
]


def read_or_refused(folder: Path, raw: bytes):
    """The reading, contracts and account checked; None where the file is refused with a reason."""
    path = folder / "a.bin"
    path.write_bytes(raw)
    try:
        reading = read_event_file(path, "events/a.bin")
    except SourceError as refused:
        return None if refused.reason and refused.reason_code else pytest.fail("refused without a reason")
    reading.to_tables()
    return reading if reading.account.get("is_read", True) else None


def check_text(folder: Path, raw: bytes):
    reading = read_or_refused(folder, raw)
    if reading is None or not str(reading.account["layout"]).startswith("crosstable"):
        return
    kept = {row["line_number"] for row in reading.rows["staging.report_players"]}
    kept |= {row["line_number"] for row in reading.rows.get("staging.other_report_lines", ())}
    kept |= {row["line_number"] for row in reading.rejected if row["scope"] == "line"}
    account = reading.account
    headers = account["lines_read"] - account["blank_lines"] - len(kept)
    # a table in fixed columns may do without headings
    assert 0 <= headers <= account["header_lines"]
    assert account["good_records"] == len(reading.rows["staging.report_players"])


@examples(120)
@given(raw=mutated(TEXTS))
def test_every_line_of_a_damaged_text_is_somewhere(tmp_path_factory, raw):
    check_text(tmp_path_factory.mktemp("damaged"), raw)


@examples(120)
@given(raw=mutated(OTHERS) | mutated_inside([OTHERS[2], OTHERS[4]]))
def test_damaged_workbooks_pages_and_lists_are_read_or_refused(tmp_path_factory, raw):
    with redirect_stderr(io.StringIO()):
        read_or_refused(tmp_path_factory.mktemp("damaged"), raw)


@examples(40)
@given(data=st.data())
def test_damaged_real_files_are_read_or_refused(shared, tmp_path_factory, data):
    files = real_files(shared / "real" / "crosstables", 45_000)
    raw = data.draw(mutated(files) | mutated_inside([file for file in files if file.startswith(b"PK")]))
    with redirect_stderr(io.StringIO()):
        check_text(tmp_path_factory.mktemp("damaged"), raw)


# what once ended in an error that nobody had foreseen
CORPUS = {
    "a table of one player whose diagonal agrees": text([["No.", "Name", "1", "2"], [1, "Alfa", "*", ""]]),
    "a workbook cut in the middle": damaged(OTHERS[2], [(3, len(OTHERS[2]) // 2, 0)]),
    "an old workbook whose allocation table leads round in a circle": OTHERS[3][:520] + b"\x02" + OTHERS[3][521:],
}


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_of_failures(tmp_path, name):
    assert read_or_refused(tmp_path, CORPUS[name]) is None


@pytest.mark.parametrize("by", ["start", "place"])
@pytest.mark.parametrize("at", [(row, column) for row in range(1, 8) for column in (5, 6, 7)])
def test_one_damaged_cell_changes_no_other(tmp_path, by, at):
    whole = games_of(read(tmp_path, "a.csv", text(swiss_rows(by))))
    rows = swiss_rows(by)
    rows[at[0]][at[1]] = "??"
    reading = read(tmp_path, "b.csv", text(rows))
    found = games_of(reading)
    changed = {key for key in whole if found[key] != whole[key]}
    assert len(changed) == 1
    assert found[changed.pop()] == (None, None, "*")
    assert [record["scope"] for record in reading.rejected] == ["cell"]


@pytest.mark.parametrize("by", ["start", "place"])
@pytest.mark.parametrize("row", range(1, 8))
def test_one_row_cut_out_leaves_the_others_as_they_are(tmp_path, by, row):
    whole = games_of(read(tmp_path, "a.csv", text(swiss_rows(by))))
    rows = swiss_rows(by)
    del rows[row]
    reading = read(tmp_path, "b.csv", text(rows))
    assert games_of(reading) == {key: value for key, value in whole.items() if key[0] != row}
    assert reading.rows["staging.event_reports"][0]["is_partial"]


@examples(60)
@given(order=st.permutations(["No.", "title", "Name", "Rtg", "FED", "rounds", "Pts. ", "Rk.", "TB1"]), data=st.data())
def test_columns_in_any_order(tmp_path_factory, order, data):
    places = {
        "No.": [0],
        "title": [1],
        "Name": [2],
        "Rtg": [3],
        "FED": [4],
        "rounds": [5, 6, 7],
        "Pts. ": [8],
        "Rk.": [9],
    }
    columns = [column for name in order for column in places.get(name, [10])]
    separator = data.draw(st.sampled_from(";\t|"))
    moved = [[row[column] for column in columns] for row in swiss_rows("start")]
    reading = read(tmp_path_factory.mktemp("moved"), "a.csv", text(moved, separator))
    assert games_of(reading) == games()
    assert {
        row["name"]: (row["title_raw"] or "", row["rating"] or 0) for row in reading.rows["staging.report_players"]
    } == {name: (title, rating) for title, name, rating, _, _ in PLAYERS.values()}
