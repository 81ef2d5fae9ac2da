-- check: titles_held_recomputed
-- severity: critical
-- inputs: core.event_players, mart.norm_verdicts, ref.held_titles
-- about: A title counts as already held when the player has it or one that makes it superfluous, and not
--   otherwise.
with

held as (
    select distinct
        players.event_id,
        players.start_number,
        titles.title_sought
    from core.event_players as players
    inner join ref.held_titles as titles on titles.title_code in (players.title_code, players.womens_title_code)
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join held
    on
        verdicts.event_id = held.event_id
        and verdicts.start_number = held.start_number
        and verdicts.title_sought = held.title_sought
where verdicts.already_held <> (held.title_sought is not null)
