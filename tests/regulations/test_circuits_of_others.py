"""Another federation's circuit is a new file: two published ones, and one that is made up here."""

import json
import re
from collections import defaultdict

import pytest
from tests.world import report, report_line, rows, tables_of

from normbook.sources.series import read_series

KINDS = {
    "winterRapid2026": "rapid",
    "winterClassicalA": "group_a",
    "winterClassicalB": "group_b",
    "winterClassicalC": "group_c",
}


def folded(name):
    return " ".join(sorted(re.findall(r"\w+", name.lower())))


def series(regulation, kinds):
    tables = "".join(f'[[event]]\nevent = "{event}"\ncategory = "{kind}"\n' for event, kind in kinds.items())
    return f'[series]\nregulation = "{regulation}"\n{tables}'


@pytest.fixture(scope="module")
def tables(shared):
    return shared / "real" / "crosstables"


@pytest.fixture(scope="module")
def keshmat_2026(tables, tmp_path_factory):
    files = {f"events/{event}.xlsx": (tables / "keshmat2026" / f"{event}.xlsx").read_bytes() for event in KINDS}
    return tables_of(tmp_path_factory.mktemp("keshmat"), files | {"series/k.toml": series("keshmat-2026", KINDS)})


@pytest.mark.parametrize("event", KINDS)
def test_keshmat_2026_points_of_every_player(keshmat_2026, tables, event):
    published = json.loads((tables / "keshmat2026" / f"truth_{event}.json").read_text(encoding="utf-8"))["results"]
    expected = {
        folded(row["name"]): (
            row["circuit_points"]["placement"],
            row["circuit_points"]["performance_bonus"],
            row["circuit_points"]["participation"],
            row["circuit_points"]["total"],
        )
        for row in published
    }
    found = rows(keshmat_2026, f"from mart.grand_prix_results where event_id = '{event}'")
    parts = ("placement_points", "bonus_points", "participation_points", "points")
    assert {folded(row["name"]): tuple(row[part] for part in parts) for row in found} == expected
    # two who never played share the last place here, the published table orders them
    places = {folded(row["name"]): (row["place"], len(row["tied_with"])) for row in found}
    for row in published:
        place, others = places[folded(row["name"])]
        assert place <= row["final_rank"] <= place + others


def test_keshmat_2026_standings(keshmat_2026, tables):
    published = json.loads((tables / "keshmat2026" / "truth_standings.json").read_text(encoding="utf-8"))["standings"]
    found = rows(keshmat_2026, "from mart.grand_prix_standings")
    assert {folded(row["name"]): (row["place"], row["points"], row["counted_results"]) for row in found} == {
        folded(row["name"]): (row["position"], row["total_points"], row["events_counted"]) for row in published
    }
    assert len(found) == 47


def test_keshmat_2025_best_seven_of_eight_as_far_as_the_legs_are_there(tables, tmp_path):
    """The sums of the points columns of the published tables, read cell by cell."""
    from python_calamine import CalamineWorkbook

    legs = ("december", "january", "march", "april", "may", "august")
    expected = defaultdict(list)
    for leg in legs:
        sheet = (
            CalamineWorkbook.from_path(str(tables / "keshmat2025" / f"{leg}.xlsx")).get_sheet_by_index(0).to_python()
        )
        head = next(row for row in sheet if "Pts. " in row)
        for row in sheet[sheet.index(head) + 1 :]:
            if row[head.index("Name")]:  # the rank is blank where it is shared
                expected[folded(row[head.index("Name")])].append(float(row[head.index("Pts. ")]))
    files = {f"events/{leg}.xlsx": (tables / "keshmat2025" / f"{leg}.xlsx").read_bytes() for leg in legs}
    world = tables_of(tmp_path, files | {"series/k.toml": series("keshmat-2025", dict.fromkeys(legs, "rapid"))})
    found = rows(world, "from mart.grand_prix_standings")
    assert {folded(row["name"]): (row["points"], row["results"]) for row in found} == {
        name: (sum(points), len(points)) for name, points in expected.items()
    }
    assert not any(row["is_final"] for row in found)
    places = sorted((-row["points"], row["place"]) for row in found)
    assert [place for _, place in places] == [1 + sum(other < points for other, _ in places) for points, _ in places]


# Made up: points by rank of the distinct scores in juniors' events, by place with shares in masters' ones, three of
# everything, half of the rounds to be counted as taking part, all results of masters and the best one of juniors.
OWN = """
kind: circuit
name: Circuit of the river
sources: {text: An invented regulation}
sections: {value: [open, women], article: "1", source: text, status: read}
discipline: {value: rapid, article: "1", source: text, status: read}
unplayed: {value: none, article: "1", source: text, status: read}
categories: {value: null, article: "1", source: text, status: read}
encounters: {value: 3, article: "1", source: text, status: read}
systems: {value: null, article: "1", source: text, status: read}
seeding: {value: null, article: "1", source: text, status: read}
placement:
  value:
    - {categories: [juniors], method: score_group, table: [50, 30], bands: [], rest: 10}
    - {categories: null, method: place, table: [10, 7, 5], bands: [], rest: 1}
  article: "2"
  source: text
  status: read
game_points: {value: none, article: "2", source: text, status: read}
nothing_for: {value: null, article: "2", source: text, status: read}
left_out: {value: [], article: "2", source: text, status: read}
tie_breaks: {value: {swiss: [], round_robin: []}, article: "3", source: text, status: read}
shared_places: {value: average, article: "3", source: text, status: read}
bonus: {value: [], article: "4", source: text, status: read}
participation:
  value:
    - {categories: null, points: 3, share_of_rounds: 2/3}
  article: "4"
  source: text
  status: read
standing: {value: river, article: "5", source: text, status: read}
counted:
  value:
    - {categories: [juniors], results: 1}
    - {categories: [masters], results: null}
  article: "5"
  source: text
  status: read
qualified: {value: {places: 1, left_out_applies: false, more_points_than: 0}, article: "6", source: text, status: read}
season_ties:
  value: [{method: best_result, article: "7a"}]
  article: "7"
  source: text
  status: read
finals: {value: [], article: "8", source: text, status: read}
finals_minutes: {value: null, article: "8", source: text, status: read}
finals_ties: {value: null, article: "8", source: text, status: read}
fee: {value: null, article: "9", source: text, status: read}
exemptions: {value: null, article: "9", source: text, status: read}
fee_shares: {value: null, article: "9", source: text, status: read}
"""


def round_robin(first, second, third):
    """Three players: scores of 1 against 2, 1 against 3, 2 against 3, from the first one's side; 3 sits out round 1."""
    other = {"1": "0", "0": "1", "=": "="}
    return report(
        [
            report_line(1, "Ana", [f"   2 w {first}", f"   3 w {second}", "0000 - Z"], sex="w"),
            report_line(2, "Ben", [f"   1 b {other[first]}", "0000 - Z", f"   3 w {third}"]),
            report_line(3, "Cal", ["0000 - Z", f"   1 b {other[second]}", f"   2 b {other[third]}"]),
        ]
    )


def test_a_regulation_made_up_here_needs_no_code(tmp_path):
    files = {
        "events/spring.trf": round_robin("1", "1", "="),  # Ana 2, Ben and Cal 0.5
        "events/summer.trf": round_robin("=", "=", "="),  # one point each
        "events/autumn.trf": round_robin("0", "1", "1"),  # Ben 2, Ana 1, Cal 0
        "series/river.yaml": OWN,
        "series/river.toml": series("river.yaml", {"spring": "juniors", "summer": "masters", "autumn": "juniors"}),
    }
    world = tables_of(tmp_path, files)
    found = rows(world, "from mart.grand_prix_results where section = 'open' order by encounter, start_number")
    # spring: ranks of scores 1, 2, 2; summer: (10 + 7 + 5) / 3 each; autumn: ranks 2, 1, 3; all played two of three rounds
    assert [row["points"] for row in found] == [
        *(50 + 3, 30 + 3, 30 + 3),
        *(pytest.approx(22 / 3 + 3),) * 3,
        *(30 + 3, 50 + 3, 10 + 3),
    ]
    assert [row["place"] for row in found] == [1, 2, 2, 1, 1, 1, 2, 1, 3]
    # one junior result and the masters' one: Ana 53, Ben 53, Cal 33, each with a third of 22 and 3
    standings = rows(world, "from mart.grand_prix_standings where section = 'open' order by name")
    assert [(row["category"], row["place"], row["counted_results"]) for row in standings] == [
        ("river", 1, 2),
        ("river", 1, 2),
        ("river", 3, 2),
    ]
    assert [row["points"] for row in standings] == [pytest.approx(x + 22 / 3 + 3) for x in (53, 53, 33)]
    # tied for the only place that goes on, and the regulation knows no match: still nobody can tell
    assert [(row["qualified"], row["match_needed"]) for row in standings] == [
        (None, True),
        (None, True),
        (False, False),
    ]
    women = rows(world, "from mart.grand_prix_standings where section = 'women'")
    assert [(row["name"], row["place"], row["qualified"]) for row in women] == [("Ana", 1, True)]
    # the file that the user wrote can be looked up like ours
    known = rows(world, "from ref.series_parameters where regulation = 'series/river.yaml' and parameter = 'standing'")
    assert [(row["value"], row["article"], row["source"]) for row in known] == [
        ("river", "5", "An invented regulation")
    ]


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        ("method: score_group, table: [50, 30], bands: []", "method: score_group, table: [], bands: []", "`band` has `bands`"),
        ("method: best_result", "method: coin", "series/river.yaml:"),
        ('fee: {value: null', 'fee: {value: 5', "`fee_shares` must sum to `fee`"),
        ('standing: {value: river, article: "5"', 'standing: {value: river, article: 5', "an article is text"),
        ('standing: {value: river, article: "5", source: text, status: read}\n', "", "`standing` is missing"),
    ],
)  # fmt: skip
def test_a_wrong_regulation_sets_its_series_aside_with_line_and_sentence(tmp_path, was, becomes, words):
    assert was in OWN
    (tmp_path / "series").mkdir()
    (tmp_path / "series" / "river.yaml").write_text(OWN.replace(was, becomes), encoding="utf-8")
    path = tmp_path / "series" / "river.toml"
    path.write_text(series("river.yaml", {"spring": "juniors"}), encoding="utf-8")
    reading = read_series(path, "series/river.toml")
    assert reading.rows == {}
    (finding,) = reading.findings
    assert words in finding["finding"]
    assert re.search(r"series/river\.yaml:\d+", finding["finding"])
