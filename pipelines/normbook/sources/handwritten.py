"""TOML files that people write by hand: every mistake becomes a sentence with its line and the nearest known word.

Imported only when such files are read, because pydantic is slow to import.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from normbook.errors import SourceError
from normbook.sources.decoding import decode, lines_of
from normbook.sources.reading import Reading
from normbook.sources.where import where

M = TypeVar("M", bound="Written")
V = TypeVar("V")

_TOML_SPOT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


class Written(BaseModel):
    """Base of the tables that people write: no unknown keys, no guessing of types; each field says what it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def _says_something(cls, value: object) -> object:
        if isinstance(value, str) and not value.strip():
            raise ValueError("an empty value says nothing; write what it should say, or remove the line")
        return value


@dataclass(frozen=True)
class Mistake:
    """One mistake in a file: stable word, sentence, and line and column where they are known."""

    code: str
    sentence: str
    line_number: int | None = None
    column_number: int | None = None


def _day(value: object) -> object:
    # A date in quotation marks is as clear as one without.
    try:
        return date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


Day = Annotated[date, BeforeValidator(_day)]
Month = Annotated[str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$")]
LARGEST_COUNT = 99_999
Count = Annotated[int, Field(ge=1, le=LARGEST_COUNT)]
# No figure is longer than a FIDE number.
LARGEST_NUMBER = 99_999_999_999
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


def not_one_of(what: str, value: str, known: Collection[str]) -> str:
    """Return the sentence that a word is not known, with the nearest known ones."""
    near = difflib.get_close_matches(value, known, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(sorted(known))}"
    return f"{value!r} is no {what}; {hint}"


def one_of(what: str, value: str, known: Collection[str]) -> str:
    """Return the value if it is known; raise ValueError with the nearest known ones otherwise."""
    if value not in known:
        raise ValueError(not_one_of(what, value, known))
    return value


def read_handwritten(
    path: Path,
    source_file: str,
    kind: str,
    model: type[M],
    consequence: str,
    *,
    event_id: str | None = None,
    context: object = None,
) -> tuple[Reading, str, M | None]:
    """Read a whole file as the model: its account, its text, and what it says, None with any mistake.

    Every mistake is a finding with its line, and `consequence` ends its sentence. Raise OSError if the file cannot be
    opened; what the validators raise with `context` passes through.
    """
    raw = path.read_bytes()
    reading = Reading(source_file, kind, hashlib.sha256(raw).hexdigest(), len(raw), event_id=event_id)
    try:
        text, encoding = decode(raw)
    except SourceError as error:
        _report(reading, [Mistake(error.reason_code, error.reason)], consequence)
        return reading, "", None
    _count_lines(reading, text, encoding)
    said = read_toml(text, model, context)
    if isinstance(said, list):
        _report(reading, said, consequence)
        return reading, text, None
    return reading, text, said


def read_toml(text: str, model: type[M], context: object = None) -> M | list[Mistake]:
    """Return the file as the model, or all its mistakes; `context` is handed to the model's validators."""
    text = "\n".join(lines_of(text))
    try:
        return model.model_validate(tomllib.loads(text), context=context)
    except ValidationError as error:
        mistakes = [_mistake(text, model, detail) for detail in error.errors()]
        # A value that could have been of several kinds is a mistake for each of them.
        return sorted(dict.fromkeys(mistakes), key=lambda mistake: mistake.line_number or 0)
    except tomllib.TOMLDecodeError as error:
        reason = _TOML_SPOT.sub("", str(error))
        spot = _TOML_SPOT.search(str(error))
        line, column = (int(spot[1]), int(spot[2])) if spot and spot[1] else (text.count("\n") + 1, None)
        return [Mistake("not_toml", f"this is no valid TOML: {reason}; correct it", line, column)]
    except (ValueError, RecursionError):
        return [Mistake("not_toml", "a number is too long, or brackets are nested too deep; correct it")]


def without_repeats(reading: Reading, text: str, path: tuple[str, ...], written: Sequence[V]) -> list[V]:
    """Return what stands in a list of the file, each once; repetitions are a finding with the line of the key or table."""
    first_places = {repr(value): place for place, value in reversed([*enumerate(written)])}
    repeated = [place for place, value in enumerate(written) if first_places[repr(value)] != place]
    if repeated:
        line = line_of(text, path if len(path) > 1 else (*path, repeated[0]))
        said = written[repeated[0]]
        in_words = ", ".join(f"{key} = {value}" for key, value in said.items()) if isinstance(said, dict) else said
        reading.find(
            "said_twice",
            f"{where(reading.source_file, line)}: {path[-1]} says {in_words} again"
            + (f", and {len(repeated) - 1} more repetitions follow" if len(repeated) > 1 else ""),
            "everything counts once; remove what is said again",
            line=line,
            subject=path[-1],
        )
    return [written[place] for place in sorted(first_places.values())]


def _report(reading: Reading, mistakes: list[Mistake], consequence: str) -> None:
    """Write every mistake as a finding, and set the file aside."""
    for mistake in mistakes:
        spot = where(reading.source_file, mistake.line_number, mistake.column_number)
        reading.find(
            mistake.code,
            f"{spot}: {mistake.sentence}",
            consequence,
            severity="error",
            line=mistake.line_number,
            column=mistake.column_number,
        )
    reason = f"{len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''}, the first: {mistakes[0].sentence}"
    reading.account |= {"is_read": False, "reason": reason}
    reading.reject("mistakes", f"{where(reading.source_file)}: {reason}; {consequence}", raw_text=None, scope="file")


def _count_lines(reading: Reading, text: str, encoding: str) -> None:
    """Put the lines of the file into the account; a TOML line is no record of its own."""
    lines = lines_of(text)
    blank = sum(not line.strip() for line in lines)
    reading.account |= {
        "encoding": encoding,
        "lines_read": len(lines),
        "blank_lines": blank,
        "header_lines": len(lines) - blank,
    }


def _mistake(text: str, model: type[Written], detail: Any) -> Mistake:
    path = _path_of_key(model, detail["loc"])
    names = [part for part in path if isinstance(part, str)]
    line = line_of(text, path)
    *tables, key = names
    known = _table(model, tables).model_fields
    place = f"[{'.'.join(tables)}]" if tables else "this file"
    is_of_key = path == detail["loc"]
    if is_of_key and detail["type"] == "extra_forbidden":
        return Mistake("unknown_key", not_one_of(f"key of {place}", key, known), line)
    expected = known[key].description
    if is_of_key and detail["type"] == "missing":
        return Mistake("missing_key", f"{place} lacks the key {key}, which must be {expected}", line)
    if detail["type"] == "value_error":
        return Mistake("bad_value", f"{key}: {detail['ctx']['error']}", line)
    found = detail["input"]
    shown = repr(found) if isinstance(found, str) else str(found)
    return Mistake("bad_value", f"{key} must be {expected}, but it says {shown[:60]}", line)


def _path_of_key(model: type[Written], path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The path without what follows its key, such as a kind that the value could have been."""
    table: type[Written] | None = model
    for length, part in enumerate(path, 1):
        if isinstance(part, str):
            field = table.model_fields.get(part) if table else None
            table = _table_in(field.annotation) if field else None
            if table is None:
                return path[:length]
    return path


def _table(model: type[Written], names: list[str]) -> type[Written]:
    """The model of a table inside the model, found by the names on the way."""
    for name in names:
        model = _table_in(model.model_fields[name].annotation) or model
    return model


def _table_in(annotation: Any) -> type[Written] | None:
    """The model in the annotation of a table or of a list of tables; None for any other value, also one table by FIDE number."""
    if get_origin(annotation) is dict:
        return None
    if isinstance(annotation, type) and issubclass(annotation, Written):
        return annotation
    return next(filter(None, map(_table_in, get_args(annotation))), None)


def line_of(text: str, path: tuple[str | int, ...]) -> int | None:
    """Line of a key, or of the header of its table, or None: tomllib keeps no lines, so the text is searched."""
    table, rest = str(path[0]), path[1:]
    index = rest[0] if rest and isinstance(rest[0], int) else 0
    keys = [part for part in rest if isinstance(part, str)]
    key = re.compile(rf"""(?:^|[\s{{,."']){re.escape(keys[-1] if keys else table)}["']?\s*=""")
    header = re.compile(r"\s*\[\[?\s*([^\]]*?)\s*\]")
    header_line, seen, is_inside = None, -1, not keys
    for number, line in enumerate(lines_of(text), 1):
        if match := header.match(line):
            seen += match[1] == table
            is_inside = match[1] == table and seen == index
            header_line = number if is_inside else header_line
            if is_inside and not keys:
                return number
        elif is_inside and key.search(line):
            return number
    return header_line
