-- table: mart.asked_titles
-- grain: selection of a player, title sought
-- inputs: mart.selection_figures, mart.chosen_selections, mart.event_rulings, core.event_players, ref.norm_titles, ref.norm_limits
-- about: Who is judged for what: everybody for the open titles, known women for the women's titles too (1.4 of 2005); a chosen selection
--   for the title that it was chosen for.
select
    figures.event_id,
    figures.start_number,
    figures.selection,
    titles.title_sought,
    rulings.edition,
    -- by another reading of 1.42c nobody misses the game against an absent last opponent
    cast(
        (figures.selection = 'last_round_forfeit' or coalesce(chosen.has_last_round_forfeit, false))
        and limits.last_round_forfeit = 'judged_without_the_game' as bigint
    ) as games_not_missed
from mart.selection_figures as figures
inner join mart.event_rulings as rulings on figures.event_id = rulings.event_id
inner join ref.norm_limits as limits on rulings.edition = limits.edition
inner join core.event_players as candidates
    on figures.event_id = candidates.event_id and figures.start_number = candidates.start_number
left join mart.chosen_selections as chosen
    on
        figures.event_id = chosen.event_id
        and figures.start_number = chosen.start_number
        and figures.selection = chosen.selection
inner join ref.norm_titles as titles
    on
        rulings.edition = titles.edition
        and (not titles.is_womens or candidates.sex = 'F')
        and titles.title_sought = coalesce(chosen.title_sought, titles.title_sought)
