-- check: achieved_average_enough
-- severity: critical
-- inputs: mart.norm_verdicts, ref.norm_titles
-- article: 1.49
-- about: A norm has at least the average rating of opponents that its title asks for.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join ref.norm_titles as titles
    on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
where verdicts.achieved and (verdicts.opponents_average_rating >= titles.least_average) is not true
