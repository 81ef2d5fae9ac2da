"""What performances, verdicts and their reasons mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, matches, mostly_false, not_below, one_of
from normbook.expectations.meanings import (
    article,
    edition,
    federation,
    percentage,
    rating,
    sentence,
    status,
    title_sought,
)

# The performance of a full or an empty score goes far beyond the ratings that people have.
_PERFORMANCES = (1, 4000)


UNDECIDED = ("event not finished", "contradicting report", "unknown federations", "values not known well enough")

_FIGURES = (
    between("games", 1, None, "the figures rest on games"),
    between("score", 0, None, "a score is not negative"),
    not_below("games", "score", "a game gives no more than a point"),
    percentage(),
    rating("opponents_average_rating"),
    between("rating_difference", -800, 800, "table 10.1a of B.02 goes no further"),
    between("performance_rating", *_PERFORMANCES, "the sum of a rating and a difference of the table").warning,
)


_VERDICTS = (
    title_sought(),
    federation(),
    edition(),
    one_of("undecided_because", UNDECIDED, "whoever waits for a verdict must learn for what"),
    mostly_false("achieved", 50, "norms are rare: more of them speak of an error in the judging").warning,
    *_FIGURES,
    between("score_required", 0.5, None, "no norm comes for nothing (1.49: 35 %)"),
    not_below("games", "score_required", "nobody is asked for more points than games"),
    between("extension", 0, None, "1.41c only lengthens"),
    between("cut_after_round", 1, None, "rounds count from 1 (1.42f)"),
    between("counted_games", 0, None, "a norm lengthens an application (1.5)"),
    between("points_short", 0, None, "points above the requirement are not missing"),
    status("basis"),
)

MART = {
    "mart.performances": Suite(
        _FIGURES,
        told_by=("event_id", "start_number"),
    ),
    "mart.norm_verdicts": Suite(_VERDICTS, told_by=("event_id", "start_number", "title_sought")),
    "mart.hypothetical_verdicts": Suite(_VERDICTS, told_by=("edition", "event_id", "start_number", "title_sought")),
    "mart.norm_rule_outcomes": Suite(
        (
            title_sought(),
            between("rule_order", 0, None, "the order of the articles"),
            matches(
                "rule", "[a-z][a-z0-9_]*", "a name of lower case letters", "reports and filters compare rules by name"
            ),
            article(),
            sentence("required"),
            sentence("observed"),
            article("waived_by"),
            status(),
        ),
        told_by=("event_id", "start_number", "title_sought", "rule"),
    ),
}
