"""The application that the commands register with, and the options that they share."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from normbook import __version__
from normbook.cli.output import say

app = typer.Typer(
    name="normbook",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the gate refused (with --strict also when records were set aside).",
)

Raw = Annotated[Path, typer.Option("--raw", help="Folder with rating_lists/, events/ and series/, as received.")]
Out = Annotated[Path, typer.Option("--out", help="Folder for everything that normbook makes.")]
Season = Annotated[
    int | None,
    typer.Option(
        "--season", help="Only the events that start in this year; other seasons stay as published.", min=1900, max=2100
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", help="Processes for reading many reports and for the report of a large season.", min=1)
]
Language = Annotated[
    Literal["en", "es"], typer.Option("--language", help="Language of the report: en for English, es for Spanish.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

RAW, OUT, JOBS = Path("data/raw"), Path("data/processed"), os.cpu_count() or 1


def _say_version(asked: bool) -> None:
    if asked:
        say(f"normbook {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_say_version)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log every stage, also on a terminal, and the trace of a defect.")
    ] = False,
) -> None:
    """The book of record for chess title norms.

    Reads FIDE rating lists and tournament reports, judges GM, IM, WGM and WIM norms by the regulations in force on the day of the
    event, checks itself, and publishes Parquet, a DuckDB file and a season report.

    Try it:  [bold]normbook sample data/raw[/bold], then [bold]normbook run[/bold].
    """
    # A scheduler wants one line a stage in its log; a person at a terminal sees the progress bar instead.
    level = logging.DEBUG if verbose else logging.WARNING if sys.stderr.isatty() else logging.INFO
    logging.basicConfig(format="%(asctime)s level=%(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("normbook").setLevel(level)
