"""Which month and which kinds of rating a list is of: by its header, its name, its folder, or a sidecar."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from normbook.errors import SourceError

KINDS = ("standard", "rapid", "blitz")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# sep12, SEP2012, July 2012, September; not the "mar" of "summary", the "may" of "mayor".
_WORDS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|"
    "aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_NAMED_MONTH = re.compile(rf"(?<![a-z])({_WORDS})[ _-]?(\d{{4}}|\d{{2}})(?!\d)", re.IGNORECASE)
_BARE_MONTH = re.compile(rf"(?<![a-z])({_WORDS})(?![a-z0-9])", re.IGNORECASE)
_NUMBERED_MONTH = re.compile(r"(?<!\d)((?:19[7-9]|20[0-6])\d)[-_.]?(0[1-9]|1[0-2])(?:[-_.]?[0-3]\d)?(?!\d)")
LAST_YEAR_OF_2000S = 69


def month_in(text: str) -> str | None:
    """Return the month that a text names with its year, as YYYY-MM; two-digit years up to 69 are of the 2000s."""
    if match := _NAMED_MONTH.search(text):
        year = int(match[2])
        if len(match[2]) == 2:
            year += 2000 if year <= LAST_YEAR_OF_2000S else 1900
        return f"{year}-{MONTHS.index(match[1][:3].lower()) + 1:02}"
    if match := _NUMBERED_MONTH.search(text):
        return f"{match[1]}-{match[2]}"
    return None


def find_month(
    header: str, file_names: list[str], source_file: str, sidecar_month: str | None, letterhead: str = ""
) -> tuple[str, str | None]:
    """Return (list_month as YYYY-MM, a sentence where the sources contradict each other).

    `header` is the header line, `letterhead` what stands above it, `file_names` are the names of the file (the member of an
    archive first). The header goes first, then the names, the folders from the nearest, the sidecar, the letterhead (it may
    tell the day of printing). A header with a month but no year ("July") only confirms. Raises SourceError with reason code
    `no_list_month` where nothing tells the month.
    """
    places = [("the header", header), *(("the file name", name) for name in file_names)]
    places += [("the folder", part) for part in reversed(PurePosixPath(source_file).parts[:-1])]
    told = [(place, month) for place, text in places if (month := month_in(text))]
    if sidecar_month:
        told.append(("the sidecar", sidecar_month))
    if month := month_in(letterhead):
        told.append(("what stands above the header", month))
    if not told:
        stem = PurePosixPath(source_file).stem
        raise SourceError(
            "nothing tells the month of this list: neither its header nor the name of the file or its folder; name the "
            "file after the month, like jan03frl.txt or 2003-01.txt, or write beside it "
            f'{stem}.toml with the line list_month = "2003-01"',
            reason_code="no_list_month",
        )
    (chosen_place, chosen), *others = told
    sentences = [f"{place} says {month}" for place, month in others if month != chosen]
    if chosen_place != "the header" and (match := _BARE_MONTH.search(header)):
        number = MONTHS.index(match[1][:3].lower()) + 1
        if int(chosen[5:]) != number:
            sentences.append(f"the header says {match[1]}")
    return chosen, f"{chosen_place} says {chosen}, but {' and '.join(sentences)}" if sentences else None


def find_kinds(told: list[str], file_names: list[str], source_file: str) -> list[str]:
    """Return the kinds of rating in the list: those that its columns tell, else what its name or folder says, or standard."""
    if told:
        return told
    for text in [*file_names, *reversed(PurePosixPath(source_file).parts[:-1])]:
        for kind in KINDS:
            if kind in text.lower():
                return [kind]
    return ["standard"]
