-- check: achieved_score_enough
-- severity: critical
-- inputs: mart.norm_verdicts
-- article: 1.49
-- about: A norm has at least the points required.
select event_id || ', player ' || start_number || ', ' || title_sought as sample_key
from mart.norm_verdicts
where achieved and (score >= score_required) is not true
