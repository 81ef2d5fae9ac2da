"""The verdicts that the sample season is built for: the engine's tests hold the engine against the same file."""

import csv
from pathlib import Path

import pytest
from test_sample_arithmetic import read_event, read_list, verdict

from normbook.sample import write_sample_season

EXPECTATIONS = Path(__file__).parents[1] / "fixtures" / "sample_expectations.csv"


def read_expectations() -> list[dict[str, str]]:
    with EXPECTATIONS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def raw(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    write_sample_season(folder, players=0)
    return folder


@pytest.mark.parametrize(
    "row", read_expectations(), ids=lambda row: f"{row['event_id']}-{row['start_number']}-{row['title_sought']}"
)
def test_the_articles_give_the_expected_verdict(raw, row):
    computed = verdict(read_event(raw, row["event_id"]), int(row["start_number"]), row["title_sought"])
    assert computed == {column: row[column] for column in computed}


def test_norms_of_all_kinds_and_near_misses_are_among_them():
    rows = read_expectations()
    made = {row["title_sought"] for row in rows if row["achieved"] == "true"}
    failed = {article for row in rows for article in row["failed_articles"].split()}
    assert made == {"GM", "IM", "WGM", "WIM"}
    assert failed >= {"1.41a", "1.44a", "1.45a", "1.45b", "1.45c", "1.46a", "1.48", "1.49"}
    assert {row["last_round_forfeit"] for row in rows} == {"true", "false"}
    assert any(row["extension"] != "0" for row in rows)


@pytest.mark.parametrize(
    ("event_id", "number", "title", "fails_otherwise"),
    [("malaga-festival-2005", 20, "IM", "1.44a"), ("final-nacional-colombia-2005", 7, "IM", "1.43")],
)
def test_the_exempted_norms_need_their_exemption(raw, event_id, number, title, fails_otherwise):
    report = read_event(raw, event_id)
    strict = verdict(report._replace(is_exempt=False), number, title)
    assert strict["achieved"] == "false"
    assert fails_otherwise in strict["failed_articles"].split()


def test_three_im_norms_of_one_player_reach_the_27_games_of_1_5(raw):
    """Barrios: games and extension of his three norms, and 2400 in the list of October."""
    rows = {(row["event_id"], row["start_number"], row["title_sought"]): row for row in read_expectations()}
    keys = [("villa-real-masters-2005", "8"), ("balaton-twelve-2005", "7"), ("aarhus-double-six-2005", "5")]
    norms = [rows[(*key, "IM")] for key in keys]
    assert all(row["achieved"] == "true" for row in norms)
    assert sum(int(row["games"]) + int(row["extension"]) for row in norms) >= 27
    assert read_list(raw / "rating_lists" / "oct05frl.txt")["9200003"].rating >= 2400
