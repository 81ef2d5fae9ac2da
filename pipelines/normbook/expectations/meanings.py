"""Expectations that several tables share: codes, months, ratings, articles."""

from __future__ import annotations

from normbook.expectations.expectation import Expectation, between, matches, one_of

OPEN_TITLES = ("GM", "IM", "FM", "CM", "HGM", "HM")
WOMENS_TITLES = ("WGM", "WIM", "WFM", "WCM", "WH")
NORM_TITLES = ("GM", "IM", "WGM", "WIM")
STATUSES = ("read", "read_elsewhere", "derived", "recalled", "unknown")


def month(column: str) -> Expectation:
    """A month as YYYY-MM."""
    return matches(column, r"\d{4}-(?:0[1-9]|1[0-2])", "a month as YYYY-MM", "a list is found by its month (1.46b)")


def edition(column: str = "edition") -> Expectation:
    """An edition, named by the day it came into force."""
    return matches(
        column,
        r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])",
        "a day as YYYY-MM-DD",
        "editions are named by their first day (0.22)",
    )


def sex(column: str = "sex") -> Expectation:
    """M or F."""
    return one_of(column, ("M", "F"), "norms for women need a known woman")


def open_title(column: str = "title_code") -> Expectation:
    """An open title, upper case."""
    return one_of(column, OPEN_TITLES, "1.45 counts titles by these codes")


def womens_title(column: str = "womens_title_code") -> Expectation:
    """A women's title, upper case."""
    return one_of(column, WOMENS_TITLES, "1.45 counts titles by these codes")


def title_sought() -> Expectation:
    """A title that norms lead to."""
    return one_of("title_sought", NORM_TITLES, "1.45b to 1.45e: norms lead to these four titles")


def status(column: str = "status") -> Expectation:
    """How well a value of the regulations is known."""
    return one_of(column, STATUSES, "every value of an edition says how well it is known")


def article(column: str = "article") -> Expectation:
    """An article number, in the form of any edition."""
    return matches(
        column, r"[A-Z]?\.?\d[0-9A-Za-z.]*(?: .+)?", "an article number", "the article travels with what it decided"
    )


def federation(column: str = "federation_code") -> Expectation:
    """Three capitals; lists and reports may say otherwise."""
    return matches(
        column, "[A-Z]{3}", "three capital letters", "1.43 and 1.44 count federations by their codes"
    ).warning


def rating(column: str) -> Expectation:
    """A rating, or an average of ratings, that a person may have; reports may hold others."""
    return between(column, 1000, 3000, "nobody is rated outside this span").warning


def percentage() -> Expectation:
    """A percentage score."""
    return between("percentage_score", 0, 100, "a score lies between none and all of the games (1.48)")


def sha256(column: str = "sha256") -> Expectation:
    """A SHA-256 in hexadecimal digits."""
    return matches(
        column, "[0-9a-f]{64}", "64 hexadecimal digits", "the hash tells whether a raw file is still the same"
    )


def sentence(column: str) -> Expectation:
    """A text with words in it."""
    return matches(column, r"(?s:.*\w.*)", "not blank", "whoever reads it must learn something")


def line_number(column: str = "line_number") -> Expectation:
    """A line of a file."""
    return between(column, 1, None, "lines count from 1")
