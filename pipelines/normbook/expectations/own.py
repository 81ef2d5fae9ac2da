"""What a user expects of the published tables (expectations.toml), as suites beside those of the program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.expectations.expectation import Expectation, Suite, between, filled, matches, not_below, one_of, unique

if TYPE_CHECKING:
    import duckdb


def own_suites(connection: duckdb.DuckDBPyConnection) -> dict[str, Suite]:
    """Suites by table from staging.own_expectations; none where the session does not have that table."""
    held = "select count(*) from duckdb_tables() where schema_name = 'staging' and table_name = 'own_expectations'"
    viewed = held.replace("duckdb_tables", "duckdb_views").replace("table_name", "view_name")
    if not sum(connection.execute(query).fetchall()[0][0] for query in (held, viewed)):
        return {}
    suites: dict[str, Suite] = {}
    written = connection.sql("from staging.own_expectations order by line_number").to_arrow_table().to_pylist()
    for row in written:
        suite = suites.get(row["table_name"], Suite((), contract(row["table_name"]).key))
        suites[row["table_name"]] = replace(suite, expectations=(*suite.expectations, _expectation(row)))
    return suites


def _expectation(row: dict[str, Any]) -> Expectation:
    column, reason = row["columns"][0], f"{row['reason']} ({row['source_file']}, line {row['line_number']})"
    match row["kind"]:
        case "between":
            expectation = between(column, row["least"], row["most"], reason)
        case "one_of":
            expectation = one_of(column, row["values"], reason)
        case "matches":
            expectation = matches(column, row["pattern"], f"like {row['pattern']}", reason)
        case "filled":
            expectation = filled(column, row["percentage"], reason)
        case "not_below":
            expectation = not_below(column, row["columns"][1], reason)
        case _:
            expectation = unique(row["columns"], reason)
    return replace(expectation, severity=row["severity"])
