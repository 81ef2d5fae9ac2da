"""The shape of an expectation: what is expected of a column, how grave it is, and why; plain data, cheap to import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Severity = Literal["critical", "warning"]


@dataclass(frozen=True)
class Expectation:
    """One expectation of a table.

    `kind` is the name of the class in great_expectations, `arguments` what it takes, `columns` the columns it reads,
    `words` the sentence of the result, `reason` the article or why. Empty values pass every kind but `filled`.
    """

    kind: str
    arguments: Mapping[str, object]
    columns: tuple[str, ...]
    words: str
    reason: str
    severity: Severity = "critical"

    @property
    def warning(self) -> Expectation:
        """The same expectation, shown but not stopping a publication: sources may be odd, the program may not."""
        return replace(self, severity="warning")


@dataclass(frozen=True)
class Suite:
    """What is expected of one table.

    `told_by` are the columns that tell a reader which row is meant. `profile` names the SQL file that aggregates a
    table too large to be looked at row by row. `emptiness` says how grave it is if the table has no row; None: it may
    be empty.
    """

    expectations: tuple[Expectation, ...]
    told_by: tuple[str, ...]
    profile: str | None = None
    emptiness: Severity | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that judging needs, each once."""
        return tuple(dict.fromkeys([*self.told_by, *(name for each in self.expectations for name in each.columns)]))


def between(column: str, least: float | None, most: float | None, reason: str) -> Expectation:
    """Values from `least` to `most`, both allowed; None leaves a side open."""
    span = " and ".join(
        f"{word} {bound}" for word, bound in (("at least", least), ("at most", most)) if bound is not None
    )
    return Expectation(
        "ExpectColumnValuesToBeBetween",
        {"column": column, "min_value": least, "max_value": most},
        (column,),
        f"{column} is {span}",
        reason,
    )


def one_of(column: str, values: Sequence[str], reason: str) -> Expectation:
    """Values from a closed list of codes."""
    return Expectation(
        "ExpectColumnValuesToBeInSet",
        {"column": column, "value_set": list(values)},
        (column,),
        f"{column} is one of {', '.join(values)}",
        reason,
    )


def matches(column: str, pattern: str, in_words: str, reason: str) -> Expectation:
    """Texts that a regular expression describes from the first to the last character."""
    return Expectation(
        "ExpectColumnValuesToMatchRegex",
        {"column": column, "regex": rf"\A(?:{pattern})\Z"},
        (column,),
        f"{column} is {in_words}",
        reason,
    )


def filled(column: str, least_percentage: int, reason: str) -> Expectation:
    """A column that has a value in at least this share of the rows."""
    return Expectation(
        "ExpectColumnValuesToNotBeNull",
        {"column": column, "mostly": least_percentage / 100},
        (column,),
        f"{column} is known in at least {least_percentage} % of the rows",
        reason,
    )


def mostly_false(column: str, least_percentage: int, reason: str) -> Expectation:
    """A BOOLEAN column that is false in at least this share of the rows that know it."""
    return Expectation(
        "ExpectColumnValuesToBeInSet",
        {"column": column, "value_set": [False], "mostly": least_percentage / 100},
        (column,),
        f"{column} is false in at least {least_percentage} % of the rows",
        reason,
    )


def not_below(column: str, other: str, reason: str) -> Expectation:
    """Values that are never below those of another column of the same row."""
    return Expectation(
        "ExpectColumnPairValuesAToBeGreaterThanB",
        {"column_A": column, "column_B": other, "or_equal": True, "ignore_row_if": "either_value_is_missing"},
        (column, other),
        f"{column} is not below {other}",
        reason,
    )


def unique(columns: Sequence[str], reason: str) -> Expectation:
    """Values that do not repeat, taken together where there are several columns; rows that lack one are left out."""
    arguments: dict[str, object]
    if len(columns) == 1:
        kind, arguments = "ExpectColumnValuesToBeUnique", {"column": columns[0]}
    else:
        kind = "ExpectCompoundColumnsToBeUnique"
        arguments = {"column_list": list(columns), "ignore_row_if": "any_value_is_missing"}
    return Expectation(kind, arguments, tuple(columns), f"{' and '.join(columns)} do not repeat", reason)
