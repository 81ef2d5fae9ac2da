"""What the tables of blitz championships mean."""

from __future__ import annotations

from normbook.expectations.expectation import Expectation, Suite, between, not_below, one_of
from normbook.expectations.meanings import article, sentence

_PLAYERS = ("series", "event_id", "start_number")


def _place() -> Expectation:
    return between("place", 1, None, "places count from 1")


BLITZ = {
    "mart.blitz_events": Suite(
        (
            one_of("stage", ("championship", "group", "team", "mixed_team"), "only these are computed"),
            not_below("players", "started", "who started had entered (4)"),
            not_below("started", "moves_up", "a share is not more than the whole (4)"),
            one_of("system_expected", ("round_robin", "double_round_robin"), "one turn or two (17)"),
            between("groups_expected", 1, None, "a number of groups (17)"),
            between("most_in_a_group", 2, None, "a number of players (17)"),
            between("finalists_expected", 1, None, "a number of players (17)"),
            between("seconds_a_move", 1, None, "a number of seconds (12)"),
            article("format_article"),
        ),
        told_by=("series", "event_id"),
    ),
    "mart.blitz_teams": Suite(
        (
            between("points", 0, None, "points are not negative"),
            _place(),
            between("players_of_other_clubs", 0, None, "a number of players (10)"),
        ),
        told_by=("series", "event_id", "team"),
    ),
    "mart.blitz_standings": Suite(
        (
            between("games", 0, None, "a number of games"),
            between("points", 0, None, "points are not negative"),
            between("tie_break", 0, None, "opponents have no negative points"),
            _place(),
            one_of("decided_by", ("points", "play_off", "tie_break"), "nothing else decides (13, 14)"),
            one_of("medal", ("silver", "vermeil"), "medals of the regulation (15, 16)"),
            article(),
        ),
        told_by=_PLAYERS,
    ),
    "mart.blitz_promotions": Suite(
        (
            _place(),
            one_of("reason", ("place", "champion", "tied", "play_off_needed"), "only these are computed (4, 5)"),
            sentence("to_category"),
            article(),
        ),
        told_by=_PLAYERS,
    ),
    "mart.blitz_groups": Suite(
        (between("group_number", 1, None, "groups count from 1"),),
        told_by=("series", "event_id", "player_key"),
    ),
    "mart.blitz_categories": Suite(
        (
            between("change_number", 1, None, "changes count from 1"),
            one_of(
                "kind",
                ("registered", "registered_by_playing", "promoted", "standard_promotion", "standard_demotion"),
                "nothing else changes a category (2 to 11)",
            ),
            sentence("category"),
            article(),
        ),
        told_by=("series", "player_key", "change_number"),
    ),
}
