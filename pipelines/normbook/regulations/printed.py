"""The table from average to score as people know it from the annex of the regulations (1.49a of 2005)."""

from __future__ import annotations

from normbook.regulations.arithmetic import ScoreRow, score_table
from normbook.regulations.loader import edition_named, load_editions


def average_to_score(games: int, edition_name: str | None) -> tuple[str, list[dict[str, object]]]:
    """Caption and rows (points, then the range of averages for each title), highest score first.

    `edition_name` is the date of an edition, by default the latest encoded one; RegulationError where there is none.
    """
    edition = edition_named(edition_name) if edition_name else load_editions()[-1]
    tables = {
        title: {row.half_points: row for row in score_table(edition, title, games)}
        for title in edition.least_average.value
    }
    scores = sorted({score for table in tables.values() for score in table}, reverse=True)
    rows: list[dict[str, object]] = [
        {"points": half_points / 2} | {title: _in_print(table.get(half_points)) for title, table in tables.items()}
        for half_points in scores
    ]
    return f"{games} games, edition {edition.edition}: average of the opponents for each score", rows


def _in_print(row: ScoreRow | None) -> str | None:
    if row is None:
        return None
    return (
        f"{row.lowest_average}-{row.highest_average}" if row.highest_average is not None else f"≥ {row.lowest_average}"
    )
