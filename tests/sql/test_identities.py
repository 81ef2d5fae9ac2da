"""Who a player of a report is: by a person's word, by number and name, by name and birth; everything else stays open."""

import pytest
from tests.unit.rating_list_writer import HEADERS, line
from tests.world import report, report_line, rows, tables_of

from normbook.sources.identities import read_identities

LIST = [
    dict(id="101", name="García López, Ángel", fed="ESP", rating="2301", birth="1980"),
    dict(id="102", name="Smith, John", fed="ENG", rating="2202", birth="1970"),
    dict(id="103", name="Smith, John", fed="ENG", rating="2103", birth="1970"),
    dict(id="104", name="Novak, Petr", fed="CZE", rating="2304", birth="1975"),
    dict(id="105", name="Petrovic, Milan", fed="SCG", rating="2405", birth="1960"),
]


def world(folder, *players, identities="", start="2005/08/01", people=LIST, **more):
    """One event with a list of July 2005; each player is the keywords of a report line."""
    listing = "\n".join([HEADERS["C"].format(token="Jul05"), *(line("C", **one) for one in people)]) + "\n"
    lines = [
        report_line(number, one.pop("name"), [f"{number % 2 * 2 + number - 1:4} {'bw'[number % 2]} ="], **one)
        for number, one in enumerate(({"name": "X, Y"} | player for player in players), 1)
    ]
    files = {"rating_lists/jul05frl.txt": listing, "events/open.trf": report(lines, start=start)}
    if identities:
        files["identities.toml"] = identities
    return tables_of(folder, files | more)


def found(connection):
    query = "select fide_id, matched_by, rating from core.event_players order by start_number"
    return [tuple(row.values()) for row in rows(connection, query)]


def codes(connection):
    query = "select finding_code from quality.findings where source_file not like 'rating_lists%' order by all"
    return [row["finding_code"] for row in rows(connection, query)]


def test_one_row_of_the_name_and_birth_is_the_player(tmp_path):
    connection = world(
        tmp_path, dict(name="Garcia Lopez Angel", birth="1980/05/17", federation="ESP"), dict(name="Nobody, Nil")
    )
    assert found(connection) == [(101, "name_and_birth", 2301), (None, None, None)]
    (row,) = rows(connection, "select finding from quality.findings where finding_code = 'matched_by_name'")
    assert row["finding"] == (
        "No. 1 Garcia Lopez Angel has no FIDE number in the report, and is 101 by name and birth in the list of 2005-07."
    )


def test_a_national_number_is_not_a_fide_number_t13(tmp_path):
    """104 belongs to somebody else; the name and the birth lead to the right row all the same."""
    connection = world(tmp_path, dict(name="García López, Angel", birth="1980", federation="ESP", fide_id=104))
    assert found(connection) == [(101, "name_and_birth", 2301)]
    assert "id_of_another" not in codes(connection)


OPEN = [
    (dict(name="Smith, John", birth="1970", federation="ENG"), "several_of_the_name", [102, 103]),
    (dict(name="Novak, Petr", federation="CZE"), "name_without_birth", [104]),
    (dict(name="Garcia Lopez Angel", birth="1980", federation="MEX"), "name_of_another_federation", [101]),
    (dict(name="Alekhin, Alexander", fide_id=105), "number_of_another", [105]),
    (dict(name="Petrovic, Dragan", fide_id=105, federation="CRO"), "number_of_another", [105]),
    (dict(name="Smith, John", birth="1990", federation="ENG"), None, []),
]


def test_what_is_not_sure_waits_for_a_person(tmp_path):
    """Also: another year of birth is another person, and no candidate."""
    connection = world(tmp_path, *(player for player, _, _ in OPEN))
    assert found(connection) == [(None, None, None)] * len(OPEN)
    query = "select start_number, fide_id, why_open from quality.identity_candidates order by all"
    assert [tuple(row.values()) for row in rows(connection, query)] == [
        (number, fide_id, why) for number, (_, why, candidates) in enumerate(OPEN, 1) for fide_id in candidates
    ]
    assert codes(connection).count("identity_open") == 3
    assert codes(connection).count("id_of_another") == 2


def test_of_many_who_fit_five_are_named_and_the_others_counted(tmp_path):
    people = [dict(id=str(200 + n), name="Smith, John", fed="ENG", rating="2100", birth="1970") for n in range(7)]
    connection = world(tmp_path, dict(name="Smith, John", birth="1970", federation="ENG"), people=people)
    (row,) = rows(connection, "select finding from quality.findings where finding_code = 'identity_open'")
    named = " or ".join(f"{200 + n} Smith, John born 1970 ENG" for n in range(5))
    assert row["finding"] == f"No. 1 Smith, John may be {named} or one of 2 more in the list of 2005-07."


def test_a_shared_word_counts_with_the_birth_the_rating_or_the_federation(tmp_path):
    """One number and one family name: the birth of the list is not known to the report, so the federation speaks (SRB was SCG)."""
    players = (
        dict(name="Petrovic, M.", fide_id=105, federation="SRB"),
        dict(name="Novak, P.", fide_id=104, federation="SVK", rating=2304),
        dict(name="Garcia, A.", fide_id=101),
    )
    connection = world(tmp_path, *players)
    assert [row[1] for row in found(connection)] == ["number"] * 3


def test_two_players_of_one_event_cannot_be_the_same_row(tmp_path):
    same = dict(name="Novak, Petr", birth="1975", federation="CZE")
    connection = world(tmp_path, same, same)
    assert found(connection) == [(None, None, None)] * 2
    query = "select distinct why_open from quality.identity_candidates"
    assert rows(connection, query) == [{"why_open": "name_claimed_twice"}]


def test_a_person_decides(tmp_path):
    identities = """
[[identity]]
event = "open"
start_number = 1
name = "Smith, John"
fide_id = 103
reason = "he told us"

[[identity]]
name = "novak petr"
not_in_list = true
reason = "a namesake who never played abroad"
"""
    players = (
        dict(name="Smith, John", birth="1970", federation="ENG"),
        dict(name="Novak, Petr", birth="1975", federation="CZE", rating=1900),
    )
    connection = world(tmp_path, *players, identities=identities)
    assert found(connection) == [(103, "declared", 2103), (None, "declared", 1900)]
    assert rows(connection, "from quality.identity_candidates") == []


def test_declared_candidate_is_the_text_to_write(tmp_path):
    """What the table proposes, written into identities.toml as it stands (with a reason), decides the player."""
    player = dict(name='Smith, "Jo" John', birth="1970", federation="ENG")
    people = [dict(one, name='Smith, "Jo" John') if one["id"] == "102" else one for one in LIST[:2]]
    people.append(dict(id="106", name='Smith, "Jo" John', fed="ENG", rating="2000", birth="1970"))
    connection = world(tmp_path / "before", dict(player), people=people)
    proposals = rows(connection, "select declaration from quality.identity_candidates where fide_id = 106")
    identities = proposals[0]["declaration"].replace('reason = ""', 'reason = "seen"')
    connection = world(tmp_path / "after", dict(player), people=people, identities=identities)
    assert found(connection) == [(106, "declared", 2000)]


def test_lines_that_contradict_each_other_or_fit_nobody(tmp_path):
    identities = "".join(
        f'[[identity]]\nname = "Smith, John"\nfide_id = {number}\nreason = "sure"\n' for number in (102, 103)
    )
    identities += '[[identity]]\nname = "Smith, John"\nevent = "opem"\nfide_id = 102\nreason = "sure"\n'
    connection = world(tmp_path, dict(name="Smith, John", birth="1970", federation="ENG"), identities=identities)
    assert found(connection) == [(None, None, None)]
    assert {"identities_contradict", "identity_open"} <= set(codes(connection))
    (row,) = rows(
        connection, "select source_file, line_number from quality.findings where finding_code = 'identity_unused'"
    )
    assert row == {"source_file": "identities.toml", "line_number": 9}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fide_id = 102", "lacks the key reason"),
        ('reason = "x"', "has neither a fide_id nor not_in_list = true"),
        ('fide_id = 102\nnot_in_list = true\nreason = "x"', "has a fide_id as well"),
        ('fide_id = 102\nstart_number = 3\nreason = "x"', "a start number belongs to one event"),
        ('fideid = 102\nreason = "x"', "did you mean fide_id?"),
    ],
)
def test_mistakes_in_identities(tmp_path, line, sentence):
    path = tmp_path / "identities.toml"
    path.write_text(f'[[identity]]\nname = "A, B"\n{line}\n')
    reading = read_identities(path, "identities.toml")
    assert any(sentence in row["finding"] for row in reading.findings), reading.findings
    assert not reading.rows
    assert reading.rejected


CODES = [
    ("2003/05/01", "SCG", "YUG"),
    ("2005/08/01", "YUG", "SCG"),
    ("2005/08/01", "SRB", "SCG"),
    ("2007/08/01", "SCG", "SRB"),
    ("2005/08/01", "ROM", "ROU"),
    ("2005/08/01", "ESP", "ESP"),
]


def test_a_successor_code_makes_nobody_a_foreigner_q18(tmp_path):
    """Neither as a player nor as the host; and an old code in the report is no difference to the list."""
    player = dict(name="Petrovic, Milan", fide_id=105, federation="YUG", rating=2405)
    more = {
        f"events/e{number}.trf": report(
            [report_line(1, "A, B", ["0000 - H"], federation=written)], start=start, federation=written
        )
        for number, (start, written, _) in enumerate(CODES)
    }
    connection = world(tmp_path, player, **more)
    query = """
        select heads.federation_code as host, players.federation_code
        from core.event_heads as heads inner join core.event_players as players using (event_id)
        where event_id like 'e%' order by event_id
    """
    assert [tuple(row.values()) for row in rows(connection, query)] == [(means, means) for _, _, means in CODES]
    assert rows(connection, "select matched_by, federation_code from core.event_players where event_id = 'open'") == [
        {"matched_by": "number", "federation_code": "SCG"}
    ]
    assert "list_differs" not in codes(connection)
