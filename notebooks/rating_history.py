# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---


# %% [markdown]
# # What the rating lists tell
#
# A rating list is a photograph; several of them are a film. This notebook looks at the lists that are published: how
# many players they hold, how the ratings are spread, and how the players with norms came to where they are.
#
# It reads what `normbook run` published beside the checkout, in `data/processed`; set `NORMBOOK_OUT` to read another
# publication. Write FIDE numbers into `PLAYERS` to see others than those with norms.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import HTML, Markdown, display

from normbook.reports import figures
from normbook.reports.published import rows
from normbook.warehouse.session import open_published

PLAYERS: list[int] = []

out = Path(os.environ.get("NORMBOOK_OUT", "../data/processed"))
published = open_published(
    out, ["core.rating_lists", "mart.norms", "core.events", "core.event_players", "ref.norm_titles"]
)
lists = rows(
    published,
    """
    select list_month, list_kind, count(*) as players, count(rating) as rated,
        count(*) filter (sex = 'F') as women, count(title_code) as titled, max(rating) as highest
    from core.rating_lists group by all order by all
    """,
)
Markdown(
    f"**{len(lists)}** lists, from {lists[0]['list_month']} to {lists[-1]['list_month']}." if lists else "No list."
)

# %%
pd.DataFrame(lists, columns=["list_month", "list_kind", "players", "rated", "women", "titled", "highest"])

# %% [markdown]
# ## How the ratings are spread
#
# Players by 100 points, in the first standard list that is held and, stronger, in the last one.

# %%
counts = rows(
    published,
    """
    with months as (select min(list_month) as first, max(list_month) as last from core.rating_lists where list_kind = 'standard')
    select list_month, rating // 100 * 100 as rating_from, count(*) as players
    from core.rating_lists, months
    where list_kind = 'standard' and rating is not null and list_month in (first, last)
    group by all order by all
    """,
)
if counts:
    display(HTML(figures.inline_svg(figures.rating_distribution(counts), "spread", "Players by rating")))

# %% [markdown]
# ## The way of those with norms
#
# Ratings of the players with a norm, those with most norms first, over all lists; the lines across are what the titles
# ask for. A step is a list: between two lists a rating stays.

# %%
chosen = PLAYERS or [
    row["fide_id"]
    for row in rows(
        published,
        "select fide_id from mart.norms where fide_id is not null group by all order by count(*) desc, fide_id limit 5",
    )
]
history = rows(
    published,
    """
    select any_value(name) as name, list_month, max(rating) as rating
    from core.rating_lists where list_kind = 'standard' and fide_id in $chosen group by fide_id, list_month order by 1, 2
    """,
    chosen=chosen,
)
if history:
    display(HTML(figures.inline_svg(figures.rating_history(history), "history", "Ratings over the lists")))
pd.DataFrame(history, columns=["name", "list_month", "rating"])

# %% [markdown]
# ## Who moved most
#
# From the first to the last standard list, among those who stand in both.

# %%
moves = rows(
    published,
    """
    with months as (select min(list_month) as first, max(list_month) as last from core.rating_lists where list_kind = 'standard'),
    before as (select fide_id, rating from core.rating_lists, months where list_kind = 'standard' and list_month = first),
    now as (select fide_id, name, federation_code, rating from core.rating_lists, months
        where list_kind = 'standard' and list_month = last and not is_repeated)
    select now.name, now.federation_code, before.rating as first, now.rating as last, now.rating - before.rating as gain
    from before inner join now using (fide_id)
    where before.rating <> now.rating order by gain desc, name limit 15
    """,
)
pd.DataFrame(moves, columns=["name", "federation_code", "first", "last", "gain"])

# %% [markdown]
# ## Reports and lists
#
# How often the report had the rating of the list in force, by event.

# %%
agreement = rows(
    published,
    """
    select events.name as event, events.list_month, count(*) as players,
        count(*) filter (players.rating_source = 'list') as in_the_list,
        count(*) filter (players.rating_source = 'list' and players.rating is not distinct from players.rating_report) as same
    from core.event_players as players inner join core.events as events using (event_id)
    group by all order by in_the_list - same desc, event
    """,
)
pd.DataFrame(agreement, columns=["event", "list_month", "players", "in_the_list", "same"])
