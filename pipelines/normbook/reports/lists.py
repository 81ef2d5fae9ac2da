"""What the rating lists of a season tell: how many players, how strong, who entered, who has a new title."""

from __future__ import annotations

import duckdb

from normbook.reports.published import Row, rows

# Highest first; an honorary title is none.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
# New titles that the page lists by name; mart and core hold the rest.
LISTED = 1000

# One row per player; a number that stands twice in a list is nobody's for sure.
_STANDARD = """
create or replace temp table season_lists as
select
    list_month, fide_id, any_value(name) as name, any_value(federation_code) as federation_code,
    any_value(rating) as rating,
    any_value(title_code) as title_code, any_value(womens_title_code) as womens_title_code
from core.rating_lists
where list_kind = 'standard' and not is_repeated and list_month in (select unnest($months))
group by list_month, fide_id
"""

_MONTHS = """
select distinct list_month
from core.rating_lists
where list_kind = 'standard'
order by list_month
"""

_LISTS = """
with steps as (
    select list_month, lag(list_month) over (order by list_month) as before
    from (select distinct list_month from season_lists)
),

entered as (
    select steps.list_month, count(*) as entered
    from season_lists as lists
    inner join steps using (list_month)
    where before is not null
        and not exists (from season_lists as old where old.list_month = before and old.fide_id = lists.fide_id)
    group by steps.list_month
),

gone as (
    select steps.list_month, count(*) as gone
    from season_lists as old
    inner join steps on old.list_month = before
    where not exists (
        from season_lists as lists where lists.list_month = steps.list_month and lists.fide_id = old.fide_id
    )
    group by steps.list_month
)

select
    lists.list_month, count(*) as players, count(rating) as rated, count_if(rating >= 2500) as strong,
    case when any_value(before) is not null then coalesce(any_value(entered.entered), 0) end as entered,
    case when any_value(before) is not null then coalesce(any_value(gone.gone), 0) end as gone
from season_lists as lists
inner join steps using (list_month)
left join entered using (list_month)
left join gone using (list_month)
group by lists.list_month
order by lists.list_month
"""

_TITLES = """
select list_month, title, count(*) as players
from (
    select list_month, title_code as title from season_lists
    union all
    select list_month, womens_title_code from season_lists
)
where title in (select unnest($titles))
group by all
"""

_RATINGS = """
select list_month, rating // 100 * 100 as rating_from, count(*) as players
from season_lists
where rating is not null and list_month in (select unnest([min(list_month), max(list_month)]) from season_lists)
group by all
order by all
"""

_NEW_TITLES = """
with ranked as (
    select *, list_position($titles, title_code) as open_rank, list_position($titles, womens_title_code) as womens_rank
    from season_lists
),

steps as (
    select list_month, lag(list_month) over (order by list_month) as before
    from (select distinct list_month from season_lists)
),

changes as (
    select new.*, old.title_code as open_before, old.womens_title_code as womens_before,
        new.open_rank < coalesce(old.open_rank, 99) as is_open, new.womens_rank < coalesce(old.womens_rank, 99) as is_womens
    from ranked as new
    inner join steps on new.list_month = steps.list_month
    inner join ranked as old on old.list_month = steps.before and old.fide_id = new.fide_id
    where is_open or is_womens
),

gained as (
    select * exclude (is_open, is_womens), title_code as title, open_before as title_before
    from changes
    where is_open
    union all by name
    select * exclude (is_open, is_womens), womens_title_code as title, womens_before as title_before
    from changes
    where is_womens
)

select list_month, fide_id, name, federation_code, rating, title, title_before, count(*) over () as found
from gained
order by list_position($titles, title), list_month, federation_code, name
limit $most
"""


def movements(connection: duckdb.DuckDBPyConnection, season: int | None) -> dict[str, list[Row]]:
    """Return what the standard lists of a year, and the last before it, tell.

    `lists`: rows of list_month, players, rated, strong (2500 and more), entered and gone (against the list before; None
    in the first) and titles (players by title); `ratings`: players by 100 rating points in the first and the last list;
    `new_titles`: players whose title is higher than in the list before, the highest titles first, at most LISTED, each
    with `found`, how many there are.
    """
    held = [row["list_month"] for row in rows(connection, _MONTHS)]
    of_season = [month for month in held if month[:4] == str(season)]
    if not of_season:
        return {"lists": [], "ratings": [], "new_titles": []}
    before = [month for month in held if month < of_season[0]][-1:]
    connection.execute(_STANDARD, {"months": before + of_season})
    lists = rows(connection, _LISTS)
    for row in lists:
        row["titles"] = {}
    by_month = {row["list_month"]: row["titles"] for row in lists}
    for row in rows(connection, _TITLES, titles=list(TITLES)):
        by_month[row["list_month"]][row["title"]] = row["players"]
    new_titles = rows(connection, _NEW_TITLES, titles=list(TITLES), most=LISTED)
    ratings = rows(connection, _RATINGS)
    connection.execute("drop table season_lists")
    return {"lists": lists, "ratings": ratings, "new_titles": new_titles}
