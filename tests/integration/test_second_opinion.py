"""Another program's opinion: averages and performances against gacrux, Otto Milvang's tie-break engine (rules of 2024).

Twice. Its arithmetic on our games must give our numbers for every player. Its own reading of the report files must give them too,
but for players whom one of `DIFFERENCES` concerns; nothing else may differ, and each of these must be seen to make a difference.
"""

import shutil
from decimal import Decimal

import pytest
from tests.world import report, report_line, rows

from normbook.runs.build import make_tables
from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest
from normbook.sources.decoding import decode, lines_of
from normbook.warehouse.session import open_session

rating = pytest.importorskip("gacrux.rating", reason="gacrux is in the dependency group test")
tiebreak = pytest.importorskip("gacrux.tiebreak")
trf2json = pytest.importorskip("gacrux.trf2json")

# Where the rules are not the same: what is said of a player, and why the numbers may differ then.
DIFFERENCES = {
    "met_unrated": "gacrux gives an unrated opponent a rating that one names; mart.performances leaves the game out",
    "list_differs": "gacrux reads the report alone; mart.performances takes the rating of the list in force (1.46b)",
    "no_difference": "the table of 2005 has no dp at 0 and 100 %, where that of 2024 has 800",
    "not_rated": "gacrux counts the results W, D and L, games that are not rated; mart.performances does not",
}
NO_SCORE_SYSTEM = "no score system adds the results"
# Real files that gacrux does not read, and what it says.
REFUSED = {
    "armstrong_2011.tab": "Error in teams",
    "bunratty_masters_2011.tab": NO_SCORE_SYSTEM,
    "chesspublisher_07_forfeit.trf": NO_SCORE_SYSTEM,
    "crete_friendship_cup_2024.trf": NO_SCORE_SYSTEM,
    "echecs_trf26_team.trf": "Record 260 names team 2",
    "galway_major_2011.tab": NO_SCORE_SYSTEM,
    "gros2010_py4swiss.trf": "KeyError: 'teamId'",
    "irish_junior_2011.tab": NO_SCORE_SYSTEM,
    "karlmala2005_sklangen.trf": "No result for black in round 1",
    "sharly_team_import.trf": NO_SCORE_SYSTEM,
    "trf26_grandmommys_echecs.trf": "a team event",
}
PLAYERS = """
    with opponents as (
        select
            games.event_id, games.start_number,
            list(opponents.rating) filter (games.outcome = 'played' and opponents.rating is not null) as ratings,
            coalesce(sum(games.score) filter (games.outcome = 'played' and opponents.rating is not null), 0) as score,
            bool_or(games.outcome = 'played' and opponents.rating is null) as met_unrated,
            bool_or(games.outcome = 'played' and opponents.rating is distinct from opponents.rating_report) as list_differs,
            bool_or(games.outcome = 'not_rated') as not_rated
        from core.games as games
        inner join core.event_players as opponents
            on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
        group by all
    )
    select opponents.*, performances.*, performances.rating_difference is null as no_difference, events.source_file
    from opponents
    inner join mart.performances as performances using (event_id, start_number)
    inner join core.events as events using (event_id)
    order by all
"""


def players_of(raw, out):
    """Every player with a performance: what he played, and what concerns him."""
    staged = ingest(discover(raw), out, "test", 1, lambda what, done, total: None)
    with open_session() as connection:
        make_tables(connection, staged, only="mart.performances")
        return rows(connection, PLAYERS)


def opinion(path):
    """What gacrux says of a report file: average and performance by start number, or its refusal in words."""
    reader = trf2json.trf2json()
    try:
        reader.parse_file("\n".join(lines_of(decode(path.read_bytes())[0])), 0)
        tournament = reader.get_tournament(1)
        if tournament["teamTournament"]:
            return "a team event: it compares teams"
        parameters = {"tiebreak": ["ARO", "TPR"], "check": False, "unrated": 0}
        found = tiebreak.tiebreak(tournament, -1, parameters).compute_tiebreaks(tournament, parameters)
    except Exception as refusal:
        return f"{type(refusal).__name__}: {refusal}"
    return {player["cid"]: tuple(player["tiebreakScore"]) for player in found["competitors"]}


def compare(players, raw):
    """What gacrux refused, by file; on how many players it agrees; and whom it sees otherwise, each with what concerns him."""
    opinions = {file: opinion(raw / file) for file in {player["source_file"] for player in players}}
    refused = {file.removeprefix("events/"): said for file, said in opinions.items() if isinstance(said, str)}
    agreed, differing = 0, []
    for player in players:
        said = opinions[player["source_file"]]
        if isinstance(said, dict):
            ours = (player["opponents_average_rating"], player["performance_rating"])
            concerns = {name for name in DIFFERENCES if player[name]}
            if said[player["start_number"]] == ours:
                agreed += 1
            else:
                differing.append((player, concerns))
    return refused, agreed, differing


def assert_same_arithmetic(players):
    for player in players:
        score = Decimal(str(player["score"]))
        assert rating.ComputeAverageRatingOpponents(player["ratings"]) == player["opponents_average_rating"]
        performance = rating.ComputeTournamentPerformanceRating(score, player["ratings"])
        if player["performance_rating"] is None:
            assert player["percentage_score"] in (0, 100)
            assert player["performance_table"] != "b02_2024"
        else:
            assert performance == player["performance_rating"], player


def unexplained(differing):
    return [player for player, concerns in differing if not concerns]


def assert_refused(refused, expected):
    assert set(refused) == set(expected)
    for file, reason in expected.items():
        assert reason in refused[file], (file, refused[file])


@pytest.fixture(scope="module")
def sample(checkout, tmp_path_factory):
    raw = checkout / "data" / "raw"
    return players_of(raw, tmp_path_factory.mktemp("sample")), raw


@pytest.fixture(scope="module")
def real(shared, tmp_path_factory):
    raw = tmp_path_factory.mktemp("real")
    shutil.copytree(shared / "real" / "trf", raw / "events")
    return players_of(raw, tmp_path_factory.mktemp("out")), raw


def test_arithmetic_on_the_games_of_the_sample_season(sample):
    players, _ = sample
    assert len(players) > 400
    assert_same_arithmetic(players)


def test_reading_of_the_sample_season(sample):
    refused, agreed, differing = compare(*sample)
    assert_refused(
        refused, {"tandil-open-2005.trf": "Record 001 names player 11", "rimini-open-2005.trf": NO_SCORE_SYSTEM}
    )
    assert unexplained(differing) == []
    assert agreed > 100
    # each of these rules alone makes a difference to somebody
    alone = [next(iter(concerns)) for _, concerns in differing if len(concerns) == 1]
    assert {"met_unrated", "list_differs", "no_difference"} <= set(alone)


def test_arithmetic_on_the_games_of_real_files(real):
    players, _ = real
    assert len(players) > 1400
    assert_same_arithmetic(players)


def test_reading_of_real_files(real):
    refused, agreed, differing = compare(*real)
    assert_refused(refused, REFUSED)
    assert unexplained(differing) == []
    assert agreed > 100


def test_results_that_are_not_rated_are_the_other_difference(tmp_path):
    lines = [
        report_line(1, "One, Anna", ["   2 w 1", "   3 b W"], rating=2300, points=2.0),
        report_line(2, "Two, Ben", ["   1 b 0", "   4 w 1"], rating=2200, points=1.0),
        report_line(3, "Three, Cid", ["   4 w 1", "   1 w L"], rating=2100, points=1.0),
        report_line(4, "Four, Dan", ["   3 b 0", "   2 b 0"], rating=2000, points=0.0),
    ]
    raw = tmp_path / "raw"
    (raw / "events").mkdir(parents=True)
    (raw / "events" / "short.trf").write_text(report(lines, start="2024/05/01", end="2024/05/02"), encoding="utf-8")
    _, agreed, differing = compare(players_of(raw, tmp_path / "out"), raw)
    assert agreed == 2
    # 2200 and 2100 average 2150, without the short game 2200; 2000 and 2300 likewise
    assert [(player["opponents_average_rating"], concerns) for player, concerns in differing] == [
        (2200, {"not_rated"}),
        (2000, {"not_rated"}),
    ]
