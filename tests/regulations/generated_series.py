"""Series made up by chance: events of every size, ties everywhere, byes, forfeits, girls, children who are too old."""

import random
from datetime import date, timedelta

from tests.regulations.literal_circuit import Player
from tests.world import report, report_line

BORN_AFTER = date(1996, 1, 1)
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def people(dice, number, share_of_girls):
    """So many children; a few are too old, one was born on the very day."""
    crowd = []
    for index in range(1, number + 1):
        born = BORN_AFTER + timedelta(days=dice.choice([1, 400, 900, 1] if index % 9 else [0, -300]))
        sex = "F" if dice.random() < share_of_girls else "M"
        crowd.append((f"Child{'abcdefghij'[index // 10]}{'abcdefghij'[index % 10]}, X", sex, born))
    return crowd


def event(dice, crowd):
    """One event: up to eight meet each other, more play rounds of chance pairings; `(players, is_round_robin)`."""
    field = [Player(number, *person) for number, person in enumerate(crowd, 1)]
    size = len(field)
    results = dice.choice(["1=0", "10", "==1", "1=0+-", "=", "1"])
    rounds = _everybody(size) if 2 <= size <= 8 else _chance(dice, size)
    for pairs in rounds:
        done = set()
        for white, black in pairs:
            result = dice.choice(results)
            field[white - 1].cells.append((black, result))
            field[black - 1].cells.append((white, _OTHER[result]))
            done |= {white, black}
        for one in field:
            if one.number not in done:
                one.cells.append((None, dice.choice("UUHZ") if size > 8 or size == 1 else "Z"))
    for one in field:
        one.cells = [(opponent, result) for opponent, result in one.cells]
    return field, 2 <= size <= 8


def _everybody(size):
    circle = [*range(1, size + 1), *([0] if size % 2 else [])]
    for _ in range(len(circle) - 1):
        pairs = [(circle[i], circle[-1 - i]) for i in range(len(circle) // 2)]
        yield [pair for pair in pairs if 0 not in pair]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _chance(dice, size):
    for _ in range(5 if size <= 16 else 6 if size <= 32 else 7):
        order = [*range(1, size + 1)]
        dice.shuffle(order)
        absent = dice.randrange(3) if size > 3 else 0
        order = order[absent:]
        yield list(zip(order[::2], order[1::2], strict=False))


def as_report(field):
    """The event as a report file."""
    lines = []
    for one in field:
        cells = [
            f"{opponent:4} {'wb'[opponent < one.number]} {result}" if opponent else f"0000 - {result}"
            for opponent, result in one.cells
        ]
        lines.append(
            report_line(one.number, one.name, cells, sex="w" if one.sex == "F" else "m", birth=f"{one.born:%Y/%m/%d}")
        )
    return report(lines)


def series_file(events, category="Sub-10", regulation="ara-2005", more=""):
    """A series of these events in one category."""
    tables = "".join(
        f'[[event]]\nevent = "{name}"\ncategory = "{category}"\nencounter = {number}\n'
        for number, name in enumerate(events, 1)
    )
    return f'[series]\nregulation = "{regulation}"\n{tables}{more}'


def dice(seed):
    return random.Random(seed)
