-- table: core.event_players
-- grain: event and start number
-- inputs: core.event_heads, core.identity_candidates, core.declared_identities, staging.event_sidecars, staging.report_players, core.games, ref.federations, ref.federation_codes, staging.series, staging.series_events, staging.clubs
-- about: Who played, with what the list in force at the start says (1.46b); the report speaks where the list is silent. Which row of the
--   list is the player: core.identity_candidates. Federations by the code of the day.
with
reported as (
    select
        players.*,
        heads.start_date
    from staging.report_players as players
    inner join core.event_heads as heads on players.event_id = heads.event_id
),

listed as (
    -- a number that stands twice in a list: the row with the same birth year, then rating, then the first one
    select *
    from core.identity_candidates
    where is_sure
    qualify
        row_number() over (
            partition by event_id, start_number
            order by has_same_birth_year desc nulls last, has_same_rating desc nulls last, source_line
        ) = 1
),

taken_numbers as (
    select distinct
        event_id,
        start_number
    from core.identity_candidates
    where matched_by = 'number_of_another'
),

decided as (
    select *
    from core.declared_identities
    where not is_contradicted
),

federations_told as (
    select
        event_id,
        unnest(federation_overrides, recursive := true)
    from staging.event_sidecars
),

ratings_told as (
    -- from the start on, or from a day before it
    select
        event_id,
        fide_id,
        rating
    from (
        select
            sidecars.event_id,
            heads.start_date,
            unnest(sidecars.rating_overrides, recursive := true)
        from staging.event_sidecars as sidecars
        inner join core.event_heads as heads on sidecars.event_id = heads.event_id
    ) as told
    where from_date is null or from_date <= start_date
),

titles_told as (
    -- a title counts in events that start after its confirmation (0.4.2)
    select
        event_id,
        fide_id,
        title_code
    from (
        select
            sidecars.event_id,
            heads.start_date,
            unnest(sidecars.title_overrides, recursive := true)
        from staging.event_sidecars as sidecars
        inner join core.event_heads as heads on sidecars.event_id = heads.event_id
    ) as told
    where from_date is null or from_date < start_date
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
    case
        when decided.event_id is not null then decided.fide_id
        when listed.event_id is not null then listed.fide_id
        when taken_numbers.event_id is null then reported.fide_id
    end as fide_id,
    reported.fide_id as fide_id_reported,
    reported.name,
    coalesce(
        listed.sex_listed,
        reported.sex,
        case when coalesce(listed.womens_title_code_listed, reported.womens_title_code) is not null then 'F' end
    ) as sex,
    case
        when titles_told.title_code = 'NONE' then null
        when titles_told.title_code is not null and not starts_with(titles_told.title_code, 'W') then titles_told.title_code
        when listed.event_id is not null then listed.title_code_listed
        else reported.title_code
    end as title_code,
    case
        when titles_told.title_code = 'NONE' then null
        when starts_with(titles_told.title_code, 'W') then titles_told.title_code
        when listed.event_id is not null then listed.womens_title_code_listed
        else reported.womens_title_code
    end as womens_title_code,
    case
        when ratings_told.event_id is not null then ratings_told.rating
        when listed.event_id is not null then listed.rating_listed
        else reported.rating
    end as rating,
    case when listed.event_id is not null then 'list' else 'report' end as rating_source,
    reported.rating as rating_report,
    reported.title_code as title_code_report,
    reported.womens_title_code as womens_title_code_report,
    reported.sex as sex_report,
    coalesce(code_of_report.federation_code, reported.federation_code) as federation_code_report,
    if(decided.event_id is not null, 'declared', listed.matched_by) as matched_by,
    listed.name_listed,
    coalesce(
        federations_told.federation_code, federation_of_list.federation_code, federation_of_report.federation_code
    ) as federation_code,
    reported.birth_date,
    coalesce(reported.birth_year, listed.birth_year_listed) as birth_year,
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
left join decided
    on reported.event_id = decided.event_id and reported.start_number = decided.start_number
left join federations_told
    on reported.event_id = federations_told.event_id and reported.fide_id = federations_told.fide_id
left join ratings_told
    on reported.event_id = ratings_told.event_id and reported.fide_id = ratings_told.fide_id
left join titles_told
    on reported.event_id = titles_told.event_id and reported.fide_id = titles_told.fide_id
left join scored
    on reported.event_id = scored.event_id and reported.start_number = scored.start_number
left join clubs
    on reported.event_id = clubs.event_id and reported.start_number = clubs.start_number
left join ref.federation_codes as code_of_list
    on
        listed.federation_code_listed = code_of_list.written_code
        and reported.start_date between code_of_list.used_from and coalesce(code_of_list.used_to, reported.start_date)
left join ref.federation_codes as code_of_report
    on
        reported.federation_code = code_of_report.written_code
        and reported.start_date between code_of_report.used_from and coalesce(code_of_report.used_to, reported.start_date)
left join ref.federations as federation_of_list
    on coalesce(code_of_list.federation_code, listed.federation_code_listed) = federation_of_list.federation_code
left join ref.federations as federation_of_report
    on coalesce(code_of_report.federation_code, reported.federation_code) = federation_of_report.federation_code
