"""Values of every era: titles, births, sex, federations, ratings, repeated numbers, letters of old programs."""

import datetime

import pytest
from rating_list_writer import HEADERS, codes, line, people, read, rows, sentence, text


def one(tmp_path, layout, token="JAN03", name="list.txt", **fields):
    """Read a list whose third line is the player asked for."""
    reading = read(
        tmp_path, text(layout, [*people(layout, 3), line(layout, id="999999", **fields)], token=token), name=name
    )
    return reading, rows(reading)[-1]


@pytest.mark.parametrize(
    ("raw", "title", "womens_title"),
    [("g", "GM", None), ("m", "IM", None), ("f", "FM", None), ("c", "CM", None), ("wg", None, "WGM"), ("wc", None, "WCM"),
     ("h", "HGM", None), ("gh", "HGM", None), ("hg", "HGM", None), ("wh", None, "WH"), ("", None, None)],
)  # fmt: skip
def test_q10_titles_of_the_old_lists(tmp_path, raw, title, womens_title):
    reading, row = one(tmp_path, "B2", title=raw)
    assert (row["title_raw"], row["title_code"], row["womens_title_code"]) == (raw or None, title, womens_title)
    assert "title_unknown" not in codes(reading)


@pytest.mark.parametrize(
    ("tit", "wtit", "title", "womens_title"),
    [("GM", "WGM", "GM", "WGM"), ("WGM", "WGM", None, "WGM"), ("WF", "WF", None, "WFM"),
     ("WC", "WC", None, "WCM"), ("WH", "", None, "WH"), ("", "WIM", None, "WIM")],
)  # fmt: skip
def test_q09_q20_both_title_columns(tmp_path, tit, wtit, title, womens_title):
    _, row = one(tmp_path, "D", token="sep12", title=tit, wtitle=wtit, sex="F", k="20")
    assert (row["title_code"], row["womens_title_code"]) == (title, womens_title)


@pytest.mark.parametrize("raw", [".", "q"])
def test_q10_unknown_title_is_none_with_a_finding(tmp_path, raw):
    reading, row = one(tmp_path, "B2", title=raw)
    assert (row["title_raw"], row["title_code"], row["womens_title_code"]) == (raw, None, None)
    assert "list.txt, line 5, Sosa, Ana (999999)" in sentence(reading, "title_unknown")


@pytest.mark.parametrize(
    ("layout", "token", "raw", "date", "year", "precision"),
    [
        ("B2", "JAN03", "17.01.72", datetime.date(1972, 1, 17), 1972, "day"),
        ("B2", "JAN03", "31.12.02", datetime.date(2002, 12, 31), 2002, "day"),
        ("B2", "JAN03", "02.01.03", datetime.date(1903, 1, 2), 1903, "day"),  # 2003 would be after the list
        ("B2", "JAN03", "05.06.04", datetime.date(1904, 6, 5), 1904, "day"),
        ("B2", "JAN03", "  .  .  ", None, None, "none"),
        ("B2", "JAN03", "  .  .72", None, 1972, "year"),
        ("B2", "JAN03", "00.01.72", None, 1972, "month"),
        ("B2", "JAN03", "31.02.72", None, 1972, "year"),
        ("A4", "APR02", "29.02.1972", datetime.date(1972, 2, 29), 1972, "day"),
        ("A4", "APR02", "  .  .    ", None, None, "none"),
        ("A4", "APR02", "13.06.2048", None, None, "none"),
        ("C", "Mar11", "1990", None, 1990, "year"),
        ("D", "sep14", "0000", None, None, "none"),
        ("D", "sep14", "0", None, None, "none"),
        ("D", "sep14", "9", None, None, "none"),
        ("D", "sep14", "", None, None, "none"),
    ],
)
def test_q13_birth_dates_with_their_precision(tmp_path, layout, token, raw, date, year, precision):
    reading, row = one(tmp_path, layout, token=token, birth=raw)
    assert (row["birth_date"], row["birth_year"], row["birth_precision"]) == (date, year, precision)
    assert ("birth_unreadable" in codes(reading)) is (raw in ("31.02.72", "13.06.2048", "9"))


@pytest.mark.parametrize(
    ("layout", "fields", "sex"),
    [("B2", {"flag": "wi"}, "F"), ("B2", {"title": "wf"}, "F"), ("B2", {"flag": "i"}, None),
     ("D", {"sex": "M"}, "M"), ("D", {"sex": "F"}, "F"), ("D", {"sex": "", "flag": "w"}, "F")],
)  # fmt: skip
def test_q11_sex_by_column_then_flag_and_title(tmp_path, layout, fields, sex):
    assert one(tmp_path, layout, **fields)[1]["sex"] == sex


@pytest.mark.parametrize(("fields", "words"), [({"title": "WGM"}, "the title WGM"), ({"flag": "w"}, "the flag w")])
def test_a_man_with_a_womans_mark_is_a_finding(tmp_path, fields, words):
    reading, row = one(tmp_path, "D", sex="M", **fields)
    assert row["sex"] == "M"
    assert words in sentence(reading, "sex_contradiction")


def test_unknown_sex_is_a_finding(tmp_path):
    reading, row = one(tmp_path, "D", sex="X")
    assert row["sex"] is None
    assert "'X'" in sentence(reading, "sex_unknown")


@pytest.mark.parametrize(
    ("raw", "code", "is_odd"),
    [("ARG", "ARG", False), ("Ind", "IND", False), ("", None, False), ("*", None, True), ("A1", None, True)],
)
def test_q18_federations(tmp_path, raw, code, is_odd):
    reading, row = one(tmp_path, "C", token="Mar11", fed=raw)
    assert row["federation_code"] == code
    assert ("federation_unknown" in codes(reading)) is is_odd


@pytest.mark.parametrize("raw", ["", "0"])
def test_q15_unrated_is_null_never_zero(tmp_path, raw):
    _, row = one(tmp_path, "G", name="players_2016-01.txt", rating=raw, k="0", games="0")
    assert (row["standard_rating"], row["standard_k"], row["standard_games"]) == (None, None, 0)


@pytest.mark.parametrize("rating", ["1000", "1787", "3000"])
def test_q16_plausible_ratings_are_kept_whatever_the_floor_was(tmp_path, rating):
    assert one(tmp_path, "B2", rating=rating)[1]["standard_rating"] == int(rating)


@pytest.mark.parametrize(
    "name", ["Baum, Kurt, Dr.", ", Vardharajan", "Petr (86)", 'O"Neil, "Pat"', "Müller, Jörg", "Ñandú, José"]
)
def test_q17_names_are_kept_as_they_are(tmp_path, name):
    content = text("D", [*people("D", 3), line("D", id="999999", name=name)], token="SEP14")
    reading = read(tmp_path, content)
    assert rows(reading)[-1]["name"] == name
    assert rows(reading)[-1]["standard_rating"] == 2210


def test_q17_nameless_row_is_kept(tmp_path):
    content = text("D", [*people("D", 3), line("D", id="999999", name="")], token="SEP14")
    assert rows(read(tmp_path, content))[-1]["name"] is None


@pytest.mark.parametrize("name", ["Bye", "No_player", "BYE ,"])
def test_q21_reserved_names_are_findings(tmp_path, name):
    reading = read(tmp_path, text("D", [*people("D", 3), line("D", id="999999", name=name)], token="SEP14"))
    assert "line 5" in sentence(reading, "reserved_name")


def test_q05_repeated_numbers_are_all_kept_and_named(tmp_path):
    content = text("B2", [*people("B2", 3), line("B2", id="100002", name="Otra, Mujer", rating="2037")])
    reading = read(tmp_path, content)
    assert [row["fide_id"] for row in rows(reading)] == [100001, 100002, 100003, 100002]
    found = sentence(reading, "fide_id_repeated")
    assert "lines 3, 5" in found
    assert "Sosa, Ana / Otra, Mujer" in found


def test_q14_games_all_zero_is_one_finding(tmp_path):
    assert codes(read(tmp_path, text("B2", people("B2", 5, games="0")))).count("games_all_zero") == 1
    assert (
        codes(read(tmp_path, text("B2", [*people("B2", 5, games="0"), line("B2", id="7")]))).count("games_all_zero")
        == 0
    )


def test_q17_names_without_comma_are_counted_not_listed(tmp_path):
    reading = read(tmp_path, text("B2", people("B2", 300, name="Solo")))
    assert "300 of 300 names have no comma" in sentence(reading, "names_without_comma")


def test_findings_of_one_kind_end_and_the_rest_is_counted(tmp_path):
    reading = read(tmp_path, text("B2", people("B2", 250, title="q")))
    listed = [finding for finding in reading.findings if finding["finding_code"] == "title_unknown"]
    assert len(listed) == 101
    assert "150 more findings of this kind, 250 in all" in listed[-1]["finding"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"Pe\xa4a, Carlos", "Peña, Carlos"),  # DOS: 0xA4
        (b"Perdomo, Jos\x82", "Perdomo, José"),
        (b"Garc\xa1a, Tom\xa0s", "García, Tomás"),
        (b"MU\xa5OZ, Jose M\xa6", "MUÑOZ, Jose Mª"),
        (b"Sk\x9bien, H\x86vard", "Skøien, Håvard"),
        (b"Va\xf1o, Fran\xe7ois", "Vaño, François"),  # latin-1: 0xF1, 0xE7
        (b"N\xe4slund, Aim\xe9", "Näslund, Aimé"),
    ],
)
def test_q06_dos_and_latin_bytes_of_one_file_are_told_apart_by_row(tmp_path, raw, name):
    place = line("B2", id="999999", name="").encode()
    strange = place[:10] + raw + place[10 + len(raw) :]
    content = (
        text("B2", people("B2", 3)).encode() + strange + b"\n" + line("B2", id="8", name="Ñoño, Útil").encode() + b"\n"
    )
    reading = read(tmp_path, content)
    assert [row["name"] for row in rows(reading)[-2:]] == [name, "Ñoño, Útil"]
    assert [row["raw_bytes"] for row in rows(reading)[-2:]] == [strange, None]
    assert "line 5" in sentence(reading, "characters_repaired")
    assert reading.account["encoding"] == "latin-1 or cp850 and utf-8"


@pytest.mark.parametrize(
    ("encoding", "told"), [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("ascii", "ascii")]
)
def test_marked_encodings(tmp_path, encoding, told):
    name = "Sosa, Ana" if encoding == "ascii" else "Łukasz, Žižka"
    reading = read(tmp_path, text("D", people("D", 5, name=name), token="SEP14", end="\r\n").encode(encoding))
    assert {row["name"] for row in rows(reading)} == {name}
    assert reading.account["encoding"] == told
    assert codes(reading).count("characters_repaired") == 0


def test_q02_q07_first_line_empty_and_last_line_of_ctrl_z(tmp_path):
    content = "\n" + text("B2", people("B2", 3)) + "\x1a"
    reading = read(tmp_path, content)
    counts = {
        name: reading.account[name]
        for name in ("lines_read", "good_records", "blank_lines", "header_lines", "rejected_lines")
    }
    assert counts == {"lines_read": 6, "good_records": 3, "blank_lines": 2, "header_lines": 1, "rejected_lines": 0}
    assert [row["line_number"] for row in rows(reading)] == [3, 4, 5]


def test_ctrl_z_glued_to_the_last_line_and_nul_bytes_are_harmless(tmp_path):
    content = text("D", people("D", 4), token="SEP14").rstrip("\n").replace("Sosa, Ana ", "Sosa, Ana\0", 1) + "\x1a"
    reading = read(tmp_path, content)
    assert [row["name"] for row in rows(reading)] == ["Sosa, Ana"] * 4
    assert "1 NUL bytes" in sentence(reading, "nul_bytes")
    assert reading.rejected == []


def test_columns_of_the_header_are_not_the_months_of_names(tmp_path):
    reading = read(
        tmp_path,
        HEADERS["B2"].format(token="JAN03") + "\n" + "\n".join(people("B2", 3, name="Mar11, May")) + "\n",
        name="x.txt",
    )
    assert reading.account["list_month"] == "2003-01"


@pytest.mark.parametrize(
    ("month", "ratings", "floor"),
    [
        ("OCT03", ["1787", "1800", ""], 1800),
        ("JAN01", ["1999", "2000", "0"], 2000),
        ("OCT02", ["1800", "1801", ""], None),
        ("MAR24", ["1399", "1400", ""], 1400),
        ("JAN08", ["1001", "", ""], None),  # the floor of that time is not known
    ],
)
def test_q16_ratings_below_the_floor_of_the_time_are_counted(tmp_path, month, ratings, floor):
    lines = [line("B2", id=str(100 + number), rating=rating) for number, rating in enumerate(ratings)]
    reading = read(tmp_path, text("B2", lines, token=month), name="list.txt")
    assert len(rows(reading)) == 3
    if floor is None:
        assert "rating_below_floor" not in codes(reading)
    else:
        assert f"1 standard rating is below {floor}" in sentence(reading, "rating_below_floor")


@pytest.mark.parametrize("flag", ["w", "i", "wi", "n", "wn", "t", "ie"])
def test_q11_letters_of_the_flag_are_kept(tmp_path, flag):
    assert one(tmp_path, "B2", flag=flag)[1]["flag"] == flag
