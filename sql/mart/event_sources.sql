-- table: mart.event_sources
-- grain: event
-- inputs: core.events, staging.source_files, ref.parameters
-- about: What the verdicts of an event rest on, by content: report, sidecar, list in force, values of the edition. Signed norms keep it,
--   so that a changed verdict can be traced to what changed.
with
lists as (
    select
        list_month,
        string_agg(sha256, ' ' order by sha256) as list_sha256
    from staging.source_files
    where kind = 'rating_list' and is_read and list_month is not null
    group by list_month
),

rules as (
    select
        edition,
        sha256(string_agg(parameter || '=' || coalesce(value, ''), chr(10) order by parameter)) as rules_sha256
    from ref.parameters
    group by edition
),

sidecars as (
    select
        event_id,
        max(sha256) as sidecar_sha256
    from staging.source_files
    where kind = 'sidecar' and is_read
    group by event_id
)

select
    events.event_id,
    events.edition,
    events.source_sha256 as report_sha256,
    sidecars.sidecar_sha256,
    events.list_month,
    lists.list_sha256,
    rules.rules_sha256
from core.events as events
left join sidecars on events.event_id = sidecars.event_id
left join lists on events.list_month = lists.list_month
left join rules on events.edition = rules.edition
