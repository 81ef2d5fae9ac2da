"""Declared corrections laid over what the readers made of the raw files, guarded by what the files say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from normbook.sources.corrections import Declared

Tables = dict[str, pa.Table]
# How a person writes that a field is blank, since TOML knows no empty value.
BLANK = "none"
_REPORTS, _CELLS, _LISTS = "staging.report_players", "staging.round_cells", "staging.rating_list_records"


def corrected(tables: Tables, corrections: Sequence[Declared]) -> Tables:
    """Apply corrections in their order to staging tables (by contract name), and add staging.corrections with what became of each.

    A correction is applied where its player (and round) is there and the field still says what its guard says; otherwise nothing is
    changed and its `status` says why: no_such_file, no_such_player, not_needed (the file says the right thing by now),
    guard_failed (it says a third thing) or several_rows (a number stands twice in a list, and the guard does not tell which).
    """
    from normbook.contracts import contract

    if not corrections:
        return tables
    tables = dict(tables)
    files = tables["staging.source_files"].select(["source_file", "event_id", "is_read"]).to_pylist()
    events = {file["source_file"]: file["event_id"] for file in files if file["is_read"]}
    outcomes = []
    for declared in corrections:
        status, found = _apply(tables, declared, events)
        said = declared.said
        outcomes.append(
            {
                "source_file": declared.source_file,
                "line_number": declared.line_number,
                "corrected_file": said.file,
                "event_id": events.get(said.file),
                "player_number": said.player,
                "round_number": said.round,
                "field": said.field,
                "found": found,
                "guard": str(said.guard),
                "value": str(said.value),
                "reason": said.reason,
                "status": status,
            }
        )
    return tables | {"staging.corrections": contract("staging.corrections").from_rows(outcomes)}


def _apply(tables: Tables, declared: Declared, events: dict[str, str | None]) -> tuple[str, str | None]:
    """Change the table in place of the old one; returns the status and what the file says."""
    said = declared.said
    if said.file not in events:
        return "no_such_file", None
    event_id = events[said.file]
    if event_id is None:
        name, keys = _LISTS, {"source_file": said.file, "fide_id": said.player}
        if said.line:
            keys |= {"line_number": said.line}
    else:
        name, keys = _REPORTS, {"event_id": event_id, "start_number": said.player}
        if said.round:
            name, keys = _CELLS, keys | {"round_number": said.round}
    table = tables.get(name)
    if table is None:
        return "no_such_player", None
    mask = None
    for column, key in keys.items():
        same = pc.equal(table[column], key)
        mask = same if mask is None else pc.and_(mask, same)
    values = said.columns()
    corrected_column, right = next(iter(values.items()))
    found = [_shown(value) for value in table[corrected_column].filter(mask).to_pylist()]
    if not found:
        return "no_such_player", None
    # a number that stands twice in a list: the rows that say what the guard says
    if said.guard not in found:
        return "not_needed" if _shown(right) in found else "guard_failed", str(found[0])
    if found.count(said.guard) > 1:
        return "several_rows", str(said.guard)
    column = table[corrected_column]
    mask = pc.and_(
        mask, pc.is_null(column) if said.guard == BLANK else pc.fill_null(pc.equal(column, said.guard), False)
    )
    for column, value in values.items():
        place = table.schema.get_field_index(column)
        changed = pc.if_else(mask, pa.scalar(value, table.schema.field(place).type), table[column])
        table = table.set_column(place, table.schema.field(place), changed)
    tables[name] = table
    return "applied", str(said.guard)


def _shown(value: object) -> object:
    """A value as a person writes it: blank as a word, whole points without a fraction."""
    if value is None:
        return BLANK
    return int(value) if isinstance(value, float) and value.is_integer() else value
