"""Contracts of tie-breaks: the rule sets, which of them an event's are computed by, and the values."""

from normbook.contracts.model import Column, Table, date, integer, points, text, truth

_OWN_UNPLAYED = "What an unplayed round brings: nothing, virtual_opponent, dummy or capped_dummy"
_OPPONENTS_UNPLAYED = "How unplayed rounds count in the score that opponents take: as_awarded, drawn or late_byes_drawn"
_CUT = "What goes first when the lowest contribution is cut: lowest or voluntary_first"
_RULE_SET = text("rule_set", "none, virtual_opponent_2009, fide_2024 or fide_2026").required


def _methods() -> tuple[Column, ...]:
    return (
        text("own_unplayed", _OWN_UNPLAYED).required,
        text("opponents_unplayed", _OPPONENTS_UNPLAYED).required,
        text("cut", _CUT).required,
    )


TABLES = (
    Table(
        "ref.tie_break_rules",
        grain="rule set for unplayed rounds",
        key=("rule_set",),
        columns=(
            _RULE_SET,
            date("start_from", "Events that start on or after this day, where their series does not say").required,
            date("start_to", "and up to this day"),
            *_methods(),
            text("round_robin_forfeits", "Forfeits in round robins: unplayed or games").required,
            text("article", "Article").required,
            text("source", "Where it was read").required,
            text("status", "read, read_elsewhere, derived, recalled or unknown").required,
        ),
        about="How tie-breaks treat rounds that were not played, as named methods.",
        published=True,
    ),
    Table(
        "mart.tie_break_rules",
        grain="individual event, rule set",
        key=("event_id", "rule_set"),
        columns=(
            text("event_id", "Event").required,
            _RULE_SET,
            integer("rounds", "Rounds of the event").required,
            *_methods(),
            truth("counts_forfeits", "A forfeit counts as a game (15.2)").required,
        ),
        about="The rule sets that the tie-breaks of an event are computed by.",
    ),
    Table(
        "mart.tie_breaks",
        grain="player of an individual event, rule set, method",
        key=("event_id", "start_number", "rule_set", "method"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Player").required,
            _RULE_SET,
            text("method", "buchholz, buchholz_cut_1 or sonneborn_berger").required,
            points("value", "Value in points, exact in quarters of a point").required,
        ),
        about="Tie-breaks of Swisses and round robins, computed from the games. The report's own order plays no part.",
        published=True,
        split="season",
    ),
)
