"""Contracts of the typed rows as the readers leave them: one row per record, source file and line kept."""

import pyarrow as pa

from normbook.contracts.model import Column, Table, date, integer, integers, points, text, texts, truth

_BIRTH = (
    date("birth_date", "Full date of birth, null unless day, month and year are known"),
    integer("birth_year", "Year of birth"),
    text("birth_precision", "day, month, year or none"),
)
_TITLES = (
    text("title_raw", "Title as written"),
    text("title_code", "Open title, upper case: GM IM FM CM, or the honorary HGM HM"),
    text("womens_title_code", "Women's title: WGM WIM WFM WCM, or the honorary WH"),
)


def _rating_kind(kind: str) -> tuple[Column, ...]:
    return (
        integer(f"{kind}_rating", f"{kind.title()} rating, null if unrated or not in this file"),
        integer(f"{kind}_games", f"Games in the {kind} rating period"),
        integer(f"{kind}_k", f"K factor of the {kind} rating"),
    )


TABLES = (
    Table(
        "staging.rating_list_records",
        grain="accepted line of a rating list file",
        key=("source_file", "line_number"),
        columns=(
            text("source_file", "Path below the raw folder").required,
            integer("line_number", "Line (TXT) or player element (XML), from 1").required,
            text("list_month", "Month of the list, YYYY-MM").required,
            texts("list_kinds", "Kinds of rating that the file states: standard, rapid, blitz").required,
            integer("fide_id", "FIDE number").required,
            text("name", "Name as in the list"),
            text("federation_code", "Federation code as in the list, upper case"),
            text("sex", "M or F; null where the layout has none"),
            *_TITLES,
            text("other_titles", "Other titles (arbiter, trainer, organiser), comma separated"),
            *_rating_kind("standard"),
            *_rating_kind("rapid"),
            *_rating_kind("blitz"),
            *_BIRTH,
            text("flag", "Flag letters as in the list: i inactive, w woman, others kept"),
            Column("raw_bytes", pa.binary(), "Bytes of the line where a character was repaired"),
        ),
        about="Rating lists as received, typed.",
    ),
    Table(
        "staging.event_reports",
        grain="report file that was read",
        key=("event_id",),
        columns=(
            text("event_id", "Stem of the file").required,
            text("source_file", "Path below the raw folder").required,
            text("source_sha256", "Hash of the bytes").required,
            text("name", "Line 012"),
            text("city", "Line 022"),
            text("federation_code", "Line 032, upper case, null unless three letters"),
            date("start_date", "Line 042"),
            date("end_date", "Line 052"),
            text("type_text", "Line 092 as written"),
            text("chief_arbiter", "Line 102 as written"),
            text("time_control", "Line 122 as written"),
            integer("rounds_declared", "Rounds by line 142 or XXR"),
            integer(
                "rounds_seen", "Last round in which somebody has an opponent or a result, or two have damaged cells"
            ).required,
            Column("round_dates", pa.list_(pa.date32()), "Line 132, one date a round"),
            truth("has_teams", "The report has team lines (013, 310)").required,
            points("points_win", "Points for a win, line 162"),
            points("points_draw", "Points for a draw, line 162"),
            points("points_loss", "Points for a loss, line 162"),
            points("points_absent", "Points for an absence with zero, line 162"),
            points("points_pairing_bye", "Points for a pairing-allocated bye, line 162"),
        ),
        about="Heads of the report files.",
    ),
    Table(
        "staging.report_players",
        grain="accepted 001 line",
        key=("event_id", "start_number"),
        columns=(
            text("event_id", "Event").required,
            integer("line_number", "Line in the report").required,
            integer("start_number", "Start number").required,
            text("name", "Name as written, blanks at the ends cut"),
            text("sex", "M or F; null if not stated"),
            *_TITLES,
            integer("rating", "Rating of the report, null if blank or zero"),
            text("federation_code", "Federation as written, upper case; null unless three letters"),
            integer("fide_id", "Number in the FIDE id column; may be a national one"),
            *_BIRTH,
            points("points", "Points column (81-84)"),
            integer("place", "Rank column (86-89)"),
        ),
        about="Players of the report files.",
    ),
    Table(
        "staging.round_cells",
        grain="round cell of a 001 line, up to the last round seen",
        key=("event_id", "start_number", "round_number"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Start number").required,
            integer("round_number", "Round, from 1").required,
            integer("opponent_number", "Opponent's start number; null for 0000 or blank"),
            text("colour", "w or b; null for - or blank"),
            text("result_code", "Result as written (1 = 0 + - W D L H F U Z *), lower case folded; null if blank"),
            integer("line_number", "Line in the report").required,
            integer("column_number", "First column of the cell, from 1").required,
        ),
        about="Round cells of the report files, not yet interpreted.",
    ),
    Table(
        "staging.abnormal_points",
        grain="player of a 299 line",
        key=("event_id", "start_number"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Start number").required,
            points("points_change", "Points added (or taken, below 0) by the organiser").required,
        ),
        about="Line 299 of TRF26: points that the cells do not explain.",
    ),
    Table(
        "staging.other_report_lines",
        grain="line of a report whose code this project does not interpret",
        key=("event_id", "line_number"),
        columns=(
            text("event_id", "Event").required,
            integer("line_number", "Line in the report").required,
            text("code", "First three characters").required,
            text("line_text", "The line as read").required,
        ),
        about="Kept, never an error: comments, national lines, engine extensions.",
    ),
    Table(
        "staging.event_sidecars",
        grain="sidecar of an event",
        key=("event_id",),
        columns=(
            text("event_id", "Event").required,
            text("source_file", "Path below the raw folder").required,
            truth("has_error", "The sidecar could not be understood: the event gets no verdict").required,
            text("name", "Name of the event"),
            date("start_date", "First day"),
            date("end_date", "Last day"),
            text("federation_code", "Federation that hosts the event"),
            text("system", "swiss, round_robin, double_round_robin, knockout or team"),
            text("pairing", "Pairing inside a team event: swiss, round_robin, double_round_robin or knockout"),
            text("championship", "Championship of the direct titles table"),
            text("section", "open or women"),
            text("exemption", "Article (1.43a) or name (national_final, national_team, zonal, approved)"),
            text("edition", "Edition that judges the event instead of the one in force"),
            texts("suspended_federations", "Federations suspended at the start (1.42a)"),
            integers("computers", "Start numbers of computers (1.42b)"),
            text("list_month", "Rating list to use, YYYY-MM"),
            truth("norm_eligible", "false: the event gives no norms"),
            text("reason", "Why it gives none"),
            text("same_as", "Event that this file repeats in another form"),
            text("time_control", "Time control in words"),
            Column(
                "not_over_board",
                pa.list_(pa.struct([("round_number", pa.int64()), ("start_number", pa.int64())])),
                "Games decided otherwise than by play (1.42c)",
            ),
            Column(
                "started_forfeits",
                pa.list_(pa.struct([("round_number", pa.int64()), ("start_number", pa.int64())])),
                "Forfeits of games that had begun (1.42c)",
            ),
        ),
        about="What the report cannot say, written by a person.",
    ),
    Table(
        "staging.sidecar_placings",
        grain="[[placing]] of a sidecar",
        key=("event_id", "start_number"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Start number").required,
            integer("place", "Final place"),
            text("stage", "Stage reached, for example last_16, final"),
        ),
        about="Final placings that results cannot tell.",
    ),
)
