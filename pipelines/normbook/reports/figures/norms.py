"""Figures of norms and performances: by federation, under another edition, one event's norm map, who was near."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from normbook.reports.figures.canvas import INK, PALE, QUIET, TITLE_STYLES, canvas, legend, shortened
from normbook.reports.messages import ENGLISH, Words
from normbook.reports.published import Row
from normbook.reports.writing import in_points

# Bars and lines beyond these are one bar, or left to the tables.
MOST_FEDERATIONS = 20
MOST_NEAR = 20
# Under numbers that stand on hatching.
LABEL = {"facecolor": "white", "edgecolor": "none", "boxstyle": "round,pad=0.15"}


def norms_by_federation(counts: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw stacked bars of the norms by federation, one colour per title, most norms on top.

    `counts` are rows of federation_code, title_sought, norms. Beyond the first 20 federations the rest is one bar.
    """
    totals: dict[str, int] = {}
    for row in counts:
        totals[row["federation_code"]] = totals.get(row["federation_code"], 0) + row["norms"]
    codes = sorted(totals, key=lambda code: (-totals[code], code))
    shown, rest = codes[:MOST_FEDERATIONS], codes[MOST_FEDERATIONS:]
    labels = shown + ([words.plain("figure.others", n=len(rest))] if rest else [])
    figure, axes = canvas(height=1 + 0.3 * len(labels))
    starts = [0] * len(labels)
    for title, style in TITLE_STYLES.items():
        norms = dict.fromkeys(labels, 0)
        for row in counts:
            if row["title_sought"] == title:
                norms[row["federation_code"] if row["federation_code"] in norms else labels[-1]] += row["norms"]
        if any(norms.values()):
            bars = axes.barh(
                labels,
                list(norms.values()),
                left=starts,
                color=style.colour,
                label=title,
                height=0.66,
                edgecolor="white",
                hatch=style.hatch,
            )
            axes.bar_label(
                bars,
                [str(n) if n else "" for n in norms.values()],
                label_type="center",
                color=INK,
                fontsize=8,
                bbox=LABEL,
            )
            starts = [start + n for start, n in zip(starts, norms.values(), strict=True)]
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words.plain("figure.norms"))
    axes.grid(visible=False, axis="y")
    legend(figure)
    return figure


def norms_gained_and_lost(counts: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw for every edition how many norms it would add, to the right, and take away, to the left, by title.

    `counts` are rows of edition, title, gained, lost.
    """
    editions = sorted({row["edition"] for row in counts})
    figure, axes = canvas(height=1.1 + 0.4 * len(editions))
    ends = {"gained": [0] * len(editions), "lost": [0] * len(editions)}
    for title, style in TITLE_STYLES.items():
        label: str | None = title
        for change, starts in ends.items():
            found = {row["edition"]: row[change] for row in counts if row["title"] == title}
            widths = [(1 if change == "gained" else -1) * found.get(edition, 0) for edition in editions]
            if any(widths):
                axes.barh(
                    editions,
                    widths,
                    left=starts,
                    color=style.colour,
                    label=label,
                    height=0.6,
                    edgecolor="white",
                    hatch=style.hatch,
                )
                ends[change] = [start + width for start, width in zip(starts, widths, strict=True)]
                label = None
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(editions)), editions)
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words.plain("figure.lost_gained"))
    axes.grid(visible=False, axis="y")
    if axes.get_legend_handles_labels()[0]:
        legend(figure)
    return figure


def norm_map(event: Row, score_table: dict[str, list[Row]], words: Words = ENGLISH) -> Figure:
    """Draw score against opponents' average for one event, with the least score for every title sought as a staircase.

    A player with a new norm stands where the selection of games that made it stands, ringed in the title's colour and
    with the start number beside; everybody else by the rated opponents over the board. Players with another number of
    games than the staircase, which is for all rounds, are small.
    """
    figure, axes = canvas(height=3.6)
    dots, rings = [], []
    for player in event["standings"]:
        new = [mark for mark in player["marks"] if mark["state"] == "new"]
        at = new[0] if new else player
        if at["opponents_average_rating"] is None:
            continue
        point = (at["opponents_average_rating"], at["score"])
        dots.append((*point, 25 if at["games"] == event["rounds"] else 7))
        rings += [(*point, 100 + 90 * ring, TITLE_STYLES[mark["title_sought"]].colour) for ring, mark in enumerate(new)]
        if new:
            beside = (8 + 2 * len(new), -3)
            axes.annotate(str(player["start_number"]), point, beside, textcoords="offset points", fontsize=8)
    if dots:
        xs, ys, sizes = zip(*dots, strict=True)
        axes.scatter(xs, ys, sizes, color=INK, linewidths=0, zorder=3)
    if rings:
        xs, ys, sizes, colours = zip(*rings, strict=True)
        axes.scatter(xs, ys, sizes, facecolors="none", edgecolors=colours, linewidths=1.6, zorder=4)
    left, right = min((x for x, *_ in dots), default=0) - 40, max((x for x, *_ in dots), default=0) + 40
    for title, style in TITLE_STYLES.items():
        # Where several scores begin at one average, at the least one for the title, only the smallest of them matters.
        falling = sorted(score_table.get(title, []), key=lambda row: -row["half_points"])
        steps = sorted({row["lowest_average"]: row["half_points"] / 2 for row in falling}.items())
        if title in event["titles_sought"] and steps and steps[0][0] < right:
            axes.plot(
                [steps[0][0], *(x for x, _ in steps), max(right, steps[-1][0])],
                [event["rounds"], *(y for _, y in steps), steps[-1][1]],
                drawstyle="steps-post",
                color=style.colour,
                linestyle=style.dashes,
                label=words.plain("figure.title_norm", title=title),
            )
    axes.set_xlim(left, right)
    axes.set_ylim(-0.25, event["rounds"] + 0.5)
    axes.set_xlabel(words.plain("figure.average"))
    axes.set_ylabel(words.plain("figure.score"))
    if axes.get_legend_handles_labels()[0]:
        legend(figure)
    return figure


def performance_distribution(
    performances: list[int], least_performance: dict[str, int], words: Words = ENGLISH
) -> Figure:
    """Draw how many performances (Rp, rating points) fall into every 50 points, with the least Rp of each title.

    The legend says how many reach it.
    """
    figure, axes = canvas(height=2.6)
    edges = range(min(performances) // 50 * 50, max(performances) + 51, 50)
    axes.hist(performances, bins=list(edges), color=PALE, edgecolor="white")
    for title, style in TITLE_STYLES.items():
        if title in least_performance:
            least = least_performance[title]
            above = sum(performance >= least for performance in performances)
            axes.axvline(least, color=style.colour, linestyle=style.dashes, label=f"{title} {least}: {above}")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words.plain("figure.performance"))
    axes.set_ylabel(words.plain("figure.players"))
    legend(figure)
    return figure


def distance_to_norm(near: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw how far the nearest players were from a norm, nearest on top: a line to a mark in the title's colour and shape.

    `near` are rows of name, title_sought, distance (about rating points of one game, see mart.near_norms) and
    points_short; the first 20 by distance are drawn, with the points that were missing beside them.
    """
    shown = sorted(near, key=lambda row: (row["distance"], row["name"], row["title_sought"]))[:MOST_NEAR]
    figure, axes = canvas(height=1 + 0.24 * max(len(shown), 1), left=2.1, right=0.6)
    places = range(len(shown))
    axes.hlines(places, 0, [row["distance"] for row in shown], color=PALE, linewidth=1.4)
    for title, style in TITLE_STYLES.items():
        at = [(row["distance"], place) for place, row in enumerate(shown) if row["title_sought"] == title]
        if at:
            axes.plot(*zip(*at, strict=True), style.marker, color=style.colour, markersize=6, label=title)
    for place, row in enumerate(shown):
        if row["points_short"]:
            beside = words.plain("figure.short", points=in_points(row["points_short"]))
            axes.annotate(
                beside, (row["distance"], place), (7, -3), textcoords="offset points", fontsize=7, color=QUIET
            )
    axes.set_yticks(list(places), [shortened(row["name"]) for row in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(words.plain("figure.distance"))
    if shown:
        legend(figure)
    return figure
