"""What a season rests on, as the report tells it: figures, findings, records set aside, the gate, sources."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

from normbook.reports.published import Row, rows
from normbook.reports.verdicts import FIRM_BASIS

# How many lines of one file and reason the page lists; all of them stand in quality.rejected_records.
LISTED_RECORDS = 100

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
select findings.*, event_id in (select event_id from core.events) as is_of_event
from quality.findings as findings
order by
    list_position(['error', 'warning', 'info'], severity), finding_code, source_file nulls first,
    line_number nulls first, column_number nulls first, subject, finding
"""

_REJECTED = """
select *
from quality.rejected_records
order by source_file, scope = 'file' desc, reason_code, line_number nulls first, column_number nulls first, reason
"""

_EXPECTATIONS = """
select * from quality.expectation_results
order by success, severity <> 'critical', "table", expectation
"""

# Files of other seasons' events say nothing about this page; of the rating lists only those in force are named.
_SOURCES = """
select files.*
from quality.source_files as files
where files.event_id in (select event_id from core.events)
    or files.list_month in (select list_month from core.events)
    or (files.event_id is null and files.list_month is null)
order by kind, source_file
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


def all_findings(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the findings of the season, errors first, then by code and place in the files."""
    return rows(connection, _FINDINGS)


def count_by_severity(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Count the findings about this season's events by severity, those without any too."""
    return rows(connection, _SEVERITIES)


def findings_by_event(found: list[Row]) -> dict[str, list[Row]]:
    """Group the findings that concern an event of the season by event_id."""
    groups: dict[str, list[Row]] = {}
    for finding in found:
        if finding["is_of_event"]:
            groups.setdefault(finding["event_id"], []).append(finding)
    return groups


def findings_by_code(found: list[Row]) -> list[dict[str, Any]]:
    """Group findings by severity and code, errors first: [{severity, code, count, events, others}].

    `events` counts the findings by event_id; `others` are those of no event of the season, listed in full.
    """
    grouped = []
    for (severity, code), group in groupby(found, key=lambda f: (f["severity"], f["finding_code"])):
        same = list(group)
        grouped.append(
            {
                "severity": severity,
                "code": code,
                "count": len(same),
                "events": {event_id: len(findings) for event_id, findings in findings_by_event(same).items()},
                "others": [finding for finding in same if not finding["is_of_event"]],
            }
        )
    return grouped


def set_aside(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Group what was set aside by file, scope and reason: [{source_file, scope, reason_code, count, listed}]."""
    grouped = []
    by_reason = groupby(rows(connection, _REJECTED), key=lambda r: (r["source_file"], r["scope"], r["reason_code"]))
    for (source_file, scope, code), group in by_reason:
        found = list(group)
        grouped.append(
            {
                "source_file": source_file,
                "scope": scope,
                "reason_code": code,
                "count": len(found),
                "listed": found[:LISTED_RECORDS],
            }
        )
    return grouped


def expectations(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Row]]:
    """Split the gate's results into those that failed (critical first) and those that held."""
    results = rows(connection, _EXPECTATIONS)
    return {"failed": [r for r in results if not r["success"]], "held": [r for r in results if r["success"]]}


def sources(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the account of every raw file that this season used or that could not be read."""
    return rows(connection, _SOURCES)


def editions(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the editions that judged, each with its `rules` and the `unread_values` that it holds provisionally."""
    return rows(connection, _EDITIONS, firm=list(FIRM_BASIS))
