"""B.01 of 1 July 2005: which events are judged (0.22, 1.14, 1.15, 1.42g), for whom, and by which list (1.46b).

Every event has nine opponents rated 2450 in the report and 6.5 points, a GM norm by 1.41 to 1.49.
"""

import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows, tables_of

USUAL = opponents("2450*9")
SCORE = "11111===0"


def event(people=USUAL, results=SCORE, **more) -> OneCandidate:
    return OneCandidate(people, results, **more)


def of_first_opponent(fide_id: int, start: str = "2005/08/01", first: str = USUAL[0]) -> OneCandidate:
    return event([first, *USUAL[1:]], fide_ids=(None, fide_id), start=start, end=start)


REFUSED = {
    "0.22 the day before the edition": event(start="2005/06/30", end="2005/07/08"),
    "1.14 89 minutes and 30 seconds a move": event(time_control="89 minutes + 30 seconds per move"),
    "1.14 149 minutes": event(time_control="149 minutes"),
    "1.15 91 days": event(start="2005/08/01", end="2005/10/30"),
    "1.42g the sidecar says so": event(sidecar="norm_eligible = false"),
    "1.14 a blitz series": event(),
    "knock-out of an unknown kind": event(kind="Knock-out"),
    "sidecar with an unknown key": event(sidecar='sistem = "swiss"'),
}
JUDGED = {
    "0.22 the first day of the edition": event(start="2005/07/01", end="2005/07/09"),
    "1.14 120 minutes with the increments": event(time_control="90 minutes + 30 seconds per move"),
    "1.14 150 minutes": event(time_control="150 minutes"),
    "1.14 a time control that nobody understands": event(time_control="as usual"),
    "1.15 90 days": event(start="2005/08/01", end="2005/10/29"),
    "1.15 a league of 91 days": event(
        start="2005/08/01", end="2005/10/30", sidecar='system = "team"\npairing = "round_robin"'
    ),
    "1.42g the sidecar allows it": event(sidecar="norm_eligible = true"),
}
# women's norms: sex in the report, women's title, flag of the list; opponents 3 GM and 2 IM do for every title
WOMEN = {
    "report w": (event(sex="w"), True),
    "report f": (event(sex="f"), True),
    "women's title": (event(sex=" ", candidate="2400 WFM ESP"), True),
    "flag of the list": (event(sex=" ", fide_ids=(900005,)), True),
    "man": (event(sex="m"), False),
    "unknown": (event(sex=" "), False),
}
HELD = {
    "-": set(),
    "FM": set(),
    "WIM": {"WIM"},
    "WGM": {"WGM", "WIM"},
    "IM": {"IM", "WGM", "WIM"},
    "GM": {"GM", "IM", "WGM", "WIM"},
}
# Rt for GM: nine of 2450; one of 2360: 21960 / 9 = 2440; of 2405: 2445; one unrated: 21850 / 9 = 2427.8
LISTED = {
    "the list beats the report": (of_first_opponent(900001), "2005-07", "list", 2440),
    "to the end of its period": (of_first_opponent(900001, "2005/09/30"), "2005-07", "list", 2440),
    "the newest list": (of_first_opponent(900001, "2005/10/01"), "2005-10", "list", 2445),
    "three months old": (of_first_opponent(900001, "2006/01/31"), "2005-10", "list", 2445),
    "four months old": (of_first_opponent(900001, "2006/02/01"), None, "report", 2450),
    "listed but unrated": (of_first_opponent(900002), "2005-07", "list", 2428),
    "not in the list": (of_first_opponent(900009), "2005-07", "report", 2450),
    "a federation only in the list": (of_first_opponent(900001, first="2450 GM -"), "2005-07", "list", 2440),
}
OTHERS = {
    "unfinished": event(results="11111===*"),
    "contradicting": event(contradicted_by="1"),
    "nothing but an absent last opponent": event(results="........+"),
    "title of the list": of_first_opponent(900004),
    "unrated in 2006": event([*USUAL[:8], "- - ESP"], "111111110", start="2006/05/01", end="2006/05/09"),
    "unrated in 2005": event([*USUAL[:8], "- - ESP"], "111111110", start="2005/12/01", end="2005/12/09"),
}


def list_line(fide_id, rating, title="", federation="GER", flag=""):
    """A line of the lists of 2003 to 2005: 79 columns, number, name, title, federation, rating, games, birthday, flag."""
    line = f"{fide_id:>8}  {'Player, Somebody':33} {title:2}  {federation}  {rating or '':>4}    0    .  .      {flag}"
    return line.ljust(79)


def rating_list(month, *lines):
    return "\n".join(
        [f"ID_NUMBER NAME                              TITL FED  {month} GAMES BIRTHDAY    FLAG", *lines, ""]
    )


LISTS = {
    "rating_lists/jul05frl.txt": rating_list(
        "JUL05",
        list_line(900001, 2360, "g"),
        list_line(900002, None, "g"),
        list_line(900004, 2450, "m"),
        list_line(900005, 2400, federation="ESP", flag="w"),
        *(list_line(800000 + number, 2300) for number in range(20)),
    ),
    "rating_lists/oct05frl.txt": rating_list(
        "OCT05", list_line(900001, 2405, "g"), *(list_line(800000 + number, 2300) for number in range(20))
    ),
}
SERIES = '[series]\nname = "Blitz"\nregulation = "fmda-blitz"\n[[event]]\nevent = "{}"\ncategory = "1"\n'
EVENTS = {
    **REFUSED,
    **JUDGED,
    **{f"sex {about}": each for about, (each, _) in WOMEN.items()},
    **{f"held {title}": event(candidate=f"2400 {title} ESP", sex="w") for title in HELD},
    **{f"list {about}": each for about, (each, *_) in LISTED.items()},
    **OTHERS,
}
GM_VERDICT = "from mart.norm_verdicts where event_id = ? and start_number = 1 and title_sought = 'GM'"
EVENT_ID = {about: f"event_{index}" for index, about in enumerate(EVENTS)}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Rows of a query about one event; `?` stands for its event_id."""
    files = {name: text for about, each in EVENTS.items() for name, text in each.files(EVENT_ID[about]).items()}
    files |= LISTS | {"series/blitz.toml": SERIES.format(EVENT_ID["1.14 a blitz series"])}
    connection = tables_of(tmp_path_factory.mktemp("admission"), files)
    return lambda about, query: rows(connection, query.replace("?", f"'{EVENT_ID[about]}'"))


@pytest.mark.parametrize("about", REFUSED)
def test_not_judged_but_one_finding(ask, about):
    assert ask(about, "select * from mart.norm_verdicts where event_id = ?") == []
    assert len(ask(about, "select * from quality.findings where event_id = ? and finding_code like 'no_verdict%'")) == 1
    assert ask(about, "select games from mart.performances where event_id = ? and start_number = 1") == [{"games": 9}]


@pytest.mark.parametrize("about", JUDGED)
def test_judged(ask, about):
    query = f"select achieved {GM_VERDICT}"
    assert ask(about, query) == [{"achieved": True}]
    assert ask(about, "select * from quality.findings where event_id = ? and finding_code like 'no_verdict%'") == []


@pytest.mark.parametrize("about", WOMEN)
def test_womens_norms_need_a_known_woman(ask, about):
    query = "select title_sought, achieved from mart.norm_verdicts where event_id = ? and start_number = 1"
    titles = {row["title_sought"]: row["achieved"] for row in ask(f"sex {about}", query)}
    assert titles == dict.fromkeys(("GM", "IM", *(("WGM", "WIM") if WOMEN[about][1] else ())), True)
    doubts = ask(f"sex {about}", "select * from quality.findings where event_id = ? and finding_code = 'sex_unknown'")
    assert len(doubts) == (about == "unknown")


@pytest.mark.parametrize("title", HELD)
def test_titles_that_the_player_has_or_has_surpassed(ask, title):
    query = (
        "select title_sought, achieved, already_held from mart.norm_verdicts where event_id = ? and start_number = 1"
    )
    verdicts = ask(f"held {title}", query)
    assert {row["title_sought"] for row in verdicts if row["already_held"]} == HELD[title]
    assert [row["achieved"] for row in verdicts] == [True] * 4


@pytest.mark.parametrize("about", LISTED)
def test_article_1_46b_list_in_force(ask, about):
    _, month, source, average = LISTED[about]
    about = f"list {about}"
    assert ask(about, "select list_month from core.events where event_id = ?") == [{"list_month": month}]
    opponent = ask(
        about, "select rating_source, federation_code from core.event_players where event_id = ? and start_number = 2"
    )
    assert opponent == [{"rating_source": source, "federation_code": "GER"}]
    query = f"select opponents_average_rating {GM_VERDICT}"
    assert ask(about, query) == [{"opponents_average_rating": average}]


def test_article_1_46b_what_is_missing_is_a_finding(ask):
    query = "select subject from quality.findings where event_id = ? and finding_code = '{}'"
    assert len(ask("list not in the list", query.format("not_in_list"))) == 1
    assert ask("list the list beats the report", query.format("not_in_list")) == []
    assert len(ask("list four months old", query.format("no_list_in_force"))) == 1
    assert ask("list three months old", query.format("no_list_in_force")) == []


def test_article_1_46b_title_of_the_list_counts(ask):
    """The first of three GM is an IM in the list: two are too few."""
    query = f"select failed_articles {GM_VERDICT}"
    assert ask("title of the list", query) == [{"failed_articles": ["1.45b"]}]


def test_article_1_42c_an_absent_last_opponent_alone_is_no_game(ask):
    query = "select games from mart.norm_verdicts where event_id = ? and start_number = 1"
    assert ask("nothing but an absent last opponent", query) == []


def test_unfinished_event_decides_nothing(ask):
    query = "select distinct achieved, undecided_because from mart.norm_verdicts where event_id = ?"
    assert ask("unfinished", query) == [{"achieved": None, "undecided_because": "event not finished"}]
    assert (
        len(ask("unfinished", "select * from quality.findings where event_id = ? and finding_code = 'not_finished'"))
        == 1
    )


def test_contradicting_results_leave_both_players_open(ask):
    query = (
        "select start_number from mart.norm_verdicts where event_id = ? and achieved is null and title_sought = 'GM'"
    )
    open_verdicts = {row["start_number"] for row in ask("contradicting", query)}
    assert 1 in open_verdicts
    assert open_verdicts <= {1, 2}


def test_article_1_46d_says_that_the_rating_of_the_unrated_is_not_known_after_2005(ask):
    query = f"select basis {GM_VERDICT}"
    assert ask("unrated in 2006", query) == [{"basis": "unknown"}]
    assert ask("unrated in 2005", query) != [{"basis": "unknown"}]
