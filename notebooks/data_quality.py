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
# # How good is what we were sent?
#
# A verdict is as good as its files. This notebook goes through what the readers set aside, what was odd and used all the
# same, who could not be identified, and what the gate thought of the result: the work list of whoever keeps the files.
#
# It reads what `normbook run` published beside the checkout, in `data/processed`; set `NORMBOOK_OUT` to read another
# publication.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import Markdown

from normbook.reports.published import rows
from normbook.warehouse.session import open_published

out = Path(os.environ.get("NORMBOOK_OUT", "../data/processed"))
tables = ["source_files", "rejected_records", "findings", "identity_candidates", "corrections", "expectation_results"]
published = open_published(out, [f"quality.{table}" for table in tables])
files = rows(published, "select * from quality.source_files where kind <> 'other' order by source_file")
refused = [file for file in files if not file["is_read"]]
Markdown(f"**{len(files)}** files, {len(refused)} of them refused.")

# %% [markdown]
# ## Every line is accounted for
#
# Good, set aside, blank and header lines add up to the lines of the file. Where many lines are set aside, look at the file.

# %%
counts = ["lines_read", "good_records", "rejected_lines", "blank_lines", "header_lines"]
account = pd.DataFrame(files, columns=["source_file", "layout", "encoding", *counts])
assert (account[counts[1:]].sum(axis="columns") == account["lines_read"]).all()
account.sort_values(["rejected_lines", "lines_read"], ascending=False).head(15)

# %% [markdown]
# ## Files that were refused, and why

# %%
pd.DataFrame(refused, columns=["source_file", "reason"])

# %% [markdown]
# ## What was set aside

# %%
aside = rows(
    published,
    """
    select scope, reason_code, count(*) as records, count(distinct source_file) as files, min(reason) as example
    from quality.rejected_records group by all order by records desc, reason_code
    """,
)
pd.DataFrame(aside, columns=["scope", "reason_code", "records", "files", "example"])

# %% [markdown]
# ## What was odd
#
# Errors keep a verdict from resting on what they name; warnings were used and deserve a look; the rest is for the record.

# %%
findings = rows(
    published,
    """
    select severity, finding_code, count(*) as findings, count(distinct event_id) as events, min(finding) as example
    from quality.findings group by severity, finding_code
    order by list_position(['error', 'warning', 'info'], severity), findings desc, finding_code
    """,
)
pd.DataFrame(findings, columns=["severity", "finding_code", "findings", "events", "example"])

# %% [markdown]
# ## The work list: events by what stands against them

# %%
events = rows(
    published,
    """
    select event_id, count(*) filter (severity = 'error') as errors, count(*) filter (severity = 'warning') as warnings,
        string_agg(distinct finding_code, ', ' order by finding_code) filter (severity <> 'info') as kinds
    from quality.findings where event_id is not null group by event_id order by errors desc, warnings desc, event_id limit 20
    """,
)
pd.DataFrame(events, columns=["event_id", "errors", "warnings", "kinds"])

# %% [markdown]
# ## Who is who?
#
# Players whose row in the list a person has to decide; `declaration` is what to write into `identities.toml`.

# %%
open_ones = rows(published, "from quality.identity_candidates order by event_id, start_number, fide_id")
columns = ["event_id", "start_number", "name", "fide_id", "name_listed", "birth_year_listed", "why_open", "declaration"]
pd.DataFrame(open_ones, columns=columns)

# %% [markdown]
# ## Declared corrections

# %%
corrections = rows(published, "from quality.corrections order by source_file, line_number")
pd.DataFrame(corrections, columns=["corrected_file", "player_number", "field", "guard", "value", "status", "reason"])

# %% [markdown]
# ## What the gate thought
#
# Critical expectations held, or nothing would be here. These did not, and are warnings:

# %%
warnings = rows(
    published,
    'select * from quality.expectation_results where not success order by severity, "table", expectation',
)
pd.DataFrame(warnings, columns=["severity", "table", "expectation", "observed", "sample"])
