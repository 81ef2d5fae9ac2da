"""The report's section on another edition: beside the norms made, never among them."""

import pytest
from tests.fixtures.published_answers import HOSTILE
from tests.fixtures.published_hypothetical import LATER
from tests.fixtures.published_season import season_2005, write_publication, write_tables
from tests.unit.test_report_page import page_of, section, table, text

from normbook.reports.hypothetical import count_by_edition, editions_asked, norms_under_editions
from normbook.reports.published import open_season


@pytest.fixture(scope="module")
def publication(tmp_path_factory):
    return write_publication(tmp_path_factory.mktemp("publication"))


@pytest.fixture(scope="module")
def page(publication):
    return page_of(publication)


def test_the_section_is_labelled_and_linked(page):
    found = section(page, "hypothetical")
    assert text(found.find("h2")) == "Under another edition"
    assert "None of it is a norm" in text(found)
    assert page.xpath("//nav/a[@href='#hypothetical']")


def test_counts_stand_against_the_norms_made(page):
    # in force: Dvorak GM, Garay and player 14 IM. The holder of the WGM title is left out.
    rows = table(section(page, "hypothetical"), f"Edition of {LATER}, hypothetical: norms by title")[1:]
    assert rows == [
        ["GM", "1", "0", "0", "1"],
        ["IM", "2", "3", "2", "1"],
        ["WGM", "0", "1", "1", "0"],
        ["WIM", "0", "0", "0", "0"],
    ]


def test_changes_give_the_articles_of_the_edition_that_gives_no_norm(page):
    rows = table(section(page, "hypothetical"), f"Edition of {LATER}, hypothetical: what would change")[1:]
    why = {(row[0].split(" 1000")[0], row[1]): row[3:] for row in rows}
    assert why["IM Dvorak, Jan", "GM"] == ["lost", f"fails 1.4.5a, 1.4.5b of {LATER}"]
    assert why["WGM Farkas, Ilona", "IM"] == ["gained", "fails 1.48 of 2005-07-01"]
    assert why["FM Player 14", "IM"] == ["lost", f"no verdict under {LATER}"]
    assert why["WIM Player 19", "WGM"] == ["gained", "open under 2005-07-01"]
    assert ("FM Garay, Bruno", "IM") not in why


def test_hostile_names_are_text(page):
    assert len(page.xpath("//script")) == 1  # our own
    assert HOSTILE in text(section(page, "hypothetical"))


def test_nothing_of_it_is_among_the_norms_made(publication, page, tmp_path):
    tables = season_2005()
    del tables["mart.hypothetical_verdicts"]
    write_tables(tmp_path, {"2005": tables})
    without = page_of(tmp_path)
    assert not without.xpath("//*[@id='hypothetical' or @href='#hypothetical']")
    for name in ("overview", "norms", "near", "undecided", "events"):
        assert text(section(without, name)) == text(section(page, name))


def test_an_edition_that_changes_nothing_says_so(tmp_path):
    tables = season_2005()
    tables["mart.hypothetical_verdicts"] = [
        verdict | {"edition": "2017-07-01", "readings": ""} for verdict in tables["mart.norm_verdicts"]
    ]
    write_tables(tmp_path, {"2005": tables})
    assert "Nothing would change." in text(section(page_of(tmp_path), "hypothetical"))
    with open_season(tmp_path, 2005) as connection:
        norms = norms_under_editions(connection)
        assert {norm["change"] for norm in norms} == {"kept"}
        counts = count_by_edition(norms, ["GM", "IM"], editions_asked(connection))
    assert counts[0] == {
        "edition": "2017-07-01",
        "title": "GM",
        "in_force": 1,
        "under_edition": 1,
        "gained": 0,
        "lost": 0,
    }
