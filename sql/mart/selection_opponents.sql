-- table: mart.selection_opponents
-- grain: distinct opponent of a selection
-- inputs: mart.selection_games, mart.norm_games, mart.event_rulings
-- about: Titles, federations and unrated players count once per opponent (1.45f and its extension to the others); rating and score over
--   the games against him (1.47a).
select
    selected.event_id,
    selected.start_number,
    selected.selection,
    selected.opponent_number,
    count(*) as games,
    sum(selected.half_points) as half_points,
    any_value(opponents.rating) as rating,
    any_value(coalesce(opponents.rating, rulings.unrated_rating)) as rating_used,
    any_value(opponents.title_code) as title_code,
    any_value(opponents.womens_title_code) as womens_title_code,
    any_value(opponents.federation_code) as federation_code
from mart.selection_games as selected
inner join mart.norm_games as opponents
    on
        selected.event_id = opponents.event_id
        and selected.start_number = opponents.start_number
        and selected.round_number = opponents.round_number
inner join mart.event_rulings as rulings on selected.event_id = rulings.event_id
group by selected.event_id, selected.start_number, selected.selection, selected.opponent_number
