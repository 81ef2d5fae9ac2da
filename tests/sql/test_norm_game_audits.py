"""Every game of a verdict and the article that takes it out, adds it or changes its rating (2005)."""

import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from tests.world import rows, tables_of

from normbook.contracts import contract
from normbook.runs.plan import stages
from normbook.warehouse.session import load_table

LAST_FORFEIT = "absent opponent of the last round, added as a loss"
EVENTS = {
    # 2140 and 2160 are raised to 2250, 2200 stays: 1.46c1 raises two. Forfeit, FID and W are no games (1.42a, 1.42c).
    "swiss": OneCandidate(
        opponents(
            "2140 2160 2200 2600*9", "- - - GM GM GM GM GM - - - -", "GER GER FRA FRA ITA ITA ARG ARG ARG FID GER FRA"
        ),
        "=111=====1+W",
    ),
    # the unrated one beat nobody: 1.42d; a bye and an unrated opponent elsewhere (1.46d)
    "round robin": OneCandidate(
        opponents("- 2600*9", "- GM GM GM GM GM - - - -", "GER GER FRA FRA ITA ITA ARG ARG ARG GER"),
        "1=========",
        sidecar='system = "round_robin"',
    ),
    "unrated": OneCandidate(opponents("-*3 2700*6"), "111======"),
    # 6.5 of 8 and the opponent of the last round absent: 6.5 of 9 as needed at 2450 (1.42c)
    "last round": OneCandidate(opponents("2450*9"), "11111===+"),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    files = {path: text for name, event in EVENTS.items() for path, text in event.files(name).items()}
    return tables_of(tmp_path_factory.mktemp("audits"), files)


def audits(connection, event: str, title: str = "GM") -> dict[object, tuple[object, ...]]:
    """By round: score, rating used, raised, counted, article, reason."""
    found = rows(
        connection,
        f"from mart.norm_game_audits where event_id = '{event}' and start_number = 1 and title_sought = '{title}'",
    )
    columns = ("score", "rating_used", "raised_to_floor", "counted", "reason_article", "reason")
    return {row["round_number"]: tuple(row[name] for name in columns) for row in found}


def test_article_1_46c1_two_lowest_are_raised(world):
    found = audits(world, "swiss")
    assert found[1] == (0.5, 2250, True, True, "1.46c1", "counted, raised to the floor: rated 2140")
    assert found[2] == (1.0, 2250, True, True, "1.46c1", "counted, raised to the floor: rated 2160")
    assert found[3] == (1.0, 2200, False, True, None, "counted")
    # the floor of an IM norm is 2100
    assert audits(world, "swiss", "IM")[1] == (0.5, 2140, False, True, None, "counted")


def test_article_1_42_games_that_do_not_count(world):
    found = audits(world, "swiss")
    assert found[10] == (1.0, None, False, False, "1.42a", "excluded: federation of the opponent not affiliated")
    assert found[11] == (1.0, None, False, False, "1.42c", "excluded: won by forfeit")
    assert found[12] == (1.0, None, False, False, "1.42c", "excluded: not rated")
    without_points = "excluded: unrated opponent without a point against rated ones"
    assert audits(world, "round robin")[1] == (1.0, None, False, False, "1.42d", without_points)


def test_article_1_46d_unrated_opponent(world):
    """Three count 1600, and two of them are raised to the floor of 2250."""
    raised = (1.0, 2250, True, True, "1.46c1", "counted, raised to the floor: unrated, counts 1600")
    unrated = (1.0, 1600, False, True, "1.46d", "counted, unrated opponent")
    assert list(audits(world, "unrated").values())[:3] == [raised, raised, unrated]


def test_article_1_42c_last_round_as_a_loss(world):
    assert audits(world, "last round")[9] == (0.0, 2450, False, True, "1.42c", LAST_FORFEIT)


def test_articles_1_42e_and_1_42f_left_out(tmp_path):
    """A selection as the search may find it: without the won games of rounds 2 and 3, and without what came after round 8."""
    world = tables_of(tmp_path, EVENTS["swiss"].files("swiss"))
    chosen = {
        "event_id": "swiss",
        "start_number": 1,
        "selection": "chosen_GM",
        "title_sought": "GM",
        "cut_after_round": 8,
        "left_out_rounds": [2, 3],
        "has_last_round_forfeit": False,
    }
    load_table(world, "mart.chosen_selections", contract("mart.chosen_selections").from_rows([chosen]))
    for stage in stages():
        if stage.name.startswith("mart.selection_"):
            stage.make(world)
    # six games make no norm, so the verdict that would choose this selection is put in its place
    world.execute(
        """
        update mart.explained_verdicts set selection = 'chosen_GM' where start_number = 1 and title_sought = 'GM';
        update mart.norm_verdicts set cut_after_round = 8, left_out_rounds = [2, 3]
        where start_number = 1 and title_sought = 'GM';
        """
    )
    next(stage for stage in stages() if stage.name == "mart.norm_game_audits").make(world)
    found = audits(world, "swiss")
    assert found[2] == found[3] == (1.0, None, False, False, "1.42e", "left out: won game")
    assert found[9] == (0.5, None, False, False, "1.42f", "left out: after the norm of round 8")
    assert found[10][4] == "1.42a"
    assert found[1] == (0.5, 2250, True, True, "1.46c1", "counted, raised to the floor: rated 2140")
