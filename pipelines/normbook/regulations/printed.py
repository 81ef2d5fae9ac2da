"""The table from average to score as people know it from the annex of the regulations (1.49a of 2005)."""

from __future__ import annotations

from normbook.regulations.arithmetic import score_table
from normbook.regulations.loader import edition_named, load_editions

Row = dict[str, object]


def average_to_score(games: int, edition_name: str | None) -> tuple[str, list[Row]]:
    """Caption and rows (points, title_sought, lowest_average, highest_average), highest score first.

    `highest_average` is null in the open row. `edition_name` is the date of an edition, by default the latest encoded one;
    UsageError where there is none.
    """
    edition = edition_named(edition_name) if edition_name else load_editions()[-1]
    rows: list[Row] = [
        {
            "points": row.half_points / 2,
            "title_sought": title,
            "lowest_average": row.lowest_average,
            "highest_average": row.highest_average,
        }
        for title in edition.least_average.value
        for row in score_table(edition, title, games)
    ]
    rows.sort(key=lambda row: -float(str(row["points"])))
    return f"{games} games, edition {edition.edition}: average of the opponents for each score", rows


def in_print(rows: list[Row]) -> list[Row]:
    """The rows as the annex has them: one for each score, a column for each title."""
    titles = list(dict.fromkeys(row["title_sought"] for row in rows))
    printed: dict[object, Row] = {}
    for row in rows:
        line = printed.setdefault(row["points"], {"points": row["points"]} | {str(title): None for title in titles})
        highest = row["highest_average"]
        line[str(row["title_sought"])] = (
            f"{row['lowest_average']}-{highest}" if highest else f"≥ {row['lowest_average']}"
        )
    return list(printed.values())
