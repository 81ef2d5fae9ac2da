-- check: achieved_performance_enough
-- severity: critical
-- inputs: mart.norm_verdicts, ref.norm_titles
-- article: 1.48
-- about: A norm has at least the performance that its title asks for; only a full score, to which the table
--   gives no difference, has none.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join ref.norm_titles as titles
    on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
where
    verdicts.achieved
    and (
        verdicts.performance_rating >= titles.least_performance
        or (verdicts.performance_rating is null and verdicts.score = verdicts.games)
    ) is not true
