"""Signing a norm, and every way in which a later build may find another one."""

import datetime as dt
import tomllib

import pytest
from tests.fixtures.published_norm import NORM, published
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows, tables_of

from normbook.errors import NormbookError
from normbook.runs.signing import sign

DAY = dt.date(2005, 11, 2)


@pytest.fixture
def signed(tmp_path):
    published(tmp_path)
    sign(tmp_path / "raw", tmp_path / "out", "open", "777", "gm", "The Rating Officer", DAY)
    return tmp_path


def recheck(connection) -> list[dict[str, object]]:
    return rows(connection, "select * from mart.recheck")


def test_a_signature_is_a_file_beside_the_raw_ones(signed):
    text = (signed / "raw" / "signed" / "open.1.GM.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    assert (content["signed_on"], content["signed_by"]) == (DAY, "The Rating Officer")
    figures = {
        "event_id": "open",
        "start_number": 1,
        "title_sought": "GM",
        "fide_id": 777,
        "edition": "2005-07-01",
        "games": 9,
        "score": 6.5,
        "opponents_average_rating": 2450,
        "performance_rating": 2616,
        "extension": 0,
        "counted_games": 9,
        "selection": "all",
        "left_out_rounds": [],
    }
    assert content["norm"].items() >= figures.items()
    assert len(content["sources"]["report_sha256"]) == len(content["sources"]["rules_sha256"]) == 64


def test_unchanged_gives_nothing(signed):
    connection = published(signed)
    assert recheck(connection) == []
    assert rows(connection, "select source_file from staging.signed_norms") == [
        {"source_file": "signed/open.1.GM.toml"}
    ]
    assert rows(connection, "select * from quality.findings where finding_code = 'signed_norm_changed'") == []


def test_a_report_that_changed_without_changing_the_norm_gives_nothing(signed):
    changed = OneCandidate(NORM.people, NORM.results, fide_ids=(777,), end="2005/08/19")
    assert recheck(published(signed, changed)) == []


def test_a_corrected_rating_is_a_row_and_a_finding(signed):
    # one opponent of 2441: 22041 / 9 = 2449, Rp 2615, still a norm
    connection = published(signed, OneCandidate(opponents("2450*8 2441"), NORM.results, fide_ids=(777,)))
    [row] = recheck(connection)
    assert row["differences"] == ["opponents_average_rating", "performance_rating"]
    assert row["changed_sources"] == ["report"]
    assert row["signed"] == "6.5 of 9, average 2450, performance 2616, extension 0, counts 9 games, edition 2005-07-01"
    assert (
        row["computed"] == "6.5 of 9, average 2449, performance 2615, extension 0, counts 9 games, edition 2005-07-01"
    )
    [found] = rows(connection, "select * from quality.findings where finding_code = 'signed_norm_changed'")
    assert (found["severity"], found["source_file"], found["event_id"]) == ("error", "signed/open.1.GM.toml", "open")
    assert all(words in found["finding"] for words in ("The Rating Officer", "2616", "2615", "report"))
    # the signature itself is as it was, and the correction taken back is no finding any more
    assert recheck(published(signed)) == []


@pytest.mark.parametrize(
    ("event", "computed", "sources"),
    [
        (OneCandidate(NORM.people, "11111==00", fide_ids=(777,)), "no norm: 1.48", ["report"]),
        (OneCandidate(NORM.people, "11111===*", fide_ids=(777,)), "open: event not finished", ["report"]),
        (OneCandidate(NORM.people, NORM.results, "norm_eligible = false", fide_ids=(777,)), None, ["sidecar"]),
        (OneCandidate(NORM.people, NORM.results, fide_ids=(778,)), None, ["report"]),
    ],
    ids=["half a point less", "not finished", "event refused", "somebody else's number"],
)
def test_a_norm_that_is_gone(signed, event, computed, sources):
    [row] = recheck(published(signed, event))
    assert (row["computed"], row["changed_sources"]) == (computed, sources)
    assert {"achieved"} <= set(row["differences"])


def test_an_event_that_is_gone(signed):
    (signed / "raw" / "events" / "open.trf").unlink()
    connection = tables_of(signed, NORM.files("other"))
    [row] = recheck(connection)
    assert (row["event_id"], row["computed"]) == ("open", None)
    assert len(rows(connection, "select * from quality.findings where finding_code = 'signed_norm_changed'")) == 1


def test_a_new_start_number_is_the_same_player(signed):
    swapped = OneCandidate(["2400 - ESP", *NORM.people], "." + "0====0000", fide_ids=(None, 777))
    [row] = recheck(published(signed, swapped))
    assert row["computed"] is not None  # found by his number, and judged there


def test_a_later_list_is_told_as_the_reason(signed):
    # the list of July 2005 has the first opponent at 2441
    line = f"{900001:>8}  {'Player, P2':33} {'g':2}  GER  2441    0    .  .      ".ljust(79)
    others = [f"{800000 + n:>8}  {'Nobody, Here':33}     GER  1900    0    .  .      ".ljust(79) for n in range(20)]
    head = "ID_NUMBER NAME                              TITL FED  JUL05 GAMES BIRTHDAY    FLAG"
    lists = {"rating_lists/jul05frl.txt": "\n".join([head, line, *others, ""])}
    event = OneCandidate(NORM.people, NORM.results, fide_ids=(777, 900001))
    published(signed, event)
    (signed / "raw" / "signed" / "open.1.GM.toml").unlink()
    sign(signed / "raw", signed / "out", "open", "1", "GM", None, DAY)
    [row] = recheck(published(signed, event, lists))
    assert (row["changed_sources"], row["signed_by"]) == (["list"], None)
    assert "average 2449" in row["computed"]


def test_a_broken_signature_is_set_aside_with_its_line(signed):
    file = signed / "raw" / "signed" / "open.1.GM.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("games = 9\nscore", 'games = "nine"\nscore'), encoding="utf-8"
    )
    connection = published(signed)
    assert rows(connection, "select * from staging.signed_norms") == []
    [found] = rows(connection, "select * from quality.findings where source_file = 'signed/open.1.GM.toml'")
    assert found["finding"].endswith("games must be a whole number, but it says 'nine'")
    assert rows(connection, "select is_read from quality.source_files where kind = 'signed_norm'") == [
        {"is_read": False}
    ]


@pytest.mark.parametrize(
    ("event", "player", "title", "says"),
    [
        ("open", "777", "GM", "signed already"),
        ("opne", "777", "GM", "the nearest are open"),
        ("open", "4711", "GM", "nobody there has this"),
        ("open", "Player", "GM", "more than one player"),
        ("open", "777", "WGM", "there is no verdict"),
        ("open", "2", "IM", "no norm (not met: 1.41a"),
    ],
)
def test_what_cannot_be_signed(signed, event, player, title, says):
    files = {path.name: path.read_bytes() for path in (signed / "raw" / "signed").iterdir()}
    with pytest.raises(NormbookError) as refused:
        sign(signed / "raw", signed / "out", event, player, title, None, DAY)
    assert says in str(refused.value)
    assert {path.name: path.read_bytes() for path in (signed / "raw" / "signed").iterdir()} == files
