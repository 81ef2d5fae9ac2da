"""What a command says: tables or JSON, progress, and errors as one sentence with an exit code."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import typer

from normbook.errors import GateRefused, NormbookError, UsageError

FAILED, USAGE, REFUSED = 1, 2, 3


@contextmanager
def working(as_json: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal, silence elsewhere; errors that a user can meet become a sentence and an exit code."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal or as_json,
    )
    task = bar.add_task("starting", total=1)

    def progress(what: str, done: int, total: int) -> None:
        bar.update(task, description=what, completed=done, total=max(total, 1))

    try:
        with bar:
            yield progress
    except GateRefused as error:
        complain(str(error))
        raise typer.Exit(REFUSED) from error
    except UsageError as error:
        complain(str(error))
        raise typer.Exit(USAGE) from error
    except NormbookError as error:
        complain(str(error))
        raise typer.Exit(FAILED) from error
    except FileNotFoundError as error:
        complain(f"{error.filename}: there is no such file or folder.")
        raise typer.Exit(FAILED) from error
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror or error}. Check that the folder exists, is a folder and can be written to.")
        raise typer.Exit(FAILED) from error
    except Exception as error:
        # not foreseen, so a defect; the trace is for whoever mends it
        logging.getLogger(__name__).debug("defect", exc_info=True)
        complain(
            f"normbook failed ({type(error).__name__}: {error}). This is a defect; run again with --verbose for the trace."
        )
        raise typer.Exit(FAILED) from error
    except KeyboardInterrupt:
        complain("Stopped. What is published is whole: a publication that had begun is finished by the next run.")
        raise typer.Exit(FAILED) from None


def show_rows(caption: str, rows: Sequence[Mapping[str, object]], as_json: bool) -> None:
    """A table for people, or the same rows as JSON."""
    if as_json:
        say(json.dumps(rows, ensure_ascii=False, default=str))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Text, since names may hold what looks like markup
    shown = Table(title=Text(caption), title_justify="left")
    for name in rows[0] if rows else []:
        shown.add_column(
            Text(name),
            justify="right" if all(isinstance(row[name], int | float) for row in rows) else "left",
            overflow="fold",
        )
    for row in rows:
        shown.add_row(*(Text("" if row[name] is None else str(row[name])) for name in rows[0]))
    Console(soft_wrap=not sys.stdout.isatty()).print(shown)


def say(line: str) -> None:
    """Print one line of the answer."""
    typer.echo(line)


def complain(line: str) -> None:
    """Print one line to standard error."""
    typer.echo(line, err=True)
