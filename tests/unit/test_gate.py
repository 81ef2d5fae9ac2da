"""The gate opens for a clean world, names what is wrong in another, and stays shut when it could not look."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from tests.fixtures.clean_world import PUBLISHED, clean_rows, load

from normbook.contracts import contract
from normbook.expectations import gate
from normbook.expectations.expectation import Suite, between, filled
from normbook.expectations.gate import RESULTS, judge, judge_values, refusals
from normbook.expectations.suites import SUITES
from normbook.expectations.validation import validate

pytestmark = pytest.mark.gate


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        load(connection, clean_rows())
        yield connection


def failures(results):
    return [row for row in results.to_pylist() if not row["success"]]


def test_clean_world_opens_the_gate(connection):
    told = []
    results = judge(connection, PUBLISHED, {"core.events": 2}, told.append)
    assert results.schema == contract(RESULTS).arrow_schema
    assert failures(results) == []
    assert refusals(results) == []
    assert told == ["checks across tables", "row counts", *(table for table in PUBLISHED if table != RESULTS), RESULTS]
    tables = set(results["table"].to_pylist())
    assert tables >= set(PUBLISHED)
    checks = {f"sql/checks/{path.stem}" for path in (Path(__file__).parents[2] / "sql" / "checks").glob("*.sql")}
    assert tables - set(PUBLISHED) == checks


def test_critical_failure_is_a_sentence(connection):
    connection.execute("update core.event_players set sex = 'X' where start_number = 2 and event_id = 'spring'")
    [sentence] = refusals(judge(connection, ["core.event_players"], {}))
    assert sentence == (
        "core.event_players: expected: sex is one of M, F (norms for women need a known woman); "
        "observed: 1 of 7 rows: X, for example event_id=spring start_number=2"
    )


def test_violated_check_names_its_offender(connection):
    connection.execute("update mart.norm_verdicts set points_short = 3 where start_number = 4")
    [failure] = failures(judge(connection, ["mart.norm_verdicts"], {}))
    assert failure["table"] == "sql/checks/points_short_recomputed"
    assert (failure["severity"], failure["observed"]) == ("critical", "2 rows")
    assert failure["sample"] == "spring, player 4, GM; spring, player 4, IM"


def test_part_of_the_tables_is_judged_by_the_checks_that_compare_only_them(connection):
    tables = judge(connection, ["core.event_players", "core.events"], {})["table"].to_pylist()
    assert {table for table in tables if "checks" in table} == {"sql/checks/events_count_players"}


def test_warning_does_not_shut_the_gate(connection):
    connection.execute("update core.games set colour = 'w' where round_number = 1 and event_id = 'spring'")
    results = judge(connection, ["core.games"], {})
    assert [row["table"] for row in failures(results)] == ["sql/checks/colours_opposite"]
    assert refusals(results) == []


def test_check_that_raises_has_not_passed(connection):
    connection.execute("drop table staging.event_reports")
    failed = failures(judge(connection, ["quality.rejected_records", "quality.source_files"], {}))
    assert [row["table"] for row in failed] == ["sql/checks/rejected_lines_listed"]
    assert failed[0]["severity"] == "critical"
    assert failed[0]["observed"].startswith("could not run: Catalog Error")


def test_warning_check_that_raises_is_critical(connection):
    connection.execute("alter table core.games drop column colour")
    severities = {row["table"]: row["severity"] for row in failures(judge(connection, ["core.games"], {}))}
    assert severities["sql/checks/colours_opposite"] == "critical"


def test_missing_checks_shut_the_gate(connection, monkeypatch):
    monkeypatch.setattr(gate, "sql_files", lambda folder: [])
    [sentence] = refusals(judge(connection, [], {}))
    assert sentence.startswith("sql/checks: expected: the checks across tables are installed")


def test_missing_table_has_not_passed(connection):
    connection.execute("drop table core.games")
    failed = failures(judge(connection, ["core.games"], {}))
    [missing] = [row for row in failed if row["table"] == "core.games"]
    assert (missing["severity"], missing["expectation"]) == ("critical", "the table is there")
    assert "could not run" in missing["observed"]


def test_table_without_suite_has_not_passed(connection):
    connection.execute("create schema other; create table other.things as select 1 as thing")
    [sentence] = refusals(judge(connection, ["other.things"], {}))
    assert sentence.startswith("other.things: expected: a suite says what the table means")


def test_missing_column_fails_the_whole_suite(connection):
    connection.execute("alter table core.events drop column system")
    results = judge_values(connection, "core.events", 2)
    assert len(results) == len(SUITES["core.events"].expectations)
    assert not any(row["success"] for row in results)
    assert all(str(row["observed"]).startswith("could not run: Binder Error") for row in results)


def test_expectation_that_raises_has_not_passed(connection):
    frame = connection.execute("select * from core.events").df()
    impossible, possible = between("name", 1, 2, "a text has no bounds"), between("rounds", 1, None, "rounds")
    frame["name"] = ["spring", "autumn"]
    outcomes = validate(frame, [impossible, possible], ["event_id"])
    assert [outcome.success for outcome in outcomes] == [False, True]
    assert not outcomes[0].ran
    assert outcomes[0].observed.startswith("could not run: ")


def test_observed_values_and_rows_read_like_numbers():
    import pandas as pd

    frame = pd.DataFrame({"fide_id": [1400126, None], "score": [2.5, 8.0], "title": ["GM", None]})
    outcomes = validate(
        frame,
        [between("fide_id", 0, 1, "too low"), between("score", None, 1, "too low"), filled("title", 100, "needed")],
        ["fide_id", "score"],
    )
    assert [outcome.observed for outcome in outcomes] == [
        "1 of 2 rows: 1400126",
        "2 of 2 rows: 2.5, 8",
        "1 of 2 rows: nothing",
    ]
    assert outcomes[1].sample == "fide_id=1400126 score=2.5; fide_id=nothing score=8"


def test_unknown_kind_fails_all_and_does_not_raise():
    import pandas as pd

    expectation = between("rounds", 1, None, "rounds")
    object.__setattr__(expectation, "kind", "ExpectColumnValuesToBeNice")
    [outcome] = validate(pd.DataFrame({"rounds": [3]}), [expectation])
    assert (outcome.success, outcome.ran) == (False, False)


@pytest.mark.parametrize(("before", "passes"), [(2, True), (3, True), (4, True), (5, True), (40, False)])
def test_shrinking_table_is_a_warning(connection, before, passes):
    # five listed rows against the rows of the publication before: at least 90 % must be left
    results = judge(connection, ["core.rating_lists"], {"core.rating_lists": before})
    [row] = [row for row in results.to_pylist() if "publication before" in row["expectation"]]
    assert (row["success"], row["severity"], row["table"]) == (passes, "warning", "core.rating_lists")
    assert row["observed"] == (None if passes else "5 rows")


@pytest.mark.parametrize(("table", "severity"), [("core.events", "warning"), ("ref.norm_titles", "critical")])
def test_empty_table_is_noticed(connection, table, severity):
    connection.execute(f"delete from {table}")
    [failure] = failures(judge(connection, [table], {}))
    assert (failure["expectation"], failure["severity"]) == ("the table has rows", severity)


def test_large_table_is_sampled_by_hash(connection, monkeypatch):
    monkeypatch.setattr(gate, "LARGEST_FRAME", 100)
    monkeypatch.setitem(
        SUITES, "other.numbers", Suite((between("number", None, -1, "none passes"),), told_by=("number",))
    )
    connection.execute("create schema other; create table other.numbers as select range as number from range(1000)")
    [row] = judge_values(connection, "other.numbers", 1000)
    seen = int(str(row["observed"]).split(" of ")[1].split()[0])
    assert 50 <= seen <= 200
    assert judge_values(connection, "other.numbers", 1000) == [row]


def test_profiles_hold_every_row(connection):
    for table, count in (("core.rating_lists", "players"), ("core.games", "player_rounds")):
        profile = gate.sql_file(SUITES[table].profile).text
        [(rows,)] = connection.execute(f"select sum({count}) from ({profile})").fetchall()
        assert rows == len(clean_rows()[table])


def test_gate_needs_no_network_and_says_nothing_of_its_own():
    code = """
import socket
def refuse(*args, **kwargs): raise AssertionError("the gate asked for the network")
import logging; logging.basicConfig(level=logging.INFO)
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refuse
import duckdb
from normbook.expectations.gate import judge, refusals
from tests.fixtures.clean_world import PUBLISHED, clean_rows, load
connection = duckdb.connect()
load(connection, clean_rows())
assert refusals(judge(connection, PUBLISHED, {})) == []
"""
    checkout = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": f"{checkout / 'pipelines'}:{checkout}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout == ""
