"""Real crosstables: read or refused with the true reason, and what they print themselves agrees with their games."""

import json
from collections import Counter

import pytest

from normbook.errors import SourceError
from normbook.sources.event_file import read_event_file

HALF_POINTS = {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}
# players and rounds, counted in the files by hand
READ = {
    "grenke2025_freestyle.xlsx": (150, 9),
    "html/arad2026_a_crosstable.html": (209, 9),
    "html/british2026_champ_crosstable_final.html": (108, 9),
    "html/frome2026_open_crosstable.html": (38, 5),
    "html/hof2016.html": (103, 9),
    "html/ussa2026_roundrobin_crosstable.html": (9, 9),
    "html/vega_western_masters_2024_sortedcrosstable.html": (6, 5),
    "keshmat2025/april.xlsx": (67, 7),
    "keshmat2025/august.xlsx": (107, 7),
    "keshmat2025/december.xlsx": (100, 7),
    "keshmat2025/january.xlsx": (85, 7),
    "keshmat2025/march.xlsx": (55, 7),
    "keshmat2025/may.xlsx": (53, 7),
    "keshmat2026/winterClassicalA.xlsx": (6, 5),
    "keshmat2026/winterClassicalB.xlsx": (6, 5),
    "keshmat2026/winterClassicalC.xlsx": (30, 5),
    "keshmat2026/winterRapid2026.xlsx": (25, 7),
    "san_sebastian2010.csv": (150, 9),
    "stockholm_seniors_2026.csv": (40, 5),
    "text/swissperfect_gonzaga_challengers_2010.txt": (56, 6),
}
REFUSED = {
    "aicf_list.xls": "a list of players without results, 150 rows",
    "html/cnyt2026_g14_playerrank.html": "a list of players without results, 32 rows",
    "html/gk_russian.html": "a list of players without results, 81 rows",
    "html/swisschess_teilrang.html": "standings, places and points without the games, 16 rows",
    "text/icu_foreign_valid.csv": "no row names the columns of a crosstable",
    "text/isle_of_man_2007.csv": "no row names the columns of a crosstable",
}
# late entries that lost the first round by forfeit and have half a point more than their games give
POINTS_DIFFER = {"san_sebastian2010.csv": {131: 0.5, 138: 0.5, 142: 0.5}}


def read(shared, name):
    path = shared / "real" / "crosstables" / name
    reading = read_event_file(path, f"events/{name}")
    reading.to_tables()
    return reading


@pytest.mark.parametrize("name", READ)
def test_read_with_all_players_rounds_and_mutual_games(shared, name):
    reading = read(shared, name)
    [head] = reading.rows["staging.event_reports"]
    players = reading.rows["staging.report_players"]
    assert (len(players), head["rounds_seen"]) == READ[name]
    assert not reading.rejected
    sides = {(c["start_number"], c["round_number"]): c for c in reading.rows["staging.round_cells"]}
    known = {player["start_number"] for player in players}
    for (player, round_number), cell in sides.items():
        if cell["opponent_number"] in known:
            other = sides[cell["opponent_number"], round_number]
            assert other["opponent_number"] == player
            assert Counter({cell["result_code"], other["result_code"]}) in (
                Counter({"1", "0"}), Counter({"="}), Counter({"+", "-"}), Counter({None}), Counter({"-"}),
            )  # fmt: skip
    assert head["is_partial"] == (name == "grenke2025_freestyle.xlsx")


@pytest.mark.parametrize("name", READ)
def test_points_of_the_games_are_the_printed_points(shared, name):
    reading = read(shared, name)
    sums = Counter()
    for cell in reading.rows["staging.round_cells"]:
        sums[cell["start_number"]] += HALF_POINTS.get(cell["result_code"], 0)
    differing = {
        player["start_number"]: player["points"] - sums[player["start_number"]] / 2
        for player in reading.rows["staging.report_players"]
        if player["points"] != sums[player["start_number"]] / 2
    }
    assert differing == POINTS_DIFFER.get(name, {})


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_true_reason(shared, name):
    with pytest.raises(SourceError, match=REFUSED[name]):
        read(shared, name)


@pytest.mark.parametrize("name", ["winterClassicalA", "winterClassicalB", "winterClassicalC", "winterRapid2026"])
def test_keshmat_truth_agrees(shared, name):
    truth = json.loads((shared / f"real/crosstables/keshmat2026/truth_{name}.json").read_text(encoding="utf-8"))
    reading = read(shared, f"keshmat2026/{name}.xlsx")
    players = {" ".join(str(row["name"]).split()): row for row in reading.rows["staging.report_players"]}
    assert len(players) == truth["total_players"]
    for result in truth["results"]:
        player = players[" ".join(result["name"].split())]
        assert (
            player["points"], player["place"], player["title_raw"] or "", player["rating"] or 0, player["federation_code"],
        ) == (result["points"], result["final_rank"], result["title"], result["rating"], result["federation"])  # fmt: skip


def test_x19_grenke_performances_stay_out(shared):
    [finding] = [
        f for f in read(shared, "grenke2025_freestyle.xlsx").findings if f["finding_code"] == "columns_not_read"
    ]
    assert finding["finding"].endswith("not read: TB1, Rp")


def test_event_head_of_a_spreadsheet_and_of_a_page(shared):
    [rapid] = read(shared, "keshmat2026/winterRapid2026.xlsx").rows["staging.event_reports"]
    assert (str(rapid["start_date"]), rapid["federation_code"], rapid["rounds_declared"]) == ("2026-02-05", "LBN", 7)
    assert rapid["time_control"] == "10 minutes + 3 secs per move"
    [arad] = read(shared, "html/arad2026_a_crosstable.html").rows["staging.event_reports"]
    assert (str(arad["start_date"]), str(arad["end_date"]), arad["federation_code"]) == (
        "2026-08-03",
        "2026-08-09",
        "ROU",
    )
    [vega] = read(shared, "html/vega_western_masters_2024_sortedcrosstable.html").rows["staging.event_reports"]
    assert (vega["name"], str(vega["start_date"])) == ("Western Masters 2024", "2024-04-30")
