"""Reads the regulation files: editions of the title regulations and tables of rating differences.

pydantic and ruamel.yaml are imported when a file is read, so that importing `normbook.regulations` stays cheap.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from normbook.errors import RegulationError, UsageError

if TYPE_CHECKING:
    from normbook.regulations.schema import Edition
    from normbook.regulations.values import Model

    M = TypeVar("M", bound=Model)

FOLDER = Path(__file__).parent


def read_regulation(path: Path, model: type[M]) -> M:
    """Read one YAML file as `model`; errors as in `parse_regulation`."""
    return parse_regulation(path, str(path), lambda data: model)


def parse_regulation(content: Path | str, place: str, model_of: Callable[[Any], type[M]]) -> M:
    """Read a YAML file, or its text, as the model that `model_of` picks from its data; `place` is its name in errors.

    Raises RegulationError with a sentence for every mistake, each with file and line: a key that is unknown, missing or
    written twice, a method that nothing computes, a value of the wrong kind, an article without quotation marks.
    """
    from pydantic import ValidationError
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    reader = YAML()
    reader.preserve_quotes = True
    try:
        data = reader.load(content)
        sources = data.get("sources") if isinstance(data, dict) else None
        return model_of(data).model_validate(data, context=sources if isinstance(sources, dict) else {})
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        # ruamel words a duplicate key as: found duplicate key "x" with value "..."
        problem = str(error.problem).split(" with value ")[0]
        raise RegulationError(f"{place}:{line}: this is not valid YAML: {problem}") from error
    except YAMLError as error:
        raise RegulationError(f"{place}: this is not valid YAML: {error}") from error
    except ValidationError as error:
        sentences = (f"{place}:{_line(data, e['loc'])}: {_sentence(e)}" for e in error.errors(include_url=False))
        raise RegulationError("\n".join(sentences)) from error
    except ValueError as error:
        # a date that no calendar has, or no kind of regulation
        raise RegulationError(f"{place}: {error}") from error


def _line(data: Any, location: tuple[int | str, ...]) -> int:
    """Line of the deepest key of `location` that the file has."""
    line = 1
    for step in location:
        try:
            line = (data.lc.item(step) if isinstance(step, int) else data.lc.key(step))[0] + 1
            data = data[step]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
    return line


def _sentence(error: Any) -> str:
    name = ".".join(map(str, error["loc"])) or "the file"
    if error["type"] == "missing":
        return f"`{name}` is missing; nothing has a default: write it out, `value: null` where there is no such rule"
    if error["type"] == "extra_forbidden":
        return f"`{name}` is not a known key; correct its spelling or remove it"
    if error["type"] == "value_error":
        return f"`{name}`: {error['ctx']['error']}"
    return f"`{name}` is {error['input']!r}: {error['msg'][0].lower()}{error['msg'][1:]}"


@cache
def load_editions(folder: Path = FOLDER / "b01") -> tuple[Edition, ...]:
    """All encoded editions of the title regulations, oldest first.

    Raises RegulationError for a malformed file and where two editions are in force on one day (0.22).
    """
    from normbook.regulations.schema import Edition

    read = [(read_regulation(path, Edition), path) for path in sorted(folder.glob("*.yaml"))]
    read.sort(key=lambda pair: pair[0].in_force.value.start_from)
    for (earlier, earlier_path), (later, later_path) in pairwise(read):
        if earlier.in_force.value.covers(later.in_force.value.start_from):
            raise RegulationError(
                f"{later_path}: edition {later.edition} begins while {earlier.edition} ({earlier_path.name}) is "
                "still in force; on any day there is one at most (0.22), so correct `in_force` in one of the two files"
            )
    return tuple(edition for edition, _ in read)


def edition_in_force(day: date) -> Edition | None:
    """The edition for an event that starts on `day` (0.22), or None where none is encoded for that day."""
    return next((edition for edition in load_editions() if edition.in_force.value.covers(day)), None)


def edition_named(name: str) -> Edition:
    """The edition that came into force on the day `name` (YYYY-MM-DD); UsageError where there is none."""
    editions = {edition.edition: edition for edition in load_editions()}
    if name not in editions:
        raise UsageError(f"there is no edition {name!r} of the title regulations; encoded are {', '.join(editions)}")
    return editions[name]


def performance_tables() -> tuple[str, ...]:
    """Names of the tables that turn a percentage into a rating difference (B.02, 10.1a)."""
    return tuple(sorted(path.stem for path in (FOLDER / "performance").glob("*.csv")))


@cache
def performance_differences(table: str) -> tuple[int | None, ...]:
    """Rating differences (dp, in rating points) of one table; the index is the percentage, None where it has no dp.

    Raises RegulationError where no such table exists or where it does not give the percentages 0 to 100 in order.
    """
    if table not in performance_tables():
        raise RegulationError(
            f"there is no table {table!r} of rating differences; known are {', '.join(performance_tables())}"
        )
    path = FOLDER / "performance" / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if [row["percentage_score"] for row in rows] != [str(percentage) for percentage in range(101)]:
        raise RegulationError(f"{path}: column percentage_score must run from 0 to 100, one row for each percentage")
    return tuple(int(row["rating_difference"]) if row["rating_difference"] else None for row in rows)
