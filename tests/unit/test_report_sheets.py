"""Certificates have the fields of IT1, applications those of IT2, from the published tables; doubts are on the sheet."""

from datetime import date

import pytest
from lxml import html
from tests.fixtures.published_answers import MASTERS_EVENT, OPEN_EVENT
from tests.fixtures.published_season import MASTERS, season_2005, write_tables
from tests.fixtures.published_titles import add_titles
from tests.unit.test_report_page import cells, text

from normbook.reports import sheets
from normbook.reports.messages import words_in
from normbook.reports.published import rows
from normbook.reports.season import write_season_report
from normbook.runs.sheets import write_application, write_certificate
from normbook.warehouse.session import open_published


def audits_of_dvorak(tables):
    """All nine rounds of the masters for number 4; the game of round 1 is raised to an invented floor of 2550."""
    games = [g for g in tables["core.games"] if g["event_id"] == MASTERS_EVENT and g["start_number"] == 4]
    ratings = {number: master[3] for number, master in enumerate(MASTERS, start=1)}
    for game in games:
        is_first = game["round_number"] == 1
        tables["mart.norm_game_audits"].append(
            dict(
                event_id=MASTERS_EVENT, start_number=4, title_sought="GM", round_number=game["round_number"],
                opponent_number=game["opponent_number"], score=game["score"], raised_to_floor=is_first, counted=True,
                rating_used=2550 if is_first else ratings[game["opponent_number"]],
                reason="counted, raised to the floor: rated 2272" if is_first else "counted",
                reason_article="1.46c1" if is_first else None,
            )
        )  # fmt: skip


@pytest.fixture(scope="module")
def publication(tmp_path_factory):
    out = tmp_path_factory.mktemp("publication")
    tables = season_2005()
    add_titles(tables)
    audits_of_dvorak(tables)
    next(e for e in tables["core.events"] if e["event_id"] == MASTERS_EVENT)["chief_arbiter"] = "Árbitro, Un (123)"
    titled = '["GM", "IM", "FM", "WGM", "WIM", "WFM"]'
    tables["ref.parameters"].append(
        dict(
            edition="2005-07-01", parameter="titled_codes", value=titled, article="1.45a", source="seed", status="read"
        )
    )
    write_tables(out, {"2005": tables})
    write_season_report(out, 2005)
    return out


@pytest.fixture(scope="module")
def norms(publication):
    with open_published(publication, sheets.TABLES) as connection:
        return {(n["event_id"], n["start_number"], n["title_sought"]): n for n in sheets.certificates(connection)}


def sheet(publication, name):
    return html.parse(str(publication / "reports" / "season_2005" / name), html.HTMLParser(encoding="utf-8")).getroot()


def facts(page):
    return {text(pair.find("dt")): text(pair.find("dd")) for pair in page.xpath("//dl/div")}


def test_every_new_norm_has_a_certificate_and_every_player_an_application(publication, norms):
    assert set(norms) == {(MASTERS_EVENT, 4, "GM"), (MASTERS_EVENT, 7, "IM"), (OPEN_EVENT, 14, "IM")}
    folder = publication / "reports" / "season_2005"
    assert sorted(file.stem for file in (folder / "certificates").iterdir()) == [
        "open-del-sur-14-IM", "villa-real-masters-4-GM", "villa-real-masters-7-IM",
    ]  # fmt: skip
    assert sorted(file.stem for file in (folder / "applications").iterdir()) == ["100004-GM", "100007-IM"]


def test_it1_counts_opponents_once_by_their_highest_title(norms):
    # The opponents of number 4 are the nine other masters: 3 GM, 1 IM, 2 FM, 1 WGM, 2 without; 4 from ARG, the host;
    # ARG GER ESP HUN DEN URU are six federations, none of them his own.
    assert norms[MASTERS_EVENT, 4, "GM"]["opponents"] == {
        "all": 9, "federations": 6, "not_own": 9, "host": 4, "rated": 9, "unrated": 0, "titled": 7,
        "by_title": {"GM": 3, "IM": 1, "WGM": 1, "FM": 2, "WIM": 0, "CM": 0, "WFM": 0, "WCM": 0},
    }  # fmt: skip


def test_it1_fields_are_on_the_sheet(publication):
    page = sheet(publication, "certificates/villa-real-masters-4-GM.html")
    found = facts(page)
    for label, value in {
        "Name": "Dvorak, Jan", "FIDE ID": "100004", "Federation": "Czech Republic", "Event": "Villa Real Masters",
        "Start": "5 Aug 2005", "Close": "14 Aug 2005", "Chief arbiter": "Árbitro, Un (123)",
        "Rate of play": "90 minutes + 30 seconds", "Games counted": "9", "Federations": "6", "Of the host federation": "4",
        "Not of the own federation": "9", "Rated": "9", "Titled": "7", "GM": "3", "IM": "1", "WGM": "1", "WIM": "0",
        "FM": "2", "WFM": "0", "Average Rt": "2421", "Score required": "7", "Score achieved": "7", "Exceeding by": "0",
    }.items():  # fmt: skip
        assert found[label] == value, label
    first, *others = page.xpath("//table/tbody/tr")
    assert (
        cells(first) == ["1", "Juarez, Tomás", "100010", "ARG", "", "2272", "2550", "1", "yes"]
        or cells(first)[6] == "2550"
    )
    assert len(others) == 8
    assert "(1.46c1)" in text(page)
    assert not page.xpath("//*[@class='watermark']")


def test_a_game_that_does_not_count_stays_in_the_table_marked(norms, publication):
    page = sheet(publication, "certificates/open-del-sur-14-IM.html")
    (out,) = page.xpath("//tr[@class='out']")
    assert cells(out)[0] == "3"
    assert cells(out)[-1] == "no"
    assert "Round 3: left out: won game (1.42e)" in text(page)


def test_a_basis_that_was_not_read_is_a_watermark(publication, norms):
    assert norms[OPEN_EVENT, 14, "IM"]["reservations"] == ["basis"]
    page = sheet(publication, "certificates/open-del-sur-14-IM.html")
    assert text(page.xpath("//*[@class='watermark']")[0]) == "PROVISIONAL"
    assert "rests on a value that is recalled" in text(page)


def test_an_edition_out_of_its_time_is_a_watermark(tmp_path):
    tables = season_2005()
    for event in tables["core.events"]:
        if event["event_id"] == MASTERS_EVENT:
            event |= {"start_date": date(2005, 6, 20), "end_date": date(2005, 6, 29)}  # before 2005-07-01
    write_tables(tmp_path, {"2005": tables})
    page = html.parse(str(write_certificate(tmp_path, MASTERS_EVENT, "4", "GM")))
    assert "HYPOTHETICAL" in page.getroot().text_content()


@pytest.mark.parametrize(
    ("outcome", "score", "written"),
    [("forfeit_win", 1.0, "+"), ("forfeit_loss", 0.0, "−"), ("not_paired", 0.0, "−"), ("bye", 1.0, "+"),
     ("bye", 0.5, "="), ("played", 0.5, "½"), ("played", 1.0, "1"), ("pending", None, "?")],
)  # fmt: skip
def test_rounds_without_play_are_written_as_the_form_wants(outcome, score, written):
    assert sheets.result_of({"outcome": outcome, "score": score}) == written


def test_fid_is_no_federation_and_double_titles_count_once():
    games = [
        {"counted": True, "opponent_number": number, "federation_code": code, "rating": rating, "title_code": title,
         "womens_title_code": womens}
        for number, code, rating, title, womens in [
            (1, "FID", 2400, "IM", "WGM"), (1, "FID", 2400, "IM", "WGM"), (2, "ARG", None, "CM", None),
            (3, None, 2300, None, "WFM"),
        ]
    ]  # fmt: skip
    games.append(games[0] | {"counted": False, "opponent_number": 4})
    counts = sheets.count_opponents({"federation_code": "ARG", "host_code": "ARG"}, games, ["GM", "IM", "WGM", "WFM"])
    assert counts["all"] == 3
    assert (counts["federations"], counts["not_own"], counts["host"]) == (1, 1, 1)
    assert (counts["titled"], counts["rated"], counts["unrated"]) == (2, 2, 1)
    assert {title: n for title, n in counts["by_title"].items() if n} == {"IM": 1, "CM": 1, "WFM": 1}


def test_it2_lists_the_norms_and_what_is_missing(publication):
    page = sheet(publication, "applications/100004-GM.html")
    found = facts(page)
    assert found["Highest rating"] == "2504"
    assert found["Rating reached in the list of"] == "Jul 2005"
    rows = {text(row[0]): text(row[1]) for row in page.xpath("//table//tr")}
    assert rows["Event"] == "Villa Real Masters"
    assert [rows[name] for name in ("Average Rt", "Games played", "Score achieved", "GM", "Unrated")] == [
        "2421", "9", "7", "3", "0",
    ]  # fmt: skip
    assert "9 games of 27; norms: 1." in text(page)
    assert [text(item) for item in page.xpath("//ul/li")] == ["9 of 27 games (1.5)", "1 of 2 norms (1.5)"]
    assert page.xpath("//*[name()='svg']")  # the ratings over the lists
    assert "Jul 2005: 2504" in text(page)


def test_an_application_among_many_tells_the_ratings_without_the_figure(publication):
    with open_published(publication, sheets.TABLES) as connection:
        dvorak = [row for row in rows(connection, "from mart.title_progress") if row["title_sought"] == "GM"]
        [(_, written)] = sheets.application_pages(connection, words_in("en"), dvorak, are_drawn=False)
    page = html.fromstring(written)
    assert not page.xpath("//*[name()='svg']")
    assert "Jul 2005: 2504" in text(page)


def test_commands_write_one_sheet_and_say_why_there_is_none(publication):
    file = write_certificate(publication, MASTERS_EVENT, "dvorak", None, "es")
    assert file.name == "villa-real-masters-4-GM_es.html"
    assert "Certificado de resultado de título (norma)" in file.read_text(encoding="utf-8")
    assert write_application(publication, "garay", "IM").name == "100007-IM.html"
    with pytest.raises(Exception, match=r"no norm \(GM not met: 1\.48\), so there is nothing to certify"):
        write_certificate(publication, MASTERS_EVENT, "10", None)
    with pytest.raises(Exception, match=r"nobody of this name or FIDE number has a norm"):
        write_application(publication, "nobody", None)
    with pytest.raises(Exception, match=r"\d players fit: .* Give the FIDE number"):
        write_application(publication, "a", None)


def test_words_of_a_sheet_are_in_spanish(publication):
    with open_published(publication, sheets.TABLES) as connection:
        norm = sheets.certificates(connection)[0]
    assert words_in("es").said(norm["rounds_played"][0]["reason"]) in (
        "cuenta", "cuenta, elevado al piso: Elo 2272",
    )  # fmt: skip
