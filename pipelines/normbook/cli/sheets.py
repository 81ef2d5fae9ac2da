"""Commands that write a sheet to sign: certificate (of a norm), application (for a title)."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from normbook.cli.application import OUT, AsJson, Language, Out, app
from normbook.cli.output import show_rows, working

Title = Annotated[
    Literal["GM", "IM", "WGM", "WIM"] | None,
    typer.Option("--title", case_sensitive=False, help="GM, IM, WGM or WIM; all by default."),
]
Format = Annotated[
    Literal["html", "pdf"], typer.Option("--format", help="html, or pdf (printed by the browser installed here).")
]


@app.command()
def certificate(
    event: Annotated[str, typer.Argument(help="The event_id, as in mart.norm_verdicts.")],
    player: Annotated[str, typer.Argument(help="Start number, FIDE number or name.")],
    title: Title = None,
    out: Out = OUT,
    language: Language = "en",
    document: Format = "html",
    as_json: AsJson = False,
) -> None:
    """Write the certificate of a norm, with the fields of form IT1, from the published tables."""
    from normbook.runs.sheets import write_certificate

    with working(as_json):
        file = write_certificate(out, event, player, title, language, document)
    show_rows("Certificate", [{"certificate": str(file)}], as_json)


@app.command()
def application(
    player: Annotated[str, typer.Argument(help="FIDE number or name, as in mart.title_progress.")],
    title: Title = None,
    out: Out = OUT,
    language: Language = "en",
    document: Format = "html",
    as_json: AsJson = False,
) -> None:
    """Write the application of a player for a title, with the fields of form IT2, from the published tables."""
    from normbook.runs.sheets import write_application

    with working(as_json):
        file = write_application(out, player, title, language, document)
    show_rows("Application", [{"application": str(file)}], as_json)
