-- table: profiles.games
-- grain: event, colour and outcome
-- inputs: core.games
-- about: What the gate looks at of the games: every row of them is in here, in a handful of rows an event;
--   the unconfirmed games are a share of the whole event's.
select
    event_id,
    colour,
    outcome,
    count(*) as player_rounds,
    min(round_number) as first_round,
    min(score) as lowest_score,
    max(score) as highest_score,
    count(*) filter (where 2 * score <> floor(2 * score)) as odd_scores,
    cast(
        100 * sum(count(*) filter (where not is_confirmed)) over (partition by event_id)
        // sum(count(*)) over (partition by event_id) as bigint
    ) as unconfirmed_percentage
from core.games
group by event_id, colour, outcome
order by event_id, colour, outcome
