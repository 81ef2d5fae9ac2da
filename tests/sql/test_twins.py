"""One event in several forms: the most trusted is judged, the others are compared with it cell by cell."""

import re

from tests.world import report, report_line, rows, tables_of

from normbook.contracts import contract
from normbook.warehouse.session import load_table, open_session
from normbook.warehouse.sql_files import sql_file

FIRST = [
    report_line(1, "One, Anna", ["   2 w 1", "   3 b ="], rating=2400, federation="ESP", fide_id=11, points=1.5),
    report_line(2, "Two, Ben", ["   1 b 0", "0000 - U"], rating=2300, federation="FRA", points=1.0),
    report_line(3, "Three, Eva", ["0000 - H", "   1 w ="], rating=2200, federation="GER", points=1.0),
]
# the same event with the players in another order, one result and one rating changed, one name written otherwise
SECOND = [
    report_line(1, "Three, Eva", ["0000 - H", "   3 w 0"], rating=2200, federation="GER", points=0.5),
    report_line(2, "Ben Two", ["   3 b 0", "0000 - U"], rating=2310, federation="FRA", points=1.0),
    report_line(3, "One, A.", ["   2 w 1", "   1 b 1"], rating=2400, federation="ESP", fide_id=11, points=2.0),
]


def told(connection, code="twins_differ"):
    query = f"select finding from quality.findings where finding_code = '{code}' order by finding"
    return [row["finding"] for row in rows(connection, query)]


def test_differences_are_told_cell_by_cell(tmp_path):
    files = {"events/a.trf": report(FIRST), "events/b.trf": report(SECOND), "events/b.toml": '[event]\nsame_as = "a"\n'}
    connection = tables_of(tmp_path, files)
    assert told(connection) == [
        "No. 1 Three, Eva: points 0.5 here, 1.0 in events/a.trf.",
        "No. 2 Ben Two: rating 2310 here, 2300 in events/a.trf.",
        "No. 3 One, A.: points 2.0 here, 1.5 in events/a.trf.",
        "Round 2, no. 1: result played 0.0 here, played 0.5 in events/a.trf.",
        "Round 2, no. 3: result played 1.0 here, played 0.5 in events/a.trf.",
    ]
    assert rows(connection, "select distinct event_id from mart.norm_verdicts") == [{"event_id": "a"}]


def test_the_same_event_in_the_same_words_has_no_difference(tmp_path):
    files = {"events/a.trf": report(FIRST), "events/b.trf": report(FIRST), "events/b.toml": '[event]\nsame_as = "a"\n'}
    assert told(tables_of(tmp_path, files)) == []


def test_who_is_on_one_side_only_is_told(tmp_path):
    other = [*FIRST[:2], report_line(3, "Four, Kim", ["0000 - H", "   1 w ="], points=1.0)]
    files = {"events/a.trf": report(FIRST), "events/b.trf": report(other), "events/b.toml": '[event]\nsame_as = "a"\n'}
    assert told(tables_of(tmp_path, files)) == [
        "No. 3 Four, Kim is not in events/a.trf.",
        "No. 3 Three, Eva is not in events/b.trf.",
    ]


def test_strangers_are_not_compared(tmp_path):
    other = [report_line(number, f"Nobody{number}, Q", ["0000 - H"]) for number in (1, 2, 3)]
    files = {"events/a.trf": report(FIRST), "events/b.trf": report(other), "events/b.toml": '[event]\nsame_as = "a"\n'}
    connection = tables_of(tmp_path, files)
    assert told(connection) == []
    assert len(told(connection, "twins_are_strangers")) == 1


def test_a_chain_of_forms_is_judged_once(tmp_path):
    files = {f"events/{name}.trf": report(FIRST) for name in "abc"}
    files |= {"events/a.toml": '[event]\nsame_as = "b"\n', "events/b.toml": '[event]\nsame_as = "c"\n'}
    connection = tables_of(tmp_path, files)
    assert rows(connection, "select event_id from mart.event_rulings where refusal is null") == [{"event_id": "c"}]


CROSSTABLE = """No;Name;Fed;Rtg;ID;1;2;Pts
1;One, Anna;ESP;2400;11;2w1;3b=;1.5
2;Two, Ben;FRA;2300;;1b0;bye;1
3;Three, Eva;GER;2201;;bye;1w=;1
"""


def test_files_of_one_stem_in_one_folder_are_forms_of_one_event(tmp_path):
    """The report keeps the id though the crosstable comes first by name; a second report is set aside as before."""
    files = {"events/a.csv": CROSSTABLE, "events/a.trf": report(FIRST), "events/a.txt": report(FIRST)}
    connection = tables_of(tmp_path, files | {"events/elsewhere/a.csv": CROSSTABLE})
    heads = rows(connection, "select event_id, source_file, repeats_event from core.event_heads order by event_id")
    assert [tuple(row.values()) for row in heads] == [("a", "events/a.trf", None), ("a.csv", "events/a.csv", "a")]
    assert "No. 3 Three, Eva: rating 2201 here, 2200 in events/a.trf." in told(connection)
    refused = rows(connection, "select source_file from quality.source_files where not is_read order by 1")
    assert [row["source_file"] for row in refused] == ["events/a.txt", "events/elsewhere/a.csv"]


def test_no_report_is_compared_with_every_other():
    # that would grow with the square of the reports
    tables = ("staging.event_reports", "staging.event_sidecars", "staging.source_files", "ref.source_trust")
    with open_session() as connection:
        for name in tables:
            load_table(connection, name, contract(name).from_rows([]))
        # or nothing would be left of a plan over empty tables
        connection.execute("set disabled_optimizers = 'empty_result_pullup, statistics_propagation'")
        plan = connection.execute(f"explain (format json) {sql_file('core.event_twins').text}").fetchall()[0][1]
    nested = re.findall(r'"name": "(BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN|CROSS_PRODUCT)', plan)
    assert len(nested) == 1  # of source_trust, which has a row for each layout
