"""The list in force and its players as of a date: look-back, gaps, several lists a month, repeated numbers, titles by month."""

import pytest
from tests.unit.rating_list_writer import line, people, text
from tests.world import report_line, rows, tables_of


def rating_list(month, *lines):
    return text("B2", [*lines, *people("B2", 30, rating="1900")], token=month)


def player(fide_id, name, rating, **more):
    return line("B2", id=str(fide_id), name=name, rating=str(rating), **more)


def report(start, *players):
    lines = [
        report_line(number, name, ["0000 - H"], rating=1500, fide_id=fide_id, birth=birth)
        for number, (fide_id, name, birth) in enumerate(players, start=1)
    ]
    return "\n".join(["012 Open", f"042 {start}", *lines, ""])


ADA, EVA, BEN, TOM, TOM_ELDER = 7, 8, 9, 10, 10
FILES = {
    "rating_lists/jan03frl.txt": rating_list(
        "JAN03", player(ADA, "Rossi, Ada", 2100), player(EVA, "Ruiz, Eva", 2200, title="wf")
    ),
    # Ben comes, Ada is left out as inactive, Eva has a higher title, two people have one number
    "rating_lists/apr03frl.txt": rating_list(
        "APR03",
        player(EVA, "Ruiz, Eva", 2210, title="wm"),
        player(BEN, "Wolf, Ben", ""),
        player(TOM, "Becker, Thomas", 2050, birth="01.02.64"),
        player(TOM_ELDER, "Becker, Thomas", 2070, birth="03.04.70"),
    ),
    "rating_lists/rapid_apr03frl.txt": rating_list("APR03", player(EVA, "Ruiz, Eva", 1999)),
}
STARTS = {"march": "2003/03/31", "april": "2003/04/01", "july": "2003/07/01", "august": "2003/08/01"}
FIELD = (ADA, "Rossi, Ada", ""), (EVA, "Ruiz, Eva", ""), (BEN, "Wolf, Ben", ""), (TOM, "Becker, Thomas", "1970")
FILES |= {f"events/{event}.trf": report(start, *FIELD) for event, start in STARTS.items()}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("world"), FILES)


@pytest.mark.parametrize(
    ("event", "month", "ratings"),
    [
        ("march", "2003-01", [2100, 2200, 1500, 1500]),
        ("april", "2003-04", [1500, 2210, None, 2070]),
        ("july", "2003-04", [1500, 2210, None, 2070]),  # three months old, no newer list
        ("august", None, [1500] * 4),
    ],
)
def test_q12_list_in_force_looks_back_and_absence_is_no_rating(world, event, month, ratings):
    assert rows(world, f"select list_month from core.events where event_id = '{event}'") == [{"list_month": month}]
    found = rows(
        world, f"select rating, rating_source from core.event_players where event_id = '{event}' order by start_number"
    )
    assert [row["rating"] for row in found] == ratings
    assert [row["rating_source"] for row in found] == ["report" if rating == 1500 else "list" for rating in ratings]


def test_q05_a_number_of_two_people_is_told_apart_by_birth_and_both_stay(world):
    listed = rows(
        world,
        f"select rating, birth_year, is_repeated from core.rating_lists where fide_id = {TOM} order by source_line",
    )
    assert [tuple(row.values()) for row in listed] == [(2050, 1964, True), (2070, 1970, True)]
    assert rows(world, "select subject from quality.findings where finding_code = 'fide_id_repeated'") != []


def test_q27_titles_are_those_of_the_list_at_the_start(world):
    query = "select womens_title_code from core.event_players where event_id = '{}' and start_number = 2"
    assert [rows(world, query.format(event))[0]["womens_title_code"] for event in ("march", "april")] == ["WFM", "WIM"]


def test_several_lists_of_a_month_stand_side_by_side(world):
    found = rows(
        world,
        f"select list_kind, rating from core.rating_lists where list_month = '2003-04' and fide_id = {EVA} order by list_kind",
    )
    assert [tuple(row.values()) for row in found] == [("rapid", 1999), ("standard", 2210)]
