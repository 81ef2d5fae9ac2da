"""What the figures share: colours, the empty canvas, the legend, and how a figure becomes inline SVG."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

import matplotlib
from markupsafe import escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, QUIET, PALE, GRID = "#1c2430", "#56606d", "#c3cad2", "#e9ecef"


class Style(NamedTuple):
    """How a title is drawn: colour, and what repeats it for who does not see colours (dashes, hatching, marker)."""

    colour: str
    dashes: str
    hatch: str
    marker: str


# Okabe and Ito's palette, which colour-blind readers can tell apart; nothing is told by colour alone.
TITLE_STYLES: dict[str, Style] = {
    "GM": Style("#d55e00", "solid", "", "o"),
    "IM": Style("#0072b2", "dashed", "////", "s"),
    "WGM": Style("#cc79a7", "dashdot", "....", "^"),
    "WIM": Style("#009e73", "dotted", "xxxx", "D"),
    "FM": Style("#e69f00", "solid", "\\\\\\\\", "v"),
    "CM": Style("#56b4e9", "dashed", "----", "<"),
    "WFM": Style("#b5a800", "dashdot", "++++", ">"),
    "WCM": Style("#8a8f98", "dotted", "oo", "P"),
}
# For lines that are no titles: players of a race, of a history.
LINE_STYLES = [(style.colour, style.marker) for style in TITLE_STYLES.values()]


def canvas(
    height: float, width: float = 5.8, left: float = 0.7, right: float = 0.2, top: float = 0.35
) -> tuple[Figure, Axes]:
    """Return an empty figure of this size with its axes; all in inches, the legend goes above the axes.

    Margins are given because a layout engine would take as long as the drawing.
    """
    bottom = 0.5
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes(
        (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
    )
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(QUIET)
    axes.tick_params(labelsize=8, color=PALE, labelcolor=INK)
    axes.grid(visible=True, color=GRID)
    axes.set_axisbelow(True)
    axes.xaxis.label.set(fontsize=9, color=QUIET)
    axes.yaxis.label.set(fontsize=9, color=QUIET)
    return figure, axes


def legend(figure: Figure, columns: int = 4) -> None:
    """Put the legend above the axes, without a frame."""
    figure.legend(loc="upper left", ncols=columns, frameon=False, fontsize=8, columnspacing=1.2, handlelength=2.4)


def shortened(name: str, most: int = 24) -> str:
    """Cut a long name for an axis."""
    return name if len(name) <= most else name[: most - 1] + "…"


def inline_svg(figure: Figure, name: str, title: str) -> str:
    """Return the figure as an SVG element to stand in an HTML page, the same bytes for the same figure.

    Letters are paths, so no font is needed; every id begins with `name`, which must be unique in the page and
    plain (letters, digits, -), so that several figures do not share clip paths or glyphs. `title` is read aloud.
    """
    text = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": name, "hatch.linewidth": 0.5}):
        figure.savefig(
            text, format="svg", transparent=True, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type"))
        )
    svg = text.getvalue()
    width, height = re.findall(r'(?:width|height)="([\d.]+)pt"', svg)[:2]
    body = svg[svg.index("</defs>") + len("</defs>") :]  # the first defs hold a style that would reach the whole page
    body = re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)
    body = re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{name}-", body)
    body = re.sub(r"\s*\n\s*", " ", body)
    size = f'width="{width}pt" viewBox="0 0 {width} {height}"'
    opening = f'<svg class="figure" {size} role="img" aria-labelledby="{name}-title">'
    return f'{opening}<title id="{name}-title">{escape(title)}</title>{body}'
