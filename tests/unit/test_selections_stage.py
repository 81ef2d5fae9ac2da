"""mart.chosen_selections from the tables: the bound of mart.search_candidates loses nobody, and SQL agrees with the search."""

import pytest
from tests.regulations.generated_events import files_of, generate
from tests.world import rows, tables_of

from normbook.stages.selections import chosen_selections

EVENTS = 60


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("stage"), files_of([generate(seed) for seed in range(EVENTS)]))


def test_who_is_not_searched_gains_nothing_by_leaving_games_out(world):
    chosen = rows(world, "from mart.chosen_selections order by all")
    assert len(chosen) > 20
    [(searched, everybody)] = world.execute(
        "select (select count(*) from mart.search_candidates), (select count(*) from mart.norm_verdicts)"
    ).fetchall()
    assert searched < everybody / 4
    world.execute(
        """
        begin;
        create or replace table mart.search_candidates as
        select event_id, start_number, title_sought
        from mart.norm_verdicts
        where coalesce(undecided_because, 'unknown federations') = 'unknown federations'
        """
    )
    all_searched = chosen_selections(world).to_pylist()
    world.execute("rollback")
    key = ("event_id", "start_number", "selection")
    assert sorted(all_searched, key=lambda row: [row[k] for k in key]) == chosen


def test_the_conditions_in_sql_hold_for_what_the_search_chose(world):
    judged = rows(
        world,
        """
        select chosen.*, verdicts.meets_all
        from mart.chosen_selections as chosen
        left join mart.selection_verdicts as verdicts using (event_id, start_number, selection)
        """,
    )
    assert judged
    unlike = [
        row for row in judged if row["meets_all"] is not (True if row["selection"].startswith("chosen") else None)
    ]
    assert not unlike
