"""Tie-breaks read a second time, slowly and literally, in fractions; and Swisses to read them on.

An event is a dictionary from start number to its rounds, each `(outcome, opponent or None, score)`.
"""

import random
from fractions import Fraction

HALF = Fraction(1, 2)
METHODS = ("buchholz", "buchholz_cut_1", "sonneborn_berger")


def swiss(seed: int, players: int, rounds: int, missing: float = 0.12):
    """A made-up Swiss: byes of every kind, forfeits of one and of both, people who leave and who come late."""
    dice = random.Random(seed)
    event = {number: [] for number in range(1, players + 1)}
    met = set()
    gone = {number for number in event if dice.random() < 0.08}
    for round_number in range(rounds):
        away = {n for n in event if dice.random() < missing or (n in gone and round_number >= rounds // 2)}
        waiting = sorted(set(event) - away, key=lambda n: (-total(event[n]), dice.random()))
        for number in away:
            score = HALF if dice.random() < 0.4 else Fraction(0)
            event[number].append(("bye" if score else "not_paired", None, score))
        while waiting:
            one = waiting.pop(0)
            other = next((n for n in waiting if (one, n) not in met), None)
            if other is None:
                event[one].append(("bye", None, Fraction(1)))
                continue
            waiting.remove(other)
            fate = dice.random()
            if fate < 0.06:
                event[one].append(("forfeit_win", other, Fraction(1)))
                event[other].append(("forfeit_loss", one, Fraction(0)))
            elif fate < 0.08:
                event[one].append(("forfeit_loss", other, Fraction(0)))
                event[other].append(("forfeit_loss", one, Fraction(0)))
            else:
                score = dice.choice((Fraction(1), HALF, Fraction(0)))
                event[one].append(("played", other, score))
                event[other].append(("played", one, 1 - score))
                met |= {(one, other), (other, one)}
    return event


def total(rounds):
    return sum((score for _, _, score in rounds), Fraction(0))


def is_requested(outcome, score):
    return outcome == "not_paired" or (outcome == "bye" and score < 1)


def is_voluntary(outcome, score):
    return outcome == "forfeit_loss" or is_requested(outcome, score)


def score_for_opponents(rounds, rule_set):
    points = Fraction(0)
    for number, (outcome, _, score) in enumerate(rounds):
        rest = rounds[number + 1 :]
        if (rule_set == "virtual_opponent_2009" and outcome != "played") or (
            rule_set in ("fide_2024", "fide_2026")
            and is_requested(outcome, score)
            and all(is_voluntary(later, points_later) for later, _, points_later in rest)
        ):
            points += HALF
        else:
            points += score
    return points


def contribution(event, number, position, rule_set):
    """What one round brings to Buchholz."""
    outcome, opponent, score = event[number][position]
    rounds = len(event[number])
    if outcome == "played":
        return score_for_opponents(event[opponent], rule_set)
    if rule_set == "none":
        return Fraction(0)
    if rule_set == "virtual_opponent_2009":
        before = total(event[number][:position])
        return before + (1 - score) + HALF * (rounds - (position + 1))
    own = total(event[number])
    if rule_set == "fide_2024":
        return own
    return min(own, score_for_opponents(event[opponent], rule_set) if opponent else HALF * rounds)


def tie_breaks(event, number, rule_set):
    """Values by method."""
    parts = [contribution(event, number, position, rule_set) for position in range(len(event[number]))]
    voluntary = [
        part
        for part, (outcome, _, score) in zip(parts, event[number], strict=True)
        if rule_set.startswith("fide") and is_voluntary(outcome, score)
    ]
    return {
        "buchholz": sum(parts),
        "buchholz_cut_1": sum(parts) - min(voluntary or parts or [Fraction(0)]),
        "sonneborn_berger": sum(part * score for part, (_, _, score) in zip(parts, event[number], strict=True)),
    }
