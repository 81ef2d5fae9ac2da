"""Which games a player leaves out (1.42e, 1.42f of 2005): an exact search for the best valid selection of his games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from normbook.regulations import half_up, percentage_score
from normbook.stages.near_scores import Ladder
from normbook.stages.selection_conditions import Conditions, Met, Opponent, highest_rating_sum, met_as

WON = 2  # half points


class Game(NamedTuple):
    """A game that counts."""

    round_number: int
    opponent_number: int
    half_points: int


class Worth(NamedTuple):
    """What makes one valid selection better than another; without a performance a full score ranks highest."""

    counted_games: int
    games: int
    lacks_performance: bool
    performance: int


@dataclass(frozen=True)
class Requirements:
    """What is asked of score and average (1.47 to 1.49), and what a norm counts for.

    `scores` by number of games; `differences` by percentage, None where the table gives none. A norm counts its games and the
    extension (1.41c), but what `counts_as` says of its number of games, and never more than `most_counted` (1.4.1b, 1.7 of 2024);
    with `extension_above_most` no more games than that, and the extension.
    """

    least_average: int
    scores: Mapping[int, Ladder]
    differences: Mapping[int, int | None]
    counts_as: Mapping[int, int]
    most_counted: int | None
    extension_above_most: bool

    def worth(self, half_points: int, games: int, average: int) -> Worth | None:
        """What a score at an average is worth; None if it makes no norm. Never less at a higher average."""
        enough = self.scores[games].half_points_for(average)
        if enough is None or half_points < enough:
            return None
        difference = self.differences[percentage_score(half_points, games)]
        extension = (half_points - enough) // 2
        counted = self.counts_as.get(games, games + extension)
        if self.most_counted is not None:
            counted = min(counted, self.most_counted + (extension if self.extension_above_most else 0))
        performance = 0 if difference is None else average + difference
        return Worth(counted, games, difference is None, performance)


@dataclass(frozen=True)
class Candidate:
    """A player, his games that count in the order of the rounds, and what is asked of him for one title.

    `opponents` by round: in long events who is met twice is another on another day (1.1.4 of 2024).
    `forfeit`: the game against an absent last opponent as a loss (1.42c); `forfeit_is_judged` False: that game is not judged but
    not missed either. `least_games` must stay whatever goes, `games_remaining` where won games go; None: no won game may go.
    `whole_event_mix`: none may go unless all games have the mix, `whole_event_average`: and the average.
    """

    games: tuple[Game, ...]
    forfeit: Game | None
    forfeit_is_judged: bool
    opponents: Mapping[int, Opponent]
    least_games: int
    games_remaining: int | None
    may_cut: bool
    whole_event_mix: bool
    whole_event_average: bool
    conditions: Conditions
    requirements: Requirements


class Selection(NamedTuple):
    """What is left out: everything after a round (None: nothing), and won games by their rounds, in order."""

    cut_after_round: int | None
    left_out_rounds: list[int]
    has_last_round_forfeit: bool


class Prefix(NamedTuple):
    """The games up to a round (None: all), and no sum of their ratings is higher if so many won ones go as the place says."""

    games: tuple[Game, ...]
    cut_after_round: int | None
    highest: list[int]


class _Part(NamedTuple):
    """The games up to a round, of which a number of won ones goes; with what that can be worth at most."""

    worth_at_most: Worth
    games_out: int
    cut_after_round: int | None
    games: tuple[Game, ...]


def best_selection(candidate: Candidate) -> tuple[Selection, bool] | None:
    """Return the best valid selection and True; one that may be valid and False where unknown federations leave it open.

    None: no selection makes the norm. The game against the absent last opponent is added only where none without it does.
    """
    is_open = candidate.conditions.is_open(candidate.opponents.values())
    with_forfeit = [_with_forfeit(candidate, candidate.forfeit)] if candidate.forfeit else []
    for is_sure in (True, False) if is_open else (True,):
        for one in (candidate, *with_forfeit):
            if found := _best(one, is_sure):
                return found._replace(has_last_round_forfeit=one is not candidate), is_sure
    return None


def _with_forfeit(candidate: Candidate, forfeit: Game) -> Candidate:
    """The candidate with the absent last opponent; nothing is cut then, since without the last game it has been tried before."""
    if candidate.forfeit_is_judged:
        return replace(candidate, games=(*candidate.games, forfeit), may_cut=False)
    remaining = candidate.games_remaining
    return replace(
        candidate,
        least_games=candidate.least_games - 1,
        games_remaining=None if remaining is None else remaining - 1,
        may_cut=False,
    )


def _best(candidate: Candidate, is_sure: bool) -> Selection | None:
    """The best of the selections; None if none is valid.

    Parts by falling bound: once it is below the best that was found, nothing that is left can be better or as good.
    """
    best: Worth | None = None
    as_good: list[_Part] = []
    for part in sorted(_parts(candidate, is_sure), key=attrgetter("worth_at_most"), reverse=True):
        if best and part.worth_at_most < best:
            break
        worth = _worth_of(candidate, part, is_sure)
        if worth and (best is None or worth >= best):
            as_good = [*as_good, part] if worth == best else [part]
            best = worth
    if best is None:
        return None
    # as many games are left of each, so of the longest prefix the most won games go
    longest = max(as_good, key=lambda part: part.games_out)
    rounds = _lowest_rounds(candidate, longest, best, is_sure)
    return Selection(longest.cut_after_round, rounds, has_last_round_forfeit=False)


def _parts(candidate: Candidate, is_sure: bool) -> Iterator[_Part]:
    """Every prefix with every number of won games that may go, but those that are proved to make no norm.

    No average is higher than that of the prefix's bound, and worth follows the average.
    """
    for prefix in prefixes(candidate, (), is_sure):
        for games_out, highest in enumerate(prefix.highest):
            if bound := _worth(candidate, prefix.games, games_out, highest):
                yield _Part(bound, games_out, prefix.cut_after_round, prefix.games)


def prefixes(candidate: Candidate, forfeit: tuple[Game, ...], is_sure: bool) -> Iterator[Prefix]:
    """Every prefix that may be kept, all games last.

    The bound: no less goes than the ratings of the lowest beaten opponents, and raising the lowest adds no more than the
    greatest raises over all games of the prefix would.
    """
    games = candidate.games + forfeit
    remaining = max(candidate.least_games, candidate.games_remaining or 0)
    may_leave_out_wins = candidate.games_remaining is not None and (
        not candidate.whole_event_mix or _has_mix(candidate, games, is_sure)
    )
    for length in range(candidate.least_games, len(games) + 1):
        is_cut = length < len(games)
        if is_cut and (forfeit or not candidate.may_cut):
            continue
        part = games[:length]
        rated = [(candidate.opponents[game.round_number].rating, game) for game in part]
        won = sorted(rating for rating, game in rated if game.half_points == WON)
        raises = Counter[int]()
        for rating, game in rated:
            raises[game.opponent_number] += max(0, candidate.conditions.floor - rating)
        highest = sum(rating for rating, _ in rated) + sum(
            gain for _, gain in raises.most_common(candidate.conditions.raised)
        )
        most_out = max(0, min(len(won), length - remaining)) if may_leave_out_wins else 0
        bounds = [highest - sum(won[:games_out]) for games_out in range(most_out + 1)]
        yield Prefix(part, part[-1].round_number if is_cut else None, bounds)


def _has_mix(candidate: Candidate, games: tuple[Game, ...], is_sure: bool) -> bool:
    """Whether all games together have the federations, titles and perhaps average that a norm asks for (1.4.1f of 2024)."""
    mix = replace(candidate.conditions, unrated_share=None)
    found = highest_rating_sum(met_in(candidate, games), 0, mix, is_sure)
    if found is None:
        return False
    return not candidate.whole_event_average or half_up(found, len(games)) >= candidate.requirements.least_average


def _worth_of(
    candidate: Candidate, part: _Part, is_sure: bool, must_go: Collection[int] = (), must_stay: Collection[int] = ()
) -> Worth | None:
    """What the best selection of a part is worth if won games of some rounds must go or stay; None if none is valid."""
    met = met_in(candidate, part.games, must_go, must_stay)
    found = highest_rating_sum(met, part.games_out, candidate.conditions, is_sure)
    return None if found is None else _worth(candidate, part.games, part.games_out, found)


def _worth(candidate: Candidate, part: tuple[Game, ...], games_out: int, rating_sum: int) -> Worth | None:
    """What is left of a part is worth if it has this sum of ratings, by score and average alone."""
    games = len(part) - games_out
    half_points = sum(game.half_points for game in part) - WON * games_out
    return candidate.requirements.worth(half_points, games, half_up(rating_sum, games))


def met_in(
    candidate: Candidate, games: tuple[Game, ...], must_go: Collection[int] = (), must_stay: Collection[int] = ()
) -> list[Met]:
    """The opponents of some games, each once, with the ways in which games against him may go."""
    by_opponent: dict[int, list[Game]] = {}
    for game in games:
        by_opponent.setdefault(game.opponent_number, []).append(game)
    return [
        met_as(
            tuple(candidate.opponents[game.round_number] for game in against),
            tuple(game.round_number in must_go for game in against),
            tuple(game.half_points == WON and game.round_number not in must_stay for game in against),
            candidate.conditions.floor,
        )
        for against in by_opponent.values()
    ]


def _lowest_rounds(candidate: Candidate, part: _Part, best: Worth, is_sure: bool) -> list[int]:
    """The lexicographically lowest rounds of won games that can go for the same worth."""
    return lowest_rounds(
        part.games, part.games_out, lambda go, stay: _worth_of(candidate, part, is_sure, go, stay) == best
    )


def lowest_rounds(
    games: tuple[Game, ...], games_out: int, is_as_good: Callable[[list[int], list[int]], bool]
) -> list[int]:
    """The lexicographically lowest rounds of so many won games: a game goes if that is as good, else it stays.

    `is_as_good` is asked with the rounds that must go and those that must stay.
    """
    must_go: list[int] = []
    must_stay: list[int] = []
    for game in games:
        if len(must_go) == games_out:
            break
        if game.half_points == WON:
            with_this = [*must_go, game.round_number]
            if is_as_good(with_this, must_stay):
                must_go = with_this
            else:
                must_stay.append(game.round_number)
    return must_go
