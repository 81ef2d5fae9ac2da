"""A slow, literal reading of the youth Grand Prix of 2005, article by article, for tests alone.

Nothing here comes from the program: the numbers are typed from the text, scores are fractions, and everything is said the long
way round.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

# 7: 1st to 20th place
POINTS = {
    1: 40, 2: 35, 3: 30, 4: 26, 5: 23, 6: 20, 7: 18, 8: 16, 9: 14, 10: 12,
    11: 10, 12: 9, 13: 8, 14: 7, 15: 6, 16: 5, 17: 4, 18: 3, 19: 2, 20: 1,
}  # fmt: skip
HALF = Fraction(1, 2)
SCORES = {
    "1": Fraction(1),
    "=": HALF,
    "0": Fraction(0),
    "+": Fraction(1),
    "-": Fraction(0),
    "U": Fraction(1),
    "H": HALF,
    "Z": Fraction(0),
}


def without_points(players):
    """9: how many stay without points."""
    if 5 <= players <= 7:
        return 1
    if 8 <= players <= 12:
        return 2
    if 13 <= players <= 17:
        return 3
    if 18 <= players <= 22:
        return 4
    if players in (23, 24):
        return 5
    return 0


@dataclass
class Player:
    number: int
    name: str
    sex: str
    born: date
    cells: list = field(default_factory=list)  # (opponent or None, result) a round

    @property
    def score(self):
        return sum((SCORES[result] for _, result in self.cells), Fraction(0))

    @property
    def played(self):
        return [(opponent, SCORES[result]) for opponent, result in self.cells if result in "1=0"]


def tie_break(player, field_, is_round_robin):
    scores = {one.number: one.score for one in field_}
    if is_round_robin:
        return sum((scores[opponent] * result for opponent, result in player.played), Fraction(0))
    rounds = [scores[opponent] if result in "1=0" else Fraction(0) for opponent, result in player.cells]
    return sum(rounds, Fraction(0)) - min(rounds)


def event(everybody, is_round_robin, born_after, girls):
    """7 to 10: place, who shares it, and the points of everybody who is ranked."""
    ranked = [one for one in everybody if one.born > born_after and (not girls or one.sex == "F")]
    keys = {one.number: (one.score, tie_break(one, everybody, is_round_robin)) for one in ranked}
    counting = [one for one in ranked if one.played]
    last_with_points = min(20, len(counting) - without_points(len(counting)))
    rows = {}
    for one in ranked:
        place = 1 + sum(key > keys[one.number] for key in keys.values())
        tied = sorted(n for n, key in keys.items() if key == keys[one.number] and n != one.number)
        byes = sum((SCORES[result] for _, result in one.cells if result in "UH"), Fraction(0))
        nothing = one.score == 0 or (one.score == byes and byes <= 1)
        placement = 0 if nothing or place > last_with_points else POINTS[place]
        rows[one.name] = {
            "place": place,
            "tied": tied,
            "placement": placement,
            "points": placement + one.score if placement else 0,
            "played": one.played,
        }
    return rows


def season(results):
    """11, 12: the standings of all events of one section; a list of rows, who is tied to the end shares a place."""
    people = defaultdict(list)
    for of_event in results:
        for name, row in of_event.items():
            people[name].append(row)
    rows = {}
    for name, of_one in people.items():
        games = [game for row in of_one for game in row["played"]]
        rows[name] = {
            "points": sum(sorted((row["points"] for row in of_one), reverse=True)[:3]),
            "placings": [sum(row["place"] == place for row in of_one) for place in range(1, 101)],
            "percentage": Fraction(100) * sum(score for _, score in games) / len(games) if games else Fraction(0),
            "games": len(games),
        }

    def key(name):
        return rows[name]["points"], rows[name]["placings"], rows[name]["percentage"]

    players = sum(row["games"] > 0 for row in rows.values())
    go_on = min(20, players - without_points(players))
    for name, row in rows.items():
        place = 1 + sum(key(other) > key(name) for other in rows)
        same = sum(key(other) == key(name) for other in rows)
        level = [other for other in rows if rows[other]["points"] == row["points"] and other != name]
        row["place"] = place
        row["match"] = same > 1
        row["resolved"] = None
        if level and same == 1:
            still = [other for other in level if rows[other]["placings"] == row["placings"]]
            row["resolved"] = "12b" if still else "12a"
        row["qualified"] = row["points"] > 0 and place <= go_on
        if row["points"] > 0 and place <= go_on < place + same - 1:
            row["qualified"] = None
    return rows
