"""The command that hands an event to another program: export."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from normbook.cli.application import OUT, AsJson, Out, app
from normbook.cli.output import complain, say, working
from normbook.errors import NormbookError


class Form(StrEnum):
    """Forms of files that other programs read."""

    trf16 = "trf16"
    trf26 = "trf26"
    csv = "csv"
    xlsx = "xlsx"


@app.command()
def export(
    event: Annotated[
        str, typer.Argument(help="The event_id of an event that was read, or the path of a report file or crosstable.")
    ],
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            case_sensitive=False,
            help="trf26: a report with every line that was read. trf16: for programs of before 2026. csv, xlsx: a crosstable.",
        ),
    ] = Form.trf26,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", help="File to write, - for standard output; by default EVENT.trf, .csv or .xlsx in this folder."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    out: Out = OUT,
    as_json: AsJson = False,
) -> None:
    """Write an event as a clean report file (TRF) or crosstable, whatever program its report came from.

    Columns, dates, titles and encodings come out by FIDE's book. The new file is read again and must say the same before it is
    handed out. What the chosen form cannot hold is said on standard error.

    Try it:  [bold]normbook export old-report.txt --format xlsx[/bold], or an event of the last run by its id:
    [bold]normbook export lund-masters-2005 --format trf16[/bold].
    """
    from normbook.runs.export import SUFFIXES
    from normbook.runs.export import export as export_event

    with working(as_json):
        done = export_event(out, event, form)
        path = Path(to or f"{done.event_id}{SUFFIXES[form]}")
        if to == "-":
            sys.stdout.buffer.write(done.content)
        else:
            try:
                with path.open("wb" if force else "xb") as file:
                    file.write(done.content)
            except FileExistsError as error:
                raise NormbookError(
                    f"{path}: this file is there already. Give another with --to, or --force."
                ) from error
    for sentence in done.left_out:
        complain(f"Left out: {sentence}.")
    if to != "-":
        answer = {"event_id": done.event_id, "file": str(path), "left_out": done.left_out}
        say(json.dumps(answer, ensure_ascii=False) if as_json else f"Written: {path}")
