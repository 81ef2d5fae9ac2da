"""Contracts of the selections of games on which norms are judged, and of what is said of each; not published."""

from normbook.contracts.model import Table, integer, integers, text, truth

_SELECTION = (
    text("event_id", "Event").required,
    integer("start_number", "Player").required,
    text("selection", "all, last_round_forfeit, chosen_<title> or possible_<title>").required,
)
_OPPONENT = (
    integer("rating", "Rating of the opponent"),
    text("title_code", "His title"),
    text("womens_title_code", "Women's title"),
    text("federation_code", "Federation"),
)

TABLES = (
    Table(
        "mart.search_candidates",
        grain="player and title for whom leaving games out can help",
        key=("event_id", "start_number", "title_sought"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Player").required,
            text("title_sought", "Title").required,
        ),
        about="Who reaches the exact search: everybody else is proved to gain nothing by leaving games out.",
    ),
    Table(
        "mart.chosen_selections",
        grain="selection of games found by the search",
        key=("event_id", "start_number", "selection"),
        columns=(
            *_SELECTION,
            text("title_sought", "Title it was chosen for").required,
            integer("cut_after_round", "Last round kept where later ones are left out (1.42f); null: none are"),
            integers("left_out_rounds", "Won games left out (1.42e), in order").required,
            truth("has_last_round_forfeit", "With the absent last opponent added as a loss (1.42c)").required,
        ),
        about=(
            "The best valid selection where it is not all countable games (chosen_GM), or, where unknown federations leave that "
            "open, one that may be valid (possible_GM)."
        ),
    ),
    Table(
        "mart.selection_games",
        grain="game of a selection",
        key=("event_id", "start_number", "selection", "round_number"),
        columns=(
            *_SELECTION,
            integer("round_number", "Round").required,
            integer("opponent_number", "Opponent").required,
            integer("half_points", "Score in half points").required,
            *_OPPONENT,
        ),
        about="Sets of games on which norms are judged.",
    ),
    Table(
        "mart.selection_opponents",
        grain="distinct opponent of a selection",
        key=("event_id", "start_number", "selection", "opponent_number"),
        columns=(
            *_SELECTION,
            integer("opponent_number", "Opponent").required,
            integer("games", "Games against him").required,
            integer("half_points", "Score against him").required,
            integer("rating_used", "His rating, or what an unrated opponent counts; the lowest where days differ"),
            integer("rating_sum", "Sum of these over the games"),
            *_OPPONENT,
        ),
        about="Opponents of a selection, each once.",
    ),
    Table(
        "mart.selection_figures",
        grain="selection of a player",
        key=("event_id", "start_number", "selection"),
        columns=(
            *_SELECTION,
            integer("games", "Games").required,
            integer("opponents", "Distinct opponents").required,
            integer("share_base", "What shares are taken of: distinct opponents, or games").required,
            integer("half_points", "Score in half points").required,
            integer("unrated_opponents", "Unrated opponents").required,
            integer("games_without_rating", "Games against opponents that count the floor"),
            integer("rating_sum", "Sum of ratings over the games").required,
            integer("titled_opponents", "Titled, in the unit of the shares").required,
            integer("unknown_federations", "Of unknown federation, in the unit of the shares").required,
            integer("unknown_opponents", "Opponents of unknown federation").required,
            truth("is_own_federation_unknown", "The player's own federation is unknown").required,
            integer("other_federations", "Federations other than the own one").required,
            integer("own_federation_opponents", "Opponents of the own federation").required,
            integer("most_of_one_federation", "Most opponents of one other federation").required,
            integer("most_besides_the_host", "Most of one other federation that is not the host's").required,
        ),
        about="Figures that do not depend on the title sought.",
    ),
    Table(
        "mart.asked_titles",
        grain="selection of a player, title sought",
        key=("event_id", "start_number", "selection", "title_sought"),
        columns=(
            *_SELECTION,
            text("title_sought", "Title").required,
            text("edition", "Edition").required,
            integer(
                "games_not_missed", "Games that are not asked for, the one against an absent last opponent"
            ).required,
        ),
        about="Who is judged for what.",
    ),
    Table(
        "mart.title_counts",
        grain="condition of a title level that opponents of a selection fulfil",
        key=("event_id", "start_number", "selection", "title_sought", "alternative", "condition"),
        columns=(
            *_SELECTION,
            text("title_sought", "Title").required,
            integer("alternative", "Alternative, any one suffices").required,
            integer("condition", "Condition, all must hold").required,
            integer("opponents", "Opponents met").required,
        ),
        about="Title levels counted (1.45b-e of 2005).",
    ),
    Table(
        "mart.title_levels_met",
        grain="selection of a player, title sought whose level the opponents have",
        key=("event_id", "start_number", "selection", "title_sought"),
        columns=(*_SELECTION, text("title_sought", "Title").required),
        about="Title levels met (1.45b-e of 2005).",
    ),
    Table(
        "mart.selection_verdicts",
        grain="selection of a player, title sought",
        key=("event_id", "start_number", "title_sought", "selection"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Player").required,
            text("title_sought", "Title").required,
            text("selection", "Selection").required,
            text("edition", "Edition").required,
            *(
                integer(name, about).required
                for name, about in (
                    ("games", "Games"),
                    ("opponents", "Distinct opponents"),
                    ("share_base", "What shares are taken of: distinct opponents, or games"),
                    ("half_points", "Score in half points"),
                )
            ),
            integer("half_points_required", "Least score at this average; null below the least average"),
            integer("opponents_average_rating", "Rt").required,
            integer("percentage_score", "p").required,
            integer("rating_difference", "dp"),
            integer("performance_rating", "Rp"),
            integer("raised_opponents", "Opponents raised to the floor").required,
            integer("unrated_opponents", "Unrated").required,
            integer("titled_opponents", "Titled").required,
            text("titles_observed", "Titles of the opponents in words").required,
            integer("other_federations", "Other federations").required,
            integer("own_federation_opponents", "Own federation").required,
            integer("most_of_one_federation", "Most of one other").required,
            integer("unknown_federations", "Unknown federation").required,
            truth("is_own_federation_unknown", "Own federation unknown").required,
            truth("is_unplayed_forgiven", "Enough games because one unplayed game is forgiven").required,
            integer("games_not_missed", "Games not asked for").required,
            integer("least_games", "Games asked").required,
            integer("least_other_federations", "Federations asked").required,
            integer("most_own_federation", "Own federation at most").required,
            integer("most_one_federation", "One other federation at most").required,
            integer("least_titled", "Titled asked").required,
            integer("least_players", "Players asked in multi-round events"),
            integer("players", "Players").required,
            integer("most_unrated", "Unrated at most; null: no limit"),
            integer("least_performance", "Rp asked").required,
            integer("least_average", "Rt asked").required,
            truth("waives_federations", "Exempt; null where unknown federations decide"),
            truth("waives_shares", "Exempt; null likewise"),
            integer("least_score_percentage", "Least score in per cent, for words").required,
            *(
                truth(f"meets_{name}", "Condition met; null where unknown federations decide")
                for name in (
                    "least_games",
                    "other_federations",
                    "own_share",
                    "one_share",
                    "titled_share",
                    "title_level",
                    "multi_round_players",
                    "unrated_limit",
                    "least_performance",
                    "least_average",
                    "least_score",
                    "all",
                )
            ),
        ),
        about="Every condition on one selection for one title.",
    ),
)
