"""How sentences name the spot that they speak of."""

from __future__ import annotations


def where(source_file: str, line_number: int | None = None, column_number: int | None = None) -> str:
    """Return `events/open.trf, line 12, column 5`, with the parts that are known."""
    parts = [source_file]
    if line_number:
        parts.append(f"line {line_number}")
    if column_number:
        parts.append(f"column {column_number}")
    return ", ".join(parts)
