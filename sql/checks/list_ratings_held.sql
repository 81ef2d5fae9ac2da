-- check: list_ratings_held
-- severity: critical
-- inputs: core.events, core.event_players, core.rating_lists
-- article: 1.46b
-- about: A rating said to come from the list stands in the standard list of the event's list month, under the
--   player's number.
select players.event_id || ', player ' || players.start_number as sample_key
from core.event_players as players
inner join core.events as events on players.event_id = events.event_id
anti join core.rating_lists as lists
    on
        events.list_month = lists.list_month
        and lists.list_kind = 'standard'
        and players.fide_id = lists.fide_id
        and players.rating is not distinct from lists.rating
where players.rating_source = 'list'
