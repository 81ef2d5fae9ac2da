-- table: mart.selection_opponents
-- grain: distinct opponent of a selection
-- inputs: mart.selection_games, mart.event_rulings
-- about: Titles, federations and unrated players count once per opponent (1.45f and its extension to the others); rating and score over
--   the games against him (1.47a).
select
    selected.event_id,
    selected.start_number,
    selected.selection,
    selected.opponent_number,
    count(*) as games,
    sum(selected.half_points) as half_points,
    any_value(selected.rating) as rating,
    any_value(coalesce(selected.rating, rulings.unrated_rating)) as rating_used,
    any_value(selected.title_code) as title_code,
    any_value(selected.womens_title_code) as womens_title_code,
    any_value(selected.federation_code) as federation_code
from mart.selection_games as selected
inner join mart.event_rulings as rulings on selected.event_id = rulings.event_id
group by selected.event_id, selected.start_number, selected.selection, selected.opponent_number
