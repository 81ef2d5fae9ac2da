"""Regulations of Grand Prix and blitz series: those that come with the program, and files of the user's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.regulations.loader import FOLDER, parse_regulation

if TYPE_CHECKING:
    from normbook.regulations.schema import SeriesRegulation


@cache
def series_regulation_files() -> dict[str, Path]:
    """The regulations that come with the program, by the names that a series file may give."""
    return {path.stem: path for folder in ("grand_prix", "blitz") for path in sorted((FOLDER / folder).glob("*.yaml"))}


@cache
def series_regulation(text: str, place: str) -> SeriesRegulation:
    """The regulation that a file says, as the model of its kind; `place` is its name in errors.

    Raises RegulationError with a sentence for every mistake, each with its line.
    """
    return parse_regulation(text, place, _model_of)


def _model_of(data: Any) -> type[SeriesRegulation]:
    from normbook.regulations.blitz_schema import BlitzRegulation
    from normbook.regulations.circuit_schema import Circuit

    kinds: dict[str, type[SeriesRegulation]] = {"circuit": Circuit, "blitz": BlitzRegulation}
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"`kind` is {kind!r}; a regulation of a series says one of {', '.join(kinds)}")
    return kinds[kind]
