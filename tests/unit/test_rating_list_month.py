"""Which month and which kinds a list is of."""

import pytest
from rating_list_writer import people, read, text

from normbook.errors import SourceError
from normbook.sources.rating_list_month import find_kinds, find_month, month_in


@pytest.mark.parametrize(
    ("words", "month"),
    [
        ("JAN01FRL.TXT", "2001-01"),
        ("jan03frl", "2003-01"),
        ("standard_sep12frl_xml.zip", "2012-09"),
        ("COUNTRY Mar11 GAMES", "2011-03"),
        ("OCT99", "1999-10"),
        ("dec69", "2069-12"),
        ("dec70", "1970-12"),
        ("July 2007", "2007-07"),
        ("list_sept2015", "2015-09"),
        ("2005-07", "2005-07"),
        ("200507.txt", "2005-07"),
        ("fide_2005_07_01.txt", "2005-07"),
        ("players_list_foa", None),
        ("July", None),
        ("summar12", None),
        ("2005-13", None),
        ("19200507", None),
    ],
)
def test_month_in_a_text(words, month):
    assert month_in(words) == month


def test_header_goes_before_name_folder_and_sidecar():
    month, contradiction = find_month("COUNTRY JAN03 GAMES", ["apr03frl.txt"], "2005-07/apr03frl.txt", "2006-01")
    assert month == "2003-01"
    assert (
        contradiction
        == "the header says 2003-01, but the file name says 2003-04 and the folder says 2005-07 and the sidecar says 2006-01"
    )


@pytest.mark.parametrize(
    ("header", "names", "source_file", "sidecar", "month"),
    [
        ("", ["a.txt", "apr03.zip"], "2005-07/apr03.zip", None, "2003-04"),
        ("", ["a.txt"], "lists/2005-07/a.txt", None, "2005-07"),
        ("", ["a.txt"], "lists/a.txt", "2015-03", "2015-03"),
        ("", ["apr03.txt"], "2003-04/apr03.txt", "2003-04", "2003-04"),
        ("TitlFed July GamesBorn", ["jul07.txt"], "jul07.txt", None, "2007-07"),
    ],
)
def test_the_next_source_speaks_where_one_is_silent(header, names, source_file, sidecar, month):
    found, contradiction = find_month(header, names, source_file, sidecar)
    assert found == month
    assert contradiction is None or "2003-04" in contradiction


def test_header_with_a_month_but_no_year_confirms_or_contradicts():
    _, contradiction = find_month("TitlFed July GamesBorn", ["apr07.txt"], "apr07.txt", None)
    assert contradiction == "the file name says 2007-04, but the header says July"


def test_no_month_at_all_says_how_to_give_one():
    with pytest.raises(SourceError, match=r'players\.toml with the line list_month = "2003-01"'):
        find_month("", ["players.txt"], "rating_lists/players.txt", None)


def test_list_without_month_is_refused_and_read_with_a_sidecar(tmp_path):
    content = text("G", people("G", 3))
    assert "nothing tells the month" in read(tmp_path, content, name="players.txt").account["reason"]
    assert read(tmp_path, content, name="players.txt", sidecar_month="2016-01").account["list_month"] == "2016-01"


def test_contradiction_is_a_finding(tmp_path):
    reading = read(tmp_path, text("B2", people("B2", 3), token="APR03"), name="jan03frl.txt")
    assert reading.account["list_month"] == "2003-04"
    [finding] = [f for f in reading.findings if f["finding_code"] == "list_month_contradiction"]
    assert "the header says 2003-04, but the file name says 2003-01" in finding["finding"]


@pytest.mark.parametrize(
    ("told", "names", "source_file", "kinds"),
    [
        (["standard", "rapid"], ["blitz.txt"], "blitz.txt", ["standard", "rapid"]),
        ([], ["Rapid_sep12frl.txt"], "blitz/Rapid_sep12frl.txt", ["rapid"]),
        ([], ["sep12.txt"], "Blitz/sep12.txt", ["blitz"]),
        ([], ["a.txt", "blitz_sep12.zip"], "blitz_sep12.zip", ["blitz"]),
        ([], ["jan03frl.txt"], "rating_lists/jan03frl.txt", ["standard"]),
    ],
)
def test_kinds(told, names, source_file, kinds):
    assert find_kinds(told, names, source_file) == kinds
