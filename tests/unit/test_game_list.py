"""Files of players and games: the upload file of chess-results and events of chessmanager."""

import json
from collections import Counter

import pytest
from tests.unit.crosstable_writer import BYES, GAMES, PLAYERS, codes, games, games_of, players_of, read, total

from normbook.errors import SourceError
from normbook.sources.event_file import read_event_file

# points of Black; won without play
OTHER = {"1": ("1.0", "0.0", ""), "0": ("0.0", "1.0", ""), "½": ("0.5", "0.5", ""), "+": ("1.0", "0.0", "K")}
BYE = {"1": ("-1", "1.0"), "½": ("-1", "0.5"), "0": ("-2", "")}
HALF_POINTS = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1}


def upload_file(players=PLAYERS):
    """The small event as an upload file."""
    people = "".join(
        f'<player no="{number}" lastname="{name.split(", ")[0]}" firstname="{name.split(", ")[1]}" title="{title}"'
        f' rtg="999" rtgfide="{rating}" dob="19900517" sex="W" fed="{federation}" fideid="10{number}" rank="{place}"'
        f' pts="{str(total(number)).replace(".", ",")}"/>'
        for number, (title, name, rating, federation, place) in players.items()
    )
    pairs = "".join(
        '<playerpairing round="{}" whiteno="{}" blackno="{}" reswhite="{}" resblack="{}" forfeit="{}"/>'.format(
            at, white, black, *OTHER[result]
        )
        for at, pairs in GAMES.items()
        for white, black, result in pairs
    ) + "".join(
        '<playerpairing round="{}" whiteno="{}" blackno="{}" reswhite="{}" resblack="" forfeit="K"/>'.format(
            at, player, *BYE[kind]
        )
        for (player, at), kind in BYES.items()
    )
    head = '<tournament name="Open" location="Rosario" rounds="3" from="20050920" to="20050925" federation="ARG"/>'
    return f'<?xml version="1.0"?><chessresults>{head}{people}{pairs}</chessresults>'.encode()


def chessmanager():
    """The small event, but for its forfeit and byes, as an event of chessmanager."""
    name = {number: fields[1] for number, fields in PLAYERS.items()}
    scores = {"1": 1.0, "½": 0.5, "0": 0.0, "+": 1.0}
    return {
        "name": "Open",
        "date": "20.09.2005",
        "n_rounds": 3,
        "players": [{"name": name[n], "title": fields[0], "rating": fields[2]} for n, fields in PLAYERS.items()],
        "rounds": [
            {"num": at, "matches": [{"white": name[w], "black": name[b], "result": scores[r]} for w, b, r in pairs]}
            for at, pairs in GAMES.items()
        ],
        "results": [{"player": fields[1], "place": fields[4], "points": 1} for fields in PLAYERS.values()],
    }


def test_upload_file(tmp_path):
    reading = read(tmp_path, "a.xml", upload_file())
    assert games_of(reading) == games()
    [head] = reading.rows["staging.event_reports"]
    assert (head["city"], str(head["start_date"]), str(head["end_date"])) == ("Rosario", "2005-09-20", "2005-09-25")
    alfa = players_of(reading)["Alfa, Ana"]
    assert (alfa["start_number"], alfa["title_code"], alfa["rating"], alfa["points"], alfa["place"]) == (
        1, "GM", 2512, total(1), 2,
    )  # fmt: skip
    assert str(alfa["birth_date"]) == "1990-05-17"


def test_chessmanager(tmp_path):
    reading = read(tmp_path, "a.json", json.dumps(chessmanager()).encode())
    blank = (None, None, None)
    played = {"+": "1", "-": "0"}
    assert games_of(reading) == {
        key: blank if key in BYES else (*value[:2], played.get(value[2], value[2])) for key, value in games().items()
    }
    assert str(reading.rows["staging.event_reports"][0]["start_date"]) == "2005-09-20"
    assert {row["start_number"]: row["place"] for row in players_of(reading).values()} == {
        number: fields[4] for number, fields in PLAYERS.items()
    }


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'no="7"', b'no="6"', "player_unusable"),
        (b'no="7"', b'no="07x"', "player_unusable"),
        (b'round="1" whiteno="1"', b'round="x" whiteno="1"', "game_unusable"),
        (b'round="1" whiteno="1"', b'round="99999" whiteno="1"', "game_unusable"),
        (b'round="1" whiteno="1"', b'round="1" whiteno="4"', "game_unusable"),
        (b'round="1" whiteno="1"', b'round="1" whiteno="5"', "game_unusable"),
        (b'reswhite="0.5" resblack="0.5"', b'reswhite="0.7" resblack="0.5"', "game_unusable"),
    ],
)
def test_records_that_cannot_be_used_are_set_aside(tmp_path, old, new, code):
    raw = upload_file().replace(old, new, 1)
    reading = read(tmp_path, "a.xml", raw)
    assert code in {record["reason_code"] for record in reading.rejected}
    account = reading.account
    assert account["good_records"] + account["rejected_lines"] == account["lines_read"] == 7 + 9 + 3


def test_a_field_that_holds_something_else_is_told(tmp_path):
    reading = read(
        tmp_path, "a.xml", upload_file().replace(b'sex="W"', b'sex="*"', 1).replace(b'fed="PER"', b'fed="P1"')
    )
    assert {"sex_odd", "federation_odd"} <= codes(reading)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"<?xml version='1.0'?><chessresults><player", "xml_broken"),
        (b"<?xml version='1.0'?><other/>", "not_a_report_xml"),
        (b"<?xml version='1.0'?><chessresults/>", "no_players"),
        (b'{"players": [', "json_broken"),
        (b'{"events": []}', "not_a_report_json"),
        (b'{"players": [1, null], "rounds": [2, {"num": 1, "matches": "x"}]}', "no_players"),
        (b"[" * 100_000, "json_broken"),
    ],
)
def test_what_is_no_list_of_games_is_refused(tmp_path, raw, code):
    with pytest.raises(SourceError) as refused:
        read(tmp_path, "a.bin", raw)
    assert refused.value.reason_code == code


REAL = {
    "chessresults_xml/Single_RoundRobin.xml": (8, 28),
    "chessresults_xml/Single_SwissSystem.xml": (21, 65),
    "pomysl_gp/edition1_event1.json": (20, 70),
    "pomysl_gp/edition1_event2.json": (14, 49),
    "pomysl_gp/edition1_event3.json": (20, 70),
    "pomysl_gp/edition1_event4.json": (22, 77),
    "pomysl_gp/edition1_event5.json": (24, 84),
}


@pytest.mark.parametrize("name", REAL)
def test_real_files_agree_with_their_own_standings(shared, name):
    reading = read_event_file(shared / "real" / "crosstables" / name, f"events/{name}")
    reading.to_tables()
    players = reading.rows["staging.report_players"]
    sums: Counter = Counter()
    played = 0
    for cell in reading.rows["staging.round_cells"]:
        sums[cell["start_number"]] += HALF_POINTS.get(cell["result_code"], 0)
        played += cell["opponent_number"] is not None
    assert (len(players), played // 2) == REAL[name]
    assert not reading.rejected
    assert {row["start_number"]: row["points"] for row in players} == {
        row["start_number"]: sums[row["start_number"]] / 2 for row in players
    }
    # who has more points has the better place
    ordered = [row["points"] for row in sorted(players, key=lambda row: row["place"])]
    assert ordered == sorted(ordered, reverse=True)


@pytest.mark.parametrize("name", ["events", "truth_standings", "truth_winterClassicalA"])
def test_other_json_documents_are_refused(shared, name):
    path = shared / "real" / "crosstables" / "keshmat2026" / f"{name}.json"
    with pytest.raises(SourceError, match="a JSON document of another kind"):
        read_event_file(path, path.name)
