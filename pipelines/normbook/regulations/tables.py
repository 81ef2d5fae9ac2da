"""The regulations as the tables `ref.*`: every row comes from a data file, nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from normbook.regulations.arithmetic import score_table
from normbook.regulations.edition_rows import ROWS, Row
from normbook.regulations.loader import FOLDER, performance_differences, performance_tables
from normbook.regulations.readings import Readings, editions_read
from normbook.regulations.title_rows import TITLE_ROWS

if TYPE_CHECKING:
    import pyarrow as pa

    from normbook.regulations.schema import Edition


def reference_tables(most_games: int, readings: Readings = ()) -> dict[str, pa.Table]:
    """All tables `ref.*` by name, as their contracts declare them, score tables for 1 to `most_games` games.

    `readings` are those taken instead of the defaults.

    Raises RegulationError for a malformed file, ContractError where a file and its contract differ.
    """
    return tables_of_editions({edition.edition: edition for edition in editions_read(readings)}, most_games)


def tables_of_editions(editions: Mapping[str, Edition], most_games: int) -> dict[str, pa.Table]:
    """The tables `ref.*` of editions under names of the caller's."""
    from normbook.contracts import contract

    by_edition: dict[str, Callable[[Edition], Iterator[Row]]] = {
        **ROWS,
        **TITLE_ROWS,
        "ref.score_table": partial(_score_table, most_games=most_games),
    }
    tables = {
        name: contract(name).from_rows(
            {"edition": key} | row for key, edition in editions.items() for row in rows(edition)
        )
        for name, rows in by_edition.items()
    }
    tables["ref.performance_differences"] = contract("ref.performance_differences").from_rows(
        {"performance_table": table, "percentage_score": percentage, "rating_difference": difference}
        for table in performance_tables()
        for percentage, difference in enumerate(performance_differences(table))
    )
    for name in (
        "performance_periods",
        "rating_list_periods",
        "federations",
        "federation_codes",
        "source_trust",
        "held_titles",
        "listed_events",
        "tie_break_rules",
    ):
        tables[f"ref.{name}"] = _from_csv(f"ref.{name}")
    return tables


def trust_rank(layout: str) -> int:
    """Rank of a report file by its layout (ref.source_trust): 1 is trusted most, an unknown layout least."""
    rows = _from_csv("ref.source_trust").to_pylist()
    ranks = [row["rank"] for row in rows if layout.startswith(row["layout_begins"])]
    return min(ranks, default=len(rows) + 1)


def federation_codes() -> list[str]:
    """All codes that lists and reports use for a federation, former ones among them (ref.federations, ref.federation_codes)."""
    former = _from_csv("ref.federation_codes")["written_code"].to_pylist()
    return sorted({*_from_csv("ref.federations")["federation_code"].to_pylist(), *former})


def _from_csv(name: str) -> pa.Table:
    """A small table that its file holds column for column as the contract declares it."""
    import pyarrow as pa
    from pyarrow import csv

    from normbook.contracts import contract
    from normbook.errors import RegulationError

    path = FOLDER / f"{name.removeprefix('ref.')}.csv"
    declared = contract(name)
    try:
        options = csv.ConvertOptions(column_types=declared.arrow_schema)
        return declared.conform(csv.read_csv(path, convert_options=options))
    except pa.ArrowInvalid as error:
        raise RegulationError(f"{path}: {error}") from error


def _score_table(edition: Edition, most_games: int) -> Iterator[Row]:
    for title in edition.norm_titles.value:
        for games in range(1, most_games + 1):
            for row in score_table(edition, title, games):
                yield {"title_sought": title, "games": games} | row._asdict()
