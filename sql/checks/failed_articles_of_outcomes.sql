-- check: failed_articles_of_outcomes
-- severity: critical
-- inputs: mart.norm_rule_outcomes, mart.norm_verdicts
-- about: Where the outcomes of a verdict are published, its failed articles are those of the rules that are not
--   met and not waived, sorted, each once; a norm that was made has published outcomes.
with

failed as (
    select
        event_id,
        start_number,
        title_sought,
        coalesce(
            list_sort(list_distinct(list(article) filter (where not passed and waived_by is null))), []
        ) as failed_articles
    from mart.norm_rule_outcomes
    group by event_id, start_number, title_sought
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join failed
    on
        verdicts.event_id = failed.event_id
        and verdicts.start_number = failed.start_number
        and verdicts.title_sought = failed.title_sought
where
    verdicts.failed_articles <> failed.failed_articles
    or (failed.event_id is null and verdicts.achieved)
