-- check: buchholz_adds_up
-- severity: critical
-- inputs: core.games, mart.tie_breaks
-- about: Where every round of an event was played, each player hands his points to as many opponents as there are rounds, whatever
--   the rule set.
with
played as (
    select
        event_id,
        max(round_number) * sum(score) as handed_on
    from core.games
    group by event_id
    having bool_and(outcome in ('played', 'not_rated') and is_confirmed)
),

summed as (
    select
        event_id,
        rule_set,
        sum(value) as received
    from mart.tie_breaks
    where method = 'buchholz'
    group by event_id, rule_set
)

select summed.event_id || ', ' || summed.rule_set as sample_key
from summed
inner join played on summed.event_id = played.event_id
where summed.received <> played.handed_on
