"""What the tables of series and circuits mean. Articles are those of the Grand Prix of 2005."""

from __future__ import annotations

from normbook.expectations.expectation import Expectation, Suite, between, not_below, one_of, unique
from normbook.expectations.meanings import article, sentence, sex, status

_STANDING = ("series", "category", "section")
_SYSTEMS = ("swiss", "round_robin")


def _section() -> Expectation:
    return one_of("section", ("open", "women"), "girls are ranked among themselves as well (8)")


def _place(column: str = "place") -> Expectation:
    return between(column, 1, None, "places count from 1")


def _not_negative(column: str) -> Expectation:
    return between(column, 0, None, "a circuit takes no points away")


def _money() -> tuple[Expectation, ...]:
    return (
        *(
            between(column, 0, None, "money is not owed back (18)")
            for column in ("to_association", "to_clubs", "to_organisers")
        ),
        not_below("entered", "exempt", "only who entered is exempt (19)"),
        not_below("fees", "to_association", "the shares are of the fees (20)"),
    )


SERIES = {
    "ref.series_parameters": Suite(
        (
            one_of("kind", ("circuit", "blitz"), "only these are computed"),
            sentence("parameter"),
            article(),
            sentence("source"),
            status(),
        ),
        told_by=("regulation", "parameter"),
        emptiness="critical",
    ),
    "core.series_players": Suite(
        (
            sentence("player_key"),
            unique(("series", "event_id", "player_key"), "nobody plays twice in one event"),
            sex(),
            between("birth_year", 1850, 2100, "a player is younger than the oldest people").warning,
        ),
        told_by=("series", "event_id", "start_number"),
    ),
    "mart.grand_prix_events": Suite(
        (
            _section(),
            not_below("ranked_players", "counting_players", "only who is ranked is counted (9)"),
            between("left_out", 0, None, "a number of players (9)"),
            between("rounds", 0, None, "a number of rounds"),
            one_of("recommended_system", _SYSTEMS, "systems of article 4"),
            between("recommended_rounds", 1, None, "an event has rounds (4)"),
            between("recommended_minutes", 1, None, "a game takes time (6)"),
        ),
        told_by=(*_STANDING, "event_id"),
    ),
    "mart.grand_prix_results": Suite(
        (
            _section(),
            _place(),
            *(_not_negative(f"{part}_points") for part in ("placement", "bonus", "participation")),
            _not_negative("game_points"),
            not_below("event_points", "game_points", "no more points are added than were made (7)"),
        ),
        told_by=(*_STANDING, "event_id", "player_key"),
    ),
    "mart.grand_prix_standings": Suite(
        (
            _section(),
            _place(),
            _not_negative("points"),
            not_below("results", "counted_results", "results count of those that there are (11)"),
            not_below("results", "first_places", "a first place is a result (12a)"),
            between("percentage_score", 0, 100, "a score lies between none and all of the games (12b)"),
            article("tie_resolved_by"),
        ),
        told_by=(*_STANDING, "player_key"),
    ),
    "mart.grand_prix_race": Suite(
        (
            _section(),
            not_below("place", "best_place", "nobody can do worse than his best"),
            not_below("worst_place", "place", "nobody can do better than his worst"),
            not_below("best_points", "points", "points are never taken away (11)"),
            unique((*_STANDING, "after_encounter", "next_seed"), "a seeding list has one player a number (5)"),
            between("next_seed", 1, None, "seeds count from 1"),
            _place("place_needed"),
        ),
        told_by=(*_STANDING, "after_encounter", "player_key"),
    ),
    "mart.grand_prix_finals": Suite(
        (
            _section(),
            _place("seat"),
            _place(),
            between("rounds", 0, None, "a number of rounds (14, 15)"),
            between("minutes", 1, None, "a game takes time (16)"),
            _not_negative("final_points"),
            _place("final_place"),
            article("tie_resolved_by"),
        ),
        told_by=(*_STANDING, "stage", "seat"),
    ),
    "mart.grand_prix_settlements": Suite(_money(), told_by=("series", "category", "event_id")),
    "mart.grand_prix_club_shares": Suite(_money(), told_by=("series", "category", "event_id", "club")),
}
