"""The figures look as they looked when we last saw them: compared with small pictures of our own, with a tolerance.

After a wanted change look at the new pictures and keep them: NORMBOOK_NEW_PICTURES=1 pytest tests/unit/test_figures_images.py
"""

import os
from pathlib import Path

import pytest
from matplotlib.testing.compare import compare_images
from tests.unit.test_figures import EVENT, GM, norms
from tests.unit.test_figures_people import near, placed, rating

from normbook.reports import figures

PICTURES = Path(__file__).parents[1] / "fixtures" / "figures"
# Root of the mean square of the differences, 0 to 255: text is smoothed a little otherwise by other versions of the
# font library, a bar that is one unit longer is 4 and more.
TOLERANCE = 3

MONTHS = ["2005-01", "2005-04", "2005-07", "2005-10"]
POINTS = {"Abad": [20, 36, 52], "Brum": [17, 37, 54], "Cruz": [14, 28, 28], "Díaz": [0, 20, 34]}
FIGURES = {
    "norms_by_federation": lambda: figures.norms_by_federation(
        [norms("ARG", "GM", 2), norms("ARG", "IM", 5), norms("BRA", "WGM", 3), norms("CHI", "WIM", 1)]
    ),
    "norms_gained_and_lost": lambda: figures.norms_gained_and_lost(
        [{"edition": "2024-01-01", "title": title, "gained": 2, "lost": 1} for title in ("GM", "IM")]
    ),
    "norm_map": lambda: figures.norm_map(EVENT, {"GM": GM}),
    "performance_distribution": lambda: figures.performance_distribution(
        [2300, 2349, 2350, 2410, 2455, 2470, 2601, 2640], {"GM": 2601, "IM": 2451}
    ),
    "distance_to_norm": lambda: figures.distance_to_norm(
        [near("Abad, Luz", "WGM", 12, 0.5), near("Brum, Otto", "GM", 30, 0.0), near("Cruz, Sol", "IM", 95, 1.5)]
    ),
    "rating_history": lambda: figures.rating_history(
        [rating("Abad, Luz", month, 2280 + 13 * number) for number, month in enumerate(MONTHS)]
        + [rating("Brum, Otto", month, 2330 - 9 * number) for number, month in enumerate(MONTHS)],
        {"WIM": 2200, "WGM": 2300},
    ),
    "rating_distribution": lambda: figures.rating_distribution(
        [
            {"list_month": month, "rating_from": low, "players": 40 - abs(low - 2000) // 20 + number}
            for number, month in enumerate(MONTHS)
            for low in range(1400, 2700, 100)
        ]
    ),
    "titles_by_month": lambda: figures.titles_by_month(
        [
            {"month": month, "title": title, "titles": 1 + number}
            for month in ("2005-03", "2005-05")
            for number, title in enumerate(figures.TITLE_STYLES)
        ]
    ),
    "grand_prix_race": lambda: figures.grand_prix_race(
        [
            placed(stage + 1, name, 1 + sum(other[stage] > own[stage] for other in POINTS.values()), own[stage])
            for name, own in POINTS.items()
            for stage in range(3)
        ]
    ),
}


@pytest.mark.parametrize("name", FIGURES)
def test_the_figure_looks_as_it_did(name, tmp_path):
    drawn = tmp_path / f"{name}.png"
    FIGURES[name]().savefig(drawn, dpi=50)
    expected = PICTURES / drawn.name
    if os.environ.get("NORMBOOK_NEW_PICTURES"):
        expected.write_bytes(drawn.read_bytes())
    # compare_images leaves its own pictures beside the expected one
    beside = tmp_path / f"expected-{name}.png"
    beside.write_bytes(expected.read_bytes())
    assert compare_images(str(beside), str(drawn), tol=TOLERANCE) is None


def test_every_figure_has_a_picture():
    drawing = {name for name in figures.__all__ if name.islower()} - {"inline_svg"}
    assert drawing == set(FIGURES) == {picture.stem for picture in PICTURES.glob("*.png")}


def test_another_bar_is_noticed(tmp_path):
    for name, most in (("one", 5), ("other", 4)):
        figure = figures.norms_by_federation([norms("ARG", "GM", 2), norms("ARG", "IM", most)])
        figure.savefig(tmp_path / f"{name}.png", dpi=50)
    assert compare_images(str(tmp_path / "one.png"), str(tmp_path / "other.png"), tol=TOLERANCE)
