"""Writes the made-up season: the plan is data (season/), chance falls the same way everywhere, so do the bytes."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from normbook.errors import NormbookError
from normbook.sample.dice import Dice
from normbook.sample.people import MONTHS, SEASON, Person, Registry, fillers, read_cast, read_data
from normbook.sample.play import Cells, Play
from normbook.sample.rating_list import rating_list
from normbook.sample.report import EventPlan, write_report

log = logging.getLogger(__name__)


def write_sample_season(directory: Path, players: int = 12_000) -> list[Path]:
    """Write a believable season of 2005 as a raw folder: rating_lists/, events/, series/ and a README.

    The events and their people are always the same; people who play nowhere fill the rating lists up to `players`
    (those in the events are written in any case). Returns the files written, in order of their paths. Raises
    NormbookError if the directory already holds rating lists, events or series: received files are never mixed with
    invented ones.
    """
    for kind in ("rating_lists", "events", "series"):
        if any((directory / kind).glob("*")):
            raise NormbookError(
                f"{directory / kind} already holds files: the sample season is written into a folder of its own only; "
                "name a directory that is new or empty"
            )
    files = _season_files(players)
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    log.info("wrote a made-up season of %d files to %s", len(files), directory)
    return [directory / name for name in sorted(files)]


def _season_files(players: int) -> dict[str, bytes]:
    """Return every file of the season by its path below the raw folder."""
    cast = read_cast()
    registry = Registry(cast)
    everybody = dict.fromkeys(cast.values())
    files = {}
    for table in read_data("events.toml")["event"]:
        plan = EventPlan(**table)
        people = _entrants(plan, cast, registry)
        everybody |= dict.fromkeys(people.values())
        files[f"events/{plan.id}.trf"] = write_report(plan, people, _played(plan, people))
        if plan.sidecar:
            files[f"events/{plan.id}.toml"] = plan.sidecar.encode()
    listed = [person for person in everybody if person.entries]
    listed += fillers(registry, players - len(listed))
    files |= {f"rating_lists/{word.lower()}frl.txt": rating_list(month, listed) for month, word in MONTHS.items()}
    files |= {f"series/{path.name}": path.read_bytes() for path in (SEASON / "series").iterdir()}
    files["README.md"] = (SEASON / "README.md").read_bytes()
    return files


def _entrants(plan: EventPlan, cast: Mapping[str, Person], registry: Registry) -> dict[int, Person]:
    """Return the players by start number: as drawn in a round robin, by rating in a Swiss, the unrated last."""
    dice = Dice("crowd", plan.id, plan.seed)
    entrants = [cast[name] for name in plan.players]
    for federation, count in plan.crowd.items():
        entrants += [registry.rated(dice, federation, plan.lowest, plan.highest) for _ in range(count)]
    for federation, count in plan.unrated.items():
        entrants += [registry.unrated(dice, federation) for _ in range(count)]
    if not plan.cycles and plan.crowd:
        entrants.sort(key=lambda person: (not person.entries, -person.strength(plan.list_month), person.name))
    return dict(enumerate(entrants, start=1))


def _played(plan: EventPlan, people: Mapping[int, Person]) -> Cells:
    strengths = {n: person.strength(plan.list_month) + plan.form.get(person.name, 0) for n, person in people.items()}
    absences = {
        (round_number, absence["player"]): absence["code"]
        for absence in plan.absences
        for round_number in absence["rounds"]
    }
    no_shows = {(no_show["round"], no_show["player"]) for no_show in plan.no_shows}
    play = Play(strengths, Dice("games", plan.id, plan.seed), absences, no_shows)
    return play.round_robin(plan.cycles) if plan.cycles else play.swiss(plan.rounds)
