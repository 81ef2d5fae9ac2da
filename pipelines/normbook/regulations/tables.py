"""The regulations as the tables `ref.*`: every row comes from a data file, nothing is decided here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from normbook.regulations.arithmetic import score_table
from normbook.regulations.loader import FOLDER, load_editions, performance_differences, performance_tables
from normbook.regulations.title_levels import conditions, in_words

if TYPE_CHECKING:
    import pyarrow as pa

    from normbook.regulations.schema import Edition
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
    "time_control",
    "norm_eligible",
    "swiss_exemption",
    "raised_opponents",
    "extension",
    "rating_list",
)


def reference_tables(most_games: int) -> dict[str, pa.Table]:
    """All tables `ref.*` by name, as their contracts declare them, score tables for 1 to `most_games` games.

    Raises RegulationError for a malformed file, ContractError where a file and its contract differ.
    """
    from normbook.contracts import contract

    editions = load_editions()
    by_edition: dict[str, Callable[[Edition], Iterator[Row]]] = {
        "ref.editions": _edition,
        "ref.parameters": _parameters,
        "ref.rules": _rules,
        "ref.norm_titles": _norm_titles,
        "ref.norm_limits": _norm_limits,
        "ref.least_games": _least_games,
        "ref.title_levels": _title_levels,
        "ref.exemptions": _exemptions,
        "ref.unrated_ratings": _unrated_ratings,
        "ref.score_table": lambda edition: _score_table(edition, most_games),
    }
    tables = {
        name: contract(name).from_rows(
            {"edition": edition.edition} | row for edition in editions for row in rows(edition)
        )
        for name, rows in by_edition.items()
    }
    tables["ref.performance_differences"] = contract("ref.performance_differences").from_rows(
        {"performance_table": table, "percentage_score": percentage, "rating_difference": difference}
        for table in performance_tables()
        for percentage, difference in enumerate(performance_differences(table))
    )
    for name in ("performance_periods", "rating_list_periods", "federations", "held_titles"):
        tables[f"ref.{name}"] = _from_csv(f"ref.{name}")
    return tables


def _from_csv(name: str) -> pa.Table:
    """A small table that its file holds column for column as the contract declares it."""
    import pyarrow as pa
    from pyarrow import csv

    from normbook.contracts import contract
    from normbook.errors import RegulationError

    path = FOLDER / f"{name.removeprefix('ref.')}.csv"
    declared = contract(name)
    try:
        options = csv.ConvertOptions(column_types=declared.arrow_schema)
        return declared.conform(csv.read_csv(path, convert_options=options))
    except pa.ArrowInvalid as error:
        raise RegulationError(f"{path}: {error}") from error


def _known(value: Value[Any]) -> Row:
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


def _parameters(edition: Edition) -> Iterator[Row]:
    for name, value in edition.values():
        plain = value.model_dump(mode="json", exclude_unset=True)
        yield _known(value) | {
            "parameter": name,
            "value": _written(plain["value"]),
            "source": edition.sources[value.source],
            "alternatives": _written(plain.get("alternatives")),
            "note": value.note,
        }


def _rules(edition: Edition) -> Iterator[Row]:
    for rule in RULES:
        value: Value[Any] = getattr(edition, rule)
        if value.value is not None:
            yield {"rule": rule} | _known(value)


def _norm_titles(edition: Edition) -> Iterator[Row]:
    for order, (title, open_to) in enumerate(edition.norm_titles.value.items(), start=1):
        yield {
            "title_sought": title,
            "title_order": order,
            "is_womens": open_to == "women",
            "least_performance": edition.least_performance.value[title],
            "least_average": edition.least_average.value[title],
            "rating_floor": edition.rating_floors.value[title],
        }


def _norm_limits(edition: Edition) -> Iterator[Row]:
    own, one = edition.own_federation_share.value, edition.one_federation_share.value
    titled, least_score = edition.titled_share.value.share, edition.least_score.value
    unrated, clock, swiss = edition.unrated_limit.value, edition.time_control.value, edition.swiss_exemption.value
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
        "least_score_numerator": least_score.numerator,
        "least_score_denominator": least_score.denominator,
        "multi_round_least_players": edition.multi_round_players.value,
        "longest_days": edition.longest_duration.value,
        **(clock.model_dump() if clock else {}),
        "swiss_exemption_rated_players": swiss.rated_players,
        "swiss_exemption_federations": swiss.federations,
        "swiss_exemption_titled": swiss.titled,
        "swiss_exemption_titles": swiss.titles,
        "not_affiliated_codes": edition.not_affiliated.value,
        "titled_codes": edition.titled_codes.value,
        "performance_table": edition.performance_table.value,
    }


def _least_games(edition: Edition) -> Iterator[Row]:
    for fewer in edition.fewer_games.value:
        for championship in fewer.championships:
            yield _known(edition.fewer_games) | {
                "championship": championship,
                "system": fewer.system,
                "rounds": fewer.rounds,
                "least_games": fewer.least_games,
            }


def _title_levels(edition: Edition) -> Iterator[Row]:
    for title, level in edition.title_levels.items():
        for alternative, groups in enumerate(level.value.any_of, start=1):
            for number, condition in enumerate(conditions(groups), start=1):
                yield _known(level) | {
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
    other_readings: list[Any] = list(waived.alternatives.values())
    for name, exemption in edition.exemptions.items():
        # where every reading waives the shares too, nothing was decided
        is_agreed = all(name in codes for codes in other_readings)
        yield _known(exemption) | {
            "exemption": name,
            "waives_federations": exemption.value.waives_federations,
            "waives_shares": name in waived.value,
            "shares_status": exemption.status if is_agreed else waived.status,
            "is_national": exemption.value.is_national,
        }


def _unrated_ratings(edition: Edition) -> Iterator[Row]:
    for period in edition.unrated_ratings.values():
        yield _known(period) | {"start_from": period.start_from, "start_to": period.start_to, "rating": period.value}


def _score_table(edition: Edition, most_games: int) -> Iterator[Row]:
    for title in edition.norm_titles.value:
        for games in range(1, most_games + 1):
            for row in score_table(edition, title, games):
                yield {"title_sought": title, "games": games} | row._asdict()
