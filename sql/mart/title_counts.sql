-- table: mart.title_counts
-- grain: condition of a title level for a selection and a title sought
-- inputs: mart.asked_titles, mart.selection_figures, mart.selection_opponents, mart.event_rulings, ref.norm_limits, ref.title_levels
-- about: 1.45b-e (2005): opponents with the titles of a condition, each once, and how many are asked; in double round robins of 2024 half of
--   the opponents (1.4.5f).
with
met as (
    select
        opponents.event_id,
        opponents.start_number,
        opponents.selection,
        levels.title_sought,
        levels.alternative,
        levels.condition,
        count(*) as opponents
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
    group by all
)

select
    asked.event_id,
    asked.start_number,
    asked.selection,
    asked.title_sought,
    levels.alternative,
    levels.condition,
    levels.title_codes,
    case
        when rulings.is_multi_round and limits.multi_round_level_numerator is not null
            then share_of(figures.share_base, limits.multi_round_level_numerator, limits.multi_round_level_denominator, 'up')
        else greatest(
            levels.least, coalesce(share_of(figures.share_base, levels.share_numerator, levels.share_denominator, 'up'), 0)
        )
    end as least,
    coalesce(met.opponents, 0) as opponents
from mart.asked_titles as asked
inner join mart.selection_figures as figures
    on
        asked.event_id = figures.event_id
        and asked.start_number = figures.start_number
        and asked.selection = figures.selection
inner join mart.event_rulings as rulings on asked.event_id = rulings.event_id
inner join ref.norm_limits as limits on asked.edition = limits.edition
inner join ref.title_levels as levels
    on asked.edition = levels.edition and asked.title_sought = levels.title_sought
left join met
    on
        asked.event_id = met.event_id
        and asked.start_number = met.start_number
        and asked.selection = met.selection
        and levels.title_sought = met.title_sought
        and levels.alternative = met.alternative
        and levels.condition = met.condition
