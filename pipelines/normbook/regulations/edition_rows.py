"""What one edition gives to each table `ref.*`: a function for every table, from the edition to rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from normbook.regulations.title_levels import conditions, in_words

if TYPE_CHECKING:
    from normbook.regulations.schema import Edition, SeriesRegulation
    from normbook.regulations.values import Value

Row = dict[str, object]

# Rules that verdicts and findings cite; each is a value of the same name in the edition.
RULES = (
    "least_games",
    "other_federations",
    "own_federation_share",
    "one_federation_share",
    "titled_share",
    "multi_round_players",
    "unrated_limit",
    "least_performance",
    "least_average",
    "least_score",
    "unrated_rating",
    "unit_of_opponents",
    "waived_shares",
    "last_round_forfeit",
    "not_affiliated",
    "computers",
    "not_over_board",
    "not_rated_results",
    "unrated_without_points",
    "longest_duration",
    "lists_of_the_day",
    "time_control",
    "norm_eligible",
    "swiss_exemption",
    "raised_opponents",
    "extension",
    "rating_list",
)

# Whether titled opponents and federations count with each game, shares are of the games, and the level counts with each game;
# and the share of the level in double round robins where it is another.
_BY_PERSONS = (False, False, False, None)
UNITS: dict[str, tuple[bool, bool, bool, Fraction | None]] = {
    "distinct_opponents": _BY_PERSONS,
    "distinct_opponents_for_games": (False, True, False, None),
    "games": (True, True, False, None),
    "half_in_multi_rounds": (False, False, False, Fraction(1, 2)),
    "half_of_games_in_multi_rounds": (True, True, True, Fraction(1, 2)),
}


def known(value: Value[Any]) -> Row:
    """What a value says about itself, as columns."""
    return {"article": value.article, "status": value.status}


def _written(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _edition(edition: Edition) -> Iterator[Row]:
    period = edition.in_force.value
    yield {
        "valid_from": period.start_from,
        "valid_to": period.start_to,
        "name": edition.name,
        "is_provisional": edition.is_provisional,
    }


def parameters(regulation: Edition | SeriesRegulation) -> Iterator[Row]:
    """Every value of a regulation with what it says about itself, as written in the file."""
    for name, value in regulation.values():
        plain = value.model_dump(mode="json", exclude_unset=True)
        yield known(value) | {
            "parameter": name,
            "value": _written(plain["value"]),
            "source": regulation.sources[value.source],
            "alternatives": _written(plain.get("alternatives")),
            "note": value.note,
        }


def _readings(edition: Edition) -> Iterator[Row]:
    articles: dict[tuple[str, str, bool], str] = {}
    for _, value in edition.values():
        for switch, readings in value.alternatives.items():
            for key, other in readings.items():
                name = str(other) if key == "default" else key
                articles.setdefault((switch, name, key == "default"), value.article)
    for (switch, reading, is_usual), article in articles.items():
        yield {"switch": switch, "reading": reading, "is_usual": is_usual, "article": article}


def _event_conditions(edition: Edition) -> Iterator[Row]:
    """Those of the file, with the numbers that other values of the edition have, and the formats."""
    limits = {"day_rounds": edition.day_rounds.value, "day_hours": edition.day_hours.value}
    for rule, value in edition.event_conditions.items():
        yield known(value) | {
            "rule": rule,
            "asks": value.value.asks,
            "decides": value.value.decides,
            "number": limits.get(rule, value.value.number),
            "codes": value.value.titles,
        }
    if (formats := edition.formats).value is not None:
        asks = f"one of the formats {', '.join(formats.value)}, or approval"
        yield known(formats) | {"rule": "formats", "asks": asks, "decides": "event", "codes": formats.value}


def _rules(edition: Edition) -> Iterator[Row]:
    for rule in RULES:
        value: Value[Any] = getattr(edition, rule)
        if value.value is not None:
            yield {"rule": rule} | known(value)


def _norm_titles(edition: Edition) -> Iterator[Row]:
    for order, (title, open_to) in enumerate(edition.norm_titles.value.items(), start=1):
        yield {
            "title_sought": title,
            "title_order": order,
            "is_womens": open_to == "women",
            "least_performance": edition.least_performance.value[title],
            "least_average": edition.least_average.value[title],
            "rating_floor": edition.rating_floors.value[title],
            "application_rating": edition.application.value.ratings[title],
        }


def _norm_limits(edition: Edition) -> Iterator[Row]:
    own, one = edition.own_federation_share.value, edition.one_federation_share.value
    titled, least_score = edition.titled_share.value.share, edition.least_score.value
    unrated, swiss = edition.unrated_limit.value, edition.swiss_exemption.value
    cut, wins = edition.later_games_left_out.value, edition.wins_left_out.value
    unplayed, long_events = edition.unplayed_game, edition.long_events.value
    printed = edition.lowest_printed_score.value
    yield {
        "least_games": edition.least_games.value,
        "most_raised": edition.raised_opponents.value,
        "other_federations": edition.other_federations.value,
        "own_share_numerator": own.share.numerator,
        "own_share_denominator": own.share.denominator,
        "one_share_numerator": one.share.numerator,
        "one_share_denominator": one.share.denominator,
        "federation_rounding": own.rounding,
        "titled_share_numerator": titled.numerator,
        "titled_share_denominator": titled.denominator,
        "unrated_added": unrated and unrated.added,
        "unrated_numerator": unrated and unrated.share.numerator,
        "unrated_denominator": unrated and unrated.share.denominator,
        "unrated_rounding": unrated and unrated.rounding,
        "least_score_numerator": least_score.numerator,
        "least_score_denominator": least_score.denominator,
        "multi_round_least_players": edition.multi_round_players.value,
        "may_cut": cut is not None,
        "may_cut_predetermined": cut == "after_a_norm",
        "may_leave_out_wins": wins is not None,
        "games_remaining": wins and wins.games_remaining,
        "whole_event_mix": wins is not None and wins.whole_event_mix,
        "whole_event_average": wins is not None and wins.whole_event_average,
        "unplayed_rounds": unplayed.value and unplayed.value.rounds,
        "unplayed_least_games": unplayed.value and unplayed.value.least_games,
        "unplayed_counts_as": unplayed.value and unplayed.value.counts_as,
        "unplayed_article": unplayed.article if unplayed.value else None,
        "unplayed_with_extension": unplayed.value is not None and unplayed.value.with_extension,
        "long_event_rounds": long_events and long_events.more_rounds_than,
        "long_event_counts": long_events and long_events.count,
        "long_event_with_extension": long_events is not None and long_events.with_extension,
        "last_round_forfeit": edition.last_round_forfeit.value,
        "counts_not_rated": edition.not_rated_results.value == "counted",
        "longest_days": edition.longest_duration.value,
        "lists_of_the_day_after": edition.lists_of_the_day.value,
        "swiss_exemption_rated_players": swiss.rated_players,
        "swiss_exemption_federations": swiss.federations,
        "swiss_exemption_titled": swiss.titled,
        "swiss_exemption_every_round": swiss.every_round,
        "swiss_exemption_missed_rounds": swiss.missed_rounds,
        "swiss_exemption_titles": swiss.titles,
        "bye_is_present": edition.bye_is_present.value is not False,
        "forfeit_win_is_present": edition.forfeit_is_miss.value != "any",
        "games_without_federations": edition.games_without_federations.value,
        "games_without_federations_article": edition.games_without_federations.article,
        "not_affiliated_codes": edition.not_affiliated.value,
        "stateless_codes": edition.stateless.value.codes,
        "stateless_in_shares": edition.stateless.value.in_shares,
        "titled_codes": edition.titled_codes.value,
        "performance_table": edition.performance_table.value,
        "printed_games": printed and printed.games,
        "printed_half_points": printed and printed.half_points,
    }


def _opponent_units(edition: Edition) -> Iterator[Row]:
    for kind, value in (
        ("double_round_robin", edition.unit_of_opponents),
        ("knockout", edition.knockout_unit),
        ("other", edition.unit_of_opponents),
    ):
        by_games, of_games, level_by_games, level = UNITS[value.value]
        if level and kind != "double_round_robin":
            by_games, of_games, level_by_games, level = _BY_PERSONS
        yield {
            "kind": kind,
            "by_games": by_games,
            "of_games": of_games,
            "level_by_games": level_by_games,
            "level_numerator": level and level.numerator,
            "level_denominator": level and level.denominator,
            "status": value.status,
        }


def _least_games(edition: Edition) -> Iterator[Row]:
    for fewer in edition.fewer_games.value:
        for championship in fewer.championships:
            yield known(edition.fewer_games) | {
                "championship": championship,
                "system": fewer.system,
                "rounds": fewer.rounds,
                "least_games": fewer.least_games,
                "counts_as": fewer.counts_as,
            }


def _title_levels(edition: Edition) -> Iterator[Row]:
    for title, level in edition.title_levels.items():
        for alternative, groups in enumerate(level.value.any_of, start=1):
            for number, condition in enumerate(conditions(groups), start=1):
                yield known(level) | {
                    "title_sought": title,
                    "alternative": alternative,
                    "condition": number,
                    "title_codes": condition.titles,
                    "least": condition.least,
                    "share_numerator": condition.share and condition.share.numerator,
                    "share_denominator": condition.share and condition.share.denominator,
                    "in_words": in_words(groups),
                }


def _exemptions(edition: Edition) -> Iterator[Row]:
    waived = edition.waived_shares
    other_readings: list[Any] = [
        codes for switch in waived.alternatives.values() for reading, codes in switch.items() if reading != "default"
    ]
    for name, exemption in edition.exemptions.items():
        # where every reading waives the shares too, nothing was decided
        is_agreed = all(name in codes for codes in other_readings)
        yield known(exemption) | {
            "exemption": name,
            "waives_federations": exemption.value.waives_federations,
            "waives_shares": name in waived.value,
            "shares_status": exemption.status if is_agreed else waived.status,
            "is_national": exemption.value.is_national,
            "home_players_only": exemption.value.home_players_only,
        }


def _time_controls(edition: Edition) -> Iterator[Row]:
    for period in edition.time_controls.values():
        yield known(period) | {
            "start_from": period.start_from,
            "start_to": period.start_to,
            **period.value.model_dump(),
        }


def _unrated_ratings(edition: Edition) -> Iterator[Row]:
    for period in edition.unrated_ratings.values():
        yield known(period) | {"start_from": period.start_from, "start_to": period.start_to, "rating": period.value}


ROWS: Mapping[str, Callable[[Edition], Iterator[Row]]] = {
    "ref.editions": _edition,
    "ref.parameters": parameters,
    "ref.event_conditions": _event_conditions,
    "ref.readings": _readings,
    "ref.rules": _rules,
    "ref.norm_titles": _norm_titles,
    "ref.norm_limits": _norm_limits,
    "ref.opponent_units": _opponent_units,
    "ref.least_games": _least_games,
    "ref.title_levels": _title_levels,
    "ref.exemptions": _exemptions,
    "ref.unrated_ratings": _unrated_ratings,
    "ref.time_controls": _time_controls,
}
