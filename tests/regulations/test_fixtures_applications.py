"""Worked examples of applications: for every norm that a row names an event is made in which the player makes it.

His opponents are rated as high as the performance that the title asks for, so half of the points is required; what a norm counts
above its games are whole points above that.
"""

import re
from datetime import date, timedelta

import pytest
from tests.regulations.fixture_events import facts, rows_handed_out
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows, tables_of

APPLICATIONS = [
    *("M-10", "A-01", "A-03", "A-04", "A-05", "A-07", "A-08", "A-10", "A-11"),
    *("B-20a", "B-20b", "B-20d", "B-20e", "B-20f", "Q-03", "Q-05"),
]
# Q-05 says only that the norms are of events that are not rated: those of A-01.
LIKE = {"Q-05": "A-01"}
YEARS = {"2017": 2019, "2022": 2022, "2023": 2023, "2024": 2024}
PERFORMANCE, RATING = {"IM": 2450, "GM": 2600}, {"IM": 2400, "GM": 2500}
HOME, ABROAD = "ESP", ["GER", "FRA", "ITA", "ARG", "POL", "CUB", "NED", "ENG", "SUI", "SWE", "NOR", "DEN", "FIN"]
GUESTS = [f"2300 GM {ABROAD[number % 4]}" for number in range(40)]
LONGEST = 13


def results_of(games, above, has_forfeit):
    """Losses first, so that nothing is gained by leaving out what comes after a round."""
    half_points = games + above
    wins = half_points // 2
    return "+" * has_forfeit + "0" * (games - wins - half_points % 2) + "=" * (half_points % 2) + "1" * wins


def event_of_norm(written, title, fide_id, ends, more):
    """The event of a norm such as `9(1.4.1c):swiss40`, `9+0.5`, `national_final:IM:9`."""
    marks = set(written.split(":"))
    counts, surplus, clause = re.search(r"(?:^|:)(\d+)(?:\+(0\.5))?(?:\((\S+?)\))?(?:$|:)", written).groups()
    games = 8 if clause else 9 if int(counts) < LONGEST else LONGEST
    above = 0 if clause else 2 * (int(counts) - games) + bool(surplus)
    is_home = marks & {"national_final", "national_team", "swiss_exemption"}
    federations = [HOME] * LONGEST if is_home else ABROAD
    results = results_of(games, above, bool(clause))
    rounds = len(results)
    is_fast = "two_rounds_every_day" in marks
    days = [ends - timedelta(days=(rounds - 1 - n) // 2 if is_fast else rounds - 1 - n) for n in range(rounds)]
    guests = GUESTS if "swiss40" in marks else GUESTS[:20] if "swiss_exemption" in marks else []
    first = 2 + rounds
    sidecar = ['system = "swiss"', f"round_dates = [{', '.join(map(str, days))}]", *more]
    sidecar += [f'exemption = "{mark}"' for mark in marks & {"national_final", "national_team"}]
    sidecar += ['event_class = ["olympiad"]'] if "olympiad" in marks else []
    return OneCandidate(
        opponents(f"{PERFORMANCE[title]}*{rounds}", " ".join(["GM"] * rounds), " ".join(federations[:rounds])),
        results,
        "\n".join(sidecar),
        guests=guests,
        others=tuple(
            (r, one, one + 1, "=") for r in range(1, rounds + 1) for one in range(first, first + len(guests), 2)
        ),
        fide_ids=(fide_id,),
        start=f"{days[0]:%Y/%m/%d}",
        end=f"{ends:%Y/%m/%d}",
    )


def files_of_row(name, row, fide_id):
    said = facts(row["totals"])
    more = ["rated_by_fide = false"] if said.get("rated_by_fide") == "no" else []
    files = {}
    for number, norm in enumerate(said["norms"].split(",")):
        day = re.search(r"date=([\d-]+)", norm)
        ends = date.fromisoformat(day[1]) if day else date(YEARS[row["edition"]], 3 + number, 20)
        event = event_of_norm(re.sub(r"date=[\d-]+", "", norm).replace("::", ":"), title_of(row), fide_id, ends, more)
        files |= event.files(f"{name}-{number}")
    return files


def title_of(row):
    return row["title_sought"] or "IM"


@pytest.fixture(scope="module")
def examples(shared):
    found = {row["id"]: row for row in rows_handed_out(shared)}
    for name, other in LIKE.items():
        found[name] |= {"title_sought": found[other]["title_sought"]}
        found[name]["totals"] += f";{found[other]['totals']}"
    return {name: found[name] for name in APPLICATIONS}


@pytest.fixture(scope="module")
def asked(examples, tmp_path_factory):
    numbers = {name: 5000 + number for number, name in enumerate(APPLICATIONS)}
    files, listed = {}, []
    for name, row in examples.items():
        files |= files_of_row(name, row, numbers[name])
        rating = RATING[title_of(row)] - (facts(row["totals"]).get("rating_reached") == "no")
        listed.append(
            f"<player><fideid>{numbers[name]}</fideid><name>Player, P1</name><country>ESP</country><sex>M</sex>"
            f"<title></title><w_title></w_title><rating>{rating}</rating></player>"
        )
    # long before: a rating once reached is enough, and the list is in force in none of the events
    files["rating_lists/standard_jan16frl.xml"] = f"<playerslist>{''.join(listed)}</playerslist>\n"
    connection = tables_of(tmp_path_factory.mktemp("applications"), files)
    found = {}
    for name, row in examples.items():
        of_player = f"fide_id = {numbers[name]} and title_sought = '{title_of(row)}'"
        norms = rows(connection, f"from mart.norms where {of_player} order by event_id")
        applications = rows(
            connection, f"from mart.title_applications where {of_player} and left(edition, 4) = '{row['edition']}'"
        )
        found[name] = norms, applications
    return found


@pytest.mark.parametrize("name", APPLICATIONS)
def test_application(name, examples, asked):
    row, (norms, applications) = examples[name], asked[name]
    if row["counted_games"]:
        assert sum(norm["counted_games"] for norm in norms) == int(row["counted_games"])
    if name in LIKE:  # a norm of an event that is not rated is not looked at
        assert (row["expect"], norms, applications) == ("application_fails", [], [])
    elif row["expect"] == "value":
        assert len(norms) == facts(row["totals"])["norms"].count(",") + 1
    else:
        [application] = applications
        assert (row["expect"] == "application_ok") == (application["missing"] == []), application["missing"]
        if application["missing"]:
            [missing] = application["missing"]
            assert any(f"({article})" in missing for article in row["article"].split())
