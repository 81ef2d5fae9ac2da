"""Data Docs of Great Expectations for what is published, as pages that load nothing from anywhere.

The library's own pages ask nine foreign hosts for styles, scripts and a logo. Those references are taken out, a small style of ours
takes their place, and each page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normbook.expectations.gate import frame_of
from normbook.expectations.suites import SUITES
from normbook.expectations.validation import rendered

if TYPE_CHECKING:
    import duckdb

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 }
td, th { border: 1px solid #ccc; padding: .25rem .6rem; text-align: left; vertical-align: top }
.note { background: #fff6dd; padding: .5rem 1rem; border-left: 4px solid #d9a400 }
.nav, nav, button { display: none }
"""
_NOTE = (
    "Data Docs of Great Expectations. Its styles and scripts come from foreign hosts; they were taken out, so that this page loads "
    "nothing. What normbook itself makes of the results is in the season report and in quality.expectation_results."
)


def write_data_docs(
    connection: duckdb.DuckDBPyConnection, rows: dict[str, int], folder: Path, progress: Callable[[str], None]
) -> list[Path]:
    """Write a page for each table of a connection (by its number of rows) and an index; returns the pages, the index first."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for table, number in rows.items():
        progress(table)
        suite = SUITES[table]
        html = rendered(frame_of(connection, table, suite, number), suite.expectations, table)
        pages.append(folder / f"{table}.html")
        pages[-1].write_text(offline(html), encoding="utf-8")
    index = folder / "index.html"
    index.write_text(_index([page.name for page in pages]), encoding="utf-8")
    return [index, *pages]


def offline(html: str) -> str:
    """The page without anything that is loaded from a foreign host, with a style of its own and the note."""
    from lxml.html import document_fromstring, fragment_fromstring, tostring

    page: Any = document_fromstring(html)
    for element in page.xpath("//script | //link | //iframe | //img | //style | //a[starts-with(@href, 'http')]"):
        element.drop_tree()
    page.head.append(fragment_fromstring(f"<style>{_STYLE}</style>"))
    page.body.insert(0, fragment_fromstring(f'<p class="note">{escape(_NOTE)}</p>'))
    return str(tostring(page, encoding="unicode", doctype="<!DOCTYPE html>"))


def _index(names: Sequence[str]) -> str:
    items = "\n".join(f'<li><a href="{name}">{name.removesuffix(".html")}</a></li>' for name in names)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Data Docs</title><style>{_STYLE}</style></head>\n'
        f'<body><h1>Data Docs</h1><p class="note">{escape(_NOTE)}</p>\n<ul>\n{items}\n</ul></body></html>\n'
    )
