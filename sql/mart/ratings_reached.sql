-- table: mart.ratings_reached
-- grain: player with a norm, title, edition from that of his first norm on
-- inputs: mart.norms_of_all_seasons, core.rating_lists, staging.reached_ratings, ref.norm_titles, ref.held_titles
-- about: 1.5 (1.5.3 of 2024): the rating of a title, reached in any list held or as a sidecar tells; it need not be published. A number
--   that stands twice in a list needs the name too.
with
first_norms as (
    select
        fide_id,
        title_sought,
        min(edition) as edition,
        max(name) as name
    from mart.norms_of_all_seasons
    group by fide_id, title_sought
),

asked as (
    select
        norms.fide_id,
        norms.title_sought,
        norms.name,
        titles.edition,
        titles.application_rating as rating_required
    from first_norms as norms
    inner join ref.norm_titles as titles
        on norms.title_sought = titles.title_sought and norms.edition <= titles.edition
),

ratings as (
    select
        lists.fide_id,
        lists.rating,
        cast(lists.list_month || '-01' as date) as reached_on,
        lists.list_month,
        lists.title_code,
        lists.womens_title_code,
        if(lists.is_repeated, lists.name, null) as repeated_name
    from core.rating_lists as lists
    semi join first_norms on lists.fide_id = first_norms.fide_id
    where lists.list_kind = 'standard'
    union all by name
    select
        fide_id,
        rating,
        reached_on
    from staging.reached_ratings
)

select
    asked.fide_id,
    asked.title_sought,
    asked.edition,
    any_value(asked.rating_required) as rating_required,
    max(ratings.rating) as highest_rating,
    min(ratings.reached_on) filter (ratings.rating >= asked.rating_required) as reached_on,
    min(ratings.list_month) filter (held.title_code is not null) as held_since
from asked
left join ratings
    on
        asked.fide_id = ratings.fide_id
        and (ratings.repeated_name is null or names_share_word(ratings.repeated_name, asked.name))
left join ref.held_titles as held
    on
        asked.title_sought = held.title_sought
        and held.title_code in (ratings.title_code, ratings.womens_title_code)
group by asked.fide_id, asked.title_sought, asked.edition
