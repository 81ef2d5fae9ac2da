-- table: mart.run_changes
-- grain: change of an event or of a verdict since the publication before
-- inputs: core.events, mart.norm_verdicts, staging.events_before, staging.verdicts_before
-- about: What this publication says otherwise than the one before. Empty where nothing was published before; the reason of a changed
--   verdict is the change of its event (report, list, edition), or else the sidecar, a correction or the program.
with
published as (select count(*) > 0 as is_held from staging.events_before),

events as (
    select
        coalesce(now.event_id, before.event_id) as event_id,
        coalesce(now.name, before.name) as event_name,
        case
            when before.event_id is null then 'new_event'
            when now.event_id is null then 'gone_event'
            else 'changed_event'
        end as change,
        nullif(
            concat_ws(
                ', ',
                if(now.source_sha256 is distinct from before.source_sha256, 'report', null),
                if(now.list_month is distinct from before.list_month, 'list ' || coalesce(before.list_month, 'none'), null),
                if(now.edition is distinct from before.edition, 'edition ' || coalesce(before.edition, 'none'), null)
            ),
            ''
        ) as before,
        nullif(
            concat_ws(
                ', ',
                if(now.source_sha256 is distinct from before.source_sha256, 'another report', null),
                if(now.list_month is distinct from before.list_month, 'list ' || coalesce(now.list_month, 'none'), null),
                if(now.edition is distinct from before.edition, 'edition ' || coalesce(now.edition, 'none'), null)
            ),
            ''
        ) as now
    from core.events as now
    full join staging.events_before as before on now.event_id = before.event_id
),

verdicts as (
    select
        coalesce(now.event_id, before.event_id) as event_id,
        coalesce(now.start_number, before.start_number) as start_number,
        coalesce(now.title_sought, before.title_sought) as title_sought,
        coalesce(now.fide_id, before.fide_id) as fide_id,
        coalesce(now.name, before.name) as name,
        now.event_id is not null as is_now,
        before.event_id is not null as was_before,
        coalesce(now.achieved and not now.already_held, false) as is_norm,
        coalesce(before.achieved and not before.already_held, false) as was_norm,
        verdict_in_words(
            now.achieved, now.score, now.games, now.opponents_average_rating, now.performance_rating, now.failed_articles
        ) as now,
        verdict_in_words(
            before.achieved,
            before.score,
            before.games,
            before.opponents_average_rating,
            before.performance_rating,
            before.failed_articles
        ) as before
    from mart.norm_verdicts as now
    full join staging.verdicts_before as before
        on
            now.event_id = before.event_id
            and now.start_number = before.start_number
            and now.title_sought = before.title_sought
),

changes as (
    select
        change,
        event_id,
        event_name,
        if(change = 'changed_event', before, null) as before,
        if(change = 'changed_event', now, null) as now
    from events
    where change <> 'changed_event' or before is not null or now is not null
    union all by name
    select
        case
            when verdicts.is_norm and not verdicts.was_norm then 'new_norm'
            when verdicts.was_norm and not verdicts.is_norm then 'lost_norm'
            else 'changed_verdict'
        end as change,
        verdicts.event_id,
        events.event_name,
        verdicts.start_number,
        verdicts.title_sought,
        verdicts.fide_id,
        verdicts.name,
        if(verdicts.was_before, verdicts.before, null) as before,
        if(verdicts.is_now, verdicts.now, null) as now
    from verdicts
    inner join events on verdicts.event_id = events.event_id
    where
        verdicts.is_norm <> verdicts.was_norm
        -- that an event is new or gone is said once, not for each of its verdicts
        or (verdicts.is_now and verdicts.was_before and verdicts.before <> verdicts.now)
)

select
    changes.event_id,
    changes.event_name,
    changes.change,
    changes.fide_id,
    changes.name,
    changes.start_number,
    changes.title_sought,
    changes.before,
    changes.now
from changes
inner join published on published.is_held
