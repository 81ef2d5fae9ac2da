"""The figures of the report and the notebooks (matplotlib Figure objects, no pyplot), and their inline SVG."""

from __future__ import annotations

import io
import re

import matplotlib
from markupsafe import escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from normbook.reports.published import Row

# Okabe and Ito's palette, which colour-blind readers can tell apart; dashes repeat what the colours say.
TITLE_STYLES: dict[str, tuple[str, str]] = {
    "GM": ("#d55e00", "solid"),
    "IM": ("#0072b2", "dashed"),
    "WGM": ("#cc79a7", "dashdot"),
    "WIM": ("#009e73", "dotted"),
}
_INK, _PALE = "#333333", "#c9cdd2"
MOST_FEDERATIONS = 20


def norms_by_federation(counts: list[Row]) -> Figure:
    """Draw stacked bars of the norms by federation, one colour per title, most norms on top.

    `counts` are rows of federation_code, title_sought, norms. Beyond the first 20 federations the rest is one bar.
    """
    totals: dict[str, int] = {}
    for row in counts:
        totals[row["federation_code"]] = totals.get(row["federation_code"], 0) + row["norms"]
    codes = sorted(totals, key=lambda code: (-totals[code], code))
    shown, rest = codes[:MOST_FEDERATIONS], codes[MOST_FEDERATIONS:]
    labels = shown + ([f"{len(rest)} others"] if rest else [])
    figure, axes = _canvas(height=1 + 0.3 * len(labels))
    starts = [0] * len(labels)
    for title, (colour, _) in TITLE_STYLES.items():
        norms = dict.fromkeys(labels, 0)
        for row in counts:
            if row["title_sought"] == title:
                norms[row["federation_code"] if row["federation_code"] in norms else labels[-1]] += row["norms"]
        if any(norms.values()):
            bars = axes.barh(
                labels, list(norms.values()), left=starts, color=colour, label=title, height=0.66, edgecolor="white"
            )
            axes.bar_label(
                bars, [str(n) if n else "" for n in norms.values()], label_type="center", color="#111111", fontsize=8
            )
            starts = [start + n for start, n in zip(starts, norms.values(), strict=True)]
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("norms")
    axes.grid(visible=False, axis="y")
    _legend(figure)
    return figure


def norms_gained_and_lost(counts: list[Row]) -> Figure:
    """Draw for every edition how many norms it would add, to the right, and take away, to the left, by title.

    `counts` are rows of edition, title, gained, lost.
    """
    editions = sorted({row["edition"] for row in counts})
    figure, axes = _canvas(height=1.1 + 0.4 * len(editions))
    ends = {"gained": [0] * len(editions), "lost": [0] * len(editions)}
    for title, (colour, _) in TITLE_STYLES.items():
        label: str | None = title
        for change, starts in ends.items():
            found = {row["edition"]: row[change] for row in counts if row["title"] == title}
            widths = [(1 if change == "gained" else -1) * found.get(edition, 0) for edition in editions]
            if any(widths):
                axes.barh(editions, widths, left=starts, color=colour, label=label, height=0.6, edgecolor="white")
                ends[change] = [start + width for start, width in zip(starts, widths, strict=True)]
                label = None
    axes.axvline(0, color=_INK, linewidth=0.8)
    axes.set_yticks(range(len(editions)), editions)
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("norms lost (left) and gained (right)")
    axes.grid(visible=False, axis="y")
    if axes.get_legend_handles_labels()[0]:
        _legend(figure)
    return figure


def norm_map(event: Row, score_table: dict[str, list[Row]]) -> Figure:
    """Draw score against opponents' average for one event, with the least score for every title sought as a staircase.

    A player with a new norm stands where the selection of games that made it stands, ringed in the title's colour and
    with the start number beside; everybody else by the rated opponents over the board. Players with another number of
    games than the staircase, which is for all rounds, are small.
    """
    figure, axes = _canvas(height=3.6)
    dots, rings = [], []
    for player in event["standings"]:
        new = [mark for mark in player["marks"] if mark["state"] == "new"]
        at = new[0] if new else player
        if at["opponents_average_rating"] is None:
            continue
        point = (at["opponents_average_rating"], at["score"])
        dots.append((*point, 25 if at["games"] == event["rounds"] else 7))
        rings += [(*point, 100 + 90 * ring, TITLE_STYLES[mark["title_sought"]][0]) for ring, mark in enumerate(new)]
        if new:
            beside = (8 + 2 * len(new), -3)
            axes.annotate(str(player["start_number"]), point, beside, textcoords="offset points", fontsize=8)
    if dots:
        xs, ys, sizes = zip(*dots, strict=True)
        axes.scatter(xs, ys, sizes, color=_INK, linewidths=0, zorder=3)
    if rings:
        xs, ys, sizes, colours = zip(*rings, strict=True)
        axes.scatter(xs, ys, sizes, facecolors="none", edgecolors=colours, linewidths=1.6, zorder=4)
    left, right = min((x for x, *_ in dots), default=0) - 40, max((x for x, *_ in dots), default=0) + 40
    for title, (colour, dashes) in TITLE_STYLES.items():
        # Where several scores begin at one average, at the least one for the title, only the smallest of them matters.
        falling = sorted(score_table.get(title, []), key=lambda row: -row["half_points"])
        steps = sorted({row["lowest_average"]: row["half_points"] / 2 for row in falling}.items())
        if title in event["titles_sought"] and steps and steps[0][0] < right:
            axes.plot(
                [steps[0][0], *(x for x, _ in steps), max(right, steps[-1][0])],
                [event["rounds"], *(y for _, y in steps), steps[-1][1]],
                drawstyle="steps-post",
                color=colour,
                linestyle=dashes,
                label=f"{title} norm",
            )
    axes.set_xlim(left, right)
    axes.set_ylim(-0.25, event["rounds"] + 0.5)
    axes.set_xlabel("opponents' average rating (Rt)")
    axes.set_ylabel("score")
    if axes.get_legend_handles_labels()[0]:
        _legend(figure)
    return figure


def performance_distribution(performances: list[int], least_performance: dict[str, int]) -> Figure:
    """Draw how many performances (Rp, rating points) fall into every 50 points, with the least Rp of each title.

    The legend says how many reach it.
    """
    figure, axes = _canvas(height=2.6)
    edges = range(min(performances) // 50 * 50, max(performances) + 51, 50)
    axes.hist(performances, bins=list(edges), color=_PALE, edgecolor="white")
    for title, (colour, dashes) in TITLE_STYLES.items():
        if title in least_performance:
            least = least_performance[title]
            above = sum(performance >= least for performance in performances)
            axes.axvline(least, color=colour, linestyle=dashes, label=f"{title} {least}: {above}")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("performance rating (Rp)")
    axes.set_ylabel("players")
    _legend(figure)
    return figure


def inline_svg(figure: Figure, name: str, title: str) -> str:
    """Return the figure as an SVG element to stand in an HTML page, the same bytes for the same figure.

    Letters are paths, so no font is needed; every id begins with `name`, which must be unique in the page and
    plain (letters, digits, -), so that several figures do not share clip paths or glyphs. `title` is read aloud.
    """
    text = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": name}):
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


def _legend(figure: Figure) -> None:
    figure.legend(loc="upper left", ncols=len(TITLE_STYLES), frameon=False, fontsize=8, columnspacing=1.2)


def _canvas(height: float) -> tuple[Figure, Axes]:
    # Margins in inches, the legend above the axes: a layout engine would take as long as the drawing.
    width, left, right, bottom, top = 5.8, 0.7, 0.2, 0.5, 0.35
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes(
        (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
    )
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8, color=_PALE)
    axes.grid(visible=True, color="#eceef0")
    axes.set_axisbelow(True)
    return figure, axes
