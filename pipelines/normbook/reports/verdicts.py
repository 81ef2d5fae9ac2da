"""The verdicts of a season as the report tells them: norms made, near misses, and what the data cannot decide."""

from __future__ import annotations

from typing import Any

import duckdb

from normbook.reports.published import Row, rows

# Values of these standings were read or follow from what was read; a verdict that rests on any other is marked.
FIRM_BASIS = ("read", "read_elsewhere", "derived")

_TITLES = """
select title_sought, min(least_performance) as least_performance
from ref.norm_titles
where edition in (select edition from core.events) or not exists (select 1 from core.events where edition is not null)
group by title_sought
order by min(title_order)
"""

# A near miss is a refused norm whose rule outcomes are published: the bound stands in the contract of that table.
_VERDICTS = """
with outcomes as (
    select
        event_id, start_number, title_sought,
        list({rule: rule, article: article, required: required, observed: observed, passed: passed,
              waived_by: waived_by, status: status} order by rule_order, article) as outcomes
    from mart.norm_rule_outcomes
    group by all
),
games as (
    -- those that do not simply count
    select
        event_id, start_number, title_sought,
        list({round_number: round_number, article: reason_article, reason: reason} order by round_number) as games_of_note
    from mart.norm_game_audits
    where not counted or reason_article is not null
    group by all
)
select
    verdicts.* replace (coalesce(verdicts.name, players.name, 'start number ' || start_number) as name),
    coalesce(players.title_code, players.womens_title_code) as title_held,
    players.rating,
    federations.name as federation_name,
    events.name as event_name,
    events.start_date,
    events.end_date,
    titles.title_order,
    titles.least_performance,
    titles.least_average,
    coalesce(outcomes.outcomes, []) as outcomes,
    coalesce(games.games_of_note, []) as games_of_note,
    near_norms.sentence as least_change
from mart.norm_verdicts as verdicts
inner join core.events as events using (event_id)
inner join core.event_players as players using (event_id, start_number)
left join ref.norm_titles as titles
    on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
left join ref.federations as federations on verdicts.federation_code = federations.federation_code
left join outcomes
    on verdicts.event_id = outcomes.event_id
    and verdicts.start_number = outcomes.start_number
    and verdicts.title_sought = outcomes.title_sought
left join games
    on verdicts.event_id = games.event_id
    and verdicts.start_number = games.start_number
    and verdicts.title_sought = games.title_sought
left join mart.near_norms as near_norms
    on verdicts.event_id = near_norms.event_id
    and verdicts.start_number = near_norms.start_number
    and verdicts.title_sought = near_norms.title_sought
where verdicts.achieved or (outcomes.outcomes is not null and not verdicts.already_held)
order by title_order, verdicts.federation_code nulls last, verdicts.name, events.start_date, event_id, start_number
"""


_BY_TITLE = """
with explained as (select distinct event_id, start_number, title_sought from mart.norm_rule_outcomes)

select
    title_sought as title,
    count_if(achieved and not already_held) as new,
    count_if(achieved and already_held) as held,
    count_if(not achieved and is_near) as near,
    count_if(achieved is null and is_near) as undecided,
    count_if(achieved and not already_held and basis not in (select unnest($firm))) as provisional
from (
    select verdicts.*, explained.event_id is not null and not already_held as is_near
    from mart.norm_verdicts as verdicts
    left join explained using (event_id, start_number, title_sought)
)
group by title_sought
"""

_BY_FEDERATION = """
select coalesce(federation_code, '?') as federation_code, title_sought, count(*) as norms
from mart.norm_verdicts
where achieved and not already_held
group by all
order by all
"""


def norm_titles(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return the titles that norms lead to, in the order of reports, with the least performance rating of each."""
    return {row["title_sought"]: row["least_performance"] for row in rows(connection, _TITLES)}


def notable_verdicts(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Return the verdicts that the report shows: achieved, undecided or near, with player, event and rule outcomes.

    Ordered by title, federation and player. `state` is new, held (achieved by a player who held the title already),
    undecided or near, the last two without players who hold the title. `is_provisional` says that the verdict rests on
    a value that nobody has read; `missing` are the outcomes that were not met, or that stay open; `games_of_note` are the
    rounds that do not simply count, `least_change` is the sentence of mart.near_norms, None where there is none.
    """
    verdicts = rows(connection, _VERDICTS)
    for verdict in verdicts:
        made = "held" if verdict["already_held"] else "new"
        verdict["state"] = {True: made, None: "undecided", False: "near"}[verdict["achieved"]]
        verdict["is_provisional"] = verdict["basis"] not in FIRM_BASIS
        open_outcome = None if verdict["achieved"] is None else False
        verdict["missing"] = [
            outcome
            for outcome in verdict["outcomes"]
            if outcome["passed"] is open_outcome and outcome["waived_by"] is None
        ]
    return verdicts


def near_misses(verdicts: list[Row]) -> list[Row]:
    """Return the norms that were nearly made, the smallest want first.

    Fewest articles missing, then fewest points short, then the smallest want of performance, then title and name.
    """

    def want(verdict: Row) -> tuple[Any, ...]:
        short, performance = verdict["points_short"], verdict["performance_rating"]
        rating_gap = verdict["least_performance"] - performance if performance is not None else 0
        return (len(verdict["failed_articles"]), short is None, short or 0, max(0, rating_gap))

    return sorted((verdict for verdict in verdicts if verdict["state"] == "near"), key=want)


def count_by_title(connection: duckdb.DuckDBPyConnection, titles: list[str]) -> list[Row]:
    """Count the verdicts of every title by state: rows of title, new, held, near, undecided, provisional (new ones)."""
    found = {row["title"]: row for row in rows(connection, _BY_TITLE, firm=list(FIRM_BASIS))}
    none = dict.fromkeys(("new", "held", "near", "undecided", "provisional"), 0)
    return [{"title": title} | none | found.get(title, {}) for title in titles]


def count_by_federation(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """Count the new norms by federation and title: rows of federation_code, title_sought, norms (for the figure)."""
    return rows(connection, _BY_FEDERATION)
