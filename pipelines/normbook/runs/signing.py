"""Signing a norm off: a person's decision, kept beside the raw files so that it survives every rebuilding of the output."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from normbook.errors import NormbookError
from normbook.runs.lock import exclusive
from normbook.warehouse.parquet import finish_publication, table_files
from normbook.warehouse.session import open_session, view_parquet


def sign(raw: Path, out: Path, event: str, player: str, title: str, by: str | None, day: date) -> Path:
    """Write `<raw>/signed/<event>.<start number>.<title>.toml` with the published figures of a norm; returns the file.

    `event` is an event_id, `player` a start number, a FIDE number or a name. From then on every build compares
    (mart.recheck). Raises NormbookError where there is no such norm, or where it is signed already.
    """
    from normbook.sources.signed_norm import Norm, SignedNorm, Sources

    row = _published_norm(out, event, player, title.upper())
    parts = {
        name: {field: row[field] for field in model.model_fields}
        for name, model in (("norm", Norm), ("sources", Sources))
    }
    signed = SignedNorm.model_validate({"signed_on": day, "signed_by": by, **parts}).model_dump(exclude_none=True)
    file = raw / "signed" / f"{event}.{row['start_number']}.{row['title_sought']}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        # never over an older signature: that would be the silent change that signing is to prevent
        with file.open("x", encoding="utf-8") as stream:
            stream.write(_toml(signed))
    except FileExistsError:
        raise NormbookError(
            f"{file}: this norm is signed already. `normbook run` says whether it changed; remove the file to sign anew."
        ) from None
    return file


def _published_norm(out: Path, event: str, player: str, title: str) -> dict[str, Any]:
    """The one published norm that is meant, with what its verdict rests on."""
    if not table_files(out, "mart.norm_verdicts"):
        raise NormbookError(f"{out}: nothing is published here. Run `normbook run` first.")
    with exclusive(out), open_session() as connection:
        finish_publication(out)
        for name in ("mart.norm_verdicts", "mart.event_sources"):
            view_parquet(connection, name, table_files(out, name))
        query = """
            select verdicts.*, sources.* exclude (event_id, edition)
            from mart.norm_verdicts as verdicts
            left join mart.event_sources as sources on verdicts.event_id = sources.event_id
            where verdicts.event_id = ? and verdicts.title_sought = ? and is_player(?, start_number, fide_id, name)
            order by start_number
        """
        found = connection.execute(query, [event, title, player]).to_arrow_table().to_pylist()
    wanted = f"{event}, {player}, {title}"
    if not found:
        raise NormbookError(
            f"{wanted}: {out} has no such verdict. Give the event_id, the start number, FIDE number or whole name, and "
            "GM, IM, WGM or WIM, as in mart.norm_verdicts; run `normbook run` first if the event is new."
        )
    if len(found) > 1:
        numbers = ", ".join(str(row["start_number"]) for row in found)
        raise NormbookError(f"{wanted}: this is more than one player. Give one of the start numbers {numbers}.")
    [row] = found
    if not row["achieved"]:
        why = row["undecided_because"] or "not met: " + ", ".join(row["failed_articles"])
        raise NormbookError(f"{wanted}: no norm ({why}), so there is nothing to sign.")
    return row


def _toml(tables: Mapping[str, Any]) -> str:
    lines = ["# Written by normbook sign. Removing the file withdraws the signature.", *_pairs(tables)]
    for name, table in tables.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]", *_pairs(table)]
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, Any]) -> list[str]:
    # strings, numbers and lists of numbers are written alike in JSON and TOML, days are not
    return [
        f"{key} = {value if isinstance(value, date) else json.dumps(value, ensure_ascii=False)}"
        for key, value in table.items()
        if not isinstance(value, dict)
    ]
