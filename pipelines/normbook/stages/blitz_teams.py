"""Team events in the ledger of a blitz championship: teams of one category (10), and of several (11)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from normbook.stages.blitz import Row

if TYPE_CHECKING:
    from normbook.stages.blitz_ledger import Ledger


def team_event(ledger: Ledger, event: Row, played: list[Row], boards: list[Row], teams: list[Row]) -> None:
    """Take a team event: who played, on which boards, in which teams."""
    _other_clubs(ledger, event, teams, boards)
    if event["boards"]:
        _several_categories(ledger, event, played, boards)
    else:
        _one_category(ledger, event, played)


def _one_category(ledger: Ledger, event: Row, played: list[Row]) -> None:
    """10: only players of the category; who is not registered is by playing."""
    category, rule = event["category"], ledger.regulation.one_category_teams
    for row in played:
        key = row["player_key"]
        is_too_weak = ledger.is_below_standard(event, key, category)
        registered = ledger.players[key].blitz
        if registered is None and not is_too_weak:
            ledger.change(key, "registered_by_playing", category, rule.article, event["start_date"], event)
        elif registered not in (None, category):
            said = f"He is registered in category {registered} and played in a team of category {category}."
            ledger.violation(key, "other_category_in_team", rule.article, event, category, said)
    ledger.remember_shares(event, played, category)


def _other_clubs(ledger: Ledger, event: Row, teams: list[Row], boards: list[Row]) -> None:
    """10: at most so many players of a team are registered by another club; each of them is told."""
    rule = ledger.regulation.one_category_teams
    most = rule.value.players_of_other_clubs
    for team in teams:
        others = {
            row["player_key"]: row for row in boards if row["team"] == team["team"] and row["plays_for_other_club"]
        }
        for key in others if team["players_of_other_clubs"] > most else ():
            said = f"The team of {team['club']} had {len(others)} players whom other clubs have registered; it may have {most}."
            ledger.violation(key, "players_of_other_clubs", rule.article, event, event["category"], said)


def _several_categories(ledger: Ledger, event: Row, played: list[Row], boards: list[Row]) -> None:
    """11: a player may fill in on a board of the next stronger category; enough points there make it his own."""
    regulation = ledger.regulation
    registered = {row["start_number"]: ledger.players[row["player_key"]].blitz for row in played}
    games: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in boards:
        is_on_a_board = row["board"] is not None and row["board"] <= len(event["boards"])
        if row["outcome"] in ("played", "not_rated") and is_on_a_board:
            games[row["player_key"], event["boards"][row["board"] - 1]].append(row)
    for (key, category), on_board in sorted(games.items(), key=lambda item: item[1][0]["start_number"]):
        ledger.is_below_standard(event, key, category)
        own = ledger.players[key].blitz
        if own is None or not regulation.is_stronger(category, own):
            continue
        if regulation.stronger(own) != category:
            said = f"He is of category {own} and sat on a board of category {category}, which is not the next one."
            ledger.violation(key, "board_too_strong", regulation.mixed_teams.article, event, category, said)
        elif event["is_finished"] and _has_earned(on_board, registered, category, ledger):
            article = regulation.mixed_teams.article
            ledger.change(key, "promoted", category, article, event["start_date"], event)


def _has_earned(on_board: list[Row], registered: dict[int, str | None], category: str, ledger: Ledger) -> bool:
    """11: so many points in few games; in more, the share of the points against holders of the category."""
    rule = ledger.regulation.mixed_teams.value
    is_short = len(on_board) <= rule.in_games
    counted = [row for row in on_board if is_short or registered.get(row["opponent_number"]) == category]
    points: int = sum(row["half_points"] for row in counted)
    if is_short:
        return points >= rule.half_points
    return len(counted) > 0 and Fraction(points, 2 * len(counted)) >= rule.share_in_more
