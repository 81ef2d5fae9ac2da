-- table: mart.asked_titles
-- grain: selection of a player, title sought
-- inputs: mart.selection_figures, mart.chosen_selections, mart.event_rulings, core.event_players, ref.norm_titles
-- about: Who is judged for what: everybody for the open titles, known women for the women's titles too (1.4 of 2005); a chosen selection
--   for the title that it was chosen for.
select
    figures.event_id,
    figures.start_number,
    figures.selection,
    titles.title_sought,
    rulings.edition
from mart.selection_figures as figures
inner join mart.event_rulings as rulings on figures.event_id = rulings.event_id
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
