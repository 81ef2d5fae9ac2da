-- table: mart.title_levels_met
-- grain: selection of a player, title sought whose level the opponents have
-- inputs: mart.title_counts, mart.selection_figures, mart.event_rulings, ref.title_levels
-- about: 1.45b-e (2005): one of the alternatives of a title level is met when each of its conditions is.
with
conditions as (
    select
        edition,
        title_sought,
        alternative,
        count(*) as conditions
    from ref.title_levels
    group by edition, title_sought, alternative
),

alternatives as (
    -- 1.45b-e: every condition asks for somebody, so one without a row is not met; in double round robins of 2024 half of the
    -- opponents are asked (1.4.5f)
    select
        counts.event_id,
        counts.start_number,
        counts.selection,
        counts.title_sought
    from mart.title_counts as counts
    inner join mart.selection_figures as figures
        on
            counts.event_id = figures.event_id
            and counts.start_number = figures.start_number
            and counts.selection = figures.selection
    inner join mart.event_rulings as rulings on counts.event_id = rulings.event_id
    inner join ref.title_levels as levels
        on
            rulings.edition = levels.edition
            and counts.title_sought = levels.title_sought
            and counts.alternative = levels.alternative
            and counts.condition = levels.condition
    inner join conditions
        on
            levels.edition = conditions.edition
            and levels.title_sought = conditions.title_sought
            and levels.alternative = conditions.alternative
    where
        counts.opponents >= level_least(
            figures.share_base,
            levels.least,
            levels.share_numerator,
            levels.share_denominator,
            rulings.level_numerator,
            rulings.level_denominator
        )
    group by counts.event_id, counts.start_number, counts.selection, counts.title_sought, counts.alternative
    having count(*) = any_value(conditions.conditions)
)

select distinct
    event_id,
    start_number,
    selection,
    title_sought
from alternatives
