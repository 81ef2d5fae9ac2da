-- check: editions_apart
-- severity: critical
-- inputs: ref.editions
-- article: 0.22
-- about: No day belongs to two editions: the edition is chosen once, by the day of the start.
select later.edition as sample_key
from ref.editions as earlier
inner join ref.editions as later
    on earlier.edition < later.edition
where
    later.valid_from <= coalesce(earlier.valid_to, later.valid_from)
    and earlier.valid_from <= coalesce(later.valid_to, earlier.valid_from)
group by later.edition
