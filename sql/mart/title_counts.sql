-- table: mart.title_counts
-- grain: condition of a title level that opponents of a selection fulfil
-- inputs: mart.selection_opponents, mart.event_rulings, ref.title_levels
-- about: 1.45b-e (2005): opponents with the titles of a condition, each once. Nobody without titled opponents has a row.
select
    opponents.event_id,
    opponents.start_number,
    opponents.selection,
    levels.title_sought,
    levels.alternative,
    levels.condition,
    sum(if(rulings.level_by_games, opponents.games, 1)) as opponents
from mart.selection_opponents as opponents
inner join mart.event_rulings as rulings on opponents.event_id = rulings.event_id
inner join ref.title_levels as levels
    on
        rulings.edition = levels.edition
        and (
            list_contains(levels.title_codes, opponents.title_code)
            or list_contains(levels.title_codes, opponents.womens_title_code)
        )
where opponents.title_code is not null or opponents.womens_title_code is not null
group by
    opponents.event_id,
    opponents.start_number,
    opponents.selection,
    levels.title_sought,
    levels.alternative,
    levels.condition
