"""Rating lists in FIDE's TXT layout of 2005 (B2): 79 columns, titles in small letters, women and inactive by flag."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date

from normbook.sample.people import MONTHS, Entry, Person

HEADER = "ID_NUMBER NAME                         TITLE COUNTRY {} GAMES BIRTHDAY   FLAG"


def rating_list(month: str, people: Iterable[Person]) -> bytes:
    """Return the list of that month (YYYY-MM): everybody who has an entry in it, by name, names without accents."""
    rows = sorted(
        (_without_accents(person.name), person.fide_id, person, person.entries[month])
        for person in people
        if person.fide_id and month in person.entries
    )
    lines = [HEADER.format(MONTHS[month]), *(_line(name, person, entry) for name, _, person, entry in rows)]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _without_accents(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))


def _line(name: str, person: Person, entry: Entry) -> str:
    birth = f"{date.fromisoformat(person.birth):%d.%m.%y}" if person.birth else "  .  .  "
    flag = ("w" if person.sex == "w" else "") + ("i" if person.is_inactive else "")
    head = f"{person.fide_id:>8}  {name[:33]:<33} {entry.title:<2}  {person.federation}"
    return f"{head}  {entry.rating:>4} {entry.games:>4}  {birth}    {flag:<3}"
