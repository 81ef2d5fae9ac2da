-- table: mart.rating_titles
-- grain: player and title earned by a rating
-- inputs: core.rating_lists, staging.reached_ratings, ref.rating_titles, ref.editions, ref.held_titles
-- about: 1.3: a rating reached once, published in any list held or told by a sidecar, by the edition in force on that day: the last one
--   before a gap, the first one for older lists. Not for who holds the title or a higher one then, nor for a lower title than the same
--   rating gives, nor with too few rated games where the sidecar tells their number. A number that stands twice in a list is nobody's.
--   Women's titles need a known woman.
with
listed as (
    select
        fide_id,
        name,
        rating,
        title_code,
        womens_title_code,
        sex,
        cast(list_month || '-01' as date) as reached_on,
        cast(null as varchar) as told_by,
        cast(null as bigint) as rated_games
    from core.rating_lists
    where list_kind = 'standard' and not is_repeated
),

ratings as (
    select * from listed
    union all by name
    -- what the lists held say of the person
    select
        told.fide_id,
        max_by(listed.name, listed.reached_on) as name,
        told.rating,
        max_by(listed.title_code, listed.reached_on) filter (listed.reached_on <= told.reached_on) as title_code,
        max_by(listed.womens_title_code, listed.reached_on) filter (listed.reached_on <= told.reached_on) as womens_title_code,
        max_by(listed.sex, listed.reached_on) as sex,
        told.reached_on,
        told.source_file as told_by,
        told.rated_games
    from staging.reached_ratings as told
    left join listed on told.fide_id = listed.fide_id
    group by all
),

days as (
    select distinct reached_on
    from ratings
),

rules as (
    select
        days.reached_on,
        coalesce(max(editions.edition) filter (editions.valid_from <= days.reached_on), min(editions.edition)) as edition
    from days
    cross join ref.editions as editions
    group by days.reached_on
),

reached as (
    select
        ratings.*,
        titles.title_code as title,
        titles.rating as rating_required,
        if(ratings.reached_on > titles.rated_games_after, titles.rated_games, null) as games_required,
        titles.edition,
        titles.article,
        titles.status
    from ratings
    inner join rules on ratings.reached_on = rules.reached_on
    inner join ref.rating_titles as titles on rules.edition = titles.edition and ratings.rating >= titles.rating
    where
        (not starts_with(titles.title_code, 'W') or ratings.sex = 'F')
        and coalesce(ratings.rated_games >= titles.rated_games or ratings.reached_on <= titles.rated_games_after, true)
    qualify
        row_number() over (
            partition by ratings.fide_id, titles.title_code
            order by ratings.reached_on, ratings.rated_games desc, ratings.told_by
        ) = 1
)

select
    reached.fide_id,
    reached.title,
    reached.name,
    strftime(reached.reached_on, '%Y-%m') as list_month,
    reached.rating,
    reached.rating_required,
    reached.told_by,
    reached.rated_games,
    reached.games_required,
    reached.edition,
    reached.article,
    reached.status
from reached
where
    not exists (
        select 1
        from ref.held_titles as held
        where held.title_sought = reached.title and held.title_code in (reached.title_code, reached.womens_title_code)
    )
    and not exists (
        select 1
        from reached as others
        inner join ref.held_titles as held on others.title = held.title_code
        where
            others.fide_id = reached.fide_id
            and others.reached_on <= reached.reached_on
            and held.title_sought = reached.title
            and held.title_code <> reached.title
    )
