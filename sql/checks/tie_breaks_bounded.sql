-- check: tie_breaks_bounded
-- severity: critical
-- inputs: mart.tie_breaks
-- about: Cutting never adds, and nobody makes more than a point of an opponent: Buchholz is the largest of the three.
select given.event_id || ', player ' || given.start_number || ', ' || given.method as sample_key
from mart.tie_breaks as given
inner join mart.tie_breaks as whole
    on
        given.event_id = whole.event_id
        and given.start_number = whole.start_number
        and given.rule_set = whole.rule_set
        and whole.method = 'buchholz'
where given.value > whole.value
