"""Quirks of crosstables X1 to X21, each in a small table written here; the games are known beforehand."""

import pytest
from tests.unit.crosstable_writer import (
    PLAYERS,
    codes,
    games,
    games_of,
    page,
    players_of,
    read,
    swiss_rows,
    text,
    total,
    xlsx,
)

from normbook.errors import SourceError

# start number by name; a table of places has no other
START = {fields[1]: number for number, fields in PLAYERS.items()}
PLACE = {number: fields[4] for number, fields in PLAYERS.items()}
GRID = [
    ["No.", "", "Name", "Rtg", 1, 2, 3, 4, "Pts."],
    [1, "IM", "Alfa", 2400, "*", 1, "½", 0, 1.5],
    [2, "", "Bravo", 2300, 0, "*", "+", "½", 1.5],
    [3, "", "Charly", 2200, "½", "-", "*", 1, 1.5],
    [4, "", "Delta", 2100, 1, "½", 0, "*", 1.5],
]


def by_place(found):
    return {
        (PLACE[player], round_number): (PLACE.get(opponent), colour, result)
        for (player, round_number), (opponent, colour, result) in found.items()
    }


def results_of_pairs(found):
    return {(player, opponent): result for (player, _), (opponent, _, result) in found.items() if opponent}


def test_x1_numbers_in_cells_are_places(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx(swiss_rows("place")))
    assert games_of(reading) == by_place(games())
    assert "no_start_numbers" in codes(reading)


def test_x1_numbers_in_cells_are_start_numbers(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx(swiss_rows("start")))
    assert games_of(reading) == games()
    assert {row["start_number"]: row["place"] for row in players_of(reading).values()} == PLACE


@pytest.mark.parametrize("by", ["place", "start"])
def test_x1_both_columns_stand_there_and_the_games_decide(tmp_path, by):
    rows = swiss_rows(by)
    order = PLACE if by == "place" else {n: n for n in PLAYERS}
    players = sorted(PLAYERS, key=lambda p: order[p])
    both = [["Rank", "SNo.", *rows[0][1:]]] + [
        [PLACE[player], player, *row[1:]] for player, row in zip(players, rows[1:], strict=True)
    ]
    reading = read(tmp_path, "a.csv", text(both))
    assert games_of(reading) == games()
    assert ("numbers_are_places" in codes(reading)) == (by == "place")


def test_x1_neither_reading_agrees_and_the_table_is_refused(tmp_path):
    rows = swiss_rows("start")
    for row in rows[1:]:
        row[5:8] = [f"{(row[0] + at) % 7 + 1}w1" for at in (1, 2, 3)]
    with pytest.raises(SourceError, match="21 sides of games, of which only 0 agree") as refused:
        read(tmp_path, "a.csv", text(rows))
    assert refused.value.reason_code == "crosstable_contradicts_itself"


def test_x2_minus_one_and_zero_are_a_bye_and_not_paired(tmp_path):
    rows = swiss_rows("start")
    assert [rows[7][5], rows[7][7]] == [-1, 0]  # integers of the sheet
    found = games_of(read(tmp_path, "a.xlsx", xlsx(rows)))
    assert (found[7, 1], found[7, 3]) == ((None, None, "U"), (None, None, "Z"))


@pytest.mark.parametrize("above", [0, 3, 19, 39])
def test_x3_header_anywhere_and_footer_below(tmp_path, above):
    lines = [["From the Tournament-Database of Chess-Results https://chess-results.com"]] + [
        [f"Line {number}: of words"] for number in range(above - 1)
    ]
    rows = [
        *lines[:above],
        *swiss_rows("start"),
        [],
        ["You find all details under https://chess-results.com/tnr1.aspx"],
    ]
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert games_of(reading) == games()
    assert reading.account["header_lines"] == above + 2


def test_x3_link_repeated_in_every_column_is_no_player(tmp_path):
    rows = [*swiss_rows("start"), ["https://chess-results.com"] * 11]
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert len(players_of(reading)) == 7
    assert not reading.rejected


def test_x4_table_title_right_below_the_last_row(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx([*GRID, ["Starting rank crosstable"]]))
    assert list(players_of(reading)) == ["Alfa", "Bravo", "Charly", "Delta"]
    assert not reading.rejected


@pytest.mark.parametrize("blanks", [1, 2])
def test_x5_titles_in_a_column_without_heading(tmp_path, blanks):
    rows = [[*row[:1], *([""] * (blanks - 1)), *row[1:]] for row in swiss_rows("start")]
    players = players_of(read(tmp_path, "a.xlsx", xlsx(rows)))
    assert players["Alfa, Ana"]["title_code"] == "GM"
    assert players["Charly, Cora"]["womens_title_code"] == "WIM"
    assert players["Bravo, Beto"]["title_raw"] is None


def test_x6_points_in_the_first_tie_break(tmp_path):
    rows = swiss_rows("start")
    rows[0][8:] = ["Rk.", "TB1"]
    for row in rows[1:]:
        row[8:] = [row[9], row[8]]
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert {name: row["points"] for name, row in players_of(reading).items()} == {n: total(START[n]) for n in START}
    assert "points_in_tie_break" in codes(reading)


def test_x6_a_tie_break_that_is_no_sum_is_not_believed(tmp_path):
    rows = [[*row[:8], *row[9:]] for row in swiss_rows("start")]  # Pts. taken out, TB1 is 4.5 for everybody
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert {row["points"] for row in players_of(reading).values()} == {None}
    assert "no_points" in codes(reading)


def test_x7_decimal_comma(tmp_path):
    rows = swiss_rows("start")
    for row in rows[1:]:
        row[8] = str(row[8]).replace(".", ",")
    players = players_of(read(tmp_path, "a.csv", text(rows)))
    assert {row["points"] for row in players.values()} == {total(number) for number in PLAYERS}


def test_x8_black_is_s_on_german_pages(tmp_path):
    rows = swiss_rows("start")
    for row in rows[1:]:
        row[5:8] = [str(cell).replace("b", "s") for cell in row[5:8]]
    assert games_of(read(tmp_path, "a.html", page(rows))) == games()


def test_x8_round_robin_has_no_colours_and_rounds_of_the_berger_table(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx(GRID))
    found = games_of(reading)
    assert {colour for _, colour, _ in found.values()} == {None}
    # the table for four players: 1-4 2-3, 4-3 1-2, 2-4 3-1
    assert [found[1, round_number][0] for round_number in (1, 2, 3)] == [4, 2, 3]
    assert [found[4, round_number][0] for round_number in (1, 2, 3)] == [1, 3, 2]
    assert "rounds_by_berger" in codes(reading)


def test_x9_blank_place_is_a_tie_with_the_one_above(tmp_path):
    rows = swiss_rows("place")
    rows[2][0] = rows[5][0] = ""
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert games_of(reading) == by_place(games())
    assert [row["place"] for row in reading.rows["staging.report_players"]] == [1, 1, 3, 4, 4, 6, 7]


def test_x9_shared_place_repeated(tmp_path):
    rows = swiss_rows("place")
    for row, place in zip(rows[1:], ["1-2", "1-2", "3", "4-6", "4-6", "4-6", "7"], strict=True):
        row[0] = place
    reading = read(tmp_path, "a.csv", text(rows))
    assert games_of(reading) == by_place(games())
    assert [row["place"] for row in reading.rows["staging.report_players"]] == [1, 1, 3, 4, 4, 4, 7]


def test_x10_part_of_a_table_says_that_opponents_are_missing(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx(swiss_rows("place")[:6]))  # the first five
    assert reading.rows["staging.event_reports"][0]["is_partial"]
    [finding] = [f for f in reading.findings if f["finding_code"] == "partial_table"]
    assert "not computable" in finding["action"]
    known = {key: value for key, value in by_place(games()).items() if key[0] <= 5}
    assert games_of(reading) == known


def test_x11_rating_zero_or_no_column(tmp_path):
    assert players_of(read(tmp_path, "a.xlsx", xlsx(swiss_rows())))["Golf, Gala"]["rating"] is None
    without = [[*row[:3], *row[4:]] for row in swiss_rows("start")]
    reading = read(tmp_path, "b.xlsx", xlsx(without))
    assert {row["rating"] for row in players_of(reading).values()} == {None}
    assert games_of(reading) == games()


def test_x12_names_are_kept_as_written_but_for_blanks_at_the_ends(tmp_path):
    rows = swiss_rows("start")
    rows[1][2], rows[2][2] = "Alfa  Ana ", " Bravo Beto"
    assert list(players_of(read(tmp_path, "a.xlsx", xlsx(rows))))[:2] == ["Alfa  Ana", "Bravo Beto"]


def test_x13_title_glued_to_the_name(tmp_path):
    rows = [[row[0], *row[2:]] for row in swiss_rows("start")]
    rows[1][1], rows[2][1], rows[3][1] = "GM Alfa,Ana", "MG Bravo,Beto", "GMALFA Charly"
    players = players_of(read(tmp_path, "a.html", page(rows)))
    assert players["Alfa,Ana"]["title_code"] == "GM"
    assert {"MG Bravo,Beto", "GMALFA Charly"} <= set(players)


def test_x14_numbers_as_text_and_ids_as_floats(tmp_path):
    rows = [[*row[:3], "FideID" if at == 0 else 2501147.0 + at, *row[3:]] for at, row in enumerate(swiss_rows("start"))]
    for row in rows[1:]:
        row[4] = str(row[4])
    rows[2][3] = "2501200.0"
    players = list(players_of(read(tmp_path, "a.xlsx", xlsx(rows))).values())
    assert [row["fide_id"] for row in players[:3]] == [2501148, 2501200, 2501150]
    assert [row["rating"] for row in players[:2]] == [2512, 2377]


def test_x15_header_cells_are_integers(tmp_path):
    assert all(isinstance(cell, int) for cell in GRID[0][4:8])
    assert results_of_pairs(games_of(read(tmp_path, "a.xlsx", xlsx(GRID))))[3, 4] == "1"


def test_x16_last_round_without_results(tmp_path):
    rows = swiss_rows("start")
    for row in rows[1:]:
        row[7] = str(row[7]).rstrip("1½0+-") if len(str(row[7])) > 2 else row[7]
    found = games_of(read(tmp_path, "a.csv", text(rows)))
    assert found[1, 3] == (3, "w", None)
    assert found[3, 3] == (1, "b", None)
    assert found[7, 3] == (None, None, "Z")


def test_x17_three_columns_a_round_of_which_one_is_named(tmp_path):
    rows = swiss_rows("start", cell="{opponent};{colour};{result}", bye="-;-;x")
    header = ["SNo.", "", "Name", "Rtg", "FED", "1.Rd.", "", "", "2.Rd.", "", "", "3.Rd.", "", "", "Pts"]
    lines = [header]
    for row in rows[1:]:
        cells = [{-1: "-;-;1", 0: "-;-;-"}.get(cell, cell) for cell in row[5:8]]
        triples = [part.replace("½", "x") for cell in cells for part in cell.split(";")]
        points = f"{int(row[8])}{'x' if row[8] % 1 else ''}"
        lines.append([*row[:5], *triples, points])
    reading = read(tmp_path, "a.csv", text(lines))
    assert games_of(reading) == games()
    assert {row["points"] for row in players_of(reading).values()} == {total(number) for number in PLAYERS}


def test_x17_forfeit_without_colour(tmp_path):
    lines = [
        ["No.", "Name", "1.Rd", "", "", "2.Rd", "", "", "Pts"],
        ["1", "Alfa", "2", "-", "+", "2", "w", "1", "2"],
        ["2", "Bravo", "1", "-", "-", "1", "b", "0", "0"],
    ]
    found = games_of(read(tmp_path, "a.csv", text(lines)))
    assert (found[1, 1], found[2, 1]) == ((2, None, "+"), (1, None, "-"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_x18_encodings_of_texts(tmp_path, encoding):
    rows = swiss_rows("start")
    rows[1][2] = "Núñez, Ángel"
    reading = read(tmp_path, "a.csv", text(rows, encoding=encoding))
    assert "Núñez, Ángel" in players_of(reading)
    assert games_of(reading) == games()


@pytest.mark.parametrize(("encoding", "name"), [("utf-8", "Núñez"), ("windows-1250", "Łódź"), ("iso-8859-7", "Όνομα")])
def test_x18_encoding_that_a_page_names(tmp_path, encoding, name):
    rows = swiss_rows("start", cell="{opponent}{colour}{result}")
    rows = [[str(cell).replace("½", "=") for cell in row] for row in rows]
    rows[1][2] = name
    head = f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}">'
    assert name in players_of(read(tmp_path, "a.html", page(rows, head=head, encoding=encoding)))


def test_x19_published_performance_is_not_read(tmp_path):
    rows = [[*row, "Rp" if at == 0 else "2999"] for at, row in enumerate(swiss_rows("start"))]
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    [finding] = [f for f in reading.findings if f["finding_code"] == "columns_not_read"]
    assert "Rp" in finding["finding"]
    assert not any(2999 in row.values() for row in players_of(reading).values())


def test_x20_plus_is_a_forfeit_beside_ones_and_zeros(tmp_path):
    pairs = results_of_pairs(games_of(read(tmp_path, "a.xlsx", xlsx(GRID))))
    assert (pairs[2, 3], pairs[3, 2], pairs[1, 2]) == ("+", "-", "1")


def test_x20_plus_is_a_win_where_no_ones_and_zeros_are(tmp_path):
    rows = [
        [{1: "+", 0: "-"}.get(cell, cell) if 3 < at < 8 else cell for at, cell in enumerate(row)] for row in GRID[1:]
    ]
    reading = read(tmp_path, "a.xlsx", xlsx([GRID[0], *rows]))
    pairs = results_of_pairs(games_of(reading))
    assert (pairs[2, 3], pairs[3, 2], pairs[1, 2], pairs[1, 3]) == ("1", "0", "1", "=")
    assert "plus_for_wins" in codes(reading)


DOUBLE = [
    ["No.", "Name", "1", "2", "3", "4", "Pts."],
    ["1", "Alfa", "*", "11", "1½", "½0", "4"],
    ["2", "Bravo", "00", "*", "01", "½½", "2"],
    ["3", "Charly", "0½", "10", "*", "11", "3.5"],
    ["4", "Delta", "½1", "½½", "00", "*", "2.5"],
]


def test_x21_two_results_in_a_cell_are_two_cycles(tmp_path):
    found = games_of(read(tmp_path, "a.csv", text(DOUBLE)))
    assert len(found) == 4 * 6
    # 1 and 3 meet in round 3 by the Berger table, and again three rounds later
    assert (found[1, 3], found[1, 6]) == ((3, None, "1"), (3, None, "="))
    assert (found[3, 3], found[3, 6]) == ((1, None, "0"), (1, None, "="))
    scores = {"1": 1, "=": 0.5, "0": 0}
    assert [sum(scores[found[n, r][2]] for r in range(1, 7)) for n in range(1, 5)] == [4, 2, 3.5, 2.5]


def test_x21_zeros_that_a_spreadsheet_dropped_come_back(tmp_path):
    as_numbers = [[int(cell) if cell.isdigit() else cell for cell in row] for row in DOUBLE]
    assert as_numbers[2][2] == 0
    assert as_numbers[2][4] == 1  # 00 and 01
    assert games_of(read(tmp_path, "a.xlsx", xlsx(as_numbers))) == games_of(read(tmp_path, "b.csv", text(DOUBLE)))


def test_x21_a_cell_with_one_result_too_few_is_a_contradiction_and_no_guess(tmp_path):
    rows = [list(row) for row in DOUBLE]
    rows[1][5] = "½"  # Alfa against Delta, whose own row has ½1
    found = games_of(read(tmp_path, "a.csv", text(rows)))
    assert (found[1, 1], found[4, 1]) == ((4, None, "="), (1, None, "="))
    assert (found[1, 4], found[4, 4]) == ((None, None, None), (1, None, "1"))
