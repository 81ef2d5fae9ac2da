"""A season made up as staged rows, with the people, the rating lists and the circuits it needs; the readers take no part.

A fifth of the events are round robins of ten, the others Swisses of 16 to 300 players and 5 to 13 rounds, a tenth of all strong.
One player in thirty has no FIDE number, one in fifty another rating than the list in force, one pairing in 125 is a forfeit, one
event in a hundred still runs, and of every two hundred events four are a circuit. People, lists and circuits grow with the
events.
"""

import hashlib
from datetime import date, timedelta
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from normbook.contracts import CONTRACTS
from normbook.regulations import series_regulation_files

HOSTS = ("ESP", "GER", "FRA", "ITA", "ARG", "POL", "CUB", "RUS", "IND", "CHN", "USA", "NED", "HUN")
SYLLABLES = [one + two for one in "bdfgklmnprstv" for two in ("a", "e", "i", "o", "u")]
LADDER = ((2490, "GM", "WGM"), (2400, "IM", "WGM"), (2300, "FM", "WIM"), (2200, None, "WFM"))
LISTS = ("2006-01", "2006-04", "2006-07", "2006-10")
BATCH = 500
FIRST_ID = 100_000


class People(NamedTuple):
    """Everybody of the world, weakest first, and the numbers of those of each federation."""

    rating: np.ndarray
    listed: np.ndarray
    federation: np.ndarray
    is_woman: np.ndarray
    title: np.ndarray
    womens_title: np.ndarray
    name: np.ndarray
    of_host: dict


class Shape(NamedTuple):
    """What an event is like: level and spread of the ratings, share of players of the host, and of women if it is fixed."""

    players: int
    rounds: int
    level: float
    spread: float
    home: float
    women: float | None = None


LARGE = Shape(200, 13, 2330, 120, 0.4, 1.0)


def people_for(events):
    """Thirteen people an event and two thousand more."""
    dice = np.random.default_rng(2)
    size = 2000 + 13 * events
    rating = np.sort(dice.normal(1750, 260, size).round().astype(int).clip(1200, 2820))
    federation = dice.choice(HOSTS, size=size)
    is_woman = dice.random(size) < 0.12
    steps = [next((step for step in LADDER if one >= step[0]), (0, None, None)) for one in rating.tolist()]
    title = np.array([step[1] for step in steps], object)
    womens_title = np.array([step[2] if woman else None for step, woman in zip(steps, is_woman, strict=True)], object)
    numbers = dice.permutation(size).tolist()
    name = np.array([_name(number) for number in numbers], object)
    of_host = {host: np.flatnonzero(federation == host) for host in HOSTS}
    # what the lists say: ratings drift a little
    listed = rating + np.cumsum(dice.integers(-9, 10, (len(LISTS), size)), axis=0)
    return People(rating, listed, federation, is_woman, title, womens_title, name, of_host)


def _name(number):
    first, rest = number % 50, number // 50
    parts = [SYLLABLES[rest % 65], SYLLABLES[rest // 65 % 65], SYLLABLES[rest // 4225 % 65]]
    return f"{''.join(parts).capitalize()}, {SYLLABLES[first].capitalize()}n"


def season_shapes(dice, events):
    """Shapes of the events: a tenth is strong."""
    for _ in range(events):
        is_round_robin = dice.random() < 0.22
        players = 10 if is_round_robin else int(np.clip(dice.lognormal(4.1, 0.6), 16, 300))
        rounds = 9 if is_round_robin else int(dice.choice((5, 6, 7, 9, 11, 13), p=(0.16, 0.10, 0.28, 0.40, 0.05, 0.01)))
        if dice.random() < 0.1:
            yield Shape(players, rounds, dice.normal(2380, 80), 120, 0.35)
        else:
            yield Shape(players, rounds, dice.normal(1750, 150), 200, 0.85)


def field(dice, people, shape, host):
    """Numbers of the people who play, the strongest first, nobody twice."""
    found = np.empty(0, int)
    while len(found) < shape.players:
        wanted = dice.normal(shape.level, shape.spread, 2 * shape.players)
        own = people.of_host[host]
        at_home = np.searchsorted(people.rating[own], wanted) + dice.integers(-9, 10, len(wanted))
        anywhere = np.searchsorted(people.rating, wanted) + dice.integers(-60, 61, len(wanted))
        at_home, anywhere = own[at_home.clip(0, len(own) - 1)], anywhere.clip(0, len(people.rating) - 1)
        found = np.concatenate([found, np.where(dice.random(len(wanted)) < shape.home, at_home, anywhere)])
        found = found[np.sort(np.unique(found, return_index=True)[1])]
    return np.sort(found[: shape.players])[::-1]


def pairings(dice, strength, rounds):
    """Opponents (-1: free), half points and forfeits by player and round; nobody meets twice while somebody else is left."""
    players = len(strength)
    opponents = np.full((players, rounds), -1)
    half_points = np.zeros((players, rounds), int)
    is_forfeit = np.zeros((players, rounds), bool)
    met = np.zeros((players, players), bool)
    total = np.zeros(players, int)
    for index in range(rounds):
        order = np.lexsort((-strength, -total)).tolist()
        chances = dice.random((players, 3)).tolist()
        while len(order) > 1:
            one = order.pop(0)
            row = met[one]
            place = next((i for i, other in enumerate(order) if not row[other]), 0)
            other = order.pop(place)
            met[one, other] = met[other, one] = True
            expected = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
            drawn, won, absent = chances[one]
            score = 1 if drawn < 0.35 else 2 * int(won < expected)
            if absent < 0.008:
                score = 2
                is_forfeit[one, index] = is_forfeit[other, index] = True
            opponents[one, index], opponents[other, index] = other, one
            half_points[one, index], half_points[other, index] = score, 2 - score
        if order:
            half_points[order[0], index] = 2
        total = half_points.sum(axis=1)
    return opponents, half_points, is_forfeit


def staged_event(dice, people, number, shape):
    """Columns of an event in the three staging tables."""
    event, host = f"event_{number:06}", str(dice.choice(HOSTS))
    who = field(dice, people, shape, host)
    is_woman = people.is_woman[who] if shape.women is None else dice.random(len(who)) < shape.women
    start = date(2006, 1, 2) + timedelta(days=number * 37 % 350)
    rating = people.listed[(start.month - 1) // 3, who]
    is_old = dice.random(len(who)) < 0.02
    rating = np.where(is_old, rating + 7, rating)
    opponents, half_points, is_forfeit = pairings(dice, rating + dice.normal(0, 60, len(who)), shape.rounds)
    is_free = opponents < 0
    results = np.where(is_free, "U", np.array(list("0=1"))[half_points])
    results = np.where(is_forfeit, np.array(list("--+"))[half_points], results).astype(object)
    if number % 100 == 7:
        results[:, -1], half_points[:, -1] = None, 0
    numbers = np.arange(1, len(who) + 1)
    points = half_points.sum(axis=1)
    order = np.lexsort((numbers, -points))
    place = np.empty(len(who), int)
    place[order] = numbers
    reports = {
        "event_id": [event],
        "source_file": [f"events/{event}.trf"],
        "source_sha256": [hashlib.sha256(event.encode()).hexdigest()],
        "name": [f"Open {number}"],
        "city": [SYLLABLES[number % 65].capitalize()],
        "federation_code": [host],
        "start_date": [start],
        "end_date": [start + timedelta(days=shape.rounds)],
        "rounds_seen": [shape.rounds],
        "has_teams": [False],
    }
    players = {
        "event_id": np.full(len(who), event, object),
        "line_number": numbers + 10,
        "start_number": numbers,
        "name": people.name[who],
        "sex": np.where(is_woman, "F", "M").astype(object),
        "title_code": people.title[who],
        "womens_title_code": np.where(is_woman, people.womens_title[who], None),
        "rating": rating,
        "federation_code": people.federation[who].astype(object),
        "fide_id": np.where(dice.random(len(who)) < 0.03, None, (FIRST_ID + who).astype(object)),
        "birth_year": 1930 + who % 65,
        "birth_precision": np.full(len(who), "year", object),
        "points": points / 2,
        "place": place,
    }
    rounds = np.tile(np.arange(1, shape.rounds + 1), len(who))
    is_white = (opponents > np.arange(len(who))[:, None]) ^ (np.arange(shape.rounds) % 2 == 0)
    cells = {
        "event_id": np.full(rounds.size, event, object),
        "start_number": np.repeat(numbers, shape.rounds),
        "round_number": rounds,
        "opponent_number": np.where(is_free, None, (opponents + 1).astype(object)).ravel(),
        "colour": np.where(is_free, None, np.where(is_white, "w", "b")).ravel(),
        "result_code": results.ravel(),
        "line_number": np.repeat(numbers + 10, shape.rounds),
        "column_number": 92 + 10 * (rounds - 1),
    }
    source = {
        "source_file": reports["source_file"],
        "kind": ["event_report"],
        "sha256": reports["source_sha256"],
        "bytes": [1000],
        "is_read": [True],
        "event_id": [event],
        "lines_read": [len(who) + 10],
        "good_records": [len(who)],
        "rejected_lines": [0],
        "blank_lines": [0],
        "header_lines": [10],
    }
    return {
        "staging.event_reports": reports,
        "staging.report_players": players,
        "staging.round_cells": cells,
        "staging.source_files": source,
    }


def conformed(name, parts):
    """The Arrow table of a contract from columns, event by event; columns that are not there are empty."""
    table = CONTRACTS[name]
    size = sum(len(next(iter(part.values()))) for part in parts)
    columns = {}
    for column in table.columns:
        if parts and column.name in parts[0]:
            values = [pa.array(part[column.name], column.type, from_pandas=True) for part in parts]
            columns[column.name] = pa.chunked_array(values, column.type)
        else:
            columns[column.name] = pa.nulls(size, column.type)
    return table.conform(pa.table(columns))


def rating_list(people, number):
    """Columns of a rating list."""
    dice = np.random.default_rng(10 + number)
    size, month = len(people.rating), LISTS[number]
    kinds = pa.array([["standard"]], pa.list_(pa.string()))
    return {
        "source_file": np.full(size, f"rating_lists/{month}.txt", object),
        "line_number": np.arange(2, size + 2),
        "list_month": np.full(size, month, object),
        "list_kinds": pa.concat_arrays([kinds.take(pa.array(np.zeros(size, int)))]),
        "fide_id": FIRST_ID + np.arange(size),
        "name": people.name,
        "federation_code": people.federation.astype(object),
        "sex": np.where(people.is_woman, "F", "M").astype(object),
        "title_code": people.title,
        "womens_title_code": people.womens_title,
        "standard_rating": people.listed[number],
        "standard_games": dice.integers(0, 20, size),
        "standard_k": np.full(size, 15),
        "birth_year": 1930 + np.arange(size) % 65,
        "birth_precision": np.full(size, "year", object),
    }


def series_rows(events):
    """Of every two hundred events the first four are a circuit."""
    regulation = series_regulation_files()["ara-2005"].read_text(encoding="utf-8")
    head = {"source_file": "series/x.toml", "section": "open", "discipline": "standard", "article": "6"}
    names = [(f"series_{first // 200:05}", first) for first in range(0, events - 3, 200)]
    return {
        "staging.series": [
            {"series": name, "source_file": "series/x.toml", "kind": "circuit", "regulation": "ara-2005"}
            | {"regulation_text": regulation, "unplayed": "none"}
            for name, _ in names
        ],
        "staging.series_events": [
            head
            | {"series": name, "position": encounter, "event_id": f"event_{first + encounter - 1:06}"}
            | {"category": "Sub-10", "encounter": encounter, "annual_championship": False}
            for name, first in names
            for encounter in range(1, 5)
        ],
    }


def write_season(staging, events):
    """Write `<staging>/<table>/<part>.parquet` for a season of so many events, or for the one large event if there is none."""
    people = people_for(events or 2000)
    put = partial(_put, staging)
    for name, table in CONTRACTS.items():
        if table.schema_name == "staging":
            put(name, "empty", table.from_rows(series_rows(events).get(name, [])))
    for number, month in enumerate(LISTS if events else ()):
        put(
            "staging.rating_list_records",
            month,
            conformed("staging.rating_list_records", [rating_list(people, number)]),
        )
        source = {"source_file": f"rating_lists/{month}.txt", "kind": "rating_list", "sha256": f"{number:064x}"}
        source |= {"bytes": 1000, "is_read": True, "list_month": month, "lines_read": len(people.rating) + 1}
        source |= {"good_records": len(people.rating), "rejected_lines": 0, "blank_lines": 0, "header_lines": 1}
        put("staging.source_files", month, CONTRACTS["staging.source_files"].from_rows([source]))
    dice = np.random.default_rng(1)
    shapes = enumerate(season_shapes(dice, events) if events else [LARGE])
    for number, batch in enumerate(iter(lambda: list(islice(shapes, BATCH)), [])):
        staged = [staged_event(dice, people, *one) for one in batch]
        for name in staged[0]:
            put(name, f"{number:04}", conformed(name, [one[name] for one in staged]))


def _put(staging, name, part, rows):
    folder = staging / name.split(".")[1]
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(rows, folder / f"{part}.parquet", compression="zstd")
