"""Crosstables in every kind of file and spelling: what is written is what is read, and what cannot be used is accounted for."""

import datetime
import io
from email.message import EmailMessage

import pytest
import xlsxwriter
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
    xlsx,
)
from tests.unit.ods_writer import ods
from tests.unit.xls_writer import xls

from normbook.errors import SourceError


@pytest.mark.parametrize("separator", [";", ",", "\t", "|", "*"])
def test_separators(tmp_path, separator):
    reading = read(tmp_path, "a.csv", text(swiss_rows("start"), separator))
    assert games_of(reading) == games()
    assert "Alfa, Ana" in players_of(reading)


def test_old_excel(tmp_path):
    reading = read(tmp_path, "a.xls", xls(swiss_rows("start")))
    assert games_of(reading) == games()
    assert players_of(reading)["Alfa, Ana"]["rating"] == 2512


def test_open_document_spreadsheet(tmp_path):
    error = (
        '<table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error">'
        "<text:p>#DIV/0!</text:p></table:table-cell>"
    )
    day = '<table:table-cell office:value-type="date" office:date-value="2005-02-01"><text:p>1/2</text:p></table:table-cell>'
    rows = swiss_rows("start")
    rows[4][3], rows[3][5] = error, day
    reading = read(tmp_path, "a.ods", ods([["Rosario Open"], [], *rows], [["no table here"]]))
    assert reading.account["layout"] == "crosstable, spreadsheet: opponent colour result"
    assert games_of(reading) == games() | {(3, 1): (None, None, "*")}
    assert [r["reason_code"] for r in reading.rejected] == ["cell_is_date"]
    assert players_of(reading)["Alfa, Ana"]["rating"] == 2512
    [odd] = [finding["finding"] for finding in reading.findings if finding["finding_code"] == "rating_odd"]
    assert odd.endswith("'#ERROR!' stands there")


def test_an_open_document_that_asks_for_all_the_memory_is_refused(tmp_path):
    cell = '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
    raw = ods(
        swiss_rows("start"), more=f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    )
    with pytest.raises(SourceError, match="its cells spread over 1000008 rows and 16384 columns"):
        read(tmp_path, "a.ods", raw)


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
def test_a_page_saved_as_one_file(tmp_path, encoding, charset):
    saved = EmailMessage()
    saved["From"] = "<Saved by a browser>"
    saved["Subject"] = "Rosario"
    saved.set_type("multipart/related")
    for body in ("<html><body><p>A frame</p></body></html>", page(swiss_rows("start")).decode()):
        part = EmailMessage()
        part.set_content(body.encode(charset), "text", "html", cte=encoding if encoding != "8bit" else "base64")
        part.set_param("charset", charset)
        if encoding == "8bit":
            part.replace_header("Content-Transfer-Encoding", "8bit")
            part.set_payload(body.encode(charset).decode("ascii", "surrogateescape"))
        saved.attach(part)
    reading = read(tmp_path, "a.mht", saved.as_bytes())
    assert games_of(reading) == games()
    assert reading.rows["staging.event_reports"][0]["name"] == "Torneo de prueba"


def test_a_saved_page_without_a_table_is_refused(tmp_path):
    raw = b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body><p>Come to our open</p></body></html>"
    with pytest.raises(SourceError, match="the page holds no table"):
        read(tmp_path, "a.mht", raw)


def test_content_decides_and_not_the_name(tmp_path):
    assert games_of(read(tmp_path, "a.xls", page(swiss_rows("start")))) == games()
    assert games_of(read(tmp_path, "b.csv", xlsx(swiss_rows("start")))) == games()


# game, then byes of a point, of half a point, absence
SPELLINGS = {
    "upper case": ("{opponent}{colour}{result}", str.upper, "-1", "-½", "0"),
    "blanks inside": (" {opponent} {colour} {result} ", str, "-1", "-½", ""),
    "half as figures": ("{opponent}{colour}{result}", lambda cell: cell.replace("½", "0.5"), "-1", "-0.5", "-0"),
    "half in cp850": ("{opponent}{colour}{result}", lambda cell: cell.replace("½", "«"), "-1", "-«", "0"),
    "half in UTF-8 taken for cp1252": ("{opponent}{colour}{result}", lambda c: c.replace("½", "Â½"), "-1", "-Â½", "0"),
    "Spanish": ("{opponent}{colour}{result}", lambda c: c.translate({98: "n", 119: "b"}), "-1", "-½", "0"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_spellings_of_number_colour_result(tmp_path, name):
    cell, turned, full, half, absent = SPELLINGS[name]
    rows = swiss_rows("start", cell=cell, bye="{result}")
    for row in rows[1:]:
        row[5:8] = [{"-1": full, "0": absent, "-½": half}.get(str(c), turned(str(c))) for c in row[5:8]]
    found = games_of(read(tmp_path, "a.csv", text(rows)))
    blank = (None, None, None)
    assert found == {key: blank if value[2] == "Z" and not absent else value for key, value in games().items()}


def reversed_cell(form, byes):
    """Rows whose cells begin with the result; forms by result."""
    rows = swiss_rows("start", cell="{opponent},{colour},{result}", bye="{result}")
    for row in rows[1:]:
        for at in (5, 6, 7):
            parts = str(row[at]).split(",")
            row[at] = byes[parts[0]] if len(parts) == 1 else form(*parts)
    return rows


def test_vega_swiss_cells(tmp_path):
    signs = {"1": "+", "½": "=", "0": "-"}

    def cell(opponent, colour, result):
        return f"{result}F{opponent}" if result in "+-" else f"{signs[result]}{colour.upper()}{opponent}"

    found = games_of(read(tmp_path, "a.csv", text(reversed_cell(cell, {"-1": "+PAB", "-½": "=HPB", "0": "--"}))))
    assert found == {k: (v[0], None if v[2] in ("+", "-") else v[1], v[2]) for k, v in games().items()}


def test_french_cells_have_n_for_black_and_b_for_white(tmp_path):
    signs = {"1": "+", "½": "=", "0": "-", "+": "+", "-": "-"}
    french = {"w": "B", "b": "N"}
    rows = reversed_cell(lambda o, c, r: f"{signs[r]}{o}{french[c]}", {"-1": "+exe", "-½": "=exe", "0": "-exe"})
    played = {"+": "1", "-": "0"}  # the spelling has no sign for a forfeit
    found = games_of(read(tmp_path, "a.csv", text(rows)))
    assert found == {k: (*v[:2], played.get(v[2], v[2])) for k, v in games().items()}


def test_swissperfect_cells(tmp_path):
    letters = {"1": "W", "½": "D", "0": "L", "+": "+", "-": "-"}
    rows = reversed_cell(lambda o, c, r: f"{o:>2}:{letters[r]}", {"-1": " 0:+", "-½": " 0:=", "0": " 0:-"})
    found = games_of(read(tmp_path, "a.txt", text(rows, "\t")))
    assert found == {key: (value[0], None, value[2]) for key, value in games().items()}


def test_letters_of_the_american_federation(tmp_path):
    letters = {"1": "W", "½": "D", "0": "L", "+": "X", "-": "F"}
    rows = reversed_cell(lambda o, c, r: f"{letters[r]} {o}", {"-1": "B---", "-½": "H---", "0": "U---"})
    found = games_of(read(tmp_path, "a.csv", text(rows)))
    assert found == {key: (value[0], None, value[2]) for key, value in games().items()}


HEADINGS = {
    "German": ["Nr.", "Titel", "Teilnehmer", "TWZ", "Land", "1.Rd", "2.Rd", "3.Rd", "Punkte", "Rang", "Buchh"],
    "Spanish": ["Nº", "Título", "Nombre", "Elo", "País", "1.Rd", "2.Rd", "3.Rd", "Puntos", "Puesto", "Desemp1"],
    "French": ["N°", "Titre", "Nom", "Elo", "Féd.", "R 1", "R 2", "R 3", "Points", "Classement", "Bu."],
    "Russian": ["Ном.", "", "Имя", "Рейт.", "ФЕД.", "1.Тур", "2.Тур", "3.Тур", "Очки", "Место", "Доп1"],
    "Turkish": ["No", "", "İsim", "ELO", "FED", "1.Tur", "2.Tur", "3.Tur", "Puan", "BSıra", "TB1"],
    "Finnish": ["Nr", "", "Nimi", "Rtg", "Maa", "1.Rd", "2.Rd", "3.Rd", "p.", "Sija", "TB1"],
    "Polish": ["Nr st.", "Tytuł", "Nazwisko i imię", "Ranking", "Fed.", "R1", "R2", "R3", "Pkt.", "Miejsce", "Buc"],
}


@pytest.mark.parametrize("language", HEADINGS)
def test_headings_of_languages(tmp_path, language):
    reading = read(tmp_path, "a.xlsx", xlsx([HEADINGS[language], *swiss_rows("start")[1:]]))
    assert games_of(reading) == games()
    alfa = players_of(reading)["Alfa, Ana"]
    assert (alfa["title_code"], alfa["rating"], alfa["federation_code"], alfa["points"], alfa["place"]) == (
        "GM", 2512, "ARG", 2.0, 2,
    )  # fmt: skip


def test_a_language_that_nobody_entered(tmp_path):
    header = ["Namba", "", "Jina la mchezaji", "Kiwango", "Nchi", "Mzunguko 1", "Mzunguko 2", "Mzunguko 3", "Alama"]
    reading = read(tmp_path, "a.xlsx", xlsx([header, *[row[:9] for row in swiss_rows("start")[1:]]]))
    assert games_of(reading) == games()
    assert set(players_of(reading)) == {fields[1] for fields in PLAYERS.values()}


def test_head_of_a_spreadsheet(tmp_path):
    above = [
        ["From the Tournament-Database of Chess-Results http://chess-results.com"],
        ["Abierto de Rosario "],
        ["Federation : Argentina ( ARG )"],
        ["Chief Arbiter : IA Perez, Juan (123456)"],
        ["Time control (Standard) : 90 min + 30 sec"],
        ["Number of rounds : 3"],
        ["Date : 2005/09/20 to 2005/09/25"],
        ["Last update 26.09.2005 10:00:00"],
        ["Starting rank crosstable"],
    ]
    reading = read(tmp_path, "a.xlsx", xlsx([*above, *swiss_rows("start")]))
    [head] = reading.rows["staging.event_reports"]
    assert head["name"] == "Abierto de Rosario"
    assert (head["federation_code"], head["rounds_declared"], head["time_control"]) == ("ARG", 3, "90 min + 30 sec")
    assert (head["start_date"], head["end_date"]) == (datetime.date(2005, 9, 20), datetime.date(2005, 9, 25))
    assert head["chief_arbiter"] == "IA Perez, Juan (123456)"
    kept = [row["line_text"] for row in reading.rows["staging.other_report_lines"]]
    assert kept == [row[0].strip() for row in above]


def test_two_groups_in_two_sheets_are_two_events(tmp_path):
    other = [
        [str(cell).replace(", ", ",B ") if at == 2 else cell for at, cell in enumerate(r)] for r in swiss_rows("start")
    ]
    reading = read(tmp_path, "open.xlsx", xlsx(swiss_rows("start"), other))
    assert [row["event_id"] for row in reading.rows["staging.event_reports"]] == ["open", "open#2"]
    assert games_of(reading, "open") == games_of(reading, "open#2") == games()


def test_two_groups_below_each_other_and_a_repeated_header(tmp_path):
    rows = swiss_rows("start")
    other = [[str(c).replace(", ", ",B ") if at == 2 else c for at, c in enumerate(row)] for row in rows]
    sheet = [
        ["Group A"],
        *rows[:4],
        rows[0],
        *rows[4:],
        [],
        ["Group B"],
        ["No.", *other[0][1:9], "Rk.", "TB2"],
        *other[1:],
    ]
    reading = read(tmp_path, "open.xlsx", xlsx(sheet))
    heads = {row["event_id"]: row["name"] for row in reading.rows["staging.event_reports"]}
    assert heads == {"open": "Group A", "open#2": "Group B"}
    assert games_of(reading, "open") == games_of(reading, "open#2") == games()


def test_the_same_field_again_by_place_is_one_event(tmp_path):
    reading = read(tmp_path, "open.html", page(swiss_rows("start"), swiss_rows("place")))
    assert len(reading.rows["staging.event_reports"]) == 1
    assert "table_left_out" in codes(reading)


def test_formulas_dates_merged_cells_and_errors_of_a_spreadsheet(tmp_path):
    rows = swiss_rows("start")
    raw = io.BytesIO()
    book = xlsxwriter.Workbook(raw)
    sheet = book.add_worksheet()
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    for at, row in enumerate(rows):
        sheet.write_row(at, 0, row)
    sheet.write_formula(1, 8, "=SUM(K2:K4)", value=3)
    sheet.write_datetime(2, 3, datetime.datetime(1990, 5, 17), day)  # the rating of no. 2
    sheet.write_datetime(3, 5, datetime.datetime(2005, 2, 1), day)  # round 1 of no. 3
    sheet.write_formula(4, 3, "=1/0", value="#DIV/0!")  # the rating of no. 4
    sheet.merge_range(8, 0, 8, 10, "Footer")
    book.close()
    reading = read(tmp_path, "a.xlsx", raw.getvalue())
    players = players_of(reading)
    assert players["Alfa, Ana"]["points"] == 3.0
    assert [players[PLAYERS[n][1]]["rating"] for n in (1, 2, 3, 4)] == [2512, None, 2290, None]
    odd = [finding["finding"] for finding in reading.findings if finding["finding_code"] == "rating_odd"]
    assert ["'1990-05-17'" in odd[0], "'#ERROR!'" in odd[1]] == [True, True]
    [rejected] = reading.rejected
    assert (rejected["reason_code"], rejected["line_number"], rejected["column_number"]) == ("cell_is_date", 4, 6)
    assert games_of(reading)[3, 1] == (None, None, "*")


def test_rows_count_from_the_top_of_the_sheet(tmp_path):
    reading = read(tmp_path, "a.xlsx", xlsx([[], [], *[["", *row] for row in swiss_rows("start")]]))
    assert players_of(reading)["Alfa, Ana"]["line_number"] == 4
    assert players_of(reading)["Alfa, Ana"]["points_column"] == 10
    assert games_of(reading) == games()


def test_cells_over_several_columns_of_a_page(tmp_path):
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in swiss_rows("start")[1:])
    head = "<th>No.</th><th colspan=2>Name</th><th>Rtg</th><th>FED</th><th>1</th><th>2</th><th>3</th><th>Pts</th>"
    moved = (
        rows.replace("<td></td><td>", "<td>").replace("<td>GM</td><td>", "<td>GM ").replace("<td>WIM</td><td>", "<td>")
    )
    moved = moved.replace("<td>FM</td><td>", "<td>").replace(", ", ",")
    raw = f"<table><tr><th colspan='99999999999'>x</th></tr><tr>{head.replace(' colspan=2', '')}</tr>{moved}</table>"
    assert games_of(read(tmp_path, "a.html", raw.encode())) == games()


def test_rows_without_number_or_name_are_set_aside_with_their_place(tmp_path):
    rows = swiss_rows("start")
    rows.insert(3, ["x9", "", "Zulu, Zoe", 2000, "ARG", "1w1", "2b1", "3w1", 3, 1, 4])
    rows.insert(5, [9, "", "", 2000, "ARG", "1w1", "2b1", "3w1", 3, 1, 4])
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert [(r["reason_code"], r["line_number"]) for r in reading.rejected] == [("no_number", 4), ("no_name", 6)]
    assert games_of(reading) == games()


def test_a_cell_that_nobody_can_read_is_a_game_without_known_result(tmp_path):
    rows = swiss_rows("start")
    rows[1][5] = "4wx9"
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert games_of(reading)[1, 1] == (None, None, "*")
    [rejected] = reading.rejected
    assert (rejected["scope"], rejected["line_number"], rejected["column_number"]) == ("cell", 2, 6)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"PK\x03\x04" + b"[Content_Types].xml" + bytes(50), "spreadsheet_unreadable"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "spreadsheet_unreadable"),
        (b"<html><body><p>Come to our open</p></body></html>", "page_without_table"),
        (text([["No.", "Name", "Rtg"], [1, "Alfa", 2000], [2, "Bravo", 1900]]), "not_a_report_player_list"),
        (text([["Rk.", "Name", "Pts."], [1, "Alfa", 3], [2, "Bravo", 2]]), "not_a_report_standings"),
        (text([["some", "words"], ["and", "more"]]), "not_a_crosstable"),
        (
            text([["No.", "Name", "1.Rd", "2.Rd", "Pts."], [1, "Alfa", 1, 2, 2], [2, "B", 0, 0, 0]]),
            "not_a_report_standings",
        ),
    ],
)
def test_what_is_no_crosstable_is_refused_as_what_it_is(tmp_path, raw, code):
    with pytest.raises(SourceError) as refused:
        read(tmp_path, "a.bin", raw)
    assert refused.value.reason_code == code


def test_a_stray_cell_in_a_far_corner_does_not_fill_the_memory(tmp_path):
    raw = io.BytesIO()
    book = xlsxwriter.Workbook(raw)
    sheet = book.add_worksheet()
    sheet.write(0, 0, "Name")
    sheet.write(1048575, 16383, "x")
    book.close()
    with pytest.raises(SourceError, match="1048576 rows and 16384 columns"):
        read(tmp_path, "a.xlsx", raw.getvalue())


def _spanned(lines: list[str]) -> bytes:
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>".encode()


def test_a_place_that_two_share_in_one_tall_cell_shifts_nobody(tmp_path):
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in swiss_rows("place")]
    lines[2], lines[3] = lines[2].replace("<td>", "<td rowspan=2>", 1), lines[3].split("</td>", 1)[1]
    reading = read(tmp_path, "a.html", _spanned(lines))
    place = {player: fields[4] for player, fields in PLAYERS.items()}
    assert games_of(reading) == {
        (place[player], number): (place.get(opponent), *rest) for (player, number), (opponent, *rest) in games().items()
    }
    assert not reading.rejected


def test_a_header_of_two_rows_with_tall_cells(tmp_path):
    header, *rows = swiss_rows("start")
    tall = [f"<th rowspan=2>{word}</th>" for word in header]
    lines = ["".join([*tall[:5], "<th colspan=3>Rounds</th>", *tall[8:]]), "<th>1</th><th>2</th><th>3</th>"]
    reading = read(tmp_path, "a.html", _spanned(lines + ["".join(f"<td>{c}</td>" for c in row) for row in rows]))
    assert games_of(reading) == games()
    assert not reading.rejected


@pytest.mark.parametrize("cells", ["<td colspan=1000>" * 3, "<td colspan=1000 rowspan=999999>" + "<tr>" * 9000])
def test_a_page_that_asks_for_all_the_memory_is_refused(tmp_path, cells):
    with pytest.raises(SourceError, match="the page cannot be a crosstable"):
        read(tmp_path, "a.html", f"<html><table><tr>{cells}</table>".encode())


def test_a_line_that_tells_the_separator_is_no_name_of_the_event(tmp_path):
    reading = read(tmp_path, "a.csv", b"sep=;\r\n" + text(swiss_rows("start"), ";"))
    assert games_of(reading) == games()
    assert reading.rows["staging.event_reports"][0].get("name") is None


def test_a_rating_that_no_list_could_have_and_a_name_on_two_lines(tmp_path):
    rows = swiss_rows("start")
    rows[1][2], rows[1][3], rows[2][3] = "Alfa,\t\n Ana", 12345678901, 3001
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    players = players_of(reading)
    assert (players["Alfa,  Ana"]["rating"], players["Bravo, Beto"]["rating"]) == (None, None)
    assert "rating_odd" in codes(reading)


def test_a_number_of_rounds_that_nobody_plays_is_not_believed(tmp_path):
    rows = [["Number of rounds : 99999999999"], [], *swiss_rows("start")]
    reading = read(tmp_path, "a.xlsx", xlsx(rows))
    assert reading.rows["staging.event_reports"][0].get("rounds_declared") is None
    assert "rounds_odd" in codes(reading)
