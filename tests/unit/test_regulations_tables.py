"""The tables ref.*: complete, by contract, every value with article and status."""

import re
from datetime import date
from itertools import pairwise

import pytest

from normbook.contracts import CONTRACTS
from normbook.regulations import load_editions, reference_tables
from normbook.regulations.edition_rows import RULES

STATUSES = {"read", "read_elsewhere", "derived", "recalled", "unknown"}


@pytest.fixture(scope="module")
def tables():
    return reference_tables(20)


def rows(tables, name, edition=None):
    return [row for row in tables[f"ref.{name}"].to_pylist() if edition is None or row["edition"] == edition]


def test_every_declared_table_is_there_and_conforms(tables):
    # what a run is asked is no regulation, and those of series come from their files
    assert set(tables) == {name for name in CONTRACTS if name.startswith("ref.")} - {
        "ref.asked_edition",
        "ref.required_status",
        "ref.series_parameters",
    }
    for name, table in tables.items():
        assert table.schema.equals(CONTRACTS[name].arrow_schema), name
        assert table.num_rows, name


def test_every_value_has_article_source_and_status(tables):
    for row in rows(tables, "parameters"):
        assert re.fullmatch(r"\d+(\.\d+)*[a-z]?\d*", row["article"]), row
        assert row["status"] in STATUSES, row
        assert len(row["source"]) > 10, row
        assert row["value"] is not None or row["note"], row  # a rule that is not there says why


def test_status_is_from_the_closed_list_everywhere(tables):
    with_status = [table for table in tables.values() if "status" in table.column_names]
    assert len(with_status) > 8
    for table in with_status:
        assert set(table["status"].to_pylist()) <= STATUSES


def test_decisions_name_their_record(tables, checkout):
    """What this project decided is derived or unknown, and its note names a record that exists."""
    decided = [row for row in rows(tables, "parameters") if row["source"].startswith("the decision record")]
    assert len(decided) > 10
    for row in decided:
        assert row["status"] in {"derived", "unknown"}, row
    for row in rows(tables, "parameters"):
        for number in re.findall(r"docs/decisions/(\d{4})", row["note"] or ""):
            assert list((checkout / "docs" / "decisions").glob(f"{number}-*.md")), row
    assert all("docs/decisions/" in row["note"] for row in decided)


def test_rules_are_those_of_the_contract(tables):
    declared = next(column.about for column in CONTRACTS["ref.rules"].columns if column.name == "rule")
    assert sorted(RULES) == sorted(re.split(r",\s+", declared))
    assert {row["rule"] for row in rows(tables, "rules")} == set(RULES)


@pytest.mark.parametrize(
    ("rule", "article", "status"),
    [
        ("least_games", "1.41a", "read"),
        ("other_federations", "1.43", "read"),
        ("own_federation_share", "1.44a", "read"),
        ("one_federation_share", "1.44a", "read"),
        ("titled_share", "1.45a", "read"),
        ("multi_round_players", "1.45f", "read"),
        ("unrated_limit", "1.46a", "derived"),
        ("least_performance", "1.48", "read"),
        ("least_average", "1.49", "read"),
        ("least_score", "1.49", "read"),
        ("waived_shares", "1.43", "derived"),
        ("not_rated_results", "1.42c", "derived"),
        ("longest_duration", "1.15", "read"),
        ("time_control", "1.14", "read"),
    ],
)
def test_articles_that_verdicts_cite(tables, rule, article, status):
    (row,) = (row for row in rows(tables, "rules", "2005-07-01") if row["rule"] == rule)
    assert (row["article"], row["status"]) == (article, status)


def test_numbers_by_title(tables):
    """1.46c, 1.48 and 1.49 as printed."""
    assert [
        (r["title_sought"], r["is_womens"], r["rating_floor"], r["least_performance"], r["least_average"])
        for r in sorted(rows(tables, "norm_titles", "2005-07-01"), key=lambda r: r["title_order"])
    ] == [
        ("GM", False, 2250, 2601, 2381),
        ("IM", False, 2100, 2451, 2231),
        ("WGM", True, 2050, 2401, 2181),
        ("WIM", True, 1900, 2251, 2031),
    ]


def test_fewer_games_of_team_championships(tables):
    """1.41b: seven rounds seven games, eight or nine rounds eight games, world knock-out eight games."""
    least = {(r["championship"], r["rounds"]): r["least_games"] for r in rows(tables, "least_games", "2005-07-01")}
    for championship in ("world_team", "continental_team"):
        assert [least[championship, number] for number in (7, 8, 9)] == [7, 8, 8]
    assert least["world", None] == 8
    assert ("olympiad", None) not in least


def test_exemptions(tables):
    """1.43a-e; only norms of 1.43a and 1.43b need another one from elsewhere (1.43b1)."""
    exemptions = rows(tables, "exemptions", "2005-07-01")
    assert {r["exemption"]: (r["article"], r["is_national"]) for r in exemptions} == {
        "national_final": ("1.43a", True),
        "national_team": ("1.43b", True),
        "zonal": ("1.43c", False),
        "approved": ("1.43d", False),
        "swiss": ("1.43e", False),
    }
    assert all(r["waives_federations"] and r["waives_shares"] and not r["home_players_only"] for r in exemptions)


def test_unrated_opponents_after_2005_are_not_known(tables):
    periods = [
        (r["start_from"], r["start_to"], r["rating"], r["status"])
        for r in rows(tables, "unrated_ratings", "2005-07-01")
    ]
    assert periods == [
        (date(2005, 7, 1), date(2005, 12, 31), 1600, "read"),
        (date(2006, 1, 1), date(2009, 6, 30), 1600, "unknown"),
    ]


@pytest.mark.parametrize("name", ["performance_periods", "rating_list_periods"])
def test_periods_cover_every_day_once(tables, name):
    periods = sorted(rows(tables, name), key=lambda r: r["start_from"])
    for earlier, later in pairwise(periods):
        assert (later["start_from"] - earlier["start_to"]).days == 1
    assert periods[-1]["start_to"] is None
    assert periods[0]["start_from"].year <= 1970


def test_performance_tables_of_the_periods_exist(tables):
    known = {r["performance_table"] for r in rows(tables, "performance_differences")}
    assert {r["performance_table"] for r in rows(tables, "performance_periods")} <= known
    # Events of an encoded edition use its table, whether asked by day or by edition.
    for edition in load_editions():
        (table,) = (
            r["performance_table"]
            for r in rows(tables, "performance_periods")
            if r["start_from"] <= edition.in_force.value.start_from
            and (r["start_to"] is None or edition.in_force.value.start_from <= r["start_to"])
        )
        assert table == edition.performance_table.value


def test_federations(tables):
    by_code = {r["federation_code"]: r["is_affiliated"] for r in rows(tables, "federations")}
    assert all(re.fullmatch(r"[A-Z]{3}", code) for code in by_code)
    assert not by_code["FID"]
    assert not by_code["NON"]
    for code in ("ENG", "SCO", "WLS", "YUG", "SCG", "SRB", "MNE", "TCH", "URS", "GDR", "FRG", "AHO"):
        assert by_code[code], code
    assert sum(not affiliated for affiliated in by_code.values()) == 2
    # 1.42a is decided by the codes of the edition; both lists must agree.
    not_affiliated = {code for code, affiliated in by_code.items() if not affiliated}
    for edition in load_editions():
        assert {*edition.not_affiliated.value, *edition.stateless.value.codes} == not_affiliated, edition.name


def test_held_titles(tables):
    held = {(r["title_sought"], r["title_code"]) for r in rows(tables, "held_titles")}
    assert ("WGM", "IM") in held
    assert ("WIM", "WGM") in held
    assert ("IM", "WGM") not in held
    assert not {code for sought, code in held if sought in {"GM", "IM", "WGM", "WIM"}} & {"FM", "CM", "WFM", "WCM"}
    assert not {code for _, code in held} & {"HGM", "HM"}
