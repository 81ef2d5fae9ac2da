"""Crosstables in fixed columns, as programs print them: each form written here, the games known beforehand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import examples
from tests.unit.crosstable_writer import PLAYERS, fixed, games, games_of, players_of, read, swiss_rows
from tests.unit.test_crosstable_quirks import GRID, by_place, results_of_pairs

TWIC = """\
Masters Rosario (ARG), 3-5 ix 2005                    cat. IX (2455)
--------------------------------------------------------------------
                                   1 2 3 4
--------------------------------------------------------------------
 1. Alfa, Ana           g  ARG 2512 * 1 = 0   1.5  2480
 2. Bravo, Beto         m  URU 2377 0 * 1 =   1.5  2501
 3. Charly, Cora Elena  wm ARG 2290 = 0 * 1   1.5
 4. Delta, Dino            CHI      1 = 0 *   1.5
--------------------------------------------------------------------
Round 1 (September 3, 2005)
Alfa, A - Delta, D    0-1  40  C42 Petroff's Defence
"""
TWIC_GAMES = {
    (1, 2): "1", (1, 3): "=", (1, 4): "0", (2, 1): "0", (2, 3): "1", (2, 4): "=",
    (3, 1): "=", (3, 2): "0", (3, 4): "1", (4, 1): "1", (4, 2): "=", (4, 3): "0",
}  # fmt: skip


def fields(reading, name):
    player = players_of(reading)[name]
    return (
        player["title_code"] or player["womens_title_code"],
        player["rating"],
        player["federation_code"],
        player["points"],
    )


def test_twic_round_robin_without_headings(tmp_path):
    reading = read(tmp_path, "a.txt", TWIC.encode())
    assert results_of_pairs(games_of(reading)) == TWIC_GAMES
    assert fields(reading, "Alfa, Ana") == ("GM", 2512, "ARG", 1.5)
    assert fields(reading, "Charly, Cora Elena") == ("WIM", 2290, "ARG", 1.5)
    assert fields(reading, "Delta, Dino") == (None, None, "CHI", 1.5)
    assert reading.account["lines_read"] == 11


@pytest.mark.parametrize("half", ["½", "="])
@pytest.mark.parametrize("diagonal", ["*", "x", "."])
def test_round_robin_of_ten_and_more_whose_headings_count_on_with_0_1_2(tmp_path, half, diagonal):
    size = 12
    result = {(i, j): "10="[(i + j) % 3] if i < j else {"1": "0", "0": "1", "=": "="}["10="[(i + j) % 3]]
              for i in range(size) for j in range(size) if i != j}  # fmt: skip
    rows = [["No", "Name", *[(i + 1) % 10 for i in range(size)], "Pts"]]
    for i in range(size):
        cells = [result.get((i, j), diagonal).replace("=", half) for j in range(size)]
        rows.append([f"{i + 1}.", f"{'Abcdefghijkl'[i]}alfa, {'Zyxwvutsrqpo'[i]}oe", *cells, sum(0.5 * " =1".index(c) for c in
                     (result[i, j] for j in range(size) if i != j) if c != "0")])  # fmt: skip
    found = results_of_pairs(games_of(read(tmp_path, "a.txt", fixed(rows, left=(1,)))))
    assert found == {(i + 1, j + 1): code for (i, j), code in result.items()}


def test_twic_swiss_without_headings(tmp_path):
    rows = swiss_rows("start", cell="{opponent}{colour}{result}", bye="{result}")[1:]
    rows = [
        [f"{row[0]}.", row[2], {"GM": "g", "WIM": "wm", "FM": "f"}.get(row[1], ""), row[4], row[3] or "----", *row[5:9]]
        for row in rows
    ]
    reading = read(tmp_path, "a.txt", b"Open\n\n" + fixed(rows, left=(1,)))
    assert games_of(reading) == games()
    assert fields(reading, "Charly, Cora") == ("WIM", 2290, "ARG", 1.5)


@pytest.mark.parametrize("by", ["start", "place"])
@pytest.mark.parametrize("gap", [1, 2, 3])
@pytest.mark.parametrize("ruler", ["", "-", "="])
def test_swiss_with_headings(tmp_path, by, gap, ruler):
    raw = (
        b"Abierto de Rosario\nRosario, 2005/09/20 - 2005/09/25\n\n"
        + fixed(swiss_rows(by), gap, ruler=ruler)
        + b"\n\nArbiter: Perez\n"
    )
    reading = read(tmp_path, "a.txt", raw)
    assert games_of(reading) == (games() if by == "start" else by_place(games()))
    assert {name: row["rating"] or 0 for name, row in players_of(reading).items()} == {
        name: rating for _, name, rating, *_ in PLAYERS.values()
    }
    assert reading.rows["staging.event_reports"][0]["name"] == "Abierto de Rosario"
    assert not reading.rejected


def test_swissperfect_print(tmp_path):
    signs = {"1": "W", "½": "D", "0": "L", "+": "+", "-": "-"}
    rows = swiss_rows("start", cell="{opponent},{colour},{result}", bye="{result}")
    table = [["No", "Name", "Feder", "Rtg", "Total", "1", "2", "3"], [""] * 8]
    for row in rows[1:]:
        cells = [str(cell).split(",") for cell in row[5:8]]
        table.append([row[0], row[2], row[4], row[3] or "", row[8], *(
            f"{c[0]:>2}:{signs[c[2]]}" if len(c) == 3 else {"-1": " 0:+", "-½": " 0:=", "0": "  : "}[c[0]] for c in cells
        )])  # fmt: skip
    reading = read(tmp_path, "a.txt", fixed(table, left=(0, 1, 2, 3, 4)))
    assert games_of(reading) == {
        key: (one, None, None if code == "Z" else code) for key, (one, _, code) in games().items()
    } | {(7, 3): (None, None, "Z")}


def test_swiss_chess_print_with_s_for_black_and_german_words(tmp_path):
    rows = swiss_rows("start", cell="{opponent}{colour}{result}", bye="{result}")
    header = ["Nr.", "Titel", "Teilnehmer", "TWZ", "Land", "1", "2", "3", "Punkte", "Rang", "Buchh"]
    german = [header] + [
        [c if at not in (5, 6, 7) else str(c).upper().replace("B", "S") for at, c in enumerate(r)] for r in rows[1:]
    ]
    reading = read(
        tmp_path,
        "a.txt",
        b"Fortschrittstabelle: Stand nach der 3. Runde\r\n\r\n" + fixed(german).replace(b"\n", b"\r\n"),
    )
    assert games_of(reading) == games()


def test_colour_and_result_apart_from_the_number(tmp_path):
    rows = swiss_rows("start", cell="{opponent},{colour},{result}", bye="{result}")
    header = [*rows[0][:5], "1", "", "", "2", "", "", "3", "", "", "Pts"]
    table = [header] + [
        [*row[:5], *(part for cell in row[5:8] for part in ([*str(cell).split(","), "", ""] if "," in str(cell) else
         ["-", "-", {"-1": "1", "-½": "½", "0": "0"}[str(cell)]])[:3]), row[8]]
        for row in rows[1:]
    ]  # fmt: skip
    assert games_of(read(tmp_path, "a.txt", fixed(table))) == games()


def test_x9_tied_places_are_blank(tmp_path):
    rows = swiss_rows("place")
    rows[3][0] = rows[5][0] = ""
    reading = read(tmp_path, "a.txt", fixed(rows))
    assert games_of(reading) == by_place(games())
    assert not reading.rejected


def test_x3_words_below_the_table_are_notes_even_with_a_number_in_front(tmp_path):
    raw = (
        fixed(swiss_rows("start"))
        + b"\n7 players took part, and nobody withdrew; the prizes were given by the mayor\n2005/09/25 Rosario\n"
    )
    reading = read(tmp_path, "a.txt", raw)
    assert games_of(reading) == games()


@pytest.mark.parametrize("row", range(1, 8))
def test_a_row_pushed_to_the_side_is_set_aside_and_the_others_stay(tmp_path, row):
    lines = fixed(swiss_rows("start")).split(b"\n")
    lines[row] = lines[row][:6] + b"xx" + lines[row][6:]
    reading = read(tmp_path, "a.txt", b"\n".join(lines))
    whole = games()
    assert games_of(reading) == {key: value for key, value in whole.items() if key[0] != row}
    [record] = reading.rejected
    assert (record["reason_code"], record["line_number"]) == ("columns_shifted", row + 1)


def test_title_of_one_player_and_given_names_stay_columns_of_their_own(tmp_path):
    rows = [row[:5] + row[5:9] for row in swiss_rows("start")]
    for row in rows[2:]:
        row[1] = ""
    reading = read(tmp_path, "a.txt", fixed(rows))
    assert fields(reading, "Alfa, Ana") == ("GM", 2512, "ARG", 2.0)
    assert set(players_of(reading)) == {name for _, name, *_ in PLAYERS.values()}


@examples(60)
@given(
    order=st.permutations(["No.", "title", "Name", "Rtg", "FED", "rounds", "Pts. ", "Rk.", "TB1"]),
    gap=st.integers(1, 4),
    left=st.sets(st.integers(0, 10)),
    by=st.sampled_from(["start", "place"]),
)
def test_columns_in_any_order_and_alignment(tmp_path_factory, order, gap, left, by):
    if order[0] != "No.":  # a row of a table begins with its number
        order.remove("No.")
        order.insert(0, "No.")
    places = {
        "No.": [0],
        "title": [1],
        "Name": [2],
        "Rtg": [3],
        "FED": [4],
        "rounds": [5, 6, 7],
        "Pts. ": [8],
        "Rk.": [9],
    }
    rows = (
        swiss_rows("start")
        if by == "start"
        else [[*row[:9], "Rk." if at == 0 else row[0], *row[9:]] for at, row in enumerate(swiss_rows("place"))]
    )
    rows[0][0] = "No."
    columns = [column for name in order for column in places.get(name, [10])]
    moved = [[row[column] for column in columns] for row in rows]
    reading = read(tmp_path_factory.mktemp("moved"), "a.txt", fixed(moved, gap, tuple(left)))
    assert games_of(reading) == (games() if by == "start" else by_place(games()))
    assert {n: (r["title_raw"] or "", r["rating"] or 0) for n, r in players_of(reading).items()} == {
        name: (title, rating) for title, name, rating, *_ in PLAYERS.values()
    }


@pytest.mark.parametrize(
    "raw", [b"Come to our open\nIt begins on Monday\n", b"1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n", fixed(GRID)[:40]]
)
def test_words_are_no_table(tmp_path, raw):
    from normbook.errors import SourceError

    with pytest.raises(SourceError) as refused:
        read(tmp_path, "a.txt", raw)
    assert refused.value.reason_code == "not_a_crosstable"
