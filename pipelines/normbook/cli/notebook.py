"""The command that opens the notebooks: notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from normbook.cli.application import OUT, AsJson, Out, app
from normbook.cli.output import say, show_rows, working


@app.command()
def notebook(
    name: Annotated[str | None, typer.Argument(help="Name of a notebook; without one they are listed.")] = None,
    out: Out = OUT,
    folder: Annotated[
        Path, typer.Option("--to", help="Folder for your copy; a copy that is there stays as it is.")
    ] = Path("notebooks"),
    only_copy: Annotated[bool, typer.Option("--copy", help="Only copy it, open nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Open a notebook on what is published: near norms, edition comparison, Grand Prix race, rating lists, data quality."""
    from normbook.runs.notebooks import about, copy_notebook, notebooks, open_notebook

    with working(as_json):
        if name is None:
            show_rows(
                "Notebooks", [{"notebook": stem, "about": about(path)} for stem, path in notebooks().items()], as_json
            )
            return
        path = copy_notebook(name, folder)
        if as_json or only_copy:
            show_rows("Notebook", [{"notebook": str(path)}], as_json)
            return
        say(f"{path}: stop JupyterLab with Ctrl-C.")
        open_notebook(path, out)
