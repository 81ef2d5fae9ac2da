"""Circuits in the report: standings with every encounter, the race, finals, fees; series of other seasons stay out."""

import pytest
from tests.fixtures.published_circuit import add_blitz, add_circuit
from tests.fixtures.published_season import season_2005, write_tables
from tests.unit.test_report_page import page_of, section, table, text

from normbook.reports.writing import in_decimals


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    out = tmp_path_factory.mktemp("publication")
    tables = season_2005()
    add_circuit(tables)
    add_blitz(tables)
    tables["mart.grand_prix_standings"].append(
        tables["mart.grand_prix_standings"][0] | {"series": "of-another-year", "name": "Otro, Año"}
    )
    write_tables(out, {"2005": tables})
    return page_of(out)


def test_standings_have_every_encounter_and_mark_what_does_not_count(page):
    rows = table(section(page, "grand-prix"), "Standings of gira, Sub-12, open")
    assert [row[:-1] for row in rows[1:]] == [
        ["1", "Abad, Ana", "20", "1", "1", "78.13", "20", "12.5"],
        ["1", "Brum, Bruno", "20", "1", "1", "78.13", "17", "20"],
        ["3", "Cruz, Carla", "17", "1", "0", "78.13", "", "17"],
        ["4", "Díaz, Darío", "0", "1", "0", "78.13", "0", ""],
    ]
    assert [row[-1] for row in rows[1:]] == ["qualification open match needed"] * 2 + ["tie by 12a", ""]
    assert [text(cell) for cell in section(page, "grand-prix").xpath(".//td[@class='n left']")] == ["12.5", "17"]


def test_the_race_is_drawn_and_names_the_players(page):
    (figure,) = section(page, "grand-prix").iter("svg")
    assert text(figure.find("title")) == "Lines: order after every event of gira Sub-12"


def test_finals_and_fees_are_told(page):
    found = section(page, "grand-prix")
    assert table(found, "Finals of gira")[1] == [
        "title",
        "1",
        "place 1",
        "–",
        "–",
        "–",
        "tied for the seat: ana, bruno",
    ]
    assert table(found, "Fees by event")[1] == ["Villa Real Masters", "3", "1", "2", "10", "6", "2", "2"]


def test_series_without_an_event_of_the_season_stay_out(page):
    assert "Otro, Año" not in text(section(page, "grand-prix"))


def test_a_season_without_circuit_has_no_section(tmp_path):
    write_tables(tmp_path, {"2005": season_2005()})
    assert not page_of(tmp_path).xpath("//*[@id='grand-prix' or @href='#grand-prix']")


def test_promotions_of_a_blitz_championship_are_told_open_ones_as_open(page):
    found = section(page, "blitz")
    assert table(found, "Promotions")[1:] == [
        ["Player 01", "Open del Sur", "1", "2", "1", "moves up by place", "4"],
        ["Player 02", "Open del Sur", "2", "2", "1", "open play-off missing", "4"],
    ]
    assert table(found, "Standings of Open del Sur")[1:] == [
        ["1", "Player 01", "–", "7½", "33.25", "", "silver"],
        ["2", "Player 02", "–", "7½", "33.25", "play-off needed", ""],
    ]
    assert "40 started; 1 moves up" in text(found)


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "–"), (0.0, "0"), (45.0, "45"), (128.5, "128.5"), (78.125, "78.13"), (80.95238, "80.95"), (100.0, "100")],
)
def test_decimals_are_rounded_half_up(value, written):
    assert in_decimals(value) == written
