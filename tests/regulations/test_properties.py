"""What must hold of verdicts whatever the event: the program judges random events, and the same events changed a little.

NORMBOOK_EXAMPLES=50 looks at so many examples of each property, new ones, instead of the usual few.
"""

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.regulations.generated_events import OTHER_RESULT, generate
from tests.regulations.literal_event import Event
from tests.regulations.written_events import files_of_event
from tests.world import rows, tables_of

# One example is many events: the program judges them all at once.
SEEDS = st.lists(st.integers(0, 10**9), min_size=30, max_size=30, unique=True)
EXAMPLES = os.environ.get("NORMBOOK_EXAMPLES")
few = settings(max_examples=int(EXAMPLES or 1), derandomize=not EXAMPLES, deadline=None, phases=[Phase.generate])
BETTER = {"0": "=", "=": "1"}


def verdicts_of(events: dict[str, Event]) -> dict[tuple[str, int, str], dict[str, object]]:
    files = {name: text for event_id, event in events.items() for name, text in files_of_event(event_id, event).items()}
    with tempfile.TemporaryDirectory() as folder:
        found = rows(tables_of(Path(folder), files), "select * exclude (name, fide_id) from mart.norm_verdicts")
    return {(row.pop("event_id"), row.pop("start_number"), row.pop("title_sought")): row for row in found}


def better(event: Event, number: int, dice: Random) -> Event | None:
    """The event in which a player made half a point more in one game; None if there is no such game."""
    open_games = [cell for cell in event.cells[number] if cell.result in BETTER]
    if not open_games:
        return None
    game = dice.choice(open_games)
    result = BETTER[game.result]
    cells = {
        who: [
            replace(cell, result=new) if cell.round_number == game.round_number else cell for cell in event.cells[who]
        ]
        for who, new in ((number, result), (game.opponent, OTHER_RESULT[result]))
    }
    return replace(event, cells=event.cells | cells)


@few
@given(SEEDS)
def test_more_points_never_lose_a_norm(seeds):
    """With the same opponents. In round robins a point may make an opponent one who scored nothing, if he is unrated (1.4.2b)."""
    events = {f"{seed}": generate(seed).event for seed in seeds}
    events = {
        name: event
        for name, event in events.items()
        if not (event.is_round_robin and any(player.rating is None for player in event.players.values()))
    }
    made = [key for key, verdict in verdicts_of(events).items() if verdict["achieved"]]
    dice, changed = Random(seeds[0]), {}
    for event_id, number in dict.fromkeys((event_id, number) for event_id, number, _ in made):
        if more := better(events[event_id], number, dice):
            changed[f"{event_id}_{number}"] = more
    after = verdicts_of(changed)
    lost = [
        (event_id, number, title)
        for event_id, number, title in made
        if f"{event_id}_{number}" in changed and not after[f"{event_id}_{number}", number, title]["achieved"]
    ]
    assert changed
    assert not lost


def renumbered(event: Event, new: dict[int, int]) -> Event:
    games = {
        new[number]: [cell if cell.opponent is None else replace(cell, opponent=new[cell.opponent]) for cell in cells]
        for number, cells in event.cells.items()
    }
    marks = {
        name: frozenset((round_number, new[number]) for round_number, number in getattr(event, name))
        for name in ("started_forfeits", "not_over_board")
    }
    players = {new[number]: replace(player, number=new[number]) for number, player in event.players.items()}
    return replace(
        event,
        players=dict(sorted(players.items())),
        cells=games,
        computers=frozenset(new[number] for number in event.computers),
        **marks,
    )


@few
@given(SEEDS)
def test_start_numbers_do_not_matter(seeds):
    events, numbers = {}, {}
    for seed in seeds:
        event = generate(seed).event
        shuffled = Random(seed).sample(sorted(event.players), len(event.players))
        numbers[f"{seed}"] = dict(zip(sorted(event.players), shuffled, strict=True))
        events |= {f"{seed}": event, f"{seed}_renumbered": renumbered(event, numbers[f"{seed}"])}
    found = verdicts_of(events)
    before = {key: verdict for key, verdict in found.items() if key[0] in numbers}
    assert 2 * len(before) == len(found) > 0
    for (event_id, number, title), verdict in before.items():
        assert found[f"{event_id}_renumbered", numbers[event_id][number], title] == verdict, (event_id, number, title)


def with_empty_round(event: Event, at: int) -> Event:
    """The event with a round more in which nobody played; it is not the last one."""
    cells = {
        number: sorted(
            [replace(cell, round_number=shifted(cell.round_number, at)) for cell in cells]
            + [replace(cells[0], round_number=at, opponent=None, result="Z")],
            key=lambda cell: cell.round_number,
        )
        for number, cells in event.cells.items()
    }
    marks = {
        name: frozenset((shifted(round_number, at), number) for round_number, number in getattr(event, name))
        for name in ("started_forfeits", "not_over_board")
    }
    return replace(event, rounds=event.rounds + 1, cells=cells, **marks)


def shifted(round_number: int, at: int) -> int:
    return round_number + (round_number >= at)


@few
@given(SEEDS)
def test_the_numbers_of_the_rounds_do_not_matter(seeds):
    """Where no rule asks for the number of rounds: from ten to twelve, and without the guests of a big Swiss (1.4.3d)."""
    events, at = {}, {}
    for seed in seeds:
        event = generate(seed).event
        if 10 <= event.rounds <= 12 and len(event.players) < 20:
            at[f"{seed}"] = Random(seed).randint(1, event.rounds)
            events |= {f"{seed}": event, f"{seed}_longer": with_empty_round(event, at[f"{seed}"])}
    found = verdicts_of(events)
    assert at
    for (event_id, *who), verdict in found.items():
        if event_id in at:
            verdict["left_out_rounds"] = [shifted(r, at[event_id]) for r in verdict["left_out_rounds"]]
            if verdict["cut_after_round"]:
                verdict["cut_after_round"] = shifted(verdict["cut_after_round"], at[event_id])
            assert found[f"{event_id}_longer", *who] == verdict, (event_id, *who)


@few
@given(SEEDS)
def test_a_norm_is_one_for_every_lower_title(seeds):
    """1.5.2 of 2024: GM implies IM, IM implies WGM for a woman, WGM implies WIM."""
    events = {f"{seed}": generate(seed).event for seed in seeds}
    found = verdicts_of({name: event for name, event in events.items() if event.edition.name == "2024-01-01"})
    assert any(verdict["achieved"] for verdict in found.values())
    for (event_id, number, title), verdict in found.items():
        lower = found.get((event_id, number, {"GM": "IM", "IM": "WGM", "WGM": "WIM"}.get(title)))
        assert not (verdict["achieved"] and lower) or lower["achieved"], (event_id, number, title)
