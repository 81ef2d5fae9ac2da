"""Declared corrections: applied where the file says what the guard says, told otherwise; raw files stay as they are."""

import shutil

import pytest
from tests.unit.rating_list_writer import HEADERS, line
from tests.world import report, report_line, rows, tables_of

from normbook.sources.corrections import read_corrections


def correction(file, player, field, guard, value, **more):
    said = dict(file=file, player=player, field=field, guard=guard, value=value, reason="the arbiter's letter") | more
    written = (f'{key} = "{one}"' if isinstance(one, str) else f"{key} = {one}" for key, one in said.items())
    return "[[correction]]\n" + "\n".join(written) + "\n"


REPORT = report(
    [
        report_line(1, "One, Anna", ["   2 w 1", "0000 - H"], rating=2400, title="m", federation="ESP", points=1.5),
        report_line(2, "Two, Ben", ["   1 b 0", "0000 - Z"], rating=2300, federation="FRA", points=0.0),
    ]
)
LISTING = "\n".join(
    [
        HEADERS["C"].format(token="Jul05"),
        line("C", id="7", name="Twice, Tim", rating="2100"),
        line("C", id="7", name="Twice, Tim", rating="2200"),
        line("C", id="8", name="Other, Olga", rating="2000", birth="1980"),
        "",
    ]
)
TRF, TXT = "events/open.trf", "rating_lists/jul05frl.txt"
APPLIED = [
    correction(TRF, 1, "rating", 2400, 2410),
    correction(f"./{TRF}", 1, "title", "m", "g"),
    correction(TRF, 2, "birth_date", "none", "1990-05-17").replace('"1990-05-17"', "1990-05-17"),
    correction(TRF, 2, "points", 0, 0.5),
    correction(TRF, 1, "result", "1", "=", round=1),
    correction(TRF, 2, "result", "0", "=", round=1),
    correction(TXT, 7, "rating", 2200, "none"),
    correction(TXT, 8, "birth_year", 1980, 1981),
]
NOT_APPLIED = {
    "not_needed": correction("events/fixed.trf", 1, "rating", 2390, 2400),
    "guard_failed": correction("events/fixed.trf", 2, "federation", "GER", "ITA"),
    "no_such_player": correction("events/fixed.trf", 9, "rating", 2390, 2400),
    "no_such_file": correction("events/opem.trf", 1, "rating", 2390, 2400),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    files = {TRF: REPORT, "events/fixed.trf": REPORT, TXT: LISTING}
    files["corrections.toml"] = "".join([*APPLIED, *NOT_APPLIED.values()])
    return tables_of(tmp_path_factory.mktemp("corrections"), files)


def test_corrected_values_are_used(made):
    players = rows(
        made,
        "select rating, title_code, cast(birth_date as varchar) as born, birth_year, points, points_computed "
        "from core.event_players where event_id = 'open' order by start_number",
    )
    assert [tuple(row.values()) for row in players] == [
        (2410, "GM", None, None, 1.5, 1.0),
        (2300, None, "1990-05-17", 1990, 0.5, 0.5),
    ]
    assert (
        rows(made, "select score from core.games where event_id = 'open' and round_number = 1") == [{"score": 0.5}] * 2
    )


def test_of_a_number_that_stands_twice_only_the_guarded_row_changes(made):
    listed = rows(made, "select rating, birth_year from core.rating_lists order by source_line")
    assert [tuple(row.values()) for row in listed] == [(2100, None), (None, None), (2000, 1981)]


def test_each_correction_is_logged(made):
    log = rows(made, "select line_number, status, found from quality.corrections order by line_number")
    assert [row["status"] for row in log] == ["applied"] * len(APPLIED) + list(NOT_APPLIED)
    assert [row["found"] for row in log[-4:]] == ["2400", "FRA", None, None]
    query = "select finding_code, severity from quality.findings where source_file = 'corrections.toml' order by line_number"
    told = rows(made, query)
    assert [row["finding_code"] for row in told] == [f"correction_{row['status']}" for row in log]
    assert [row["severity"] for row in told] == ["info"] * len(APPLIED) + ["error"] * len(NOT_APPLIED)


def test_a_file_that_is_not_there_is_told_with_the_nearest_name(made):
    [told] = rows(made, "select finding from quality.findings where finding_code = 'correction_no_such_file'")
    assert told["finding"].endswith("there is no such file, or it was refused; the nearest name is events/open.trf.")


def test_event_of_a_correction_that_is_not_needed_any_more_gets_no_verdict(made):
    judged = rows(made, "select distinct event_id from mart.norm_verdicts")
    assert judged == [{"event_id": "open"}]
    refused = rows(made, "select event_id from quality.findings where finding_code = 'no_verdict_correction_failed'")
    assert refused == [{"event_id": "fixed"}]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (correction(TRF, 1, "ratign", 1, 2), "did you mean rating"),
        (correction(TRF, 1, "rating", 2400, "high"), 'a rating is a whole number, or "none"'),
        (correction(TRF, 1, "rating", 2400, 10**20), f"no rating is {10**20}; it goes up to 9999"),
        (correction(TRF, 1, "fide_id", 10**20, 7), f"no fide_id is {10**20}; it goes up to 99999999999"),
        (correction(TRF, 1, "points", 1, 2).replace("value = 2", "value = inf"), "no points is inf"),
        (correction(TRF, 1, "points", 1, 2).replace("guard = 1", "guard = nan"), "no points is nan"),
        (
            correction(TRF, 1, "rating", 2400, 2300).replace("value = 2300", "value = []"),
            "value must be what it should say",
        ),
        (correction(TRF, 1, "result", "1", "=", round=1).replace("round = 1\n", ""), "result needs round"),
        (correction(TRF, 1, "rating", 1, 2, round=3), "rating has no round"),
        (correction(TRF, 1, "title", "none", "XM"), "'XM' is no title"),
        (correction(TRF, 1, "sex", "none", "x"), "'x' is no sex; known are M F"),
        (correction(TXT, 1, "points", 1, 2), "a rating list has no field 'points'"),
        (correction(TRF, 1, "rapid_rating", 1, 2), "a report has no field 'rapid_rating'"),
        (correction(TRF, 1, "rating", 1, 2).replace("guard = 1\n", ""), "lacks the key guard"),
    ],
)
def test_mistakes(tmp_path, text, sentence):
    path = tmp_path / "corrections.toml"
    path.write_text(text)
    reading, declared = read_corrections(path, "corrections.toml")
    assert not declared
    assert any(sentence in row["finding"] for row in reading.findings), reading.findings


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("rating", 3001, "3001 is no rating"),
        ("rating", 0, "0 is no rating"),
        ("federation", "hu", "'hu' is no federation"),
        ("points", 0.3, "0.3 is no points"),
        ("birth_year", 5, "5 is no birth_year"),
        ("place", 0, "0 is no place"),
    ],
)
def test_what_a_reader_would_not_take_is_no_correction(tmp_path, field, value, sentence):
    path = tmp_path / "corrections.toml"
    path.write_text(correction(TRF, 1, field, "none", value))
    reading, declared = read_corrections(path, "corrections.toml")
    assert not declared
    assert sentence in reading.findings[0]["finding"]


def test_a_list_holds_no_rating_below_its_lowest(tmp_path):
    path = tmp_path / "corrections.toml"
    path.write_text(correction(TXT, 8, "rating", 2000, 200))
    reading, _ = read_corrections(path, "corrections.toml")
    assert "200 is no rating of a list" in reading.findings[0]["finding"]


def test_of_two_rows_that_say_what_the_guard_says_none_changes_until_a_line_is_named(tmp_path):
    said = correction(TXT, 7, "name", "Twice, Tim", "Twice, Tom")
    named = correction(TXT, 7, "federation", "ARG", "URU", line=3)
    connection = tables_of(tmp_path, {TXT: LISTING, "corrections.toml": said + named})
    listed = rows(
        connection, "select name, federation_code from core.rating_lists where fide_id = 7 order by source_line"
    )
    assert [tuple(row.values()) for row in listed] == [("Twice, Tim", "ARG"), ("Twice, Tim", "URU")]
    log = rows(connection, "select status from quality.corrections order by line_number")
    assert [row["status"] for row in log] == ["several_rows", "applied"]
    (told,) = rows(connection, "select finding from quality.findings where finding_code = 'correction_several_rows'")
    assert "name the one that is meant with the key line" in str(told["finding"])


def test_a_line_is_for_lists(tmp_path):
    path = tmp_path / "corrections.toml"
    path.write_text(correction(TRF, 1, "rating", 2400, 2410, line=8))
    reading, _ = read_corrections(path, "corrections.toml")
    assert "the start number tells the player" in reading.findings[0]["finding"]


def test_list_is_read_again_when_its_corrections_change(tmp_path):
    tables_of(tmp_path, {TXT: LISTING})
    connection = tables_of(tmp_path, {"corrections.toml": correction(TXT, 8, "rating", 2000, 2001)})
    assert rows(connection, "select rating from core.rating_lists where fide_id = 8") == [{"rating": 2001}]


def test_an_applied_correction_stops_nothing_where_a_reading_is_in_question(tmp_path, checkout):
    """The sample's Málaga event has players whose verdict hangs on readings, so its events are judged several times in a run."""
    raw = tmp_path / "raw"
    shutil.copytree(checkout / "data" / "raw" / "events", raw / "events")
    (raw / "corrections.toml").write_text(
        "".join(
            correction(f"events/{path.name}", 1, "sex", "M", "none")
            for path in sorted((raw / "events").glob("*.trf"))
            if path.read_text(errors="replace").count("\n001    1 m")
        )
    )
    connection = tables_of(tmp_path, {})
    assert rows(connection, "select count(*) > 3 as many from quality.corrections where status = 'applied'") == [
        {"many": True}
    ]
    assert rows(connection, "select count(*) > 0 as some from mart.reading_candidates") == [{"some": True}]
