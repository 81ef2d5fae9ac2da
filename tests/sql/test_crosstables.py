"""What core and mart make of crosstables: the same as of a report file, and nothing where the table holds a part only."""

import pytest
from tests.unit.crosstable_writer import swiss_rows, text, xlsx
from tests.world import rows, tables_of


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    other = [
        [str(cell).replace(", ", ",B ") if at == 2 else cell for at, cell in enumerate(r)] for r in swiss_rows("start")
    ]
    crooked = swiss_rows("start")
    crooked[1][8] = 2.5  # the points of no. 1
    return tables_of(
        tmp_path_factory.mktemp("world"),
        {
            "events/whole.xlsx": xlsx(swiss_rows("start")),
            "events/part.csv": text([["Date : 2005/09/20"], *swiss_rows("place")[:6]]),
            "events/two.xlsx": xlsx(swiss_rows("start"), other),
            "events/two#2.csv": text(crooked),
            "events/crooked.csv": text(crooked),
            "events/same.csv": text(swiss_rows("start")),
            "events/same.xlsx": xlsx(swiss_rows("start")),
            "events/rapid.csv": text(
                [["Time control (Rapid) : see the rules"], ["Date : 2005/09/20"], *swiss_rows("start")]
            ),
            "events/poster.html": b"<html><table><tr><td>Come to our open</td></tr></table></html>",
            "events/poster.xlsx": xlsx(swiss_rows("start")),
        },
    )


def test_games_and_points_as_in_a_report(world):
    outcomes = rows(world, "select outcome, count(*) as n from core.games where event_id = 'whole' group by all")
    assert {row["outcome"]: row["n"] for row in outcomes} == {
        "played": 16, "forfeit_win": 1, "forfeit_loss": 1, "bye": 2, "not_paired": 1,
    }  # fmt: skip
    assert rows(world, "select * from core.event_players where event_id = 'whole' and points <> points_computed") == []
    assert rows(world, "select * from core.games where event_id = 'whole' and not is_confirmed") == []


def test_x10_no_performance_for_who_met_somebody_outside(world):
    # nos. 3 and 5 of the start list (places 5 and 4) met nos. 6 and 7, who are not in the part
    found = rows(world, "select start_number from mart.performances where event_id = 'part' order by all")
    assert [row["start_number"] for row in found] == [1, 2, 3]
    findings = rows(
        world,
        "select finding_code, severity, action from quality.findings where event_id = 'part' and finding_code like 'o%'",
    )
    assert {(row["finding_code"], row["severity"]) for row in findings} == {("opponent_outside", "info")}
    assert all("not computable" in str(row["action"]) for row in findings)


def test_x10_no_tie_breaks_in_a_part_of_a_table(world):
    events = {row["event_id"] for row in rows(world, "select distinct event_id from mart.tie_breaks")}
    assert events == {"rapid"}  # the other events have no date, so no rules


def test_a_table_that_says_rapid_gives_no_norms(world):
    [finding] = rows(
        world,
        "select finding from quality.findings where event_id = 'rapid' and finding_code = 'no_verdict_discipline'",
    )
    assert finding["finding"] == "The report says that this is rapid chess."
    assert rows(world, "select * from mart.norm_verdicts where event_id = 'rapid'") == []


def test_points_that_differ_are_found_in_their_column(world):
    [finding] = rows(
        world,
        "select * from quality.findings where event_id = 'crooked' and finding_code = 'points_differ'",
    )
    assert (finding["line_number"], finding["column_number"]) == (2, 9)
    assert "2.5 points in the report and 2.0 by his cells" in str(finding["finding"])


def test_a_second_event_of_a_file_never_meets_another_file_of_its_name(world):
    refused = rows(
        world, "select source_file, reason_code from quality.rejected_records where scope = 'file' order by all"
    )
    assert {row["source_file"]: row["reason_code"] for row in refused} == {
        "events/poster.html": "not_a_crosstable",
        "events/two.xlsx": "event_id_taken",
    }
    events = {row["event_id"] for row in rows(world, "select event_id from core.events")}
    assert events == {"whole", "part", "two#2", "crooked", "same", "same.csv", "rapid", "poster"}
