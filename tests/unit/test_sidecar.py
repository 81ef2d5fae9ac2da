"""Sidecars: what they may say, and a sentence with its line for everything else."""

from datetime import date

import pytest

from normbook.errors import SourceError
from normbook.sources.sidecar import known_championships, read_list_month, read_sidecar

WHOLE = """
[event]
name = "Test Open"
start_date = 2005-07-23
end_date = "2005-07-31"
federation_code = "arg"
system = "team"
pairing = "swiss"
championship = "continental_team"
section = "women"
exemption = "1.43a"
edition = 2005-07-01
suspended_federations = ["AAA"]
computers = [7, 9]
list_month = "2005-07"
norm_eligible = false
reason = "rapid"
same_as = "open"
time_control = "90+30"
not_over_board = [{round_number = 3, start_number = 12}]
started_forfeits = [{round_number = 4, start_number = 1}]
event_class = ["olympiad"]
format_approved = true
format_changed_approved = false
predetermined_pairings = true
single_federation_zonal_year = ["arg"]
registering_federation = "arg"
division = "first"
federation_overrides = {1234 = "nor"}
rating_overrides = {1234 = 2500, 5678 = {value = 0, from = 2005-07-01}}
title_overrides = {1234 = {value = "im", from = 2005-07-02}, 5678 = "none"}
ratings_reached = {1234 = {value = 2300, on = 2005-07-25}, 5678 = {value = 2500, on = 2005-07-26, rated_games = 30}}
absences = [{round_number = 2, start_number = 3, kind = "pairing_bye"}]
round_dates = [2005-07-23, 2005-07-23]
minutes_for_60_moves = 120
uniform_clocks = true
registered_on = 2005-06-01
late_registration_approved = false
unequal_conditions = false
benefiting_changes = false
arbiters = {77 = "ia", 78 = "FA"}
rated_by_fide = true
certificate_signed = ["federation"]

[[placing]]
start_number = 4
place = 1
[[placing]]
start_number = 2
stage = "last_16"
"""


def read(folder, content):
    path = folder / "open.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    reading = read_sidecar(path, "events/open.toml")
    reading.to_tables()
    return reading


def row(reading):
    (only,) = reading.rows["staging.event_sidecars"]
    return only


def test_a_whole_sidecar(tmp_path):
    reading = read(tmp_path, WHOLE)
    assert row(reading) == {
        "event_id": "open",
        "source_file": "events/open.toml",
        "has_error": False,
        "name": "Test Open",
        "start_date": date(2005, 7, 23),
        "end_date": date(2005, 7, 31),
        "federation_code": "ARG",
        "system": "team",
        "pairing": "swiss",
        "championship": "continental_team",
        "section": "women",
        "exemption": "1.43a",
        "edition": "2005-07-01",
        "suspended_federations": ["AAA"],
        "computers": [7, 9],
        "list_month": "2005-07",
        "norm_eligible": False,
        "reason": "rapid",
        "same_as": "open",
        "time_control": "90+30",
        "not_over_board": [{"round_number": 3, "start_number": 12}],
        "started_forfeits": [{"round_number": 4, "start_number": 1}],
        "event_class": ["olympiad"],
        "format_approved": True,
        "format_changed_approved": False,
        "predetermined_pairings": True,
        "single_federation_zonal_year": ["ARG"],
        "registering_federation": "ARG",
        "division": "first",
        "federation_overrides": [{"fide_id": 1234, "federation_code": "NOR"}],
        "rating_overrides": [
            {"fide_id": 1234, "rating": 2500, "from_date": None},
            {"fide_id": 5678, "rating": None, "from_date": date(2005, 7, 1)},
        ],
        "title_overrides": [
            {"fide_id": 1234, "title_code": "IM", "from_date": date(2005, 7, 2)},
            {"fide_id": 5678, "title_code": "NONE", "from_date": None},
        ],
        "absences": [{"round_number": 2, "start_number": 3, "kind": "pairing_bye"}],
        "round_dates": [date(2005, 7, 23), date(2005, 7, 23)],
        "minutes_for_60_moves": 120,
        "uniform_clocks": True,
        "registered_on": date(2005, 6, 1),
        "late_registration_approved": False,
        "unequal_conditions": False,
        "benefiting_changes": False,
        "arbiters": [
            {"fide_id": 77, "title": "IA", "is_chief": True},
            {"fide_id": 78, "title": "FA", "is_chief": False},
        ],
        "rated_by_fide": True,
        "certificate_signed": ["federation"],
    }
    assert reading.rows["staging.sidecar_placings"] == [
        {"event_id": "open", "start_number": 4, "place": 1, "stage": None},
        {"event_id": "open", "start_number": 2, "place": None, "stage": "last_16"},
    ]
    told = {"source_file": "events/open.toml"}
    assert reading.rows["staging.reached_ratings"] == [
        told | {"fide_id": 1234, "rating": 2300, "reached_on": date(2005, 7, 25), "rated_games": None},
        told | {"fide_id": 5678, "rating": 2500, "reached_on": date(2005, 7, 26), "rated_games": 30},
    ]
    assert (reading.findings, reading.rejected) == ([], [])
    assert reading.account["lines_read"] == reading.account["header_lines"] + reading.account["blank_lines"] == 50


@pytest.mark.parametrize("exemption", ["national_final", "national_team", "zonal", "approved", "1.43d", "1.4.3.1"])
def test_exemptions(tmp_path, exemption):
    assert row(read(tmp_path, f'[event]\nexemption = "{exemption}"'))["exemption"] == exemption


@pytest.mark.parametrize("content", ["", "# nothing yet\n", "[[placing]]\nstart_number = 1\nplace = 1\n"])
def test_every_key_may_be_left_out(tmp_path, content):
    reading = read(tmp_path, content)
    assert row(reading)["has_error"] is False
    assert row(reading)["norm_eligible"] is None


@pytest.mark.parametrize("content", ['[event]\r\nname = "x"\r\n', '[event]\rname = "x"\r'])
def test_line_ends(tmp_path, content):
    assert row(read(tmp_path, content))["name"] == "x"


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ('[event]\nname = "x"\nsytem = "swiss"', 3, ["'sytem'", "did you mean system?", "[event]"]),
        ('[evnt]\nname = "x"', 1, ["'evnt'", "did you mean event?"]),
        ("[event]\n[[placing]]\nstart_number = 1\n[[placing]]\nstart_number = 2\nplaec = 1", 6, ["'plaec'"]),
        ("[event]\nnot_over_board = [\n {round_number = 1},\n {round_nr = 1, start_number = 2},\n]", 4, ["'round_nr'"]),
        ("[event]\ncomputers = 7", 2, ["computers", "a list of start numbers", "7"]),
        ('[event]\ncomputers = [1, "2"]', 2, ["computers", "'2'"]),
        ('[event]\nname = "x"\nstart_date = "23 July"', 3, ["start_date", "2005-07-23", "'23 July'"]),
        ("[event]\nstart_date = 20050723", 2, ["start_date", "20050723"]),
        ("[event]\nstart_date = 2005-07-23T10:00:00", 2, ["start_date"]),
        ("[event]\nstart_date = 2005-07-31\nend_date = 2005-07-23", 3, ["2005-07-23 comes before"]),
        ('[event]\nsystem = "swis"', 2, ["'swis' is no system", "did you mean swiss?"]),
        ('[event]\npairing = "team"', 2, ["'team' is no pairing"]),
        ('[event]\nsection = "men"', 2, ["'men' is no section"]),
        ('[event]\nlist_month = "2005-13"', 2, ["list_month", "2005-13"]),
        ('[event]\nlist_month = "July 2005"', 2, ["list_month", "2005-07"]),
        ('[event]\nchampionship = "world_u19"', 2, ["'world_u19' is no championship", "world_u18"]),
        ('[event]\nexemption = "zonall"', 2, ["did you mean zonal?"]),
        ('[event]\nedition = "2005"', 2, ["edition", "2005-07-01"]),
        ('[event]\nnorm_eligible = "no"', 2, ["norm_eligible", "true or false"]),
        ('[event]\nfederation_code = "Argentina"', 2, ["three letters", "'Argentina'"]),
        ("[[placing]]\nplace = 1", 1, ["start_number", "[placing]"]),
        ("[[placing]]\nstart_number = 1\nplace = 2\n[[placing]]\nstart_number = 1", 1, ["start number 1 has two placings"]),
        ("[event]\ncomputers = [1, 0]", 2, ["computers", "a list of start numbers", "0"]),
        ("[event]\nnot_over_board = [{round_number = 0, start_number = 3}]", 2, ["round_number", "from 1", "0"]),
        ("[event]\nstarted_forfeits = [{round_number = 1, start_number = -3}]", 2, ["start_number", "-3"]),
        ("[[placing]]\nstart_number = -1", 2, ["start_number", "-1"]),
        ("event = 3", 1, ["event must be a table [event]"]),
    ],
)  # fmt: skip
def test_every_mistake_is_a_sentence_with_its_line(tmp_path, content, line, words):
    reading = read(tmp_path, content)
    assert row(reading) == {"event_id": "open", "source_file": "events/open.toml", "has_error": True}
    assert "staging.sidecar_placings" not in reading.rows
    told = [finding for finding in reading.findings if all(word in finding["finding"] for word in words)]
    assert [finding["line_number"] for finding in told] == [line]
    assert told[0]["severity"] == "error"
    assert f"events/open.toml, line {line}" in told[0]["finding"]
    assert "no verdict" in told[0]["action"]
    assert [rejected["scope"] for rejected in reading.rejected] == ["file"]


TEXT_KEYS = (
    "name", "start_date", "end_date", "federation_code", "system", "pairing", "championship", "section", "exemption", "edition",
    "list_month", "reason", "same_as", "time_control",
)  # fmt: skip


@pytest.mark.parametrize("empty", ['""', '"  "'])
@pytest.mark.parametrize("key", TEXT_KEYS)
def test_an_empty_text_is_a_mistake(tmp_path, key, empty):
    reading = read(tmp_path, f"[event]\ncomputers = [1]\n{key} = {empty}\n")
    assert row(reading)["has_error"] is True
    (finding,) = reading.findings
    assert (finding["severity"], finding["line_number"]) == ("error", 3)
    assert f"{key}: an empty value says nothing" in finding["finding"]


@pytest.mark.parametrize("key", ["not_over_board", "started_forfeits"])
def test_a_game_named_twice_counts_once(tmp_path, key):
    game, other = {"round_number": 3, "start_number": 12}, {"round_number": 4, "start_number": 12}
    written = ", ".join(f"{{round_number = {n}, start_number = 12}}" for n in (3, 4, 3))
    reading = read(tmp_path, f'[event]\nname = "x"\n{key} = [{written}]\n')
    assert row(reading)[key] == [game, other]
    assert row(reading)["has_error"] is False
    (finding,) = reading.findings
    assert (finding["finding_code"], finding["severity"], finding["line_number"]) == ("said_twice", "warning", 3)
    assert f"{key} says round_number = 3, start_number = 12 again" in finding["finding"]


def test_players_and_federations_named_twice_count_once(tmp_path):
    reading = read(tmp_path, '[event]\ncomputers = [7, 9, 7, 7]\nsuspended_federations = ["AAA", "aaa"]\n')
    assert (row(reading)["computers"], row(reading)["suspended_federations"]) == ([7, 9], ["AAA"])
    federations, computers = sorted(reading.findings, key=lambda finding: -finding["line_number"])
    assert "computers says 7 again, and 1 more" in computers["finding"]
    assert "suspended_federations says AAA again" in federations["finding"]


def test_the_same_placing_twice_counts_once(tmp_path):
    placing = "[[placing]]\nstart_number = 4\nplace = 1\n"
    reading = read(tmp_path, f"{placing}[[placing]]\nstart_number = 2\nplace = 2\n{placing}")
    assert [(row["start_number"], row["place"]) for row in reading.rows["staging.sidecar_placings"]] == [(4, 1), (2, 2)]
    (finding,) = reading.findings
    assert (finding["finding_code"], finding["line_number"]) == ("said_twice", 7)


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        ('[event]\nname = "x', 2, None),
        ("[event]\nstart_date = 2005-02-30", 2, 14),
        ('[event]\nname = "a"\nname = "b"', 3, None),
        ("[event]\nname = 'x' y", 2, 12),
        ("x = " + "9" * 5000, None, None),
        ("x = " + "[" * 50_000, None, None),
    ],
)
def test_broken_toml_is_told_with_its_place(tmp_path, content, line, column):
    reading = read(tmp_path, content)
    assert row(reading)["has_error"] is True
    (finding,) = reading.findings
    assert finding["finding_code"] == "not_toml"
    assert finding["line_number"] == line
    assert column is None or finding["column_number"] == column


def test_all_mistakes_are_told_in_the_order_of_their_lines(tmp_path):
    reading = read(tmp_path, '[event]\nsystem = "swis"\nsytem = "swiss"\nlist_month = "7"\n')
    assert [finding["line_number"] for finding in reading.findings] == [2, 3, 4]
    assert reading.account["reason"].startswith("3 mistakes")


def test_a_binary_sidecar(tmp_path):
    reading = read(tmp_path, b"\x00\x01")
    assert row(reading)["has_error"] is True
    assert reading.findings[0]["finding_code"] == "binary_file"


def test_sidecars_of_rating_lists(tmp_path):
    path = tmp_path / "list.toml"
    path.write_text('list_month = "2005-07"\n', encoding="utf-8")
    assert read_list_month(path) == "2005-07"


@pytest.mark.parametrize(
    "content", ["", 'list_month = "2005"', 'list_month = "2005-07"\nkind = "rapid"', "list_month = ", "\x00"]
)
def test_bad_sidecars_of_rating_lists(tmp_path, content):
    path = tmp_path / "list.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError):
        read_list_month(path)


def test_championships_are_those_of_the_direct_titles(shared):
    table = (shared / "regulations" / "direct_titles_2005.csv").read_text(encoding="utf-8").splitlines()[1:]
    named = {name for line in table for name in line.split(",")[0].split("|")}
    listed = {"candidates_qualifier", "world_cup_qualifier", "eve_individual"}  # 1.5.6 of 2024
    fewer_games = {"world_club", "continental_club", "world_cup", "womens_world_cup"}  # 1.41b of 2017 and later
    assert set(known_championships()) == named | listed | fewer_games | {"world_team", "continental_team", "world"}
