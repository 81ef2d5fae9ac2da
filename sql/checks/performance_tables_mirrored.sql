-- check: performance_tables_mirrored
-- severity: critical
-- inputs: ref.performance_differences
-- article: B.02 10.1a
-- about: Below one half the differences are those above with the sign changed, and no percentage is missing.
select lower.performance_table || ', ' || lower.percentage_score || ' %' as sample_key
from ref.performance_differences as lower
left join ref.performance_differences as upper
    on lower.performance_table = upper.performance_table and 100 - lower.percentage_score = upper.percentage_score
where upper.percentage_score is null or -lower.rating_difference is distinct from upper.rating_difference
