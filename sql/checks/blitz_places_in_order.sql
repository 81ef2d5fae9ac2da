-- check: blitz_places_in_order
-- severity: critical
-- inputs: mart.blitz_standings
-- about: More points are a better place; of equals the tie-break decides, unless they played it off (13, 14).
select one.series || ', ' || one.event_id || ', players ' || one.start_number || ' and ' || other.start_number as sample_key
from mart.blitz_standings as one
inner join mart.blitz_standings as other
    on one.series = other.series and one.event_id = other.event_id and one.start_number <> other.start_number
where
    one.place >= other.place
    and (
        one.points > other.points
        or (
            one.points = other.points
            and one.tie_break > other.tie_break
            and one.decided_by is distinct from 'play_off'
        )
    )
