"""Series files: events in order under a known regulation, and a sentence with its line for every mistake."""

import pytest

from normbook.errors import SourceError
from normbook.regulations import series_regulation_files
from normbook.sources.clubs import read_clubs
from normbook.sources.series import read_series

WHOLE = """[series]
name = "Grand Prix 2005"
regulation = "ara-2005"
season = 2005
clubs = "clubs.csv"

[[event]]
event = "sub10-1"
category = "Sub-10"
encounter = 1
[[event]]
event = "metropolitano-2a"
category = "2"
annual_championship = true

[[play_off]]
event = "metropolitano-2a"
order = [4, 1]
"""


def read(folder, content):
    path = folder / "series" / "gp.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content, encoding="utf-8")
    reading = read_series(path, "series/gp.toml")
    reading.to_tables()
    return reading


def test_a_whole_series(tmp_path):
    (tmp_path / "series").mkdir()
    (tmp_path / "series" / "clubs.csv").write_text("player,club\n")
    reading = read(tmp_path, WHOLE)
    (head,) = reading.rows["staging.series"]
    text = head.pop("regulation_text")
    assert "kind: circuit" in text
    assert head == {
        "series": "gp",
        "source_file": "series/gp.toml",
        "series_name": "Grand Prix 2005",
        "season": 2005,
        "kind": "circuit",
        "regulation": "ara-2005",
        "unplayed": "none",
        "clubs_file": "series/clubs.csv",
    }
    common = {
        "series": "gp",
        "source_file": "series/gp.toml",
        "discipline": "rapid",
        "article": "6",
        "final": None,
        "section": "open",
        "group_of": None,
        "boards": None,
    }
    first = {"position": 1, "event_id": "sub10-1", "category": "Sub-10", "encounter": 1, "annual_championship": False}
    other = {"position": 2, "event_id": "metropolitano-2a", "category": "2", "encounter": None}
    assert reading.rows["staging.series_events"] == [common | first, common | other | {"annual_championship": True}]
    assert reading.rows["staging.play_offs"] == [
        {"series": "gp", "play_off": 1, "event_id": "metropolitano-2a", "start_numbers": [4, 1], "undecided": False}
    ]
    assert (reading.findings, reading.rejected) == ([], [])
    assert reading.account["lines_read"] == 18


def test_the_minimum(tmp_path):
    reading = read(tmp_path, '[series]\nregulation = "fmda-blitz"\n[[event]]\nevent = "a"\ncategory = "1"\n')
    (head,) = reading.rows["staging.series"]
    assert (head["kind"], head["series_name"], head["season"], head["clubs_file"]) == ("blitz", None, None, None)


def test_a_regulation_of_the_users_own(tmp_path):
    (tmp_path / "series").mkdir()
    own = series_regulation_files()["fmda-blitz"].read_text(encoding="utf-8")
    (tmp_path / "series" / "own.yaml").write_text(own, encoding="utf-8")
    (head,) = read(tmp_path, SERIES.replace("ara-2005", "own.yaml") + EVENT).rows["staging.series"]
    assert (head["regulation"], head["kind"], head["regulation_text"]) == ("series/own.yaml", "blitz", own)


ARA = series_regulation_files()["ara-2005"].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("regulation", "words"),
    [
        ("kind: circle\nname: x\n", ["`kind` is 'circle'", "circuit, blitz"]),
        ("kind: blitz\n", ["series/own.yaml:1: `name` is missing"]),
        (ARA.replace("1998-01-01", "1998-02-30"), ["series/own.yaml: day is out of range"]),
        (ARA.replace("players_from: 8,", "players_from: 7,"), ["`left_out` must have every number of players"]),
        (
            ARA.replace("players_to: 7, left_out: 1", "players_to: 7, left_out: 9"),
            ["no more players are left out than"],
        ),
        (
            ARA.replace("finalists_to: 10", "finalists_to: 11").replace(
                "straight_to_title: 10", "straight_to_title: 11"
            ),
            ["`finals`"],
        ),
        (ARA.replace("players_to: 32, system", "players_to: 12, system"), ["`systems` must rise"]),
        (ARA.replace("{4: 3, 3: 3, 2: 2}", "{4: 3, 3: 3}"), ["the rounds of a zone of 2 players"]),
        ("kind: [\n", ["series/own.yaml:2: this is not valid YAML"]),
        (None, ["'own.yaml' is no file", "beside its series"]),
    ],
)
def test_a_wrong_regulation_of_the_users_own_is_a_mistake_of_the_series(tmp_path, regulation, words):
    (tmp_path / "series").mkdir()
    if regulation is not None:
        (tmp_path / "series" / "own.yaml").write_text(regulation, encoding="utf-8")
    reading = read(tmp_path, SERIES.replace("ara-2005", "own.yaml") + EVENT)
    assert reading.rows == {}
    assert [finding["line_number"] for finding in reading.findings] == [2]
    assert all(word in reading.findings[0]["finding"] for word in words)


def test_clubs_that_are_not_there_are_a_finding(tmp_path):
    reading = read(tmp_path, SERIES + 'clubs = "klubs.csv"\n' + EVENT)
    assert reading.rows["staging.series"][0]["clubs_file"] is None
    assert [(row["finding_code"], row["line_number"]) for row in reading.findings] == [("clubs_missing", 3)]


def test_a_clubs_file(tmp_path):
    path = tmp_path / "clubs.csv"
    path.write_text('Player;Club;note\n900008;Círculo\n"Núñez, Ana";Peña;x\n\nRuiz;\n"Gil;Peña\n', encoding="utf-8")
    reading = read_clubs(path, "series/clubs.csv")
    reading.to_tables()
    assert [
        (row["line_number"], row["fide_id"], row["name"], row["club"]) for row in reading.rows["staging.clubs"]
    ] == [
        (2, 900008, None, "Círculo"),
        (3, None, "Núñez, Ana", "Peña"),
    ]
    assert [row["line_number"] for row in reading.rejected] == [5, 6]


def test_a_file_without_the_columns_is_no_clubs_file(tmp_path):
    (tmp_path / "clubs.csv").write_text("name,club\n")
    with pytest.raises(SourceError, match="columns player and club"):
        read_clubs(tmp_path / "clubs.csv", "series/clubs.csv")


BLITZ = """[series]
regulation = "fmda-blitz"
[[event]]
event = "group"
category = "2"
group_of = "final"
[[event]]
event = "final"
category = "2"
[[event]]
event = "clubs"
category = "all"
boards = ["1", "2"]
[[team]]
event = "clubs"
club = "Peña"
players = [3, 1]
[[category]]
player = "Núñez, Ana"
on = 2005-03-01
standard = "2"
[[category]]
player = 900008
on = 2005-03-02
blitz = "3"
"""


def test_teams_and_categories_of_a_blitz_championship(tmp_path):
    reading = read(tmp_path, BLITZ)
    events = reading.rows["staging.series_events"]
    assert [(row["group_of"], row["boards"]) for row in events] == [("final", None), (None, None), (None, ["1", "2"])]
    assert reading.rows["staging.series_teams"] == [
        {"series": "gp", "team": 1, "event_id": "clubs", "club": "Peña", "start_numbers": [3, 1]}
    ]
    assert [
        (row["fide_id"], row["name"], row["since"].isoformat(), row["standard"], row["blitz"])
        for row in reading.rows["staging.series_categories"]
    ] == [(None, "Núñez, Ana", "2005-03-01", "2", None), (900008, None, "2005-03-02", None, "3")]


@pytest.mark.parametrize(
    ("right", "wrong", "line", "words"),
    [
        ('group_of = "final"', 'group_of = "finale"', 3, ["event: 'finale' is no event of this series", "final"]),
        (
            '"2"\n[[event]]\nevent = "clubs"',
            '"2"\ngroup_of = "group"\n[[event]]\nevent = "clubs"',
            3,
            ["lead to no final"],
        ),
        ('[[team]]\nevent = "clubs"', '[[team]]\nevent = "club"', 14, ["did you mean clubs?"]),
        ("players = [3, 1]", "players = []", 17, ["players must be start numbers"]),
        ('standard = "2"', 'standard = "2"\nblitz = "2"', 18, ["write two tables for both"]),
        ("on = 2005-03-02", 'on = "March"', 24, ["on must be a date"]),
        ("player = 900008", "player = [900008]", 23, ["player must be a FIDE number, or a name in quotation marks"]),
        ("player = 900008", "player = 99999999999999999999", 23, ["player must be a FIDE number"]),
        ('blitz = "3"', 'blitz = "5"', 18, ["'5' is no category of the regulation", "1, 2, 3, 4"]),
        ('"fmda-blitz"', '"ara-2005"', 18, ["are for blitz championships"]),
    ],
)
def test_mistakes_in_what_is_for_blitz_alone(tmp_path, right, wrong, line, words):
    assert right in BLITZ
    reading = read(tmp_path, BLITZ.replace(right, wrong))
    assert reading.rows == {}
    (finding,) = reading.findings
    assert finding["line_number"] == line
    assert all(word in finding["finding"] for word in words), finding["finding"]


EVENT = '[[event]]\nevent = "a"\ncategory = "1"\n'
SERIES = '[series]\nregulation = "ara-2005"\n'


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ('[series]\nregulation = "ara-2004"\n' + EVENT, 2, ["'ara-2004' is no known regulation", "ara-2005"]),
        ('[series]\nregulation = "xyz"\n' + EVENT, 2, ["known are ara-2005, fmda-blitz"]),
        ("[series]\nseason = 2005\n" + EVENT, 1, ["[series] lacks the key regulation"]),
        (SERIES, None, ["event"]),
        (EVENT, None, ["series"]),
        (SERIES + EVENT + EVENT, 3, ["'a' stands twice in category '1'"]),
        (SERIES + EVENT + 'anual_championship = true', 6, ["'anual_championship'", "annual_championship"]),
        (SERIES + EVENT + 'encounter = "one"', 6, ["encounter", "'one'"]),
        (SERIES + EVENT + '[[play_off]]\nevent = "b"\norder = [1, 2]', 6, ["'b' is no event", "known are a"]),
        (SERIES + EVENT + '[[play_off]]\nevent = "a"\norder = [1]', 8, ["order", "[4, 1]"]),
        (SERIES + EVENT + '[[play_off]]\nevent = "a"\norder = [1, 2, 1]', 8, ["start number 1", "twice"]),
        ("[series\n", 1, ["TOML"]),
    ],
)  # fmt: skip
def test_a_series_with_a_mistake_is_refused(tmp_path, content, line, words):
    reading = read(tmp_path, content)
    assert reading.rows == {}
    assert reading.account["is_read"] is False
    told = [finding for finding in reading.findings if all(word in finding["finding"] for word in words)]
    assert [finding["line_number"] for finding in told] == [line]
    assert told[0]["severity"] == "error"
    assert [rejected["scope"] for rejected in reading.rejected] == ["file"]
