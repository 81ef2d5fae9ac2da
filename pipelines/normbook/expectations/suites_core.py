"""What the tables of lists, events, players and games mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, filled, not_below, one_of, unique
from normbook.expectations.meanings import (
    edition,
    federation,
    line_number,
    month,
    open_title,
    rating,
    sex,
    sha256,
    womens_title,
)

SYSTEMS = ("swiss", "round_robin", "double_round_robin", "knockout", "team")
OUTCOMES = ("played", "forfeit_win", "forfeit_loss", "bye", "not_rated", "not_paired", "pending")

_BORN = "a player is older than a list and younger than the oldest people"

CORE = {
    "core.rating_lists": Suite(
        (
            month("list_month"),
            one_of("list_kind", ("standard", "rapid", "blitz"), "norms look into the standard lists only"),
            sex(),
            open_title(),
            womens_title(),
            between("lowest_fide_id", 1, None, "FIDE numbers are positive"),
            between("lowest_rating", 1000, None, "no list holds a lower rating; the reader sets such lines aside"),
            between("highest_rating", None, 3000, "nobody was rated higher; the reader sets such lines aside"),
            between("earliest_birth_year", 1850, None, _BORN).warning,
            between("latest_birth_year", None, 2100, _BORN).warning,
            between("odd_federations", 0, 0, "1.43 and 1.44 count federations by codes of three capitals").warning,
            between("blank_federations_percentage", 0, 50, "a list without federations was cut wrongly").warning,
        ),
        told_by=("list_month", "list_kind"),
        profile="profiles.rating_lists",
        emptiness="warning",
    ),
    "core.events": Suite(
        (
            federation(),
            not_below("end_date", "start_date", "an event ends after it began").warning,
            between("season", 1850, 2100, "the season is the year of the start").warning,
            one_of("system", SYSTEMS, "1.42d, 1.42e, 1.43e and 1.45f depend on the system"),
            one_of("pairing", SYSTEMS, "team events are paired like one of the others"),
            between("rounds", 1, 60, "an event without rounds or with so many was read wrongly").warning,
            between("players", 2, None, "nobody plays alone").warning,
            not_below("players", "rated_players", "rated players are players"),
            rating("average_rating"),
            edition(),
            month("list_month"),
            one_of("section", ("open", "women"), "direct titles differ by section (1.2)"),
            unique(("source_file",), "one report file is one event"),
            sha256("source_sha256"),
            unique(("source_sha256",), "the same report under two names counts its norms twice").warning,
        ),
        told_by=("event_id",),
        emptiness="warning",
    ),
    "core.event_players": Suite(
        (
            between("fide_id", 1, None, "FIDE numbers are positive"),
            unique(("event_id", "fide_id"), "a player is in an event once").warning,
            sex(),
            open_title(),
            womens_title(),
            sex("sex_report"),
            open_title("title_code_report"),
            womens_title("womens_title_code_report"),
            rating("rating"),
            rating("rating_report"),
            one_of("rating_source", ("list", "report"), "1.46b asks for the list; the report stands in for it"),
            federation(),
            filled("federation_code", 50, "without federations 1.43 and 1.44 decide nothing").warning,
            between("birth_year", 1850, 2100, _BORN).warning,
            between("points", 0, None, "nobody ends below nothing").warning,
            between("points_computed", 0, None, "no result takes points away, but a scoring of the report may").warning,
            line_number(),
            between("place", 1, None, "places count from 1").warning,
        ),
        told_by=("event_id", "start_number"),
        emptiness="warning",
    ),
    "core.games": Suite(
        (
            one_of("colour", ("w", "b"), "a game has White and Black"),
            one_of("outcome", OUTCOMES, "1.42c decides by these which games count"),
            between("first_round", 1, None, "rounds count from 1"),
            between("lowest_score", 0, None, "a game gives no less than nothing"),
            between("highest_score", None, 1, "a game gives no more than a point, whatever scoring the event uses"),
            between("odd_scores", 0, 0, "scores go in steps of half a point"),
            between(
                "unconfirmed_percentage", None, 20, "so many contradictions say that a report was read wrongly"
            ).warning,
        ),
        told_by=("event_id", "outcome"),
        profile="profiles.games",
        emptiness="warning",
    ),
}
