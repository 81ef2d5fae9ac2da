"""`normbook export`: what was read, written in a clean form, says the same when it is read again (T24)."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import examples
from tests.unit.crosstable_writer import swiss_rows, text
from trf_writer import HEAD, at_columns, cells, event, player, players, read
from typer.testing import CliRunner

from normbook.cli import app
from normbook.errors import NormbookError
from normbook.runs.export import export
from normbook.sources.crosstable_export import as_csv, as_xlsx, crosstable
from normbook.sources.event_file import read_event_file
from normbook.sources.event_rows import EventRows
from normbook.sources.trf_writing import report_text

NOWHERE = Path("no-such-folder")
ROWS = ("staging.event_reports", "staging.report_players", "staging.round_cells")
ODD = (
    "### ruler\n012 First Open \n032 arg\n042 28. 07. 2005\n052 31. 07. 2005\n062 2\n102 IA X\n"
    + "132" + " " * 88 + "05/07/28\nXXR 3\n162  W 3.0    D 1.0\n310   1 Alpha                            ALP\n"
    + player(12, (3, "w", "1"), ("", " ", "h"), name="Gómez, Ana", sex="W", title="wg ", rating="0987", birth="1990.05.  ",
             points="3,5", fide_id="0")
    + player(3, (12, "b", "0"), ("0000", "-", "U"), title="MF ", federation="esp", birth="1980-01-02", points="1", place="")
)  # fmt: skip
CLEAN_26 = "\r\n".join(
    [
        "012 First Open",
        "032 ARG",
        "042 2005/07/28",
        "052 2005/07/31",
        "062 2",
        "102 IA X",
        "132" + " " * 88 + "05/07/28",
        "142 3",
        "162  W 3.0    D 1.0",
        at_columns((1, "001    3"), (11, " FM"), (15, "Perez, Juan"), (54, "ESP"), (70, "1980/01/02"), (81, " 1.0"),
                   (94, "12 b 0"), (102, "0000 - U")),
        at_columns((1, "001   12"), (10, "w"), (11, "WGM"), (15, "Gómez, Ana"), (50, "987"), (70, "1990/05/00"), (81, " 3.5"),
                   (89, "1"), (95, "3 w 1"), (102, "0000 - H")),
        "### ruler",
        "310   1 Alpha                            ALP",
        "",
    ]
)  # fmt: skip


def written(folder, content=ODD, name="odd.trf"):
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_a_report_of_trf26_is_clean_by_the_columns_of_the_book(tmp_path):
    assert export(NOWHERE, written(tmp_path), "trf26").content.decode() == CLEAN_26


def test_trf16_says_what_it_leaves_out(tmp_path):
    done = export(NOWHERE, written(tmp_path), "trf16")
    lines = done.content.decode().split("\r\n")
    assert [line for line in lines if line[:3] in ("142", "162", "310", "###")] == []
    assert {"XXR 3", "BBW  3.0", "BBD  1.0", "013 Alpha"} <= {line.rstrip() for line in lines}
    assert done.left_out == ["lines that TRF16 does not know: ###"]


def test_a_crosstable_is_what_a_person_expects_to_see(tmp_path):
    done = export(NOWHERE, written(tmp_path), "csv")
    assert done.left_out == [
        f"{what}, since a crosstable has players and games only"
        for what in ("dates of the rounds", "the report's own scoring", "1 teams", "4 other lines")
    ]
    content = done.content
    assert content.startswith(b"\xef\xbb\xbf")
    assert [line.rstrip(";") for line in content.decode("utf-8-sig").split("\r\n")] == [
        "Tournament;First Open",
        "Federation;ARG",
        "Start date;2005-07-28",
        "End date;2005-07-31",
        "Chief Arbiter;IA X",
        "Number of rounds;3",
        "",
        "No.;Title;Name;Sex;Rtg;FED;FideID;Birth;Pts.;Rk.;1.Rd;2.Rd",
        "3;FM;Perez, Juan;;;ESP;;1980-01-02;1.0;0;12b0;U",
        "12;WGM;Gómez, Ana;w;987;;;1990-05-00;3.5;1;3w1;H",
        "",
    ]


def test_the_same_event_gives_the_same_workbook(tmp_path):
    assert export(NOWHERE, written(tmp_path), "xlsx").content == export(NOWHERE, written(tmp_path), "xlsx").content


def test_t24_one_event_in_every_form_gives_one_result(tmp_path):
    found = []
    for form, suffix in (("trf26", ".trf"), ("trf16", ".txt"), ("csv", ".csv"), ("xlsx", ".xlsx")):
        path = tmp_path / f"event{suffix}"
        path.write_bytes(export(NOWHERE, written(tmp_path), form).content)
        reading = read_event_file(path, path.name)
        people = {
            number: {
                column: row.get(column) for column in ("name", "title_code", "rating", "birth_month", "points", "place")
            }
            for number, row in players(reading).items()
        }
        found.append((cells(reading), people, event(reading)["start_date"], event(reading)["rounds_declared"]))
    assert found[0][0] == {
        (3, 1): (12, "b", "0"),
        (3, 2): (None, None, "U"),
        (12, 1): (3, "w", "1"),
        (12, 2): (None, None, "H"),
    }
    assert found[0][2:] == (date(2005, 7, 28), 3)
    assert found == [found[0]] * 4


# Texts as people write names; a line end would end the line, and blanks at the ends are cut by every reader.
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029"), max_size=30).map(
    lambda text: " ".join(text.split())
)
NAMES = WORDS.map(lambda text: text[:33].strip() or "Nobody")
DAYS = st.dates(date(1970, 1, 1), date(2060, 12, 31))


@st.composite
def events(draw):
    """A small event, whose last round somebody has reached; half of the forms of every value."""
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=2, max_size=6)))
    rounds = draw(st.integers(1, 4))
    maybe = lambda values: draw(st.none() | values)  # noqa: E731
    head = dict.fromkeys(("points_unknown", "boards", "is_partial", "federation_code", "city", "type_text"))
    head |= {"event_id": "event", "rounds_seen": rounds, "name": maybe(NAMES), "chief_arbiter": maybe(NAMES)}
    head |= {"time_control": maybe(NAMES), "rounds_declared": maybe(st.integers(0, 99)), "has_teams": False}
    head |= {"start_date": (start := maybe(DAYS)), "end_date": start}
    # What lies outside of the days of the event would be left out.
    head |= {
        "round_dates": maybe(st.lists(st.none() | (st.just(start) if start else st.dates()), min_size=1, max_size=5))
    }
    head |= {f"points_{name}": None for name in ("win", "draw", "loss", "absent", "forfeit_loss", "pairing_bye")}
    people, games = [], {}
    for number in numbers:
        precision = draw(st.sampled_from(["day", "month", "year", "none"]))
        day = draw(st.dates(date(1900, 1, 1), date(2025, 12, 31)))
        title = draw(
            st.sampled_from([("GM", None), ("FM", None), ("HGM", None), (None, "WIM"), (None, "WH"), (None, None)])
        )
        people.append(
            {
                "start_number": number,
                "name": draw(NAMES),
                "sex": maybe(st.sampled_from("MF")),
                "title_raw": title[0] or title[1],
                "title_code": title[0],
                "womens_title_code": title[1],
                "rating": maybe(st.integers(1, 3000)),
                "federation_code": maybe(st.text("ABCXYZ", min_size=3, max_size=3)),
                "fide_id": maybe(st.integers(1, 99999999999)),
                "birth_date": day if precision == "day" else None,
                "birth_year": None if precision == "none" else day.year,
                "birth_month": day.month if precision == "month" else None,
                "birth_precision": precision,
                "points": draw(st.integers(0, 40)) / 2,
                "place": maybe(st.integers(1, 9999)),
            }
        )
        for at in range(1, rounds + 1):
            result = draw(st.sampled_from([None, *"1=0+-WDLHFUZ*"]) if at < rounds else st.sampled_from("1=0+-HFUZ"))
            opponent = draw(st.none() | st.sampled_from(numbers)) if result != "Z" else None
            colour = draw(st.sampled_from([None, "w", "b"]))
            games[number, at] = {"start_number": number, "round_number": at, "opponent_number": opponent, "colour": colour,
                                 "result_code": result}  # fmt: skip
    return EventRows(head, people, games, [], [])


def same(old, new, columns):
    return [{c: row.get(c) for c in columns} for row in old] == [{c: row.get(c) for c in columns} for row in new]


PERSON = ("start_number", "name", "sex", "title_code", "womens_title_code", "rating", "federation_code", "fide_id", "birth_date",
          "birth_year", "birth_month", "birth_precision", "points", "place")  # fmt: skip
CELL = ("start_number", "round_number", "opponent_number", "colour", "result_code")
OF_HEAD = (
    "name",
    "city",
    "federation_code",
    "start_date",
    "end_date",
    "round_dates",
    "chief_arbiter",
    "time_control",
    "rounds_declared",
    "rounds_seen",
)


def check(event_rows, reading, of_head=OF_HEAD):
    assert same([event_rows.head], reading.rows["staging.event_reports"], of_head)
    assert same(event_rows.players, reading.rows["staging.report_players"], PERSON)
    assert same(event_rows.cells.values(), reading.rows["staging.round_cells"], CELL)
    assert reading.rejected == []


@examples(100)
@given(made_up=events(), is_trf26=st.booleans())
def test_any_event_written_as_a_report_is_read_as_it_was(tmp_path_factory, made_up, is_trf26):
    text, left_out = report_text(made_up, is_trf26=is_trf26)
    assert left_out == []
    check(made_up, read(tmp_path_factory.mktemp("report"), text))


def paired(made_up):
    """The event with games only where both sides name each other, which a crosstable needs to be believed."""
    answer = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D", "*": "*"}
    games = {key: dict(row, opponent_number=None, colour=None, result_code="Z") for key, row in made_up.cells.items()}
    numbers = [player["start_number"] for player in made_up.players]
    for at in made_up.rounds:
        for one, other in zip(numbers[::2], numbers[1::2], strict=False):
            result = str(made_up.cells[one, at]["result_code"] or "1").translate(str.maketrans("HFUZ", "1=+0"))
            colour = made_up.cells[one, at]["colour"]
            games[one, at] |= {"opponent_number": other, "result_code": result, "colour": colour}
            back = {"w": "b", "b": "w", None: None}[colour]
            games[other, at] |= {"opponent_number": one, "result_code": answer[result], "colour": back}
    one, other = numbers[:2]
    games[one, 1] |= {"opponent_number": other, "result_code": "1", "colour": "w"}
    games[other, 1] |= {"opponent_number": one, "result_code": "0", "colour": "b"}
    return EventRows(made_up.head, made_up.players, games, [], [])


@examples(60)
@given(made_up=events().map(paired), is_csv=st.booleans())
def test_any_event_written_as_a_crosstable_is_read_as_it_was(tmp_path_factory, made_up, is_csv):
    folder = tmp_path_factory.mktemp("crosstable")
    path = folder / ("event.csv" if is_csv else "event.xlsx")
    rows = crosstable(made_up)
    path.write_bytes(as_csv(rows) if is_csv else as_xlsx(rows))
    of_head = [column for column in OF_HEAD if column != "round_dates"]
    check(made_up, read_event_file(path, path.name), of_head)


def test_real_reports_say_the_same_in_every_form_that_can_hold_them(shared):
    """Export itself reads the new file again and refuses a difference; here it is held that it refuses for true reasons only."""
    refused = {}
    for path in sorted((shared / "real" / "trf").iterdir()):
        is_small = path.stat().st_size < 10_000
        for form in ("trf26", "csv", "trf16", "xlsx") if is_small else ("trf26", "csv"):
            try:
                export(NOWHERE, str(path), form)
            except NormbookError as error:
                refused[path.stem, form] = str(error)
    assert {stem for stem, form in refused if form.startswith("trf")} == {"jef_invalid"}
    without_rounds = {"chesspublisher_09_partial_birth", "py4swiss_comments", "jef_invalid"}
    assert {stem for stem, form in refused if form in ("csv", "xlsx")} == without_rounds


def test_real_crosstables_become_reports(shared):
    folder = shared / "real" / "crosstables"
    for name in (
        "keshmat2025/april.xlsx",
        "html/hof2016.html",
        "san_sebastian2010.csv",
        "keshmat2026/winterClassicalA.xlsx",
    ):
        done = export(NOWHERE, str(folder / name), "trf16")
        assert done.content.startswith(b"012 ")
        assert ("that the games were rapid, which the time control does not say" in done.left_out) == ("april" in name)


@pytest.mark.parametrize("form", ["trf16", "trf26", "csv", "xlsx"])
@pytest.mark.parametrize(
    ("label", "time_control", "kept"),
    [
        ("Time control", "Blitz", {"trf16", "trf26", "csv", "xlsx"}),
        ("Time control (Rapid)", "10 min + 3 sec", {"csv", "xlsx"}),
        ("Time control", "90 min + 30 sec", {"trf16", "trf26", "csv", "xlsx"}),
    ],
)
def test_rapid_and_blitz_stay_rapid_and_blitz(tmp_path, form, label, time_control, kept):
    path = tmp_path / "open.csv"
    path.write_bytes(text([[f"{label} : {time_control}"], [], *swiss_rows("start")]))
    done = export(NOWHERE, str(path), form)
    again = tmp_path / f"again.{form}"
    again.write_bytes(done.content)
    before, after = (
        read_event_file(one, one.name).rows["staging.event_reports"][0].get("discipline") for one in (path, again)
    )
    assert before == {"Blitz": "blitz", "10 min + 3 sec": "rapid"}.get(time_control)
    assert (after == before) == (form in kept)
    assert any("which the time control does not say" in sentence for sentence in done.left_out) == (form not in kept)


def test_a_number_that_does_not_fit_is_named(tmp_path):
    rows = EventRows.of(
        {
            name: list(read(tmp_path, HEAD + player(1, (2, "w", "1")) + player(2, (1, "b", "0"))).rows[name])
            for name in ROWS
        }
    )
    big = [dict(rows.players[0], rating=12345), rows.players[1]]
    with pytest.raises(NormbookError, match=r"player 1: rating 12345 does not fit into the columns 49-52"):
        report_text(EventRows(rows.head, big, rows.cells, [], []), is_trf26=True)


def test_a_name_too_long_for_a_report_is_cut_and_said_and_one_on_two_lines_is_put_on_one(tmp_path):
    """Both come from spreadsheets."""
    rows = [["No.", "Name", "Pts", "1.Rd"], ["1", "Ab\ncd", "1", "2w1"], ["2", "N" * 40, "0", "1b0"]]
    path = tmp_path / "long.xlsx"
    path.write_bytes(as_xlsx(rows))
    done = export(NOWHERE, str(path), "trf26")
    assert done.left_out == ["the end of the name of player 2, which has more than 33 characters"]
    assert [row["name"] for row in players(read(tmp_path, done.content)).values()] == ["Ab cd", "N" * 33]


def test_a_player_of_whom_nothing_is_known_is_no_line_cut_short(tmp_path):
    content = export(NOWHERE, written(tmp_path, HEAD + player(1, points="", place="x") + player(2)), "trf16").content
    row = players(read(tmp_path, content))[1]
    assert (row["points"], row["place"]) == (None, None)


@pytest.mark.parametrize(
    "days",
    [
        ["05/07/23", "soon"],
        ["soon", "soon"],
        ["05/07/23", "", "05/07/25"],
        ["05/07/23", "", "soon"],
        ["05/07/23", *["soon"] * 60],
        ["05/07/23", *["soon"] * 60, "05/07/25"],
    ],
)
def test_round_dates_stay_under_their_rounds_known_or_not(tmp_path, days):
    line = at_columns((1, "132"), *((92 + 10 * at, day) for at, day in enumerate(days)))
    content = HEAD + line + "\n" + player(1, (2, "w", "1")) + player(2, (1, "b", "0"))
    expected = [date(2005, 7, int(day[-2:])) if day[:1] == "0" else None for day in days]
    assert event(read(tmp_path, content))["round_dates"] == expected
    assert (
        event(read(tmp_path, export(NOWHERE, written(tmp_path, content), "trf26").content))["round_dates"] == expected
    )


@pytest.mark.parametrize(
    ("head", "days"),
    [
        ("", [date(1955, 7, 23), date(1955, 7, 24)]),
        ("", [date(1955, 7, 23), None, date(2005, 7, 24)]),
        ("042 1900/01/01\n052 2005/12/31\n", [date(1901, 7, 23), date(1999, 7, 24), None]),
    ],
)
def test_round_dates_stay_in_their_century_whether_or_not_the_event_tells_it(tmp_path, head, days):
    """Two digits of the year mean 1969 to 2068 where nothing is known of the event, else a year near to it."""
    texts = [day.strftime("%d.%m.%Y") if day else "??" for day in days]
    line = at_columns((1, "132"), *((92 + 10 * at, text) for at, text in enumerate(texts)))
    content = "012 Open\n" + head + line + "\n" + player(1, (2, "w", "1")) + player(2, (1, "b", "0"))
    assert event(read(tmp_path, content))["round_dates"] == days
    for form in ("trf16", "trf26"):
        clean = export(NOWHERE, written(tmp_path, content), form).content
        assert event(read(tmp_path, clean))["round_dates"] == days


def test_an_event_without_games_makes_no_crosstable(tmp_path):
    with pytest.raises(NormbookError, match=r"odd: nobody has an opponent yet.*Write trf16 or trf26"):
        export(NOWHERE, written(tmp_path, HEAD + player(1) + player(2)), "csv")


def test_a_file_that_is_no_report_is_named(tmp_path):
    with pytest.raises(NormbookError, match=r"poster\.pdf: .*PDF"):
        export(NOWHERE, written(tmp_path, b"%PDF-1.4", "poster.pdf"), "trf16")


def test_without_anything_read_the_way_out_is_said():
    with pytest.raises(
        NormbookError, match=r"no event has been read into no-such-folder.*normbook ingest.*path of a report"
    ):
        export(NOWHERE, "lund", "trf16")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "raw" / "events").mkdir(parents=True)
    written(folder / "raw" / "events", ODD, "first-open.trf")
    written(folder / "raw" / "events", HEAD + player(1, (2, "w", "1")) + player(2, (1, "b", "0")), "second.trf")
    result = CliRunner().invoke(app, ["ingest", "--raw", str(folder / "raw"), "--out", str(folder / "out")])
    assert result.exit_code == 0, result.output
    return folder


def asked(workspace, *arguments):
    return CliRunner().invoke(app, ["export", *arguments, "--out", str(workspace / "out")])


def test_an_ingested_event_by_its_id(workspace, tmp_path):
    target = tmp_path / "clean.trf"
    result = asked(workspace, "first-open", "--format", "trf26", "--to", str(target))
    assert (result.exit_code, result.output) == (0, f"Written: {target}\n")
    assert target.read_bytes().decode() == CLEAN_26


def test_by_default_the_file_is_named_after_the_event(workspace, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = asked(workspace, "second", "--format", "XLSX", "--json")
    assert json.loads(result.stdout) == {
        "event_id": "second",
        "file": "second.xlsx",
        "left_out": [],
    }
    assert (tmp_path / "second.xlsx").read_bytes()[:2] == b"PK"


def test_a_file_that_is_there_is_not_written_over(workspace, tmp_path):
    target = tmp_path / "clean.trf"
    target.write_text("mine")
    result = asked(workspace, "second", "--to", str(target))
    assert (result.exit_code, target.read_text()) == (1, "mine")
    assert "--force" in result.output
    assert asked(workspace, "second", "--to", str(target), "--force").exit_code == 0
    assert target.read_bytes().startswith(b"012 ")


def test_standard_output(workspace):
    result = asked(workspace, "first-open", "--to", "-")
    assert result.stdout_bytes.decode() == CLEAN_26


def test_an_unknown_event_is_answered_with_the_nearest(workspace):
    result = asked(workspace, "first-opne")
    assert result.exit_code == 1
    assert "first-opne: there is no such event and no such file; the nearest are first-open" in result.output


def test_an_unknown_form_is_a_wrong_usage(workspace):
    result = asked(workspace, "second", "--format", "docx")
    assert result.exit_code == 2
    assert "trf16" in result.output
