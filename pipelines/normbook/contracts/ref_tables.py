"""Contracts of the regulations' smaller tables: times, applications, differences, scores, periods, codes."""

from normbook.contracts.model import Table, date, integer, text, texts, truth

_STATUS = text("status", "read, read_elsewhere, derived, recalled or unknown").required

TABLES = (
    Table(
        "ref.time_controls",
        grain="period of an edition",
        key=("edition", "start_from"),
        columns=(
            text("edition", "Edition").required,
            date("start_from", "Events that start on or after this day").required,
            date("start_to", "and up to this day"),
            integer("least_minutes_with_increment", "Least minutes for a game, with the increment below").required,
            integer("increment_seconds", "Increment at which this time holds").required,
            integer("moves_reckoned", "Moves of the game that is reckoned with").required,
            integer("least_minutes_without_increment", "Least minutes otherwise; null: no norms without the increment"),
            text("article", "Article").required,
            _STATUS,
        ),
        about="1.14 (2005): time controls that are slow enough.",
        published=True,
    ),
    Table(
        "ref.applications",
        grain="edition",
        key=("edition",),
        columns=(
            text("edition", "Edition").required,
            integer("games", "Games that the norms of an application must have").required,
            integer("events", "Norms, at least").required,
            integer("norms_abroad", "Norms without exemption from the federation rules, at least").required,
            text(
                "abroad_method", "event: by the kind of event; numbers: by the federations met, whatever the event"
            ).required,
            text("abroad_article", "Article of that need").required,
            integer("most_unplayed_norms", "Norms with a forgiven unplayed game, at most; null: any"),
            text(
                "listed_event_method", "Which listed event one norm must be from: null, big_swiss, big_swiss_or_listed"
            ),
            date("listed_event_from", "Norms made on or after this day bring that need"),
            integer("big_swiss_players", "Players in every round"),
            integer("big_swiss_average", "and their average"),
            integer(
                "single_round_days", "Days with one round only that the event of one norm must have; null: no such rule"
            ),
            texts("single_round_days_titles", "Titles for which one norm must be from such an event"),
            text("single_round_days_article", "Article of that rule"),
            text("games_article", "Article of the games").required,
            text("norms_article", "Article of the number of norms").required,
            text("rating_article", "Article of the rating to be reached").required,
            text("unplayed_norms_article", "Article of the norms with a forgiven unplayed game"),
            text("listed_event_article", "Article of the listed events"),
            text("big_swiss_article", "Article of the big Swiss"),
            text("article", "Article").required,
            _STATUS,
        ),
        about="1.5: from norms to titles.",
        published=True,
    ),
    Table(
        "ref.application_readings",
        grain="edition, reading of what it asks of listed events",
        key=("edition", "switch", "reading"),
        columns=(
            text("edition", "Edition").required,
            text("switch", "Open question; null: the usual reading of all"),
            text("reading", "The other reading"),
            truth("big_swiss_takes_all", "The average is that of all who are there, not of the best").required,
            date("listed_events_from", "First day of a listed event that serves; null: any"),
        ),
        about="1.5.6 (2024), where the text is open.",
    ),
    Table(
        "ref.rating_titles",
        grain="title for a rating",
        key=("edition", "title_code"),
        columns=(
            text("edition", "Edition").required,
            text("title_code", "Title").required,
            integer("rating", "Rating that earns it").required,
            integer("rated_games", "Rated games that it needs; null: any"),
            date("rated_games_after", "if it was reached after this day"),
            text("article", "Article").required,
            _STATUS,
        ),
        about="1.3: FM, CM, WFM, WCM.",
        published=True,
    ),
    Table(
        "ref.performance_differences",
        grain="percentage of a table",
        key=("performance_table", "percentage_score"),
        columns=(
            text("performance_table", "Table").required,
            integer("percentage_score", "0 to 100").required,
            integer("rating_difference", "dp; null where the table gives none"),
        ),
        about="Table 10.1a of B.02: percentage to rating difference.",
        published=True,
    ),
    Table(
        "ref.performance_periods",
        grain="period",
        key=("start_from",),
        columns=(
            date("start_from", "Events that start on or after this day").required,
            date("start_to", "and up to this day"),
            text("performance_table", "Table").required,
            text("source", "Why").required,
            _STATUS,
        ),
        about="Which table `mart.performances` uses on a day, encoded edition or not.",
        published=True,
    ),
    Table(
        "ref.score_table",
        grain="title, number of games and score",
        key=("edition", "title_sought", "games", "half_points"),
        columns=(
            text("edition", "Edition").required,
            text("title_sought", "Title").required,
            integer("games", "Counted games").required,
            integer("half_points", "Score in half points").required,
            integer("lowest_average", "Least Rt at which this score makes the norm").required,
            integer("highest_average", "Last Rt before half a point less is enough; null: open"),
        ),
        about="1.49a (2005) by the formula, for any number of games.",
        published=True,
    ),
    Table(
        "ref.rating_list_periods",
        grain="period",
        key=("start_from",),
        columns=(
            date("start_from", "Events that start on or after this day").required,
            date("start_to", "and up to this day"),
            integer("longest_age_months", "Months that a list may be old and still be in force").required,
            text("source", "Why").required,
            _STATUS,
        ),
        about="How often FIDE published: four lists a year, then six, then twelve.",
        published=True,
    ),
    Table(
        "ref.federations",
        grain="federation code",
        key=("federation_code",),
        columns=(
            text("federation_code", "Three letters").required,
            text("name", "Name").required,
            truth("is_affiliated", "A member federation of FIDE (FID and NON are codes, not members)").required,
        ),
        about="Codes that lists and reports use.",
        published=True,
    ),
    Table(
        "ref.federation_codes",
        grain="code that stood for another one, and its time",
        key=("written_code", "used_from"),
        columns=(
            text("written_code", "Code as lists and reports write it").required,
            date(
                "used_from", "At events that start on or after this day (the first one: the founding of FIDE)"
            ).required,
            date("used_to", "and up to this day; null: for ever"),
            text("federation_code", "The federation that is meant").required,
            text("source", "Why").required,
            _STATUS,
        ),
        about="A later or an earlier code of the same federation makes nobody a foreigner (1.43, 1.44; 1.4.3, 1.4.4 of 2024).",
        published=True,
    ),
    Table(
        "ref.source_trust",
        grain="kind of report file",
        key=("layout_begins",),
        columns=(
            integer("rank", "1 is trusted most").required,
            text("layout_begins", "Beginning of the layout in quality.source_files").required,
            text("reason", "Why").required,
        ),
        about="Which form of an event is judged where there are several.",
        published=True,
    ),
    Table(
        "ref.held_titles",
        grain="title that makes another superfluous",
        key=("title_sought", "title_code"),
        columns=(
            text("title_sought", "Title to be earned: by norms, by a place (1.2) or by a rating (1.3)").required,
            text("title_code", "Whoever holds this title holds the sought one or a higher").required,
        ),
        about="GM > IM > FM > CM, WGM > WIM > WFM > WCM, and IM > WGM for the women's norms.",
        published=True,
    ),
)
