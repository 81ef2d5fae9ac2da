"""Lists converted to CSV: columns by header or by order, separators, what programs write for nothing, rows that do not fit."""

import io
import zipfile
from datetime import date

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.rating_list_writer import codes, read, rows, sentence

from normbook.sources import rating_list_lines


# One woman with everything in the order of FIDE's combined list, and the row that must come of her.
def words(line):
    """Cells of a header."""
    return line.split(",")


HEADER = words("ID Number,Name,Fed,Sex,Tit,WTit,OTit,FOA,SRtng,SGm,SK,RRtng,RGm,Rk,BRtng,BGm,BK,B-day,Flag")
WOMAN = '654321,"Ruiz, Eva",ARG,F,WIM,WIM,IA,ACM,2210,9,40,1987,12,20,2005,3,20,1972,wi'
WOMAN_ROW = {
    "fide_id": 654321, "name": "Ruiz, Eva", "federation_code": "ARG", "sex": "F", "title_code": None, "womens_title_code": "WIM",
    "other_titles": "IA,ACM", "standard_rating": 2210, "standard_games": 9, "standard_k": 40, "rapid_rating": 1987,
    "rapid_games": 12, "rapid_k": 20, "blitz_rating": 2005, "blitz_games": 3, "blitz_k": 20, "birth_year": 1972, "flag": "wi",
    "list_month": "2016-01", "list_kinds": ["standard", "rapid", "blitz"],
}  # fmt: skip


def cells(line):
    """Cells of a line of WOMAN's kind."""
    return line.replace('"Ruiz, Eva"', "Ruiz; Eva").replace("Ruiz; Eva", "\0").split(",")


def csv_line(values, separator):
    """One line; names that hold the separator go between quotation marks."""
    return separator.join(f'"{value}"' if separator in value else value for value in values)


def woman(separator=","):
    return csv_line([value.replace("\0", "Ruiz, Eva") for value in cells(WOMAN)], separator)


def read_csv(tmp_path, *lines, name="players_2016-01.csv", **more):
    return read(tmp_path, "\n".join(lines) + "\n", name=name, **more)


def told(row):
    return {name: row[name] for name in WOMAN_ROW}


@pytest.mark.parametrize("name", ["players_2016-01.csv", "players_2016-01.txt"])
@pytest.mark.parametrize("has_header", [True, False])
@pytest.mark.parametrize("separator", [",", ";", "\t", "*"])
def test_every_separator_with_a_header_and_without(tmp_path, separator, has_header, name):
    lines = [csv_line(HEADER, separator)] * has_header + [woman(separator)] * 2
    reading = read_csv(tmp_path, *lines, name=name)
    assert [told(row) for row in rows(reading)] == [WOMAN_ROW] * 2
    assert [row["line_number"] for row in rows(reading)] == [1 + has_header, 2 + has_header]
    assert reading.account["header_lines"] == has_header
    assert codes(reading) == ["fide_id_repeated"]


@pytest.mark.parametrize(
    "header",
    [
        [word.upper() for word in HEADER],
        [word.lower() for word in HEADER],
        words(
            "fideid,name,country,sex,title,w_title,o_title,foa_title,rating,games,k,rapid_rating,rapid_games,rapid_k,"
            "blitz_rating,blitz_games,blitz_k,birthday,flag"
        ),
        words("id,name,fed,sex,tit,wtit,otit,foa,srtng,gms,k,rrtng,gms,k,brtng,gms,k,born,flag"),
        words("ID,Name,Fed,Sex,Tit,WTit,OTit,FOA,Rating,Gms,K,Rating,Gms,K,Rating,Gms,K,Born,Flag"),
        words("ID,Name,Fed,Sex,Tit,WTit,OTit,FOA,Rating,Gms,K,Rating.1,Gms.1,K.1,Rating.2,Gms.2,K.2,Born,Flag"),
    ],
    ids=["upper", "lower", "words of the XML", "words again", "ratings again", "numbered by a program"],
)
def test_q03_header_words_of_every_kind(tmp_path, header):
    assert told(rows(read_csv(tmp_path, ",".join(header), WOMAN))[0]) == WOMAN_ROW


def test_columns_in_any_order_and_unknown_ones_are_named(tmp_path):
    reading = read_csv(tmp_path, ";Name;Elo;Fed;Club;ID", "0;Sosa, Ana;2100;ARG;Torre;7", "1;Ruiz, Eva;;ESP;;8")
    assert [(row["fide_id"], row["name"], row["federation_code"], row["standard_rating"]) for row in rows(reading)] == [
        (7, "Sosa, Ana", "ARG", 2100),
        (8, "Ruiz, Eva", "ESP", None),
    ]
    assert "twice the same: Club" in sentence(reading, "column_unknown")


@pytest.mark.parametrize(
    ("header", "name", "kinds"),
    [
        ("id,name,fed,rating", "blitz_sep12frl.csv", ["blitz"]),
        ("id,name,fed,rating", "sep12frl.csv", ["standard"]),
        ("id,name,fed,SEP12", "list.csv", ["standard"]),
        ("id,name,fed,rapid_rating", "sep12.csv", ["rapid"]),
    ],
)
def test_kind_and_month_of_a_single_rating(tmp_path, header, name, kinds):
    [row] = rows(read_csv(tmp_path, header, "7,Sosa,ARG,1900", name=name))
    assert (row["list_kinds"], row["list_month"], row[f"{kinds[0]}_rating"]) == (kinds, "2012-09", 1900)


def test_two_kinds_of_three(tmp_path):
    [row] = rows(read_csv(tmp_path, "id,name,fed,rating,rapid rating", "7,Sosa,ARG,1900,1800"))
    assert row["list_kinds"] == ["standard", "rapid"]
    assert (row["standard_rating"], row["rapid_rating"], row["blitz_rating"]) == (1900, 1800, None)


@pytest.mark.parametrize(
    ("cells", "count"),
    [("id name title fed rating games birth flag", 8), ("id name title fed rating games flag", 7)],
)
def test_q02_without_header_the_order_of_an_old_layout_is_proved_on_the_data(tmp_path, cells, count):
    values = {
        "id": "7",
        "name": "Sosa, Ana",
        "title": "wm",
        "fed": "ARG",
        "rating": "2100",
        "games": "3",
        "birth": "17.01.72",
        "flag": "w",
    }
    reading = read_csv(tmp_path, *[";".join(values[cell] for cell in cells.split())] * 3, name="jan03.csv")
    assert f"CSV, {count} columns in the order of a FIDE layout" in reading.account["layout"]
    assert (rows(reading)[0]["federation_code"], rows(reading)[0]["womens_title_code"]) == ("ARG", "WIM")


def test_order_that_no_layout_has_is_refused_without_a_header_and_read_with_one(tmp_path):
    line = "7;Sosa, Ana;ARG;wm;2100;3;17.01.72;w"
    refused = read_csv(tmp_path, *[line] * 30, name="jan03.csv")
    assert refused.account["is_read"] is False
    assert "only 0 of 30 lines fit" in refused.account["reason"]
    named = read_csv(tmp_path, "id;name;fed;title;rating;games;birthday;flag", line, name="jan03.csv")
    assert rows(named)[0]["womens_title_code"] == "WIM"


def test_what_programs_write_for_nothing_and_for_whole_numbers(tmp_path):
    header = "ID,Name,Fed,Title,OTit,Rating,Gms,Born,Flag"
    first, second, third = rows(
        read_csv(
            tmp_path,
            header,
            "7.0,Null,ARG,NA,NA,2100.0,3.0,1972.0,",
            "8,Sosa,NaN,,,NaN,,NULL,NA",
            "9,Ruiz,ESP,,,0,0,0,",
        )
    )
    assert (first["fide_id"], first["name"], first["title_code"], first["other_titles"]) == (7, "Null", None, "NA")
    assert (first["standard_rating"], first["standard_games"], first["birth_year"], first["title_raw"]) == (
        2100,
        3,
        1972,
        None,
    )
    assert [second[name] for name in ("federation_code", "standard_rating", "birth_year", "flag")] == [None] * 4
    assert (third["standard_rating"], third["standard_games"], third["birth_year"]) == (None, 0, None)


def test_q08_rows_with_the_separator_in_name_or_titles_are_realigned_and_marked(tmp_path):
    header = "ID,Name,Fed,OTit,Rating"
    reading = read_csv(
        tmp_path,
        header,
        "7,Sosa, Ana,ARG,IA,2100",
        "8,Sosa,ARG,IA,FA,2000",
        "9,Baum, Kurt, Dr.,GER,,1900",
        "10,Li,CHN,,1800",
        "11,Baum, Kurt,GER,FST,FA,1900",
    )
    assert [
        (row["name"], row["federation_code"], row["other_titles"], row["standard_rating"]) for row in rows(reading)
    ] == [
        ("Sosa, Ana", "ARG", "IA", 2100),
        ("Sosa", "ARG", "IA,FA", 2000),
        ("Baum, Kurt, Dr.", "GER", None, 1900),
        ("Li", "CHN", None, 1800),
    ]
    marked = [finding for finding in reading.findings if finding["finding_code"] == "cells_put_together"]
    assert [finding["line_number"] for finding in marked] == [2, 3, 4]
    assert "2 more cells" in marked[2]["finding"]
    assert [(entry["line_number"], entry["reason_code"]) for entry in reading.rejected] == [
        (6, "too_many_cells")
    ]  # FST may be a federation


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("x,Sosa,ARG,2100", "fide_id", "a FIDE number in column 1 (ID), found 'x'"),
        ("7,Sosa,ARG,21x0", "standard_rating", "in column 4 (Rating), found '21x0'"),
        ("7,Sosa,ARG", "too_few_cells", "the line seems cut off"),
        ("7,Sosa,ARGENTINA,2100,5,6", "too_many_cells", "no more cells"),
        ('7,"Sosa, Ana,ARG,2100', "quotation_mark_open", "to be closed"),
        ("ID,Name,Fed,Rating", "fide_id", "found 'ID'"),
        ("Fed,Col,,", "fide_id", "found 'Fed'"),
    ],
)
def test_q19_row_that_is_no_player_is_set_aside_with_its_line(tmp_path, line, code, words):
    good = [f"{100 + number},Sosa,ARG,2100" for number in range(40)]
    reading = read_csv(tmp_path, "ID,Name,Fed,Rating", *good[:20], line, *good[20:], "  ,, ,")
    [rejected] = reading.rejected
    assert (rejected["line_number"], rejected["reason_code"], rejected["raw_text"]) == (22, code, line)
    assert words in rejected["reason"]
    assert (reading.account["good_records"], reading.account["blank_lines"]) == (40, 1)


def test_cells_cut_at_line_ends_are_no_loss_where_a_program_cut_them_everywhere(tmp_path):
    lines = [f"{100 + number};Sosa;ARG;2100" for number in range(20)] + ["7;Ruiz;ESP;2000;wi"]
    reading = read_csv(tmp_path, "ID;Name;Fed;Rating;Flag", *lines)
    assert reading.rejected == []
    assert [row["flag"] for row in rows(reading)] == [None] * 20 + ["wi"]


@pytest.mark.parametrize("column", ["date", "Month", "list_month"])
def test_month_column_tells_the_month_and_several_are_refused(tmp_path, column):
    header = f"ID,Name,Fed,Rating,{column}"
    reading = read_csv(tmp_path, header, "7,Sosa,ARG,2100,2012-09-01", name="all.csv")
    assert reading.account["list_month"] == "2012-09"
    refused = read_csv(tmp_path, header, "7,Sosa,ARG,2100,2012-09-01", "7,Sosa,ARG,2110,2012-10-01", name="all.csv")
    assert "several months (2012-09, 2012-10" in refused.account["reason"]


def test_zipped_with_utf8_mark_and_crlf(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("x.csv", "\ufeffFIDE ID;Nombre;País;Elo\r\n7;Ñandú, José;ARG;2100\r\n")
    [row] = rows(read(tmp_path, stream.getvalue(), name="2016-01.zip"))
    assert (row["name"], row["standard_rating"]) == ("Ñandú, José", 2100)


def test_q06_rows_of_dos_bytes_keep_them(tmp_path):
    raw = b"7;Pe\xa4a, Carlos;ARG;2100"
    reading = read(tmp_path, b"ID;Name;Fed;Rating\n" + raw + b"\n8;Sosa;ARG;\n", name="2003-01.csv")
    assert [(row["name"], row["raw_bytes"]) for row in rows(reading)] == [("Peña, Carlos", raw), ("Sosa", None)]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("id,name,country\n1,Sosa,ARG\n", "no number, no name or no rating"),
        ("1;Sosa;2000\n", "no header that names them"),
        ("", "no line of a player"),
        ("id,name,rating\n", "no line of a player"),
        ("name,country,rating,id\nARG,Sosa,2000,Ana\n" * 30, "only 0 of"),
    ],
)
def test_csv_that_is_no_list_is_refused_with_a_sentence(tmp_path, content, words):
    reading = read(tmp_path, content, name="players_2016-01.csv")
    assert reading.account["is_read"] is False
    assert words in reading.account["reason"]


@pytest.mark.parametrize(
    "name",
    ["san_sebastian2010.csv", "stockholm_seniors_2026.csv", "text/icu_foreign_valid.csv", "text/isle_of_man_2007.csv"],
)
def test_tables_of_tournaments_are_no_rating_lists(shared, tmp_path, name):
    content = (shared / "real" / "crosstables" / name).read_bytes()
    reading = read(tmp_path, content, name="2016-01.csv")
    assert reading.account["is_read"] is False
    assert "the columns of this CSV list cannot be told" in reading.account["reason"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text('7A,;*"\t é\0', max_size=30), max_size=12), st.booleans())
def test_every_line_of_a_csv_is_accounted_for(tmp_path_factory, lines, has_header):
    good = ["7;Sosa, Ana;ARG;2100"] * 30
    text = "\n".join(["ID;Name;Fed;Rating"] * has_header + good + lines + good) + "\n"
    reading = read(tmp_path_factory.mktemp("lists"), text, name="2016-01.csv")
    if reading.account.get("is_read") is False:
        return
    numbers = [row["line_number"] for row in rows(reading)] + [entry["line_number"] for entry in reading.rejected]
    assert len(set(numbers)) == len(numbers) == reading.account["good_records"] + reading.account["rejected_lines"]
    assert reading.account["lines_read"] == 60 + has_header + len(lines)


SHORT_HEADER = "ID,Name,Fed,Rating"


@pytest.mark.parametrize("separator", [",", ";"])
def test_line_that_tells_a_spreadsheet_the_separator_is_a_header(tmp_path, separator):
    lines = [f"sep={separator}", separator.join(words(SHORT_HEADER)), separator.join(["7", "Sosa", "ARG", "2210"])]
    reading = read_csv(tmp_path, *lines)
    assert [(row["fide_id"], row["standard_rating"], row["line_number"]) for row in rows(reading)] == [(7, 2210, 3)]
    assert (reading.account["header_lines"], reading.rejected) == (2, [])


def test_line_that_tells_the_separator_needs_no_header_after_it(tmp_path):
    reading = read_csv(tmp_path, "sep=,", woman(), woman())
    assert [row["line_number"] for row in rows(reading)] == [2, 3]
    assert (reading.account["header_lines"], reading.rejected) == (1, [])


@pytest.mark.parametrize("name", ["list.csv", "list.txt"])
def test_letterhead_above_the_header_tells_the_month_where_nothing_else_does(tmp_path, name):
    head = ["Federation of Chess,,,", "", '"Ratings, January 2003",,,', SHORT_HEADER]
    reading = read_csv(tmp_path, *head, "7,Sosa,ARG,2210", name=name)
    assert [(row["fide_id"], row["list_month"], row["line_number"]) for row in rows(reading)] == [(7, "2003-01", 5)]
    parts = ("lines_read", "header_lines", "blank_lines", "good_records")
    assert [reading.account[part] for part in parts] == [5, 3, 1, 1]


def test_file_name_tells_the_month_before_the_letterhead_and_the_difference_is_a_finding(tmp_path):
    reading = read_csv(tmp_path, "printed on 3 May 2017", SHORT_HEADER, "7,Sosa,ARG,2210")
    assert rows(reading)[0]["list_month"] == "2016-01"
    assert codes(reading) == ["list_month_contradiction", "names_without_comma"]


def test_player_above_the_header_is_read(tmp_path):
    reading = read_csv(tmp_path, "8,Ruiz,ESP,2100", SHORT_HEADER, "7,Sosa,ARG,2210")
    assert [(row["fide_id"], row["line_number"]) for row in rows(reading)] == [(8, 1), (7, 3)]
    assert reading.account["header_lines"] == 1


@pytest.mark.parametrize("block", [48, 1 << 20])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_end_in_quotation_marks_does_not_split_a_row(tmp_path, monkeypatch, block, end):
    monkeypatch.setattr(rating_list_lines, "BLOCK_BYTES", block)
    lines = [SHORT_HEADER, "6,Baum,GER,2000", '7,"Sosa, ', 'Ana",ARG,2210', '8,"Li\n",CHN,2300', "9,Ruiz,ESP,2100"]
    reading = read(tmp_path, (end.join(lines) + end).encode(), name="players_2016-01.csv")
    told = [(row["fide_id"], row["name"], row["line_number"]) for row in rows(reading)]
    assert told == [(6, "Baum", 2), (7, "Sosa, Ana", 3), (8, "Li", 5), (9, "Ruiz", 7)]
    assert reading.rejected == []
    assert reading.account["lines_read"] == 5
    assert codes(reading)[-1] == "rows_over_lines"


def test_quotation_mark_that_nobody_closes_swallows_no_other_line(tmp_path):
    good = [f"{number},Baum,GER,2000" for number in range(10, 16)]
    reading = read_csv(tmp_path, SHORT_HEADER, '7,"Sosa,ARG,2210', *good, '8,"Ruiz,ESP,2100', *good)
    assert [(one["line_number"], one["reason_code"]) for one in reading.rejected] == [
        (2, "quotation_mark_open"),
        (9, "quotation_mark_open"),
    ]
    assert len(rows(reading)) == 12


def test_bytes_of_a_row_over_two_lines_are_kept_where_they_are_not_utf8(tmp_path):
    content = SHORT_HEADER.encode() + b'\n7,"N\xfa\xf1ez,\nAna",ARG,2210\n'
    [row] = rows(read(tmp_path, content, name="players_2016-01.csv"))
    assert (row["name"], row["raw_bytes"]) == ("Núñez, Ana", b'7,"N\xfa\xf1ez,\nAna",ARG,2210')


def workbook(*sheets):
    """An XLSX with the rows of each sheet as they are given, numbers as numbers."""
    raw = io.BytesIO()
    book = xlsxwriter.Workbook(raw)
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    for lines in sheets:
        sheet = book.add_worksheet()
        for row, values in enumerate(lines):
            for column, value in enumerate(values):
                sheet.write(row, column, value, day if isinstance(value, date) else None)
    book.close()
    return raw.getvalue()


WORKBOOK = [
    ["Ratings, January 2003"],
    [],
    ["ID", "Name", "Fed", "Rating", "B-day"],
    [7, "Sosa,\nAna", "ARG", 2210, date(1972, 1, 17)],
    [8.0, 'Ruiz "Eva"', "ESP", None, 1980],
    ["x", "Baum", "GER", 2000, None],
]


def test_workbook_is_read_as_a_csv_whose_lines_are_its_rows(tmp_path):
    reading = read(tmp_path, workbook(WORKBOOK, []), name="list.xlsx")
    told = (
        "fide_id",
        "name",
        "federation_code",
        "standard_rating",
        "birth_date",
        "birth_year",
        "list_month",
        "line_number",
    )
    assert [tuple(row[name] for name in told) for row in rows(reading)] == [
        (7, "Sosa, Ana", "ARG", 2210, date(1972, 1, 17), 1972, "2003-01", 4),
        (8, 'Ruiz "Eva"', "ESP", None, None, 1980, "2003-01", 5),
    ]
    assert [(one["line_number"], one["reason_code"]) for one in reading.rejected] == [(6, "fide_id")]


@pytest.mark.parametrize("ending", ["xlsx", "xls", "ods"])
def test_empty_workbook_is_refused_as_empty(tmp_path, ending):
    reason = read(tmp_path, b"", name=f"players_2016-01.{ending}").account["reason"]
    assert reason == "this is no workbook that can be opened (it is empty); save it again as XLSX or CSV"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (workbook(WORKBOOK, WORKBOOK), "2 sheets with something in them"),
        (workbook([]), "0 sheets with something in them"),
        (workbook(WORKBOOK)[:1000], "no workbook that can be opened"),
        (workbook([["Sosa", 7, "ARG"]] * 5), "columns of this CSV list cannot be told"),
    ],
)
def test_workbook_that_is_not_one_list_is_refused_with_a_sentence(tmp_path, content, words):
    assert words in read(tmp_path, content, name="players_2016-01.xlsx").account["reason"]
