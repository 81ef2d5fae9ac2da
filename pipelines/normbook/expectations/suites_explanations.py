"""What the reasons of a verdict and the near norms mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, matches, not_below, one_of
from normbook.expectations.meanings import article, edition, rating, sentence, status, title_sought

EXPLANATIONS = {
    "mart.norm_game_audits": Suite(
        (
            title_sought(),
            between("round_number", 1, None, "rounds count from 1"),
            between("score", 0, 1, "a game gives no more than a point"),
            rating("rating_used"),
            article("reason_article"),
            sentence("reason"),
        ),
        told_by=("event_id", "start_number", "title_sought", "round_number"),
    ),
    "mart.event_conditions": Suite(
        (
            matches("rule", "[a-z][a-z0-9_]*", "a name of lower case letters", "readers ask for it by name"),
            article(),
            sentence("required"),
            one_of("decides", ("event", "application"), "an arbiter must know what hangs on it"),
            status(),
        ),
        told_by=("event_id", "rule"),
    ),
    "mart.swiss_rounds": Suite(
        (
            between("round_number", 0, None, "rounds count from 1; 0 is the whole event"),
            not_below("rated_players", "federations", "a federation is there with a player"),
            not_below("rated_players", "titled", "the titled are some of the rated"),
            between("rated_players_required", 0, None, "a number of players"),
            between("federations_required", 0, None, "a number of federations"),
            between("titled_required", 0, None, "a number of players"),
        ),
        told_by=("event_id", "round_number"),
    ),
    "mart.reading_differences": Suite(
        (
            title_sought(),
            edition(),
            between("counted_games", 0, None, "a norm lengthens an application (1.5)"),
            between("counted_games_by_reading", 0, None, "a norm lengthens an application (1.5)"),
            matches("switch", "[a-z][a-z0-9_]*", "a name of lower case letters", "readers ask for it by name"),
        ),
        told_by=("event_id", "start_number", "title_sought", "switch", "reading"),
    ),
    "mart.near_norms": Suite(
        (
            title_sought(),
            between("points_short", 0, None, "points above the requirement are not missing"),
            between("points_needed", 0, None, "no points are lost"),
            not_below("rounds_left", "points_needed", "a game gives no more than a point"),
            between("next_average", 0, 3000, "nobody is rated beyond it").warning,
            between("distance", 0, None, "what is made is at 0"),
            sentence("sentence"),
        ),
        told_by=("event_id", "start_number", "title_sought"),
    ),
}
