"""What a season rests on, as the report tells it: figures, findings, records set aside, the gate, sources."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

from normbook.reports.published import Row, rows
from normbook.reports.verdicts import FIRM_BASIS

# How many lines of one file and reason the page lists; all of them stand in quality.rejected_records.
LISTED_RECORDS = 100
# How many files the page lists; all of them stand in quality.source_files.
LISTED_FILES = 1000

_TOTALS = """
select
    (select count(*) from core.events) as events,
    (select count(*) from core.events where event_id in (select event_id from mart.norm_verdicts)) as judged_events,
    (select count(distinct coalesce(fide_id::varchar, name)) from core.event_players) as players,
    (select count(distinct (event_id, round_number, least(start_number, opponent_number),
                            greatest(start_number, opponent_number)))
     from core.games where outcome = 'played') as games,
    (select list(distinct list_month order by list_month) from core.events where list_month is not null) as list_months,
    (select count(*) from quality.rejected_records) as set_aside,
    (select count(*) from mart.norm_verdicts) as verdicts,
    (select count(*) from mart.norm_verdicts where achieved is null) as open_verdicts
"""

_SEVERITIES = """
select severity, count(findings.severity) as findings
from (values (1, 'error'), (2, 'warning'), (3, 'info')) as severities (severity_order, severity)
left join (select severity from quality.findings where event_id in (select event_id from core.events)) as findings
    using (severity)
group by severity_order, severity
order by severity_order
"""

_FINDINGS = """
select *
from quality.findings
where event_id {condition} (select event_id from core.events)
order by
    list_position(['error', 'warning', 'info'], severity), finding_code, source_file nulls first,
    line_number nulls first, column_number nulls first, subject, finding
"""

_FINDING_COUNTS = """
select severity, finding_code, events.event_id, count(*) as findings
from quality.findings as findings
left join core.events as events using (event_id)
group by severity, finding_code, events.event_id
order by list_position(['error', 'warning', 'info'], severity), finding_code, events.event_id nulls last
"""

_REJECTED = """
select
    *,
    count(*) over alike as found
from quality.rejected_records
window alike as (partition by source_file, scope, reason_code)
qualify row_number() over (alike order by line_number nulls first, column_number nulls first, reason) <= $most
order by source_file, scope = 'file' desc, reason_code, line_number nulls first, column_number nulls first, reason
"""

_EXPECTATIONS = """
select * from quality.expectation_results
order by success, severity <> 'critical', "table", expectation
"""

# Files of other seasons' events say nothing about this page; of the rating lists only those in force are named.
_SOURCES = """
select files.*, count(*) over () as found
from quality.source_files as files
where files.event_id in (select event_id from core.events)
    or files.list_month in (select list_month from core.events)
    or (files.event_id is null and files.list_month is null)
order by kind, source_file
limit $most
"""

_EDITIONS = """
select
    editions.*,
    (select list({rule: rule, article: article, status: status} order by article, rule)
     from ref.rules as rules where rules.edition = editions.edition) as rules,
    (select list({parameter: parameter, value: value, article: article, status: status, note: note} order by parameter)
     from ref.parameters as parameters
     where parameters.edition = editions.edition and parameters.status not in (select unnest($firm))) as unread_values
from ref.editions as editions
where edition in (select edition from mart.norm_verdicts)
order by edition
"""


def totals(connection: duckdb.DuckDBPyConnection) -> Row:
    """Count events, players (by FIDE number, else name), games over the board, verdicts and records set aside."""
    return rows(connection, _TOTALS)[0]


def count_by_severity(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Count the findings about this season's events by severity, those without any too."""
    return rows(connection, _SEVERITIES)


def findings_by_event(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Row]]:
    """Return the findings that concern an event, errors first, then by code and place in the file, by event_id."""
    groups: dict[str, list[Row]] = {}
    for finding in rows(connection, _FINDINGS.format(condition="in")):
        groups.setdefault(finding["event_id"], []).append(finding)
    return groups


def findings_by_code(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Group the findings by severity and code, errors first: [{severity, code, count, events, others}].

    `events` counts them by event_id; `others` are those of no event of the season, listed in full.
    """
    others: dict[tuple[str, str], list[Row]] = {}
    for finding in rows(connection, _FINDINGS.format(condition="is null or event_id not in")):
        others.setdefault((finding["severity"], finding["finding_code"]), []).append(finding)
    grouped: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows(connection, _FINDING_COUNTS):
        severity, code = row["severity"], row["finding_code"]
        group = grouped.setdefault(
            (severity, code),
            {"severity": severity, "code": code, "count": 0, "events": {}, "others": others.get((severity, code), [])},
        )
        group["count"] += row["findings"]
        if row["event_id"] is not None:
            group["events"][row["event_id"]] = row["findings"]
    return list(grouped.values())


def set_aside(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Group what was set aside by file, scope and reason: [{source_file, scope, reason_code, count, listed}]."""
    grouped = []
    found = rows(connection, _REJECTED, most=LISTED_RECORDS)
    by_reason = groupby(found, key=lambda r: (r["source_file"], r["scope"], r["reason_code"]))
    for (source_file, scope, code), group in by_reason:
        listed = list(group)
        grouped.append(
            {
                "source_file": source_file,
                "scope": scope,
                "reason_code": code,
                "count": listed[0]["found"],
                "listed": listed,
            }
        )
    return grouped


def expectations(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Row]]:
    """Split the gate's results into those that failed (critical first) and those that held."""
    results = rows(connection, _EXPECTATIONS)
    return {"failed": [r for r in results if not r["success"]], "held": [r for r in results if r["success"]]}


def sources(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the account of the raw files that this season used or that could not be read.

    At most LISTED_FILES, each with `found`, how many there are.
    """
    return rows(connection, _SOURCES, most=LISTED_FILES)


def editions(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the editions that judged, each with its `rules` and the `unread_values` that it holds provisionally."""
    return rows(connection, _EDITIONS, firm=list(FIRM_BASIS))
