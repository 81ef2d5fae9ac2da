"""Events of the literal reading written down as the program receives them: a report, and a sidecar for what it cannot say."""

import json
from datetime import date, timedelta

from tests.regulations.literal_event import Cell, Event, Player
from tests.world import report, report_line

# No list of these months is held: the report says everything.
STARTS = {"2005": "2005-12-01", "2017": "2018-03-01", "2022": "2022-03-01", "2023": "2023-03-01", "2024": "2024-03-01"}
WOMENS_TITLES = ("WGM", "WIM", "WFM", "WCM")


def cell_text(number: int, cell: Cell) -> str:
    """A round as a report has it; the lower number has white."""
    if cell.opponent is None:
        return f"0000 - {cell.result}" if cell.result else ""
    return f"{cell.opponent:4} {'w' if number < cell.opponent else 'b'} {cell.result}"


def player_line(event: Event, player: Player, **other: object) -> str:
    """A line of the report; `other` is what it says instead of the truth."""
    fields = {
        "rating": player.rating,
        "federation": player.federation or "",
        "title": next(iter(sorted(player.titles)), ""),
        "sex": "w" if player.is_woman else "m",
    } | other
    cells = [cell_text(player.number, cell) for cell in event.cells[player.number]]
    return report_line(player.number, f"Player, P{player.number}", cells, **fields)


def report_of(event: Event, lines: list[str], start: date, **head: str) -> str:
    days = {"start": f"{start:%Y/%m/%d}", "end": f"{start + timedelta(days=14):%Y/%m/%d}"}
    return report(lines, federation=event.host or "", **days | head)


def sidecar_of(event: Event) -> str:
    """The sidecar, empty where there is nothing to say."""
    facts: dict[str, object] = {
        "system": event.system,
        "championship": event.championship,
        "exemption": event.exemption,
    }
    if event.system == "team":
        facts["pairing"] = event.pairing
    facts |= {"suspended_federations": sorted(event.suspended), "computers": sorted(event.computers)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in facts.items() if value]
    for name, games in (("started_forfeits", event.started_forfeits), ("not_over_board", event.not_over_board)):
        if games:
            tables = ", ".join(f"{{round_number = {r}, start_number = {n}}}" for r, n in sorted(games))
            lines.append(f"{name} = [{tables}]")
    return "\n".join(["[event]", *lines]) + "\n" if lines else ""


def files_of_event(event_id: str, event: Event, start: str = "", **head: str) -> dict[str, str]:
    """Report and sidecar; `head` are other lines of the report's head."""
    day = date.fromisoformat(start or STARTS[event.edition.name[:4]])
    lines = [player_line(event, player) for player in event.players.values()]
    return {
        f"events/{event_id}.trf": report_of(event, lines, day, **head),
        f"events/{event_id}.toml": sidecar_of(event),
    }
