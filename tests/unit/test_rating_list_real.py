"""Real lists: rows, repeated numbers, rows with bytes above 127 and names without comma, as counted beside the files."""

import pytest
from rating_list_writer import read_file, rows

# file: layout, month, rows, repeated numbers, rows with bytes above 127, names without comma (README of the real files)
FACTS = {
    "JAN01FRL.TXT.zip": ("A1", "2001-01", 36978, 0, 12, 242),
    "JAN02FRL.TXT.zip": ("A2", "2002-01", 29283, 1, 10, 246),
    "APR02FRL.TXT.zip": ("A4", "2002-04", 41408, 1, 12, 296),
    "OCT02FRL.TXT.zip": ("B1", "2002-10", 42619, 1, 15, 326),
    "jan03frl.txt.zip": ("B2", "2003-01", 45016, 18, 16, 338),
    "APR03FRL.TXT.zip": ("B2", "2003-04", 45663, 13, 19, 342),
    "OCT03FRL.TXT.zip": ("B2", "2003-10", 49264, 4, 19, 349),
    "APR04FRL.TXT.zip": ("B2", "2004-04", 51907, 0, 22, 348),
    "blitz_sep12frl.txt.zip": ("D", "2012-09", 5873, 0, 0, 117),
    "blitz_sep14frl.txt.zip": ("D", "2014-09", 31342, 0, 0, 775),
    "combined_foa_players_sample.txt": ("G", "2016-01", 999, 0, 0, 709),
    "mar11_partial_test-list.txt": ("C", "2011-03", 9999, 0, 1, 783),
}
NO_MONTH = ("combined_foa_players_sample.txt", "icu_fide_player_file.xml", "icu_players_list.xml")


def read_real(shared, name):
    return read_file(
        shared / "real" / "rating_lists" / name, f"rating_lists/{name}", "2016-01" if name in NO_MONTH else None
    )


@pytest.mark.parametrize("name", FACTS)
def test_counts_of_the_real_text_lists(shared, name):
    layout, month, count, repeated, strange, without_comma = FACTS[name]
    reading = read_real(shared, name)
    assert (reading.account["layout"], reading.account["list_month"], reading.account["good_records"]) == (
        layout,
        month,
        count,
    )
    assert reading.rejected == []
    codes = [finding["finding_code"] for finding in reading.findings]
    assert codes.count("fide_id_repeated") == repeated
    assert codes.count("characters_repaired") == strange
    [commas] = [finding["finding"] for finding in reading.findings if finding["finding_code"] == "names_without_comma"]
    assert f"{without_comma} of {count} names" in commas


def test_what_is_known_of_single_real_rows(shared):
    listed = {row["fide_id"]: row for row in rows(read_real(shared, "combined_foa_players_sample.txt"))}
    assert listed[45015546]["standard_rating"] is None
    assert listed[419214]["name"] is None
    oct03 = [row["standard_rating"] for row in rows(read_real(shared, "OCT03FRL.TXT.zip"))]
    assert min(oct03) == 1787
    sep12 = [row["womens_title_code"] for row in rows(read_real(shared, "blitz_sep12frl.txt.zip"))]
    assert (sep12.count("WFM"), sep12.count("WCM"), sep12.count("WGM")) == (113, 19, 104)
    jan02 = [row["standard_rating"] for row in rows(read_real(shared, "JAN02FRL.TXT.zip")) if row["fide_id"] == 2252627]
    assert sorted(jan02) == [2037, 2101]


@pytest.mark.parametrize(("name", "count"), [("icu_fide_player_file.xml", 12), ("icu_players_list.xml", 11)])
def test_real_xml_lists(shared, name, count):
    reading = read_real(shared, name)
    assert (reading.account["good_records"], reading.rejected) == (count, [])
    assert reading.account["good_records"] == (shared / "real" / "rating_lists" / name).read_bytes().count(b"</player>")


@pytest.mark.parametrize("name", ["icu_fide_player_file_empty.xml", "icu_fide_player_file_invalid.xml"])
def test_real_files_that_are_no_lists(shared, name):
    assert read_real(shared, name).account["is_read"] is False
