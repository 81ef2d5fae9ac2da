"""Contracts of what a reader asks: each game and why it counted, and how near a norm was."""

import pyarrow as pa

from normbook.contracts.model import Column, Table, integer, integers, points, text, texts, truth

_VERDICT = (
    text("event_id", "Event").required,
    integer("start_number", "Player").required,
    text("title_sought", "GM, IM, WGM or WIM").required,
)
_KEY = ("event_id", "start_number", "title_sought")

TABLES = (
    Table(
        "mart.explained_verdicts",
        grain="verdict that is explained article by article and game by game",
        key=_KEY,
        columns=(*_VERDICT, text("selection", "Selection that decides").required),
        about=(
            "Norms made, undecided or near: at most two articles not met and at most one point short. `normbook explain` puts "
            "any verdict here."
        ),
    ),
    Table(
        "mart.remaining_games",
        grain="game that a player of a running event has still to play",
        key=("event_id", "start_number", "round_number"),
        columns=(
            *_VERDICT[:2],
            integer(
                "round_number", "Round; for rounds that are not paired yet a number after the last paired one"
            ).required,
            integer("opponent_number", "Opponent; null where the pairing is not known"),
        ),
        about="Paired games without result, and the declared rounds to come; in a round robin those not yet met.",
    ),
    Table(
        "mart.near_gaps",
        grain="condition on the opponents of an explained verdict that is not surely met",
        key=(*_KEY, "rule"),
        columns=(
            *_VERDICT,
            text("rule", "Rule, as in ref.rules, or title_level").required,
            integer("amount", "So many more, or fewer, are asked; below 0 where there is room left").required,
            integer("observed", "What there was; null for title levels"),
            integer("asked", "What is asked; null for title levels"),
            text("titles", "Title levels: the least choice of titles, in words"),
            truth("is_open", "Unknown federations decide").required,
        ),
        about="What is missing of games, federations and titles, in whole numbers; score and average are told by ref.score_table.",
    ),
    Table(
        "mart.norm_game_audits",
        grain="round of the event for a verdict that is explained",
        key=(*_KEY, "round_number"),
        columns=(
            *_VERDICT,
            integer("round_number", "Round").required,
            integer("opponent_number", "Opponent; null if there was none"),
            points("score", "Points: as the norm counts them where the game counts; null while there is no result"),
            integer("rating_used", "What the game adds to the sum of ratings; null if it does not count"),
            truth("raised_to_floor", "The opponent is raised to the floor of the title (1.46c1)").required,
            truth("counted", "The game is one of those the verdict rests on").required,
            text("reason_article", "Article that takes the game out, adds it or changes its rating; null if none does"),
            text("reason", "The same in words").required,
        ),
        about="Every round of a verdict: counted, left out (1.42e, 1.42f), excluded (1.42a-d), raised (1.46c1).",
        published=True,
        split="season",
    ),
    Table(
        "mart.near_norms",
        grain="verdict of an event that was nearly a norm, or of a running event that may still become one",
        key=_KEY,
        columns=(
            *_VERDICT,
            points(
                "points_short",
                "Points missing at the average of the games that the sentence is about; null below the least average",
            ),
            integer("rounds_left", "Games still to come; 0 when the event is finished").required,
            points("points_needed", "Points needed from them; null when the event is finished"),
            integer(
                "next_average", "... if opponents not yet known average at least so much; null where all are known"
            ),
            Column(
                "scores",
                pa.list_(pa.struct([("points", pa.float64()), ("average", pa.int64())])),
                "Running events: points that make the norm, each with the least average of the opponents not yet known",
            ).required,
            integer("cut_after_round", "What follows is left out for it (1.42f), of the games played; null: nothing"),
            integers("left_out_rounds", "Won games left out for it (1.42e), in order").required,
            truth(
                "last_round_forfeit", "The absent last opponent is added as a loss (1.42c); finished events only"
            ).required,
            texts("missing", "What is missing, each in words").required,
            integer(
                "distance", "Sort key, small is near: about rating points of one game, see stages/near.py"
            ).required,
            text("sentence", "The least change, or the need, as a sentence").required,
        ),
        about=(
            "How near: the least change that would have made the norm with everything else as it was, games left out where that "
            "makes it smaller, or what the remaining games must bring, the last of them left out where that is less. Players who "
            "hold the title are left out."
        ),
        published=True,
        split="season",
    ),
)
