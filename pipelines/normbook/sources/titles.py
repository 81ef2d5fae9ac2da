"""Title codes of every era and program, turned into the two codes that the regulations know: data in titles.csv."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

# Also read by SQL: `from read_csv('<this path>')`, joined on upper(trim(title)) = raw.
TITLES_CSV = Path(__file__).with_name("titles.csv")


@cache
def known_titles() -> dict[str, tuple[str | None, str | None]]:
    """Return (title_code, womens_title_code) by the code as written, in upper case."""
    with TITLES_CSV.open(encoding="utf-8", newline="") as lines:
        return {
            row["raw"]: (row["title_code"] or None, row["womens_title_code"] or None) for row in csv.DictReader(lines)
        }


def normalise_title(raw: str | None) -> tuple[str | None, str | None]:
    """Return (title_code, womens_title_code) of a title as written, in any case, blanks around it ignored.

    No title and an unknown one both give (None, None): ask `is_known_title` which it was. Honorary titles
    (HGM, HM, WH) keep codes of their own, because they do not count as the title in norm conditions.
    """
    return known_titles().get((raw or "").strip().upper(), (None, None))


def is_known_title(raw: str | None) -> bool:
    """Tell whether the title is blank or one that titles.csv knows."""
    code = (raw or "").strip().upper()
    return not code or code in known_titles()
