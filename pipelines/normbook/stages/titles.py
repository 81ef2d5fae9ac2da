"""From norms to titles (1.5): whether the norms of a player make an application, and on which day they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]


INPUTS = ("mart.norms_of_all_seasons", "mart.ratings_reached", "ref.applications")


def title_progress(norms: pa.Table, ratings: pa.Table, applications: pa.Table) -> pa.Table:
    """mart.title_progress from the tables that INPUTS names."""
    books = _Books(ratings, applications)
    return contract("mart.title_progress").from_rows(_progress(of_player, books) for of_player in _by_player(norms))


def title_applications(norms: pa.Table, ratings: pa.Table, applications: pa.Table) -> pa.Table:
    """mart.title_applications from the tables that INPUTS names: all norms, by the edition of the last one and each later one.

    What one application asks for is asked by the edition in force when it is handed in (1.5.6 of 2023), the norms by those of
    their events (1.5.4).
    """
    books = _Books(ratings, applications)
    return contract("mart.title_applications").from_rows(
        _told(of_player, _application(of_player, rules), books)
        for of_player in _by_player(norms)
        for edition, rules in books.asked.items()
        if edition >= _newest(of_player)
    )


class _Books:
    """What applications ask for, by edition, and the ratings that players reached, by player, title and edition."""

    def __init__(self, ratings: pa.Table, applications: pa.Table) -> None:
        self.asked: dict[str, Row] = {row["edition"]: row for row in applications.to_pylist()}
        self.reached: dict[tuple[int, str, str], Row] = {
            (row["fide_id"], row["title_sought"], row["edition"]): row for row in ratings.to_pylist()
        }


def _by_player(norms: pa.Table) -> Iterator[list[Row]]:
    """The norms of each player for each title, by date."""
    in_order = sorted(norms.to_pylist(), key=lambda norm: (*_player(norm), norm["norm_on"], norm["event_id"]))
    return (list(of_player) for _, of_player in groupby(in_order, _player))


def _player(norm: Row) -> tuple[int, str]:
    return norm["fide_id"], norm["title_sought"]


def _newest(norms: Sequence[Row]) -> str:
    edition: str = max(norm["edition"] for norm in norms)
    return edition


@dataclass(frozen=True)
class _Application:
    """Norms handed in together: what they lack, and those that count."""

    asked: Row
    counted: Sequence[Row]
    lacks: list[str]


def _progress(norms: list[Row], books: _Books) -> Row:
    """One row: the norms in the order of their dates, handed in as soon as they suffice, by the newest edition of them.

    All norms up to a day are as good as any choice of them with the same last day, but for those of which an application
    takes only so many, so the first day on which they suffice is found exactly.
    """
    parts = (norms[:number] for number in range(1, len(norms) + 1))
    handed_in = (_application(part, books.asked[_newest(part)]) for part in parts)
    complete = next((one for one in handed_in if not one.lacks), None)
    # later norms are told too, but cannot spoil what was complete
    now = complete or _application(norms, books.asked[_newest(norms)])
    row = _told(norms, now, books)
    reached_on = books.reached[(*_player(norms[0]), now.asked["edition"])]["reached_on"]
    complete_on = max(norm["norm_on"] for norm in complete.counted) if complete else None
    return row | {
        "norms_complete_on": complete_on,
        "earned_on": max(complete_on, reached_on) if complete_on and reached_on else None,
    }


def _told(norms: list[Row], application: _Application, books: _Books) -> Row:
    """What there is of all norms, and what the application lacks."""
    rules, counted = application.asked, application.counted
    rating = books.reached[(*_player(norms[0]), rules["edition"])]
    missing = list(application.lacks)
    if rating["reached_on"] is None:
        highest = rating["highest_rating"]
        held = "in no list held" if highest is None else f"highest in the lists held: {highest}"
        missing.append(f"rating {rating['rating_required']} ({rules['rating_article']}), {held}")
    return {
        "fide_id": norms[0]["fide_id"],
        "title_sought": norms[0]["title_sought"],
        "name": norms[-1]["name"],
        "edition": rules["edition"],
        "norms": len(norms),
        "norm_games": sum(norm["counted_games"] for norm in _application(norms, rules).counted),
        "games_required": rules["games"],
        "has_norm_elsewhere": _any(_is_elsewhere(norm, rules) for norm in counted),
        "has_listed_event": _has_listed_event(counted, rules),
        "highest_rating": rating["highest_rating"],
        "rating_required": rating["rating_required"],
        "missing": missing,
        "not_checked": _not_checked(counted, rules),
        "held_since": rating["held_since"],
        "event_ids": [norm["event_id"] for norm in norms],
    }


def _application(norms: Sequence[Row], rules: Row) -> _Application:
    """The best application of these norms by the rules of an edition."""
    whole = [norm for norm in norms if not norm["is_unplayed_forgiven"]]
    unplayed = [norm for norm in norms if norm["is_unplayed_forgiven"]]
    most = rules["most_unplayed_norms"]
    taken = len(unplayed) if most is None else min(most, len(unplayed))
    choices = (
        _Application(rules, counted, _lacks(counted, rules, len(unplayed) - taken))
        for counted in ([*whole, *some] for some in combinations(unplayed, taken))
    )
    return min(choices, key=lambda one: (len(one.lacks), -sum(norm["counted_games"] for norm in one.counted)))


def _lacks(norms: Sequence[Row], rules: Row, left_aside: int) -> list[str]:
    """What an application of these norms lacks, in words with the article; a rating is not looked at."""
    lacks = []
    if (games := sum(norm["counted_games"] for norm in norms)) < rules["games"]:
        few = f"{games} of {rules['games']} games ({rules['games_article']})"
        aside = f", without {left_aside} more with an unplayed game ({rules['unplayed_norms_article']})"
        lacks.append(few + aside if left_aside else few)
    if len(norms) < rules["events"]:
        lacks.append(f"{len(norms)} of {rules['events']} norms ({rules['norms_article']})")
    if (elsewhere := sum(_is_elsewhere(norm, rules) is True for norm in norms)) < rules["norms_abroad"]:
        words = "without exemption from the federation rules"
        lacks.append(f"{elsewhere} of {rules['norms_abroad']} norms {words} ({rules['abroad_article']})")
    if _has_listed_event(norms, rules) is False:
        lacks.append(f"a norm from a big Swiss or a listed event ({rules['listed_event_article']})")
    if _has_slow_event(norms, rules) is False:
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


def _asks_for_slow_event(norms: Sequence[Row], rules: Row) -> bool:
    return bool(norms) and norms[0]["title_sought"] in (rules["single_round_days_titles"] or [])


def _has_slow_event(norms: Sequence[Row], rules: Row) -> bool | None:
    """Whether an event had enough days with one round; None where that is not asked or a report has no dates."""
    if not _asks_for_slow_event(norms, rules):
        return None
    least: int = rules["single_round_days"]
    days: list[int | None] = [norm["single_round_days"] for norm in norms]
    return _any(None if number is None else number >= least for number in days)


def _not_checked(norms: Sequence[Row], rules: Row) -> list[str]:
    if not _asks_for_slow_event(norms, rules) or _has_slow_event(norms, rules) is not None:
        return []
    days, article = rules["single_round_days"], rules["single_round_days_article"]
    return [f"whether a norm is from an event of {days} days with one round ({article}): reports without dates"]


def _any(truths: Iterable[bool | None]) -> bool | None:
    """True if one is, None if one may be, else False."""
    held = list(truths)
    return True if True in held else None if None in held else False
