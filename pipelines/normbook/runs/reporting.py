"""The reports of a publication: as the last stage of a run, and anew from what is published."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from normbook.errors import NormbookError
from normbook.runs.ingest import Progress
from normbook.runs.lock import exclusive
from normbook.runs.manifest import Manifest, latest_manifest, outputs


def write_reports(
    out: Path,
    seasons: Sequence[int | None],
    manifest: Manifest,
    language: str,
    progress: Progress,
    jobs: int,
    *,
    are_all: bool,
) -> int:
    """Write the page of each season, with up to `jobs` processes, and note it in the manifest.

    With `are_all` the pages of other seasons go.
    """
    from normbook.reports.season import remove_other_reports, write_season_report

    for number, season in enumerate(seasons):
        progress("reports", number, len(seasons))
        page = write_season_report(out, season, _about(manifest), language, jobs)
        manifest.reports.append(page.relative_to(out).as_posix())
    if are_all:
        remove_other_reports(out, {out / page for page in manifest.reports})
    return len(seasons)


def report_only(out: Path, season: int | None, language: str, document: str = "html", jobs: int = 1) -> list[Path]:
    """Write the report of one season, or of all published ones, from the published tables.

    `document` is html, md, xlsx or pdf; up to `jobs` processes write the pages of a large season. Raises NormbookError where
    nothing, or not that season, is published.
    """
    from normbook.reports.documents import write_document
    from normbook.reports.published import seasons_published

    if not out.is_dir():
        raise NormbookError(f"{out}: there is no such folder. Run `normbook run` first.")
    with exclusive(out):
        last = latest_manifest(out)
        seasons = seasons_published(out)
        if season is not None:
            if season not in seasons:
                known = ", ".join(str(one or "undated") for one in seasons) or "none"
                raise NormbookError(f"{out}: the season {season} is not published here; published are: {known}.")
            seasons = [season]
        if not seasons:
            raise NormbookError(f"{out}: nothing is published here. Run `normbook run` first.")
        about = _about(last) if last else {}
        written = [write_document(out, one, about, language, document, jobs) for one in seasons]
        if last:
            last.outputs = outputs(out)  # or the next run would take its reports for changed
            last.write(out)
        return written


def _about(manifest: Manifest) -> dict[str, object]:
    """What a report says of its run."""
    return {name: getattr(manifest, name) for name in ("run_id", "version", "commit", "started")}
