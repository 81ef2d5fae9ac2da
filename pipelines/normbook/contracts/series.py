"""Contracts of Grand Prix and blitz series: what their files say, and who a player is over the events of a series."""

from normbook.contracts.model import Table, date, integer, integers, text, texts, truth

TABLES = (
    Table(
        "staging.series",
        grain="series file",
        key=("series",),
        columns=(
            text("series", "Stem of the series file").required,
            text("source_file", "Path below the raw folder").required,
            text("series_name", "Name of the series"),
            integer("season", "Year of the series"),
            text("kind", "circuit or blitz, by the regulation").required,
            text("regulation", "Regulation: its name, or its path below the raw folder").required,
            text("regulation_text", "The regulation file as it was read").required,
            text(
                "unplayed", "How tie-breaks treat rounds that were not played: a rule set of ref.tie_break_rules"
            ).required,
            text("clubs_file", "Path of its clubs file below the raw folder; null if it names none"),
        ),
        about="Grand Prix and blitz series. The regulation travels with the series, so a build needs no file of the user's.",
    ),
    Table(
        "staging.series_events",
        grain="event of a series file",
        key=("series", "event_id", "category"),
        columns=(
            text("series", "Stem of the series file").required,
            text("source_file", "Path below the raw folder").required,
            integer("position", "Place in the series file, from 1").required,
            text("discipline", "standard, rapid or blitz, by the regulation").required,
            text("article", "Article of that regulation that sets the time control"),
            text("event_id", "Event").required,
            text("category", "Category").required,
            integer("encounter", "Number of the encounter"),
            truth("annual_championship", "The annual championship of a blitz category").required,
            text(
                "final", "Stage of the finals that the event is: a zone or match such as A, or title; null outside them"
            ),
            text("section", "open or women: for whom a final is held").required,
            text("group_of", "Event whose finalists come from this group"),
            texts("boards", "Categories of the boards in a team event of several categories"),
        ),
        about="Grand Prix and blitz series: their events in order.",
    ),
    Table(
        "staging.clubs",
        grain="accepted line of a clubs file",
        key=("source_file", "line_number"),
        columns=(
            text("source_file", "Path below the raw folder").required,
            integer("line_number", "Line in the file").required,
            integer("fide_id", "FIDE number, where the player is given by it"),
            text("name", "Name, where the player is given by it"),
            text("club", "Club").required,
        ),
        about="Clubs of players, in the files that series name.",
    ),
    Table(
        "staging.play_offs",
        grain="[[play_off]] of a series file",
        key=("series", "play_off"),
        columns=(
            text("series", "Stem of the series file").required,
            integer("play_off", "Place in the series file, from 1").required,
            text("event_id", "Event whose tie was played off").required,
            integers("start_numbers", "Who played, best first").required,
            truth("undecided", "All play-offs ended level").required,
        ),
        about="Results of play-offs that the events do not hold.",
    ),
    Table(
        "staging.series_teams",
        grain="[[team]] of a series file",
        key=("series", "team"),
        columns=(
            text("series", "Stem of the series file").required,
            integer("team", "Place in the series file, from 1").required,
            text("event_id", "Team event").required,
            text("club", "Club that entered the team").required,
            integers("start_numbers", "Players in the order of the boards").required,
        ),
        about="Teams of blitz championships.",
    ),
    Table(
        "staging.series_categories",
        grain="[[category]] of a series file",
        key=("series", "entry"),
        columns=(
            text("series", "Stem of the series file").required,
            integer("entry", "Place in the series file, from 1").required,
            integer("fide_id", "FIDE number, where the player is given by it"),
            text("name", "Name, where the player is given by it"),
            date("since", "First day in the category").required,
            text("standard", "Category in standard chess"),
            text("blitz", "Category in blitz"),
        ),
        about="Categories of players of blitz championships, with their days.",
    ),
    Table(
        "core.series_players",
        grain="series, event and start number",
        key=("series", "event_id", "start_number"),
        columns=(
            text("series", "Series").required,
            text("event_id", "Event").required,
            integer("start_number", "Start number").required,
            text("player_key", "The same for one person over all events of the series").required,
            integer("fide_id", "FIDE number, from whichever event has it"),
            text("name", "Name as in the last of the events"),
            text("sex", "M or F, from whichever event has it; null if unknown"),
            date("birth_date", "Date of birth, from whichever event has it"),
            integer("birth_year", "Year of birth, likewise"),
            text("ambiguity", "Why this row may be somebody else; null if there is no doubt"),
        ),
        about="Who is who over the events of a series: by FIDE number, else by folded name and birth date.",
        published=True,
        split="series",
    ),
)
