-- check: finished_events_settled
-- severity: critical
-- inputs: core.events, core.games
-- about: An event with a pending game is not finished; its verdicts would be read as final. A result that nobody
--   can read or a player paired with himself is not a game that somebody still plays.
select distinct events.event_id as sample_key
from core.events as events
inner join core.games as games on events.event_id = games.event_id
where events.is_finished and games.outcome = 'pending' and games.opponent_number <> games.start_number
