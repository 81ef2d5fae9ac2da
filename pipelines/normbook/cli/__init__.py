"""The command line: parse, call, print. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import sys

# imported for their commands, which register with the application
from normbook.cli import exchange, job, notebook, questions, sheets
from normbook.cli.application import app
from normbook.cli.output import FAILED, complain

__all__ = ["app", "exchange", "job", "main", "notebook", "questions", "sheets"]


def main() -> None:
    """Entry point: one sentence and an exit code for every error that a user can meet."""
    try:
        app()
    except KeyboardInterrupt:
        complain("Stopped.")
        sys.exit(FAILED)
