-- table: core.event_players
-- grain: event and start number
-- inputs: core.event_heads, staging.report_players, core.rating_lists, core.games, ref.federations, staging.series, staging.series_events, staging.clubs
-- about: Who played, with what the list in force at the start says (1.46b); the report speaks where the list is silent. The number in the
--   report may be a national one, so a list row counts only for a plausible name.
with
reported as (
    select
        players.*,
        heads.list_month
    from staging.report_players as players
    inner join core.event_heads as heads on players.event_id = heads.event_id
),

rows_of_number as (
    select
        reported.event_id,
        reported.start_number,
        lists.name,
        lists.federation_code,
        lists.sex,
        lists.title_code,
        lists.womens_title_code,
        lists.rating,
        lists.birth_year,
        lists.source_line,
        coalesce(
            (name_words(lists.name) = name_words(reported.name) and len(name_words(reported.name)) > 0)
            or (
                names_share_word(lists.name, reported.name)
                and (lists.birth_year is null or reported.birth_year is null or lists.birth_year = reported.birth_year)
            )
            or (lists.rating = reported.rating and lists.birth_year = reported.birth_year),
            false
        ) as is_plausible,
        (lists.birth_year = reported.birth_year) as has_same_birth_year,
        (lists.rating = reported.rating) as has_same_rating
    from reported
    inner join core.rating_lists as lists
        on
            reported.list_month = lists.list_month
            and reported.fide_id = lists.fide_id
            and lists.list_kind = 'standard'
),

listed as (
    -- a number that stands twice in a list: the row with the same birth year, then rating, then the first one
    select *
    from rows_of_number
    where is_plausible
    qualify
        row_number() over (
            partition by event_id, start_number
            order by has_same_birth_year desc nulls last, has_same_rating desc nulls last, source_line
        ) = 1
),

taken_numbers as (
    select
        event_id,
        start_number
    from rows_of_number
    group by event_id, start_number
    having not bool_or(is_plausible)
),

scored as (
    select
        event_id,
        start_number,
        sum(points_by_report) as points_computed
    from core.games
    group by event_id, start_number
),

clubs as (
    -- an event may stand in several series: the first file that knows the player, by number before name
    select
        reported.event_id,
        reported.start_number,
        arg_min(
            clubs.club, row(coalesce(clubs.fide_id is distinct from reported.fide_id, true), series.series, clubs.line_number)
        ) as club
    from reported
    inner join staging.series_events as series_events on reported.event_id = series_events.event_id
    inner join staging.series as series on series_events.series = series.series
    inner join staging.clubs as clubs
        on
            series.clubs_file = clubs.source_file
            and (clubs.fide_id = reported.fide_id or name_key(clubs.name) = name_key(reported.name))
    group by reported.event_id, reported.start_number
)

select
    reported.event_id,
    reported.start_number,
    case when taken_numbers.event_id is null then reported.fide_id end as fide_id,
    reported.fide_id as fide_id_reported,
    reported.name,
    coalesce(
        listed.sex,
        reported.sex,
        case when coalesce(listed.womens_title_code, reported.womens_title_code) is not null then 'F' end
    ) as sex,
    case when listed.event_id is not null then listed.title_code else reported.title_code end as title_code,
    case when listed.event_id is not null then listed.womens_title_code else reported.womens_title_code end as womens_title_code,
    case when listed.event_id is not null then listed.rating else reported.rating end as rating,
    case when listed.event_id is not null then 'list' else 'report' end as rating_source,
    reported.rating as rating_report,
    reported.title_code as title_code_report,
    reported.womens_title_code as womens_title_code_report,
    reported.sex as sex_report,
    reported.federation_code as federation_code_report,
    listed.name as name_listed,
    coalesce(federation_of_list.federation_code, federation_of_report.federation_code) as federation_code,
    reported.birth_date,
    coalesce(reported.birth_year, listed.birth_year) as birth_year,
    clubs.club,
    reported.points,
    coalesce(scored.points_computed, 0) as points_computed,
    reported.place,
    reported.line_number
from reported
left join listed
    on reported.event_id = listed.event_id and reported.start_number = listed.start_number
left join taken_numbers
    on reported.event_id = taken_numbers.event_id and reported.start_number = taken_numbers.start_number
left join scored
    on reported.event_id = scored.event_id and reported.start_number = scored.start_number
left join clubs
    on reported.event_id = clubs.event_id and reported.start_number = clubs.start_number
left join ref.federations as federation_of_list on listed.federation_code = federation_of_list.federation_code
left join ref.federations as federation_of_report on reported.federation_code = federation_of_report.federation_code
