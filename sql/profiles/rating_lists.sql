-- table: profiles.rating_lists
-- grain: list, sex and titles
-- inputs: core.rating_lists
-- about: What the gate looks at of the rating lists: every row of them is in here, in a few hundred rows a list.
select
    list_month,
    list_kind,
    sex,
    title_code,
    womens_title_code,
    count(*) as players,
    min(fide_id) as lowest_fide_id,
    min(rating) as lowest_rating,
    max(rating) as highest_rating,
    min(birth_year) as earliest_birth_year,
    max(birth_year) as latest_birth_year,
    count(*) filter (where not regexp_full_match(federation_code, '[A-Z]{3}')) as odd_federations,
    100 * count(*) filter (where federation_code is null) // count(*) as blank_federations_percentage
from core.rating_lists
group by list_month, list_kind, sex, title_code, womens_title_code
order by list_month, list_kind, sex, title_code, womens_title_code
