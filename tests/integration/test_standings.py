"""`normbook standings`: a small Grand Prix of 2005 with a tie, its match, a final with a play-off, and fees."""

import json

import pytest
from tests.world import report, report_line, rows, tables_of
from typer.testing import CliRunner

from normbook.cli import app
from normbook.runs.standings import VIEWS
from normbook.warehouse.parquet import write_table

CLUBS = 'player,club\n"Arce, Ana",Torre\n"Bello, Bea",Alfil\n'


def everybody_meets(order, girls=()):
    """A round robin in which everybody beats those who come later in `order`; numbers are by name."""
    names = sorted(order)
    lines = []
    for number, name in enumerate(names, 1):
        cells = []
        for rounds in ((0, 3, 1, 2), (0, 2, 3, 1), (0, 1, 2, 3))[: len(names) - 1]:
            # pairs of the three rounds of four: first with rounds[1], the other two with each other
            pairs = {0: rounds[1], rounds[1]: 0, rounds[2]: rounds[3], rounds[3]: rounds[2]}
            other = pairs[number - 1]
            won = order.index(name) < order.index(names[other])
            cells.append(f"{other + 1:4} {'w' if number - 1 < other else 'b'} {'1' if won else '0'}")
        lines.append(
            report_line(number, name, cells, birth="1997/05/01", sex="w" if name in girls else "m", place=number)
        )
    return report(lines)


FINAL = report(
    [
        report_line(1, "Arce, Ana", ["   2 w =", "   3 w 1", "0000 - Z"], birth="1997/05/01", sex="w"),
        report_line(2, "Bello, Bea", ["   1 b =", "0000 - Z", "   3 w 1"], birth="1997/05/01", sex="w"),
        report_line(3, "Cruz, Ciro", ["0000 - Z", "   1 b 0", "   2 b 0"], birth="1997/05/01"),
    ]
)
EVENTS = '[[event]]\nevent = "one"\ncategory = "Sub-10"\nencounter = 1\n'
EVENTS += '[[event]]\nevent = "two"\ncategory = "Sub-10"\nencounter = 2\n'
END = '[[event]]\nevent = "end"\ncategory = "Sub-10"\nfinal = "title"\n'
# 12c: number 2 of the second event won the match; 17: number 1 of the final won the play-off
PLAY_OFFS = '[[play_off]]\nevent = "two"\norder = [2, 1]\n[[play_off]]\nevent = "end"\norder = [1, 2]\n'
HEAD = '[series]\nregulation = "ara-2005"\n'


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    ana, bea, ciro, dino = people = ["Arce, Ana", "Bello, Bea", "Cruz, Ciro", "Diaz, Dino"]
    files = {
        "events/one.trf": everybody_meets(people, girls=people[:2]),
        "events/two.trf": everybody_meets([bea, ana, ciro, dino], girls=people[:2]),
        "events/end.trf": FINAL,
        "series/played.toml": HEAD + 'clubs = "clubs.csv"\n' + EVENTS + END + PLAY_OFFS,
        "series/open.toml": HEAD + EVENTS,
        "series/clubs.csv": CLUBS,
    }
    folder = tmp_path_factory.mktemp("standings")
    connection = tables_of(folder, files)
    return connection, publish_views(connection, folder / "published")


def publish_views(connection, out):
    """Write every table that `standings` can show; returns the folder."""
    tables = [view.table for views in VIEWS.values() for view in views.values()]
    for name in (*tables, "core.series_players", "ref.series_parameters"):
        write_table(connection, name, out, {})
    return out


def ask(published, *arguments):
    return CliRunner().invoke(app, ["standings", *arguments, "--out", str(published[1])])


def answer(published, *arguments):
    return json.loads(ask(published, *arguments, "--json").stdout)


def test_standings_tell_by_article_how_a_tie_was_resolved(published):
    found = answer(published, "played", "--section", "open")
    assert [(row["name"], row["place"], row["points"], row["events"], row["qualified"]) for row in found] == [
        ("Bello, Bea", 1, 80.0, "37 + 43", True),
        ("Arce, Ana", 2, 80.0, "43 + 37", True),
        ("Cruz, Ciro", 3, 62.0, "31 + 31", True),
        ("Diaz, Dino", 4, 0.0, "0 + 0", False),
    ]
    assert found[0]["tie"] == "equal points with Arce, Ana; 12c: the match"
    assert (found[3]["counted_results"], found[3]["tie"]) == (2, None)


def test_a_tie_without_its_match_says_so(published):
    found = answer(published, "open", "--section", "open")
    assert [(row["place"], row["match_needed"]) for row in found[:2]] == [(1, True), (1, True)]
    assert found[0]["tie"] == "equal with Bello, Bea: a match is needed (12c)"
    assert "1  Bello, Bea: equal with Arce, Ana: a match is needed (12c)" in ask(published, "open").stdout


def test_two_of_four_encounters_leave_the_season_open(published):
    race = answer(published, "open", "--show", "race", "--section", "open")
    assert {row["after_encounter"] for row in race} == {1, 2}
    assert not any(row["is_final"] for row in race)
    dino = next(row for row in race if row["name"] == "Diaz, Dino" and row["is_last"])
    # two encounters of 40 and 7 points each are to come
    assert (dino["best_points"], dino["best_place"], dino["can_qualify"], dino["next_seed"]) == (94.0, 1, True, 4)


def test_the_final_and_its_play_off(published):
    found = answer(published, "played", "--show", "finals", "--section", "open")
    assert [
        (row["name"], row["seat"], row["final_place"], row["final_points"], row["tie_resolved_by"]) for row in found
    ] == [
        ("Arce, Ana", 2, 1, 1.5, "17"),
        ("Bello, Bea", 1, 2, 1.5, "17"),
        ("Cruz, Ciro", 3, 3, 0.0, None),
    ]
    # two girls would play for their title, and nobody has entered that final
    girls = answer(published, "played", "--show", "finals", "--section", "women")
    assert [(row["name"], row["final_place"], row["rounds"]) for row in girls] == [
        ("Bello, Bea", None, 1),
        ("Arce, Ana", None, 1),
    ]


def test_articles_18_to_20_fees_and_where_they_go(published):
    found = answer(published, "played", "--show", "fees")
    assert [(row["event_id"], row["entered"], row["exempt"], row["fees"]) for row in found] == [
        # of three finalists the first of the Grand Prix pays nothing
        ("end", 3, 1, 10),
        ("one", 4, 0, 20),
        # the first of the first event pays nothing in the next one
        ("two", 4, 1, 15),
    ]
    assert [(row["to_association"], row["to_clubs"], row["to_organisers"]) for row in found] == [
        (6, 2, 2),
        (12, 4, 4),
        (9, 3, 3),
    ]
    clubs = answer(published, "played", "--show", "clubs")
    assert [(row["club"], row["paying"], row["to_clubs"]) for row in clubs if row["event_id"] == "two"] == [
        ("", 2, 2),
        ("Alfil", 1, 1),
        ("Torre", 0, 0),
    ]


def test_the_race_becomes_a_figure(published, tmp_path):
    assert ask(published, "played", "--figure", str(tmp_path / "race.svg")).exit_code == 0
    assert "<svg" in (tmp_path / "race.svg").read_text(encoding="utf-8")
    wrong = ask(published, "played", "--figure", str(tmp_path / "race.song"))
    assert (wrong.exit_code, "give .svg, .png or .pdf" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["playd"], "playd: there is no such series here; did you mean played?"),
        (["xyz"], "published are: open, played"),
        (["open", "--category", "Sub-12"], "there is nothing of Sub-12"),
    ],
)
def test_what_is_not_there_is_a_sentence(published, arguments, words):
    found = ask(published, *arguments)
    assert found.exit_code == 1
    assert words in found.stderr


def test_every_view_prints(published):
    for view in VIEWS["circuit"]:
        found = ask(published, "played", "--show", view)
        assert (found.exit_code, "played, Sub-10" in found.stdout) == (0, True)


def test_an_event_that_runs_exempts_nobody_and_makes_no_winner_of_a_zone(tmp_path):
    running = [
        report_line(1, "Arce, Ana", ["   2 w *"], birth="1997/05/01"),
        report_line(2, "Bello, Bea", ["   1 b *"], birth="1997/05/01"),
    ]
    files = {
        "events/one.trf": report(running),
        "events/two.trf": report([line.replace("*", "=") for line in running]),
        "series/gp.toml": HEAD
        + EVENTS
        + END.replace('"end"', '"one"').replace("Sub-10", "Sub-12").replace("title", "A"),
    }
    world = tables_of(tmp_path, files)
    paid = rows(world, "select event_id, exempt from mart.grand_prix_settlements where category = 'Sub-10' order by 1")
    assert [(row["event_id"], row["exempt"]) for row in paid] == [("one", 0), ("two", 0)]
    # as it stands, it is shown all the same
    zone = rows(world, "from mart.grand_prix_finals where category = 'Sub-12'")
    assert [(row["stage"], row["final_place"], row["is_drawn"]) for row in zone] == [("A", 1, False), ("A", 1, False)]


def small_series(tmp_path, series, **reports):
    files = {f"events/{name}.trf": content for name, content in reports.items()}
    return tables_of(tmp_path, files | {"series/gp.toml": HEAD + series})


def test_articles_7_and_9_games_that_are_not_rated_were_played(tmp_path):
    # two players of less than five: nobody is left out; W and L are a win and a loss that are not rated
    lines = [
        report_line(number, f"Kid, No{number}", [f"   {3 - number} w {code}"]) for number, code in ((1, "W"), (2, "L"))
    ]
    world = small_series(tmp_path, '[[event]]\nevent = "one"\ncategory = "Sub-10"\n', one=report(lines))
    found = rows(
        world, "select points, percentage_score from mart.grand_prix_standings where section = 'open' order by place"
    )
    assert found == [{"points": 41.0, "percentage_score": 100.0}, {"points": 0.0, "percentage_score": 0.0}]


def test_articles_18_and_19_an_event_of_two_categories_is_paid_once(tmp_path):
    # born 1995: too old for Sub-10, so he pays in Sub-12
    lines = [
        report_line(1, "Arce, Ana", ["   2 w 1", "   3 b 1", "0000 - Z"], birth="1997/05/01"),
        report_line(2, "Bello, Bea", ["   1 b 0", "0000 - Z", "   3 w 0"], birth="1997/05/01"),
        report_line(3, "Cruz, Ciro", ["0000 - Z", "   1 w 0", "   2 b 1"], birth="1995/05/01"),
    ]
    series = EVENTS + EVENTS.replace("Sub-10", "Sub-12")
    world = small_series(tmp_path, series, one=report(lines), two=report(lines))
    found = rows(
        world, "select event_id, category, entered, exempt, fees from mart.grand_prix_settlements order by 1, 2"
    )
    assert [tuple(row.values()) for row in found] == [
        ("one", "Sub-10", 2, 0, 10),
        ("one", "Sub-12", 1, 0, 5),
        ("two", "Sub-10", 2, 1, 5),
        ("two", "Sub-12", 1, 0, 5),
    ]


def test_article_3_a_fifth_encounter_is_told(tmp_path):
    lines = [report_line(number, f"Kid, No{number}", [f"   {3 - number} w ="]) for number in (1, 2)]
    names = [f"e{number}" for number in range(1, 6)]
    series = "".join(f'[[event]]\nevent = "{name}"\ncategory = "Sub-10"\n' for name in names)
    world = small_series(tmp_path, series, **dict.fromkeys(names, report(lines)))
    found = rows(world, "select finding, article from quality.findings where finding_code = 'circuit_encounters'")
    assert found == [{"finding": "The series has 5 encounters of Sub-10; the regulation has 4.", "article": "3"}]


def test_the_order_of_the_file_does_not_matter_where_encounters_are_numbered(tmp_path):
    def event(name):
        one = report_line(1, name, ["   2 w 1"], fide_id=2200001, birth="1997/05/01")
        return report([one, report_line(2, "Bello, Bea", ["   1 b 0"], birth="1997/05/01")])

    first, second = (f"[[event]]{part}" for part in EVENTS.split("[[event]]")[1:])
    for number, series in enumerate((first + second, second + first)):
        world = small_series(tmp_path / str(number), series, one=event("Arce, Ana"), two=event("Arce de Paz, Ana"))
        found = rows(world, "select name from mart.grand_prix_standings where place = 1 and section = 'open'")
        # the name of the later encounter
        assert found == [{"name": "Arce de Paz, Ana"}]


def test_encounters_against_their_days_are_told(tmp_path):
    lines = [report_line(number, f"Kid, No{number}", [f"   {3 - number} w ="]) for number in (1, 2)]
    days = {"one": report(lines, start="2005/06/01"), "two": report(lines, start="2005/05/01")}
    world = small_series(tmp_path, EVENTS, **days)
    found = rows(world, "select finding from quality.findings where finding_code = 'series_order'")
    words = "In Sub-10 the event started on 2005-05-01, and one that stands before it on 2005-06-01."
    assert found == [{"finding": words}]
    # numbers of encounters go before the order of the file
    first, second = (
        EVENTS.replace('"one"', '"x"').replace('"two"', '"one"').replace('"x"', '"two"').split("[[event]]")[1:]
    )
    world = small_series(tmp_path / "other", f"[[event]]{second}[[event]]{first}", **days)
    assert rows(world, "from quality.findings where finding_code = 'series_order'") == []


def test_findings_of_a_circuit(tmp_path):
    lines = [
        report_line(1, "Old, Ana", ["   2 w 1"], birth="1996/01/01", points=1.0),
        report_line(2, "Ruiz, Ben", ["   1 b 0"], points=0.5, sex=""),
        report_line(3, "Gil, Eva", ["0000 - U"], birth="1996/01/02", sex="w"),
    ]
    lines += [report_line(n, f"Nine, X{n}", ["0000 - Z"], birth="1997/01/02") for n in range(4, 10)]
    play_off = '[[play_off]]\nevent = "one"\norder = [3, 12]\n'
    events = play_off + EVENTS.replace('"two"\ncategory = "Sub-10"', '"one"\ncategory = "Sub-9"')
    world = tables_of(tmp_path, {"events/one.trf": report(lines), "series/gp.toml": HEAD + events})
    found = rows(
        world, "from quality.findings where finding_code like 'circuit%' order by finding_code, article, subject"
    )
    assert [
        (row["finding_code"], row["subject"], row["article"]) for row in found if "Sub-9" not in row["finding"]
    ] == [
        ("circuit_age_unknown", "one", "2"),
        ("circuit_play_off_of_nobody", "No. 12", None),
        ("circuit_points_differ", "No. 2 Ruiz, Ben", "10"),
        ("circuit_points_differ", "No. 2 Ruiz, Ben", "10"),
        ("circuit_sex_unknown", "one", "1"),
        ("circuit_sex_unknown", "one", "1"),
        ("circuit_system_differs", "one", "4"),
        ("circuit_system_differs", "one", "4"),
        ("circuit_too_old", "No. 1 Old, Ana", "2"),
    ]
    (unknown,) = (row["finding"] for row in found if row["finding_code"] == "circuit_category_unknown")
    assert unknown.startswith("The regulation has no category Sub-9; it has Sub-8, Sub-10,")
    # the too old one is ranked where the regulation has no such category, and nowhere else
    ranked = rows(world, "select category from mart.grand_prix_results where start_number = 1 and section = 'open'")
    assert [row["category"] for row in ranked] == ["Sub-9"]
