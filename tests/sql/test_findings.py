"""Oddities across the rows of a report: each is found, told in a sentence, and decides no verdict."""

import pytest
from tests.world import report, report_line, rows, tables_of


def line(number: int, *cells: str, points: float | None = None, **more: object) -> str:
    return report_line(
        number, f"Player{number}, Test", list(cells), rating=2300, federation="ESP", points=points, **more
    )


def findings(connection, code: str) -> list[dict[str, object]]:
    return rows(connection, f"select * from quality.findings where finding_code = '{code}' order by line_number")


def made_of(tmp_path, *lines: str, **head: object):
    return tables_of(tmp_path, {"events/odd.trf": report(list(lines), **head)})


def test_opponent_who_does_not_exist(tmp_path):
    connection = made_of(tmp_path, line(1, "   9 w 1"), line(2, "   3 w 1"), line(3, "   2 b 0"))
    (found,) = findings(connection, "opponent_missing")
    assert (
        found["finding"]
        == "Round 1: no. 1 Player1, Test has no. 9 as opponent, and the report has no such start number."
    )
    assert (found["severity"], found["source_file"], found["line_number"]) == ("error", "events/odd.trf", 8)
    assert rows(connection, "select is_confirmed from core.games where start_number = 1") == [{"is_confirmed": False}]


def test_contradicting_results_leave_both_undecided(tmp_path):
    connection = made_of(
        tmp_path, line(1, "   2 w 1", "   3 b 1"), line(2, "   1 b =", "0000 - H"), line(3, "0000 - H", "   1 w 0")
    )
    found = findings(connection, "results_contradict")
    assert [row["finding"] for row in found] == [
        'Round 1: no. 1 Player1, Test has "1" against no. 2 Player2, Test, whose own row says "=".',
        'Round 1: no. 2 Player2, Test has "=" against no. 1 Player1, Test, whose own row says "1".',
    ]
    verdicts = rows(
        connection, "select distinct start_number, achieved, undecided_because from mart.norm_verdicts order by 1"
    )
    assert verdicts == [
        {"start_number": 1, "achieved": None, "undecided_because": "contradicting report"},
        {"start_number": 3, "achieved": False, "undecided_because": None},
    ]


def test_both_players_won(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w 1"), line(2, "   1 b 1"))
    assert len(findings(connection, "results_contradict")) == 2


def test_opponent_names_somebody_else(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w 1"), line(2, "   3 b 0"), line(3, "   2 w 1"))
    (found,) = findings(connection, "opponent_disagrees")
    assert (
        found["finding"]
        == "Round 1: no. 1 Player1, Test has no. 2 Player2, Test as opponent, whose own row says no. 3."
    )


def test_paired_with_himself(tmp_path):
    connection = made_of(tmp_path, line(1, "   1 w 1"), line(2, "   3 w 1"), line(3, "   2 b 0"))
    (found,) = findings(connection, "paired_with_self")
    assert found["finding"] == "Round 1: no. 1 Player1, Test is paired with himself."
    assert rows(connection, "select outcome, score from core.games where start_number = 1") == [
        {"outcome": "pending", "score": None}
    ]
    assert rows(connection, "select count(*) as n from mart.performances where start_number = 1") == [{"n": 0}]
    # one player's impossible cell does not make the event unfinished for the others
    assert rows(connection, "select is_finished from core.events") == [{"is_finished": True}]


def test_both_players_white_is_a_warning_only(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w 1"), line(2, "   1 w 0"))
    (found,) = findings(connection, "same_colour")
    assert found["finding"] == "Round 1: no. 1 Player1, Test and no. 2 Player2, Test both have White."
    assert found["severity"] == "warning"
    assert rows(connection, "select bool_and(is_confirmed) as confirmed from core.games") == [{"confirmed": True}]


def test_points_are_not_the_sum_of_the_cells(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w 1", points=2.0), line(2, "   1 b 0", points=0.0))
    (found,) = findings(connection, "points_differ")
    assert found["finding"] == "No. 1 Player1, Test has 2.0 points in the report and 1.0 by his cells."
    assert (found["line_number"], found["column_number"]) == (8, 81)
    player = rows(connection, "select points, points_computed from core.event_players where start_number = 1")
    assert player == [{"points": 2.0, "points_computed": 1.0}]


def test_t5_one_blank_cell_and_half_a_point_more_is_a_bye(tmp_path):
    connection = made_of(
        tmp_path,
        line(1, "   2 w 1", "", points=1.5),
        line(2, "   1 b 0", "   3 w 1", points=1.0),
        line(3, "", "   2 b 0", points=1.0),
    )
    byes = rows(
        connection, "select start_number, round_number, outcome, score from core.games where outcome = 'bye' order by 1"
    )
    assert byes == [
        {"start_number": 1, "round_number": 2, "outcome": "bye", "score": 0.5},
        {"start_number": 3, "round_number": 1, "outcome": "bye", "score": 1.0},
    ]
    assert len(findings(connection, "hidden_bye")) == 2
    assert findings(connection, "points_differ") == []


def test_t5_several_blank_cells_stay_unassigned(tmp_path):
    connection = made_of(
        tmp_path,
        line(1, "   2 w 1", "", "", points=1.5),
        line(2, "   1 b 0", "   3 w 1", "0000 - H"),
        line(3, "", "   2 b 0", "0000 - U"),
    )
    (found,) = findings(connection, "points_differ")
    assert "2 rounds have neither opponent nor code" in str(found["finding"])
    assert rows(connection, "select count(*) as n from core.games where start_number = 1 and outcome = 'bye'") == [
        {"n": 0}
    ]


def test_t6_points_changed_on_purpose_by_line_299(tmp_path):
    penalty = ("299 " + " " * 5 + "-1.0" + "  1" + "   1",)
    connection = made_of(tmp_path, line(1, "   2 w 1", points=0.0), line(2, "   1 b 0", points=0.0), more=penalty)
    kept = rows(connection, "select start_number, points_change from staging.abnormal_points")
    # the points stand in columns 10-13 instead of 14-17: the line is kept and gives nobody points
    assert kept == []
    assert len(findings(connection, "points_differ")) == 1
    assert len(findings(connection, "abnormal_points_odd")) == 1


# formats.md 3.2: cell of the first player in round 1, what it is, what it scores
CELLS = [
    ("   2 w 1", "played", 1.0),
    ("   2 w =", "played", 0.5),
    ("   2 w 0", "played", 0.0),
    ("   2 w +", "forfeit_win", 1.0),
    ("   2 - +", "forfeit_win", 1.0),
    ("   2 w -", "forfeit_loss", 0.0),
    ("   2 w W", "not_rated", 1.0),
    ("   2 w D", "not_rated", 0.5),
    ("   2 w L", "not_rated", 0.0),
    ("   2 w  ", "pending", None),
    ("   2 w *", "pending", None),
    ("0000 - H", "bye", 0.5),
    ("0000 - F", "bye", 1.0),
    ("0000 - U", "bye", 1.0),
    ("0000 - Z", "not_paired", 0.0),
    ("0000 - +", "bye", 1.0),
    ("0000 - =", "bye", 0.5),
    ("0000 - -", "not_paired", 0.0),
    ("0000 - 0", "not_paired", 0.0),
    ("", "not_paired", 0.0),
]
MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """One event for each cell; the second round keeps the first from being the last one seen."""
    files = {}
    for number, (cell, _, _) in enumerate(CELLS):
        answer = f"   1 b {MIRROR.get(cell[-1:], cell[-1:])}" if cell.startswith("   2") else "0000 - Z"
        files[f"events/cell{number:02}.trf"] = report([line(1, cell, "0000 - H"), line(2, answer, "0000 - H")])
    return tables_of(tmp_path_factory.mktemp("cells"), files)


@pytest.mark.parametrize(
    ("number", "outcome", "score"), [(n, o, s) for n, (_, o, s) in enumerate(CELLS)], ids=[repr(c) for c, _, _ in CELLS]
)
def test_what_a_cell_means(cells, number, outcome, score):
    query = f"""
        select outcome, score, is_confirmed from core.games
        where event_id = 'cell{number:02}' and start_number = 1 and round_number = 1
    """
    assert rows(cells, query) == [{"outcome": outcome, "score": score, "is_confirmed": True}]


def test_t7_double_forfeit_is_two_losses(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w -"), line(2, "   1 b -"))
    assert rows(connection, "select distinct outcome, score, is_confirmed from core.games") == [
        {"outcome": "forfeit_loss", "score": 0.0, "is_confirmed": True}
    ]


def test_t30_a_pairing_bye_of_another_worth(tmp_path):
    connection = made_of(
        tmp_path,
        line(1, "0000 - U", points=5.0),
        line(2, "   3 w 1", points=3.0),
        line(3, "   2 b 0", points=0.0),
        more=("162  W 3.0    D 1.0    L 0.0    P 5.0",),
    )
    assert findings(connection, "points_differ") == []
    assert rows(connection, "select outcome, score from core.games where start_number = 1") == [
        {"outcome": "bye", "score": 1.0}
    ]


def test_start_number_twice_sets_the_second_line_aside(tmp_path):
    connection = made_of(tmp_path, line(1, "   2 w 1"), line(2, "   1 b 0"), line(2, "   1 b 0"))
    (rejected,) = rows(connection, "select * from quality.rejected_records")
    assert (rejected["line_number"], rejected["scope"]) == (10, "line")
    assert "2" in rejected["reason"]
    assert rows(connection, "select players from core.events") == [{"players": 2}]


def test_two_files_with_one_event_id(tmp_path):
    text = report([line(1, "   2 w 1"), line(2, "   1 b 0")])
    connection = tables_of(tmp_path, {"events/a/open.trf": text, "events/b/open.trf": text})
    (rejected,) = rows(connection, "select * from quality.rejected_records")
    assert rejected["source_file"] == "events/b/open.trf"
    assert (
        rejected["reason"]
        == "The event id 'open' is the stem of events/a/open.trf already. Rename one of the two files."
    )
    assert rows(connection, "select source_file from core.events") == [{"source_file": "events/a/open.trf"}]


def test_one_bad_file_stops_no_other(tmp_path):
    good = report([line(1, "   2 w 1"), line(2, "   1 b 0")])
    files = {
        "events/good.trf": good,
        "events/empty.trf": "",
        "events/binary.trf": bytes(range(256)) * 20,
        "events/letter.txt": "Dear Sir,\nplease find attached our tournament.\n",
        "events/good.toml": '[event]\nsystem = "swis"\n',
        "rating_lists/jul05frl.zip": b"PK\x03\x04 broken",
        "rating_lists/empty_jul05.txt": "",
        "series/broken.toml": "[series\n",
        "elsewhere/file.trf": good,
    }
    connection = tables_of(tmp_path, files)
    refused = rows(connection, "select source_file, reason from quality.source_files where not is_read order by 1")
    assert {row["source_file"] for row in refused} == set(files) - {"events/good.trf", "events/good.toml"} or {
        row["source_file"] for row in refused
    } == set(files) - {"events/good.trf"}
    for row in refused:
        assert len(str(row["reason"])) > 20, row
    assert rows(connection, "select event_id from core.events") == [{"event_id": "good"}]
    # the sidecar has an error: the event is read and gets no verdict
    assert rows(connection, "select count(*) as n from mart.norm_verdicts") == [{"n": 0}]
    assert len(findings(connection, "no_verdict_sidecar_error")) == 1


def test_a_player_whom_another_row_names_is_open_too(tmp_path):
    connection = made_of(tmp_path, line(1, "0000 - U"), line(2, "   1 w 1"), line(3, "0000 - H"))
    (found,) = findings(connection, "cell_unreadable")
    assert found["subject"] == "Round 1: no. 1 Player1, Test"
    assert rows(connection, "select start_number from core.games where not is_confirmed order by 1") == [
        {"start_number": 1},
        {"start_number": 2},
    ]


def test_article_1_45f_whoever_meets_three_times_or_more_is_in_a_multi_round_event(tmp_path):
    cells = {
        1: ["   2 w 1", "   3 b 1", "0000 - U"],
        2: ["   1 b 0", "0000 - U", "   3 w 1"],
        3: ["0000 - U", "   1 w 0", "   2 b 0"],
    }
    connection = made_of(tmp_path, *(line(number, *(row * 3)) for number, row in cells.items()))
    assert rows(connection, "select system from core.events") == [{"system": "double_round_robin"}]


def test_two_reports_that_name_each_other_are_judged_once(tmp_path):
    text = report([line(1, "   2 w 1"), line(2, "   1 b 0")])
    files = {"events/a.trf": text, "events/b.trf": text}
    files |= {"events/a.toml": '[event]\nsame_as = "b"\n', "events/b.toml": '[event]\nsame_as = "a"\n'}
    connection = tables_of(tmp_path, files | {"events/c.trf": text, "events/c.toml": '[event]\nsame_as = "nobody"\n'})
    judged = rows(connection, "select event_id from mart.event_rulings where refusal is null order by 1")
    assert judged == [{"event_id": "a"}, {"event_id": "c"}]
    assert len(findings(connection, "no_verdict_same_as")) == 1
    assert findings(connection, "same_as_nobody")[0]["event_id"] == "c"


def test_a_doubtful_zero_scorer_leaves_the_others_open(tmp_path):
    # 1.42d: no. 3 is unrated and has no point but for a game that both claim to have won
    lines = [
        line(1, "   2 w 1", "   3 b 1", "   4 w 1"),
        line(2, "   1 b 0", "   4 w =", "   3 b 1"),
        report_line(3, "Player3, Test", ["   4 w 1", "   1 w 0", "   2 w 0"]),
        line(4, "   3 b 1", "   2 b =", "   1 b 0"),
    ]
    connection = made_of(tmp_path, *lines)
    open_players = rows(
        connection, "select distinct start_number from mart.norm_verdicts where achieved is null order by 1"
    )
    assert [row["start_number"] for row in open_players] == [1, 2, 3, 4]


def test_a_number_of_two_players_of_an_event(tmp_path):
    connection = made_of(
        tmp_path, line(1, "   2 w 1", fide_id=77), line(2, "   1 b 0", fide_id=77), line(3, "0000 - Z", fide_id=78)
    )
    (found,) = findings(connection, "fide_id_twice")
    assert found["finding"] == "No. 1 Player1, Test and No. 2 Player2, Test have the same FIDE number 77."
    assert (found["severity"], found["source_file"], found["line_number"]) == ("error", "events/odd.trf", 9)


def test_q21_a_player_called_bye_is_no_person(tmp_path):
    lines = [line(1, "   2 w 1"), report_line(2, "BYE", ["   1 b 0"]), report_line(3, "Byerly, Ann", ["0000 - H"])]
    (found,) = findings(made_of(tmp_path, *lines), "reserved_name")
    assert found["finding"] == "No. 2 BYE has the name of a placeholder, not of a person."
    assert (found["severity"], found["line_number"]) == ("warning", 9)
