"""What the tables of tie-breaks mean."""

from __future__ import annotations

from normbook.expectations.expectation import Expectation, Suite, between, matches, not_below, one_of
from normbook.expectations.meanings import article, sentence, status

_METHODS = ("buchholz", "buchholz_cut_1", "sonneborn_berger")
_COMPUTED = "only these are computed"


def _rule_set() -> Expectation:
    return matches("rule_set", "[a-z][a-z0-9_]*", "a name in lower case letters", "series name it")


TIE_BREAKS = {
    "ref.tie_break_rules": Suite(
        (
            _rule_set(),
            not_below("start_to", "start_from", "a period ends after it began"),
            one_of("own_unplayed", ("nothing", "virtual_opponent", "dummy", "capped_dummy"), _COMPUTED),
            one_of("opponents_unplayed", ("as_awarded", "drawn", "late_byes_drawn"), _COMPUTED),
            one_of("cut", ("lowest", "voluntary_first"), _COMPUTED),
            one_of("round_robin_forfeits", ("unplayed", "games"), _COMPUTED),
            article(),
            sentence("source"),
            status(),
        ),
        told_by=("rule_set",),
        emptiness="critical",
    ),
    "mart.tie_breaks": Suite(
        (
            _rule_set(),
            one_of("method", _METHODS, _COMPUTED),
            between("value", 0, None, "opponents have no negative points"),
        ),
        told_by=("event_id", "start_number", "rule_set", "method"),
    ),
}
