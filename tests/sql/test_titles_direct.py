"""Titles and norms won in championships (1.2 of 2005), and what they add to an application."""

import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import report, report_line, rows, tables_of


def event(
    results: str, championship: str, more: str = "", ratings: str = "", placing: str = "", **head
) -> OneCandidate:
    """Opponents of 2300 unless said otherwise; `placing` is what the sidecar says of the candidate."""
    sidecar = f'championship = "{championship}"\nsection = "open"\n{more}'
    if placing:
        sidecar += f"\n[[placing]]\nstart_number = 1\n{placing}"
    people = opponents(ratings or f"2300*{len(results)}")
    return OneCandidate(people, results, sidecar, fide_ids=(777,), **head)


# nine points of nine for somebody else
WINNER = {"guests": ["2200 - GER"] * 2, "others": tuple((number, 11, 12, "1") for number in range(1, 10))}
TEAM, KNOCKOUT = 'system = "team"\npairing = "swiss"', 'system = "knockout"'
# about -> event, titles, norms as (title, games they count)
CASES = {
    # 6 of 9 are 66.67 per cent, 5.5 of 9 are 61.1; 3.5 of 7 are 50
    "66.66 per cent of nine": (event("111111000", "olympiad", TEAM), {"FM"}, set()),
    "61 per cent of nine": (event("11111=000", "olympiad", TEAM), {"CM"}, set()),
    "all of eight games": (event("11111111", "olympiad", TEAM), {"CM"}, set()),
    "50 per cent of seven": (event("111=000", "olympiad", TEAM), {"CM"}, set()),
    "43 per cent of seven": (event("1110000", "olympiad", TEAM), set(), set()),
    "all of six games": (event("111111", "olympiad", TEAM), set(), set()),
    "world team, 71 per cent of seven": (event("1111100", "world_team", TEAM), {"FM"}, set()),
    "not for an FM": (event("111111000", "olympiad", TEAM, candidate="2400 FM ESP"), set(), set()),
    "not CM for an FM": (event("111=000", "olympiad", TEAM, candidate="2400 FM ESP"), set(), set()),
    # 6.5 of 9 are 72 per cent, dp 166: 2434 + 166 = 2600, one less than a norm by 1.48 needs
    "performance of 2600": (event("11111===0", "olympiad", TEAM, "2434*9"), {"FM"}, {("GM", 20), ("IM", 20)}),
    "performance of 2599": (event("11111===0", "olympiad", TEAM, "2433*9"), {"FM"}, {("IM", 20)}),
    # the same event as a norm by the games: one norm, of the greater number of games
    "20 games go before nine": (event("11111===0", "olympiad", TEAM, "2450*9"), {"FM"}, {("GM", 20), ("IM", 20)}),
    "gold, under eighteen": (event("111111000", "world_u18", placing="place = 1"), {"IM"}, {("GM", 9)}),
    "silver, under eighteen": (event("111000000", "world_u18", placing="place = 2"), set(), set()),
    # 3 of 9 are 33.3 per cent, 3.5 of 9 are 38.9
    "1.21 gold with less than 35 per cent": (event("111000000", "world_u18", placing="place = 1"), set(), set()),
    "1.21 gold with more": (event("111=00000", "world_u18", placing="place = 1"), {"IM"}, {("GM", 9)}),
    "no IM title for an IM": (
        event("111111000", "world_u18", placing="place = 1", candidate="2400 IM ESP"),
        set(),
        {("GM", 9)},
    ),
    "last sixteen": (event("1100", "world", KNOCKOUT, placing='stage = "last_16"'), {"GM"}, set()),
    "final": (event("1100", "world", KNOCKOUT, placing='stage = "final"'), {"GM"}, set()),
    "last 32": (event("1100", "world", KNOCKOUT, placing='stage = "last_32"'), {"IM"}, set()),
    "qualified, all by forfeit": (event("++--", "world", KNOCKOUT), set(), set()),
    # (b), (c): in a Swiss the first, and the first two
    "zonal, first of a Swiss": (event("1111110=0", "zonal", "", "2200*9", "place = 1"), {"IM"}, set()),
    "zonal, second of a Swiss": (event("1111110=0", "zonal", "", "2200*9", "place = 2", **WINNER), {"FM"}, set()),
    "zonal, third of a Swiss": (event("1111110=0", "zonal", "", "2200*9", "place = 3", **WINNER), set(), set()),
    # 72 per cent are more than 66.66 in any other system
    "zonal, third of a league": (event("1111110=0", "zonal", TEAM, "2200*9", "place = 3", **WINNER), {"IM"}, set()),
    "zonal, performance of 2450": (
        event("1111110=0", "zonal", "", "2284*9", "place = 3", **WINNER),
        set(),
        {("IM", 20)},
    ),
    "zonal, performance of 2449": (event("1111110=0", "zonal", "", "2283*9", "place = 3", **WINNER), set(), set()),
    "no championship": (OneCandidate(opponents("2300*9"), "111111000", fide_ids=(777,)), set(), set()),
}


@pytest.fixture(scope="module")
def championships(tmp_path_factory):
    files = {
        name: text
        for number, (each, *_) in enumerate(CASES.values())
        for name, text in each.files(f"case_{number}").items()
    }
    # All four share the first place of the under eighteen: the first three by tie-break win the title, one gold the norm.
    quarter = [
        report_line(number, f"Four, P{number}", cells, rating=2300, federation="GER", place=number)
        for number, cells in enumerate(
            (
                ["   4 w =", "   3 w =", "   2 w ="],
                ["   3 w =", "   4 b =", "   1 b ="],
                ["   2 b =", "   1 b =", "   4 w ="],
                ["   1 b =", "   2 w =", "   3 b ="],
            ),
            start=1,
        )
    ]
    files["events/shared.trf"] = report(quarter)
    files["events/shared.toml"] = '[event]\nchampionship = "world_u18"\nsection = "open"\n'
    files["events/sectionless.trf"] = report(quarter)
    files["events/sectionless.toml"] = '[event]\nchampionship = "world_u18"\n'
    return tables_of(tmp_path_factory.mktemp("championships"), files)


@pytest.mark.parametrize("about", CASES)
def test_1_2_titles_and_norms(championships, about):
    _, titles, norms = CASES[about]
    of_candidate = f"event_id = 'case_{list(CASES).index(about)}' and start_number = 1"
    found = rows(championships, f"select title, article from mart.direct_titles where {of_candidate}")
    assert {row["title"] for row in found} == titles
    assert {row["article"] for row in found} <= {"1.2"}
    made = rows(
        championships,
        f"select title_sought, counted_games from mart.norms where championship_article = '1.2' and {of_candidate}",
    )
    assert {(row["title_sought"], row["counted_games"]) for row in made} == norms


def test_1_2_first_place_shared_by_more_than_three(championships):
    found = rows(
        championships, "select start_number, title from mart.direct_titles where event_id = 'shared' order by all"
    )
    assert found == [{"start_number": number, "title": "IM"} for number in (1, 2, 3)]
    assert rows(championships, "select start_number, title_sought from mart.norms where event_id = 'shared'") == [
        {"start_number": 1, "title_sought": "GM"}
    ]


def test_1_2_without_a_section_nothing_is_told(championships):
    assert rows(championships, "select * from mart.direct_titles where event_id = 'sectionless'") == []
    open_titles = "select * from quality.findings where finding_code = 'direct_titles_open'"
    [found] = rows(championships, f"{open_titles} and event_id = 'sectionless'")
    assert "open or the women's section" in found["finding"]
    assert "section" in found["action"]


def test_1_2_places_that_nobody_tells_are_a_finding(championships):
    found = rows(championships, "select event_id from quality.findings where finding_code = 'direct_titles_open'")
    told = {list(CASES)[int(row["event_id"][5:])] for row in found if row["event_id"].startswith("case_")}
    assert {"qualified, all by forfeit", "silver, under eighteen"} <= told
    assert not told & {"gold, under eighteen", "final", "66.66 per cent of nine", "no championship"}


def test_a_norm_of_20_games_and_one_of_nine_make_27(tmp_path):
    files = event("11111===0", "olympiad", TEAM, "2450*9").files("olympiad")
    files |= OneCandidate(
        opponents("2450*9"), "11111===0", fide_ids=(777,), start="2005/09/01", end="2005/09/09"
    ).files("open")
    [row] = rows(tables_of(tmp_path, files), "select * from mart.title_progress where title_sought = 'GM'")
    assert (row["norms"], row["norm_games"], row["missing"]) == (2, 29, ["rating 2500 (1.5), in no list held"])


def test_a_norm_without_a_number_is_nobodys(tmp_path):
    connection = tables_of(tmp_path, OneCandidate(opponents("2450*9"), "11111===0").files("open"))
    assert rows(connection, "select * from mart.title_progress") == []
    found = rows(
        connection, "select subject, severity from quality.findings where finding_code = 'norm_without_number'"
    )
    assert {"subject": "Player, P1, GM", "severity": "warning"} in found


def test_norms_of_who_holds_the_title_are_no_progress(tmp_path):
    of_im = OneCandidate(opponents("2450*9"), "11111===0", candidate="2400 IM ESP", fide_ids=(777,))
    connection = tables_of(tmp_path, of_im.files("open"))
    assert rows(connection, "select title_sought from mart.title_progress") == [{"title_sought": "GM"}]
