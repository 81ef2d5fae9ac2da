"""One event as the readers left it, gathered for writing it again: head, players, cells, teams, lines that were kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from normbook.sources.reading import Row


@dataclass(frozen=True)
class EventRows:
    """Staging rows of one event: players in the order of their start numbers, cells by player and round."""

    head: Row
    players: Sequence[Row]
    cells: Mapping[tuple[int, int], Row]
    teams: Sequence[Row]
    kept: Sequence[Row]

    @classmethod
    def of(cls, rows: Mapping[str, Sequence[Row]]) -> EventRows:
        """Gather the rows of one event by contract name."""
        (head,) = rows["staging.event_reports"]
        return cls(
            head,
            sorted(rows["staging.report_players"], key=lambda row: number(row, "start_number")),
            {
                (number(row, "start_number"), number(row, "round_number")): row
                for row in rows.get("staging.round_cells", ())
            },
            sorted(rows.get("staging.report_teams", ()), key=lambda row: number(row, "team_number")),
            sorted(rows.get("staging.other_report_lines", ()), key=lambda row: number(row, "line_number")),
        )

    @property
    def rounds(self) -> range:
        """The rounds, from 1."""
        return range(1, number(self.head, "rounds_seen") + 1)

    def cells_of(self, player: Row) -> Iterator[tuple[int | None, str | None, str | None]]:
        """Opponent, colour and result of a player's cells, round after round."""
        for round_number in self.rounds:
            row = self.cells[number(player, "start_number"), round_number]
            opponent, colour, result = row["opponent_number"], row["colour"], row["result_code"]
            yield (
                opponent if isinstance(opponent, int) else None,
                str(colour) if colour else None,
                str(result) if result else None,
            )


def number(row: Row, column: str) -> int:
    """The whole number of a column that is never empty."""
    value = row[column]
    if not isinstance(value, int):
        raise TypeError(f"{column} must hold a whole number, not {value!r}")
    return value


def birth_text(player: Row, separator: str) -> str:
    """Date of birth as far as it is known: 1990/05/17, 1990/05/00, 1990/00/00 or nothing."""
    if player["birth_date"]:
        return str(player["birth_date"]).replace("-", separator)
    if player["birth_year"]:
        return f"{player['birth_year']:04}{separator}{player.get('birth_month') or 0:02}{separator}00"
    return ""


def title_text(player: Row) -> str:
    """The title in the letters of today; one that is not known as it was written."""
    return str(player["title_code"] or player["womens_title_code"] or player["title_raw"] or "")


def sex_text(player: Row) -> str:
    """m or w; blank where it is not known."""
    return {"M": "m", "F": "w"}.get(str(player["sex"]), "")
