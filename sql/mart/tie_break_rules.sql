-- table: mart.tie_break_rules
-- grain: individual event, rule set
-- inputs: core.events, ref.tie_break_rules, staging.event_reports, staging.series, staging.series_events
-- about: Which rules for unplayed rounds the tie-breaks of an event are computed by: those of the day it started, and those that its
--   series name. In a round robin, which names the opponent of every round, an unplayed round has no stand-in, and all but the
--   oldest rules take a forfeit for a game (15.2). None where the file holds a part of the table: scores of opponents are not known.
with
asked as (
    select
        events.event_id,
        rules.rule_set
    from core.events as events
    inner join ref.tie_break_rules as rules
        on events.start_date >= rules.start_from and events.start_date <= coalesce(rules.start_to, events.start_date)
    union distinct
    select
        events.event_id,
        series.unplayed as rule_set
    from staging.series as series
    inner join staging.series_events as events on series.series = events.series
)

select
    events.event_id,
    rules.rule_set,
    events.rounds,
    case when events.system = 'swiss' then rules.own_unplayed else 'nothing' end as own_unplayed,
    case when events.system = 'swiss' then rules.opponents_unplayed else 'as_awarded' end as opponents_unplayed,
    rules.cut,
    events.system <> 'swiss' and rules.round_robin_forfeits = 'games' as counts_forfeits
from core.events as events
inner join asked on events.event_id = asked.event_id
inner join ref.tie_break_rules as rules on asked.rule_set = rules.rule_set
anti join staging.event_reports as parts on events.event_id = parts.event_id and parts.is_partial
where events.system in ('swiss', 'round_robin', 'double_round_robin')
