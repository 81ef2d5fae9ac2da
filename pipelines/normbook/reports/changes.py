"""What a publication says otherwise than the one before it, for the first page of the report."""

from __future__ import annotations

import duckdb

from normbook.contracts import CONTRACTS
from normbook.reports.published import Row, rows

# Changes that the page lists; all stand in mart.run_changes.
LISTED = 500
TABLE = "mart.run_changes"

_CHANGES = """
select changes.*, events.event_id is not null as is_here, count(*) over () as found
from mart.run_changes as changes
left join core.events as events using (event_id)
order by
    list_position(['lost_norm', 'new_norm', 'changed_verdict', 'gone_event', 'changed_event', 'new_event'], change),
    event_id, start_number, title_sought
limit $most
"""


def since_the_run_before(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the changes, norms lost and won first, at most LISTED, each with `found`, how many there are.

    `is_here` says that the event is one of this season's.
    """
    return rows(connection, _CHANGES, most=LISTED) if TABLE in CONTRACTS else []
