"""What one edition gives to the tables `ref.*` from norms to titles (1.2, 1.3, 1.5): a function for every table."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from normbook.regulations.edition_rows import Row, known
from normbook.regulations.loader import FOLDER

if TYPE_CHECKING:
    from normbook.regulations.schema import Edition


def _applications(edition: Edition) -> Iterator[Row]:
    asked = edition.application.value
    listed, slow = asked.listed_event, edition.single_round_days
    yield known(edition.application) | {
        "games": asked.games,
        "events": asked.events,
        "norms_abroad": edition.application_norms_abroad.value,
        "abroad_article": edition.application_norms_abroad.article,
        "abroad_method": asked.abroad_method,
        "most_unplayed_norms": asked.most_unplayed_norms,
        "listed_event_method": listed and listed.method,
        "listed_event_from": listed and listed.norms_from,
        "big_swiss_players": listed and listed.players,
        "big_swiss_average": listed and listed.average,
        "single_round_days": slow.value and slow.value.days,
        "single_round_days_titles": slow.value and slow.value.titles,
        "single_round_days_article": slow.article if slow.value else None,
        **{f"{name}_article": article for name, article in asked.articles},
    }


def _application_readings(edition: Edition) -> Iterator[Row]:
    """What an application asks of listed events, as usual and by every other reading of it."""
    average, since = edition.big_swiss_average, edition.listed_events_from
    usual: Row = {"big_swiss_takes_all": average.value == "all", "listed_events_from": since.value}
    yield usual
    for value, told in ((average, "big_swiss_takes_all"), (since, "listed_events_from")):
        for switch, readings in value.alternatives.items():
            for reading, other in readings.items():
                if reading != "default":
                    said = other == "all" if value is average else other
                    yield usual | {"switch": switch, "reading": reading, told: said}


def _rating_titles(edition: Edition) -> Iterator[Row]:
    games = edition.rating_title_games.value
    for title, rating in edition.rating_titles.value.items():
        yield known(edition.rating_titles) | {
            "title_code": title,
            "rating": rating,
            "rated_games": games and games.games,
            "rated_games_after": games and games.reached_after,
        }


def _direct_titles(edition: Edition) -> Iterator[Row]:
    """Rows of the edition's file; none where the table of its year could not be read."""
    path = FOLDER / "b01" / f"direct_titles_{edition.edition}.csv"
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = ("games", "places_at_most", "swiss_places", "counts_as")
            texts = ("section", "outcome", "value", "note", "article", "status")
            for championship in row["championships"].split("|"):
                yield {
                    "championship": championship,
                    "title_code": row["title"],
                    **{name: row[name] or None for name in texts},
                    **{name: int(row[name]) if row[name] else None for name in numbers},
                }


TITLE_ROWS: Mapping[str, Callable[[Edition], Iterator[Row]]] = {
    "ref.applications": _applications,
    "ref.application_readings": _application_readings,
    "ref.rating_titles": _rating_titles,
    "ref.direct_titles": _direct_titles,
}
