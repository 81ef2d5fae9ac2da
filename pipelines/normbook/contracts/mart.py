"""Contracts of the answers: performances, verdicts and why."""

from normbook.contracts.model import Column, Table, integer, integers, points, text, texts, truth

_VERDICT = (
    text("event_id", "Event").required,
    integer("start_number", "Player").required,
    text("title_sought", "GM, IM, WGM or WIM").required,
)
_GAMES = (
    integer("games", "Counted games").required,
    points("score", "Points in them").required,
)


def _performance(rating: Column) -> tuple[Column, ...]:
    return (
        integer("percentage_score", "100 x score / games, half up"),
        integer("opponents_average_rating", "Rt, half up"),
        integer("rating_difference", "dp; null where the table gives none"),
        rating,
    )


_VERDICT_COLUMNS = (
    *_VERDICT,
    integer("fide_id", "FIDE number"),
    text("name", "Name"),
    text("federation_code", "Federation"),
    text("edition", "Edition that judged").required,
    truth("achieved", "Whether the norm was made; null where the data cannot decide"),
    text(
        "undecided_because",
        "Why it is open: event not finished, contradicting report, unknown federations, values not known well enough",
    ),
    truth("already_held", "The player held this title or a higher one at the start").required,
    *_GAMES,
    points("score_required", "Least score for the norm at this Rt; null below the least Rt"),
    *_performance(integer("performance_rating", "Rp = Rt + dp; null where the table gives no dp")),
    text("selection", "Games that decide: all, last_round_forfeit, chosen_<title> or possible_<title>").required,
    integer("extension", "Whole points above the requirement; 0 if not achieved").required,
    integer("counted_games", "Games that the norm counts for an application; 0 if not achieved").required,
    integers("left_out_rounds", "Won games left out").required,
    integer("cut_after_round", "Last round kept where later ones were left out"),
    truth("last_round_forfeit", "Holds with the absent last opponent added as a loss").required,
    texts("failed_articles", "Articles not met, sorted").required,
    texts(
        "undecided_articles",
        "Articles that the data cannot decide, sorted; of an open verdict those of the games that may make it",
    ).required,
    points("points_short", "Points missing to score_required; null without it"),
    text("basis", "Weakest status among the values that decided").required,
)

TABLES = (
    Table(
        "mart.performances",
        grain="event and start number with at least one game against a rated opponent",
        key=("event_id", "start_number"),
        columns=(
            *_VERDICT[:2],
            *_GAMES,
            *_performance(integer("performance_rating", "Rt + dp; null at 0 or 100 % where the table has no dp")),
            text("performance_table", "Table of rating differences").required,
        ),
        about="Rated opponents over the board, no floors, nothing left out.",
        published=True,
        split="season",
    ),
    Table(
        "mart.norm_verdicts",
        grain="event, player and title for everybody with at least one countable game",
        key=("event_id", "start_number", "title_sought"),
        columns=_VERDICT_COLUMNS,
        about="The verdict, with the figures of the selection of games that decided it.",
        published=True,
        split="season",
    ),
    Table(
        "mart.hypothetical_verdicts",
        grain="verdict under an edition that was asked for",
        key=("edition", "event_id", "start_number", "title_sought"),
        columns=(
            *_VERDICT_COLUMNS,
            text(
                "readings", "Readings of open questions that were asked for, as switch=reading; empty: the usual ones"
            ).required,
        ),
        about=(
            "What an edition named by `run --edition`, or other readings named by `run --reading`, would have said: never a norm. "
            "One set of rows for each edition asked for."
        ),
        published=True,
        split="season",
    ),
    Table(
        "mart.event_conditions",
        grain="condition of an edition on an event",
        key=("event_id", "rule"),
        columns=(
            text("event_id", "Event").required,
            text("rule", "Name of the condition").required,
            text("article", "Article").required,
            text("required", "What the article asks").required,
            text("observed", "What there was; null where nobody says it"),
            truth("passed", "Whether it is met; null: not checked, since nobody says it"),
            text("decides", "event: without it no norms; application: without it no application").required,
            text("status", "How well the condition is known").required,
        ),
        about="What is asked of an event as a whole (1.1, 1.4, 1.4.2d-e, 1.8 of 2024): passed, failed or not checked.",
        published=True,
        split="season",
    ),
    Table(
        "mart.reading_differences",
        grain="verdict that another reading of an open question would change",
        key=("event_id", "start_number", "title_sought", "switch", "reading"),
        columns=(
            *_VERDICT,
            text("switch", "Open question, as among the alternatives of ref.parameters").required,
            text("reading", "The other reading").required,
            text("name", "Player"),
            text(
                "edition",
                "Edition that judges; of a norm that serves otherwise the first edition of such an application",
            ).required,
            truth("achieved", "By the usual reading"),
            truth("achieved_by_reading", "By the other one"),
            integer("counted_games", "Games towards the application by the usual reading").required,
            integer("counted_games_by_reading", "By the other one").required,
            truth(
                "is_listed",
                "The event is listed for an application (1.5.6 of 2024) by the usual reading; null: not in question",
            ),
            truth("is_listed_by_reading", "By the other one"),
        ),
        about=(
            "Where the text is open and the answer matters: the verdict stands by the usual reading, and an arbiter must know "
            "the other."
        ),
        published=True,
        split="season",
    ),
    Table(
        "mart.norm_rule_outcomes",
        grain="rule of a verdict that was achieved or near",
        key=("event_id", "start_number", "title_sought", "rule"),
        columns=(
            *_VERDICT,
            integer("rule_order", "Order of the articles").required,
            text("rule", "Rule, as in ref.rules, or title_level").required,
            text("article", "Article").required,
            text("required", "What the article asks").required,
            text("observed", "What there was; null where the data cannot say"),
            truth("passed", "Whether it is met; null where the data cannot decide"),
            text("waived_by", "Article that waives it"),
            text("status", "How well the values behind it are known").required,
        ),
        about=(
            "Every article of a verdict with what it asks and what there was. Published where the norm was made, is undecided, "
            "or is near: at most two articles not met and at most one point short."
        ),
        published=True,
        split="season",
    ),
)
