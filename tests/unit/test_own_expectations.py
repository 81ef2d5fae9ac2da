"""expectations.toml: each kind holds and fails where it should, mistakes are told, Data Docs load nothing."""

import re

import duckdb
import pytest
from tests.fixtures.clean_world import clean_rows, load

from normbook.contracts import contract
from normbook.errors import ContractError
from normbook.expectations.data_docs import offline, write_data_docs
from normbook.expectations.gate import judge, refusals
from normbook.sources.own_expectations import read_own_expectations

EVENT = 'table = "core.events"\n'
# text of the expectation, and whether the clean world (whose events have 3 rounds at least) meets it
CASES = {
    "between": (
        'kind = "between"\ncolumns = ["rounds"]\nleast = 1.0',
        'kind = "between"\ncolumns = ["rounds"]\nmost = 1.0',
    ),
    "one_of": (
        'kind = "one_of"\ncolumns = ["pairing"]\nvalues = ["swiss", "round_robin", "double_round_robin", "knockout", "team"]',
        'kind = "one_of"\ncolumns = ["pairing"]\nvalues = ["knockout"]',
    ),
    "matches": (
        'kind = "matches"\ncolumns = ["event_id"]\npattern = "[a-z0-9-]+"',
        'kind = "matches"\ncolumns = ["event_id"]\npattern = "[0-9]+"',
    ),
    "filled": (
        'kind = "filled"\ncolumns = ["name"]\npercentage = 0',
        'kind = "filled"\ncolumns = ["championship"]\npercentage = 100',
    ),
    "not_below": (
        'kind = "not_below"\ncolumns = ["players", "rated_players"]',
        'kind = "not_below"\ncolumns = ["rounds", "players"]',
    ),
    "unique": ('kind = "unique"\ncolumns = ["event_id"]', 'kind = "unique"\ncolumns = ["season"]'),
}


def read(folder, text):
    path = folder / "expectations.toml"
    path.write_text(text)
    return read_own_expectations(path, "expectations.toml")


@pytest.mark.gate
def test_each_kind_is_judged_on_both_sides(tmp_path):
    text = ""
    for good, bad in CASES.values():
        text += f'[[expectation]]\n{EVENT}{good}\nreason = "holds"\n'
        text += f'[[expectation]]\n{EVENT}{bad}\nseverity = "critical"\nreason = "fails"\n'
    reading = read(tmp_path, text)
    assert reading.findings == []
    rows = clean_rows()
    rows["core.events"] = [
        row | {"rounds": 3, "players": 4, "rated_players": 4, "season": 1999} for row in rows["core.events"]
    ]
    with duckdb.connect() as connection:
        load(connection, rows)
        own = contract("staging.own_expectations").from_rows(reading.rows["staging.own_expectations"])
        connection.register("own", own)
        connection.execute("create schema if not exists staging")
        connection.execute("create or replace table staging.own_expectations as from own")
        results = judge(connection, ["core.events"], {})
    said = [row for row in results.to_pylist() if "expectations.toml" in (row["article"] or "")]
    assert [row["success"] for row in said] == [True, False] * len(CASES)
    assert [row["severity"] for row in said] == ["warning", "critical"] * len(CASES)
    assert sum("fails (expectations.toml, line" in sentence for sentence in refusals(results)) == len(CASES)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('table = "core.event"\nkind = "unique"\ncolumns = ["event_id"]\nreason = "x"', "did you mean core.events"),
        ('table = "staging.findings"\nkind = "unique"\ncolumns = ["event_id"]\nreason = "x"', "is no published table"),
        (EVENT + 'kind = "unik"\ncolumns = ["event_id"]\nreason = "x"', "did you mean unique"),
        (EVENT + 'kind = "unique"\ncolumns = ["evnt_id"]\nreason = "x"', "did you mean event_id"),
        (EVENT + 'kind = "between"\ncolumns = ["rounds"]\nreason = "x"', "between needs least or most"),
        (EVENT + 'kind = "one_of"\ncolumns = ["system"]\nreason = "x"', "one_of needs values"),
        (EVENT + 'kind = "not_below"\ncolumns = ["rounds"]\nreason = "x"', "not_below needs 2 columns"),
        (EVENT + 'kind = "matches"\ncolumns = ["name"]\npattern = "("\nreason = "x"', "is no regular expression"),
        (EVENT + 'kind = "unique"\ncolumns = ["event_id"]', "lacks the key reason"),
        (EVENT + 'kind = "unique"\ncolumns = ["event_id"]\nseverity = "fatal"\nreason = "x"', "severity must be"),
    ],
)
def test_mistakes(tmp_path, text, sentence):
    reading = read(tmp_path, f"[[expectation]]\n{text}\n")
    assert "staging.own_expectations" not in reading.rows
    assert any(sentence in row["finding"] for row in reading.findings), reading.findings


@pytest.mark.gate
def test_data_docs_load_nothing_and_say_so(tmp_path):
    with duckdb.connect() as connection:
        load(connection, clean_rows())
        pages = write_data_docs(connection, {"core.events": 4, "ref.federations": 4}, tmp_path, lambda what: None)
    assert [page.name for page in pages] == ["index.html", "core.events.html", "ref.federations.html"]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"""(src|href)=["']https?:|<script|<link|@import""", text)
        assert "taken out" in text
    assert "end_date" in pages[1].read_text(encoding="utf-8")


def test_offline_takes_out_every_foreign_reference():
    page = offline(
        '<html><head><script src="https://x.org/a.js"></script></head><body><p>kept</p><img src="https://x.org/i.png"></body></html>'
    )
    assert "x.org" not in page
    assert "<p>kept</p>" in page


def test_contract_of_own_expectations_knows_its_columns():
    with pytest.raises(ContractError):
        contract("staging.own_expectations").from_rows([{"nonsense": 1}])
