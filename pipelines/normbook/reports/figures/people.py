"""Figures of people over time: ratings over the lists, titles by month, the race of a Grand Prix."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from normbook.reports.figures.canvas import INK, LINE_STYLES, PALE, QUIET, TITLE_STYLES, canvas, legend, shortened
from normbook.reports.messages import ENGLISH, Words
from normbook.reports.published import Row
from normbook.reports.writing import in_month

# Lines that stand out in a race; as many as there are colours and marks that can be told apart.
MOST_RACERS = 8
# Fewer months than these leave room beside their bars.
LEAST_MONTHS = 6


def rating_history(ratings: list[Row], asked: dict[str, int] | None = None, words: Words = ENGLISH) -> Figure:
    """Draw the ratings of one or a few players over the rating lists, each line with its player's name at its end.

    `ratings` are rows of name, list_month (YYYY-MM) and rating (rating points; None leaves a gap); `asked` are ratings
    that titles ask for, drawn as lines across.
    """
    months = sorted({row["list_month"] for row in ratings})
    places = {month: place for place, month in enumerate(_months_between(months))}
    figure, axes = canvas(height=2.8, right=1.9)
    names = list(dict.fromkeys(row["name"] for row in ratings))
    for number, name in enumerate(names):
        colour, marker = LINE_STYLES[(number + 1) % len(LINE_STYLES)]
        own = sorted((places[row["list_month"]], row["rating"]) for row in ratings if row["name"] == name)
        known = [(at, rating) for at, rating in own if rating is not None]
        xs = [at for at, _ in own]
        ys = [float("nan") if rating is None else rating for _, rating in own]
        axes.plot(xs, ys, color=colour, marker=marker, markersize=4, drawstyle="steps-post", linewidth=1.4)
        if known:
            axes.annotate(
                f"{shortened(name, 18)} {known[-1][1]}",
                known[-1],
                (6, -3),
                textcoords="offset points",
                fontsize=8,
                color=INK,
                annotation_clip=False,
            )
    for title, rating in (asked or {}).items():
        style = TITLE_STYLES[title]
        axes.axhline(rating, color=style.colour, linestyle=style.dashes, linewidth=1, label=f"{title} {rating}")
    shown = [place for month, place in places.items() if month in months]
    step = -(-len(shown) // 5) or 1
    by_place = {place: month for month, place in places.items()}
    axes.set_xticks(shown[::step], [in_month(by_place[place], words) for place in shown[::step]])
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel(words.plain("figure.rating"))
    if asked:
        legend(figure)
    return figure


def rating_distribution(counts: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw how many players have which rating in the first list and, stronger, in the last one.

    `counts` are rows of list_month, rating_from (lower end of 100 points) and players.
    """
    figure, axes = canvas(height=2.6)
    months = sorted({row["list_month"] for row in counts})
    for month in dict.fromkeys(months[:1] + months[-1:]):
        own = {row["rating_from"]: row["players"] for row in counts if row["list_month"] == month}
        edges = list(range(min(own), max(own) + 200, 100))
        is_last = month == months[-1]
        axes.stairs(
            [own.get(edge, 0) for edge in edges[:-1]],
            edges,
            color=TITLE_STYLES["IM"].colour if is_last else QUIET,
            linestyle="solid" if is_last else "dotted",
            linewidth=1.8 if is_last else 1,
            label=in_month(month, words),
        )
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words.plain("figure.rating_bands"))
    axes.set_ylabel(words.plain("figure.players"))
    if months:
        legend(figure)
    return figure


def titles_by_month(titles: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw stacked bars of the titles earned in every month, months without one included.

    `titles` are rows of month (YYYY-MM), title and titles (how many).
    """
    months = _months_between(sorted({row["month"] for row in titles}))
    figure, axes = canvas(height=2.6)
    bases = [0] * len(months)
    for title, style in TITLE_STYLES.items():
        found = {row["month"]: row["titles"] for row in titles if row["title"] == title}
        heights = [found.get(month, 0) for month in months]
        if any(heights):
            axes.bar(
                range(len(months)),
                heights,
                bottom=bases,
                color=style.colour,
                hatch=style.hatch,
                label=title,
                width=0.7,
                edgecolor="white",
            )
            bases = [base + height for base, height in zip(bases, heights, strict=True)]
    axes.set_xlim(-0.6, max(len(months), LEAST_MONTHS) - 0.4)
    step = -(-len(months) // 7) or 1
    axes.set_xticks(range(0, len(months), step), [in_month(month, words) for month in months[::step]])
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel(words.plain("figure.titles"))
    axes.grid(visible=False, axis="x")
    if titles:
        legend(figure, columns=len(TITLE_STYLES))
    return figure


def grand_prix_race(race: list[Row], words: Words = ENGLISH) -> Figure:
    """Draw the order after every event of a series as a bump chart: the first eight of the end strong and named.

    `race` are rows of stage (number of the event, from 1), stage_name, name, place (after that event) and points. Who
    was not placed yet has no row for the stage. Players on one place stand below each other, the label has the place.
    Everybody else is a pale line.
    """
    stages = dict(sorted({(row["stage"], row["stage_name"]) for row in race}))
    last = max(stages, default=0)
    lines: dict[str, list[tuple[int, int]]] = {}
    for stage in stages:
        standing = sorted((row for row in race if row["stage"] == stage), key=lambda row: (row["place"], row["name"]))
        for height, row in enumerate(standing, start=1):
            lines.setdefault(row["name"], []).append((stage, height))
    leaders = [row for row in standing if row["place"] <= MOST_RACERS][:MOST_RACERS] if race else []
    shown = max(1, min(len(lines), 2 * MOST_RACERS))
    figure, axes = canvas(height=0.75 + 0.22 * shown, left=0.5, right=2.3, top=0.15)
    for name, line in lines.items():
        if name not in {row["name"] for row in leaders}:
            axes.plot(*zip(*line, strict=True), color=PALE, linewidth=1, marker=".", markersize=4, zorder=1)
    for row, (colour, marker) in zip(leaders, LINE_STYLES, strict=False):
        axes.plot(*zip(*lines[row["name"]], strict=True), color=colour, linewidth=2, marker=marker, markersize=6)
        axes.annotate(
            f"{row['place']}  {shortened(row['name'])}, {row['points']:g}",
            lines[row["name"]][-1],
            (9, -3),
            textcoords="offset points",
            fontsize=8,
            color=INK,
            annotation_clip=False,
        )
    axes.set_xticks(list(stages), [shortened(name, 14) for name in stages.values()])
    axes.set_xlim(min(stages, default=0) - 0.15, last + 0.1)
    axes.set_ylim(shown + 0.5, 0.5)
    axes.set_yticks(range(1, shown + 1, 1 if shown <= MOST_RACERS else 2))
    axes.set_ylabel(words.plain("figure.place"))
    axes.grid(visible=False, axis="y")
    return figure


def _months_between(months: list[str]) -> list[str]:
    """All months from the first to the last."""
    if not months:
        return []
    (year, month), (end_year, end_month) = ([int(part) for part in m.split("-")] for m in (months[0], months[-1]))
    return [f"{at // 12}-{at % 12 + 1:02}" for at in range(12 * year + month - 1, 12 * end_year + end_month)]
