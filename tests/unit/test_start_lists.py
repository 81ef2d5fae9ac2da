"""Start lists beside a crosstable: joined where stem, sheet or `same_as` says so, checked by name and start number."""

import duckdb
import pytest
from tests.unit.crosstable_writer import PLAYERS, page, swiss_rows, text, xlsx
from tests.world import report, report_line, rows

from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest


def staged(folder, files):
    """What the readers make of the files, by table."""
    for name, content in files.items():
        path = folder / "raw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = ingest(discover(folder / "raw"), folder / "out", "test", 1, lambda what, done, total: None)
    connection = duckdb.connect()
    connection.execute("create schema staging")
    for table, parts in found.files.items():
        if parts:
            connection.execute(f"create view {table} as select * from read_parquet({[str(part) for part in parts]})")
    return connection


def start_list(**changes):
    """What chess-results calls the starting rank: numbers, titles, names, FIDE numbers, federations, ratings."""
    found = [["No.", "", "Name", "FideID", "FED", "Rtg", "sex"]]
    for number, (title, name, rating, federation, _) in PLAYERS.items():
        sex = "w" if title.startswith("W") else ""
        found.append([number, title, name, 1000 + number, federation, rating, sex])
    for place, value in changes.items():
        row, column = map(int, place.removeprefix("at").split("_"))
        found[row][column] = value
    return found


def bare(by="start"):
    """The crosstable with numbers, names and games only."""
    return [[row[0], row[2], *row[5:9]] for row in swiss_rows(by)]


def players(connection, event="open"):
    query = (
        "select name, rating, fide_id, federation_code, title_code, womens_title_code, sex from staging.report_players "
        f"where event_id = '{event}'"
    )
    return {row.pop("name"): tuple(row.values()) for row in rows(connection, query)}


def findings(connection):
    query = "select finding_code, finding, action from staging.findings where finding_code like 'list\\_%' escape '\\'"
    return {(row["finding_code"], row["finding"], row["action"]) for row in rows(connection, query)}


EXPECTED = {
    name: (rating or None, 1000 + number, federation, title or None if title[:1] != "W" else None,
           title if title[:1] == "W" else None, "F" if title[:1] == "W" else None)
    for number, (title, name, rating, federation, _) in PLAYERS.items()
}  # fmt: skip


@pytest.mark.parametrize(
    "files",
    [
        {"events/open.xlsx": xlsx(bare(), start_list())},
        {"events/open.xlsx": xlsx(start_list(), bare())},
        {"events/open.html": page(bare(), start_list())},
        {"events/open.txt": text(bare(), "\t"), "events/open.csv": text(start_list())},
        {"events/open.csv": text(bare()), "events/open.html": page(start_list())},
        {"events/open.csv": text(bare()), "events/l.xlsx": xlsx(start_list()), "events/l.toml": '[event]\nsame_as = "open"\n'},
    ],
)  # fmt: skip
def test_blank_fields_are_filled_from_the_list(tmp_path, files):
    connection = staged(tmp_path, files)
    assert players(connection) == EXPECTED
    [(code, finding, action)] = findings(connection)
    assert code == "list_joined"
    assert "7 of 7 players stand in" in finding
    assert action == "24 blank fields were filled from it"  # 6 ratings, 3 titles, 7 federations, 7 numbers, 1 sex
    assert rows(connection, "select source_file from staging.source_files where not is_read") == []
    assert rows(connection, "select count(*) as n from staging.event_reports") == [{"n": 1}]


def test_the_table_by_place_is_joined_by_the_names_alone(tmp_path):
    connection = staged(tmp_path, {"events/open.xlsx": xlsx(bare("place"), start_list())})
    assert players(connection) == EXPECTED
    assert {code for code, *_ in findings(connection)} == {"list_joined"}


def test_disagreements_are_findings_and_the_table_counts(tmp_path):
    listed = start_list(at1_5=2600, at2_0=9, at3_2="Charly, C.", at4_2="Somebody Else")
    connection = staged(tmp_path, {"events/open.xlsx": xlsx(swiss_rows("start"), listed)})
    found = players(connection)
    assert found["Alfa, Ana"][:2] == (2512, 1001)
    assert found["Bravo, Beto"][1] == 1002
    assert found["Charly, Cora"][1] == 1003
    assert found["Delta, Dino"][1] is None
    told = {finding.split(": ", 1)[1] for code, finding, _ in findings(connection) if code == "list_differs"}
    spot = "events/open.xlsx, sheet 'Sheet2', row 1"
    assert told == {
        f"rating in {spot}: no. 1 Alfa, Ana has 2512 here and 2600 there",
        f"start number in {spot}: no. 2 Bravo, Beto has no. 9 there",
        f"1 players of the event and 1 of the list in {spot} stand on one side only",
    }


def test_many_differences_of_a_field_are_one_finding(tmp_path):
    listed = start_list(**{f"at{number}_5": 1000 + number for number in range(1, 7)})
    connection = staged(tmp_path, {"events/open.xlsx": xlsx(swiss_rows("start"), listed)})
    [told] = [finding for code, finding, _ in findings(connection) if code == "list_differs"]
    assert (
        "'Sheet2', row 1: 6 players have another one there, for example no. 1 Alfa, Ana has 2512 here and 1001 there"
        in told
    )


def test_a_list_of_strangers_fills_nothing(tmp_path):
    listed = start_list(**{f"at{number}_2": f"Nobody {chr(96 + number)}" for number in range(1, 8)})
    connection = staged(tmp_path, {"events/open.csv": text(bare()), "events/open.html": page(listed)})
    assert {fide_id for _, fide_id, *_ in players(connection).values()} == {None}
    assert {code for code, *_ in findings(connection)} == {"list_of_strangers"}


def test_a_list_beside_a_report_file_too(tmp_path):
    lines = [
        report_line(n, name, ["0000 - Z"] if n == 7 else [f"{n % 2 * 2 + n - 1:4} w ="])
        for n, (_, name, *_) in PLAYERS.items()
    ]
    connection = staged(tmp_path, {"events/open.trf": report(lines), "events/open.csv": text(start_list())})
    assert players(connection)["Alfa, Ana"][:3] == (2512, 1001, "ARG")


def test_a_list_alone_is_refused_as_what_it_is(tmp_path):
    connection = staged(tmp_path, {"events/open.csv": text(bare()), "events/list.csv": text(start_list())})
    query = "select source_file, reason_code from staging.rejected_records"
    assert rows(connection, query) == [{"source_file": "events/list.csv", "reason_code": "not_a_report_player_list"}]


def test_two_people_of_one_name_are_joined_by_neither(tmp_path):
    rows_of_table, listed = bare(), start_list()
    rows_of_table[2][1] = rows_of_table[1][1]
    listed[2][2] = listed[1][2]
    connection = staged(tmp_path, {"events/open.csv": text(rows_of_table), "events/open.html": page(listed)})
    query = "select start_number, fide_id from staging.report_players where name = 'Alfa, Ana' order by 1"
    assert [row["fide_id"] for row in rows(connection, query)] == [1001, 1002]  # by their start numbers
