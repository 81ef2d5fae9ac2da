-- table: core.event_twins
-- grain: event that is held in several forms
-- inputs: staging.event_reports, staging.event_sidecars, staging.source_files, ref.source_trust
-- about: One event in several files: a sidecar says so (same_as), or the files share folder and stem. The most trusted form decides
--   (ref.source_trust), of two alike the one that names no other, then the first by name; the others are compared with it.
with recursive
reports as (
    select
        reports.event_id,
        sidecars.same_as,
        -- the event of the file that has the stem to itself; further tables of a file have a number behind #
        regexp_extract(reports.source_file, '([^/]+)\.[^./]+$', 1) || regexp_extract(reports.event_id, '#[0-9]+$') as event_of_stem,
        min(trust.rank) as rank
    from staging.event_reports as reports
    left join staging.event_sidecars as sidecars on reports.event_id = sidecars.event_id
    left join staging.source_files as files on reports.source_file = files.source_file
    left join ref.source_trust as trust on starts_with(files.layout, trust.layout_begins)
    group by all
),

meant as (
    select
        event_id,
        unnest([same_as, event_of_stem]) as other
    from reports
),

named as (
    -- event by event: a condition with two names for each would compare every report with every other
    select distinct
        meant.event_id,
        meant.other
    from meant
    inner join reports as others on meant.other = others.event_id
    where meant.event_id <> meant.other
),

links as (
    select
        event_id,
        other
    from named
    union
    select
        other as event_id,
        event_id as other
    from named
),

reached as (
    select
        event_id,
        event_id as twin
    from links
    union
    select
        reached.event_id,
        links.other as twin
    from reached
    inner join links on reached.twin = links.event_id
)

select
    reached.event_id,
    reached.twin as judged_event
from reached
inner join reports on reached.twin = reports.event_id
qualify
    row_number() over (
        partition by reached.event_id
        order by reports.rank nulls last, reports.same_as is not null, reached.twin
    ) = 1
