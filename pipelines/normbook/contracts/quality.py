"""Contracts of what is set aside, what is odd, and how the expectations went."""

from normbook.contracts.model import Table, integer, points, text, texts, truth

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

IDENTITY_COLUMNS = (
    text("name", "Name as in the report"),
    integer("birth_year", "Year of birth in the report"),
    text("federation_code", "Federation in the report, by its code of the day"),
    text("list_month", "List in force, YYYY-MM").required,
    integer("fide_id", "FIDE number of the row").required,
    text("name_listed", "Name in the list"),
    integer("birth_year_listed", "Year of birth in the list"),
    text("federation_code_listed", "Federation in the list"),
)

CORRECTION_COLUMNS = (
    text("source_file", "File of the correction, below the raw folder").required,
    integer("line_number", "Line of its table").required,
    text("corrected_file", "File that is corrected").required,
    text("event_id", "Event of that file, null for rating lists"),
    integer("player_number", "Start number, for rating lists FIDE number").required,
    integer("round_number", "Round, for opponent, colour and result"),
    text("field", "Field that is corrected").required,
    text("found", "What the file says; null if the player is not there"),
    text("guard", "What it must say for the correction to be applied").required,
    text("value", "What is used instead").required,
    text("reason", "Why").required,
    text("status", "applied, not_needed, guard_failed, several_rows, no_such_player or no_such_file").required,
)

SOURCE_FILE_COLUMNS = (
    text("source_file", "Path below the raw folder, with /").required,
    text(
        "kind",
        "rating_list, event_report, sidecar, series, clubs, signed_norm, identities, corrections, expectations or other",
    ).required,
    text("sha256", "Hash of the bytes; null where they could not be read"),
    integer("bytes", "Size of the file").required,
    truth("is_read", "false: the whole file was refused, see reason").required,
    text("reason", "Why the file was refused or left alone"),
    text("layout", "Layout or dialect that was recognised"),
    text("encoding", "Encoding that was recognised"),
    text("event_id", "Event of a report file or sidecar"),
    text("list_month", "Month of a rating list, YYYY-MM"),
    integer("lines_read", "Lines in the file; a row of a CSV over several lines counts once").required,
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
        "staging.corrections",
        grain="[[correction]] of corrections.toml",
        key=("source_file", "line_number"),
        columns=CORRECTION_COLUMNS,
        about="Declared corrections of raw files and what became of each.",
    ),
    Table(
        "quality.corrections",
        grain="[[correction]] of corrections.toml",
        key=("source_file", "line_number"),
        columns=CORRECTION_COLUMNS,
        about="Declared corrections of raw files; one that was not applied keeps its event from being judged.",
        published=True,
    ),
    Table(
        "staging.own_expectations",
        grain="[[expectation]] of expectations.toml",
        key=("source_file", "line_number"),
        columns=(
            text("source_file", "Path below the raw folder").required,
            integer("line_number", "Line of the table").required,
            text("table_name", "Published table").required,
            text("kind", "between, one_of, matches, filled, not_below or unique").required,
            texts("columns", "Columns of it").required,
            points("least", "Least value"),
            points("most", "Greatest value"),
            texts("values", "Values that are allowed").required,
            text("pattern", "Regular expression"),
            integer("percentage", "Share of the rows that must have a value"),
            text("severity", "critical or warning").required,
            text("reason", "Why").required,
        ),
        about="What a user expects of the published tables.",
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
        "quality.identity_candidates",
        grain="event, start number and FIDE number that may be the player's",
        key=("event_id", "start_number", "fide_id"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Start number").required,
            *IDENTITY_COLUMNS,
            text(
                "why_open",
                "number_of_another, several_of_the_name, name_without_birth, name_of_another_federation or name_claimed_twice",
            ).required,
            text("declaration", "What to write into identities.toml if it is this one").required,
        ),
        about="Players whose row in the list in force a person has to decide.",
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
