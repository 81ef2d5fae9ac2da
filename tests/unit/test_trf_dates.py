"""Dates and births: the forms that report files were seen to use, and the rule that decides between readings."""

from datetime import date

import pytest

from normbook.sources.dates import Birth, event_dates, read_birth


@pytest.mark.parametrize(
    ("start", "end", "rounds", "expected"),
    [
        ("2005/05/14", "2005/05/22", [], (date(2005, 5, 14), date(2005, 5, 22))),
        ("28. 07. 2005", "31. 07. 2005", [], (date(2005, 7, 28), date(2005, 7, 31))),
        ("24/09/2010", "02/10/2010", [], (date(2010, 9, 24), date(2010, 10, 2))),
        ("25.02.2011", "27.02.2011", ["11.25.02", "11.27.02"], (date(2011, 2, 25), date(2011, 2, 27))),
        ("2008-02-01", "2008-02-03", [], (date(2008, 2, 1), date(2008, 2, 3))),
        ("10.09.13", "11.03.13", ["10.09.13", "11.01.08"], (date(2010, 9, 13), date(2011, 3, 13))),
        ("11.09.26", "12.04.01", [], (date(2011, 9, 26), date(2012, 4, 1))),
        ("May 29, 2020", "May 29, 2020", [], (date(2020, 5, 29), date(2020, 5, 29))),
        ("29 May 2020", "1 June 2020", [], (date(2020, 5, 29), date(2020, 6, 1))),
        ("08/04/2018", "10/06/2018", ["18/04/08", "18/05/27"], (date(2018, 4, 8), date(2018, 6, 10))),
        ("2005.07.23.", "2005.07.31.", [], (date(2005, 7, 23), date(2005, 7, 31))),
        ("97/12/27", "98/01/04", [], (date(1997, 12, 27), date(1998, 1, 4))),
        ("2005/25/02", "", [], (date(2005, 2, 25), None)),
        ("", "31.07.2005", [], (None, date(2005, 7, 31))),
        ("", "", [], (None, None)),
    ],
)  # fmt: skip
def test_forms_that_leave_no_doubt(start, end, rounds, expected):
    dates = event_dates(start, end, rounds)
    assert (dates.start, dates.end) == expected
    assert dates.doubts == []


def test_round_dates_decide_against_the_book():
    dates = event_dates("2011/02/25", "2011/02/27", ["25/02/11", "26/02/11", "", "27/02/11"])
    assert dates.rounds == [date(2011, 2, 25), date(2011, 2, 26), None, date(2011, 2, 27)]
    assert dates.doubts == []


def test_the_decade_lost_leaves_the_round_dates_out():
    dates = event_dates("30/09/2011", "02/10/2011", ["01.09.30", "01.10.01", "01.10.02"])
    assert dates.rounds == [None, None, None]
    assert "2011-09-30 and 2011-10-02" in dates.doubts[0]


def test_two_readings_are_a_doubt_that_names_both():
    dates = event_dates("05/07/2010", "08/07/2010", [])
    assert (dates.start, dates.end) == (date(2010, 7, 5), date(2010, 7, 8))
    (doubt,) = dates.doubts
    assert "2010-07-05 to 2010-07-08 or 2010-05-07 to 2010-08-07" in doubt


def test_the_book_wins_where_years_have_two_digits():
    dates = event_dates("25/08/11", "25/08/11", [])
    assert dates.start == date(2025, 8, 11)
    assert len(dates.doubts) == 1


def test_round_dates_alone_in_two_orders_are_a_doubt():
    dates = event_dates("", "", ["05/06/07"])
    assert dates.rounds == [date(2005, 6, 7)]
    assert len(dates.doubts) == 1


def test_an_event_that_ends_before_it_starts_is_a_doubt():
    dates = event_dates("2005/07/31", "2005/07/23", [])
    assert (dates.start, dates.end) == (date(2005, 7, 31), date(2005, 7, 23))
    assert "comes before" in dates.doubts[0]


@pytest.mark.parametrize("text", ["2005/13/40", "31/02/2005", "soon", "2005", "2005/07", "Foo 29, 2020", "100/01/01"])
def test_no_date_at_all(text):
    dates = event_dates(text, "", [])
    assert dates.start is None
    assert repr(text) in dates.doubts[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1990/05/17", Birth(date(1990, 5, 17), 1990, "day")),
        ("1990.05.17", Birth(date(1990, 5, 17), 1990, "day")),
        ("17.05.1990", Birth(date(1990, 5, 17), 1990, "day")),
        ("1990/5/7", Birth(date(1990, 5, 7), 1990, "day")),
        ("1990", Birth(None, 1990, "year")),
        ("1990/00/00", Birth(None, 1990, "year")),
        ("1987/12", Birth(None, 1987, "month", 12)),
        ("1943/03/9", Birth(None, 1943, "month", 3)),
        ("0000/00/00", Birth(None, None, "none")),
        ("1990/13/01", None), ("1990/13/00", None), ("1990/02/30", None), ("90", None), ("unknown", None),
        ("1990/01/01/01", None), ("0000/05/17", None),
    ],
)  # fmt: skip
def test_births(text, expected):
    assert read_birth(text) == expected


def test_t11_round_dates_of_two_digits_are_of_the_century_of_the_event():
    dates = event_dates("1950/05/01", "1950/05/20", ["50/05/01", "50/05/03", "1950/05/20"])
    assert dates.rounds == [date(1950, 5, 1), date(1950, 5, 3), date(1950, 5, 20)]
    assert dates.doubts == []
