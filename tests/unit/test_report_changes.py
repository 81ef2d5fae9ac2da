"""The first section of the report: what this publication says otherwise than the one before."""

import pytest
from tests.fixtures.published_answers import MASTERS_EVENT
from tests.fixtures.published_season import season_2005, write_tables
from tests.unit.test_report_page import page_of, section, table, text


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    out = tmp_path_factory.mktemp("publication")
    tables = season_2005()
    dvorak = dict(
        event_id=MASTERS_EVENT, event_name="Villa Real Masters", start_number=4, title_sought="GM", name="Dvorak, Jan"
    )
    tables["mart.run_changes"] += [
        dict(event_id="ido", event_name="Torneo Ido", change="gone_event", before="judged"),
        dvorak | dict(change="new_norm", before="not met: 1.48", now="7 of 9"),
        dict(event_id=MASTERS_EVENT, event_name="Villa Real Masters", change="changed_event", before="a", now="b"),
    ]
    write_tables(out, {"2005": tables})
    return page_of(out)


def test_norms_come_first_and_an_event_that_is_gone_is_told_without_a_link(page):
    assert table(section(page, "changes"), "What changed")[1:] == [
        ["new norm", "Villa Real Masters", "Dvorak, Jan", "GM", "not met: 1.48", "7 of 9"],
        ["event gone", "Torneo Ido", "", "", "judged", "–"],
        ["event changed", "Villa Real Masters", "", "", "a", "b"],
    ]
    assert [text(link) for link in section(page, "changes").xpath(".//a")] == ["Villa Real Masters"] * 2
    assert page.xpath("//main/section/@id")[0] == "changes"


def test_nothing_changed_is_a_sentence(tmp_path):
    write_tables(tmp_path, {"2005": season_2005()})
    assert "Nothing changed since the publication before" in text(section(page_of(tmp_path), "changes"))
