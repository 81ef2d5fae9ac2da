-- check: extension_recomputed
-- severity: critical
-- inputs: mart.norm_verdicts
-- article: 1.41c
-- about: The extension is the whole points above the score required, and nothing where the norm was not made.
select event_id || ', player ' || start_number || ', ' || title_sought as sample_key
from mart.norm_verdicts
where
    extension is distinct from
    case when achieved then cast(2 * (score - score_required) as bigint) // 2 else 0 end
