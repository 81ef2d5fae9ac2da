"""expectations.toml: what a user expects of the published tables, beyond what the program expects itself.

Imported only when there is such a file, because pydantic is slow to import.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from normbook.contracts import CONTRACTS
from normbook.sources.handwritten import Written, line_of, one_of, read_handwritten
from normbook.sources.reading import Reading

# What each kind needs beside its columns, and how many columns it takes at least.
_NEEDS: dict[str, tuple[str, int]] = {
    "between": ("least or most", 1),
    "one_of": ("values", 1),
    "matches": ("pattern", 1),
    "filled": ("percentage", 1),
    "not_below": ("", 2),
    "unique": ("", 1),
}


class OwnExpectation(Written):
    """A table [[expectation]]."""

    table: str = Field(description='a published table such as "mart.norm_verdicts"')
    kind: str = Field(description=f"one of {', '.join(_NEEDS)}, in quotation marks")
    columns: list[str] = Field(min_length=1, description='a list of columns such as ["games"]')
    least: float | None = Field(default=None, description="a number")
    most: float | None = Field(default=None, description="a number")
    values: list[str] = Field(default=[], description='a list of texts such as ["ESP", "ARG"]')
    pattern: str | None = Field(default=None, description="a regular expression in quotation marks")
    percentage: int | None = Field(default=None, ge=0, le=100, description="a whole number from 0 to 100")
    severity: Literal["critical", "warning"] = Field(default="warning", description='"critical" or "warning"')
    reason: str = Field(description="text in quotation marks")

    @field_validator("table")
    @classmethod
    def _is_published(cls, table: str) -> str:
        return one_of("published table", table, [name for name, each in CONTRACTS.items() if each.published])

    @field_validator("kind")
    @classmethod
    def _is_known(cls, kind: str) -> str:
        return one_of("kind of expectation", kind, _NEEDS)

    @field_validator("columns")
    @classmethod
    def _are_there(cls, columns: list[str], info: ValidationInfo) -> list[str]:
        if table := info.data.get("table"):
            for column in columns:
                one_of(f"column of {table}", column, CONTRACTS[table].column_names)
        return columns

    @field_validator("pattern")
    @classmethod
    def _is_regular(cls, pattern: str | None) -> str | None:
        try:
            re.compile(pattern or "")
        except re.error as error:
            raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
        return pattern

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> OwnExpectation:
        needed, columns = _NEEDS[self.kind]
        given = {"least or most": (self.least, self.most) != (None, None), "values": bool(self.values)}
        if needed and not given.get(needed, getattr(self, needed, None) is not None):
            raise ValueError(f"{self.kind} needs {needed}")
        if len(self.columns) < columns:
            raise ValueError(f"{self.kind} needs {columns} columns")
        return self


class OwnExpectations(Written):
    """The whole file."""

    expectation: list[OwnExpectation] = Field(min_length=1, description="tables [[expectation]]")


def read_own_expectations(path: Path, source_file: str) -> Reading:
    """Read expectations.toml into staging.own_expectations; with a mistake it is set aside, each mistake a finding with its line.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    consequence = "none of these expectations is judged until the file is corrected"
    reading, text, said = read_handwritten(path, source_file, "expectations", OwnExpectations, consequence)
    for place, expectation in enumerate(said.expectation if said else []):
        line = line_of(text, ("expectation", place))
        reading.add(
            "staging.own_expectations",
            source_file=source_file,
            line_number=line,
            table_name=expectation.table,
            **expectation.model_dump(exclude={"table"}),
        )
    return reading
