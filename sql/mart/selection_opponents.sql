-- table: mart.selection_opponents
-- grain: distinct opponent of a selection
-- inputs: mart.selection_games, mart.event_rulings
-- about: Titles, federations and unrated players count once per opponent (1.45f and its extension to the others); rating and score over
--   the games against him (1.47a). In events with the lists of the day (1.1.4 of 2024) who is met twice has a rating in each game:
--   `rating_used` is the lowest, by which 1.4.6c finds whom to raise; the title is that of the last of these games.
select
    selected.event_id,
    selected.start_number,
    selected.selection,
    selected.opponent_number,
    count(*) as games,
    sum(selected.half_points) as half_points,
    min(selected.rating) as rating,
    min(coalesce(selected.rating, rulings.unrated_rating)) as rating_used,
    sum(coalesce(selected.rating, rulings.unrated_rating)) as rating_sum,
    arg_max(selected.title_code, selected.round_number) as title_code,
    arg_max(selected.womens_title_code, selected.round_number) as womens_title_code,
    any_value(selected.federation_code) as federation_code
from mart.selection_games as selected
inner join mart.event_rulings as rulings on selected.event_id = rulings.event_id
group by selected.event_id, selected.start_number, selected.selection, selected.opponent_number
