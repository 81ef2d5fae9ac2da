"""What a reader hands back: rows by table, what it set aside, what it found odd, and the account of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from normbook.contracts import contract

Row = dict[str, object]

# A record that was set aside is shown to a person: of a line without end the beginning is enough.
_LONGEST_RAW_TEXT = 1000


@dataclass
class Reading:
    """Everything that came out of one raw file; without a hash where its bytes could not be read.

    `account` is the row of staging.source_files. `rows` are small tables as dictionaries, `tables` large ones as Arrow;
    both are keyed by contract name.
    """

    source_file: str
    kind: str
    sha256: str | None
    bytes: int
    event_id: str | None = None
    account: Row = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    tables: dict[str, pa.Table] = field(default_factory=dict)
    findings: list[Row] = field(default_factory=list)
    rejected: list[Row] = field(default_factory=list)

    def add(self, table: str, **row: object) -> None:
        """Append one row to a small table."""
        self.rows.setdefault(table, []).append(row)

    def find(
        self,
        finding_code: str,
        finding: str,
        action: str,
        *,
        severity: str = "warning",
        line: int | None = None,
        column: int | None = None,
        subject: str | None = None,
        article: str | None = None,
    ) -> None:
        """Note something odd that is used all the same."""
        self.findings.append(
            {
                "source_file": self.source_file,
                "line_number": line,
                "column_number": column,
                "event_id": self.event_id,
                "severity": severity,
                "finding_code": finding_code,
                "subject": subject,
                "finding": finding,
                "action": action,
                "article": article,
            }
        )

    def reject(
        self,
        reason_code: str,
        reason: str,
        *,
        raw_text: str | None,
        scope: str = "line",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        """Set a file, line or cell aside, with the reason."""
        self.rejected.append(
            {
                "source_file": self.source_file,
                "line_number": line,
                "column_number": column,
                "event_id": self.event_id,
                "scope": scope,
                "reason_code": reason_code,
                "reason": reason,
                "raw_text": raw_text and raw_text[:_LONGEST_RAW_TEXT],
            }
        )

    def to_tables(self) -> dict[str, pa.Table]:
        """All rows as Arrow tables by contract name, contracts checked, the account balanced."""
        return tables_of([self])


def tables_of(readings: Sequence[Reading]) -> dict[str, pa.Table]:
    """All rows of several readings as Arrow tables by contract name, contracts checked, every account balanced."""
    rows: dict[str, list[Row]] = {"staging.source_files": [_balanced(reading) for reading in readings]}
    tables: dict[str, list[pa.Table]] = {}
    for reading in readings:
        own = {"staging.findings": reading.findings, "staging.rejected_records": reading.rejected} | reading.rows
        for name, some in own.items():
            rows.setdefault(name, []).extend(some)
        for name, table in reading.tables.items():
            tables.setdefault(name, []).append(table)
    return {name: contract(name).from_rows(some) for name, some in rows.items()} | {
        name: contract(name).conform(pa.concat_tables(some)) for name, some in tables.items()
    }


def _balanced(reading: Reading) -> Row:
    """The row of staging.source_files; AssertionError if not every line is accounted for."""
    account: Row = {
        "source_file": reading.source_file,
        "kind": reading.kind,
        "sha256": reading.sha256,
        "bytes": reading.bytes,
        "event_id": reading.event_id,
        "is_read": True,
        "lines_read": 0,
        "good_records": 0,
        "rejected_lines": 0,
        "blank_lines": 0,
        "header_lines": 0,
    } | reading.account
    parts = sum(int(str(account[n])) for n in ("good_records", "rejected_lines", "blank_lines", "header_lines"))
    if parts != account["lines_read"]:
        raise AssertionError(
            f"{reading.source_file}: {account['lines_read']} lines were read but {parts} are accounted for "
            "(good + rejected + blank + header)"
        )
    return account
