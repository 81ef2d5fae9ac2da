"""What the tables from norms to titles mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, matches, not_below, one_of
from normbook.expectations.meanings import (
    OPEN_TITLES,
    WOMENS_TITLES,
    article,
    edition,
    month,
    rating,
    sentence,
    sha256,
    status,
    title_sought,
)

_TITLES = OPEN_TITLES + WOMENS_TITLES
_OUTCOMES = ("place", "first_equal", "stage", "qualify", "performance", "percentage_at_least", "percentage_above")

CHANGES = ("new_event", "gone_event", "changed_event", "new_norm", "lost_norm", "changed_verdict")

_APPLICATION = (
    title_sought(),
    edition(),
    between("norms", 1, None, "a row is there because of a norm"),
    not_below("norm_games", "norms", "a norm counts games (1.5)"),
    between("games_required", 1, None, "an application rests on games (1.5)"),
    rating("rating_required"),
    month("held_since"),
)

TITLES = {
    "ref.direct_titles": Suite(
        (
            edition(),
            one_of("section", ("open", "women"), "1.2 has a table for each"),
            one_of("title_code", _TITLES, "titles of the regulations (0.31)"),
            one_of("outcome", _OUTCOMES, "only these are computed"),
            between("games", 1, None, "a number of games"),
            between("places_at_most", 1, None, "a number of places"),
            between("swiss_places", 1, None, "a number of places"),
            between("counts_as", 1, None, "a norm counts games (1.5)"),
            article(),
            status(),
        ),
        told_by=("edition", "championship", "section", "title_code"),
        emptiness="critical",
    ),
    "mart.run_changes": Suite(
        (
            one_of("change", CHANGES, "the report says each kind in words"),
            title_sought(),
            between("start_number", 1, None, "start numbers are positive"),
        ),
        told_by=("event_id", "start_number", "title_sought"),
    ),
    "ref.listed_events": Suite(
        (
            matches("event_kind", "[a-z][a-z0-9_]*", "a name in lower case letters", "sidecars use it"),
            article(),
            status(),
        ),
        told_by=("method", "event_kind"),
        emptiness="critical",
    ),
    "mart.event_sources": Suite(
        (edition(), sha256("report_sha256"), sha256("sidecar_sha256"), month("list_month"), sha256("rules_sha256")),
        told_by=("event_id",),
        emptiness="warning",
    ),
    "mart.norms": Suite(
        (
            title_sought(),
            edition(),
            between("counted_games", 1, None, "a norm counts games (1.5)"),
            between("single_round_days", 0, None, "a number of days"),
            article("championship_article"),
        ),
        told_by=("event_id", "start_number", "title_sought"),
    ),
    "mart.title_progress": Suite(
        (
            *_APPLICATION,
            not_below("earned_on", "norms_complete_on", "no title before its last norm (1.5)"),
        ),
        told_by=("fide_id", "title_sought"),
    ),
    "mart.title_applications": Suite(_APPLICATION, told_by=("fide_id", "title_sought", "edition")),
    "mart.rating_titles": Suite(
        (
            one_of("title", _TITLES, "titles of the regulations (1.3)"),
            month("list_month"),
            not_below("rating", "rating_required", "the rating earns the title (1.3)"),
            not_below("rated_games", "games_required", "with too few games no title is earned (1.3)"),
            edition(),
            article(),
            status(),
        ),
        told_by=("fide_id", "title"),
    ),
    "mart.direct_titles": Suite(
        (
            one_of("title", _TITLES, "titles of the regulations (1.2)"),
            sentence("result"),
            article(),
            status(),
        ),
        told_by=("event_id", "start_number", "title"),
    ),
    "mart.recheck": Suite(
        (title_sought(), sentence("signed"), sentence("computed")),
        told_by=("source_file",),
    ),
}
