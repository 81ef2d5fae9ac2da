-- check: blitz_categories_connected
-- severity: critical
-- inputs: mart.blitz_categories
-- about: Each change of a category begins where the one before ended, changes something, and the last one alone is current.
with
changes as (
    select
        *,
        lag(category) over of_player as category_before,
        lead(change_number) over of_player is null as is_last
    from mart.blitz_categories
    window of_player as (partition by series, player_key order by change_number)
)

select series || ', ' || player_key || ', change ' || change_number as sample_key
from changes
where
    previous_category is distinct from category_before
    or category = previous_category
    or is_current <> is_last
