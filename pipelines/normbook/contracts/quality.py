"""Contracts of what is set aside, what is odd, and how the expectations went."""

from normbook.contracts.model import Table, integer, text, truth

_WHERE = (
    text("source_file", "Path below the raw folder, with / ; a member of an archive after ' > '"),
    integer("line_number", "Line in the file, from 1; null where the whole file is meant"),
    integer("column_number", "Column in the line in characters, from 1; null where the whole line is meant"),
    text("event_id", "Event concerned, null for rating lists"),
)

FINDING_COLUMNS = (
    *_WHERE,
    text("severity", "error (a verdict cannot rest on it), warning (used, look at it) or info").required,
    text("finding_code", "Stable word for the kind of finding, for filters and tests").required,
    text("subject", "Player, game or field concerned, in words"),
    text("finding", "The sentence: what was found, what was expected").required,
    text("action", "What was done with it, and what a person can do").required,
    text("article", "Article of the regulation concerned"),
)

REJECTED_COLUMNS = (
    *_WHERE,
    text("scope", "file, line or cell: how much was set aside").required,
    text("reason_code", "Stable word for the reason").required,
    text("reason", "The sentence: what was expected, what came, what to do").required,
    text("raw_text", "What stood there, as read; of a long text the beginning"),
)

SOURCE_FILE_COLUMNS = (
    text("source_file", "Path below the raw folder, with /").required,
    text("kind", "rating_list, event_report, sidecar, series, clubs, signed_norm or other").required,
    text("sha256", "Hash of the bytes; null where they could not be read"),
    integer("bytes", "Size of the file").required,
    truth("is_read", "false: the whole file was refused, see reason").required,
    text("reason", "Why the file was refused or left alone"),
    text("layout", "Layout or dialect that was recognised"),
    text("encoding", "Encoding that was recognised"),
    text("event_id", "Event of a report file or sidecar"),
    text("list_month", "Month of a rating list, YYYY-MM"),
    integer("lines_read", "Lines in the file").required,
    integer("good_records", "Lines that became rows").required,
    integer("rejected_lines", "Lines set aside").required,
    integer("blank_lines", "Empty lines").required,
    integer("header_lines", "Headers, rulers, comments and codes that hold no player").required,
)

TABLES = (
    Table(
        "staging.findings",
        grain="finding made while reading raw files",
        key=(),
        columns=FINDING_COLUMNS,
        about="Oddities that a reader met and used all the same.",
    ),
    Table(
        "staging.rejected_records",
        grain="record set aside while reading raw files",
        key=(),
        columns=REJECTED_COLUMNS,
        about="What a reader could not use.",
    ),
    Table(
        "staging.source_files",
        grain="file below the raw folder",
        key=("source_file",),
        columns=SOURCE_FILE_COLUMNS,
        about="Account of every raw file as the reader gives it.",
    ),
    Table(
        "quality.findings",
        grain="finding",
        key=(),
        columns=FINDING_COLUMNS,
        about="What is odd but usable: from the readers and from the checks across tables.",
        published=True,
        split="season",
    ),
    Table(
        "quality.rejected_records",
        grain="record that was set aside",
        key=(),
        columns=REJECTED_COLUMNS,
        about="Every file, line or cell that could not be used, with the reason.",
        published=True,
        split="season",
    ),
    Table(
        "quality.source_files",
        grain="file below the raw folder",
        key=("source_file",),
        columns=SOURCE_FILE_COLUMNS,
        about="Account of every raw file: good + rejected + blank + header lines = lines read.",
        published=True,
    ),
    Table(
        "quality.expectation_results",
        grain="expectation of a published table",
        key=(),
        columns=(
            text("table", "Table judged, or sql/checks/<name>").required,
            text("expectation", "What was expected, with the column").required,
            text("severity", "critical stops the publication, warning is shown").required,
            truth("success", "Whether it held; false as well where it could not run").required,
            text("observed", "What was observed instead"),
            text("sample", "Keys of some offending rows"),
            text("article", "Article or reason behind the expectation"),
        ),
        about="How the gate judged this publication.",
        published=True,
    ),
)
