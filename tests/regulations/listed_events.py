"""An event of three rounds, asked for the editions in which a norm from it satisfies the need of a listed event (1.5.6)."""

from tests.world import rows

from normbook.contracts import contract
from normbook.regulations.tables import reference_tables
from normbook.warehouse.session import load_table, make_table, open_session
from normbook.warehouse.sql_files import sql_file

PLAYED = ("played", "1")
FORFEIT_WIN, FORFEIT_LOSS, BYE = ("forfeit_win", "+"), ("forfeit_loss", "-"), ("bye", "U")
HALF_BYE = ("bye", "H")


def listed_editions(ratings, absences=None, readings=(), **head) -> list[str]:
    """Editions in which an event of three rounds is listed; `absences` is (player, round) -> outcome and code."""
    with open_session() as connection:
        for name, table in reference_tables(9, readings).items():
            load_table(connection, name, table)
        head = {"system": "swiss", "pairing": "swiss", "system_of_games": "swiss", **head}
        people = range(1, len(ratings) + 1)
        games = [
            {
                "event_id": "open",
                "round_number": round_number,
                "start_number": player,
                "outcome": (absences or {}).get((player, round_number), PLAYED)[0],
                "result_code": (absences or {}).get((player, round_number), PLAYED)[1],
                "is_over_board": True,
                "is_confirmed": True,
                "points_by_report": 0.0,
            }
            for player in people
            for round_number in (1, 2, 3)
        ]
        verdict = {
            "already_held": False,
            "games": 9,
            "score": 6.5,
            "selection": "all",
            "extension": 0,
            "counted_games": 9,
            "last_round_forfeit": False,
            "basis": "read",
            **{name: [] for name in ("left_out_rounds", "failed_articles", "undecided_articles")},
        }
        tables = {
            "core.event_heads": [
                {
                    "event_id": "open",
                    "has_teams": False,
                    "rounds": 3,
                    "players": len(ratings),
                    "is_norm_eligible": True,
                    "has_sidecar_error": False,
                    "suspended_federations": [],
                    "computers": [],
                    "event_class": [],
                    "single_federation_zonal_year": [],
                    "is_not_unrated": True,
                    "discipline": "standard",
                    "source_file": "events/open.trf",
                    "source_sha256": "0" * 64,
                    **head,
                }
            ],
            "core.event_players": [
                {
                    "event_id": "open",
                    "start_number": player,
                    "rating": rating,
                    "rating_source": "list",
                    "points_computed": 0.0,
                    "line_number": player,
                }
                for player, rating in zip(people, ratings, strict=True)
            ],
            "core.games": games,
            "mart.norm_verdicts": [
                {"event_id": "open", "start_number": 1, "title_sought": "IM", "edition": "2024-01-01", "achieved": True}
                | verdict
            ],
        }
        for name, content in tables.items():
            load_table(connection, name, contract(name).from_rows(content))
        make_table(connection, sql_file("mart.listed_events"))
        return [
            row["edition"]
            for row in rows(connection, "select edition from mart.listed_events where switch is null order by 1")
        ]
