"""Signed norms: what a person signed, written by `normbook sign` into `signed/<event>.<player>.<title>.toml`.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from normbook.sources.handwritten import Count, Day, Month, Number, Written, read_handwritten
from normbook.sources.reading import Reading

_NUMBER = "a whole number"
_WORD = "text in quotation marks"
_HASH = "a hash as normbook wrote it"


class Norm(Written):
    """The table [norm]: whose norm, and the figures that were signed."""

    event_id: str = Field(description=_WORD)
    start_number: Count = Field(description="a start number")
    title_sought: str = Field(description="a title in quotation marks")
    fide_id: Number | None = Field(default=None, description=_NUMBER)
    name: str | None = Field(default=None, description=_WORD)
    edition: str = Field(description='the date of an edition, such as "2005-07-01"')
    games: Number = Field(description=_NUMBER)
    score: float = Field(ge=0, le=99_999, description="points such as 6.5")
    opponents_average_rating: Number = Field(description=_NUMBER)
    performance_rating: Number | None = Field(default=None, description=_NUMBER)
    extension: Number = Field(description=_NUMBER)
    counted_games: Number = Field(description=_NUMBER)
    selection: str = Field(description=_WORD)
    left_out_rounds: list[Count] = Field(default=[], description="a list of rounds such as [3, 7]")
    cut_after_round: Count | None = Field(default=None, description="a round")


class Sources(Written):
    """The table [sources]: what the verdict rested on."""

    report_sha256: str | None = Field(default=None, description=_HASH)
    sidecar_sha256: str | None = Field(default=None, description=_HASH)
    list_month: Month | None = Field(default=None, description='a month such as "2005-07"')
    list_sha256: str | None = Field(default=None, description=_HASH)
    rules_sha256: str | None = Field(default=None, description=_HASH)


class SignedNorm(Written):
    """The whole file."""

    signed_on: Day = Field(description="a date such as 2005-11-02")
    signed_by: str | None = Field(default=None, description=_WORD)
    norm: Norm = Field(description="a table [norm]")
    sources: Sources = Field(default=Sources(), description="a table [sources]")


def read_signed_norm(path: Path, source_file: str) -> Reading:
    """Read one signature into staging.signed_norms; with a mistake it is set aside, each mistake a finding with its line.

    Raise OSError if the file cannot be opened, and nothing else.
    """
    consequence = "the signature is not compared with the verdict until the file is corrected"
    reading, _, signed = read_handwritten(path, source_file, "signed_norm", SignedNorm, consequence)
    if signed is None:
        return reading
    reading.event_id = signed.norm.event_id
    reading.add(
        "staging.signed_norms",
        source_file=source_file,
        signed_on=signed.signed_on,
        signed_by=signed.signed_by,
        **signed.norm.model_dump(),
        **signed.sources.model_dump(),
    )
    return reading
