"""mart.chosen_selections: the games that players leave out (1.42e, 1.42f of 2005), searched for those who can gain by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from normbook.contracts import contract
from normbook.stages.near_scores import Ladder
from normbook.stages.selection_conditions import Conditions, LevelCondition, Opponent, Share
from normbook.stages.selection_search import Candidate, Game, Requirements, best_selection

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

INPUTS = (
    "core.event_players",
    "core.event_heads",
    "mart.event_rulings",
    "mart.waivers",
    "mart.norm_games",
    "mart.search_candidates",
    "ref.norm_limits",
    "ref.norm_titles",
    "ref.performance_differences",
    "ref.score_table",
    "ref.title_levels",
)

Row = dict[str, Any]

_CANDIDATES = """
    select
        candidates.*, rulings, limits, titles, players.federation_code as own_federation,
        -- who plays whom is known before, unless teams choose their line-ups (1.4.1e of 2024), or as the sidecar says
        coalesce(heads.predetermined_pairings, rulings.is_round_robin and heads.system <> 'team') as is_predetermined,
        waivers.waives_federations,
        waivers.waives_shares
    from {asked} as candidates
    inner join mart.event_rulings as rulings on candidates.event_id = rulings.event_id
    inner join mart.waivers as waivers
        on candidates.event_id = waivers.event_id and candidates.start_number = waivers.start_number
    inner join core.event_heads as heads on candidates.event_id = heads.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    inner join ref.norm_titles as titles
        on rulings.edition = titles.edition and candidates.title_sought = titles.title_sought
    inner join core.event_players as players
        on candidates.event_id = players.event_id and candidates.start_number = players.start_number
    order by candidates.event_id, candidates.start_number, titles.title_order
"""
_GAMES = """
    select
        games.*,
        coalesce(games.rating, rulings.unrated_rating) as rating_used,
        coalesce(
            list_contains(limits.titled_codes, games.title_code)
            or list_contains(limits.titled_codes, games.womens_title_code), false
        ) as is_titled,
        if(
            list_contains(limits.stateless_codes, games.federation_code) and not limits.stateless_in_shares,
            '', games.federation_code
        ) as federation
    from mart.norm_games as games
    semi join {asked} as candidates
        on games.event_id = candidates.event_id and games.start_number = candidates.start_number
    inner join mart.event_rulings as rulings on games.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    where games.excluded_by is null or games.is_last_round_forfeit
    order by games.event_id, games.start_number, games.round_number
"""


def candidates(
    connection: duckdb.DuckDBPyConnection, asked: str = "mart.search_candidates"
) -> Iterator[tuple[Row, Candidate]]:
    """Every row of a table of event_id, start_number, title_sought with all that its search needs."""
    games = defaultdict[tuple[str, int], list[Row]](list)
    for game in _rows(connection, _GAMES.format(asked=asked)):
        games[game["event_id"], game["start_number"]].append(game)
    books = _Books(connection)
    for row in _rows(connection, _CANDIDATES.format(asked=asked)):
        yield row, _candidate(row, games[row["event_id"], row["start_number"]], books)


def chosen_selections(connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """Search for every row of mart.search_candidates; returns a row where the best selection leaves something out.

    All countable games, and those with the absent last opponent, are judged anyway and make no row.
    """
    rows: list[Row] = []
    for row, candidate in candidates(connection):
        found = best_selection(candidate)
        if found and (found[0].left_out_rounds or found[0].cut_after_round is not None):
            selection, is_sure = found
            rows.append(
                {
                    "event_id": row["event_id"],
                    "start_number": row["start_number"],
                    "title_sought": row["title_sought"],
                    "selection": f"{'chosen' if is_sure else 'possible'}_{row['title_sought']}",
                    **selection._asdict(),
                }
            )
    return contract("mart.chosen_selections").from_rows(rows)


def _rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[Row]:
    rows: list[Row] = connection.sql(query).to_arrow_table().to_pylist()
    return rows


class _Books:
    """Tables of the editions, by edition and title."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.differences = defaultdict[str, dict[int, int | None]](dict)
        for row in _rows(connection, "from ref.performance_differences"):
            self.differences[row["performance_table"]][row["percentage_score"]] = row["rating_difference"]
        scores = defaultdict[tuple[str, str, int], list[tuple[int, int]]](list)
        for row in _rows(connection, "from ref.score_table order by half_points"):
            key = row["edition"], row["title_sought"], row["games"]
            scores[key].append((row["half_points"], row["lowest_average"]))
        self.ladders = defaultdict[tuple[str, str], dict[int, Ladder]](dict)
        for (edition, title, games), steps in scores.items():
            self.ladders[edition, title][games] = Ladder(steps)
        self.levels = defaultdict[tuple[str, str], dict[int, list[Row]]](lambda: defaultdict(list))
        for row in _rows(connection, "from ref.title_levels order by alternative, condition"):
            self.levels[row["edition"], row["title_sought"]][row["alternative"]].append(row)


def _candidate(row: Row, games: list[Row], books: _Books) -> Candidate:
    """A row of mart.search_candidates with all that its search needs."""
    rulings, limits, titles = row["rulings"], row["limits"], row["titles"]
    book = rulings["edition"], row["title_sought"]
    least_games, count_as = rulings["least_games"], rulings["least_games_count_as"]
    remaining = least_games if limits["games_remaining"] is None else limits["games_remaining"]
    return Candidate(
        games=tuple(_game(game) for game in games if not game["is_last_round_forfeit"]),
        forfeit=next((_game(game)._replace(half_points=0) for game in games if game["is_last_round_forfeit"]), None),
        forfeit_is_judged=limits["last_round_forfeit"] == "added_as_loss",
        opponents={game["round_number"]: _opponent(game, titles["rating_floor"]) for game in games},
        least_games=least_games,
        games_remaining=remaining if limits["may_leave_out_wins"] else None,
        may_cut=limits["may_cut"] and (limits["may_cut_predetermined"] or not row["is_predetermined"]),
        whole_event_mix=limits["whole_event_mix"] and rulings["is_round_robin"],
        whole_event_average=limits["whole_event_average"],
        conditions=_conditions(row, books.levels[book]),
        requirements=Requirements(
            least_average=titles["least_average"],
            scores=books.ladders[book],
            differences=books.differences[limits["performance_table"]],
            counts_as={} if count_as is None else {least_games: count_as},
            most_counted=rulings["long_event_counts"],
            extension_above_most=rulings["long_event_with_extension"],
        ),
    )


def _game(game: Row) -> Game:
    return Game(game["round_number"], game["opponent_number"], game["half_points"])


def _opponent(game: Row, floor: int) -> Opponent:
    return Opponent(
        number=game["opponent_number"],
        rating=floor if game["rating_used"] is None else game["rating_used"],
        is_unrated=game["rating"] is None,
        is_titled=game["is_titled"],
        titles=frozenset({game["title_code"], game["womens_title_code"]} - {None}),
        federation=game["federation"],
    )


def _conditions(row: Row, levels: Mapping[int, list[Row]]) -> Conditions:
    limits, rulings = row["limits"], row["rulings"]
    rounds_up = limits["federation_rounding"] == "up"
    stateless = frozenset(limits["stateless_codes"] or ())
    has_no_share = row["own_federation"] in stateless and not limits["stateless_in_shares"]
    return Conditions(
        by_games=rulings["by_games"],
        of_games=rulings["of_games"],
        level_by_games=rulings["level_by_games"],
        nowhere=stateless,
        games_without_federations=frozenset(limits["games_without_federations"]),
        own_federation="" if has_no_share else row["own_federation"],
        other_federations=limits["other_federations"],
        own_share=Share(limits["own_share_numerator"], limits["own_share_denominator"], rounds_up),
        one_share=Share(limits["one_share_numerator"], limits["one_share_denominator"], rounds_up),
        waives_federations=row["waives_federations"],
        waives_shares=row["waives_shares"],
        titled_share=Share(limits["titled_share_numerator"], limits["titled_share_denominator"], rounds_up=True),
        level=tuple(
            tuple(_level_condition(condition, row) for condition in alternative) for alternative in levels.values()
        ),
        unrated_added=limits["unrated_added"] or 0,
        unrated_share=_share(
            limits["unrated_numerator"], limits["unrated_denominator"], rounds_up=limits["unrated_rounding"] == "up"
        ),
        floor=row["titles"]["rating_floor"],
        raised=limits["most_raised"],
    )


def _level_condition(condition: Row, row: Row) -> LevelCondition:
    """A condition of 1.45b-e; where every pair meets more than once an edition may ask for another share and for it alone."""
    rulings, codes = row["rulings"], frozenset(condition["title_codes"])
    if other := _share(rulings["level_numerator"], rulings["level_denominator"], rounds_up=True):
        return LevelCondition(codes, 0, other)
    share = _share(condition["share_numerator"], condition["share_denominator"], rounds_up=True)
    return LevelCondition(codes, condition["least"], share)


def _share(numerator: int | None, denominator: int | None, rounds_up: bool) -> Share | None:
    return None if numerator is None or denominator is None else Share(numerator, denominator, rounds_up)
