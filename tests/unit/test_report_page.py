"""The season report tells what the published tables hold, and is a sound HTML page."""

import re
import shutil
from collections import Counter
from itertools import pairwise

import pytest
from lxml import html
from tests.fixtures.published_answers import HOSTILE
from tests.fixtures.published_season import season_2005, write_publication

from normbook.errors import NormbookError
from normbook.reports.season import write_season_report

RUN = {"run_id": "run-7", "version": "0.1.0", "commit": "abc1234", "started": "2005-10-01T06:00:00Z"}


@pytest.fixture(scope="module")
def publication(tmp_path_factory):
    return write_publication(tmp_path_factory.mktemp("publication"))


@pytest.fixture(scope="module")
def page(publication):
    return html.parse(str(write_season_report(publication, 2005, RUN)), html.HTMLParser(encoding="utf-8")).getroot()


def page_of(publication, season=2005):
    return html.parse(str(write_season_report(publication, season)), html.HTMLParser(encoding="utf-8")).getroot()


def text(element):
    return " ".join(element.text_content().split())


def cells(row):
    return [text(cell) for cell in row.iterchildren()]


def section(page, name):
    (found,) = page.xpath(f"//section[@id='{name}']")
    return found


def article(page, heading):
    (found,) = page.xpath(f"//article[h3[normalize-space()='{heading}']]")
    return found


def table(element, caption):
    (found,) = [table for table in element.iter("table") if text(table.find("caption")).startswith(caption)]
    return [cells(row) for row in found.iter("tr")]


def test_the_overview_counts(page):
    tiles = {text(tile.find("dt")): text(tile.find("dd")) for tile in page.xpath("//dl[@class='tiles']/div")}
    # Players 1 to 10 of the masters bear the FIDE numbers of players 1 to 10 of the open; number 40 has none.
    # 45 games of the masters; 20 pairs in 9 rounds of the open, less the pair with the bye and the forfeit: 178.
    assert tiles == {
        "Events": "3",
        "Players": "40",
        "Games": "223",
        "New norms": "3",
        "Near misses": "2",
        "Undecided": "1",
        "Titles earned": "0",
        "Findings: error": "1",
        # the third warning is about a rating list, not about an event of the season
        "Findings: warning": "2",
        "Findings: info": "0",
        "Set aside, all files": "131",
    }
    assert ["IM", "2", "0", "2", "0"] in table(section(page, "overview"), "Norms by title")
    assert ["WGM", "0", "1", "0", "1"] in table(section(page, "overview"), "Norms by title")
    overview = text(section(page, "overview"))
    assert "Rating lists in force: 2005-07." in overview
    assert "1 norm of this page rests on such a value and is marked provisional." in overview


def test_norms_stand_by_title_and_federation_each_with_its_certificate(page):
    norms = section(page, "norms")
    rows = table(norms, "New norms, by title and federation")
    days, figures = "5–14 Aug 2005", ["9", "7", "7", "2421", "78", "2641", "9", "read"]
    assert rows[1] == ["GM", "IM Dvorak, Jan 100004", "CZE", "Villa Real Masters", days, *figures]
    assert [row[:2] for row in rows[1:] if len(row) > 8] == [
        ["GM", "IM Dvorak, Jan 100004"],
        ["IM", "FM Garay, Bruno 100007"],
        ["IM", "FM Player 14 100014"],
    ]
    assert (
        norms.xpath("./div//a[@class='sheet-link']/@href")[0] == "season_2005/certificates/villa-real-masters-4-GM.html"
    )
    assert "Farkas" not in text(norms.xpath("./div")[0])  # held: folded away
    assert "Farkas, Ilona" in text(norms.xpath("./details")[0])
    assert text(norms.xpath("./details/summary")[0]).startswith("1 norm made by players who held the title")


def test_a_norm_tells_its_articles_and_its_remarks(page):
    (player,) = section(page, "norms").xpath(".//tr[@class='why'][contains(., 'Player 14, IM norm')]")
    marks = [text(mark) for mark in player.xpath(".//span[contains(@class, 'mark')]")]
    assert marks == [
        "absent last opponent counted as a loss",
        "left out: round 3",
        "provisional: rests on a value that is recalled",
    ]
    assert table(player, "Player 14")[1:] == [
        ["1.41a", "at least 9 games", "8 games", "met", "read"],
        ["1.43", "2 other federations", "1", "waived by 1.43c", "read"],
        ["1.44a", "at most 6", "3", "met", "read"],
        ["1.48", "Rp at least 2451", "Rp 2667", "met", "read"],
    ]
    assert [text(game) for game in player.xpath(".//li")] == ["Round 3: left out: won game (1.42e)"]


def test_near_misses_start_with_the_smallest_want(page):
    rows = table(section(page, "near"), "Near misses")[1:]
    assert [row[0] for row in rows] == ["WGM Farkas, Ilona 100006 HUN", f"FM {HOSTILE} 100008 DEN"]
    assert rows[0][1:] == [
        "IM",
        "Villa Real Masters",
        "9",
        "4½",
        "5",
        "½",
        "2428",
        "2428",
        "1.48 asks Rp at least 2451; found Rp 2428",
    ]
    assert rows[1][-1].startswith("1.43 asks 2 other federations; found 1")
    assert rows[1][-1].endswith("1 more federation (1 of 2) and 1 point more would have made the IM norm.")


def test_whoever_holds_the_title_or_is_far_off_is_no_near_miss(page):
    assert "Arrieta" not in text(section(page, "near"))
    assert "Juarez" not in text(section(page, "near"))


def test_undecided_verdicts_say_why(page):
    (row,) = table(section(page, "undecided"), "Verdicts")[1:]
    assert row[0] == "WIM Player 19 100019"
    assert row[-1] == "unknown federations 1.43 asks 2 other federations 1.44a asks at most 6"


def test_events_have_average_category_and_the_score_needed(page):
    rows = table(section(page, "events"), "Events in order of time")[1:]
    # Ratings of the masters sum to 24254: average 2425 (category 7: 2401 to 2425). 9 games, 10.1a: a GM norm takes
    # 7 points from Rt 2381 on and 6½ from 2601 - 166 = 2435 on; IM 5 from 2451 - 43; WGM 4½ from 2401 on;
    # WIM 3½ from 2251 + 80 on.
    assert rows == [
        ["Abierto de Marzo", "ARG", "28 Mar – 3 Apr 2005", "Swiss", "7", "0", "0", "–", "–", "not judged"],
        [
            "Villa Real Masters",
            "ARG",
            "5–14 Aug 2005",
            "Round robin",
            "9",
            "10",
            "10",
            "2425",
            "7",
            "7",
            "5",
            "4½",
            "3½",
        ],
        [
            "Open del Sur",
            "ARG",
            "27 Aug – 4 Sep 2005",
            "Swiss",
            "9",
            "40",
            "40",
            "2299",
            "–",
            "by the opponents’ average",
        ],
    ]
    # Own averages: (24254 - 2272) / 9 = 2442.4 for the lowest rated, (24254 - 2540) / 9 = 2412.7 for the highest.
    needed = table(article(page, "Villa Real Masters"), "Score needed over 9 games")
    assert ["GM", "7", "6½ Rt 2442", "7 Rt 2413"] in needed
    assert ["WIM", "3½", "3½ Rt 2442", "3½ Rt 2413"] in needed


def test_an_event_without_verdicts_shows_its_findings_at_once(page):
    (details,) = article(page, "Abierto de Marzo").xpath(".//details")
    assert details.get("open") is not None
    assert "No edition is encoded for 28 March 2005" in text(details)


def test_standings_hold_every_player_and_long_ones_are_folded(page):
    short, long = article(page, "Villa Real Masters"), article(page, "Open del Sur")
    assert [row[1] for row in table(short, "Crosstable")[1:]] == ["4", "1", "2", "3", "7", "5", "6", "8", "9", "10"]
    assert not short.xpath("./details[.//table]")
    assert sorted(int(row[1]) for row in table(long, "Standings")[1:]) == list(range(1, 41))
    assert text(long.xpath("./details[.//table]/summary")[0]) == "Standings of 40 players"
    assert table(long, "Standings")[-1][:2] == ["–", "15"]


def test_a_crosstable_has_the_results_against_every_place_by_the_typed_results(page):
    rows = {row[1]: row for row in table(article(page, "Villa Real Masters"), "Crosstable")[1:]}
    # Dvorak: 7 points, Rt 2421, 78 % is 220: Rp 2641. Places: 4, 1, 2, 3, 7, 5, 6, 8, 9, 10.
    assert rows["4"][:5] == ["1", "4", "IM Dvorak, Jan", "CZE", "2468"]
    assert rows["4"][-4:] == ["7", "2421", "2641", "GM"]
    assert rows["4"][5:-4] == ["■", "½", "1", "½", "½", "1", "1", "½", "1", "1"]
    assert rows["1"][5:-4] == ["½", "■", "½", "½", "½", "½", "1", "1", "1", "1"]
    assert rows["6"][-1] == "IM near WGM held"
    assert rows["1"][-1] == ""


def test_standings_tell_rounds_points_and_norms(page):
    opens = {row[1]: row for row in table(article(page, "Open del Sur"), "Standings")[1:]}
    assert opens["1"][5] == "bye 1"
    assert opens["40"][4:6] == ["–", "–"]
    assert opens["39"][4] == "2029*"
    assert opens["2"][13].endswith("+")
    assert opens["3"][9].endswith("!")
    assert opens["4"][10].endswith("a")
    assert opens["5"][11].endswith("n")


def test_every_finding_is_listed_once(page):
    sentences = [finding["finding"] for finding in season_2005()["quality.findings"]]
    listed = [text(item) for item in page.xpath("//ul[@class='findings']/li")]
    assert len(listed) == len(sentences)
    for sentence in sentences:
        assert sum(sentence in item for item in listed) == 1
    summaries = [text(summary) for summary in section(page, "findings").xpath("./details/summary")]
    assert summaries == [
        # made-up codes have no heading and stand for themselves
        "error no_edition no_edition; 1 finding, 1 event",
        "warning rating_differs rating_differs; 2 findings, 2 events",
        "warning repeated_number repeated_number; 1 finding",
    ]


def test_records_set_aside_are_counted_and_the_first_listed(page):
    files, lines = section(page, "set-aside").xpath("./details")
    assert text(files.find("summary")) == "events/broken.trf 1 file: No players no_players"
    assert text(lines.find("summary")) == "rating_lists/JUL05FRL.TXT 130 lines: No number no_number"
    assert len(lines.findall(".//li")) == 100
    assert "first 100 of 130" in text(lines)
    assert "<b>junk 1</b>" in text(lines)


def test_the_gate_shows_failures_first_and_folds_the_rest(page):
    gate = section(page, "gate")
    assert table(gate, "Did not hold")[1][:3] == ["warning", "core.event_players", "few blank federations"]
    assert "scores of a game sum to 1" in text(gate.xpath("./details")[0])


def test_provenance_names_values_files_and_run(page):
    provenance = section(page, "provenance")
    assert table(provenance, "Values that were not read")[1] == [
        "1.46d", "unrated_rating", "1600", "recalled", "Nobody has read the value of these years.",
    ]  # fmt: skip
    files = [row[0] for row in table(provenance, "Files that this season used")[1:]]
    assert files == [
        "events/broken.trf not read The file holds no 001 line.",
        "events/villa-real-masters.trf",
        "rating_lists/JUL05FRL.TXT",
    ]
    assert text(page.find(".//footer/p")) == "run run-7 · version 0.1.0 · commit abc1234 · started 2005-10-01T06:00:00Z"


def test_names_are_text_not_markup(page):
    assert len(page.xpath("//script")) == 1  # our own
    assert HOSTILE in text(page)


def test_the_page_needs_nothing_from_elsewhere(page):
    links = {
        value
        for element in page.iter()
        for name, value in element.attrib.items()
        if name in ("href", "src", "xlink:href")
    }
    sheets = {link for link in links if link.startswith("season_2005/certificates/")}
    assert {link for link in links if not link.startswith("#")} == {"data:,"} | sheets
    assert "default-src 'none'" in page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert "url(http" not in page.find(".//style").text
    assert "@import" not in page.find(".//style").text


def test_ids_are_unique_and_every_reference_has_its_target(page):
    ids = Counter(page.xpath("//@id"))
    assert [name for name, times in ids.items() if times > 1] == []
    wanted = {link[1:] for link in page.xpath("//@href") if link.startswith("#")} | set(
        page.xpath("//@aria-labelledby")
    )
    wanted |= {glyph[1:] for glyph in page.xpath("//@*[name()='xlink:href']")}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", html.tostring(page, encoding="unicode")))
    assert wanted - set(ids) == set()


def test_tables_are_told_to_those_who_cannot_see_them(page):
    assert all(table.find("caption") is not None for table in page.iter("table"))
    assert all(cell.get("scope") for cell in page.iter("th"))
    assert all(svg.get("role") == "img" and svg.find("title") is not None for svg in page.iter("svg"))
    levels = [int(heading.tag[1]) for heading in page.xpath("//h1|//h2|//h3|//h4")]
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_the_same_tables_give_the_same_bytes(publication):
    first = write_season_report(publication, 2005, RUN).read_bytes()
    assert write_season_report(publication, 2005, RUN).read_bytes() == first


def test_nothing_published_has_sentences_instead_of_empty_tables(publication):
    path = write_season_report(publication, None)
    page = html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()
    assert path.name == "season_undated.html"
    assert not page.xpath("//table[not(.//td)]")
    said = text(page)
    for sentence in (
        "No new norm was made in this season’s events.",
        "Nobody who does not hold the title was near a norm that was not made.",
        "No event of this season was judged.",
        "The report of this event holds no players.",
        "The run that made this page was not stated.",
    ):
        assert sentence in said


def test_a_failed_report_leaves_the_earlier_one(tmp_path):
    write_publication(tmp_path)
    write_season_report(tmp_path, 2005)
    before = {file: file.read_bytes() for file in (tmp_path / "reports").rglob("*") if file.is_file()}
    shutil.rmtree(tmp_path / "core" / "games")
    with pytest.raises(NormbookError, match=r"core\.games is not published in .*: run `normbook run`"):
        write_season_report(tmp_path, 2005)
    assert {file: file.read_bytes() for file in (tmp_path / "reports").rglob("*") if file.is_file()} == before
