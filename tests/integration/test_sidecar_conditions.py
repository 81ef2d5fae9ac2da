"""What only a sidecar can say (B.3 of the description of 2024) reaches the verdict, by the article that uses it."""

from dataclasses import replace

import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows, tables_of

MADE = OneCandidate(
    opponents("2400*9", "GM GM GM IM IM FM - - -", "GER GER FRA FRA ITA ITA ARG ARG CUB"),
    "1111111==",
    start="2024/05/01",
    end="2024/05/09",
    fide_ids=tuple(range(1001, 1011)),
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    files = {name: text for index, case in enumerate(CASES) for name, text in case[1].files(f"case_{index}").items()}
    connection = tables_of(tmp_path_factory.mktemp("conditions"), files)
    return lambda query: rows(connection, query)


def with_sidecar(*lines, **changes):
    return replace(MADE, sidecar="\n".join(lines), **changes)


# The sidecar, the condition that it speaks of, its article, and whether it holds.
CASES = [
    (("registration", "1.1.1", True), with_sidecar("registered_on = 2024-04-01")),
    (("registration", "1.1.1", False), with_sidecar("registered_on = 2024-04-02")),
    (("registration", "1.1.1", True), with_sidecar("registered_on = 2024-04-02", "late_registration_approved = true")),
    (("registration", "1.1.1", None), with_sidecar("uniform_clocks = true")),
    (("equal_conditions", "1.1.1", False), with_sidecar("unequal_conditions = true")),
    (("equal_conditions", "1.1.1", True), with_sidecar("unequal_conditions = false")),
    (("format_kept", "1.1.1", False), with_sidecar("format_changed_approved = false")),
    (("uniform_clocks", "1.1.3b", False), with_sidecar("uniform_clocks = false")),
    (("chief_arbiter", "1.1.5", True), with_sidecar('arbiters = {77 = "FA", 78 = "NA"}')),
    (("chief_arbiter", "1.1.5", False), with_sidecar('arbiters = {78 = "NA", 77 = "FA"}')),
    (("playing_arbiter", "1.1.6", False), with_sidecar('arbiters = {77 = "FA", 1003 = "IA"}')),
    (("benefiting_changes", "1.4.2d", False), with_sidecar("benefiting_changes = true")),
    (("formats", "1.4.2e", False), with_sidecar('system = "scheveningen"')),
    (("formats", "1.4.2e", True), with_sidecar('system = "scheveningen"', "format_approved = true")),
    (("rated_by_fide", "1.4", False), with_sidecar("rated_by_fide = false")),
    (("certificate", "1.8", False), with_sidecar('certificate_signed = ["chief_arbiter"]')),
    (("certificate", "1.8", True), with_sidecar('certificate_signed = ["chief_arbiter", "federation"]')),
    # two rounds of 2 x 180 minutes are exactly 12 hours, with 181 more (1.1.2)
    (
        ("day_hours", "1.1.2", True),
        with_sidecar(
            f"round_dates = [{', '.join(2 * ['2024-05-01'] + [f'2024-05-0{d}' for d in range(2, 9)])}]",
            "minutes_for_60_moves = 180",
        ),
    ),
    (
        ("day_hours", "1.1.2", False),
        with_sidecar(
            f"round_dates = [{', '.join(2 * ['2024-05-01'] + [f'2024-05-0{d}' for d in range(2, 9)])}]",
            "minutes_for_60_moves = 181",
        ),
    ),
    (
        ("day_rounds", "1.1.3", False),
        with_sidecar(f"round_dates = [{', '.join(3 * ['2024-05-01'] + [f'2024-05-0{d}' for d in range(2, 8)])}]"),
    ),
]
FOR_APPLICATIONS = ("rated_by_fide", "certificate")


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{c[0][0]} {c[0][2]} {n}" for n, c in enumerate(CASES)])
def test_conditions_on_the_event(index, asked):
    (rule, article, passed), _ = CASES[index]
    (found,) = asked(f"from mart.event_conditions where event_id = 'case_{index}' and rule = '{rule}'")
    assert (found["article"], found["passed"]) == (article, passed)
    assert (found["observed"] is None) == (passed is None)
    verdicts = asked(
        f"from mart.norm_verdicts where event_id = 'case_{index}' and start_number = 1 and title_sought = 'GM'"
    )
    is_refused = passed is False and rule not in FOR_APPLICATIONS
    assert [verdict["achieved"] for verdict in verdicts] == ([] if is_refused else [True])
    if passed is False:
        code = "application_condition" if rule in FOR_APPLICATIONS else "no_verdict_event_condition"
        (told,) = asked(f"from quality.findings where event_id = 'case_{index}' and finding_code = '{code}'")
        assert told["article"] == article


def test_1_4_an_event_that_is_not_rated_gives_no_norm_towards_a_title(asked):
    norms = {row["event_id"] for row in asked("select event_id from mart.norms")}
    made = {
        row["event_id"] for row in asked("select event_id from mart.norm_verdicts where achieved and start_number = 1")
    }
    unrated = next(f"case_{n}" for n, (what, _) in enumerate(CASES) if what[0] == "rated_by_fide")
    assert made - norms == {unrated}


def verdict_of(folder, event, files=None):
    connection = tables_of(folder, (event.files("open") if event else {}) | (files or {}))
    (found,) = rows(connection, "from mart.norm_verdicts where start_number = 1 and title_sought = 'GM'")
    return found


@pytest.mark.parametrize(
    ("sidecar", "failed"),
    [
        # 2 of GER, 2 of FRA ...: seven of one federation are more than six
        ('federation_overrides = {1004 = "GER", 1005 = "GER", 1006 = "GER", 1007 = "GER", 1008 = "GER"}', ["1.4.4"]),
        ('federation_overrides = {1004 = "GER"}', []),
        # nine of 2400; one of 2200 more makes 2378
        ("rating_overrides = {1002 = 2200}", ["1.4.8a"]),
        ("rating_overrides = {1002 = {value = 2200, from = 2024-05-02}}", []),
        ("rating_overrides = {1002 = {value = 2200, from = 2024-05-01}}", ["1.4.8a"]),
        # two of three GM are too few; a title counts in events that start after its confirmation (0.4.2)
        ('title_overrides = {1002 = "none"}', ["1.4.5b"]),
        ('title_overrides = {1002 = "none", 1005 = {value = "GM", from = 2024-05-01}}', ["1.4.5b"]),
        ('title_overrides = {1002 = "none", 1005 = {value = "GM", from = 2024-04-30}}', []),
    ],
)
def test_overrides_by_fide_number(sidecar, failed, tmp_path):
    found = verdict_of(tmp_path, with_sidecar(sidecar))
    assert (found["achieved"], found["failed_articles"]) == (not failed, failed)


FOUR_GM = opponents("2400*9", "GM GM GM GM IM FM - - -", "GER GER FRA FRA ITA ITA ARG ARG CUB")


@pytest.mark.parametrize(
    ("kind", "achieved"),
    [("pairing_bye", True), ("opponent_absent", True), ("requested_bye", False), ("own_forfeit", False)],
)
def test_1_4_1c_absences_that_the_report_tells_wrongly(kind, achieved, tmp_path):
    event = with_sidecar(
        f'absences = [{{round_number = 1, start_number = 1, kind = "{kind}"}}]', results=".1111111=", people=FOUR_GM
    )
    found = verdict_of(tmp_path, event)
    assert (found["achieved"], found["games"], found["counted_games"]) == (achieved, 8, 9 if achieved else 0)


AT_HOME = opponents("2400*9", "GM GM GM IM IM FM - - -", " ".join(["ESP"] * 9))


@pytest.mark.parametrize(
    ("sidecar", "achieved"),
    [
        ('exemption = "national_final"', True),
        ('exemption = "national_final"\nregistering_federation = "FRA"', False),
        ('exemption = "national_final"\nsingle_federation_zonal_year = ["ESP"]', False),
        ('exemption = "national_team"\nsingle_federation_zonal_year = ["ESP"]\ndivision = "first"', True),
    ],
)
def test_1_4_3a_b_who_is_exempt(sidecar, achieved, tmp_path):
    assert verdict_of(tmp_path, with_sidecar(sidecar, people=AT_HOME))["achieved"] is achieved


def test_1_4_1b_and_1_5_6_event_class(tmp_path):
    """A seven-round event is a continental team championship by its class, and an Olympiad serves 1.5.6b."""
    seven = with_sidecar(
        'system = "team"', 'pairing = "swiss"', 'event_class = ["continental_team", "olympiad"]', results="1111111"
    )
    connection = tables_of(tmp_path, seven.files("open"))
    (found,) = rows(connection, "from mart.norm_verdicts where start_number = 1 and title_sought = 'GM'")
    assert (found["achieved"], found["games"]) == (True, 7)
    assert {row["article"] for row in rows(connection, "from mart.listed_events")} == {"1.5.6b"}


@pytest.mark.parametrize(("said", "achieved"), [("true", False), ("false", True)])
def test_1_4_1e_predetermined_pairings(said, achieved, tmp_path):
    """7 of the first nine and two losses: the first nine alone are a norm where pairings are not known before."""
    people = opponents("2400*11", "GM GM GM GM IM IM - - - - -", "GER GER FRA FRA ITA ITA ARG ARG CUB CUB POL")
    event = with_sidecar(f"predetermined_pairings = {said}", people=people, results="111111==100", fide_ids=())
    assert verdict_of(tmp_path, event)["achieved"] is achieved


LISTED = "".join(
    f"<player><fideid>{number}</fideid><name>Player, P{number - 1000}</name><country>GER</country><sex>M</sex>"
    "<title>{title}</title><w_title></w_title><rating>{rating}</rating></player>"
    for number in range(1001, 1011)
)


FIELD = (("GM", "GER"), ("GM", "FRA"), ("GM", "ITA"), ("IM", "ARG"), ("", "CUB"))


def twice_met(year, results, june, july):
    """Files of a double round robin in June and July; the four with a title and the last one have a rating in each list."""
    dates = ", ".join(f"{year}-{month:02}-{day:02}" for month in (6, 7) for day in range(1, 6))
    event = OneCandidate(
        opponents("2400*5", "GM GM GM IM -", " ".join(federation for _, federation in FIELD)),
        results,
        f'system = "double_round_robin"\nround_dates = [{dates}]',
        start=f"{year}/06/01",
        end=f"{year}/07/05",
        fide_ids=tuple(range(1001, 1007)),
    )
    lists = {
        f"rating_lists/standard_{month}{year % 100}frl.xml": "<playerslist>\n"
        + "\n".join(
            f"<player><fideid>{number}</fideid><name>Player, P{number - 1000}</name><country>{federation}</country><sex>M</sex>"
            f"<title>{title}</title><w_title></w_title><rating>{titled if title else last}</rating></player>"
            for number, (title, federation) in enumerate(FIELD, start=1002)
        )
        + "\n</playerslist>\n"
        for month, (titled, last) in (("jun", june), ("jul", july))
    }
    return event.files("open") | lists


def test_1_1_4_who_is_met_on_two_days_has_two_ratings(tmp_path):
    """Five opponents twice, first in June, then in July, when everybody's rating is higher; the lowest passes the GM floor of 2200.

    GM: 4 * 2400 + 4 * 2500 + 2200 (raised) + 2250 = 24050, so 2405 and 2771 with 9 of 10 (p = 90, dp = 366); IM, floor 2050: 23950.
    """
    connection = tables_of(tmp_path, twice_met(2024, "1111=1111=", (2400, 2100), (2500, 2250)))
    asked = "from mart.norm_verdicts where start_number = 1"
    found = {row["title_sought"]: row for row in rows(connection, asked)}
    assert {title: row["opponents_average_rating"] for title, row in found.items()} == {"GM": 2405, "IM": 2395}
    assert (found["GM"]["achieved"], found["GM"]["performance_rating"]) == (True, 2771)
    audits = rows(
        connection,
        "select rating_used, raised_to_floor from mart.norm_game_audits"
        " where start_number = 1 and title_sought = 'GM' order by round_number",
    )
    assert [row["rating_used"] for row in audits] == [2400] * 4 + [2200] + [2500] * 4 + [2250]
    assert [row["raised_to_floor"] for row in audits] == [n == 4 for n in range(10)]


def test_1_41f_games_are_left_out_by_the_ratings_of_their_days(tmp_path):
    """The last opponent had 1500 in June and 2300 in July. Without the win of June: (8 * 2390 + 2300) / 9 = 2380, 7 of 9 make 2600.

    With all games the average is (8 * 2390 + 2200 + 2300) / 10 = 2362; by 1500 for both games it would be 2369 without that win.
    """
    connection = tables_of(tmp_path, twice_met(2022, "111=111===", (2390, 1500), (2390, 2300)))
    [verdict] = rows(connection, "from mart.norm_verdicts where start_number = 1 and title_sought = 'GM'")
    assert (verdict["achieved"], verdict["left_out_rounds"]) == (True, [5])
    assert (verdict["opponents_average_rating"], verdict["performance_rating"]) == (2380, 2600)


@pytest.mark.parametrize(
    ("end", "months"),
    [
        ("2024/06/30", {}),  # 30 days, both ends counted: the list of the start
        ("2024/07/01", {6: 2400, 7: 2500}),
    ],
)
def test_1_1_4_lists_of_the_day(end, months, tmp_path):
    """L-03, L-04: an event of 31 days takes the list of each round's day."""
    dates = ", ".join([*(f"2024-06-{day:02}" for day in range(1, 9)), "2024-07-01" if months else "2024-06-30"])
    event = with_sidecar(f"round_dates = [{dates}]", start="2024/06/01", end=end)
    lists = {
        f"rating_lists/standard_{month}24frl.xml": "<playerslist>"
        + LISTED.format(title="GM", rating=rating)
        + "</playerslist>\n"
        for month, rating in (("jun", 2400), ("jul", 2500))
    }
    connection = tables_of(tmp_path, event.files("open") | lists)
    games = rows(connection, "select round_number, rating from mart.norm_games where start_number = 1 order by 1")
    assert [row["rating"] for row in games] == [2400] * 8 + [months.get(7, 2400)]
    codes = {row["finding_code"] for row in rows(connection, "from quality.findings where event_id = 'open'")}
    assert ("longer_than_one_list" in codes) == bool(months)
