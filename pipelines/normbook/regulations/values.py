"""What every value of a regulation file says about itself: article, source, status, other readings.

Imported only when files are read, because pydantic is slow to import.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    ValidationInfo,
    field_validator,
    model_validator,
)
from ruamel.yaml.scalarstring import ScalarString

Status = Literal["read", "read_elsewhere", "derived", "recalled", "unknown"]
T = TypeVar("T")


def _quoted(value: object) -> object:
    # Without quotes YAML reads 1.41 as a number and 1.4e2 as 140.
    if not isinstance(value, ScalarString):
        raise ValueError('an article is text in quotation marks, such as "1.41a"')
    return value


Article = Annotated[str, BeforeValidator(_quoted), Field(pattern=r"^\d+(\.\d+)*[a-z]?\d*$")]


def _fraction(value: object) -> object:
    # A decimal such as 0.1 is not exact in binary, so a share is never one.
    if not isinstance(value, str) or "/" not in value:
        raise ValueError('a share is a fraction of whole numbers, such as "3/5"')
    return value


Rational = Annotated[Fraction, BeforeValidator(_fraction), Field(gt=0, le=1)]


class Model(BaseModel):
    """Nothing may change after loading, and no key may go unread."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Value(Model, Generic[T]):
    """A value with the article that states it, where that was read and how well it is known.

    `alternatives` are other readings. In editions they are computed: for each switch the name of the reading that `value` is
    (`default`), and other values by the names of theirs; in regulations of series they are told to the reader. `value: null` says
    that there is no such rule: a key left out is an error, so that no rule is lost by forgetting it.
    """

    value: T
    article: Article
    source: str
    status: Status
    alternatives: dict[str, Any] = Field(default_factory=dict)
    note: str | None = None

    @field_validator("source")
    @classmethod
    def _is_declared(cls, source: str, info: ValidationInfo) -> str:
        if source not in (known := info.context or ()):
            raise ValueError(f"{source!r} is not declared under `sources`, which has {', '.join(sorted(known))}")
        return source


class Period(Model):
    """First and last day on which an event may start; an open end is null."""

    start_from: date
    start_to: date | None

    @model_validator(mode="after")
    def _is_a_period(self) -> Self:
        if self.start_to is not None and self.start_to < self.start_from:
            raise ValueError(f"the period ends on {self.start_to}, before it starts on {self.start_from}")
        return self

    def covers(self, day: date) -> bool:
        """Whether an event that starts on `day` falls into the period."""
        return self.start_from <= day and (self.start_to is None or day <= self.start_to)


class PeriodValue(Value[StrictInt | None], Period):
    """A whole number, or none, that holds for a period."""
