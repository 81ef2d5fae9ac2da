"""Quirks of the report files that were collected from real programs, T1 to T30 but for those of single fields."""

from datetime import date

import pytest
from trf_writer import HEAD, at_columns, cells, codes, event, kept, player, players, read


def scores(reading):
    """The report's own scoring, by result."""
    return {
        column.removeprefix("points_"): value
        for column, value in event(reading).items()
        if column.startswith("points_") and value is not None
    }


GAME = player(1, (2, "w", "1"), points="1.0") + player(2, (1, "b", "0"), name="Gómez, Ana")
MUTUAL = {(1, 1): (2, "w", "1"), (2, 1): (1, "b", "0")}


@pytest.mark.parametrize("line_end", ["\r", "\r\n", "\n"])
def test_t1_line_ends(tmp_path, line_end):
    reading = read(tmp_path, (HEAD + "\n" + GAME).replace("\n", line_end))
    assert cells(reading) == MUTUAL
    assert reading.account["lines_read"] == 8
    assert reading.account["blank_lines"] == 1
    assert reading.account["header_lines"] == 5
    assert reading.account["good_records"] == 2


def test_t1_other_separators_do_not_end_a_line(tmp_path):
    reading = read(tmp_path, HEAD + player(1, name="Pe\x85rez\u2028J"))
    assert players(reading)[1]["name"] == "Pe\x85rez\u2028J"


def test_t2_byte_order_mark(tmp_path):
    reading = read(tmp_path, b"\xef\xbb\xbf" + (HEAD + GAME).encode())
    assert event(reading)["name"] == "Test Open"
    assert reading.account["encoding"] == "utf-8-sig"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_t3_encodings(tmp_path, encoding):
    reading = read(tmp_path, (HEAD + GAME).encode(encoding))
    assert players(reading)[2]["name"] == "Gómez, Ana"
    assert reading.account["encoding"] == encoding


def test_t4_columns_are_characters(tmp_path):
    line = player(1, (2, "w", "1"), name="Ñandú, Íñigo Ángel", rating=2345, points="1.0")
    reading = read(tmp_path, HEAD + line + player(2, (1, "b", "0")))
    assert players(reading)[1]["rating"] == 2345
    assert cells(reading) == MUTUAL


def test_t5_a_bye_without_code_stays_blank_beside_its_points(tmp_path):
    games = player(2, (3, "w", "1"), (3, "b", "1")) + player(3, (2, "b", "0"), (2, "w", "0"))
    reading = read(tmp_path, HEAD + player(1, ("", "-", " "), ("0000", "-", " "), points="1.0") + games)
    assert players(reading)[1]["points"] == 1.0
    assert [cells(reading)[1, number] for number in (1, 2)] == [(None, None, None)] * 2


def test_t6_penalties(tmp_path):
    penalty = at_columns((1, "299"), (14, "-0.5"), (20, "  1"), (24, "   1"), (29, "   2")) + "\n"
    bonus = at_columns((1, "299"), (14, " 1,0"), (20, "  2"), (24, "   2")) + "\n"
    second = player(1, (2, "w", "1"), (2, "b", "1")) + player(2, (1, "b", "0"), (1, "w", "0"))
    reading = read(tmp_path, HEAD + penalty + bonus + second)
    rows = reading.rows["staging.abnormal_points"]
    assert {row["start_number"]: row["points_change"] for row in rows} == {1: -0.5, 2: 0.5}


@pytest.mark.parametrize("where", ["000", "   "])
def test_t6_a_change_of_points_for_all_rounds_counts_once_a_round(tmp_path, where):
    """TRF26, record 299: round 000 or empty means all rounds; the same for players (decision 0211)."""
    line = at_columns((1, "299"), (14, "-0.5"), (20, where), (24, "0000"))
    two_rounds = player(1, (2, "w", "1"), (2, "b", "1")) + player(2, (1, "b", "0"), (1, "w", "0"))
    rows = read(tmp_path, HEAD + line + "\n" + two_rounds).rows["staging.abnormal_points"]
    assert {row["start_number"]: row["points_change"] for row in rows} == {1: -1.0, 2: -1.0}


def test_t6_a_change_of_points_in_a_round_to_come_counts_nothing_yet(tmp_path):
    line = at_columns((1, "299"), (14, "-0.5"), (20, "  2"), (24, "   1"))
    reading = read(tmp_path, HEAD + line + "\n" + GAME)
    assert kept(reading) == [line]
    assert "staging.abnormal_points" not in reading.rows


def test_t6_another_worth_of_a_result(tmp_path):
    line = at_columns((1, "299"), (5, "W"), (14, " 2.0"), (20, "  1"), (24, "   1"))
    (row,) = read(tmp_path, HEAD + line + "\n" + GAME).rows["staging.abnormal_results"]
    del row["event_id"]
    assert row == {"start_number": 1, "round_number": 1, "result_type": "W", "points": 2.0}


@pytest.mark.parametrize(
    "line",
    [
        at_columns((1, "299"), (5, "Q"), (14, " 0.5"), (20, "  1"), (24, "   1")),
        at_columns((1, "299"), (14, "-0.5"), (20, " x "), (24, "   1")),
        at_columns((1, "299"), (14, "-0.5"), (20, "  1"), (24, "Perez")),
    ],
)
def test_t6_other_lines_299_are_kept_and_reported(tmp_path, line):
    reading = read(tmp_path, HEAD + line + "\n" + GAME)
    assert kept(reading) == [line]
    assert codes(reading) == ["abnormal_points_odd"]
    assert "staging.abnormal_points" not in reading.rows


def test_t7_forfeits_with_and_without_colour(tmp_path):
    text = player(1, (2, "w", "+"), (2, "-", "+"), (2, "w", "-")) + player(
        2, (1, "b", "-"), (1, "-", "-"), (1, "b", "-")
    )
    assert cells(read(tmp_path, HEAD + text)) == {
        (1, 1): (2, "w", "+"), (1, 2): (2, None, "+"), (1, 3): (2, "w", "-"),
        (2, 1): (1, "b", "-"), (2, 2): (1, None, "-"), (2, 3): (1, "b", "-"),
    }  # fmt: skip


@pytest.mark.parametrize("first_cell", [90, 94])
def test_t8_shifted_cells_that_make_the_file_mutual(tmp_path, first_cell):
    text = player(1, (2, "w", "1"), ("0000", "-", "U"), first_cell=first_cell) + player(
        2, (1, "b", "0"), first_cell=first_cell
    )
    reading = read(tmp_path, HEAD + text)
    assert cells(reading) == MUTUAL | {(1, 2): (None, None, "U"), (2, 2): (None, None, None)}
    assert codes(reading) == ["cells_shifted"]
    assert reading.rows["staging.round_cells"][0]["column_number"] == first_cell


def test_t8_shifted_cells_that_do_not_agree_are_set_aside(tmp_path):
    text = player(1, (2, "w", "1"), first_cell=94) + player(2, (3, "b", "0"), first_cell=94) + player(3, first_cell=94)
    reading = read(tmp_path, HEAD + text)
    assert {row["scope"] for row in reading.rejected} == {"cell"}
    assert cells(reading) == {(1, 1): (None, None, "*"), (2, 1): (None, None, "*"), (3, 1): (None, None, None)}


def test_t8_one_damaged_cell_does_not_move_the_file(tmp_path):
    reading = read(tmp_path, HEAD + player(1, (2, "w", "1"), (2, "w", "?")) + player(2, (1, "b", "0"), (1, "b", "1")))
    assert cells(reading)[1, 1] == (2, "w", "1")
    assert "cells_shifted" not in codes(reading)


def test_t9_trailing_empty_cells_and_lines_that_end_early(tmp_path):
    blank = ("", " ", " ")
    text = (
        player(1, (2, "w", "1"), blank, blank)
        + player(2, (1, "b", "0"), (3, "w", "1"))
        + player(3, blank, (2, "b", "0"), blank)
    )
    reading = read(tmp_path, HEAD + "XXR 9\n" + text)
    assert event(reading)["rounds_seen"] == 2
    assert event(reading)["rounds_declared"] == 9
    assert len(cells(reading)) == 6
    assert cells(reading)[1, 2] == (None, None, None)


@pytest.mark.parametrize("declared", ["", "XXR 1\n", "142 1\n", "XXR 9\n"])
def test_t9_t28_cells_that_are_blank_for_everybody_make_no_round(tmp_path, declared):
    blank = [("0000", "-", " "), ("", "-", ""), ("0000", " ", " ")]
    reading = read(
        tmp_path, HEAD + declared + player(1, (2, "w", "1"), *blank, points="1.0") + player(2, (1, "b", "0"), *blank)
    )
    assert event(reading)["rounds_seen"] == 1
    assert cells(reading) == MUTUAL
    assert codes(reading) == []


def test_t10_rulers(tmp_path):
    ruler, marks, tens = "012345678901234567890", "DDD SSSS sTTT NNNN RRRR", "         1         2"
    reading = read(tmp_path, HEAD + "\n".join([ruler, marks, tens, "123456789012"]) + "\n" + GAME)
    assert event(reading)["name"] == "Test Open"
    assert kept(reading) == [ruler, marks, tens, "123456789012"]
    assert codes(reading) == []


def test_t10_ruler_before_the_name(tmp_path):
    reading = read(tmp_path, "0123456789\n012 2005\n" + GAME)
    assert event(reading)["name"] == "2005"


def test_t10_a_second_name_is_reported(tmp_path):
    reading = read(tmp_path, HEAD + "012 Another name\n" + GAME)
    assert event(reading)["name"] == "Test Open"
    assert codes(reading) == ["repeated_line"]
    assert "line 6" in reading.findings[0]["finding"]


def test_t11_dates_of_the_head(tmp_path):
    reading = read(tmp_path, "012 X\n042 28. 07. 2005\n052 31. 07. 2005\n" + GAME)
    assert (event(reading)["start_date"], event(reading)["end_date"]) == (date(2005, 7, 28), date(2005, 7, 31))
    assert codes(reading) == []


def test_t11_a_date_of_no_form_is_reported(tmp_path):
    reading = read(tmp_path, "012 X\n042 next week\n" + GAME)
    assert event(reading)["start_date"] is None
    assert "'next week'" in reading.findings[0]["finding"]


def test_t18_header_values_with_extras(tmp_path):
    extras = ["062 129 (88)", "112 One", "112 Two, Three"]
    reading = read(tmp_path, HEAD + "102 232521 Henrotte, Christian\n" + "\n".join(extras) + "\n" + GAME)
    assert event(reading)["chief_arbiter"] == "232521 Henrotte, Christian"
    assert kept(reading) == extras
    assert codes(reading) == []


def test_t19_tabs(tmp_path):
    reading = read(
        tmp_path, HEAD + "240 F   1    3\t \n" + player(1).replace("Perez, Juan", "Perez,\tJuan") + player(2)
    )
    assert kept(reading) == ["240 F   1    3\t "]
    assert list(players(reading)) == [2]
    (rejected,) = reading.rejected
    assert (rejected["reason_code"], rejected["line_number"], rejected["column_number"]) == ("tab_in_line", 7, 21)


def test_t20_team_lines_are_kept(tmp_path):
    teams = ["013 Bray / Greystones                 47   48   49", "310   1 India                            IND"]
    reading = read(tmp_path, HEAD + "\n".join(teams) + "\n" + GAME)
    assert event(reading)["has_teams"] is True
    assert kept(reading) == teams
    assert event(read(tmp_path, HEAD + GAME))["has_teams"] is False


def test_t21_a_round_in_progress(tmp_path):
    reading = read(tmp_path, HEAD + player(1, (2, "w", " ")) + player(2, (1, "b", "*")))
    assert cells(reading) == {(1, 1): (2, "w", None), (2, 1): (1, "b", "*")}
    assert event(reading)["rounds_seen"] == 1


def test_t22_unknown_codes_and_comments_are_kept(tmp_path):
    lines = [
        "### comment",
        "# comment",
        "FRA    1                 1800",
        "XXA    1  1.0",
        "801  1 IND   15",
        "BBW  1.0",
    ]
    reading = read(tmp_path, HEAD + "\n".join(lines) + "\n" + GAME)
    assert kept(reading) == lines
    assert codes(reading) == []
    assert reading.account["header_lines"] == 5 + len(lines)


def test_t22_a_line_without_code_is_kept_and_reported(tmp_path):
    reading = read(tmp_path, HEAD + "This is no report line\n" + GAME)
    assert kept(reading) == ["This is no report line"]
    assert codes(reading) == ["not_a_report_line"]


def test_t23_a_line_cut_short(tmp_path):
    reading = read(tmp_path, HEAD + player(1) + "001    2 BROKEN RECORD\n")
    (rejected,) = reading.rejected
    assert (rejected["reason_code"], rejected["line_number"], rejected["column_number"]) == ("line_cut_short", 7, 22)
    assert rejected["raw_text"] == "001    2 BROKEN RECORD"
    assert list(players(reading)) == [1]


def test_t24_dialects_agree(tmp_path):
    lines = [
        player(1, (2, "w", "1"), (3, "b", "=")),
        player(2, (1, "b", "0"), ("0000", "-", "H")),
        player(3, ("0000", "-", "U"), (1, "w", "=")),
    ]
    plain = read(tmp_path, HEAD + "".join(lines))
    padded = read(
        tmp_path, (HEAD + "XXR 5\n" + "".join(line[:-1] + " " * 31 + "\n" for line in lines)).replace("\n", "\r\n")
    )
    assert cells(plain) == cells(padded)
    assert players(plain)[1]["name"] == players(padded)[1]["name"]


def test_t25_rounds_over_two_months(tmp_path):
    days = at_columns((1, "132"), (92, "18/04/08"), (102, "18/04/15"), (122, "18/06/10")) + "\n"
    reading = read(tmp_path, "012 X\n042 08/04/2018\n052 10/06/2018\n" + days + GAME)
    assert event(reading)["start_date"] == date(2018, 4, 8)
    assert event(reading)["round_dates"] == [date(2018, 4, 8), date(2018, 4, 15), None, date(2018, 6, 10)]
    assert codes(reading) == []


def test_t26_no_fixed_limits(tmp_path):
    games = [(2, "w", "1")] * 60
    reading = read(tmp_path, HEAD + player(1, *games, points="60.0") + player(2, *[(1, "b", "0")] * 60))
    assert event(reading)["rounds_seen"] == 60
    assert players(reading)[1]["points"] == 60.0
    assert cells(reading)[2, 60] == (1, "b", "0")


def test_t28_z_beside_an_opponent(tmp_path):
    reading = read(tmp_path, HEAD + player(1, (2, "b", "Z")) + player(2, (1, "w", "1")))
    assert cells(reading) == {(1, 1): (None, None, "Z"), (2, 1): (1, "w", "1")}
    assert codes(reading) == ["absent_with_opponent"]
    assert "opponent 2" in reading.findings[0]["finding"]


@pytest.mark.parametrize("result", ["+", "-"])
def test_t28_z_beside_an_opponent_who_has_a_forfeit_is_the_lost_forfeit(tmp_path, result):
    reading = read(tmp_path, HEAD + player(1, (2, "b", "Z")) + player(2, (1, "w", result)))
    assert cells(reading) == {(1, 1): (2, "b", "-"), (2, 1): (1, "w", result)}
    (finding,) = reading.findings
    assert finding["finding_code"] == "absent_with_opponent"
    assert "forfeit" in finding["finding"]
    assert "forfeit" in finding["action"]


@pytest.mark.parametrize("other", [(3, "w", "+"), (1, "w", "Z"), ("0000", "-", "U"), (1, "w", "=")])
def test_t28_z_beside_an_opponent_who_has_no_forfeit_against_this_player_is_an_absence(tmp_path, other):
    reading = read(tmp_path, HEAD + player(1, (2, "b", "Z")) + player(2, other))
    assert cells(reading)[1, 1] == (None, None, "Z")


def test_t29_unrated_results(tmp_path):
    text = player(1, (2, "w", "W"), (2, "b", "d")) + player(2, (1, "b", "l"), (1, "w", "D"))
    assert cells(read(tmp_path, HEAD + text)) == {
        (1, 1): (2, "w", "W"), (1, 2): (2, "b", "D"), (2, 1): (1, "b", "L"), (2, 2): (1, "w", "D"),
    }  # fmt: skip


def test_t30_scoring_of_byes(tmp_path):
    reading = read(tmp_path, HEAD + "162  W 3.0    D 1.0    L 0.0    A-1.0    P 5.0    X 0.5\n" + GAME)
    assert scores(reading) == {
        "win": 3.0, "forfeit_win": 3.0, "full_bye": 3.0, "draw": 1.0, "half_bye": 1.0, "loss": 0.0,
        "absent": -1.0, "forfeit_loss": -1.0, "pairing_bye": 5.0, "unknown": 0.5,
    }  # fmt: skip
    assert codes(reading) == []
    assert scores(read(tmp_path, HEAD + GAME)) == {}


def test_t30_scoring_of_javafo(tmp_path):
    line = "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=2.0 PAB=1.5 FW=2.5 FL=-1.0\n"
    reading = read(tmp_path, HEAD + line + GAME)
    assert scores(reading) == {
        "win": 3.0, "draw": 1.0, "loss": 0.0, "absent": 0.0, "half_bye": 0.5, "full_bye": 2.0,
        "pairing_bye": 1.5, "forfeit_win": 2.5, "forfeit_loss": -1.0,
    }  # fmt: skip
    assert codes(reading) == []


def test_t30_a_close_symbol_of_javafo_beats_a_wide_one_in_any_order(tmp_path):
    reading = read(tmp_path, HEAD + "XXS FW=1.5 W=3.0\nXXS D=1.0 HPB=0.5\n" + GAME)
    assert scores(reading) == {"win": 3.0, "forfeit_win": 1.5, "full_bye": 3.0, "draw": 1.0, "half_bye": 0.5}


def test_t30_white_and_black_worth_differently_is_reported(tmp_path):
    reading = read(tmp_path, HEAD + "XXS WW=1.0 BW=1.5\n" + GAME)
    assert scores(reading) == {"win": 1.0}
    assert codes(reading) == ["scoring_odd"]


def test_t30_scoring_of_bbp_pairings(tmp_path):
    lines = "BBW  3.0\nBBD  1.0\nBBL  0.5\nBBZ  0.0\nBBF -1.0\nBBU  2.0\n"
    assert scores(read(tmp_path, HEAD + lines + GAME)) == {
        "win": 3.0, "forfeit_win": 3.0, "full_bye": 3.0, "draw": 1.0, "half_bye": 1.0, "loss": 0.5,
        "absent": 0.0, "forfeit_loss": -1.0, "pairing_bye": 2.0,
    }  # fmt: skip


def test_t30_the_bye_of_a_team_brings_its_players_nothing(tmp_path):
    """TRF26, record 320 (decision 0210)."""
    reading = read(tmp_path, HEAD + "162  P 5.0\n320  2.0  5.0   1\n" + GAME)
    assert scores(reading) == {"pairing_bye": 0.0}


@pytest.mark.parametrize("code", ["F", "H", "U", "Z", "f", "h", "u", "z", "+", "-", "=", "0"])
def test_t30_byes_with_and_without_0000(tmp_path, code):
    text = player(1, ("0000", "-", code)) + player(2, ("", " ", code))
    assert cells(read(tmp_path, HEAD + text)) == {(n, 1): (None, None, code.upper()) for n in (1, 2)}
