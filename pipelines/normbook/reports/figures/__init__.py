"""The figures of the report and the notebooks: functions from rows to a matplotlib Figure, without pyplot."""

from normbook.reports.figures.canvas import TITLE_STYLES, inline_svg
from normbook.reports.figures.norms import (
    MOST_FEDERATIONS,
    MOST_NEAR,
    distance_to_norm,
    norm_map,
    norms_by_federation,
    norms_gained_and_lost,
    performance_distribution,
)
from normbook.reports.figures.people import grand_prix_race, rating_distribution, rating_history, titles_by_month

__all__ = [
    "MOST_FEDERATIONS",
    "MOST_NEAR",
    "TITLE_STYLES",
    "distance_to_norm",
    "grand_prix_race",
    "inline_svg",
    "norm_map",
    "norms_by_federation",
    "norms_gained_and_lost",
    "performance_distribution",
    "rating_distribution",
    "rating_history",
    "titles_by_month",
]
