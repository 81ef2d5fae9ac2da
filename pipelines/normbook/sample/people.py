"""The people of the season: a cast with parts to play (cast.csv), and crowds made of common names (names.toml)."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from normbook.sample.dice import Dice

SEASON = Path(__file__).with_name("season")
# The lists of the season, with FIDE's words for their months.
MONTHS = {"2005-07": "JUL05", "2005-10": "OCT05"}


@dataclass(frozen=True)
class Entry:
    """What one rating list says of a person: title code of the day, rating, games since the list before."""

    title: str
    rating: int
    games: int


@dataclass(frozen=True, eq=False)
class Person:
    """Somebody of the season; `entries` by list month, empty for the unrated, who have no FIDE number either.

    `club_strength` stands in for the rating of the unrated, in points.
    """

    fide_id: int | None
    name: str
    sex: str
    federation: str
    birth: str
    club_strength: int
    entries: Mapping[str, Entry]
    is_inactive: bool = False

    def strength(self, month: str) -> int:
        """Return the rating in the list of that month (YYYY-MM), else the club strength, in points."""
        entry = self.entries.get(month)
        return entry.rating if entry else self.club_strength


@cache
def read_data(name: str) -> dict[str, Any]:
    """Return one of the TOML files of the season."""
    return tomllib.loads((SEASON / name).read_text(encoding="utf-8"))


@cache
def read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the CSV files of the season."""
    with (SEASON / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def read_cast() -> dict[str, Person]:
    """Return the people of cast.csv by name; ratings are in points, `strength` is for the unrated."""
    return {row["name"]: _cast_member(row) for row in read_rows("cast.csv")}


def _cast_member(row: dict[str, str]) -> Person:
    entries = {
        month: Entry(row[f"title_{month}"], int(row[f"rating_{month}"]), int(row["games"]))
        for month in MONTHS
        if row[f"rating_{month}"]
    }
    return Person(
        fide_id=int(row["fide_id"]) if row["fide_id"] else None,
        name=row["name"],
        sex=row["sex"],
        federation=row["federation"],
        birth=row["birth"],
        club_strength=int(row["strength"] or 0),
        entries=entries,
    )


class Registry:
    """Invents people whose FIDE numbers, and in events also names, nobody else of the season has.

    A number is the number block of the federation (names.toml) and a running one; the cast holds the first hundred.
    """

    def __init__(self, cast: Mapping[str, Person]) -> None:
        """Start with the names of the cast taken."""
        self._numbers: Counter[str] = Counter()
        self._names = set(cast)

    def unrated(self, dice: Dice, federation: str) -> Person:
        """Return somebody whom no list knows, of club strength."""
        sex, name, birth = self._somebody(dice, federation)
        return Person(None, name, sex, federation, birth, 1400 + dice.below(400), {})

    def rated(self, dice: Dice, federation: str, lowest: int, highest: int, *, may_share_name: bool = False) -> Person:
        """Return somebody with a rating between the bounds (points), most of them in the lower half."""
        sex, name, birth = self._somebody(dice, federation, may_share_name=may_share_name)
        spread = highest - lowest
        rating = lowest + min(dice.below(spread), dice.below(spread), dice.below(spread) + spread // 4)
        games = dice.below(25) if dice.below(2) else 0
        later = rating + (dice.below(31) - 15 if games else 0)
        luck = dice.below(100)
        entries = {
            "2005-07": Entry(_title(sex, rating, luck), rating, 0),
            "2005-10": Entry(_title(sex, max(rating, later), luck), later, games),
        }
        self._numbers[federation] += 1
        block: int = read_data("names.toml")["federations"][federation]["block"]
        return Person(block * 100_000 + 100 + self._numbers[federation], name, sex, federation, birth, 0, entries)

    def filler(self, dice: Dice, federation: str) -> Person:
        """Return somebody who stands in the lists only: some inactive, honoured, without a birthday, new in October."""
        person = self.rated(dice, federation, 1800, 2620, may_share_name=True)
        entries = dict(person.entries)
        is_inactive = not entries["2005-10"].games and dice.below(3) == 0
        if is_inactive and dice.below(60) == 0:
            honour = "h" if person.sex == "m" else "wh"
            entries = {month: replace(entry, title=honour) for month, entry in entries.items()}
        if dice.below(60) == 0:
            del entries["2005-07"]
        birth = person.birth if dice.below(12) else ""
        return replace(person, birth=birth, entries=entries, is_inactive=is_inactive)

    def _somebody(self, dice: Dice, federation: str, *, may_share_name: bool = False) -> tuple[str, str, str]:
        """Return sex, name and date of birth."""
        names = read_data("names.toml")
        language = names["languages"][names["federations"][federation]["language"]]
        sex = "w" if dice.below(9) == 0 else "m"
        families, given = language.get(f"family_{sex}", language["family"]), language[f"given_{sex}"]
        name = f"{dice.pick(families)}, {dice.pick(given)}"
        while name in self._names and not may_share_name:
            name = f"{dice.pick(families)}, {dice.pick(given)}"
        self._names.add(name)
        birth = f"{1935 + max(dice.below(56), dice.below(56))}-{1 + dice.below(12):02}-{1 + dice.below(28):02}"
        return sex, name, birth


def fillers(registry: Registry, count: int) -> list[Person]:
    """Return that many people who stand in the lists and play nowhere; the first ones are the same for any count."""
    dice = Dice("fillers")
    federations = read_data("names.toml")["federations"]
    urn = [code for code, about in federations.items() for _ in range(about["weight"])]
    return [registry.filler(dice, dice.pick(urn)) for _ in range(count)]


def _title(sex: str, rating: int, luck: int) -> str:
    """Return the title that somebody of that rating would be likely to have, by titles.csv."""
    for row in read_rows("titles.csv"):
        if row["sex"] == sex and rating >= int(row["rating"]) and luck < int(row["per_cent"]):
            return row["title"]
    return ""
