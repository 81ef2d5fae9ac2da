"""The sample season: who completes a title in it, worked out by hand; and a title that two seasons make together."""

import datetime as dt
import os

import pyarrow.parquet as pq
import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows
from typer.testing import CliRunner

from normbook.cli import app
from normbook.runs.build import make_tables
from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest
from normbook.warehouse.session import open_session


@pytest.fixture(scope="module")
def season(tmp_path_factory, checkout):
    staged = ingest(
        discover(checkout / "data" / "raw"),
        tmp_path_factory.mktemp("out"),
        "test",
        os.cpu_count() or 1,
        lambda *_: None,
    )
    connection = open_session()
    make_tables(connection, staged)
    return connection


def test_alberto_barrios_becomes_im(season):
    # Villa Real 9 games, Balaton 11 and one for a point above, Aarhus 10 and one: 32. He was 2404 in July 2005 and 2418 in
    # October, so the rating of 2400 was there first, and the last day in Aarhus decides.
    [row] = rows(season, "select * from mart.title_progress where fide_id = 9200003 and title_sought = 'IM'")
    assert row["event_ids"] == ["villa-real-masters-2005", "balaton-twelve-2005", "aarhus-double-six-2005"]
    assert (row["norms"], row["norm_games"], row["games_required"]) == (3, 32, 27)
    assert (row["highest_rating"], row["rating_required"], row["has_norm_elsewhere"]) == (2418, 2400, True)
    assert (row["missing"], row["earned_on"], row["held_since"]) == ([], dt.date(2005, 10, 16), None)


def test_nobody_else_does(season):
    earned = rows(season, "select fide_id, title_sought from mart.title_progress where earned_on is not null")
    assert earned == [{"fide_id": 9200003, "title_sought": "IM"}]


def test_1_43a_a_national_final_is_no_norm_elsewhere(season):
    [row] = rows(
        season, "select * from mart.title_progress where list_contains(event_ids, 'final-nacional-colombia-2005')"
    )
    assert row["has_norm_elsewhere"] is False
    assert "0 of 1 norms without exemption from the federation rules (1.43b1)" in row["missing"]


@pytest.mark.gate
def test_a_run_for_one_season_takes_the_norms_of_the_others(tmp_path):
    raw, out = tmp_path / "raw", tmp_path / "out"
    (raw / "events").mkdir(parents=True)

    def norm(name: str, year: int) -> None:
        made = OneCandidate(
            opponents("2450*14"), "11111====11111", fide_ids=(777,), start=f"{year}/08/01", end=f"{year}/08/15"
        )
        for file, text in made.files(name).items():
            (raw / file).write_text(text, encoding="utf-8")

    def progress(*arguments: str) -> dict[str, tuple[int, int]]:
        result = CliRunner().invoke(app, ["run", "--raw", str(raw), "--out", str(out), *arguments])
        assert result.exit_code == 0, result.output
        table = pq.read_table(out / "mart" / "title_progress" / "all.parquet").to_pylist()
        return {row["title_sought"]: (row["norms"], row["norm_games"] >= row["games_required"]) for row in table}

    norm("first", 2005)
    norm("second", 2006)
    whole = progress()
    assert whole["GM"] == (2, True)
    assert progress("--season", "2006") == whole
    (raw / "events" / "second.trf").unlink()
    assert progress("--season", "2006")["GM"] == (1, False)
