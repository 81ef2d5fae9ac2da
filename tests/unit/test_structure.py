"""The shape of the house: dependencies point one way, nothing heavy at the start, every table has its file and contract."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from normbook.contracts import CONTRACTS
from normbook.contracts.dictionary import data_dictionary
from normbook.runs.plan import SQL_LAYERS, stages
from normbook.warehouse.sql_files import SqlFile, parse_sql_file, sql_files, sql_root

# docs/architecture.md: a package may import from those after it, never from those before it.
ORDER = [
    ["cli"],
    ["runs"],
    ["sources", "stages", "expectations", "reports", "sample"],
    ["warehouse", "regulations", "contracts"],
    ["errors"],
]
# regulations knows contracts, warehouse knows contracts: inside one level only these arrows are allowed
WITHIN = {("warehouse", "contracts"), ("regulations", "contracts")}
# pydantic is not here: typer itself loads it for its options
HEAVY = {"pandas", "duckdb", "great_expectations", "matplotlib", "pyarrow", "numpy", "jinja2", "lxml", "ruamel"}
PACKAGE = Path(__file__).resolve().parents[2] / "pipelines" / "normbook"
ALL_SQL = [file for layer in SQL_LAYERS for file in sql_files(layer)]


def level_of(part: str) -> int:
    return next(number for number, level in enumerate(ORDER) if part in level)


def imports_of(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        found |= {name.split(".")[1] for name in names if name.startswith("normbook.")}
    return found


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_dependencies_point_one_way(file):
    own = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if own in {"__init__", "__main__"}:
        return
    for other in imports_of(file) - {own}:
        assert level_of(own) < level_of(other) or (own, other) in WITHIN, (
            f"{file.name} ({own}) must not import normbook.{other}"
        )


def test_one_place_opens_duckdb():
    opening = [
        file.name for file in sorted(PACKAGE.rglob("*.py")) if "duckdb.connect(" in file.read_text(encoding="utf-8")
    ]
    assert opening == ["connection.py"]


def test_only_expectations_import_great_expectations():
    users = {
        file.relative_to(PACKAGE).parts[0]
        for file in PACKAGE.rglob("*.py")
        if re.search(r"import great_expectations|from great_expectations", file.read_text())
    }
    assert users == {"expectations"}


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments):
    code = f"import sys; sys.argv = ['normbook', *{arguments!r}]\nfrom normbook.cli import main\n"
    code += "try:\n    main()\nexcept SystemExit:\n    pass\nprint('LOADED', *sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"},
    )
    loaded = {name.split(".")[0] for name in answer.stdout.split("LOADED ")[1].split()}
    assert not loaded & HEAVY


@pytest.mark.parametrize("sql", ALL_SQL, ids=lambda sql: sql.name)
def test_sql_declares_the_tables_it_reads(sql: SqlFile):
    tree = sqlglot.parse_one(sql.text, read="duckdb")
    read = {f"{table.db}.{table.name}" for table in tree.find_all(exp.Table) if table.db}
    assert set(sql.inputs) == read


@pytest.mark.parametrize("sql", ALL_SQL, ids=lambda sql: sql.name)
def test_sql_has_a_header_and_a_contract(sql: SqlFile):
    assert {"table", "grain", "inputs", "about"} <= set(sql.header)
    assert sql.name in CONTRACTS


@pytest.mark.parametrize("sql", ALL_SQL, ids=lambda sql: sql.name)
def test_regulation_sql_neither_rounds_nor_averages_in_floats(sql: SqlFile):
    assert not re.search(r"\b(round|avg|mean)\s*\(", sql.text, flags=re.IGNORECASE)


@pytest.mark.parametrize("sql", ALL_SQL, ids=lambda sql: sql.name)
def test_no_table_ends_in_select_star(sql: SqlFile):
    tree = sqlglot.parse_one(sql.text, read="duckdb")
    last = [tree] if isinstance(tree, exp.Select) else list(tree.find_all(exp.Select, bfs=True))[:2]
    assert not any(isinstance(column, exp.Star) for select in last for column in select.expressions)


def test_every_contract_is_made_by_something():
    made = {stage.name for stage in stages()}
    for name, table in CONTRACTS.items():
        if table.schema_name not in {"staging", "ref"} and name not in {
            "quality.expectation_results",
            "mart.hypothetical_verdicts",
        }:
            assert name in made


def test_stages_come_after_their_inputs():
    seen: set[str] = set()
    for stage in stages():
        for name in stage.inputs:
            assert name in seen or name.split(".")[0] in {"staging", "ref"}
        seen.add(stage.name)


def test_only_takes_what_the_table_needs():
    names = [stage.name for stage in stages("mart.performances")]
    assert {"mart.performances", "core.events"} <= set(names)
    assert "core.games" in names
    assert "mart.norm_verdicts" not in names


def test_sql_header_must_agree_with_its_place(tmp_path):
    file = tmp_path / "mart" / "wrong_place.sql"
    file.parent.mkdir()
    file.write_text("-- table: mart.other\nselect 1")
    with pytest.raises(
        Exception, match=r"the header names 'mart\.other', the place of the file says 'mart\.wrong_place'"
    ):
        parse_sql_file(file)


def test_every_sql_folder_is_known():
    assert {path.name for path in sql_root().iterdir() if any(path.glob("*.sql"))} <= {
        *SQL_LAYERS,
        "macros",
        "checks",
        "profiles",
    }


def test_data_dictionary_is_up_to_date(checkout):
    assert (checkout / "docs" / "data-dictionary.md").read_text(encoding="utf-8") == data_dictionary(), (
        "run `make docs`"
    )
