"""Every published table has a suite, and the suites ask for what is there."""

import subprocess
import sys

import pytest
from sqlglot import parse_one
from tests.fixtures.clean_world import PUBLISHED, clean_rows

from normbook.contracts import contract
from normbook.expectations.suites import SUITES
from normbook.warehouse.sql_files import sql_file


def test_every_published_table_has_a_suite():
    assert set(SUITES) == set(PUBLISHED)


def test_clean_world_has_rows_of_every_published_table():
    assert {table for table, rows in clean_rows().items() if rows} >= set(PUBLISHED)


@pytest.mark.parametrize("table", SUITES)
def test_suite_reads_columns_that_exist(table):
    suite = SUITES[table]
    if suite.profile:
        known = set(parse_one(sql_file(suite.profile).text, read="duckdb").named_selects)
    else:
        known = set(contract(table).column_names)
    assert set(suite.columns) <= known


@pytest.mark.parametrize("table", SUITES)
def test_expectations_are_told_apart_and_give_reasons(table):
    expectations = SUITES[table].expectations
    assert len({each.words for each in expectations}) == len(expectations) > 0
    assert all(each.reason.strip() for each in expectations)


@pytest.mark.parametrize("table", SUITES)
def test_bounds_and_lists_are_not_empty(table):
    for each in SUITES[table].expectations:
        least, most = each.arguments.get("min_value"), each.arguments.get("max_value")
        assert least is None or most is None or least <= most
        if each.kind == "ExpectColumnValuesToBeBetween":
            assert (least, most) != (None, None)
        assert each.arguments.get("value_set", ["something"])


def test_gate_is_cheap_to_import():
    code = (
        "import sys, normbook.expectations.gate; "
        "sys.exit(any(name in sys.modules for name in ('great_expectations', 'pandas', 'duckdb')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
