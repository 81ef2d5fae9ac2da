-- table: mart.ratings_reached
-- grain: player with a norm, title, edition of one of his norms
-- inputs: mart.norms_of_all_seasons, core.rating_lists, ref.norm_titles, ref.held_titles
-- about: 1.5 (1.5.3 of 2024): the rating of a title, reached in any list held. A number that stands twice in a list needs the name too.
with
asked as (
    select
        norms.fide_id,
        norms.title_sought,
        norms.edition,
        max(norms.name) as name,
        max(titles.application_rating) as rating_required
    from mart.norms_of_all_seasons as norms
    inner join ref.norm_titles as titles on norms.edition = titles.edition and norms.title_sought = titles.title_sought
    group by norms.fide_id, norms.title_sought, norms.edition
)

select
    asked.fide_id,
    asked.title_sought,
    asked.edition,
    any_value(asked.rating_required) as rating_required,
    max(lists.rating) as highest_rating,
    cast(min(lists.list_month) filter (lists.rating >= asked.rating_required) || '-01' as date) as reached_on,
    min(lists.list_month) filter (held.title_code is not null) as held_since
from asked
left join core.rating_lists as lists
    on
        asked.fide_id = lists.fide_id
        and lists.list_kind = 'standard'
        and (not lists.is_repeated or names_share_word(lists.name, asked.name))
left join ref.held_titles as held
    on asked.title_sought = held.title_sought and held.title_code in (lists.title_code, lists.womens_title_code)
group by asked.fide_id, asked.title_sought, asked.edition
