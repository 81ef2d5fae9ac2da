-- check: tie_breaks_of_every_player
-- severity: critical
-- inputs: core.event_players, mart.tie_breaks
-- about: Where an event has tie-breaks by a rule set, every player has a value of every method, and nobody else.
with
asked as (
    select distinct
        event_id,
        rule_set,
        method
    from mart.tie_breaks
),

expected as (
    select
        asked.*,
        players.start_number
    from asked
    inner join core.event_players as players on asked.event_id = players.event_id
)

select
    coalesce(expected.event_id, given.event_id) || ', player ' || coalesce(expected.start_number, given.start_number) || ', '
    || coalesce(expected.method, given.method) as sample_key
from expected
full join mart.tie_breaks as given
    on
        expected.event_id = given.event_id
        and expected.rule_set = given.rule_set
        and expected.method = given.method
        and expected.start_number = given.start_number
where expected.event_id is null or given.event_id is null
