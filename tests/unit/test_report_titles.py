"""Titles and rating lists in the report: who needs what, who earned what, what the lists of the season moved."""

import pytest
from tests.fixtures.published_season import season_2005, write_tables
from tests.fixtures.published_titles import ARRIETA, DVORAK, FARKAS, add_titles
from tests.unit.test_report_page import page_of, section, table, text

from normbook.reports import lists, titles
from normbook.reports.published import open_season


@pytest.fixture(scope="module")
def publication(tmp_path_factory):
    out = tmp_path_factory.mktemp("publication")
    tables = season_2005()
    add_titles(tables)
    write_tables(out, {"2005": tables})
    return out


@pytest.fixture(scope="module")
def connection(publication):
    with open_season(publication, 2005) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(publication):
    return page_of(publication)


def test_progress_is_of_players_with_a_norm_of_the_season(page):
    rows = table(section(page, "titles"), "From norms to titles")[1:]
    dvorak, garay = rows
    assert dvorak[:7] == ["Dvorak, Jan 100004", "GM", "1", "9 of 27", "2504", "2500", "–"]
    assert dvorak[7:] == ["9 of 27 games (1.5) 1 of 2 norms (1.5)", "Application"]
    assert garay[:7] == ["Garay, Bruno 100007", "IM", "3", "27 of 27", "2402", "2400", "14 Aug 2005"]
    assert garay[7:] == ["nothing: the application can be made", "Application"]
    links = section(page, "titles").xpath(".//a[.='Application']/@href")
    assert links == ["season_2005/applications/100004-GM.html", "season_2005/applications/100007-IM.html"]


def test_titles_from_championships_and_ratings_are_listed(page):
    found = section(page, "titles")
    assert table(found, "Titles earned by a place")[1] == [
        "WIM Player 24 100024", "WIM", "Open del Sur", "first place", "1.2", "derived",
    ]  # fmt: skip
    assert table(found, "Titles for a rating, by list") == [["List", "FM", "All"], ["Jul 2005", "2", "2"]]
    rows = table(found, "Players of this season")[1:]
    assert [row[0] for row in rows] == ["Player 17 100017"]  # the other one played nowhere in this season


def test_titles_are_counted_by_month_without_those_of_the_first_list(connection):
    earned = titles.earned_by_month(
        2005,
        titles.progress(connection),
        titles.direct_titles(connection),
        titles.rating_titles(connection, 2005),
    )
    assert earned == [
        {"month": "2005-07", "title": "FM", "titles": 1},
        {"month": "2005-08", "title": "IM", "titles": 1},
        {"month": "2005-09", "title": "WIM", "titles": 1},
    ]
    assert not any(row["is_first_reached"] for row in titles.rating_titles(connection, 2004))


def test_lists_of_the_season_are_told_against_the_one_before(connection):
    moved = lists.movements(connection, 2005)["lists"]
    # the repeated number and the rapid list are not in it
    assert [(row["list_month"], row["players"], row["rated"], row["strong"]) for row in moved] == [
        ("2004-10", 2, 2, 0), ("2005-04", 4, 4, 1), ("2005-07", 4, 3, 2),
    ]  # fmt: skip
    assert [(row["entered"], row["gone"]) for row in moved] == [(None, None), (2, 0), (1, 1)]
    assert moved[1]["titles"] == {"GM": 1, "IM": 1, "FM": 1, "WGM": 1}


def test_new_titles_are_higher_than_in_the_list_before(connection):
    found = lists.movements(connection, 2005)["new_titles"]
    assert [(row["fide_id"], row["title"], row["title_before"], row["list_month"]) for row in found] == [
        (DVORAK, "IM", "FM", "2005-04"),
        (FARKAS, "WGM", "WIM", "2005-04"),
    ]
    assert ARRIETA not in {row["fide_id"] for row in found}  # new in the list, so nobody knows since when


def test_a_season_without_lists_says_so(connection, page):
    assert lists.movements(connection, 1999) == {"lists": [], "ratings": [], "new_titles": []}
    assert ["Apr 2005", "4", "4", "2", "0", "1", "1", "1", "1", "1", "0"] in table(
        section(page, "lists"), "Standard lists"
    )
    assert text(section(page, "lists").xpath(".//h3")[0]) == "New titles in the lists"
