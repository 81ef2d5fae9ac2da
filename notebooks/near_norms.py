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
# # Who is near a norm, and what is missing
#
# A norm that was not made was rarely missed in everything. Half a point, one opponent with a title, one more
# federation: this notebook asks the published tables of a season who came close, and which article stood in the way.
#
# It reads what `normbook run` published beside the checkout, in `data/processed`; set `NORMBOOK_OUT` to read another
# publication. It looks at the first season there.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import HTML, Markdown, display
from matplotlib.figure import Figure

from normbook.reports import events, figures, verdicts
from normbook.reports.published import open_season, season_stem, seasons_published

out = Path(os.environ.get("NORMBOOK_OUT", "../data/processed"))
season = seasons_published(out)[0]
published = open_season(out, season)
notable = verdicts.notable_verdicts(published)
near = verdicts.near_misses(notable)
Markdown(f"Season **{season_stem(season)}**: {len(near)} near misses by players who do not hold the title.")

# %% [markdown]
# ## How many, for which title
#
# `new` are norms made by players who did not hold the title; `held` those of players who did. A near miss is a norm
# with at most two articles not met and at most one point short.

# %%
pd.DataFrame(verdicts.count_by_title(published, list(verdicts.norm_titles(published)))).set_index("title")

# %% [markdown]
# ## The nearest first
#
# Fewest articles missing, then fewest points short, then the smallest want of performance.

# %%
columns = ["name", "federation_code", "title_sought", "event_name", "games", "score", "score_required", "points_short"]
columns += ["opponents_average_rating", "performance_rating", "failed_articles"]
pd.DataFrame(near, columns=columns).head(30)

# %% [markdown]
# ## What stood in the way
#
# A near miss counts once for every article that it failed.

# %%
missing = pd.DataFrame([outcome for verdict in near for outcome in verdict["missing"]], columns=["article", "rule"])
wants = missing.groupby(["article", "rule"]).size().rename("near misses").reset_index()
wants

# %%
if len(wants):
    figure = Figure(figsize=(5.8, 1 + 0.3 * len(wants)), layout="constrained")
    axes = figure.subplots()
    axes.barh(wants["article"] + " " + wants["rule"].str.replace("_", " "), wants["near misses"], color="#0072b2")
    axes.invert_yaxis()
    axes.set_xlabel("near misses")
    display(HTML(figures.inline_svg(figure, "wants", "Bars: near misses by the article that was not met")))

# %% [markdown]
# ## One thing missing
#
# Those who lacked one thing only: points, or, with points enough, an opponent with a title, a federation, a game.

# %%
for verdict in near:
    if len(verdict["missing"]) == 1:
        want = verdict["missing"][0]
        found = f", found {want['observed']}" if want["observed"] is not None else ""
        short = f"{verdict['points_short']:g} points short" if verdict["points_short"] else "with points enough"
        print(f"{verdict['name']}, {verdict['title_sought']} norm at {verdict['event_name']}, {short}:")
        print(f"    {want['article']} asks {want['required']}{found}")

# %% [markdown]
# ## Where it happened
#
# The norm maps of the three events with most near misses: every dot is a player, and on or above a staircase the score
# is enough for that title. A dot above the line that has no ring failed by another article than points.

# %%
sections = events.event_sections(published, notable)
score_tables = events.score_tables(published)
misses = {
    section["event_id"]: sum(verdict["event_id"] == section["event_id"] for verdict in near) for section in sections
}
for section in sorted(sections, key=lambda section: -misses[section["event_id"]])[:3]:
    if misses[section["event_id"]]:
        score_table = score_tables.get((section["edition"], section["rounds"]), {})
        svg = figures.inline_svg(figures.norm_map(section, score_table), section["anchor"], "Norm map")
        display(Markdown(f"### {section['name'] or section['event_id']}"), HTML(svg))

# %% [markdown]
# ## What a correction could still decide
#
# Verdicts that stay open until somebody fills a gap in the files.

# %%
undecided = [verdict for verdict in notable if verdict["state"] == "undecided"]
pd.DataFrame(undecided, columns=["name", "title_sought", "event_name", "undecided_because", "undecided_articles"])
