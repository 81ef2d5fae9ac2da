"""Contracts of the way from norms to titles: what a norm brings, who earned a title, what was signed."""

from normbook.contracts.model import Table, date, integer, integers, points, text, texts, truth
from normbook.contracts.quality import FINDING_COLUMNS

_NORM = (
    text("event_id", "Event").required,
    integer("start_number", "Player").required,
    text("title_sought", "GM, IM, WGM or WIM").required,
)
_PERSON = (
    integer("fide_id", "FIDE number"),
    text("name", "Name"),
)
_STATUS = text("status", "read, read_elsewhere, derived, recalled or unknown").required
_ARTICLE = (text("article", "Article").required, _STATUS)

# What a verdict says that a signature holds fast.
_FIGURES = (
    text("edition", "Edition that judged"),
    integer("games", "Counted games"),
    points("score", "Points in them"),
    integer("opponents_average_rating", "Rt"),
    integer("performance_rating", "Rp; null where the table gives none"),
    integer("extension", "Whole points above the requirement"),
    integer("counted_games", "Games that the norm counts for an application"),
    text("selection", "Games that decided"),
    integers("left_out_rounds", "Won games left out"),
    integer("cut_after_round", "Last round kept where later ones were left out"),
)
_SOURCES = (
    text("report_sha256", "Hash of the report file"),
    text("sidecar_sha256", "Hash of the sidecar; null without one"),
    text("list_month", "Rating list in force; null if none is held"),
    text("list_sha256", "Hashes of the files that hold this list"),
    text("rules_sha256", "Hash of the values of the edition"),
)

_NORM_FACTS = (
    *_NORM,
    *_PERSON,
    text("edition", "Edition that judged").required,
    date("norm_on", "Last day of the event, else its first").required,
    integer("counted_games", "Games that the norm counts for an application").required,
    truth("is_national", "From an event for players of one federation (1.43a, b)").required,
    truth(
        "meets_federation_rules", "Federations and shares hold by the numbers (1.4.3e of 2024); null where not known"
    ),
    truth("is_unplayed_forgiven", "One unplayed game is forgiven (1.4.1c of 2024)").required,
    integer("single_round_days", "Days of the event with one round only; null if the report has no dates"),
    texts("listed_editions", "Editions in which the event is one of those that one norm must be from").required,
    text("championship_article", "Article by which the place in a championship counts as this norm"),
)

# What an application has and lacks.
_APPLICATION = (
    text("name", "Name in the last of the norms"),
    text("edition", "Edition that judges the application").required,
    integer("norms", "Norms").required,
    integer("norm_games", "Games that they count for an application").required,
    integer("games_required", "Games that an application asks for").required,
    truth("has_norm_elsewhere", "A norm without exemption from the federation rules; null if not known"),
    truth("has_listed_event", "A norm is from a listed event; null where that is not asked"),
    integer("highest_rating", "Highest standard rating in any list held, or told by a sidecar; null if in none"),
    integer("rating_required", "Rating that the title asks for").required,
    texts("missing", "What an application still lacks, in words with article; empty: nothing").required,
    texts("not_checked", "Conditions that the data cannot tell").required,
    text("held_since", "First list held that shows the title or a higher one"),
    texts("event_ids", "Events of the norms, by date").required,
)

TABLES = (
    Table(
        "staging.signed_norms",
        grain="file of a signed norm",
        key=("source_file",),
        columns=(
            text("source_file", "Path below the raw folder").required,
            date("signed_on", "Day of the signature").required,
            text("signed_by", "Who signed"),
            *_NORM,
            *_PERSON,
            *_FIGURES,
            *_SOURCES,
        ),
        about="Norms that a person signed, with the figures of that day (`normbook sign`).",
    ),
    Table(
        "staging.other_norms",
        grain="norm of a season that this run leaves as published",
        key=("event_id", "start_number", "title_sought"),
        columns=_NORM_FACTS,
        about="With --season: the norms published for the other seasons; empty otherwise.",
    ),
    Table(
        "staging.reached_ratings",
        grain="sidecar, player",
        key=("source_file", "fide_id"),
        columns=(
            text("source_file", "Sidecar").required,
            integer("fide_id", "FIDE number").required,
            integer("rating", "Rating that was reached").required,
            date("reached_on", "Day").required,
            integer("rated_games", "Rated games up to that day; null: not told"),
        ),
        about="Ratings that no list has, told by a person: interim, or in the middle of an event (1.3, 1.5.3 of 2024).",
    ),
    Table(
        "ref.direct_titles",
        grain="result in a championship that gives a title or counts as a norm",
        key=("edition", "championship", "section", "title_code", "outcome", "value"),
        columns=(
            text("edition", "Edition").required,
            text("championship", "Championship as in the sidecar").required,
            text("section", "open or women").required,
            text("title_code", "Title").required,
            text(
                "outcome", "place, first_equal, stage, qualify, performance, percentage_at_least or percentage_above"
            ).required,
            text("value", "Places (1|2), stage, performance or percentage"),
            integer("games", "Counted games needed"),
            integer("places_at_most", "So many of those who share the first place; null: all"),
            integer("swiss_places", "In a Swiss only the first so many; null: everybody"),
            integer("counts_as", "The result is a norm of so many games; null: it gives the title"),
            text("note", "Remark"),
            *_ARTICLE,
        ),
        about="1.2: titles and norms won in championships.",
        published=True,
    ),
    Table(
        "ref.listed_events",
        grain="kind of event that one norm must be from",
        key=("method", "event_kind"),
        columns=(
            text("method", "Method of ref.applications.listed_event_method").required,
            text("event_kind", "Championship or exemption, as in the sidecar").required,
            *_ARTICLE,
        ),
        about="1.5.6b to f (2024); the big Swiss of 1.5.6a is computed.",
        published=True,
    ),
    Table(
        "mart.event_sources",
        grain="event",
        key=("event_id",),
        columns=(text("event_id", "Event").required, text("edition", "Edition that judges"), *_SOURCES),
        about="What the verdicts of an event rest on, by content: if none of it changes, they do not.",
        published=True,
        split="season",
    ),
    Table(
        "mart.listed_events",
        grain="event with a norm, edition of an application, reading of what it asks",
        key=("event_id", "edition", "switch", "reading"),
        columns=(
            text("event_id", "Event").required,
            text("edition", "Edition of the application").required,
            text("switch", "Open question; null: the usual reading of all"),
            text("reading", "The other reading"),
            text("article", "Article that lists it").required,
        ),
        about="Events from one of which a norm of an application must come (1.5.6 of 2024).",
    ),
    Table(
        "mart.championship_results",
        grain="player and title of a championship",
        key=("event_id", "start_number", "title_code", "is_norm"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Player").required,
            text("title_code", "Title").required,
            truth("is_norm", "The result counts as a norm; false: it gives the title").required,
            integer("counted_games", "Games of that norm"),
            text("result", "What was reached, in words").required,
            *_ARTICLE,
        ),
        about="Results of 1.2, whether the player needs them or not.",
    ),
    Table(
        "mart.norms",
        grain="norm of a player who did not hold the title",
        key=("event_id", "start_number", "title_sought"),
        columns=_NORM_FACTS,
        about="Norms by verdict or by place in a championship (1.2), with what an application asks of them.",
        published=True,
        split="season",
    ),
    Table(
        "mart.norms_of_all_seasons",
        grain="norm of a player with a FIDE number",
        key=("event_id", "start_number", "title_sought"),
        columns=_NORM_FACTS,
        about="Norms of this run and, with --season, those published for other seasons.",
    ),
    Table(
        "mart.ratings_reached",
        grain="player with a norm, title, edition of one of his norms",
        key=("fide_id", "title_sought", "edition"),
        columns=(
            integer("fide_id", "FIDE number").required,
            text("title_sought", "Title").required,
            text("edition", "Edition").required,
            integer("rating_required", "Rating that the title asks for").required,
            integer("highest_rating", "Highest standard rating in any list held"),
            date("reached_on", "First day of the first list with the rating"),
            text("held_since", "First list held that shows the title or a higher one"),
        ),
        about="The rating of an application, from all lists held.",
    ),
    Table(
        "mart.title_progress",
        grain="player with a norm, title",
        key=("fide_id", "title_sought"),
        columns=(
            integer("fide_id", "FIDE number").required,
            text("title_sought", "GM, IM, WGM or WIM").required,
            *_APPLICATION,
            date("norms_complete_on", "End of the event of the last norm that was needed"),
            date("earned_on", "Day on which norms and rating were there; null: not yet"),
        ),
        about="From norms to titles (1.5): players who did not hold the title when they made the norm. Judged by "
        "the newest edition of the norms.",
        published=True,
    ),
    Table(
        "mart.title_applications",
        grain="player with a norm, title, edition from that of his last norm on",
        key=("fide_id", "title_sought", "edition"),
        columns=(
            integer("fide_id", "FIDE number").required,
            text("title_sought", "GM, IM, WGM or WIM").required,
            *_APPLICATION,
        ),
        about="All norms of a player as one application, by each edition under which it can be handed in (1.5.6 of 2023).",
        published=True,
    ),
    Table(
        "mart.rating_titles",
        grain="player and title earned by a rating",
        key=("fide_id", "title"),
        columns=(
            integer("fide_id", "FIDE number").required,
            text("title", "FM, CM, WFM or WCM").required,
            text("name", "Name in that list, or in any where a sidecar tells the rating"),
            text(
                "list_month", "Month in which the rating was reached, YYYY-MM; that of the first list held with it"
            ).required,
            integer("rating", "Rating in that list").required,
            integer("rating_required", "Rating that earns the title").required,
            text("told_by", "Sidecar that tells of the rating; null: a list has it"),
            integer("rated_games", "Rated games up to that day as told; null where nobody says it, as in lists"),
            integer("games_required", "Rated games that a rating of that day needs; null: any"),
            text("edition", "Edition that says so").required,
            *_ARTICLE,
        ),
        about="1.3, for players whose title in that list was lower or none; only the highest title of a list. Where "
        "`rated_games` is null and `games_required` is not, the number of games is to be checked.",
        published=True,
    ),
    Table(
        "mart.direct_titles",
        grain="player and title earned in a championship",
        key=("event_id", "start_number", "title"),
        columns=(
            text("event_id", "Event").required,
            integer("start_number", "Player").required,
            text("title", "Title").required,
            *_PERSON,
            text("result", "What was reached, in words").required,
            *_ARTICLE,
        ),
        about="1.2, for players who held neither the title nor a higher one; only the highest of an event.",
        published=True,
        split="season",
    ),
    Table(
        "mart.recheck",
        grain="signed norm that is now another",
        key=("source_file",),
        columns=(
            text("source_file", "File of the signature, below the raw folder").required,
            *_NORM,
            *_PERSON,
            date("signed_on", "Day of the signature").required,
            text("signed_by", "Who signed"),
            text("signed", "The figures that were signed").required,
            text("computed", "The figures now; null where there is no such verdict any more"),
            texts("differences", "Columns that differ").required,
            texts(
                "changed_sources", "report, sidecar, edition, list, rules; program where none of them changed"
            ).required,
        ),
        about="Signed norms whose verdict changed: a person decides, nothing is changed silently.",
        published=True,
        split="season",
    ),
    Table(
        "findings.titles",
        grain="finding",
        key=(),
        columns=FINDING_COLUMNS,
        about="Signed norms that changed, norms without a FIDE number, championships that cannot be decided.",
    ),
)
