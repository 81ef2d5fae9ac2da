"""Regulations of Grand Prix and blitz series: which there are and what is played under them."""

from __future__ import annotations

from pathlib import Path

from normbook.regulations.loader import FOLDER, read_regulation


def _files() -> dict[str, Path]:
    return {path.stem: path for folder in ("grand_prix", "blitz") for path in sorted((FOLDER / folder).glob("*.yaml"))}


def known_series_regulations() -> tuple[str, ...]:
    """Names that a series file may give as its `regulation`."""
    return tuple(_files())


def discipline_of(regulation: str) -> tuple[str, str] | None:
    """What is played under a series regulation (standard, rapid or blitz) and the article that says so.

    Rapid and blitz events have no norms (1.14 of 2005). None for a regulation that is not known here; RegulationError
    where its file is malformed.
    """
    from normbook.regulations.schema import SeriesRegulation

    if regulation not in (files := _files()):
        return None
    discipline = read_regulation(files[regulation], SeriesRegulation).discipline
    return discipline.value, discipline.article
