"""Articles 1.4.1 and 1.4.2 read literally: how many games, which count, which a player may leave out, for how many they count."""

from collections.abc import Iterator
from itertools import combinations

from tests.regulations.literal_event import Cell, Event, Game, Selection

Games = tuple[Game, ...]


def half_points(result: str) -> int:
    return {"1": 2, "+": 2, "W": 2, "=": 1, "D": 1}.get(result, 0)


# 1.4.2 Games that are not included


def is_of_a_federation(event: Event, number: int) -> bool:  # 1.4.2a; 1.42a
    return event.players[number].federation not in event.edition.outside | event.suspended


def is_human(event: Event, number: int) -> bool:  # 1.42b of 2005
    return number not in event.computers


def game_marks(number: int, cell: Cell) -> set[tuple[int, int | None]]:
    return {(cell.round_number, number), (cell.round_number, cell.opponent)}


def was_played(event: Event, number: int, cell: Cell) -> bool:
    if cell.opponent is None:
        return False
    if cell.result in tuple("WDL"):
        return event.edition.short_games_count
    return cell.result in tuple("1=0") or (
        cell.result in tuple("+-") and bool(game_marks(number, cell) & event.started_forfeits)
    )


def did_not_cause_it(event: Event, number: int, cell: Cell) -> bool:
    """No game, and not by the player's doing: the opponent stayed away, or the pairing gave a bye (1.4.1c, 1.4.3d).

    A forfeit won from nobody is a board that the other team left empty; elsewhere it is a bye of whatever kind.
    """
    stayed_away = cell.result == "+" and (cell.opponent is not None or event.system == "team")
    return cell.result == "U" or (stayed_away and not was_played(event, number, cell))


def was_decided_over_the_board(event: Event, number: int, cell: Cell) -> bool:  # 1.4.2c; 1.42c
    return was_played(event, number, cell) and not game_marks(number, cell) & event.not_over_board


def is_unrated_without_points(event: Event, number: int) -> bool:  # 1.4.2b; 1.42d of 2005
    """Points count where a game was played: a forfeit won from a rated opponent is no result against him."""
    played = [cell for cell in event.cells[number] if was_played(event, number, cell)]
    against_rated = [cell for cell in played if event.players[cell.opponent].rating is not None]
    return (
        event.is_round_robin
        and event.players[number].rating is None
        and not any(half_points(cell.result) for cell in against_rated)
    )


def countable_games(event: Event, number: int) -> Games:
    return tuple(
        Game(cell.round_number, cell.opponent, half_points(cell.result))
        for cell in event.cells[number]
        if cell.opponent is not None
        and is_of_a_federation(event, cell.opponent)
        and is_human(event, cell.opponent)
        and was_decided_over_the_board(event, number, cell)
        and not is_unrated_without_points(event, cell.opponent)
    )


def with_absent_last_opponent(event: Event, number: int, games: Games) -> Games | None:  # 1.4.2c; 1.42c
    """The games and the last one, for which it would have been enough to appear and lose; None: not the case.

    1.4.2b is not asked of that opponent: he would have won this game.
    """
    for cell in event.cells[number]:
        was_absent = cell.opponent is not None and cell.result == "+" and not was_played(event, number, cell)
        if cell.round_number == event.rounds and was_absent:
            if not (is_of_a_federation(event, cell.opponent) and is_human(event, cell.opponent)):
                return None
            # by the other reading that game is not judged, and not missed
            return (*games, Game(cell.round_number, cell.opponent, 0)) if event.edition.last_round_is_a_loss else games
    return None


# 1.4.1 Number of games


def is_short_knock_out(event: Event) -> bool:
    return event.championship in event.edition.knock_outs and event.system == "knockout"


def least_games(event: Event) -> tuple[int, str]:
    """Games needed and the article that says so (1.4.1a and b)."""
    short = event.edition.games_of_teams.get(event.rounds)
    if short and event.championship in event.edition.team_championships:
        return short, event.edition.cite("1.4.1b")
    if is_short_knock_out(event):
        return 8, event.edition.cite("1.4.1b")
    return 9, event.edition.cite("1.4.1a")


def is_eight_of_nine(event: Event, number: int, selection: Selection) -> bool:  # 1.4.1c
    """Nine rounds, eight games, and the ninth an opponent who stayed away or a bye of the pairing; where nine are asked for.

    An absent last opponent who is added as a loss is not one of the eight.
    """
    has_clause = event.edition.eight_of_nine_counts is not None and least_games(event)[0] == event.rounds == 9
    if not has_clause or selection.has_absent_opponent or len(selection.games) != 8:
        return False
    counted = {game.round_number for game in selection.games}
    return all(
        did_not_cause_it(event, number, cell) for cell in event.cells[number] if cell.round_number not in counted
    )


def are_enough(event: Event, number: int, selection: Selection) -> bool:  # 1.4.1a to c
    return len(selection.games) + not_missed(event, selection) >= least_games(event)[0] or is_eight_of_nine(
        event, number, selection
    )


def not_missed(event: Event, selection: Selection) -> int:
    """Games that are not asked for: that against an absent last opponent, where it is not added as a loss."""
    return int(selection.has_absent_opponent and not event.edition.last_round_is_a_loss)


def is_predetermined(event: Event) -> bool:  # 1.4.1e: line-ups of teams change
    return event.is_round_robin and event.system != "team"


def prefixes(event: Event, games: Games) -> Iterator[Games]:  # 1.4.1e; 1.42f of 2005
    yield games
    if event.edition.may_cut_predetermined or not is_predetermined(event):
        for count in range(least_games(event)[0], len(games)):
            yield games[:count]


def selections(event: Event, games: Games, has_absent_opponent: bool = False) -> Iterator[Selection]:
    """All countable games first, then every other choice of the player: a prefix, and any of its won games out (1.4.1f)."""
    least, _ = least_games(event)
    remain = max(9, least) if event.edition.nine_remain_without_wins else least
    absent = not_missed(event, Selection(games, has_absent_opponent=has_absent_opponent))
    for kept in prefixes(event, games):
        cut_after = None if len(kept) == len(games) else kept[-1].round_number
        if cut_after is not None and has_absent_opponent:
            continue  # without the last game, this has been tried before
        wins = [game for game in kept if game.half_points == 2]
        for count in range(1 + max(0, min(len(wins), len(kept) + absent - remain))):
            for out in combinations(wins, count):
                rest = tuple(game for game in kept if game not in out)
                yield Selection(rest, tuple(game.round_number for game in out), cut_after, has_absent_opponent)


def counted_for_application(event: Event, number: int, selection: Selection, extra: int) -> int:  # 1.4.1b to d, 1.7
    """Games of a norm towards the 27; full points above the requirement count as games (1.4.1d), but not on top of 9 for 8."""
    edition = event.edition
    if is_eight_of_nine(event, number, selection):
        return edition.eight_of_nine_counts + (extra if edition.extra_on_eight_of_nine else 0)
    if is_short_knock_out(event) and len(selection.games) == 8 < edition.eight_of_knock_out_count:
        return edition.eight_of_knock_out_count
    count, most = len(selection.games) + extra, edition.most_counted
    if most is None or event.rounds <= most:
        return count
    return min(most, len(selection.games)) + extra if edition.extra_above_most else min(most, count)
