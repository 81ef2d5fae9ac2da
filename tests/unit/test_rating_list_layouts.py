"""Every layout is recognised, with a header and without, and its fields land where they belong."""

import datetime

import pytest
from rating_list_writer import HEADERS, LAYOUTS, codes, line, people, read, rows, sentence, text

from normbook.sources import rating_list_lines

OLD, SINGLE, COMBINED = ("A1", "A2", "A3", "A4", "B1", "B2", "C"), ("D", "E"), ("F", "G")
BIRTH = {"A2": "17.01.72", "A3": "17.01.1972", "A4": "17.01.1972", "B1": "17.01.72", "B2": "17.01.72"}
KNOWN_DAY = datetime.date(1972, 1, 17)


def title_of(layout):
    return "wm" if layout in OLD else "WIM"


def mixed(layout):
    """Twelve players who differ: a woman with everything, unrated ones, an inactive one."""
    birth = "" if layout == "A1" else BIRTH.get(layout, "1972")
    woman = {
        "id": "654321",
        "name": "Ruiz, Eva",
        "title": title_of(layout),
        "wtitle": "WIM",
        "sex": "F",
        "flag": "wi",
        "birth": birth,
    }
    rapid = {
        "rapid": "1987",
        "rapid_games": "12",
        "rapid_k": "20",
        "blitz": "2005",
        "blitz_games": "0",
        "blitz_k": "20",
    }
    lines = [line(layout, **woman, k="40", other="IA,FT", foa="ACM", **rapid)]
    lines += people(layout, 9, sex="M", k="20", flag="i", birth=birth)
    return [
        *lines,
        line(layout, id="777777", name="Nadie", rating="", games="", sex="M"),
        line(layout, id="8", sex="M"),
    ]


@pytest.mark.parametrize("has_header", [True, False])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_q04_layout_is_recognised_and_read(tmp_path, layout, has_header):
    content = text(layout, mixed(layout)) if has_header else "\n".join(mixed(layout)) + "\n"
    reading = read(tmp_path, content)
    assert reading.account["layout"] == layout
    assert reading.account["list_month"] == "2003-01"
    assert reading.account["good_records"] == 12
    assert reading.account["header_lines"] == has_header
    assert reading.rejected == []
    woman = rows(reading)[0]
    assert woman["line_number"] == 1 + has_header
    assert (woman["fide_id"], woman["name"], woman["federation_code"]) == (654321, "Ruiz, Eva", "ARG")
    assert (woman["standard_rating"], woman["standard_games"]) == (2210, 9)
    assert (woman["title_code"], woman["womens_title_code"], woman["sex"], woman["flag"]) == (None, "WIM", "F", "wi")
    assert woman["standard_k"] == (None if layout in OLD else 40)
    assert woman["other_titles"] == {"D": "IA,FT", "F": "IA,FT", "E": "IA,FT,ACM", "G": "IA,FT,ACM"}.get(layout)
    assert woman["list_kinds"] == (["standard", "rapid", "blitz"] if layout in COMBINED else ["standard"])
    assert [woman[f"rapid_{x}"] for x in ("rating", "games", "k")] == (
        [1987, 12, 20] if layout in COMBINED else [None] * 3
    )
    assert [woman[f"blitz_{x}"] for x in ("rating", "games", "k")] == (
        [2005, 0, 20] if layout in COMBINED else [None] * 3
    )
    assert woman["birth_date"] == (KNOWN_DAY if layout in BIRTH else None)
    assert woman["birth_year"] == (None if layout == "A1" else 1972)
    assert woman["birth_precision"] == ("day" if layout in BIRTH else "none" if layout == "A1" else "year")
    unrated = rows(reading)[10]
    assert (unrated["standard_rating"], unrated["standard_games"]) == (None, None)


@pytest.mark.parametrize(
    ("layout", "other"), [("A1", "A2"), ("A3", "A4"), ("B1", "B2"), ("D", "E"), ("F", "G"), ("D", "G")]
)
def test_q01_header_out_of_step_with_the_data_does_not_decide(tmp_path, layout, other):
    reading = read(tmp_path, text(other, mixed(layout)))
    assert reading.account["layout"] == layout
    assert reading.account["good_records"] == 12


def test_blitz_list_fills_the_blitz_columns(tmp_path):
    reading = read(tmp_path, text("D", people("D", 3, k="20"), token="sep12"), name="blitz_sep12frl.txt")
    row = rows(reading)[0]
    assert (row["list_month"], row["list_kinds"]) == ("2012-09", ["blitz"])
    assert (row["blitz_rating"], row["blitz_games"], row["blitz_k"]) == (2210, 9, 20)
    assert row["standard_rating"] is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_q25_ragged_lines_and_every_line_end(tmp_path, end):
    lines = [line("C", birth="1980", flag=flag).rstrip().ljust(68) for flag in ("", "w", "wi", "i", "")]
    reading = read(tmp_path, text("C", lines, token="Mar11", end=end), name="list.txt")
    assert reading.account["list_month"] == "2011-03"
    assert [row["flag"] for row in rows(reading)] == [None, "w", "wi", "i", None]
    assert [row["line_number"] for row in rows(reading)] == [2, 3, 4, 5, 6]


def test_blanks_cut_at_line_ends_are_no_loss_where_a_program_cut_them_everywhere(tmp_path):
    reading = read(tmp_path, text("B2", [entry.rstrip() for entry in people("B2", 30) + people("B2", 5, flag="wi")]))
    assert reading.account["layout"] == "B2"
    assert [row["flag"] for row in rows(reading)] == [None] * 30 + ["wi"] * 5
    assert reading.rejected == []


def test_one_line_cut_off_is_not_read_as_unrated(tmp_path):
    lines = people("B2", 300, birth="01.02.70", flag="i")
    lines[7] = lines[7][:52]
    reading = read(tmp_path, text("B2", lines))
    [rejected] = reading.rejected
    assert (rejected["line_number"], rejected["column_number"], rejected["reason_code"]) == (9, 53, "line_too_short")
    assert "column 79" in rejected["reason"]


@pytest.mark.parametrize("layout", ["D", "E", "F", "G"])
def test_q08_other_titles_that_overflow_shift_nothing(tmp_path, layout):
    _, places = LAYOUTS[layout]
    usual = line(layout, id="777", sex="M", k="20", birth="1970", flag="i")
    titles = "IA,FA,FST,NI,IO,DI"
    start, end = places["other"]
    long = usual[:start] + titles + usual[end:]
    reading = read(tmp_path, text(layout, [*people(layout, 5, sex="M", birth="1970"), long]))
    row = rows(reading)[5]
    assert (row["other_titles"], row["standard_rating"], row["standard_games"], row["standard_k"]) == (
        titles,
        2210,
        9,
        20,
    )
    assert (row["birth_year"], row["flag"], row["federation_code"]) == (1970, "i", "ARG")
    assert "3 characters longer" in sentence(reading, "other_titles_overflow")


def test_overflow_whose_end_was_cut_is_set_aside_not_misread(tmp_path):
    usual = line("D", id="777", k="20", birth="1970")
    shifted = (usual[:94] + "IA,FA,FST,NI,IO,DI" + usual[109:]).rstrip()
    reading = read(tmp_path, text("D", [*people("D", 5, birth="1970"), shifted]))
    [rejected] = reading.rejected
    assert rejected["line_number"] == 7
    assert rejected["raw_text"] == shifted


def test_two_lines_glued_together_are_set_aside(tmp_path):
    glued = line("D", id="777") + line("D", id="778")
    reading = read(tmp_path, text("D", [*people("D", 5), glued]))
    assert [entry["reason_code"] for entry in reading.rejected] == ["line_too_long"]
    assert codes(reading).count("other_titles_overflow") == 0


@pytest.mark.parametrize("change", [str.upper, str.lower, lambda words: words.replace("Flag", "FLAG")])
def test_q03_header_words_glued_and_in_any_case(tmp_path, change):
    reading = read(
        tmp_path, change(HEADERS["C"].format(token="Mar11")) + "\n" + "\n".join(people("C", 3)), name="list.txt"
    )
    assert (reading.account["header_lines"], reading.account["list_month"]) == (1, "2011-03")


@pytest.mark.parametrize("layout", ["B2", "C"])
def test_q22_k_is_unknown_where_the_layout_has_none(tmp_path, layout):
    assert {row["standard_k"] for row in rows(read(tmp_path, text(layout, people(layout, 3))))} == {None}


@pytest.mark.parametrize(
    ("layout", "written"), [("B2", "007654"), ("B2", "   7654"), ("D", "7654"), ("D", "0007654"), ("D", "  7654")]
)
def test_q26_number_with_leading_zeros_left_or_right(tmp_path, layout, written):
    lines = people(layout, 3)
    start, end = LAYOUTS[layout][1]["id"]
    lines.append(lines[0][:start] + written.ljust(end - start) + lines[0][end:])
    assert rows(read(tmp_path, text(layout, lines)))[-1]["fide_id"] == 7654


def test_empty_last_block_of_a_list_whose_lines_are_cut(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_list_lines, "BLOCK_BYTES", 1000)
    content = text("B2", [entry.rstrip() for entry in people("B2", 30)]) + "\x1a"
    reading = read(tmp_path, content)
    assert (reading.account["good_records"], reading.account["blank_lines"]) == (30, 1)
