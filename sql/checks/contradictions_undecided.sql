-- check: contradictions_undecided
-- severity: critical
-- inputs: core.games, mart.norm_verdicts
-- about: No verdict rests on a game that the rows of the report contradict: it stays open until a person has
--   looked.
with

doubtful as (
    select distinct
        event_id,
        start_number
    from core.games
    where not is_confirmed
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
inner join doubtful on verdicts.event_id = doubtful.event_id and verdicts.start_number = doubtful.start_number
where verdicts.achieved is not null
