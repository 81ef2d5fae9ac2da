-- table: mart.blitz_categories
-- grain: change of a player's category in a blitz series
-- inputs: mart.blitz_ledger
-- about: The changes of the ledger, counted for each player (2 to 11).
select
    series,
    player_key,
    fide_id,
    name,
    row_number() over changes as change_number,
    kind,
    category,
    previous_category,
    happened_on as since,
    event_id,
    article,
    lead(entry) over changes is null as is_current
from mart.blitz_ledger
where not is_violation
window changes as (partition by series, player_key order by entry)
