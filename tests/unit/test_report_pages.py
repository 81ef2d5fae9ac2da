"""A season with too many events for one page: a first page, one for each month, one for each event; and other documents."""

import shutil
from zipfile import ZipFile

import pytest
from lxml import etree, html
from tests.fixtures.published_answers import HOSTILE
from tests.fixtures.published_season import season_2005, write_publication, write_tables
from tests.fixtures.published_titles import add_titles
from tests.unit.test_report_page import section, table, text

from normbook.errors import NormbookError
from normbook.reports import pages, season
from normbook.reports.documents import write_document
from normbook.reports.events import anchor
from normbook.reports.printing import find_browser
from normbook.reports.season import remove_other_reports, write_season_report

RUN = {"run_id": "run-7", "started": "2005-10-01T06:00:00Z"}


def read(path):
    return html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The season of three events as if three were many, two events in memory at once."""
    out = write_publication(tmp_path_factory.mktemp("publication"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season, "ONE_PAGE_EVENTS", 2)
        patch.setattr(pages, "EVENTS_AT_ONCE", 2)
        write_season_report(out, 2005, RUN)
    return out / "reports"


def test_every_month_and_every_event_has_a_page(reports):
    assert sorted(file.name for file in (reports / "season_2005").glob("*.html")) == ["2005-03.html", "2005-08.html"]
    assert sorted(file.name for file in (reports / "season_2005" / "events").iterdir()) == [
        "event-abierto-marzo.html", "event-open-del-sur.html", "event-villa-real-masters.html",
    ]  # fmt: skip


def test_the_first_page_counts_by_month(reports):
    first = read(reports / "season_2005.html")
    # March: one event, not judged, one error; August: two judged, 3 new norms, 2 near, 1 undecided
    assert table(section(first, "months"), "Events by the month")[1:] == [
        ["Mar 2005", "1", "0", "0", "0", "0", "1"],
        ["Aug 2005", "2", "2", "3", "2", "1", "0"],
    ]
    assert not first.xpath("//section[@id='norms' or @id='events']")
    assert "3 new norms" in text(first.find(".//header"))


def test_a_month_has_its_norms_near_misses_and_events(reports):
    august, march = read(reports / "season_2005" / "2005-08.html"), read(reports / "season_2005" / "2005-03.html")
    assert len(section(august, "norms").xpath("./div//tr[@class='why']")) == 3
    assert [row[0] for row in table(section(august, "events"), "Events in order")[1:]] == [
        "Villa Real Masters", "Open del Sur",
    ]  # fmt: skip
    assert "No new norm was made" in text(section(march, "norms"))
    assert not august.xpath("//article")


def test_an_event_has_its_table_findings_and_score_table(reports):
    page = read(reports / "season_2005" / "events" / "event-villa-real-masters.html")
    assert len(table(section(page, "event"), "Crosstable")) == 11
    assert "2371" in text(section(page, "event").xpath(".//ul[@class='findings']")[0])
    assert len(section(page, "scores").xpath(".//table")) == 1
    assert page.xpath("//svg")


def test_all_links_between_the_pages_lead_somewhere(reports):
    pages = list(reports.rglob("*.html"))
    ids = {page.resolve(): set(read(page).xpath("//@id")) for page in pages}
    for page in pages:
        for link in read(page).xpath("//a/@href"):
            address, _, anchor = link.partition("#")
            target = (page.parent / address).resolve() if address else page.resolve()
            assert target in ids, f"{page.name}: {link}"
            assert not anchor or anchor in ids[target], f"{page.name}: {link}"


def test_events_of_any_name_have_addresses_of_their_own():
    names = ["copa-ñandú", "copa-nandu", "Copa-nandu", "../../etc", "a b", "x" * 300, "ア"]
    anchors = [anchor(name) for name in names]
    assert len(set(anchors)) == len(names)
    assert all(len(one) < 110 and set(one) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for one in anchors)


def test_a_smaller_report_leaves_no_page_of_the_larger_one(reports, tmp_path):
    copy = tmp_path / "out"
    shutil.copytree(reports.parent, copy)
    write_season_report(copy, 2005, RUN)
    assert sorted(file.name for file in (copy / "reports" / "season_2005").iterdir()) == [
        "applications",
        "certificates",
    ]


def test_reports_of_seasons_that_are_gone_are_removed_with_their_folders(tmp_path):
    out = write_publication(tmp_path)
    kept = write_season_report(out, 2005)
    write_season_report(out, None, language="es")
    write_document(out, 2005, RUN, "en", "md")
    remove_other_reports(out, {kept})
    assert sorted(file.name for file in (out / "reports").iterdir()) == ["season_2005", "season_2005.html"]


def test_spanish_stands_beside_english(tmp_path):
    out = write_publication(tmp_path)
    write_season_report(out, 2005)
    page = read(write_season_report(out, 2005, RUN, "es"))
    assert page.get("lang") == "es"
    headings = [text(heading) for heading in page.iter("h2")]
    assert headings[:5] == ["Qué cambió", "Resumen", "Normas logradas", "Por poco", "Sin decidir"]
    assert (out / "reports" / "season_2005.html").is_file()
    assert (out / "reports" / "season_2005_es").is_dir()


def test_markdown_has_the_norms_and_no_markup_of_names(tmp_path):
    written = write_document(write_publication(tmp_path), 2005, RUN, "en", "md").read_text(encoding="utf-8")
    assert (
        "| GM | Dvorak, Jan | CZE | Villa Real Masters | 5–14 Aug 2005 | 9 | 7 | 7 | 2421 | 2641 | 9 | read |"
        in written
    )
    assert "<script>" not in written
    assert "&lt;script>" in written


def sheet_rows(file, number):
    name = f"xl/worksheets/sheet{number}.xml"
    space = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with ZipFile(file) as book:
        tree = etree.fromstring(book.read(name))
    return [
        ["".join(cell.itertext()) for cell in row.findall("x:c", space)] for row in tree.iterfind(".//x:row", space)
    ]


def test_the_workbook_has_the_norms_as_numbers_and_names_as_text(tmp_path):
    file = write_document(write_publication(tmp_path), 2005, RUN, "en", "xlsx")
    head, first, *others = sheet_rows(file, 1)
    assert head[:4] == ["title_sought", "name", "fide_id", "federation_code"]
    # 38569 is 5 August 2005 as a spreadsheet counts days
    assert first[:9] == ["GM", "Dvorak, Jan", "100004", "CZE", "Villa Real Masters", "38569", "38578", "9", "7"]
    assert len(others) == 2
    near = sheet_rows(file, 2)
    assert any(HOSTILE in row for row in near)
    assert len(sheet_rows(file, 9)) == 132  # 131 records set aside under their head


def test_without_a_browser_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setenv("NORMBOOK_BROWSER", "no-such-browser")
    with pytest.raises(NormbookError, match=r"no-such-browser \(NORMBOOK_BROWSER\) is not a program.*Install Chromium"):
        find_browser()


def write_in_parts(out, jobs):
    """The season of three events with one event on a page, one title on a page, one event in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season, "ONE_PAGE_EVENTS", 2)
        for name in ("EVENTS_AT_ONCE", "EVENTS_OF_A_PAGE", "TITLES_OF_A_PAGE"):
            patch.setattr(pages, name, 1)
        write_season_report(out, 2005, RUN, jobs=jobs)
    return {file.relative_to(out).as_posix(): file.read_bytes() for file in (out / "reports").rglob("*.html")}


def publication_with_titles(out):
    tables = season_2005()
    add_titles(tables)
    write_tables(out, {"2005": tables})
    return out


@pytest.fixture(scope="module")
def in_parts(tmp_path_factory):
    out = publication_with_titles(tmp_path_factory.mktemp("publication"))
    return out, write_in_parts(out, jobs=1)


def test_a_month_of_many_events_has_several_pages_that_together_hold_each_event_once(in_parts):
    out, written = in_parts
    first = read(out / "reports" / "season_2005.html")
    # the pages of August are told apart by the days on which their events start
    assert [row[:3] for row in table(section(first, "months"), "Events by the month")[1:]] == [
        ["Mar 2005", "1", "0"], ["5 Aug 2005 (1/2)", "1", "1"], ["27 Aug 2005 (2/2)", "1", "1"],
    ]  # fmt: skip
    stems = ["2005-03", "2005-08-1", "2005-08-2"]
    months = [read(out / "reports" / "season_2005" / f"{stem}.html") for stem in stems]
    held = [[row[0] for row in table(section(month, "events"), "Events in order")[1:]] for month in months]
    assert held == [["Abierto de Marzo"], ["Villa Real Masters"], ["Open del Sur"]]
    norms = [len(section(month, "norms").xpath("./div//tr[@class='why']")) for month in months]
    assert (norms[0], sum(norms)) == (0, 3)
    assert not [name for name in written if name.startswith("reports/season_2005/2005") and name[20:-5] not in stems]


def test_a_long_list_of_titles_has_pages_of_its_own(in_parts):
    out, _ = in_parts
    first = read(out / "reports" / "season_2005.html")
    links = section(first, "titles").xpath(".//li/a")
    assert [text(link) for link in links] == [
        "From norms to titles: who needs what (1/2)", "From norms to titles: who needs what (2/2)",
        "Titles for a rating, Jul 2005",
    ]  # fmt: skip
    players = [read(out / "reports" / link.get("href")).xpath("//main//tbody/tr/th") for link in links]
    assert [[text(player) for player in found] for found in players] == [
        ["Dvorak, Jan 100004"], ["Garay, Bruno 100007"], ["Player 17 100017"],
    ]  # fmt: skip


def test_several_processes_write_the_same_pages(in_parts, tmp_path):
    assert write_in_parts(publication_with_titles(tmp_path), jobs=2) == in_parts[1]
