"""identities.toml: who a player of the reports is, where the numbers and names do not tell; decided by a person.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator

from normbook.sources.handwritten import Count, Number, Written, line_of, read_handwritten
from normbook.sources.reading import Reading


class Identity(Written):
    """A table [[identity]]."""

    name: str = Field(description="the name as in the report, in quotation marks")
    event: str | None = Field(
        default=None, description="the name of a report file without its ending, in quotation marks"
    )
    start_number: Count | None = Field(default=None, description="a start number")
    birth_year: int | None = Field(default=None, ge=1850, le=2100, description="a year such as 1980")
    fide_id: Number | None = Field(default=None, description="a FIDE number")
    not_in_list: bool = Field(default=False, description="true or false")
    reason: str = Field(description="text in quotation marks")

    @field_validator("start_number")
    @classmethod
    def _has_event(cls, number: int | None, info: ValidationInfo) -> int | None:
        if number and not info.data.get("event"):
            raise ValueError("a start number belongs to one event; add the key event")
        return number

    @field_validator("not_in_list")
    @classmethod
    def _decides(cls, not_in_list: bool, info: ValidationInfo) -> bool:
        if not_in_list and info.data.get("fide_id"):
            raise ValueError("the table has a fide_id as well; say one of the two")
        return not_in_list


class Identities(Written):
    """The whole file."""

    identity: list[Identity] = Field(min_length=1, description="tables [[identity]]")

    @field_validator("identity")
    @classmethod
    def _all_decide(cls, identities: list[Identity]) -> list[Identity]:
        for identity in identities:
            if not identity.fide_id and not identity.not_in_list:
                raise ValueError(f"{identity.name} has neither a fide_id nor not_in_list = true; say who the player is")
        return identities


def read_identities(path: Path, source_file: str) -> Reading:
    """Read identities.toml into staging.identities; with a mistake it is set aside, each mistake a finding with its line.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    consequence = "nobody is identified by this file until it is corrected"
    reading, text, said = read_handwritten(path, source_file, "identities", Identities, consequence)
    for place, identity in enumerate(said.identity if said else []):
        reading.add(
            "staging.identities",
            source_file=source_file,
            line_number=line_of(text, ("identity", place)),
            event_id=identity.event,
            **identity.model_dump(exclude={"event", "not_in_list"}),
        )
    return reading
