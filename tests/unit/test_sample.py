"""The sample season: the same bytes each time, FIDE's columns, two sides of every game, the slips that are meant."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from normbook.errors import NormbookError
from normbook.sample import write_sample_season
from normbook.sample.play import berger_rounds

DAMAGED = "tandil-open-2005"
HALF_POINTS = {"1": 2, "+": 2, "F": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}
OTHER_SIDE = {"1": {"0"}, "0": {"1"}, "=": {"="}, "+": {"-"}, "-": {"+", "-"}}
TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "h": "HGM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    write_sample_season(folder, players=1500)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def read_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def heads(path: Path) -> dict[str, str]:
    return {line[:3]: line[4:] for line in read_text(path).splitlines() if not line.startswith("001")}


def players(path: Path) -> dict[int, dict[str, str]]:
    """001 lines by the columns of FIDE's handbook, from 1: 5-8, 10, 11-13, 15-47, 49-52, 54-56, 58-68, 70-79, 81-84."""
    columns = {"sex": 10, "title": (11, 13), "name": (15, 47), "rating": (49, 52), "federation": (54, 56)}
    columns |= {"fide_id": (58, 68), "birth": (70, 79), "points": (81, 84), "place": (86, 89)}
    found = {}
    for line in read_text(path).splitlines():
        if line.startswith("001"):
            ends = {name: at if isinstance(at, tuple) else (at, at) for name, at in columns.items()}
            found[int(line[4:8])] = {name: line[first - 1 : last].strip() for name, (first, last) in ends.items()}
    return found


def cells(path: Path) -> dict[int, list[tuple[int, str, str]]]:
    """Opponent, colour and result of every round: columns 92-95, 97, 99 and every ten from there."""
    return {
        int(line[4:8]): [(int(line[at : at + 4]), line[at + 5], line[at + 7]) for at in range(91, len(line), 10)]
        for line in read_text(path).splitlines()
        if line.startswith("001")
    }


def reports(season: Path) -> list[Path]:
    return sorted(path for path in (season / "events").glob("*.trf") if path.stem != DAMAGED)


def rating_list(season: Path, word: str) -> dict[str, dict[str, str]]:
    """People by number, by the columns of layout B2, from 0."""
    header, *lines = (season / "rating_lists" / f"{word}frl.txt").read_text(encoding="ascii").splitlines()
    assert word.upper() in header.split()
    assert {len(line) for line in lines} == {79}
    slices = {"name": (10, 43), "title": (44, 46), "federation": (48, 51), "rating": (53, 57), "birth": (64, 72)}
    slices["flag"] = (76, 79)
    by_number = {line[:8].strip(): {n: line[a:b].strip() for n, (a, b) in slices.items()} for line in lines}
    assert len(by_number) == len(lines), "a FIDE number stands twice"
    return by_number


def test_two_writes_give_the_same_bytes(season, tmp_path):
    written = write_sample_season(tmp_path / "again", players=1500)
    assert contents(tmp_path / "again") == contents(season)
    assert written == sorted(path for path in (tmp_path / "again").rglob("*") if path.is_file())


def test_the_committed_copy_is_what_the_command_writes(season, checkout):
    committed = checkout / "data" / "raw"
    assert {name: (committed / name).read_bytes() for name in contents(season)} == contents(season)
    assert sum(map(len, contents(season).values())) < 600_000


def test_more_players_only_lengthen_the_rating_lists(season, tmp_path):
    write_sample_season(tmp_path, players=0)
    small, large = contents(tmp_path), contents(season)
    changed = {name for name in large if small[name] != large[name]}
    assert changed == {"rating_lists/jul05frl.txt", "rating_lists/oct05frl.txt"}
    assert all(set(small[name].splitlines()) < set(large[name].splitlines()) for name in changed)


@pytest.mark.parametrize("kind", ["rating_lists", "events", "series"])
def test_received_files_are_never_mixed_with_invented_ones(tmp_path, kind):
    (tmp_path / kind).mkdir()
    (tmp_path / kind / "received.trf").write_text("012 Kept\n")
    with pytest.raises(NormbookError, match="already holds files"):
        write_sample_season(tmp_path)
    assert contents(tmp_path) == {f"{kind}/received.trf": b"012 Kept\n"}


def test_the_lists_have_the_people_asked_for(season):
    july, october = rating_list(season, "jul05"), rating_list(season, "oct05")
    assert len(october) == 1500
    assert july.keys() < october.keys()
    assert len(october) - len(july) < 60
    assert {person["title"] for person in july.values()} >= {"", *TITLES}
    assert {person["flag"] for person in july.values()} == {"", "w", "i", "wi"}
    assert all(6 <= len(number) <= 8 for number in october)
    moves = [int(october[n]["rating"]) - int(july[n]["rating"]) for n in july]
    assert 0 < sum(map(bool, moves)) < len(moves)
    assert max(map(abs, moves)) < 30
    new_titles = [n for n in july if july[n]["title"] != october[n]["title"]]
    assert 3 <= len(new_titles) <= 30
    assert not [n for n in new_titles if not october[n]["title"]], "a title got lost"


def test_the_events_are_of_the_kinds_and_sizes_promised(season):
    kinds = Counter(heads(path)["092"] for path in reports(season))
    assert kinds["Individual: Double-Round-Robin"] == 2
    assert kinds["Individual: Swiss-System"] == 8
    sizes = {path.stem: len(players(path)) for path in reports(season)}
    assert sizes["balaton-twelve-2005"] == 12
    assert sizes["sazava-memorial-2005"] == 14
    assert sizes["bergen-club-swiss-2005"] == 20
    assert sizes["malaga-festival-2005"] == 60
    assert 200 <= sizes["rimini-open-2005"] <= 210
    assert [sizes[f"ara-sub10-{number}"] for number in range(1, 5)] == [14, 15, 18, 14]
    for path in reports(season):
        head = heads(path)
        assert head["042"] <= head["052"]
        assert int(head["062"]) == len(players(path))
        assert int(head["072"]) == sum(bool(person["rating"]) for person in players(path).values())
        assert len(head["132"].split()) == max(map(len, cells(path).values()))


def test_norm_events_start_in_the_days_of_the_edition_but_for_two(season):
    starts = {path.stem: heads(path)["042"] for path in reports(season) if "minutes +" in heads(path)["122"]}
    outside = {name for name, start in starts.items() if not "2005/07/01" <= start <= "2009/06/30"}
    assert outside == {"cordoba-autumn-2005", "graz-winter-open-2010"}


def test_every_game_is_told_alike_by_both_sides(season):
    for path in reports(season):
        table = cells(path)
        for number, row in table.items():
            for at, (opponent, colour, result) in enumerate(row):
                if opponent:
                    other, other_colour, other_result = table[opponent][at]
                    assert other == number, (path.stem, number, at + 1)
                    assert {colour, other_colour} == {"w", "b"}
                    assert other_result in OTHER_SIDE[result]
                else:
                    assert (colour, result in "HFUZ") == ("-", True), (path.stem, number, at + 1)


def test_nobody_meets_an_opponent_too_often_and_colours_alternate(season):
    for path in reports(season):
        most = 2 if heads(path)["092"] == "Individual: Double-Round-Robin" else 1
        for number, row in cells(path).items():
            met = Counter(opponent for opponent, _, _ in row if opponent)
            assert set(met.values()) <= ({most} if "Round-Robin" in heads(path)["092"] else {1}), (path.stem, number)
            colours = Counter(colour for _, colour, _ in row)
            assert abs(colours["w"] - colours["b"]) <= 3, (path.stem, number)
            assert sum(result == "U" for _, _, result in row) <= 1


def test_points_add_up_except_where_the_arbiter_slipped(season):
    wrong = {
        (path.stem, number)
        for path in reports(season)
        for number, row in cells(path).items()
        if 2 * float(players(path)[number]["points"]) != sum(HALF_POINTS[result] for _, _, result in row)
    }
    assert wrong == {("rimini-open-2005", 60)}


def test_all_ways_of_not_playing_occur_in_the_big_open(season):
    results = Counter(
        result for row in cells(season / "events" / "rimini-open-2005.trf").values() for *_, result in row
    )
    assert all(results[code] for code in "HFUZ+-")
    assert sum(not person["rating"] for person in players(season / "events" / "rimini-open-2005.trf").values()) == 17


def test_reports_agree_with_the_list_in_force_except_for_the_slips(season):
    lists = {word: rating_list(season, word) for word in ("jul05", "oct05")}
    differences = set()
    for path in reports(season):
        start = heads(path)["042"]
        listed = lists["jul05" if start < "2005/10" else "oct05"]
        for number, person in players(path).items():
            if not person["rating"]:
                assert not person["fide_id"]
                continue
            entry = listed[person["fide_id"]]
            title = TITLES.get(person["title"], person["title"])
            for field, value in (("rating", person["rating"]), ("federation", person["federation"]), ("title", title)):
                if value != (TITLES.get(entry[field], "") if field == "title" else entry[field]):
                    differences.add((path.stem, number, field))
            assert ("w" in entry["flag"]) == (person["sex"] == "w") or (path.stem, number) == ("rimini-open-2005", 101)
    # Number 101 of Rimini has the FIDE number of somebody else.
    of_somebody_else = {difference for difference in differences if difference[:2] == ("rimini-open-2005", 101)}
    assert of_somebody_else
    assert differences - of_somebody_else == {
        ("villa-real-masters-2005", 10, "title"),
        ("balaton-twelve-2005", 4, "rating"),
        ("sazava-memorial-2005", 12, "federation"),
    }


def test_habits_of_arbiters(season):
    events = season / "events"
    with pytest.raises(UnicodeDecodeError):
        (events / "final-nacional-colombia-2005.trf").read_bytes().decode()
    assert b"\r\n" in (events / "sazava-memorial-2005.trf").read_bytes()
    assert {person["title"] for person in players(events / "lviv-masters-2005.trf").values()} == {"g", "m", "f", ""}
    assert tomllib.loads((events / "final-nacional-colombia-2005.toml").read_text()) == {
        "event": {"exemption": "1.43a"}
    }


def test_the_damaged_file_has_four_lines_cut(season):
    lines = (season / "events" / f"{DAMAGED}.trf").read_text(encoding="utf-8").splitlines()
    short = [number for number, line in enumerate(lines, 1) if line.startswith("001") and len(line) < 139]
    assert short == [15, 19, 23, 28]


def test_berger_rounds_of_six():
    """The table of FIDE's handbook for 5 or 6 players."""
    assert berger_rounds(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
