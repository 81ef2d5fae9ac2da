"""Contracts of what a publication says otherwise than the one before."""

from normbook.contracts.model import Table, integer, points, text, texts, truth

_WHOSE = (
    text("event_id", "Event").required,
    integer("start_number", "Player").required,
    text("title_sought", "GM, IM, WGM or WIM").required,
    integer("fide_id", "FIDE number"),
    text("name", "Name"),
)

TABLES = (
    Table(
        "staging.events_before",
        grain="event of the publication before",
        key=("event_id",),
        columns=(
            text("event_id", "Event").required,
            text("name", "Name"),
            text("edition", "Edition that judged"),
            text("list_month", "Rating list that was in force"),
            text("source_sha256", "Hash of the report").required,
        ),
        about="What was published when this run began: of its season under --season, else of all.",
    ),
    Table(
        "staging.verdicts_before",
        grain="verdict of the publication before",
        key=("event_id", "start_number", "title_sought"),
        columns=(
            *_WHOSE,
            truth("achieved", "Norm or not"),
            truth("already_held", "Title held").required,
            integer("games", "Counted games").required,
            points("score", "Points in them").required,
            integer("opponents_average_rating", "Rt"),
            integer("performance_rating", "Rp"),
            texts("failed_articles", "Articles not met").required,
        ),
        about="What was published when this run began, likewise.",
    ),
    Table(
        "mart.run_changes",
        grain="change of an event or of a verdict since the publication before",
        key=(),
        columns=(
            text("event_id", "Event").required,
            text("event_name", "Name of the event"),
            text(
                "change",
                "new_event, gone_event, changed_event, new_norm, lost_norm (of players without the title) or changed_verdict",
            ).required,
            *(column for column in _WHOSE[1:] if column.nullable),
            integer("start_number", "Player; null where the event is meant"),
            text("title_sought", "Title; null where the event is meant"),
            text("before", "What was said before; null where nothing was"),
            text("now", "What is said now; null where nothing is"),
        ),
        about="What this publication says otherwise than the one before; empty after the first run.",
        published=True,
        split="season",
    ),
)
