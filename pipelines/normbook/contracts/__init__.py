"""All contracts by table name: the columns, types, keys and meaning of everything that normbook writes."""

from __future__ import annotations

from normbook.contracts import (
    blitz,
    changes,
    circuits,
    core,
    explanations,
    mart,
    quality,
    ref,
    ref_tables,
    selections,
    series,
    staging,
    tie_breaks,
    titles,
    working,
)
from normbook.contracts.model import Column, Table
from normbook.errors import ContractError

CONTRACTS: dict[str, Table] = {
    table.name: table
    for module in (
        staging,
        series,
        circuits,
        ref,
        ref_tables,
        core,
        working,
        selections,
        mart,
        explanations,
        titles,
        tie_breaks,
        blitz,
        changes,
        quality,
    )
    for table in module.TABLES
}

__all__ = ["CONTRACTS", "Column", "Table", "contract"]


def contract(name: str) -> Table:
    """Return the contract of `schema.table`; raise ContractError if there is none."""
    try:
        return CONTRACTS[name]
    except KeyError:
        raise ContractError(
            f"{name}: no contract declares this table; known are {', '.join(sorted(CONTRACTS))}"
        ) from None
