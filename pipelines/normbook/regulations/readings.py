"""Other readings of open questions: a switch of the edition's data files puts another value in the place of a value.

pydantic is imported when a reading is taken, so that importing `normbook.regulations` stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from normbook.errors import UsageError
from normbook.regulations.loader import load_editions

if TYPE_CHECKING:
    from normbook.regulations.schema import Edition
    from normbook.regulations.values import Value

# Switches with the readings that are taken instead of their defaults.
Readings = tuple[tuple[str, str], ...]


def switches() -> dict[str, dict[str, set[str]]]:
    """Every switch with its readings, each with the editions in which it is another than the value's own."""
    known: dict[str, dict[str, set[str]]] = {}
    for edition in load_editions():
        for _, value in edition.values():
            for switch, readings in value.alternatives.items():
                for reading in readings:
                    name = str(readings["default"]) if reading == "default" else reading
                    others = known.setdefault(switch, {}).setdefault(name, set())
                    others.update([] if reading == "default" else [edition.edition])
    return known


def readings_named(written: Iterable[str]) -> Readings:
    """Switches and readings from words such as `short_games=include`; UsageError with the known ones where there is none."""
    known, taken = switches(), dict[str, str]()
    for word in written:
        switch, _, reading = word.partition("=")
        if switch not in known:
            near = get_close_matches(switch, known, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(sorted(known))}."
            raise UsageError(f"{word!r}: there is no switch {switch!r}; {hint}")
        if reading not in known[switch]:
            raise UsageError(f"{word!r}: the readings of {switch} are {', '.join(known[switch])}.")
        if taken.setdefault(switch, reading) != reading:
            raise UsageError(f"{word!r}: {switch}={taken[switch]} was asked for too, and one run takes one reading.")
    return tuple(sorted(taken.items()))


@cache
def editions_read(readings: Readings) -> tuple[Edition, ...]:
    """All encoded editions, oldest first, each with those of the readings that it has in the place of its own values."""
    return tuple(_taken(edition, dict(readings)) for edition in load_editions())


def _taken(edition: Edition, readings: dict[str, str]) -> Edition:
    """The edition with other values, which must fit together as those of the file do."""
    from normbook.regulations.values import Value

    changed: dict[str, Any] = {}
    for name in type(edition).model_fields:
        entry = getattr(edition, name)
        if isinstance(entry, Value):
            changed[name] = _other(entry, readings)
        elif isinstance(entry, dict) and name != "sources":
            changed[name] = {key: _other(value, readings) for key, value in entry.items()}
    return edition.model_copy(update=changed).fits_together()


def _other(value: Value[Any], readings: dict[str, str]) -> Value[Any]:
    """The value by the readings; what a text says of the usual one is then no more than derived."""
    from pydantic import TypeAdapter

    for switch, choices in value.alternatives.items():
        reading = readings.get(switch, "default")
        if reading in choices and reading != "default":
            said = TypeAdapter(type(value).model_fields["value"].rebuild_annotation()).validate_python(choices[reading])
            value = value.model_copy(
                update={"value": said, "status": "derived" if value.status == "read" else value.status}
            )
    return value
