"""Blitz championships of 1 to 60 players and series of several events: the stages against the literal reading."""

import datetime as dt
import random
from collections import defaultdict
from fractions import Fraction

import pytest
from tests.fixtures.blitz_world import Event, Series, blitz_tables, round_robin
from tests.regulations.literal_blitz import order_of, promotions, started, story
from tests.regulations.literal_tie_breaks import swiss, tie_breaks, total
from tests.world import rows

SCORES = (Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(0))


def generated(size, seed):
    """One event of so many players: all against all up to 15, else a Swiss with byes, forfeits and people who leave."""
    dice = random.Random(f"{size} {seed}")
    if size > 15:
        return swiss(size * 10 + seed, size, 5), "swiss"
    # many draws, so that there are ties everywhere
    event = round_robin(range(1, size + 1), lambda one, other, cycle: dice.choice(SCORES), 2 if size <= 8 else 1)
    if size > 4 and seed % 2:
        leaves = dice.randint(1, size)
        for number, rounds in event.items():
            for place, (_, opponent, _) in enumerate(rounds):
                if number == leaves and place >= 2:
                    rounds[place] = ("forfeit_loss", opponent, Fraction(0))
                elif opponent == leaves and [other for _, other, _ in event[leaves]].index(number) >= 2:
                    rounds[place] = ("forfeit_win", opponent, Fraction(1))
    return event, ("double_round_robin" if size <= 8 else "round_robin")


def play_offs_of(event, dice):
    """Now and then the play-off of a tie for the first place, sometimes level to the end, sometimes of the wrong people."""
    _, waiting = order_of(event)
    if not waiting or dice.random() < 0.4:
        return []
    order = sorted(waiting, key=lambda number: dice.random())
    return [(order if dice.random() < 0.8 else [*order, 999], dice.random() < 0.3)]


@pytest.fixture(scope="module")
def single_events():
    dice, cases = random.Random(17), []
    for size in range(1, 61):
        for seed in range(2 if size > 15 else 4):
            rounds, system = generated(size, seed)
            event = Event(f"e{size}-{seed}", dice.choice("122334"), rounds, system=system)
            event.more["annual_championship"] = dice.random() < 0.5
            cases.append((event, play_offs_of(rounds, dice)))
    series = [
        Series(event.name, [event], [(event.name, order, undecided) for order, undecided in play_offs])
        for event, play_offs in cases
    ]
    return cases, blitz_tables(*series)


def test_13_14_standings_of_events_of_1_to_60_players(single_events):
    cases, connection = single_events
    found = defaultdict(dict)
    for row in rows(connection, "from mart.blitz_standings"):
        found[row["event_id"]][row["start_number"]] = row
    with_play_off = waiting_in = shared = 0
    for event, play_offs in cases:
        places, waiting = order_of(event.rounds, play_offs)
        for number, row in found[event.name].items():
            assert row["points"] == total(event.rounds[number])
            # who stands alone has no round, and no value
            assert (row["tie_break"] or 0) == tie_breaks(event.rounds, number, "none")["sonneborn_berger"]
            assert row["place"] == places.get(number), (event.name, number)
            assert row["play_off_needed"] == (number in waiting)
            others = [one for one, place in places.items() if place == places.get(number) and one != number]
            assert row["tied_with"] == (sorted(others) if number in places else [])
            shared += len(others) > 0
        assert set(found[event.name]) == set(event.rounds)
        with_play_off += any(row["decided_by"] == "play_off" for row in found[event.name].values())
        waiting_in += bool(waiting)
    # all of it happens often enough to mean something
    assert with_play_off > 10
    assert waiting_in > 10
    assert shared > 10


def test_4_5_promotions_of_events_of_1_to_60_players(single_events):
    cases, connection = single_events
    found = defaultdict(dict)
    for row in rows(connection, "from mart.blitz_promotions"):
        found[row["event_id"]][row["start_number"]] = row["promoted"]
    told = []
    for event, play_offs in cases:
        expected = promotions(event.rounds, event.category, event.more["annual_championship"], play_offs)
        assert found[event.name] == expected, event.name
        told += expected.values()
    assert all(told.count(outcome) > 5 for outcome in (True, None))
    assert told.count(False) > 0


def season(seed):
    """A series of some events over several categories with the same people, and entries between them."""
    dice = random.Random(f"season {seed}")
    people = [f"Player {seed} {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    day, events, entries = dt.date(2005, 1, 1), [], []
    for number in range(dice.randint(3, 7)):
        day += dt.timedelta(days=7)
        who = dice.sample(people, dice.randint(4, 14))
        rounds, system = generated(len(who), seed)
        event = Event(f"s{seed}-{number}", dice.choice("1223344"), rounds, day, dict(enumerate(who, 1)), system)
        event.more["annual_championship"] = dice.random() < 0.5
        events.append(event)
        for name in dice.sample(people, 5):
            is_standard = dice.random() < 0.8
            category = dice.choice("1234")
            standard, blitz = (category, None) if is_standard else (None, category)
            entries.append((name, day + dt.timedelta(days=dice.randint(-6, 0)), standard, blitz))
    return Series(f"season{seed}", events, entries=sorted(entries, key=lambda entry: entry[1]))


@pytest.fixture(scope="module")
def seasons():
    all_of_them = [season(seed) for seed in range(60)]
    return all_of_them, blitz_tables(*all_of_them)


def days_of(series, name, moved):
    """The story of a player as the literal reading wants it: entries of a day before its events."""
    days = [
        (since, 0, ("entry", since, standard, blitz)) for who, since, standard, blitz in series.entries if who == name
    ]
    days += [(event.day, 1, ("event", event, moved[event.name])) for event in series.events]
    return [what for *_, what in sorted(days, key=lambda day: day[:2])]


def test_2_to_9_categories_over_time_of_generated_seasons(seasons):
    series, connection = seasons
    changes, violations = defaultdict(list), defaultdict(list)
    for row in rows(connection, "from mart.blitz_categories order by change_number"):
        changes[row["series"], row["player_key"]].append((row["since"], row["kind"], row["category"]))
    for row in rows(connection, "from mart.blitz_ledger where is_violation order by entry"):
        violations[row["series"], row["player_key"]].append((row["event_id"], row["kind"]))
    seen = set()
    for one in series:
        names = {name for event in one.events for name in event.people.values()}
        moved = {e.name: promotions(e.rounds, e.category, e.more["annual_championship"]) for e in one.events}
        for name in sorted(names):
            expected = story(name, days_of(one, name, moved))
            assert (changes[one.name, name], violations[one.name, name]) == expected, (one.name, name)
            seen |= {kind for _, kind, _ in expected[0]} | {kind for _, kind in expected[1]}
    assert seen == {
        "registered", "registered_by_playing", "promoted", "standard_promotion", "standard_demotion",
        "weaker_than_standard", "weaker_category", "not_entitled", "entitlement_unknown",
    }  # fmt: skip


def test_18_the_proposed_draw_keeps_clubs_apart():
    dice = random.Random(18)
    series = []
    for size in range(16, 61):
        people = {number: f"Draw {size} {number}" for number in range(1, size + 1)}
        clubs = {name: f"Club {dice.randint(1, 9)}" for name in people.values() if dice.random() < 0.9}
        rounds, _ = generated(size, 0)
        series.append(Series(f"draw{size}", [Event(f"d{size}", "2", rounds, people=people)], clubs=clubs))
    connection = blitz_tables(*series)
    groups = defaultdict(list)
    for row in rows(connection, "from mart.blitz_groups"):
        groups[row["series"], row["group_number"]].append(row["club"])
    for one in series:
        size = int(one.name.removeprefix("draw"))
        drawn = [clubs for (series_name, _), clubs in groups.items() if series_name == one.name]
        # 17: two groups up to 20; groups of ten at most up to 40, of eight at most above; the least number of them
        assert len(drawn) == (2 if size <= 20 else -(-size // 10) if size <= 40 else -(-size // 8))
        assert sum(map(len, drawn)) == size
        assert max(map(len, drawn)) - min(map(len, drawn)) <= 1
        for club in set(one.clubs.values()):
            shares = [clubs.count(club) for clubs in drawn]
            assert max(shares) - min(shares) <= 1


def test_everybody_who_started_is_counted_and_nobody_else(single_events):
    cases, connection = single_events
    found = {row["event_id"]: row["started"] for row in rows(connection, "from mart.blitz_events")}
    assert found == {event.name: sum(map(started, event.rounds.values())) for event, _ in cases}
