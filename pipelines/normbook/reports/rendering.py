"""How the reports become HTML: templates, texts, style and script in one page, and addresses between the pages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from normbook.reports.events import anchor, score_rows
from normbook.reports.figures import TITLE_STYLES
from normbook.reports.messages import Words
from normbook.reports.published import Row
from normbook.reports.writing import in_days, in_decimals, in_month, in_points, on_day, shown


@dataclass(frozen=True)
class Links:
    """Addresses as seen from one page of a report: `folder` leads to the report's own folder, "" or ending in /.

    On a single page everything but the sheets is on the page itself.
    """

    folder: str
    is_single: bool = False

    def event(self, event_id: str) -> str:
        """The event with its table."""
        return f"#{anchor(event_id)}" if self.is_single else f"{self.folder}events/{anchor(event_id)}.html"

    def findings(self, event_id: str) -> str:
        """The findings about an event."""
        page = "" if self.is_single else self.event(event_id)
        return f"{page}#{anchor(event_id)}-findings"

    def scores(self, event: Row) -> str:
        """The score table of an event's edition for its number of games."""
        page = "" if self.is_single else self.event(event["event_id"])
        return f"{page}#scores-{event['edition']}-{event['rounds']}"

    def month(self, stem: str) -> str:
        """The page of a month."""
        return f"{self.folder}{stem}.html"

    def titles(self, stem: str) -> str:
        """A page of a long list of titles."""
        return f"{self.folder}{stem}.html"

    def certificate(self, verdict: Row) -> str:
        """The certificate of a norm."""
        return f"{self.folder}certificates/{certificate_stem(verdict)}.html"

    def application(self, row: Row) -> str:
        """The application sheet of a player for a title."""
        return f"{self.folder}applications/{application_stem(row)}.html"


def certificate_stem(verdict: Row) -> str:
    """File name, without ending, of the certificate of a norm."""
    return f"{anchor(verdict['event_id']).removeprefix('event-')}-{verdict['start_number']}-{verdict['title_sought']}"


def application_stem(row: Row) -> str:
    """File name, without ending, of the application sheet of a player for a title."""
    return f"{row['fide_id']}-{row['title_sought']}"


def render(words: Words, template: str, **content: Any) -> str:
    """Render a template in a language; everything it needs must be in `content`."""
    return _environment(words).get_template(template).render(content)


def in_cells(results: Sequence[str]) -> Markup:
    """The results of a player as cells of a table; escaped together, since most of a large report is such cells."""
    cells = escape("\n".join(results)).replace("\n", Markup('</td><td class="g">'))
    return Markup('<td class="g">{}</td>').format(cells) if results else Markup()


@cache
def _environment(words: Words) -> Environment:
    environment = Environment(
        loader=PackageLoader("normbook.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"in_points": in_points, "in_decimals": in_decimals, "shown": shown, "in_cells": in_cells}
    folder = Path(__file__).parent
    script = (folder / "report.js").read_text(encoding="utf-8")
    environment.globals |= {
        "t": words,
        "in_days": in_days,
        "in_month": in_month,
        "on_day": on_day,
        "score_rows": score_rows,
        "titles_in_columns": set(TITLE_STYLES),
        "style": Markup((folder / "style.css").read_text(encoding="utf-8")),
        "sheet_style": Markup((folder / "sheet.css").read_text(encoding="utf-8")),
        "script": Markup(script),
        "script_hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    return environment
