"""What a field can offer a player: the best average over some of its players with whom every condition of a norm holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from normbook.regulations import half_up
from normbook.stages.selection_conditions import Conditions, Met, Opponent, Share, highest_rating_sum, met_as
from normbook.stages.selection_search import Candidate


class Reach(NamedTuple):
    """Games, the highest average of the opponents in them, and whether that is sure whatever the unknown federations are."""

    games: int
    average: int
    is_sure: bool


class Want(NamedTuple):
    """A rule that the field cannot meet: what it asks (None: as the outcome of the rule says), and what the field has."""

    rule: str
    required: str | None
    observed: str | None


def best_reach(candidate: Candidate, most_games: int) -> Reach | None:
    """Return the most games, with the best average, on which the norm is possible by its opponents; None: on none.

    `candidate.games` are all games that there could be: those of a round robin, or one against everybody else of a Swiss, of which
    `most_games` are played. Any of them may be those that are played, or, where the edition lets a player leave games out, those
    that stay; exact, since the search misses no selection.
    """
    for is_sure in (True, False) if candidate.conditions.is_open(candidate.opponents.values()) else (True,):
        for games in range(most_games, _fewest_games(candidate, most_games) - 1, -1):
            average = best_average(candidate, candidate.conditions, games, is_sure)
            if average is not None and average >= candidate.requirements.least_average:
                return Reach(games, average, is_sure)
    return None


def best_average(candidate: Candidate, conditions: Conditions, games: int, is_sure: bool) -> int | None:
    """The highest average (half up) over so many of the candidate's games with which the conditions hold; None: no way."""
    met = _met(candidate, games)
    found = highest_rating_sum(met, sum(one.games for one in met) - games, conditions, is_sure)
    return None if found is None else half_up(found, games)


def out_of_reach(candidate: Candidate, games: int) -> Iterator[Want]:
    """What so many opponents out of the field cannot meet, each rule looked at alone, in the order of the articles."""
    asked, field = candidate.conditions, _field(candidate)
    no_limit = Share(1, 1, rounds_up=True)
    nothing = replace(
        asked,
        waives_federations=True,
        waives_shares=True,
        titled_share=Share(0, 1, rounds_up=True),
        level=((),),
        unrated_share=None,
    )
    shares = replace(nothing, waives_shares=asked.waives_shares)
    federations = Counter(one.federation for one in field if one.federation)
    own = federations.pop(asked.own_federation or "", 0)
    others, foreign = len(field) - max(federations.values(), default=0), len(field) - own
    titles = Counter(title for one in field for title in one.titles)
    titles_in_words = ", ".join(f"{number} {title}" for title, number in sorted(titles.items())) or "none"
    titled, rated = sum(one.is_titled for one in field), sum(not one.is_unrated for one in field)
    most_own, most_one, least_titled = (
        share.of(games) for share in (asked.own_share, asked.one_share, asked.titled_share)
    )
    most_unrated = asked.unrated_share.of(games + asked.unrated_added) if asked.unrated_share else games
    of_games = f"of {games} opponents"
    wants = {
        Want("other_federations", None, f"{len(federations)}"): replace(
            nothing, waives_federations=asked.waives_federations
        ),
        Want(
            "own_federation_share", f"at most {most_own} {of_games} from the own federation", f"{foreign} others"
        ): replace(shares, one_share=no_limit),
        Want(
            "one_federation_share", f"at most {most_one} {of_games} from any one other federation", f"{others} others"
        ): replace(shares, own_share=no_limit),
        Want("titled_share", f"at least {least_titled} {of_games} with a title", f"{titled}"): replace(
            nothing, titled_share=asked.titled_share
        ),
        Want("title_level", None, titles_in_words): replace(nothing, level=asked.level),
        Want("unrated_limit", f"at most {most_unrated} {of_games} unrated", f"{rated} rated"): replace(
            nothing, unrated_share=asked.unrated_share
        ),
    }
    for want, conditions in wants.items():
        if best_average(candidate, conditions, games, is_sure=False) is None:
            yield want
    average = best_average(candidate, nothing, games, is_sure=False)
    if average is None or average < candidate.requirements.least_average:
        yield Want("least_average", None, None if average is None else f"{average} at best")


def _fewest_games(candidate: Candidate, most_games: int) -> int:
    """How few games can make a norm (1.41, 1.42e, 1.42f of 2005); where all must have the mix anyway, leaving out is no help."""
    if candidate.may_cut:
        return candidate.least_games
    if candidate.games_remaining is not None and not candidate.whole_event_mix:
        return max(candidate.least_games, candidate.games_remaining)
    return max(candidate.least_games, most_games)


def _met(candidate: Candidate, games: int) -> list[Met]:
    """The opponents who can matter.

    Of those whom no rule tells apart the highest rated come first: with one of them in the place of a lower one every condition
    still holds and no rating falls. So of each kind not more than `games` can be needed.
    """
    against = Counter(one.number for one in candidate.opponents.values())
    kinds = defaultdict[object, list[Opponent]](list)
    for one in sorted(_field(candidate), key=lambda one: -one.rating):
        kinds[one.federation, one.titles, one.is_titled, one.is_unrated].append(one)
    kept: Iterable[Opponent] = (one for kind in kinds.values() for one in kind[:games])
    return [_met_freely(one, against[one.number], candidate.conditions.floor) for one in kept]


def _met_freely(one: Opponent, games: int, floor: int) -> Met:
    return met_as((one,) * games, (False,) * games, (True,) * games, floor)


def _field(candidate: Candidate) -> list[Opponent]:
    """Everybody whom the player may meet, once."""
    return [*{one.number: one for one in candidate.opponents.values()}.values()]
