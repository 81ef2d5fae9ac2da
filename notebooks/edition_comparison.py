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
# # One season under every edition
#
# A norm is judged by the edition in force on the day its event began. What would the other editions have said of the
# same games? Nothing here is a norm: the verdicts are hypothetical, and stand beside the real ones to show what a change
# of the regulations changes.
#
# It reads what `normbook run` published beside the checkout, in `data/processed`; set `NORMBOOK_OUT` to read another
# publication. It looks at the first season there. Hypothetical verdicts that were published (`normbook run --edition`)
# are taken as they are; where there are none, they are computed here for every edition that is encoded.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import HTML, Markdown, display

from normbook.contracts import CONTRACTS
from normbook.regulations import load_editions
from normbook.reports import figures, hypothetical, verdicts
from normbook.reports.published import open_season, season_stem, seasons_published
from normbook.runs.build import hypothetical_verdicts
from normbook.runs.ingest import Staged
from normbook.warehouse.parquet import table_files

out = Path(os.environ.get("NORMBOOK_OUT", "../data/processed"))
season = seasons_published(out)[0]
published = open_season(out, season)
if not hypothetical.editions_asked(published):
    staging = {name: table_files(out, name) for name in CONTRACTS if name.startswith("staging.")}
    computed = hypothetical_verdicts(Staged(staging), season, [edition.edition for edition in load_editions()])
    published.execute("drop view mart.hypothetical_verdicts")
    published.execute("create table mart.hypothetical_verdicts as from computed")
titles = list(verdicts.norm_titles(published))
editions = hypothetical.editions_asked(published)
norms = hypothetical.norms_under_editions(published)
counts = hypothetical.count_by_edition(norms, titles, editions)
Markdown(f"Season **{season_stem(season)}** under {', '.join(editions) or 'no other edition'}.")

# %% [markdown]
# ## How many norms, by edition
#
# Norms by players who did not hold the title: those made in force, and those that each edition would give.

# %%
table = pd.DataFrame(counts, columns=["title", "edition", "in_force", "under_edition"])
made = table.groupby("title")["in_force"].max()
table.pivot(index="title", columns="edition", values="under_edition").reindex(titles).assign(in_force=made)

# %% [markdown]
# ## Gained and lost
#
# To the right what an edition would add to the norms made in force, to the left what it would take away. An event that
# no encoded edition judged in force has only norms to gain.

# %%
if counts:
    figure = figures.norms_gained_and_lost(counts)
    display(HTML(figures.inline_svg(figure, "editions", "Bars: norms gained and lost by edition and title")))

# %% [markdown]
# ## Why
#
# A norm that is lost fails these articles of the other edition; one that is gained failed these of the edition in force.
# A norm counts once for every article.

# %%
changed = [norm for norm in norms if norm["change"] != "kept"]
reasons = pd.DataFrame(changed, columns=["edition", "change", "title_sought", "failed"]).explode("failed")
reasons["failed"] = reasons["failed"].fillna("no verdict, or an open one")
reasons.groupby(list(reasons.columns)).size().rename("norms").reset_index()

# %% [markdown]
# ## Norm by norm

# %%
for norm in changed:
    event = norm["event_name"] or norm["event_id"]
    where = "under that edition" if norm["change"] == "lost" else "in force"
    why = f"{', '.join(norm['failed'])} not met {where}" if norm["failed"] else f"no verdict, or an open one, {where}"
    print(f"{norm['edition']}: {norm['name']}, {norm['title_sought']} norm at {event}, {norm['change']}: {why}")

# %% [markdown]
# ## What the editions ask
#
# Numbers by title, for comparison; all values with article and source are in `ref.parameters`.

# %%
published.sql(
    """
    select title_sought, edition, least_performance, least_average, rating_floor, most_raised
    from ref.norm_titles inner join ref.norm_limits using (edition)
    order by title_order, edition
    """
).df().set_index(["title_sought", "edition"])
