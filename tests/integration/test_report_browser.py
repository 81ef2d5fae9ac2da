"""The season report in a real browser: no errors, no network, usable by keyboard, on a phone and on paper."""

import shutil
from collections.abc import Iterator

import pytest
from tests.fixtures.published_season import write_publication

from normbook.reports.documents import write_document
from normbook.reports.season import write_season_report

pytestmark = pytest.mark.browser
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
QUIET += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory) -> Iterator:
    """The report in a page, with what the console said and which addresses were asked for."""
    # asked for by its mark only, so what is missing is a failure and not a reason to skip
    from playwright import sync_api

    assert CHROMIUM, "no chromium on the path: install the system's own"
    report = write_season_report(write_publication(tmp_path_factory.mktemp("publication")), 2005)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        said, asked = [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(report.as_uri())
        yield page, said, asked
        browser.close()


def test_headings_are_seen_and_nothing_is_wrong_or_fetched(opened):
    page, said, asked = opened
    assert page.title() == "Title norms, season 2005"
    for heading in (
        "Overview",
        "Norms made",
        "Near misses",
        "Undecided",
        "Events",
        "Findings",
        "Titles",
        "Rating lists",
        "Set aside",
        "Provenance",
    ):
        assert page.get_by_role("heading", name=heading, exact=True).is_visible()
    assert said == []
    assert [address for address in asked if not address.startswith(("file://", "data:"))] == []


def test_the_articles_open_by_keyboard(opened):
    page, _, _ = opened
    summary = page.get_by_text("The articles, one by one").first
    cell = page.get_by_role("cell", name="Rp at least 2601").first
    assert not cell.is_visible()
    summary.focus()
    page.keyboard.press("Enter")
    assert cell.is_visible()


def names(page):
    return page.evaluate("""[...document.querySelectorAll('#norms > .wide > table > tbody > tr:not(.why) > th')]
        .map(cell => cell.textContent.trim().replace(/\\s+/g, ' '))""")


def test_norms_sort_by_number_and_their_articles_stay_with_them(opened):
    page, _, _ = opened
    page.reload()
    head = page.locator("#norms > .wide thead th", has_text="Score")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    # 7 (of 9), 7 (of 8), 5: equal scores keep their order
    assert [name.split(" 1000")[0] for name in names(page)] == ["IM Dvorak, Jan", "FM Player 14", "FM Garay, Bruno"]
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert names(page)[0] == "FM Garay, Bruno 100007"
    first_why = page.locator("#norms > .wide > table > tbody > tr.why").first
    assert "Garay, Bruno, IM norm" in first_why.text_content()


def test_a_table_filters_by_beginnings_of_words_without_accents(opened):
    page, _, _ = opened
    page.reload()
    standings = page.locator("article", has_text="Villa Real Masters")
    box = standings.get_by_label("Filter the rows")
    box.fill("tomas")
    rows = standings.locator("table.standings tbody tr:visible")
    assert [row.locator("th").text_content().strip() for row in rows.all()] == ["Juarez, Tomás"]
    assert standings.locator("output").text_content() == "1 of 10 rows"
    box.fill("im")
    # IM Dvorak, IM Estevez; and Farkas, who is near an IM norm; Garay made one; no WIM
    assert rows.count() == 5
    box.fill("")
    assert rows.count() == 10


def test_the_certificate_is_one_click_away_and_leads_nowhere_else(opened):
    page, said, asked = opened
    page.reload()
    page.locator("#norms").get_by_role("link", name="Certificate").first.click()
    assert page.get_by_role("heading", name="Certificate of title result").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.go_back()
    assert said == []
    assert [address for address in asked if not address.startswith(("file://", "data:"))] == []


def test_the_first_tab_leads_past_the_navigation(opened):
    page, _, _ = opened
    page.reload()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0


def test_a_link_to_a_folded_finding_unfolds_it(opened):
    page, _, _ = opened
    finding = page.get_by_text("The report gives Player 39 no rating.")
    assert not finding.is_visible()
    page.locator("#findings summary", has_text="rating_differs").click()
    page.locator("#findings").get_by_role("link", name="open-del-sur").click()
    finding.wait_for(state="visible", timeout=5000)


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_page_is_never_wider_than_the_screen(opened, width):
    page, _, _ = opened
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.reload()


def test_on_a_phone_the_rows_of_norms_are_cards_that_need_no_scrolling(opened):
    page, _, _ = opened
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    table = page.locator("#near > .wide")
    assert table.evaluate("element => element.scrollWidth <= element.clientWidth")
    missing = page.locator("#near tbody tr").first.locator("td").last
    assert missing.bounding_box()["x"] < 60
    assert missing.evaluate("cell => getComputedStyle(cell, '::before').content") == '"What is missing"'
    page.set_viewport_size({"width": 1280, "height": 900})


# What reaches over the right edge of the screen and lies in nothing that scrolls, and captions of tables that do.
CUT = """() => {
  const edge = document.documentElement.clientWidth + 1;
  const scrolls = (element) =>
    element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  document.querySelectorAll("details").forEach((details) => (details.open = true));
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > edge)
    .filter((element) => element.matches("caption") || !scrolls(element.parentElement))
    .map((element) => `${element.tagName}: ${element.textContent.trim().slice(0, 60)}`);
}"""


def test_on_a_phone_nothing_is_cut_that_cannot_be_scrolled(opened):
    page, _, _ = opened
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    assert page.evaluate(CUT) == []
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('p'), {style: 'width: 500px', textContent: 'x'}))"
    )
    assert page.evaluate(CUT) == ["P: x"]
    page.set_viewport_size({"width": 1280, "height": 900})
    page.reload()


def test_on_paper_the_articles_are_open_and_the_navigation_gone(opened):
    page, _, _ = opened
    page.set_viewport_size({"width": 1000, "height": 900})
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.locator("table.rules").first.bounding_box()["height"] > 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1000
    page.emulate_media(media="screen")
    assert page.locator("nav").is_visible()


def test_the_report_prints_to_pdf_with_its_certificates(tmp_path):
    file = write_document(write_publication(tmp_path), 2005, {}, "en", "pdf")
    printed = file.read_bytes()
    assert printed.startswith(b"%PDF-")
    # three certificates after at least five pages of report, each page an object of its own
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") >= 8
