"""What the tables of files, findings, set-aside records and results mean."""

from __future__ import annotations

from normbook.expectations.expectation import Suite, between, matches, one_of, unique
from normbook.expectations.meanings import line_number, month, sentence, sha256

FILE_KINDS = (
    "rating_list",
    "event_report",
    "sidecar",
    "series",
    "clubs",
    "signed_norm",
    "identities",
    "corrections",
    "expectations",
    "other",
)
LINE_COUNTS = ("lines_read", "good_records", "rejected_lines", "blank_lines", "header_lines")
WHY_OPEN = (
    "number_of_another",
    "several_of_the_name",
    "name_without_birth",
    "name_of_another_federation",
    "name_claimed_twice",
)
CORRECTED = ("applied", "not_needed", "guard_failed", "several_rows", "no_such_player", "no_such_file")

_CODE = "a word of lower case letters"
_STABLE = "filters and tests compare codes"

QUALITY = {
    "quality.findings": Suite(
        (
            line_number(),
            line_number("column_number"),
            one_of("severity", ("error", "warning", "info"), "an error keeps a verdict from resting on it"),
            matches("finding_code", "[a-z][a-z0-9_]*", _CODE, _STABLE),
            sentence("finding"),
            sentence("action"),
        ),
        told_by=("source_file", "event_id"),
    ),
    "quality.rejected_records": Suite(
        (
            line_number(),
            line_number("column_number"),
            one_of("scope", ("file", "line", "cell"), "how much was set aside"),
            matches("reason_code", "[a-z][a-z0-9_]*", _CODE, _STABLE),
            sentence("reason"),
        ),
        told_by=("source_file", "scope"),
    ),
    "quality.identity_candidates": Suite(
        (
            month("list_month"),
            between("start_number", 1, None, "start numbers are positive"),
            between("fide_id", 1, None, "FIDE numbers are positive"),
            one_of("why_open", WHY_OPEN, "a person must know what to look at"),
            sentence("declaration"),
        ),
        told_by=("event_id", "start_number", "fide_id"),
    ),
    "quality.corrections": Suite(
        (
            line_number(),
            sentence("corrected_file"),
            sentence("field"),
            sentence("reason"),
            one_of("status", CORRECTED, "a correction is applied, or the reason is told"),
        ),
        told_by=("source_file", "line_number"),
    ),
    "quality.source_files": Suite(
        (
            one_of("kind", FILE_KINDS, "each kind of file has its reader"),
            sha256(),
            between("bytes", 0, None, "a size"),
            month("list_month"),
            *(between(column, 0, None, "a number of lines") for column in LINE_COUNTS),
        ),
        told_by=("source_file",),
        emptiness="warning",
    ),
    "quality.expectation_results": Suite(
        (
            matches(
                "table",
                r"sql/checks(?:/[a-z0-9_]+)?|[a-z]+\.[a-z_]+",
                "a table or a check",
                "a reader must find what was judged",
            ),
            sentence("expectation"),
            one_of("severity", ("critical", "warning"), "the gate knows two weights"),
            unique(("table", "expectation"), "each question is asked once"),
        ),
        told_by=("table", "expectation"),
    ),
}
