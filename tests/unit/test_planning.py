"""Before the event: what a field allows, worked by hand from the articles (rating sums, shares, table 10.1a)."""

import json
from datetime import date

import pytest
from typer.testing import CliRunner

from normbook.cli import app
from normbook.errors import UsageError
from normbook.regulations import readings_named
from normbook.runs.planning import in_print, plan

# Copa Club Espanol, Rosario 2016 (public field; the sum of the ratings is 23310): announced as valid for IM norms.
ROSARIO = """name;federation;title;rating
Lorenzini;ARG;GM;2468
Perez;ARG;FM;2422
Saldano;ESP;IM;2421
Fernandez Reyes;ECU;FM;2356
Munoz;ARG;FM;2342
Di Giannantonio;ARG;FM;2340
Di Benedetto;ARG;FM;2300
Sanhueza;ARG;;2248
Contin;ITA;IM;2242
Ocantos;LUX;;2171
"""


def planned(folder, text, **options):
    """Rows of the plan by title and name."""
    file = folder / "field.csv"
    file.write_text(text, encoding="utf-8")
    answer = plan(file, **{"system": "round_robin", "start": date(2005, 8, 1)} | options)
    return {(row["title_sought"], row["name"]): row for row in answer.rows}


def field(*players):
    """A CSV of players: name, federation, title, rating."""
    return "name,federation,title,rating\n" + "".join(",".join(map(str, player)) + "\n" for player in players)


def missing(row):
    return [want["article"] for want in row["missing"]]


@pytest.fixture(scope="module")
def rosario_2005(tmp_path_factory):
    return planned(tmp_path_factory.mktemp("a"), ROSARIO, edition="2005-07-01", start=date(2016, 7, 1))


@pytest.fixture(scope="module")
def rosario_2024(tmp_path_factory):
    return planned(tmp_path_factory.mktemp("b"), ROSARIO, start=date(2024, 7, 1))


# (23310 - own rating) / 9; nobody is below a floor of IM. 2005 asks Rp 2451: dp 166 (6.5 of 9) up to Rt 2325, dp 125 (6)
# from 2326. 2024 asks 2450: dp 125 from 2325.
@pytest.mark.parametrize(
    ("player", "average", "score"),
    [
        ("Perez", 2321, 6.5),
        ("Fernandez Reyes", 2328, 6.0),
        ("Munoz", 2330, 6.0),
        ("Di Giannantonio", 2330, 6.0),
        ("Di Benedetto", 2334, 6.0),
        ("Sanhueza", 2340, 6.0),
        ("Ocantos", 2349, 6.0),
    ],
)
@pytest.mark.parametrize("edition", ["2005", "2024"])
def test_rosario_2016_is_valid_for_im_norms(edition, player, average, score, request):
    row = request.getfixturevalue(f"rosario_{edition}")["IM", player]
    assert (row["possible"], row["games"], row["average"], row["score_required"]) == (True, 9, average, score)
    assert row["missing"] == []
    assert not row["already_held"]


@pytest.mark.parametrize(("edition", "article"), [("2005", "1.45c"), ("2024", "1.4.5c")])
@pytest.mark.parametrize("player", ["Lorenzini", "Saldano", "Contin"])
def test_rosario_2016_whoever_is_one_of_the_three_does_not_meet_three(edition, article, player, request):
    # the GM meets two IM, each IM a GM and an IM; 2005 asks 2 GM, or 1 GM and 2 IM, or 3 IM, 2024 three of them
    row = request.getfixturevalue(f"rosario_{edition}")["IM", player]
    assert (row["possible"], row["already_held"], missing(row)) == (False, True, [article])


def test_rosario_2016_has_no_gm_norm_and_says_why(rosario_2005, rosario_2024):
    # 2005 raises the two lowest to 2250: (20888 + 79 + 8) / 9 = 2330.6; 2024 the lowest to 2200: (20888 + 29) / 9 = 2324.1
    for row, average, articles in (
        (rosario_2005["GM", "Perez"], 2331, ["1.45b", "1.49"]),
        (rosario_2024["GM", "Perez"], 2324, ["1.4.5b", "1.4.8a"]),
    ):
        assert (row["possible"], row["average"], row["score_required"]) == (False, average, None)
        assert missing(row) == articles


def test_womens_norms_are_for_known_women(tmp_path):
    women = "name,sex,title,rating,federation\nA,f,WGM,2300,ESP\nB,m,GM,2400,FRA\nC,,WIM,2250,ITA\n"
    rows = planned(tmp_path, women)
    assert {name for title, name in rows if title in ("WGM", "WIM")} == {"A", "C"}
    assert missing(rows["WGM", "C"])[0] == "1.41a"


# Uxbridge 2010 has the average 2284.4 of ten: (22844 - own) / 9. The field is ours, with the same sum.
UXBRIDGE = [2283, 2284, 2292, 2293, 2301, 2250, 2310, 2290, 2281, 2260]


# 6.5 of 9 is dp 166, so Rt must be 2285 for Rp 2451 (2005) and 2284 for Rp 2450 (2017), after rounding half up:
# 20560.5 and 20551.5 are the least sums.
@pytest.mark.parametrize(
    ("edition", "below", "above"), [("2005-07-01", "2283", "2284"), ("2017-07-01", "2292", "2293")]
)
def test_uxbridge_2010_boundary_of_the_own_rating(edition, below, above, tmp_path):
    assert sum(UXBRIDGE) == 22844
    players = [(rating, code, "IM", rating) for rating, code in zip(UXBRIDGE, ["ENG", "IRL", "SCO"] * 4, strict=False)]
    rows = planned(tmp_path, field(*players), edition=edition, start=date(2010, 2, 1))
    needed = {name: row["score_required"] for (title, name), row in rows.items() if title == "IM"}
    assert (needed[below], needed[above], needed["2301"]) == (6.5, 7.0, 7.0)
    assert all(rows["IM", name]["possible"] for name in needed)


def national(home=8):
    return field(*((f"P{n}", "FRA" if n < home else "ESP" if n % 2 else "ITA", "GM", 2500) for n in range(10)))


def test_144a_too_many_of_the_own_federation(tmp_path):
    # seven of nine; 60 per cent of nine are 5.4, rounded up 6. The guests meet eight, 66 per cent are 5.94.
    rows = planned(tmp_path, national())
    assert [(want["article"], want["observed"]) for want in rows["GM", "P0"]["missing"]] == [("1.44a", "7")]
    assert [(want["article"], want["observed"]) for want in rows["GM", "P9"]["missing"]] == [("1.44a", "8")]
    assert rows["GM", "P0"]["score_required"] == 6.0  # 2601 - 2500 = 101; 6 of 9 give 125, 5.5 give 80


def test_143a_an_exemption_waives_the_federations(tmp_path):
    rows = planned(tmp_path, national(home=10), exemption="1.43a", host="fra")
    assert all(rows["GM", f"P{n}"]["possible"] for n in range(10))


def test_unknown_federations_leave_it_open(tmp_path):
    rows = planned(tmp_path, field(*((f"P{n}", "", "GM", 2500) for n in range(10))))
    assert rows["GM", "P0"]["possible"] is None
    assert in_print(list(rows.values()), "GM")[0]["possible"].startswith("open: federations unknown")


def test_142_games_left_out_make_it_possible_in_2005_and_not_in_2024(tmp_path):
    # Twelve players, eight of FRA: one of FRA meets seven of eleven, most 60 % = 6.6, up 7; a ninth of FRA makes it eight.
    # Of ten games six may be French, of nine 5.4, up 6: two French go, nine games stay. All are 2400: 2451 - 51, dp 57 for 58 %.
    players = [(f"P{n}", "FRA" if n < 9 else "ESP", "GM", 2400) for n in range(11)] + [("P11", "ITA", "GM", 2400)]
    row = planned(tmp_path, field(*players))["IM", "P0"]
    assert (row["possible"], row["games"], missing(row)) == (True, 11, ["1.44a"])
    assert (row["best_games"], row["best_average"], row["best_score_required"]) == (9, 2400, 5.5)
    later = planned(tmp_path, field(*players), start=date(2024, 8, 1))["IM", "P0"]
    assert (later["possible"], later["best_games"], missing(later)) == (False, None, ["1.4.4"])


def test_145f_a_double_round_robin_counts_persons_and_asks_six_players(tmp_path):
    # ten games, 2400 everywhere; 57 % is the least of 10 games with dp 51 or more: 6 of 10 (72); title level by persons
    six = [(f"P{n}", code, "GM", 2400) for n, code in enumerate(["FRA", "ESP", "ITA"] * 2)]
    row = planned(tmp_path, field(*six), system="double_round_robin")["IM", "P0"]
    assert (row["possible"], row["games"], row["average"], row["score_required"]) == (True, 10, 2400, 6.0)
    five = planned(tmp_path, field(*six[:5]), system="double_round_robin")["IM", "P0"]
    assert (five["possible"], missing(five)) == (False, ["1.41a", "1.45f"])


def test_a_swiss_asks_whether_some_opponents_of_the_field_will_do(tmp_path):
    strong = [(f"S{n}", code, "GM", 2500) for n, code in enumerate(["ESP", "ITA", "GER"])]
    weak = [(f"W{n}", "FRA", "FM" if n < 2 else "", 2300) for n in range(9)]
    rows = planned(tmp_path, field(*strong, *weak), system="swiss", rounds=9)
    # W8 meets 3 GM, 2 FM and at best four of six others of FRA: titled 5 of 9, own 6 of 9 (5.4, up 6).
    # (3 * 2500 + 6 * 2300) / 9 = 2366.7: enough for IM; 2451 - 2367 = 84, 5.5 of 9 give 80, 6 give 125.
    # All eleven: (7500 + 8 * 2300) / 11 = 2354.5, rounded up: 2451 - 2355 = 96.
    row = rows["IM", "W8"]
    assert (row["possible"], row["best_games"], row["best_average"], row["best_score_required"]) == (True, 9, 2367, 6.0)
    assert (row["games"], row["average"], row["score_required"]) == (9, 2355, 6.0)
    # S0 has two GM among his opponents, and none other with the level or the title
    assert missing(rows["GM", "S0"]) == ["1.44a", "1.45a", "1.45b", "1.49"]


def test_146c_the_average_of_a_swiss_field_has_the_floors_of_the_title(tmp_path):
    # 2005 raises two, for GM to 2250, for IM to 2100; 2024 one, to 2200 and 2050. Of ten: (8 * 2400 + 1800 + 1900) / 10 = 2290.
    players = [(f"P{n}", code, "GM", 2400) for n, code in enumerate(["ESP", "ITA", "GER"] * 3)]
    weak = [("W0", "FRA", "", 1800), ("W1", "FRA", "", 1900)]
    for start, averages in ((date(2005, 8, 1), (2370, 2340)), (date(2024, 8, 1), (2330, 2315))):
        rows = planned(tmp_path, field(*players, *weak), system="swiss", rounds=9, start=start)
        assert (rows["GM", "P0"]["average"], rows["IM", "P0"]["average"]) == averages


def test_a_swiss_tells_what_only_all_conditions_together_forbid(tmp_path):
    # 1.44a lets six of nine be French, so three are guests; 1.46a lets two be unrated, and all guests are
    home = [(f"P{n}", "FRA", "GM", 2500) for n in range(11)]
    guests = [("G0", "ESP", "", ""), ("G1", "ITA", "", ""), ("G2", "GER", "", "")]
    row = planned(tmp_path, field(*home, *guests), system="swiss", rounds=9)["GM", "P0"]
    assert (row["possible"], row["missing"][0]["rule"]) == (False, "together")
    rated = [(name, code, title, 2300) for name, code, title, _ in guests]
    # (6 * 2500 + 3 * 2300) / 9 = 2433.3: 2601 - 2433 = 168, 6.5 give 166, 7 give 220
    row = planned(tmp_path, field(*home, *rated), system="swiss", rounds=9)["GM", "P0"]
    assert (row["possible"], row["best_average"], row["best_score_required"]) == (True, 2433, 7.0)


def test_141a_a_swiss_of_too_few_rounds(tmp_path):
    rows = planned(tmp_path, ROSARIO.replace(";", ","), system="swiss", rounds=7)
    assert missing(rows["IM", "Ocantos"]) == ["1.41a"]
    assert rows["IM", "Ocantos"]["possible"] is False


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"system": "knockout"}, "'knockout' is no system"),
        ({"system": "swiss"}, "must be given with --rounds"),
        ({"rounds": 9}, "must be given with --rounds"),
        ({"system": "swiss", "rounds": 10}, "nobody meets an opponent twice"),
        ({"exemption": "1.99"}, r"no exemption of this edition; it has national_final \(1.43a\)"),
        ({"start": date(1999, 1, 1)}, "No edition for events that start on 1999-01-01"),
        ({"edition": "2001-01-01"}, "there is no edition '2001-01-01'"),
        ({"host": "FRE"}, "--host FRE: no federation has this code; the nearest are .*FRA"),
        ({"host": "France"}, "--host France: no federation has this code"),
    ],
)
def test_options_that_do_not_fit(options, says, tmp_path):
    with pytest.raises(UsageError, match=says):
        planned(tmp_path, ROSARIO, **options)


def test_1_44a_a_plan_by_another_reading(tmp_path):
    """Sixty per cent of nine are 5.4: six of the own federation by rounding up, five by rounding down."""
    homes = ["ESP"] * 7 + ["GER", "FRA", "ITA"]
    text = field(*((f"P{number}", home, "GM", 2450) for number, home in enumerate(homes)))
    assert planned(tmp_path, text)["GM", "P0"]["possible"] is True
    down = planned(tmp_path, text, readings=readings_named(["federation_rounding=down"]))["GM", "P0"]
    assert (down["possible"], missing(down)) == (False, ["1.44a"])
    said = CliRunner().invoke(
        app,
        [
            "plan",
            str(tmp_path / "field.csv"),
            "--start",
            "2005-08-01",
            "--reading",
            "federation_rounding=down",
            "--json",
        ],
    )
    assert json.loads(said.stdout)["head"]["readings"] == "federation_rounding=down"


def test_command_prints_a_table_a_title_and_tells_bad_rows(tmp_path):
    file = tmp_path / "rosario.csv"
    file.write_text(ROSARIO + "Nobody;ARG;XM;2400\n", encoding="utf-8")
    arguments = ["plan", str(file), "--start", "2005-08-01"]
    said = CliRunner().invoke(app, arguments)
    assert said.exit_code == 0
    assert "GM norms" in said.stdout
    assert "IM norms" in said.stdout
    assert "rosario.csv, line 12: the title 'XM' is not known" in said.stderr
    answer = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert (answer["head"]["edition"], answer["head"]["players"], len(answer["rows"])) == ("2005-07-01", 10, 20)
    assert len(answer["told"]) == 1
    assert CliRunner().invoke(app, [*arguments, "--exemption", "x"]).exit_code == 2
    assert CliRunner().invoke(app, ["plan", str(tmp_path / "none.csv")]).exit_code == 1
