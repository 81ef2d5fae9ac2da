"""Worked examples that are about an event, its field, its days or a rating, each from what its row says."""

import re
from collections import defaultdict
from datetime import date, timedelta

import pytest
from tests.regulations.fixture_events import GUESTS, edition_of, event_of, facts, rows_handed_out, swiss_of
from tests.regulations.listed_events import HALF_BYE, listed_editions
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.regulations.written_events import STARTS, files_of_event
from tests.world import rows, tables_of

from normbook.regulations import readings_named

FIELDS = ["C-01", "C-04", "B-21a", "B-21b"]
COUNTS = ["C-05", "C-06", "C-07", "C-08"]
BIG_SWISSES = ["C-09", "C-10", "C-11", "C-12", "C-13a"]
EDITIONS = ["L-07", "B-26a"]
CLOCKS = ["L-09", "B-22b", "B-22c"]
FORMATS = ["B-24a", "B-24b", "L-14"]
DAYS = ["L-02", "L-03", "L-04"]
TITLES = ["L-05", "L-06"]
RATINGS = ["M-11", "B-23a", "B-23b"]
OTHERS = ["N-01", "S-06"]
RUN = [*FIELDS, *COUNTS, *BIG_SWISSES, *EDITIONS, *CLOCKS, *FORMATS, *DAYS, *TITLES, *RATINGS, *OTHERS]
NINE = opponents("2400*9", "GM GM GM IM IM FM - - -", "GER GER FRA FRA ITA ITA ARG ARG CUB")


def numbers_in(text):
    return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", text)}


def rounds_in(text, word):
    found = re.search(rf"{word}_rounds=([\d,]+)", text)
    return [int(number) for number in found[1].strip(",").split(",")] if found else []


def field_of(row):
    """So many guests of so many federations, so many of them titled; a last one who stays away, or one more for him."""
    said, titled = numbers_in(row["totals"]), {"gm_im_wgm_wim": "WIM", "fm_wfm": "WFM"}
    titles = [title for name, title in titled.items() for _ in range(said.get(name, 0))] or ["IM"] * 10
    count = said.get("rated_foreign") or said.get("foreign") or said["foreign_per_round"] + 1
    federations = said.get("federations", 3)
    guests = [((*GUESTS, "GER")[n % federations], titles[n] if n < len(titles) else "-") for n in range(count)]
    return swiss_of(edition_of(row), guests, {(count, r): "Z" for r in rounds_in(row["totals"], "missed")})


def counted_field(row):
    """Guests by federation; somebody of the first one comes last and is away."""
    text, host = row["totals"], facts(row["totals"]).get("host", "FRA")
    groups = [(federation, int(number)) for federation, number in re.findall(r"([A-Z]{3})(\d+)", text)]
    guests = [(federation, "-") for federation, number in reversed(groups) for _ in range(number)]
    away = {(len(guests), r): "Z" for r in rounds_in(text, "missed")}
    away |= {(len(guests), r): "U" for r in rounds_in(text, "pab")}
    return swiss_of(edition_of(row), guests, away, host)


def clock(text):
    """Minutes and increment such as `90min+30s`."""
    return [int(number) for number in re.findall(r"\d+", text)]


def sidecar_of_format(said):
    lines = [f'system = "{said["format"]}"'] if "format" in said else []
    lines += ["format_approved = false"] if said.get("format_approved") == "no" else []
    if "rounds_on_a_day" in said:
        minutes, increment = clock(said["time"])
        days = [date(2024, 3, 1) + timedelta(days=n // int(said["rounds_on_a_day"])) for n in range(9)]
        lines += [f"round_dates = [{', '.join(map(str, days))}]", f"minutes_for_60_moves = {minutes + increment}"]
    return "\n".join(lines)


def lists_of(ratings):
    """Files of rating lists from month to FIDE number to rating."""
    files = {}
    for month, of_month in ratings.items():
        players = "".join(
            f"<player><fideid>{number}</fideid><name>Player, P{number % 100}</name><country>GER</country><sex>M</sex>"
            f"<title></title><w_title></w_title><rating>{rating}</rating></player>"
            for number, rating in of_month.items()
        )
        files[f"rating_lists/standard_{month:%b%y}frl.xml".lower()] = f"<playerslist>{players}</playerslist>\n"
    return files


def nine_rounds(sidecar, start, end=None, first_number=1001, people=NINE):
    return OneCandidate(
        people,
        "1111111==",
        sidecar,
        start=f"{start:%Y/%m/%d}",
        end=f"{end or start + timedelta(days=8):%Y/%m/%d}",
        fide_ids=tuple(range(first_number, first_number + 10)),
    )


def rating_told(row, number):
    """An event with the rating that no list has, and what the next list has."""
    text = row["totals"]
    start = date.fromisoformat(STARTS[row["edition"]])
    [(rating, when)] = re.findall(r"rating=(\d+)@(round\d|[\d-]{10})", text)
    on = start + timedelta(days=int(when[5:]) - 1) if when.startswith("round") else date.fromisoformat(when)
    [games] = re.findall(r"rated_games>?=(\d+)", text)
    told = f"ratings_reached = {{{number} = {{value = {rating}, on = {on}, rated_games = {games}}}}}"
    listed = {start.replace(month=4): {number: int(later)} for later in re.findall(r"rating=(\d+)@end", text)}
    return nine_rounds(told, start, first_number=number), listed


@pytest.fixture(scope="module")
def examples(shared):
    return {row["id"]: row for row in rows_handed_out(shared)}


@pytest.fixture(scope="module")
def ask(examples, tmp_path_factory):
    """Everything at once; the answer is a question to the tables."""
    files = {}
    for name in FIELDS:
        files |= files_of_event(name, field_of(examples[name]))
    for name in COUNTS:
        files |= files_of_event(name, counted_field(examples[name]))
    for name in (*EDITIONS, *CLOCKS, *FORMATS):
        row, said = examples[name], facts(examples[name]["totals"])
        like = next(
            one
            for one in examples.values()
            if one["games"] and (one["edition"], one["rounds"]) == (row["edition"], "9")
        )
        head = {}
        if name in CLOCKS:
            minutes, increment = clock(said["time"])
            head = {"time_control": f"{minutes} minutes" + f" + {increment} seconds per move" * bool(increment)}
        files |= files_of_event(name, event_of(like), said.get("start", ""), **head)
        if name in FORMATS:
            files[f"events/{name}.toml"] = f"[event]\n{sidecar_of_format(said)}\n"
    for name in TITLES:
        said = facts(examples[name]["totals"])
        told = f'title_overrides = {{1008 = {{value = "GM", from = {said["title_confirmed"]}}}}}'
        files |= nine_rounds(told, date.fromisoformat(said["start"])).files(name)
    fed, original = (facts(examples["N-01"]["totals"])[name] for name in ("fed", "original"))
    moved = [*NINE[:6], f"2400 - {fed}", *NINE[7:]]
    told = f'federation_overrides = {{1008 = "{original}"}}'
    files |= nine_rounds(told, date(2024, 3, 1), people=moved).files("N-01") | all_alike(examples["S-06"]).files("S-06")
    files |= all_alike(examples["S-06"] | {"candidate_sex": "w"}).files("S-06 w")
    listed = defaultdict[date, dict[int, int]](dict)
    for index, name in enumerate(RATINGS):
        event, of_months = rating_told(examples[name], 3001 + 100 * index)
        files |= event.files(name)
        for month, ratings in of_months.items():
            listed[month] |= ratings
    for name in DAYS:
        # the last of the nine rounds is the game
        start, end, game = (
            date.fromisoformat(facts(examples[name]["totals"])[day]) for day in ("start", "end", "game")
        )
        days = [*(start + timedelta(days=n) for n in range(8)), game]
        files |= nine_rounds(f"round_dates = [{', '.join(map(str, days))}]", start, end, 2001).files(name)
        for month in range(start.month, end.month + 1):
            listed[date(start.year, month, 1)] |= dict.fromkeys(range(2001, 2011), 2400 + month)
    connection = tables_of(tmp_path_factory.mktemp("events"), files | lists_of(listed))
    return lambda query: rows(connection, query)


def all_alike(row):
    """`n=11;score=9.5;all=2200:IM`"""
    said = facts(row["totals"])
    games, half_points = int(said["n"]), int(2 * float(said["score"]))
    rating, title = said["all"].split(":")
    return OneCandidate(
        opponents(f"{rating}*{games}", " ".join([title] * games)),
        "1" * (half_points // 2) + "=" * (half_points % 2) + "0" * (games - half_points // 2 - half_points % 2),
        candidate=f"2100 {row['candidate_title'] or '-'} {row['candidate_fed']}",
        sex=row["candidate_sex"],
        start="2024/03/01",
        end="2024/03/15",
    )


def test_swisses_with_guests(examples, ask):
    met = {row["event_id"]: row["is_met"] for row in ask("select * from mart.swiss_exemptions")}
    assert {name: met[name] for name in FIELDS} == {name: examples[name]["expect"] == "exempt" for name in FIELDS}


@pytest.mark.parametrize("name", COUNTS)
def test_1_4_3d_who_counts_in_a_round(name, examples, ask):
    """`counts` are players and federations in the rounds named; who misses two rounds counts in none."""
    row = examples[name]
    missed = rounds_in(row["totals"], "missed")
    asked = rounds_in(row["totals"], "pab") or (missed if len(missed) == 1 else range(1, 10))
    found = {
        counts["round_number"]: f"counts={counts['rated_players']},{counts['federations']}"
        for counts in ask(f"from mart.swiss_rounds where event_id = '{name}'")
    }
    assert {found[number] for number in asked} == {row["expect"]}
    if len(missed) == 1:
        everybody = sum(int(number) for number in re.findall(r"[A-Z]{3}(\d+)", row["totals"]))
        assert {found[number] for number in found.keys() - set(missed)} == {f"counts={everybody},3"}


@pytest.mark.parametrize("name", BIG_SWISSES)
def test_1_5_6a_big_swiss(name, examples):
    row = examples[name]
    groups = re.findall(r"(\d+)x(\d+)", row["totals"])
    ratings = [int(rating) for number, rating in groups for _ in range(int(number))]
    absences = {(1, r): HALF_BYE for r in rounds_in(row["totals"], "missed")}
    for reading in [row["switch"]] if row["switch"] else ["big_swiss_average=best40", "big_swiss_average=all"]:
        editions = listed_editions(ratings, absences, readings_named([reading]))
        assert ("2024-01-01" in editions) == (row["expect"] == "qualifies"), reading


def test_edition_by_the_start(examples, ask):
    editions = {row["event_id"]: row["edition"] for row in ask("select event_id, edition from core.events")}
    assert [f"edition={editions[name][:4]}" for name in EDITIONS] == [examples[name]["expect"] for name in EDITIONS]


def test_time_controls_and_formats(examples, ask):
    refusals = {row["event_id"]: row["refusal"] for row in ask("select event_id, refusal from mart.event_rulings")}
    assert {name: refusals[name] is None for name in (*CLOCKS, *FORMATS)} == {
        name: examples[name]["expect"] == "valid" for name in (*CLOCKS, *FORMATS)
    }


@pytest.mark.parametrize("name", DAYS)
def test_1_1_4_the_list_of_a_game(name, examples, ask):
    """Everybody has another rating in each list, so that the rating of the game's opponent tells the list."""
    [game] = ask(f"from mart.norm_games where event_id = '{name}' and start_number = 1 and round_number = 9")
    assert f"list=2024-{game['rating'] - 2400:02}" == examples[name]["expect"]


@pytest.mark.parametrize("name", TITLES)
def test_0_4_2_from_when_a_title_counts(name, examples, ask):
    [game] = ask(f"from mart.norm_games where event_id = '{name}' and start_number = 1 and round_number = 7")
    assert f"title={'yes' if game['title_code'] == 'GM' else 'no'}" == examples[name]["expect"]


def test_1_4_2a_who_took_the_flag_keeps_his_federation(examples, ask):
    [game] = ask("from mart.norm_games where event_id = 'N-01' and start_number = 1 and round_number = 7")
    assert game["federation_code"] == facts(examples["N-01"]["totals"])["original"]


def test_0_3_womens_titles_are_for_women(examples, ask):
    """The same games make the norm for a woman."""
    row = examples["S-06"]
    asked = f"from mart.norm_verdicts where start_number = 1 and achieved and title_sought = '{row['title_sought']}'"
    made = {verdict["event_id"] for verdict in ask(asked)}
    assert [name in made for name in ("S-06", "S-06 w")] == [row["expect"] == "norm", True]


@pytest.mark.parametrize("name", RATINGS)
def test_1_3_titles_for_ratings(name, examples, ask):
    row = examples[name]
    titles = ask(f"select title from mart.rating_titles where fide_id = {3001 + 100 * RATINGS.index(name)}")
    assert (titles == [{"title": row["title_sought"]}]) == (row["expect"] == "eligible")
