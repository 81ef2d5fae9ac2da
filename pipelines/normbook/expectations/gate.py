"""The gate: judges everything that is about to be published, once, and says what stands against it.

Two kinds of judgement meet here. The violation queries of sql/checks compare tables with each other; DuckDB runs them,
and they recompute figures with their own arithmetic, without the macros of the build, so that an error there is not
shared. The suites say what the columns of a table mean; they see a data frame of it. Great Expectations judges both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from normbook.contracts import contract
from normbook.expectations.expectation import Expectation, Severity, Suite, between
from normbook.expectations.own import own_suites
from normbook.expectations.suites import SUITES
from normbook.expectations.validation import Outcome, validate
from normbook.warehouse.sql_files import SqlFile, sql_file, sql_files

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa

RESULTS = "quality.expectation_results"

# A larger table is judged on a sample: the rows whose hash falls to one part of so many that about this many rows stay.
# Rating lists and games are never sampled, they are aggregated by sql/profiles; the checks always see every row.
LARGEST_FRAME = 500_000

# A publication that lost more than a tenth of the rows of the one before deserves a look.
KEPT_PERCENTAGE = 90

SAMPLE_SIZE = 5

Row = dict[str, object]


def judge(
    connection: duckdb.DuckDBPyConnection,
    tables: Sequence[str],
    previous_rows: Mapping[str, int],
    progress: Callable[[str], None] | None = None,
) -> pa.Table:
    """Judge the tables of a connection; return quality.expectation_results, one row per check and expectation.

    `connection` holds every table under its name, `tables` names those to be published, `previous_rows` the rows each
    had in the publication before, `progress` is told what is judged next. A check is run if all published tables that
    it compares are among `tables`; the number of rows is judged for every table, the values by its suite (see
    judge_values).

    Fails closed: a check, query or expectation that raises, a table that is missing or has no suite did not pass, and
    the error is what was observed. If quality.expectation_results is among `tables`, these results are judged last.
    """
    tell = progress or (lambda _: None)
    tell("checks across tables")
    results = _judge_checks(connection, tables)
    tell("row counts")
    others = [table for table in tables if table != RESULTS]
    rows, missing = _count_rows(connection, others)
    results += missing + _judge_rows(rows, previous_rows)
    for table in rows:
        tell(table)
        results += judge_values(connection, table, rows[table])
    results += _judge_own(connection, rows)
    if RESULTS in tables:
        tell(RESULTS)
        suite = SUITES[RESULTS]
        frame = contract(RESULTS).from_rows(results).select(list(suite.columns)).to_pandas()
        results += _results(RESULTS, suite.expectations, validate(frame, suite.expectations, suite.told_by))
    return contract(RESULTS).from_rows(results)


def refusals(results: pa.Table) -> list[str]:
    """Sentences for the critical expectations that did not hold: table, expectation, article, observed, rows."""
    sentences = []
    for row in results.to_pylist():
        if row["severity"] == "critical" and not row["success"]:
            article = f" ({row['article']})" if row["article"] else ""
            sample = f", for example {row['sample']}" if row["sample"] else ""
            sentences.append(
                f"{row['table']}: expected: {row['expectation']}{article}; observed: {row['observed']}{sample}"
            )
    return sentences


@dataclass(frozen=True)
class _Found:
    """What a violation query found; an error counts as a violation: nobody knows what the query would have found."""

    violations: int
    severity: Severity
    sample: str | None = None
    error: str | None = None


def _judge_checks(connection: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> list[Row]:
    installed = sql_files("checks")
    if not installed:
        return [_failure("sql/checks", "the checks across tables are installed", "no file was found there")]
    files = [file for file in installed if set(tables).issuperset(_published(file.inputs))]
    found = {file.name: _violations(connection, file) for file in files}
    expectations = [
        replace(
            between(file.name, 0, 0, file.header.get("article", "")),
            words=file.header.get("about", "no row"),
            severity=found[file.name].severity,
        )
        for file in files
    ]
    outcomes = _validate_counts({name: each.violations for name, each in found.items()}, expectations)
    results: list[Row] = []
    for (name, each), expectation, outcome in zip(found.items(), expectations, outcomes, strict=True):
        told = Outcome(False, each.error or outcome.observed, each.sample) if each.violations else outcome
        results += _results(f"sql/checks/{name}", [expectation], [told])
    return results


def _published(inputs: Sequence[str]) -> list[str]:
    return [table for table in inputs if contract(table).published]


def _violations(connection: duckdb.DuckDBPyConnection, file: SqlFile) -> _Found:
    import duckdb

    # min(x, n) gives the n lowest keys, so the sample is the same in every run.
    query = f"select count(*), min(sample_key, {SAMPLE_SIZE}) from (\n{file.text}\n)"
    try:
        [(violations, keys)] = connection.execute(query).fetchall()
        severity: Severity = "warning" if file.header["severity"] == "warning" else "critical"
    except (duckdb.Error, KeyError) as error:
        return _Found(1, "critical", error=f"could not run: {error}")
    return _Found(violations, severity, sample="; ".join(keys or []))


def _count_rows(connection: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> tuple[dict[str, int], list[Row]]:
    """Rows by table, and a failure for each table that is not there."""
    import duckdb

    rows: dict[str, int] = {}
    missing = []
    for table in tables:
        try:
            [(rows[table],)] = connection.execute(f"select count(*) from {table}").fetchall()
        except duckdb.Error as error:
            missing.append(_failure(table, "the table is there", f"could not run: {error}"))
    return rows, missing


def _judge_rows(rows: Mapping[str, int], previous_rows: Mapping[str, int]) -> list[Row]:
    expectations = []
    for table in rows:
        if table in SUITES and (emptiness := SUITES[table].emptiness):
            has_rows = between(table, 1, None, "an empty table says that something was not read")
            expectations.append(replace(has_rows, words="the table has rows", severity=emptiness))
        if before := previous_rows.get(table, 0):
            kept = between(table, before * KEPT_PERCENTAGE // 100, None, "a table that shrinks has lost something")
            words = f"the table keeps {KEPT_PERCENTAGE} % of the {before} rows of the publication before"
            expectations.append(replace(kept, words=words, severity="warning"))
    outcomes = _validate_counts(rows, expectations)
    results: list[Row] = []
    for expectation, outcome in zip(expectations, outcomes, strict=True):
        results += _results(expectation.columns[0], [expectation], [outcome])
    return results


def judge_values(connection: duckdb.DuckDBPyConnection, table: str, rows: int) -> list[Row]:
    """Judge one table of so many rows by its suite; return rows of quality.expectation_results, failing closed.

    The suite sees the columns it needs: of core.rating_lists and core.games the aggregates of sql/profiles, which hold
    every row; of other tables up to LARGEST_FRAME rows all rows, of larger ones a sample by the hash of the key.
    """
    import duckdb

    suite = SUITES.get(table)
    if suite is None:
        return [_failure(table, "a suite says what the table means", "none does in normbook.expectations.suites")]
    try:
        outcomes = validate(frame_of(connection, table, suite, rows), suite.expectations, suite.told_by)
    except duckdb.Error as error:
        outcomes = [Outcome(False, f"could not run: {error}", ran=False)] * len(suite.expectations)
    return _results(table, suite.expectations, outcomes)


def _judge_own(connection: duckdb.DuckDBPyConnection, rows: Mapping[str, int]) -> list[Row]:
    """Judge what a user expects (expectations.toml, staging.own_expectations), table by table, always on rows."""
    import duckdb

    results: list[Row] = []
    for table, suite in own_suites(connection).items():
        if table in rows:
            try:
                frame = frame_of(connection, table, suite, rows[table])
                outcomes = validate(frame, suite.expectations, suite.told_by)
            except duckdb.Error as error:
                outcomes = [Outcome(False, f"could not run: {error}", ran=False)] * len(suite.expectations)
            results += _results(table, suite.expectations, outcomes)
    return results


def frame_of(connection: duckdb.DuckDBPyConnection, table: str, suite: Suite, rows: int) -> pd.DataFrame:
    """The columns that the suite needs, of the table, of its profile, or of a sample of a table of so many rows."""
    columns = ", ".join(f'"{column}"' for column in suite.columns)
    source = f"(\n{sql_file(suite.profile).text}\n)" if suite.profile else table
    parts = 1 if suite.profile else -(-rows // LARGEST_FRAME)
    sampled = f" where hash({', '.join(suite.told_by)}) % {parts} = 0" if parts > 1 else ""
    # in order, so that the offenders that are named do not depend on the order of the files
    return connection.execute(f"select {columns} from {source}{sampled} order by all").df()


def _validate_counts(counts: Mapping[str, int], expectations: Sequence[Expectation]) -> list[Outcome]:
    """Judge numbers of rows by name, as a frame of one row that has a column for each name."""
    import pandas as pd

    frame = pd.DataFrame({name: [number] for name, number in counts.items()})
    return [
        Outcome(False, f"{counts[expectation.columns[0]]} rows") if outcome.ran and not outcome.success else outcome
        for expectation, outcome in zip(expectations, validate(frame, expectations), strict=True)
    ]


def _results(table: str, expectations: Sequence[Expectation], outcomes: Sequence[Outcome]) -> list[Row]:
    return [
        {
            "table": table,
            "expectation": expectation.words,
            "severity": expectation.severity,
            "success": outcome.success,
            "observed": outcome.observed,
            "sample": outcome.sample,
            "article": expectation.reason or None,
        }
        for expectation, outcome in zip(expectations, outcomes, strict=True)
    ]


def _failure(table: str, expectation: str, observed: str) -> Row:
    """The row of something critical that could not even be asked."""
    return {"table": table, "expectation": expectation, "severity": "critical", "success": False, "observed": observed}
