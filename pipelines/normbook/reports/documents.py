"""The season report as another document: Markdown, a workbook, PDF."""

from __future__ import annotations

import os
from pathlib import Path

from normbook.errors import UsageError
from normbook.reports import sheets
from normbook.reports.messages import words_in
from normbook.reports.printing import print_pages
from normbook.reports.published import open_season
from normbook.reports.rendering import render
from normbook.reports.season import report_stem, season_content, write_season_report
from normbook.reports.workbook import write_workbook

FORMATS = ("html", "md", "xlsx", "pdf")


def write_document(
    out: Path,
    season: int | None,
    run: dict[str, object],
    language: str = "en",
    document: str = "html",
    jobs: int = 1,
) -> Path:
    """Write the report of a season as html, md, xlsx or pdf below `<out>/reports`; return the file.

    The PDF is the HTML report as printed by a browser, all certificates of the season after it. Raises UsageError for
    another format, NormbookError where the season is not published or no browser is installed.
    """
    if document not in FORMATS:
        raise UsageError(f"{document}: no such format. There are: {', '.join(FORMATS)}.")
    if document == "html":
        return write_season_report(out, season, run, language, jobs)
    target = out / "reports" / f"{report_stem(season, language)}.{document}"
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{os.getpid()}.{target.name}")
    try:
        if document == "pdf":
            _print(out, season, run, language, unfinished)
        else:
            words = words_in(language)
            with open_season(out, season) as connection:
                found = season_content(connection, words, season)
                found |= {"season": season or words.plain("page.undated"), "run": run}
                if document == "md":
                    unfinished.write_text(render(words, "season.md.j2", **found), encoding="utf-8", newline="\n")
                else:
                    write_workbook(connection, words, found, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def _print(out: Path, season: int | None, run: dict[str, object], language: str, target: Path) -> None:
    words = words_in(language)
    page = write_season_report(out, season, run, language)
    with open_season(out, season) as connection:
        norms = sheets.certificates(connection)
    pages = [page.read_text(encoding="utf-8")]
    if norms:
        pages.append(render(words, "certificate.html.j2", norms=norms))
    print_pages(pages, target)
