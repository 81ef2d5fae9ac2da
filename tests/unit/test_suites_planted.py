"""For every expectation one defect, planted in the clean world, makes exactly it fail, and names the row."""

import datetime as dt

import duckdb
import pytest
from tests.fixtures.clean_world import PUBLISHED, Row, clean_rows, load

from normbook.contracts import contract
from normbook.expectations.expectation import Expectation
from normbook.expectations.gate import judge_values
from normbook.expectations.suites import SUITES

pytestmark = pytest.mark.gate

# Columns of the profiles: the columns of the table behind them, and the value of a defect where it is not the plain one.
BEHIND: dict[str, Row] = {
    "lowest_fide_id": {"fide_id": 0},
    "lowest_rating": {"rating": 999},
    "highest_rating": {"rating": 3001},
    "earliest_birth_year": {"birth_year": 1849},
    "latest_birth_year": {"birth_year": 2101},
    "odd_federations": {"federation_code": "Es"},
    "blank_federations_percentage": {"federation_code": None},
    "first_round": {"round_number": 0},
    "lowest_score": {"score": -1.0},
    "highest_score": {"score": 1.5},
    "odd_scores": {"score": 0.25},
}
# What must move along so that nothing else breaks: nobody has more rated players than players, or more points than games.
ALONG: dict[tuple[str, str], Row] = {
    ("core.events", "players"): {"rated_players": 0},
    ("mart.performances", "games"): {"score": 0.0},
    ("mart.norm_verdicts", "games"): {"score": 0.0, "score_required": None},
    ("mart.hypothetical_verdicts", "games"): {"score": 0.0, "score_required": None},
}
# Expectations on the share of rows: the defect is in all of them.
EVERY_ROW = {
    "federation_code is known in at least 50 % of the rows": {"federation_code": None},
    "achieved is false in at least 50 % of the rows": {"achieved": True},
    "unconfirmed_percentage is at most 20": {"is_confirmed": False},
}


def more(value: object) -> object:
    return value + dt.timedelta(days=1) if isinstance(value, dt.date) else value + 1


def defects(table: str, expectation: Expectation, first: Row) -> list[Row]:
    """Values for the first row, each of which is a defect of its own."""
    column = expectation.columns[0]
    if column in BEHIND:
        return [BEHIND[column]]
    match expectation.kind:
        case "ExpectColumnValuesToBeBetween":
            least, most = expectation.arguments["min_value"], expectation.arguments["max_value"]
            outside = [bound + step for bound, step in ((least, -1), (most, 1)) if bound is not None]
            return [{column: value} | ALONG.get((table, column), {}) for value in outside]
        case "ExpectColumnValuesToBeInSet":
            return [{column: "?"}, {column: ""}]
        case "ExpectColumnValuesToMatchRegex":
            return [{column: ""}, {column: "\n"}]
        case "ExpectColumnPairValuesAToBeGreaterThanB":
            other = expectation.columns[1]
            return [{column: first.get(column) or 5, other: more(first.get(column) or 5)}]
        case kind:
            raise AssertionError(f"{kind}: say here how to break it")


def planted(table: str, expectation: Expectation) -> list[list[Row]]:
    """The rows of the table with a defect, once for each way to break the expectation."""
    rows = clean_rows()[table]
    if expectation.words in EVERY_ROW:
        return [[row | EVERY_ROW[expectation.words] for row in rows]]
    if expectation.kind.endswith("ToBeUnique"):
        repeated = {column: rows[0][column] for column in expectation.columns}
        return [[rows[0], rows[1] | repeated, *rows[2:]]]
    return [[rows[0] | defect, *rows[1:]] for defect in defects(table, expectation, rows[0])]


def judged(table: str, rows: list[Row]) -> list[Row]:
    with duckdb.connect() as connection:
        load(connection, {table: rows})
        return judge_values(connection, table, len(rows))


CASES = [
    pytest.param(table, expectation, id=f"{table}: {expectation.words}")
    for table, suite in SUITES.items()
    for expectation in suite.expectations
]


@pytest.mark.parametrize("table", PUBLISHED)
def test_clean_world_meets_every_expectation(table):
    assert [row for row in judged(table, clean_rows()[table]) if not row["success"]] == []


@pytest.mark.parametrize(("table", "expectation"), CASES)
def test_defect_fails_exactly_the_expectation(table, expectation):
    for rows in planted(table, expectation):
        failed = [row for row in judged(table, rows) if not row["success"]]
        assert [row["expectation"] for row in failed] == [expectation.words]
        assert failed[0]["severity"] == expectation.severity
        assert "could not run" not in failed[0]["observed"]
        told_by = SUITES[table].told_by[0]
        first = contract(table).from_rows(rows).to_pylist()[0]
        assert f"{told_by}=" in failed[0]["sample"]
        if expectation.columns[0] != told_by and expectation.words not in EVERY_ROW:
            assert str(first[told_by]) in failed[0]["sample"]
