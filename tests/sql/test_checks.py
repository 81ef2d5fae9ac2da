"""Every violation query is silent in the clean world and names exactly the offender that was planted."""

import datetime as dt

import duckdb
import pytest
import sqlglot
from sqlglot import exp
from tests.fixtures.clean_world import Row, Rows, clean_rows, load
from tests.fixtures.planting import Plant, add, all_of, change, drop

from normbook.contracts import CONTRACTS
from normbook.warehouse.sql_files import SqlFile, sql_files

CHECKS = {file.name: file for file in sql_files("checks")}

GAMES, PLAYERS, EVENTS = "core.games", "core.event_players", "core.events"
VERDICTS, OUTCOMES, PERFORMANCES = "mart.norm_verdicts", "mart.norm_rule_outcomes", "mart.performances"
AUDITS = "mart.norm_game_audits"
FILES, REJECTED, FINDINGS = "quality.source_files", "quality.rejected_records", "quality.findings"
RESULTS, STANDINGS = "mart.grand_prix_results", "mart.grand_prix_standings"
DIFFERENCES, SCORES, TITLES = "ref.performance_differences", "ref.score_table", "ref.norm_titles"

ADA = "spring, player 1"
ADA_GM, ADA_IM, ADA_WGM, ADA_WIM = (f"{ADA}, {title}" for title in ("GM", "IM", "WGM", "WIM"))
DARIO_GM, EGON_GM, EGON_IM = "spring, player 4, GM", "autumn, player 1, GM", "autumn, player 1, IM"


def seat(event_id: str, round_number: int, start_number: int) -> Row:
    return {"event_id": event_id, "round_number": round_number, "start_number": start_number}


def seat_of(start_number: int, method: str) -> Row:
    return {"event_id": "spring", "start_number": start_number, "method": method}


def standing(start_number: int, **values: object) -> Plant:
    return change("mart.blitz_standings", {"event_id": "spring", "start_number": start_number}, **values)


def category(change_number: int, **values: object) -> Plant:
    return change("mart.blitz_categories", {"name": "Ada Alba", "change_number": change_number}, **values)


def spring(round_number: int, start_number: int, **values: object) -> Plant:
    return change(GAMES, seat("spring", round_number, start_number), **values)


def autumn(round_number: int, start_number: int, **values: object) -> Plant:
    return change(GAMES, seat("autumn", round_number, start_number), **values)


def event(event_id: str, **values: object) -> Plant:
    return change(EVENTS, {"event_id": event_id}, **values)


def player(who: str, **values: object) -> Plant:
    return change(PLAYERS, {"name": who}, **values)


def performance(percentage: int, **values: object) -> Plant:
    return change(PERFORMANCES, {"percentage_score": percentage}, **values)


def verdict(who: str, title_sought: str, **values: object) -> Plant:
    return change(VERDICTS, {"name": who, "title_sought": title_sought}, **values)


def ada(title_sought: str, **values: object) -> Plant:
    return verdict("Ada Alba", title_sought, **values)


def dario(**values: object) -> Plant:
    return verdict("Dario Dorn", "GM", **values)


def egon(**values: object) -> Plant:
    return verdict("Egon Engel", "GM", **values)


def next_edition(valid_from: dt.date) -> Plant:
    return add("ref.editions", edition=valid_from.isoformat(), valid_from=valid_from, valid_to=None)


UNCONFIRMED = spring(1, 1, is_confirmed=False)
BOTH_FORFEIT = all_of(spring(1, 1, result_code="-", score=0.0), spring(1, 4, result_code="-", score=0.0))

# check -> what is planted, and the keys that the check must name (none: the change is allowed)
PLANTS: dict[str, list[tuple[Plant, list[str]]]] = {
    "games_mirrored": [
        (spring(1, 1, opponent_number=3), ["spring, round 1, player 1", "spring, round 1, player 4"]),
        (spring(1, 1, opponent_number=1), ["spring, round 1, player 1", "spring, round 1, player 4"]),
        (spring(1, 1, opponent_number=9, is_confirmed=False), ["spring, round 1, player 4"]),
    ],
    "contradictions_reported": [
        (UNCONFIRMED, ["spring, round 1, player 1"]),
        (all_of(UNCONFIRMED, add(FINDINGS, event_id="spring", line_number=14)), []),
        (all_of(UNCONFIRMED, add(REJECTED, scope="cell", event_id="spring", line_number=11)), []),
    ],
    "contradictions_undecided": [(UNCONFIRMED, [ADA_GM, ADA_IM, ADA_WGM, ADA_WIM])],
    "scores_sum_to_one": [
        (spring(1, 4, score=0.5), ["spring, round 1, player 1"]),
        (BOTH_FORFEIT, []),
        (all_of(BOTH_FORFEIT, spring(1, 4, score=1.0)), ["spring, round 1, player 1"]),
    ],
    "colours_opposite": [(spring(1, 4, colour="w"), ["spring, round 1, player 1"])],
    "rounds_complete": [(drop(GAMES, **seat("spring", 3, 2)), ["spring, round 3, player 2"])],
    "games_within_event": [
        (drop(PLAYERS, name="Fritz Frey"), ["autumn, round 1, player 3", "autumn, round 2, player 3"]),
        (event("autumn", rounds=1), [f"autumn, round 2, player {number}" for number in (1, 2, 3)]),
    ],
    "scores_fit_outcomes": [
        (spring(1, 1, score=None), ["spring, round 1, player 1"]),
        (autumn(2, 1, score=0.0), ["autumn, round 2, player 1"]),
        (autumn(1, 3, outcome="forfeit_win", score=0.5), ["autumn, round 1, player 3"]),
        (autumn(1, 3, outcome="forfeit_loss"), ["autumn, round 1, player 3"]),
        (autumn(1, 3, is_over_board=True), ["autumn, round 1, player 3"]),
    ],
    "finished_events_settled": [(event("autumn", is_finished=True), ["autumn"])],
    "events_count_players": [
        (event("spring", players=5), ["spring"]),
        (event("autumn", rated_players=3), ["autumn"]),
        (event("spring", average_rating=2067), ["spring"]),
    ],
    "list_ratings_held": [
        (player("Carlo Conti", rating=2081), ["spring, player 3"]),
        (player("Carlo Conti", fide_id=1009), ["spring, player 3"]),
        (player("Dario Dorn", rating_source="list"), ["spring, player 4"]),
        (player("Egon Engel", rating=2222), ["autumn, player 1"]),
    ],
    "performances_of_games": [
        (performance(83, games=2), [ADA]),
        (performance(83, score=3.0), [ADA]),
        (performance(83, opponents_average_rating=2056), [ADA]),
        (drop(PERFORMANCES, event_id="spring", start_number=3), ["spring, player 3"]),
        (add(PERFORMANCES, event_id="autumn", start_number=3), ["autumn, player 3"]),
        (all_of(drop(PERFORMANCES, event_id="autumn"), event("autumn", edition=None, start_date=None)), []),
    ],
    "performances_recomputed": [
        (performance(83, percentage_score=84), [ADA]),
        (performance(83, rating_difference=263), [ADA]),
        (performance(83, performance_rating=2320), [ADA]),
        (performance(100, performance_rating=2890), ["autumn, player 1"]),
    ],
    "verdict_performances_recomputed": [
        (ada("GM", percentage_score=84), [ADA_GM]),
        (ada("GM", rating_difference=None), [ADA_GM]),
        (dario(performance_rating=1290), [DARIO_GM]),
    ],
    "verdicts_of_known_players": [
        (ada("GM", fide_id=1002), [ADA_GM]),
        (ada("GM", federation_code=None), [ADA_GM]),
        (player("Egon Engel", name="Engel, Egon"), [EGON_GM, EGON_IM]),
        (drop(PLAYERS, name="Egon Engel"), [EGON_GM, EGON_IM]),
    ],
    "norms_lost_for_a_reason": [(change("mart.run_changes", {}, change="lost_norm"), [ADA_GM])],
    "verdicts_of_judged_events": [
        (ada("GM", edition="1998-01-01"), [ADA_GM]),
        (event("autumn", edition=None), [EGON_GM, EGON_IM]),
        (drop(EVENTS, event_id="autumn"), [EGON_GM, EGON_IM]),
        (all_of(drop("ref.editions"), drop(VERDICTS, event_id="spring")), [EGON_GM, EGON_IM]),
        (egon(achieved=False), [EGON_GM]),
    ],
    "verdicts_for_every_title": [
        (drop(VERDICTS, name="Ada Alba", title_sought="WIM"), [ADA_WIM]),
        (drop(VERDICTS, name="Dario Dorn", title_sought="GM"), [DARIO_GM]),
    ],
    "womens_norms_of_women": [
        (player("Ada Alba", sex=None), [ADA_WGM, ADA_WIM]),
        (drop(PLAYERS, name="Ada Alba"), [ADA_WGM, ADA_WIM]),
    ],
    "titles_held_recomputed": [
        (ada("WIM", already_held=False), [ADA_WIM]),
        (dario(already_held=True), [DARIO_GM]),
    ],
    "verdicts_give_reasons": [
        (ada("GM", failed_articles=["1.43"]), [ADA_GM]),
        (ada("GM", undecided_because="event not finished"), [ADA_GM]),
        (dario(failed_articles=[]), [DARIO_GM]),
        (egon(undecided_because=None), [EGON_GM]),
        (egon(undecided_because="unknown federations"), [EGON_GM]),
        (egon(undecided_because="unknown federations", undecided_articles=["1.43"]), []),
    ],
    "achieved_games_enough": [
        (ada("GM", games=2), [ADA_GM]),
        (all_of(ada("GM", games=2), event("spring", championship="short_cup")), [ADA_GM]),
        (all_of(ada("GM", games=2), event("spring", championship="short_cup", rounds=2)), []),
    ],
    "achieved_average_enough": [
        (ada("GM", opponents_average_rating=1999), [ADA_GM]),
        (ada("GM", opponents_average_rating=None), [ADA_GM]),
    ],
    "achieved_performance_enough": [
        (ada("GM", performance_rating=2199), [ADA_GM]),
        (ada("GM", performance_rating=None), [ADA_GM]),
        (ada("GM", performance_rating=None, score=3.0), []),
    ],
    "achieved_score_enough": [
        (ada("GM", score=2.0), [ADA_GM]),
        (ada("GM", score_required=None), [ADA_GM]),
    ],
    "score_required_recomputed": [
        (ada("GM", score_required=2.0), [ADA_GM]),
        (ada("WIM", score_required=1.0), [ADA_WIM]),
        (dario(score_required=None), [DARIO_GM]),
        (ada("GM", opponents_average_rating=1999), [ADA_GM]),
        (ada("GM", opponents_average_rating=1999, score_required=None), []),
    ],
    "points_short_recomputed": [
        (ada("GM", points_short=-0.5), [ADA_GM]),
        (ada("GM", score_required=None), [ADA_GM]),
        (ada("GM", score_required=None, points_short=None), []),
        (dario(points_short=1.5), [DARIO_GM]),
    ],
    "extension_recomputed": [
        (ada("IM", extension=1), [ADA_IM]),
        (ada("WGM", extension=0), [ADA_WGM]),
        (ada("WGM", achieved=False), [ADA_WGM]),
        (ada("WGM", achieved=None), [ADA_WGM]),
    ],
    "lower_norm_implied": [
        (ada("IM", achieved=False), [ADA_IM]),
        (ada("WIM", achieved=None), [ADA_WIM]),
        # the floor falls by more than the averages do: raised opponents alone could carry the higher norm
        (all_of(ada("IM", achieved=False), change(TITLES, {"title_sought": "GM"}, rating_floor=1901)), []),
        # a title that counts for the higher norm only
        (
            all_of(
                ada("IM", achieved=False),
                change("ref.title_levels", {"title_sought": "GM"}, title_codes=["GM", "FM"]),
            ),
            [],
        ),
        # the lower norm asks for more opponents, and has no other alternative
        (all_of(ada("WIM", achieved=False), change("ref.title_levels", {"title_sought": "WIM"}, least=2)), []),
    ],
    "audits_add_up": [
        (change(AUDITS, {"title_sought": "GM", "round_number": 1}, rating_used=2100), [ADA_GM]),
        (change(AUDITS, {"title_sought": "GM", "round_number": 1}, score=0.5), [ADA_GM]),
        (change(AUDITS, {"title_sought": "GM", "round_number": 1}, counted=False), [ADA_GM]),
        (drop(AUDITS, title_sought="GM"), [ADA_GM]),
        # half up: two more make 6172 / 3 = 2057.33, the same average
        (change(AUDITS, {"title_sought": "GM", "round_number": 1}, rating_used=2002), []),
    ],
    "outcomes_of_known_verdicts": [(add(OUTCOMES, start_number=9), ["spring, player 9, GM, least_games"])],
    "failed_articles_of_outcomes": [
        (dario(failed_articles=["1.48"]), [DARIO_GM]),
        (dario(failed_articles=["1.49", "1.48"]), [DARIO_GM]),
        (change(OUTCOMES, {"waived_by": "1.43e"}, waived_by=None), [DARIO_GM]),
        (drop(OUTCOMES, start_number=1, title_sought="GM"), [ADA_GM]),
    ],
    "source_files_balance": [(change(FILES, {"event_id": "spring"}, blank_lines=2), ["events/spring.trf"])],
    "rejected_lines_listed": [
        (drop(REJECTED, event_id="spring"), ["events/spring.trf"]),
        (change(REJECTED, {"event_id": "spring"}, scope="cell"), ["events/spring.trf"]),
        (drop(REJECTED, source_file="rating_lists/apr99.txt"), ["rating_lists/apr99.txt"]),
        (all_of(drop(REJECTED, event_id="spring"), drop("staging.event_reports", event_id="spring")), []),
    ],
    "refused_files_explained": [(change(FILES, {"is_read": False}, reason=None), ["events/broken.trf"])],
    "reports_accounted_for": [(drop(FINDINGS, event_id="twin"), ["events/twin.trf"])],
    "score_table_recomputed": [
        (change(SCORES, {"half_points": 5}, lowest_average=2001), ["1999-01-01, GM, 3 games, 5 half points"]),
        (change(SCORES, {"half_points": 2}, highest_average=2400), ["1999-01-01, GM, 3 games, 2 half points"]),
        (drop(SCORES, half_points=2), ["1999-01-01, GM, 3 games, 3 half points"]),
    ],
    "performance_tables_mirrored": [
        (drop(DIFFERENCES, percentage_score=83), ["eight-a-percent, 17 %"]),
        (
            change(DIFFERENCES, {"percentage_score": 83}, rating_difference=265),
            ["eight-a-percent, 17 %", "eight-a-percent, 83 %"],
        ),
    ],
    "tie_breaks_of_every_player": [
        (drop("mart.tie_breaks", event_id="spring", start_number=2, method="buchholz"), ["spring, player 2, buchholz"]),
        (
            change("mart.tie_breaks", seat_of(1, "buchholz"), start_number=9),
            ["spring, player 1, buchholz", "spring, player 9, buchholz"],
        ),
    ],
    "tie_breaks_bounded": [
        (change("mart.tie_breaks", seat_of(1, "buchholz_cut_1"), value=3.75), ["spring, player 1, buchholz_cut_1"]),
        (change("mart.tie_breaks", seat_of(3, "sonneborn_berger"), value=4.25), ["spring, player 3, sonneborn_berger"]),
    ],
    "buchholz_adds_up": [
        (change("mart.tie_breaks", seat_of(1, "buchholz"), value=4.0), ["spring, spring_rules"]),
        # who did not play hands nothing on that could be counted here
        (all_of(change("mart.tie_breaks", seat_of(1, "buchholz"), value=4.0), spring(1, 1, outcome="forfeit_win")), []),
    ],
    "grand_prix_points_add_up": [
        (change(RESULTS, {"place": 2}, bonus_points=1.0), ["cup, spring, open, 1003"]),
        (change(RESULTS, {"place": 3}, counted=False), ["cup, all, open, 1002"]),
        (drop(RESULTS, place=4), ["cup, all, open, dario dorn"]),
        (change(STANDINGS, {"place": 3}, points=6.0), ["cup, all, open, 1002"]),
    ],
    "grand_prix_order": [
        (change(STANDINGS, {"place": 2}, points=12.0), ["cup, all, open, 1003"]),
        (change(STANDINGS, {"place": 3}, place=4), ["cup, all, open, 1002", "cup, all, open, dario dorn"]),
    ],
    "grand_prix_event_points": [
        (change(RESULTS, {"place": 1}, event_points=2.0), ["cup, spring, open, 1"]),
        (change(RESULTS, {"place": 1}, start_number=9), ["cup, spring, open, 9"]),
    ],
    "grand_prix_money_balances": [
        (change("mart.grand_prix_settlements", {}, to_clubs=3), ["cup, all, spring"]),
        (change("mart.grand_prix_settlements", {}, exempt=1), ["cup, all, spring"]),
        (change("mart.grand_prix_club_shares", {}, fees=15), ["cup, all, spring"]),
    ],
    "blitz_points_of_games": [
        (standing(1, points=2.0), ["night, spring, player 1"]),
        (drop("mart.blitz_standings", event_id="spring", start_number=4), ["night, spring, player 4"]),
    ],
    "blitz_places_in_order": [
        (all_of(standing(1, place=2), standing(3, place=1)), ["night, spring, players 1 and 3"]),
        (all_of(standing(3, points=2.5, place=1), standing(1, place=2)), ["night, spring, players 1 and 3"]),
        # a play-off stands above the tie-break
        (all_of(standing(3, points=2.5, place=1), standing(1, place=2, decided_by="play_off")), []),
    ],
    "blitz_promotions_within_share": [
        (change("mart.blitz_promotions", {"start_number": 1}, reason="place"), ["night, spring"]),
        (add("mart.blitz_promotions", start_number=3), ["night, spring"]),
        (change("mart.blitz_events", {"event_id": "spring"}, annual_championship=False), ["night, spring"]),
    ],
    "blitz_categories_connected": [
        (category(2, previous_category="3"), ["night, 1001, change 2"]),
        (category(2, is_current=False), ["night, 1001, change 2"]),
        (category(1, is_current=True), ["night, 1001, change 1"]),
        (category(2, category="2"), ["night, 1001, change 2"]),
    ],
    "blitz_groups_balanced": [
        (
            change("mart.blitz_groups", {"player_key": "1002"}, group_number=1),
            ["night, spring", "night, spring, Alpha"],
        ),
        (change("mart.blitz_groups", {}, group_number=1), ["night, spring", "night, spring, Alpha"]),
    ],
    "editions_apart": [
        (next_edition(dt.date(2000, 12, 31)), ["2000-12-31"]),
        (next_edition(dt.date(2001, 1, 1)), []),
    ],
}

CASES = [
    pytest.param(check, plant, keys, id=f"{check}-{number}")
    for check, plants in PLANTS.items()
    for number, (plant, keys) in enumerate(plants, start=1)
]


def offenders(check: SqlFile, rows: Rows) -> list[str]:
    with duckdb.connect() as connection:
        load(connection, {table: rows[table] for table in check.inputs})
        return sorted(sample_key for (sample_key,) in connection.execute(check.text).fetchall())


@pytest.mark.parametrize("check", CHECKS)
def test_clean_world_has_no_offender(check):
    assert offenders(CHECKS[check], clean_rows()) == []


@pytest.mark.parametrize(("check", "plant", "keys"), CASES)
def test_planted_offender_is_named(check, plant, keys):
    rows = clean_rows()
    plant(rows)
    assert offenders(CHECKS[check], rows) == sorted(keys)


def test_every_check_has_a_planted_offender():
    assert {check for check, plants in PLANTS.items() if any(keys for _, keys in plants)} == set(CHECKS)


@pytest.mark.parametrize("file", [*CHECKS.values(), *sql_files("profiles")], ids=lambda file: file.name)
def test_header_tells_what_the_query_reads(file):
    tree = sqlglot.parse_one(file.text, read="duckdb")
    read = {f"{table.db}.{table.name}" for table in tree.find_all(exp.Table) if table.db}
    assert read == set(file.inputs)
    assert read <= set(CONTRACTS)
    assert file.header["about"].endswith(".")
    if "check" in file.header:
        assert file.header["severity"] in {"critical", "warning"}
        assert tree.named_selects == ["sample_key"]
