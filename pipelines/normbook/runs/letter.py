"""What a run did, in lines that can be read in a mail: no colours, no tables, the news first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from normbook.errors import NormbookError
from normbook.runs.manifest import Manifest, latest_manifest, manifests
from normbook.warehouse.session import open_published

# So many of a kind are named, the others counted.
_NAMED = 20
_KINDS = {
    "new_norm": "new norms",
    "lost_norm": "norms that are none any more",
    "new_event": "new events",
    "gone_event": "events that are gone",
    "changed_event": "changed events",
    "changed_verdict": "other verdicts that changed",
}


def letter(out: Path) -> str:
    """The last publication in lines: norms, what changed, what was refused, what the gate and the findings say.

    Where a later run published nothing, its reason comes first. Raises NormbookError if nothing was ever published.
    """
    last = latest_manifest(out)
    if last is None:
        raise NormbookError(f"{out}: nothing has been published here yet. Run `normbook run`.")
    return "\n".join(
        [*_failed_since(out, last), *_figures(out, last), *_changes(out), *_refused(out), *_reports(out, last)]
    )


def _failed_since(out: Path, last: Manifest) -> Iterator[str]:
    newest = json.loads(manifests(out)[0].read_text(encoding="utf-8"))
    if newest["status"] in ("refused", "failed") and newest["run_id"] > last.run_id:
        yield f"THE LAST RUN PUBLISHED NOTHING ({newest['status']}, {newest['started']}). What was published before stays."
        yield from str(newest["message"]).splitlines()
        yield ""


def _figures(out: Path, last: Manifest) -> Iterator[str]:
    figures, norms, findings = last.summary, last.summary.get("new_norms"), last.summary.get("findings")
    yield f"normbook {last.version}: run {last.run_id} of {last.started}, {last.seconds:.0f} s"
    if isinstance(norms, dict):
        yield "Norms of players without the title: " + ", ".join(f"{title} {count}" for title, count in norms.items())
    yield ", ".join(
        f"{name.replace('_', ' ')} {figures.get(name)}"
        for name in ("events", "events_judged", "players", "games", "open_verdicts", "near_norms")
    )
    if isinstance(findings, dict):
        yield "Findings: " + (", ".join(f"{severity} {count}" for severity, count in findings.items()) or "none")
    yield f"Records set aside: {figures.get('rejected_records')}; warnings of the gate: {figures.get('gate_warnings')}"


def _changes(out: Path) -> Iterator[str]:
    query = """
        select change, event_name, event_id, name, title_sought, now
        from mart.run_changes order by change, event_id, start_number, title_sought
    """
    with open_published(out, ["mart.run_changes"]) as connection:
        rows = connection.execute(query).fetchall()
    yield ""
    yield (
        "Since the publication before:" if rows else "Nothing changed since the publication before, or there was none."
    )
    for kind, words in _KINDS.items():
        those = [row for row in rows if row[0] == kind]
        if those:
            yield f"  {len(those)} {words}"
        for _, event_name, event_id, name, title, now in those[:_NAMED] if kind != "changed_verdict" else []:
            event = f"{event_name or event_id} ({event_id})"
            yield f"    {name}, {title}: {event}{f': {now}' if now else ''}" if title else f"    {event}"
        if len(those) > _NAMED and kind != "changed_verdict":
            yield f"    and {len(those) - _NAMED} more"


def _refused(out: Path) -> Iterator[str]:
    query = "select source_file, reason from quality.source_files where not is_read and kind <> 'other' order by source_file"
    with open_published(out, ["quality.source_files"]) as connection:
        rows = connection.execute(query).fetchall()
    if rows:
        yield ""
        yield f"Files that were refused: {len(rows)}"
    yield from (f"  {file}: {reason}" for file, reason in rows[:_NAMED])
    if len(rows) > _NAMED:
        yield f"  and {len(rows) - _NAMED} more"


def _reports(out: Path, last: Manifest) -> Iterator[str]:
    yield ""
    yield from (f"Report: {(out / page).resolve()}" for page in last.reports)
