-- check: points_short_recomputed
-- severity: critical
-- inputs: mart.norm_verdicts
-- about: Points short are what the score misses of the score required, nothing where it is reached, unknown
--   where none is given.
select event_id || ', player ' || start_number || ', ' || title_sought as sample_key
from mart.norm_verdicts
where
    points_short is distinct from
    case when score_required is not null then greatest(0, score_required - score) end
