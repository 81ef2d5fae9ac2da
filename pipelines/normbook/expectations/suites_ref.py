"""What the regulation tables mean: they are few rows on which every verdict rests, so an empty one is critical."""

from __future__ import annotations

from normbook.expectations.expectation import Expectation, Suite, between, matches, not_below, one_of
from normbook.expectations.meanings import (
    OPEN_TITLES,
    WOMENS_TITLES,
    article,
    edition,
    federation,
    percentage,
    rating,
    sentence,
    status,
    title_sought,
)

_SHARES = (
    ("own_share_numerator", "own_share_denominator"),
    ("one_share_numerator", "one_share_denominator"),
    ("titled_share_numerator", "titled_share_denominator"),
    ("unrated_numerator", "unrated_denominator"),
    ("least_score_numerator", "least_score_denominator"),
)

_OF_APPLICATIONS = (
    "games",
    "norms",
    "rating",
    "abroad",
    "unplayed_norms",
    "listed_event",
    "big_swiss",
    "single_round_days",
)


def _ref(*expectations: Expectation, told_by: tuple[str, ...]) -> Suite:
    return Suite(expectations, told_by, emptiness="critical")


def _period() -> Expectation:
    return not_below("start_to", "start_from", "a period ends after it began")


REF = {
    "ref.editions": _ref(
        edition(),
        not_below("valid_to", "valid_from", "an edition ends after it came into force (0.22)"),
        sentence("name"),
        told_by=("edition",),
    ),
    "ref.parameters": _ref(
        edition(),
        sentence("parameter"),
        article(),
        sentence("source"),
        status(),
        told_by=("edition", "parameter"),
    ),
    "ref.rules": _ref(
        edition(),
        matches("rule", "[a-z_]+", "a name in lower case letters", "SQL looks rules up by name"),
        article(),
        status(),
        told_by=("edition", "rule"),
    ),
    "ref.norm_titles": _ref(
        edition(),
        title_sought(),
        between("title_order", 1, None, "reports begin with 1"),
        between("rating_floor", 1000, None, "nobody is rated lower"),
        not_below(
            "least_performance", "least_average", "half of the points give no more than the average (1.48, 1.49)"
        ),
        between("least_performance", None, 3000, "nobody is rated higher"),
        not_below("least_average", "rating_floor", "a floor lifts opponents up to the field, not above it (1.46c)"),
        told_by=("edition", "title_sought"),
    ),
    "ref.norm_limits": _ref(
        edition(),
        between("least_games", 1, None, "a norm rests on games (1.41)"),
        between("most_raised", 0, None, "1.46c1"),
        between("other_federations", 0, None, "1.43"),
        *(between(numerator, 0, None, "a share is not negative") for numerator, _ in _SHARES),
        *(not_below(denominator, numerator, "a share is at most the whole") for numerator, denominator in _SHARES),
        one_of("federation_rounding", ("up", "down"), "1.44a and its successors round in one of two directions"),
        told_by=("edition",),
    ),
    "ref.least_games": _ref(
        edition(),
        sentence("championship"),
        between("rounds", 1, None, "an event has rounds"),
        between("least_games", 1, None, "a norm rests on games (1.41)"),
        article(),
        status(),
        told_by=("edition", "championship"),
    ),
    "ref.title_levels": _ref(
        edition(),
        title_sought(),
        between("alternative", 1, None, "alternatives count from 1"),
        between("condition", 1, None, "conditions count from 1"),
        between("least", 0, None, "a number of opponents"),
        not_below("share_denominator", "share_numerator", "a share is at most the whole"),
        sentence("in_words"),
        article(),
        status(),
        told_by=("edition", "title_sought", "alternative", "condition"),
    ),
    "ref.exemptions": _ref(
        edition(),
        matches("exemption", "[a-z_]+", "a name in lower case letters", "sidecars use it"),
        article(),
        status("shares_status"),
        status(),
        told_by=("edition", "exemption"),
    ),
    "ref.unrated_ratings": _ref(
        edition(),
        _period(),
        rating("rating"),
        article(),
        status(),
        told_by=("edition", "start_from"),
    ),
    "ref.time_controls": _ref(
        edition(),
        _period(),
        between("least_minutes_with_increment", 1, 720, "a day of play has twelve hours (1.12)"),
        between("increment_seconds", 0, 120, "an increment for one move"),
        between("moves_reckoned", 1, 200, "a game that is reckoned with"),
        between("least_minutes_without_increment", 1, 720, "a day of play has twelve hours (1.12)"),
        article(),
        status(),
        told_by=("edition", "start_from"),
    ),
    "ref.applications": _ref(
        edition(),
        between("games", 1, None, "an application rests on games (1.5)"),
        between("events", 1, None, "an application rests on norms (1.5)"),
        between("norms_abroad", 0, None, "a number of norms (1.43b1)"),
        one_of("abroad_method", ("event", "numbers"), "only these are computed"),
        between("most_unplayed_norms", 0, None, "a number of norms"),
        one_of("listed_event_method", ("big_swiss", "big_swiss_or_listed"), "only these are computed"),
        between("big_swiss_players", 1, None, "a number of players"),
        rating("big_swiss_average"),
        *(article(f"{what}_article") for what in _OF_APPLICATIONS),
        article(),
        status(),
        told_by=("edition",),
    ),
    "ref.rating_titles": _ref(
        edition(),
        one_of("title_code", OPEN_TITLES + WOMENS_TITLES, "titles of the regulations (1.3)"),
        rating("rating"),
        between("rated_games", 1, None, "a number of games (1.3)"),
        article(),
        status(),
        told_by=("edition", "title_code"),
    ),
    "ref.performance_differences": _ref(
        percentage(),
        between("rating_difference", -800, 800, "table 10.1a of B.02 goes no further"),
        told_by=("performance_table", "percentage_score"),
    ),
    "ref.performance_periods": _ref(
        _period(),
        sentence("performance_table"),
        sentence("source"),
        status(),
        told_by=("start_from",),
    ),
    "ref.score_table": _ref(
        edition(),
        title_sought(),
        between("games", 1, None, "a score is made in games"),
        between("half_points", 1, None, "no norm comes for nothing (1.49: 35 %)"),
        rating("lowest_average"),
        told_by=("edition", "title_sought", "games", "half_points"),
    ),
    "ref.rating_list_periods": _ref(
        _period(),
        between("longest_age_months", 1, 12, "FIDE published at least once a year"),
        sentence("source"),
        status(),
        told_by=("start_from",),
    ),
    "ref.federations": _ref(
        matches(
            "federation_code", "[A-Z]{3}", "three capital letters", "1.43 and 1.44 count federations by their codes"
        ),
        sentence("name"),
        told_by=("federation_code",),
    ),
    "ref.federation_codes": _ref(
        matches("written_code", "[A-Z]{3}", "three capital letters", "1.43 and 1.44 count federations by their codes"),
        federation(),
        not_below("used_to", "used_from", "a period ends after it began"),
        sentence("source"),
        status(),
        told_by=("written_code", "used_from"),
    ),
    "ref.source_trust": _ref(
        between("rank", 1, None, "1 is trusted most"),
        sentence("layout_begins"),
        sentence("reason"),
        told_by=("layout_begins",),
    ),
    "ref.held_titles": _ref(
        one_of("title_sought", OPEN_TITLES + WOMENS_TITLES, "titles that norms, places or ratings lead to"),
        one_of("title_code", OPEN_TITLES + WOMENS_TITLES, "players hold one of these"),
        told_by=("title_sought", "title_code"),
    ),
}
