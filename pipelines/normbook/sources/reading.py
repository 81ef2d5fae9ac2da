"""What a reader hands back: rows by table, what it set aside, what it found odd, and the account of its lines."""

from __future__ import annotations

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
        account: Row = {
            "source_file": self.source_file,
            "kind": self.kind,
            "sha256": self.sha256,
            "bytes": self.bytes,
            "event_id": self.event_id,
            "is_read": True,
            "lines_read": 0,
            "good_records": 0,
            "rejected_lines": 0,
            "blank_lines": 0,
            "header_lines": 0,
        } | self.account
        parts = sum(int(str(account[n])) for n in ("good_records", "rejected_lines", "blank_lines", "header_lines"))
        if parts != account["lines_read"]:
            raise AssertionError(
                f"{self.source_file}: {account['lines_read']} lines were read but {parts} are accounted for "
                "(good + rejected + blank + header)"
            )
        tables = {name: contract(name).from_rows(rows) for name, rows in self.rows.items()}
        tables |= {name: contract(name).conform(table) for name, table in self.tables.items()}
        tables["staging.source_files"] = contract("staging.source_files").from_rows([account])
        tables["staging.findings"] = contract("staging.findings").from_rows(self.findings)
        tables["staging.rejected_records"] = contract("staging.rejected_records").from_rows(self.rejected)
        return tables
