"""Who is who over the events of a series."""

from datetime import date

import pyarrow as pa
import pytest

from normbook.stages.series_players import persons

BORN = date(1996, 5, 17)


def letters_of(*rows):
    """The persons of rows (event, number, name, FIDE number, birth), as one letter a person in the order of the rows."""
    table = pa.Table.from_pylist(
        [
            {
                "series": "gp",
                "event_id": event,
                "start_number": number,
                "fide_id": fide_id,
                "name": name,
                "folded_name": name,
                "sex": None,
                "birth_date": birth if isinstance(birth, date) else None,
                "birth_year": birth.year if isinstance(birth, date) else birth,
            }
            for event, number, name, fide_id, birth in rows
        ],
        schema=pa.schema(
            [
                *((name, pa.string()) for name in ("series", "event_id", "name", "folded_name", "sex")),
                *((name, pa.int64()) for name in ("start_number", "fide_id", "birth_year")),
                ("birth_date", pa.date32()),
            ]
        ),
    )
    people = persons(table).to_pylist()
    letters: dict[str, str] = {}
    for row in people:
        letters.setdefault(row["player_key"], "ABCDEF"[len(letters)])
    return "".join(letters[row["player_key"]] + ("?" if row["ambiguity"] else "") for row in people)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # the number decides, whatever the names
        ([("1", 1, "ana gil", 7, None), ("2", 4, "gil ana maria", 7, None)], "AA"),
        ([("1", 1, "ana gil", 7, None), ("2", 4, "ana gil", 8, None)], "AB"),
        # name and birth date
        ([("1", 1, "ana gil", None, BORN), ("2", 4, "ana gil", None, BORN)], "AA"),
        ([("1", 1, "ana gil", None, BORN), ("2", 4, "ana gil", None, date(1996, 5, 18))], "AB"),
        ([("1", 1, "ana gil", None, BORN), ("2", 4, "ana gil", None, 1996)], "AA"),
        ([("1", 1, "ana gil", None, BORN), ("2", 4, "ana gil", None, 1997)], "AB"),
        # a name alone is the only person whom it fits
        ([("1", 1, "ana gil", None, None), ("2", 4, "ana gil", None, None)], "AA"),
        ([("1", 1, "ana gil", None, None), ("2", 4, "ana gil", 7, BORN)], "AA"),
        ([("1", 1, "ana gil", None, BORN), ("2", 4, "ana gil", 7, None)], "AA"),
        # a name that fits two people: in another event, in the same event
        ([("1", 1, "ana gil", 7, None), ("1", 2, "ana gil", 8, None), ("2", 4, "ana gil", None, None)], "ABC?"),
        ([("1", 1, "ana gil", None, BORN), ("1", 2, "ana gil", None, 1990), ("2", 4, "ana gil", None, None)], "ABC?"),
        ([("1", 1, "ana gil", None, None), ("1", 2, "ana gil", None, None), ("2", 4, "ana gil", None, None)], "A?B?C?"),
        # one number twice in an event
        ([("1", 1, "ana gil", 7, None), ("1", 2, "eva gil", 7, None), ("2", 4, "ana gil", 7, None)], "A?B?C"),
        ([("1", 1, "", None, None), ("2", 4, "", None, None)], "A?B?"),
    ],
)  # fmt: skip
def test_persons(rows, expected):
    assert letters_of(*rows) == expected


def test_facts_come_from_whichever_event_has_them():
    rows = [
        {"event_id": "1", "start_number": 3, "fide_id": 7, "name": "Gil, Ana", "sex": None, "birth_year": 1996},
        {"event_id": "2", "start_number": 5, "fide_id": None, "name": "GIL Ana", "sex": "F", "birth_year": None},
    ]
    table = pa.Table.from_pylist(
        [{"series": "gp", "folded_name": "ana gil", "birth_date": None, **row} for row in rows]
    )
    for row in persons(table).to_pylist():
        assert (row["player_key"], row["fide_id"], row["name"], row["sex"], row["birth_year"]) == (
            "7", 7, "GIL Ana", "F", 1996,
        )  # fmt: skip
