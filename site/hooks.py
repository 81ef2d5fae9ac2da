"""What the pages of the documentation take from the program itself: regulations from their data files, notebooks as executed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from normbook.regulations import reference_tables

CHECKOUT = Path(__file__).resolve().parents[1]
Row = dict[str, object]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the sections with as many pages as there are behind the others."""
    editions = [f"{row['edition']}.md" for row in reference_tables(1)["ref.editions"].to_pylist()]
    notebooks = [f"{path.stem}.md" for path in sorted((CHECKOUT / "notebooks").glob("*.py"))]
    decisions = sorted(path.name for path in (CHECKOUT / "docs" / "decisions").glob("0*.md"))
    for section, pages in (("regulations", editions), ("notebooks", notebooks), ("decisions", decisions)):
        config.nav.append({section.title(): [f"{section}/{page}" for page in ("index.md", *pages)]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in [*regulation_pages(), *notebook_pages()]:
        files.append(File.generated(config, path, content=text))
    return files


def regulation_pages() -> Iterator[tuple[str, str | bytes]]:
    """A page for every edition, article by article, and one for what differs between them."""
    tables = reference_tables(19)
    editions: list[Row] = tables["ref.editions"].to_pylist()
    values: list[Row] = tables["ref.parameters"].to_pylist()
    for edition in editions:
        own = [row for row in values if row["edition"] == edition["edition"]]
        head = (
            f"# {edition['name']}\n\nEvents that start from {edition['valid_from']} to {edition['valid_to'] or 'today'}"
        )
        provisional = "; provisional: parts were not read at the source" if edition["is_provisional"] else ""
        yield (
            f"regulations/{edition['edition']}.md",
            f"{head}{provisional}. Every value as the program uses it, from its data file.\n\n"
            + _table(("article", "parameter", "value", "status", "source", "alternatives", "note"), own),
        )
    names = [str(edition["edition"]) for edition in editions]
    by_parameter: dict[str, dict[str, Row]] = {}
    for row in values:
        by_parameter.setdefault(str(row["parameter"]), {})[str(row["edition"])] = row
    differing: list[Row] = [
        {"parameter": parameter} | {name: _said(found.get(name)) for name in names}
        for parameter, found in by_parameter.items()
        if len({_short(found[name]["value"]) if name in found else None for name in names}) > 1
    ]
    links = ", ".join(f"[{edition['name']}]({edition['edition']}.md)" for edition in editions)
    yield (
        "regulations/index.md",
        f"# The regulations as data\n\n{links}.\n\n## What differs between the editions\n\n"
        "A parameter is listed where two editions say different things; the article stands behind the value.\n\n"
        + _table(("parameter", *names), differing),
    )


def notebook_pages() -> Iterator[tuple[str, str | bytes]]:
    """The notebooks with their results, where NORMBOOK_NOTEBOOKS names the folder of the executed .ipynb; else their text."""
    import jupytext
    from nbconvert import MarkdownExporter

    executed = os.environ.get("NORMBOOK_NOTEBOOKS")
    titles = []
    for path in sorted((CHECKOUT / "notebooks").glob("*.py")):
        notebook = jupytext.read(Path(executed) / f"{path.stem}.ipynb" if executed else path)
        text, resources = MarkdownExporter().from_notebook_node(notebook, {"output_files_dir": f"{path.stem}_files"})
        titles.append(f"- [{next(line[2:] for line in text.splitlines() if line.startswith('# '))}]({path.stem}.md)")
        yield f"notebooks/{path.stem}.md", text
        for name, content in resources["outputs"].items():
            yield f"notebooks/{name}", content
    yield (
        "notebooks/index.md",
        "# Notebooks\n\nEach tells a story on the sample season and works unchanged on your own publication: "
        "`normbook notebook` opens them.\n\n" + "\n".join(titles) + "\n",
    )


def _said(row: Row | None) -> str:
    return "—" if row is None else f"{_short(row['value'])} ({row['article']})"


def _short(value: object) -> str:
    """A value as a reader would write it: JSON without its braces, what is null left out."""
    if isinstance(value, str):
        try:
            return value if value.isalpha() else _short(json.loads(value))
        except ValueError:
            return value
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_short(one)}" for key, one in value.items() if one is not None)
    if isinstance(value, list):
        return ("; " if any(isinstance(one, dict) for one in value) else "/").join(map(_short, value))
    return "" if value is None else str(value)


def _table(columns: tuple[str, ...], rows: list[Row]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in rows:
        cells = (_short(row[column]) if column == "value" else str(row[column] or "") for column in columns)
        lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
