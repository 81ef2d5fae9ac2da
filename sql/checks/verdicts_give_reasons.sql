-- check: verdicts_give_reasons
-- severity: critical
-- inputs: mart.norm_verdicts
-- about: A norm that was made fails no article, one that was not made names an article, and one that is
--   undecided, and only that, says why: unknown federations name the articles that they leave open.
select event_id || ', player ' || start_number || ', ' || title_sought as sample_key
from mart.norm_verdicts
where
    (achieved is null) <> (undecided_because is not null)
    or (achieved and len(failed_articles) > 0)
    or (not achieved and len(failed_articles) = 0)
    or (undecided_because = 'unknown federations' and len(undecided_articles) = 0)
