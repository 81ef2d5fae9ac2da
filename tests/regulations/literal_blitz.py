"""The blitz regulation read a second time, article by article and player by player, with fractions.

Standings and promotions of one event (4, 5, 13, 14), and the story of one player through a series (2, 3, 7, 8, 9).
"""

from fractions import Fraction

from tests.regulations.literal_tie_breaks import tie_breaks, total

CATEGORIES = "1234"


def started(rounds):
    return any(outcome in ("played", "not_rated") for outcome, _, _ in rounds)


def order_of(event, play_offs=()):
    """Places by start number, and who waits for a play-off."""
    keys = {
        number: (total(rounds), tie_breaks(event, number, "none")["sonneborn_berger"])
        for number, rounds in event.items()
        if started(rounds)
    }
    best = max((points for points, _ in keys.values()), default=None)
    first = {number for number, (points, _) in keys.items() if points == best}
    places = {number: 1 + sum(other > key for other in keys.values()) for number, key in keys.items()}
    if len(first) < 2:
        return places, set()
    fitting = [one for one in play_offs if set(one[0]) == first]
    if not fitting:
        return places, first
    order, undecided = fitting[-1]
    if not undecided:
        places |= {number: place for place, number in enumerate(order, start=1)}
    return places, set()


def moving_up(players):
    """4: five per cent of those who started; a remainder above one half promotes one more."""
    exact = Fraction(5 * players, 100)
    return int(exact) + (1 if exact - int(exact) > Fraction(1, 2) else 0)


def promotions(event, category, annual, play_offs=()):
    """Start number -> True, False (level at the cut), None (waits for a play-off)."""
    if category == "1":
        return {}
    places, waiting = order_of(event, play_offs)
    up = moving_up(len(places))
    told = {}
    for number, place in places.items():
        level = waiting if number in waiting else {other for other, theirs in places.items() if theirs == place}
        above = 0 if number in waiting else place - 1
        if above + len(level) <= up:
            told[number] = True
        elif above < up or (annual and above == 0):
            told[number] = None if number in waiting else len(level) == 1
    return told


def stronger(category):
    place = CATEGORIES.index(category)
    return CATEGORIES[place - 1] if place else None


def story(name, days):
    """What happens to one player: changes `(day, kind, category)` and violations `(event, kind)`.

    `days` are in order: `("entry", day, standard, blitz)` or `("event", event, category, event_id, promotions)`, an event with the
    rounds and people of blitz_world.
    """
    blitz, standard, reached = None, None, set()
    # categories by standard promotions, the latest last, and the blitz category before each
    brought = []
    changes, violations = [], []
    for kind, *what in days:
        if kind == "entry":
            day, new_standard, new_blitz = what
            if new_blitz:
                if new_blitz != blitz:
                    changes.append((day, "registered", new_blitz))
                blitz, brought = new_blitz, []
                continue
            old, standard = standard, new_standard
            if old is not None and standard > old:
                now = blitz
                if blitz is None:
                    brought = [one for one in brought if one[0] >= standard]
                while brought and now == brought[-1][0] < standard and now not in reached:
                    now = min(standard, brought.pop()[1] or standard)
                if now != blitz:
                    blitz = now
                    changes.append((day, "standard_demotion", blitz))
            elif blitz is None:
                if old is not None and standard < old:
                    brought.append((standard, None))
            elif standard < blitz:
                brought.append((standard, blitz))
                blitz = standard
                changes.append((day, "standard_promotion", blitz))
            continue
        event, moved = what
        number = next((number for number, person in event.people.items() if person == name), None)
        if number is None or not started(event.rounds[number]):
            continue
        is_too_weak = standard is not None and standard < event.category
        if is_too_weak:
            violations.append((event.name, "weaker_than_standard"))
        if blitz is not None and blitz < event.category:
            violations.append((event.name, "weaker_category"))
        elif blitz != event.category and not is_too_weak:
            entitled = event.category != "1" or standard == "1"
            if not entitled:
                violations.append((event.name, "not_entitled" if standard else "entitlement_unknown"))
            if entitled or standard is None:
                blitz = event.category
                changes.append((event.day, "registered_by_playing", blitz))
        played = [score for outcome, _, score in event.rounds[number] if outcome == "played"]
        if sum(played) * 2 >= len(played):
            reached.add(event.category)
        to = stronger(event.category)
        if moved.get(number) and (blitz is None or to < blitz):
            blitz, brought = to, []
            changes.append((event.day, "promoted", to))
    return changes, violations
