"""A run in a few figures, for the terminal, the log and `normbook status`."""

from __future__ import annotations

from pathlib import Path

from normbook.warehouse.session import open_published

_COUNTS = {
    "rating_lists": "select count(*) from quality.source_files where kind = 'rating_list' and is_read",
    "files": "select count(*) from quality.source_files where kind <> 'other'",
    "files_refused": "select count(*) from quality.source_files where not is_read and kind <> 'other'",
    "events": "select count(*) from core.events",
    "players": "select count(*) from core.event_players",
    "games": "select count(*) // 2 from core.games where outcome = 'played'",
    "rating_list_rows": "select count(*) from core.rating_lists",
    "events_judged": "select count(distinct event_id) from mart.norm_verdicts",
    "events_not_judged": "select count(*) from core.events anti join mart.norm_verdicts using (event_id)",
    "near_norms": """
        select count(*) from mart.norm_verdicts semi join mart.norm_rule_outcomes using (event_id, start_number, title_sought)
        where achieved is false and not already_held
    """,
    "norms_of_title_holders": "select count(*) from mart.norm_verdicts where achieved and already_held",
    "open_verdicts": "select count(*) from mart.norm_verdicts where achieved is null",
    "rejected_records": "select count(*) from quality.rejected_records",
    "gate_warnings": "select count(*) from quality.expectation_results where not success",
}

_TABLES = (
    "core.event_players",
    "core.events",
    "core.games",
    "core.rating_lists",
    "mart.norm_rule_outcomes",
    "mart.norm_verdicts",
    "quality.expectation_results",
    "quality.findings",
    "quality.rejected_records",
    "quality.source_files",
    "ref.norm_titles",
)


def summarise(out: Path) -> dict[str, object]:
    """Figures of what is published: counts, norms of players without the title, findings by severity."""
    with open_published(out, _TABLES) as connection:
        summary: dict[str, object] = {
            name: connection.execute(query).fetchall()[0][0] for name, query in _COUNTS.items()
        }
        summary["new_norms"] = dict(
            connection.execute(
                """
                select titles.title_sought, count(verdicts.event_id) filter (verdicts.achieved and not verdicts.already_held)
                from (select title_sought, min(title_order) as title_order from ref.norm_titles group by title_sought) as titles
                left join mart.norm_verdicts as verdicts on titles.title_sought = verdicts.title_sought
                group by titles.title_sought, titles.title_order
                order by titles.title_order
                """
            ).fetchall()
        )
        summary["findings"] = dict(
            connection.execute(
                "select severity, count(*) from quality.findings group by severity order by severity"
            ).fetchall()
        )
        return summary
