-- table: findings.rating_lists
-- grain: finding about a rating list as a whole
-- inputs: staging.rating_list_records, core.rating_lists
-- about: A month and kind that two files hold is used once; the other file is named here.
with
held as (
    select distinct
        source_file,
        list_month,
        unnest(list_kinds) as list_kind
    from staging.rating_list_records
),

used as (
    select distinct
        source_file,
        list_month,
        list_kind
    from core.rating_lists
)

select
    held.source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    cast(null as varchar) as event_id,
    'warning' as severity,
    'list_twice' as finding_code,
    held.list_kind || ' list ' || held.list_month as subject,
    'The ' || held.list_kind || ' list of ' || held.list_month || ' is also in ' || used.source_file || '.' as finding,
    'Not used: the file made for one kind goes before a combined one, then the longer one. Remove one of the two files.' as action,
    cast(null as varchar) as article
from held
inner join used
    on held.list_month = used.list_month and held.list_kind = used.list_kind
where held.source_file <> used.source_file
