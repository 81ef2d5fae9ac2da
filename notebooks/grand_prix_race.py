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
# # The race for the Grand Prix
#
# A Grand Prix is won over a season: a bad day costs places, and a good one brings them back. This notebook tells the
# story of every series that is published: who led after which encounter, by what the title was decided, and which of the
# results a player could afford to lose.
#
# It reads what `normbook run` published beside the checkout, in `data/processed`; set `NORMBOOK_OUT` to read another
# publication.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import HTML, Markdown, display

from normbook.reports import figures
from normbook.reports.published import rows
from normbook.warehouse.session import open_published

out = Path(os.environ.get("NORMBOOK_OUT", "../data/processed"))
tables = ["mart.grand_prix_race", "mart.grand_prix_standings", "mart.grand_prix_results", "core.events"]
published = open_published(out, tables)
rankings = rows(
    published,
    """
    select series, category, section, max(after_encounter) as after_encounter, bool_and(is_final) as is_final,
        count(distinct player_key) as players
    from mart.grand_prix_standings group by all order by all
    """,
)
Markdown(f"**{len(rankings)}** rankings in {len({row['series'] for row in rankings})} series.")

# %%
pd.DataFrame(rankings, columns=["series", "category", "section", "players", "after_encounter", "is_final"])

# %% [markdown]
# ## Place by place
#
# One line a player; the eight that lead at the end are strong and named, everybody else is pale. Players on one place
# stand below each other.

# %%
_RACE = """
    select name, after_encounter as stage, 'encounter ' || after_encounter as stage_name, place, points
    from mart.grand_prix_race
    where series = $series and category = $category and section = $section
    order by stage, place, name
"""
for ranking in rankings:
    who = {key: ranking[key] for key in ("series", "category", "section")}
    race = rows(published, _RACE, **who)
    if len({row["stage"] for row in race}) > 1:
        anchor = "-".join(map(str, who.values()))
        svg = figures.inline_svg(figures.grand_prix_race(race), anchor, "Places after every encounter")
        display(Markdown(f"### {ranking['series']}, {ranking['category']}, {ranking['section']}"), HTML(svg))

# %% [markdown]
# ## How it stands
#
# `counted_results` are those that count; `tie_resolved_by` is the article that parted players with the same points, and
# `match_needed` says that the regulation asks for a match.

# %%
standings = rows(published, "from mart.grand_prix_standings order by series, category, section, place, name")
columns = ["series", "category", "section", "place", "name", "points", "counted_results", "first_places"]
pd.DataFrame(standings, columns=[*columns, "qualified", "tie_resolved_by", "match_needed"]).head(40)

# %% [markdown]
# ## What did not count
#
# The worst results are left out. For whom was that worth most? The points below were made and are not in the sum.

# %%
left_out = rows(
    published,
    """
    select series, category, section, name, count(*) as results, sum(points) as points
    from mart.grand_prix_results where not counted group by all having sum(points) > 0 order by points desc, name limit 20
    """,
)
pd.DataFrame(left_out, columns=["series", "category", "section", "name", "results", "points"])

# %% [markdown]
# ## Won where?
#
# Winners of the encounters, side by side with the place that they have in the series.

# %%
winners = rows(
    published,
    """
    select results.series, results.category, results.section, results.encounter, results.name, results.points,
        standings.place as place_in_the_series
    from mart.grand_prix_results as results
    inner join mart.grand_prix_standings as standings using (series, category, section, player_key)
    where results.place = 1 order by 1, 2, 3, 4, 5
    """,
)
columns = ["series", "category", "section", "encounter", "name", "points", "place_in_the_series"]
pd.DataFrame(winners, columns=columns)
