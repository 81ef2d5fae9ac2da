"""Signing a norm off: a person's decision, kept beside the raw files so that it survives every rebuilding of the output."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from normbook.errors import NormbookError, UsageError
from normbook.runs.explain import event_meant, player_meant
from normbook.warehouse.session import open_published


def sign(raw: Path, out: Path, event: str, player: str, title: str, by: str | None, day: date) -> Path:
    """Write `<raw>/signed/<event>.<start number>.<title>.toml` with the published figures of a norm; returns the file.

    `event` is an event_id, `player` a start number, a FIDE number or a part of the name. From then on every build compares
    (mart.recheck). Raises NormbookError where there is no such norm, or where it is signed already.
    """
    from normbook.sources.signed_norm import Norm, SignedNorm, Sources

    if by and not by.isprintable():
        raise UsageError("--by holds characters that cannot be printed; write the name in letters.")
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
    with open_published(out, ("core.event_players", "mart.norm_verdicts", "mart.event_sources")) as connection:
        event = event_meant(connection, event, "core.event_players")
        query = """
            select verdicts.*, sources.* exclude (event_id, edition)
            from mart.norm_verdicts as verdicts
            left join mart.event_sources as sources on verdicts.event_id = sources.event_id
            where verdicts.event_id = $event and start_number = $player and title_sought = $title
        """
        asked = {"event": event, "player": player_meant(connection, event, player), "title": title}
        found: list[dict[str, Any]] = connection.sql(query, params=asked).to_arrow_table().to_pylist()
    wanted = f"{event}, {player}, {title}"
    if not found:
        raise NormbookError(
            f"{wanted}: there is no verdict. The event gives none, no game counts, or the title is not GM, IM, WGM or WIM, "
            "the last two for women."
        )
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
