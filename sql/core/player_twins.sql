-- table: core.player_twins
-- grain: player of an event that repeats another one
-- inputs: core.event_twins, staging.report_players
-- about: Which player of the judged form is which of the other form: by FIDE number, else by the words of the name, each only where it
--   points at one player on both sides; else by start number where the names share a word.
with
pairs as (
    select
        here.event_id,
        here.start_number,
        twins.judged_event,
        there.start_number as judged_start_number,
        case
            when here.fide_id = there.fide_id then 1
            when name_words(here.name) = name_words(there.name) then 2
            else 3
        end as rank
    from core.event_twins as twins
    inner join staging.report_players as here on twins.event_id = here.event_id
    inner join staging.report_players as there
        on
            twins.judged_event = there.event_id
            and (
                here.fide_id = there.fide_id
                or name_words(here.name) = name_words(there.name)
                or (here.start_number = there.start_number and names_share_word(here.name, there.name))
            )
    where twins.event_id <> twins.judged_event
),

clear as (
    -- at each rank a player of one side stands for one of the other
    select *
    from pairs
    qualify
        count(*) over (partition by event_id, rank, start_number) = 1
        and count(*) over (partition by event_id, rank, judged_start_number) = 1
),

best_here as (
    select *
    from clear
    qualify row_number() over (partition by event_id, start_number order by rank) = 1
)

select
    event_id,
    start_number,
    judged_event,
    judged_start_number
from best_here
qualify row_number() over (partition by event_id, judged_start_number order by rank) = 1
