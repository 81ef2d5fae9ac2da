-- table: mart.rating_titles
-- grain: player and title earned by a published rating
-- inputs: core.rating_lists, ref.rating_titles, ref.editions, ref.held_titles
-- about: 1.3: a published rating reached once, in any list held, by the edition in force on the first day of the list: the last one
--   before a gap, the first one for older lists. Not for who holds the title or a higher one in that list, nor for a lower title than
--   the same list gives. A number that stands twice in a list is nobody's. Women's titles need a known woman.
with
months as (
    select distinct list_month
    from core.rating_lists
    where list_kind = 'standard'
),

rules as (
    select
        months.list_month,
        coalesce(
            max(editions.edition) filter (editions.valid_from <= cast(months.list_month || '-01' as date)), min(editions.edition)
        ) as edition
    from months
    cross join ref.editions as editions
    group by months.list_month
),

reached as (
    select
        lists.fide_id,
        titles.title_code,
        lists.name,
        lists.list_month,
        lists.rating,
        lists.title_code as held_title,
        lists.womens_title_code as held_womens_title,
        titles.rating as rating_required,
        titles.edition,
        titles.article,
        titles.status
    from core.rating_lists as lists
    inner join rules on lists.list_month = rules.list_month
    inner join ref.rating_titles as titles on rules.edition = titles.edition and lists.rating >= titles.rating
    where
        lists.list_kind = 'standard'
        and not lists.is_repeated
        and (not starts_with(titles.title_code, 'W') or lists.sex = 'F')
    qualify row_number() over (partition by lists.fide_id, titles.title_code order by lists.list_month) = 1
)

select
    reached.fide_id,
    reached.title_code as title,
    reached.name,
    reached.list_month,
    reached.rating,
    reached.rating_required,
    reached.edition,
    reached.article,
    reached.status
from reached
where
    not exists (
        select 1
        from ref.held_titles as held
        where
            held.title_sought = reached.title_code
            and held.title_code in (reached.held_title, reached.held_womens_title)
    )
    and not exists (
        select 1
        from reached as others
        inner join ref.held_titles as held on others.title_code = held.title_code
        where
            others.fide_id = reached.fide_id
            and others.list_month <= reached.list_month
            and held.title_sought = reached.title_code
            and held.title_code <> reached.title_code
    )
