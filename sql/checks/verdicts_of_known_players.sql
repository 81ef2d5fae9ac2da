-- check: verdicts_of_known_players
-- severity: critical
-- inputs: core.event_players, mart.norm_verdicts
-- about: A verdict is on a player of the event, under the number, name and federation of the players' table.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
anti join core.event_players as players
    on
        verdicts.event_id = players.event_id
        and verdicts.start_number = players.start_number
        and verdicts.fide_id is not distinct from players.fide_id
        and verdicts.name is not distinct from players.name
        and verdicts.federation_code is not distinct from players.federation_code
