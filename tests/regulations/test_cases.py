"""Worked cases of an edition, judged literally from its data: one folder for each edition, one file for each situation.

The judgement here knows one single event with different opponents; it is not the one that the program uses.
"""

from collections import Counter
from datetime import date
from math import ceil, floor
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from normbook.regulations import edition_named, half_up, percentage_score, performance_differences, score_table
from normbook.regulations.title_levels import conditions

FOLDER = Path(__file__).parent / "cases"


def all_cases():
    for path in sorted(FOLDER.glob("*/*.yaml")):
        file = YAML(typ="safe", pure=True).load(path)
        for case in file["cases"]:
            games = [dict(file["games"][number - 1]) for number in case["rounds"]]
            for number, score in case.get("scores", {}).items():
                games[case["rounds"].index(number)]["score"] = score
            yield pytest.param(
                path.parent.name,
                file["title_sought"],
                file["federation"],
                games,
                case["expected"],
                id=f"{path.parent.name} {path.stem}: {case['about']}",
            )


def adjusted_ratings(edition, title_sought, games):
    unrated = next(p.value for p in edition.unrated_ratings.values() if p.covers(date.fromisoformat(edition.edition)))
    ratings = sorted(game["rating"] or unrated for game in games)
    raised = edition.raised_opponents.value
    floor = edition.rating_floors.value[title_sought]
    return [max(rating, floor) for rating in ratings[:raised]] + ratings[raised:]


def failed_limits(edition, title_sought, federation, games):
    """Articles on numbers of games, federations, titles and unrated opponents that the games do not meet."""
    number = len(games)
    titles = Counter(game["title"] for game in games)
    federations = Counter(
        game["federation"] for game in games if game["federation"] not in edition.stateless.value.codes
    )
    own = federations.pop(federation, 0)
    shares = edition.own_federation_share, edition.one_federation_share
    most_own, most_one = (
        {"up": ceil, "down": floor}[entry.value.rounding](number * entry.value.share) for entry in shares
    )
    if number < edition.least_games.value:
        yield edition.least_games.article
    if len(federations) < edition.other_federations.value:
        yield edition.other_federations.article
    if own > most_own:
        yield edition.own_federation_share.article
    if max(federations.values()) > most_one:
        yield edition.one_federation_share.article
    if sum(titles[code] for code in edition.titled_codes.value) < ceil(number * edition.titled_share.value.share):
        yield edition.titled_share.article
    level = edition.title_levels[title_sought]
    if not any(
        all(
            sum(titles[code] for code in condition.titles)
            >= max(condition.least, ceil(number * (condition.share or 0)))
            for condition in conditions(groups)
        )
        for groups in level.value.any_of
    ):
        yield level.article
    limit = edition.unrated_limit.value
    if limit and sum(game["rating"] is None for game in games) > int((number + limit.added) * limit.share):
        yield edition.unrated_limit.article


@pytest.mark.parametrize(("name", "title_sought", "federation", "games", "expected"), list(all_cases()))
def test_worked_case(name, title_sought, federation, games, expected):
    edition = edition_named(name)
    half_points = int(2 * sum(game["score"] for game in games))
    average = half_up(sum(adjusted_ratings(edition, title_sought, games)), len(games))
    percentage = percentage_score(half_points, len(games))
    difference = performance_differences(edition.performance_table.value)[percentage]
    performance = None if difference is None else average + difference
    table = score_table(edition, title_sought, len(games))
    required = min((row.half_points for row in table if row.lowest_average <= average), default=None)

    fails = set(failed_limits(edition, title_sought, federation, games))
    if performance is not None and performance < edition.least_performance.value[title_sought]:
        fails.add(edition.least_performance.article)
    if average < edition.least_average.value[title_sought]:
        fails.add(edition.least_average.article)
    if half_points < 2 * len(games) * edition.least_score.value:
        fails.add(edition.least_score.article)

    assert {
        "score": half_points / 2,
        "average": average,
        "percentage": percentage,
        "difference": difference,
        "performance": performance,
        "required": required and required / 2,
        "fails": sorted(fails),
    } == expected
    # The table and the limits of 1.48 and 1.49 (2024: 1.4.8, 1.4.8a, 1.4.8b) are one condition.
    by_table = required is not None and half_points >= required
    limits = edition.least_performance, edition.least_average, edition.least_score
    assert by_table == fails.isdisjoint(limit.article for limit in limits)
