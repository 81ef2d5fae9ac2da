"""From norms to titles (1.5): whether the norms of a player make an application, and on which day they did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]


def title_progress(norms: pa.Table, ratings: pa.Table, applications: pa.Table) -> pa.Table:
    """mart.title_progress from mart.norms_of_all_seasons, mart.ratings_reached and ref.applications.

    `applications` has one column more, `abroad_article`: where the edition asks for a norm without exemption.
    """
    asked = {row["edition"]: row for row in applications.to_pylist()}
    reached = {(row["fide_id"], row["title_sought"], row["edition"]): row for row in ratings.to_pylist()}
    by_player = sorted(norms.to_pylist(), key=lambda norm: (*_player(norm), norm["norm_on"], norm["event_id"]))
    return contract("mart.title_progress").from_rows(
        _progress(list(of_player), asked, reached) for _, of_player in groupby(by_player, _player)
    )


def _player(norm: Row) -> tuple[int, str]:
    return norm["fide_id"], norm["title_sought"]


@dataclass(frozen=True)
class _Application:
    """Norms handed in together: what they lack, and those that count."""

    asked: Row
    counted: Sequence[Row]
    lacks: list[str]


def _progress(norms: list[Row], asked: dict[str, Row], reached: dict[tuple[int, str, str], Row]) -> Row:
    """One row: the norms in the order of their dates, handed in as soon as they suffice.

    All norms up to a day are as good as any choice of them with the same last day, but for those of which an application
    takes only so many, so the first day on which they suffice is found exactly.
    """
    title = norms[0]["title_sought"]
    handed_in = (_application(norms[:number], title, asked) for number in range(1, len(norms) + 1))
    complete = next((one for one in handed_in if not one.lacks), None)
    # later norms are told too, but cannot spoil what was complete
    now = complete or _application(norms, title, asked)
    rules = now.asked
    counted = _application(norms, title, {norm["edition"]: rules for norm in norms}).counted
    rating = reached[(*_player(norms[0]), rules["edition"])]
    missing = list(now.lacks)
    if rating["reached_on"] is None:
        highest = rating["highest_rating"]
        held = "in no list held" if highest is None else f"highest in the lists held: {highest}"
        missing.append(f"rating {rating['rating_required']} ({rules['article']}), {held}")
    complete_on = max(norm["norm_on"] for norm in complete.counted) if complete else None
    return {
        "fide_id": norms[0]["fide_id"],
        "title_sought": title,
        "name": norms[-1]["name"],
        "edition": rules["edition"],
        "norms": len(norms),
        "norm_games": sum(norm["counted_games"] for norm in counted),
        "games_required": rules["games"],
        "has_norm_elsewhere": _any(_is_elsewhere(norm, rules) for norm in now.counted),
        "has_listed_event": _has_listed_event(now.counted, rules),
        "highest_rating": rating["highest_rating"],
        "rating_required": rating["rating_required"],
        "missing": missing,
        "not_checked": _not_checked(now.counted, title, rules),
        "norms_complete_on": complete_on,
        "earned_on": max(complete_on, rating["reached_on"]) if complete_on and rating["reached_on"] else None,
        "held_since": rating["held_since"],
        "event_ids": [norm["event_id"] for norm in norms],
    }


def _application(norms: Sequence[Row], title: str, asked: dict[str, Row]) -> _Application:
    """The best application of these norms, by the newest edition that one of them has."""
    rules = asked[max(norm["edition"] for norm in norms)]
    whole = [norm for norm in norms if not norm["is_unplayed_forgiven"]]
    unplayed = [norm for norm in norms if norm["is_unplayed_forgiven"]]
    most = rules["most_unplayed_norms"]
    taken = len(unplayed) if most is None else min(most, len(unplayed))
    choices = (
        _Application(rules, counted, _lacks(counted, title, rules))
        for counted in ([*whole, *some] for some in combinations(unplayed, taken))
    )
    return min(choices, key=lambda one: (len(one.lacks), -sum(norm["counted_games"] for norm in one.counted)))


def _lacks(norms: Sequence[Row], title: str, rules: Row) -> list[str]:
    """What an application of these norms lacks, in words with the article; a rating is not looked at."""
    article = rules["article"]
    lacks = []
    if (games := sum(norm["counted_games"] for norm in norms)) < rules["games"]:
        lacks.append(f"{games} of {rules['games']} games ({article})")
    if len(norms) < rules["events"]:
        lacks.append(f"{len(norms)} of {rules['events']} norms ({article})")
    if (elsewhere := sum(_is_elsewhere(norm, rules) is True for norm in norms)) < rules["norms_abroad"]:
        words = "without exemption from the federation rules"
        lacks.append(f"{elsewhere} of {rules['norms_abroad']} norms {words} ({rules['abroad_article']})")
    if _has_listed_event(norms, rules) is False:
        lacks.append(f"a norm from a big Swiss or a listed event ({article})")
    if _has_slow_event(norms, title, rules) is False:
        days = f"{rules['single_round_days']} days with one round"
        lacks.append(f"a norm from an event of {days} ({rules['single_round_days_article']})")
    return lacks


def _is_elsewhere(norm: Row, rules: Row) -> bool | None:
    """Whether the norm stands without exemption: by the kind of event, or by the federations met whatever the event."""
    return not norm["is_national"] if rules["abroad_method"] == "event" else norm["meets_federation_rules"]


def _has_listed_event(norms: Sequence[Row], rules: Row) -> bool | None:
    """Whether a norm is from a listed event; None where no norm is late enough to bring that need."""
    start = rules["listed_event_from"]
    if start is None or all(norm["norm_on"] < start for norm in norms):
        return None
    return any(rules["edition"] in norm["listed_editions"] for norm in norms)


def _has_slow_event(norms: Sequence[Row], title: str, rules: Row) -> bool | None:
    """Whether an event had enough days with one round; None where that is not asked or a report has no dates."""
    least: int | None = rules["single_round_days"]
    if least is None or title not in (rules["single_round_days_titles"] or []):
        return None
    days: list[int | None] = [norm["single_round_days"] for norm in norms]
    return _any(None if number is None else number >= least for number in days)


def _not_checked(norms: Sequence[Row], title: str, rules: Row) -> list[str]:
    asks = rules["single_round_days"] is not None and title in (rules["single_round_days_titles"] or [])
    if not asks or _has_slow_event(norms, title, rules) is not None:
        return []
    days, article = rules["single_round_days"], rules["single_round_days_article"]
    return [f"whether a norm is from an event of {days} days with one round ({article}): reports without dates"]


def _any(truths: Iterable[bool | None]) -> bool | None:
    """True if one is, None if one may be, else False."""
    held = list(truths)
    return True if True in held else None if None in held else False
