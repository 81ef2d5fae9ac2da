"""mart.reading_differences: whose verdict hangs on the reading of an open question, by judging again with the other one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from normbook.contracts import contract
from normbook.regulations import editions_read
from normbook.regulations.tables import tables_of_editions
from normbook.warehouse.session import load_table, open_session

if TYPE_CHECKING:
    import duckdb

    from normbook.runs.plan import Stage

INPUTS = (
    "mart.reading_candidates",
    "mart.norm_verdicts",
    "mart.event_rulings",
    "core.event_heads",
    "core.events",
    "mart.listed_events",
    "ref.application_readings",
    "ref.readings",
    "ref.score_table",
)

# Read from the rating lists, whatever the reading: copied, not made again.
_BY_LISTS = "mart.ratings_of_the_day"

# Every other reading is an edition of its own, and every event that it concerns a copy, judged by that edition.
_ASKED = """
    select
        candidates.event_id || ' ' || readings.switch || ' ' || readings.reading as copy_id,
        rulings.edition || ' ' || readings.switch || ' ' || readings.reading as copy_edition,
        rulings.edition,
        readings.switch,
        readings.reading,
        candidates.event_id,
        candidates.start_number
    from mart.reading_candidates as candidates
    inner join mart.event_rulings as rulings on candidates.event_id = rulings.event_id
    inner join ref.readings as readings
        on rulings.edition = readings.edition and candidates.switch = readings.switch and not readings.is_usual
"""
_COMPARED = """
    select
        asked.event_id,
        asked.start_number,
        coalesce(usual.title_sought, other.title_sought) as title_sought,
        asked.switch,
        asked.reading,
        coalesce(usual.name, other.name) as name,
        asked.edition,
        usual.achieved as achieved,
        other.achieved as achieved_by_reading,
        coalesce(usual.counted_games, 0) as counted_games,
        coalesce(other.counted_games, 0) as counted_games_by_reading,
        cast(null as boolean) as is_listed,
        cast(null as boolean) as is_listed_by_reading
    from (select asked.*, titles.title_sought from asked cross join titles) as asked
    left join usual using (event_id, start_number, title_sought)
    left join mart.norm_verdicts as other
        on
            asked.copy_id = other.event_id
            and asked.start_number = other.start_number
            and asked.title_sought = other.title_sought
    where
        not coalesce(usual.already_held, other.already_held)
        and (
            coalesce(usual.achieved, false) is distinct from coalesce(other.achieved, false)
            or coalesce(usual.counted_games, 0) <> coalesce(other.counted_games, 0)
        )
    order by all
"""

# No verdict hangs on what an application asks of listed events (1.5.6 of 2024), but whether a norm serves it.
_SERVING = """
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.title_sought,
        readings.switch,
        readings.reading,
        any_value(verdicts.name) as name,
        min(readings.edition) as edition,
        true as achieved,
        true as achieved_by_reading,
        any_value(verdicts.counted_games) as counted_games,
        any_value(verdicts.counted_games) as counted_games_by_reading,
        bool_or(usual.event_id is not null) as is_listed,
        bool_or(other.event_id is not null) as is_listed_by_reading
    from mart.norm_verdicts as verdicts
    inner join ref.application_readings as readings
        on verdicts.edition <= readings.edition and readings.switch is not null
    left join mart.listed_events as usual
        on verdicts.event_id = usual.event_id and readings.edition = usual.edition and usual.switch is null
    left join mart.listed_events as other
        on verdicts.event_id = other.event_id and readings.edition = other.edition
        and readings.switch = other.switch and readings.reading = other.reading
    where
        verdicts.achieved and not verdicts.already_held
        and (usual.event_id is null) <> (other.event_id is null)
    group by all
    order by all
"""


def reading_differences(connection: duckdb.DuckDBPyConnection, verdict_stages: Sequence[Stage]) -> pa.Table:
    """Verdicts that are others by another reading of one switch, everything else as usual, and norms that serve otherwise.

    Only players whom a switch can concern are judged again, in a session of their own, by the stages that make
    mart.norm_verdicts.
    """
    promised = contract("mart.reading_differences")
    serving = promised.conform(connection.sql(_SERVING).to_arrow_table())
    asked = connection.sql(_ASKED).to_arrow_table()
    if not asked.num_rows:
        return serving
    stages = [stage for stage in verdict_stages if stage.name.startswith("mart.") and stage.name != _BY_LISTS]
    connection.register("asked", asked)
    rounds = "select max(rounds) from core.event_heads where event_id in (select event_id from asked)"
    most_games = connection.execute(rounds).fetchall()[0][0]
    readings = set(
        zip(*(asked[name].to_pylist() for name in ("copy_edition", "edition", "switch", "reading")), strict=True)
    )
    editions = {
        copy: next(one for one in editions_read(((switch, reading),)) if one.edition == edition)
        for copy, edition, switch, reading in sorted(readings)
    }
    with open_session() as other:
        references = tables_of_editions(editions, most_games)
        for name, table in references.items():
            load_table(other, name, table)
        other.register("asked", asked)
        _copy_inputs(connection, other, stages, held=set(references))
        for stage in stages:
            stage.make(other)
            if stage.name == "mart.norm_games":
                others = "(event_id, start_number) not in (select (copy_id, start_number) from asked)"
                other.execute(f"delete from mart.norm_games where {others}")
        usual = "select * from mart.norm_verdicts where event_id in (select event_id from asked)"
        other.register("usual", connection.sql(usual).to_arrow_table())
        other.register("titles", connection.sql("select distinct title_sought from ref.norm_titles").to_arrow_table())
        compared = promised.conform(other.sql(_COMPARED).to_arrow_table())
    return pa.concat_tables([compared, serving])


def _copy_inputs(
    connection: duckdb.DuckDBPyConnection, other: duckdb.DuckDBPyConnection, stages: Sequence[Stage], held: set[str]
) -> None:
    """What the stages read and nothing there makes: of events the copies, each under its edition."""
    made = {stage.name for stage in stages}
    for name in sorted({name for stage in stages for name in stage.inputs} - made - held):
        query = f"from {name}"
        columns = contract(name).column_names
        # corrections are told apart by their line and would repeat; they decide whether an event is judged, and here all are
        if "event_id" in columns and name != "staging.corrections":
            edition = ", copies.copy_edition as edition" if "edition" in columns else ""
            query = f"""
                select rows.* replace (copies.copy_id as event_id{edition})
                from {name} as rows
                inner join (select distinct event_id, copy_id, copy_edition from asked) as copies using (event_id)
            """
        load_table(other, name, connection.sql(query).to_arrow_table())
