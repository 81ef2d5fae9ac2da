"""The figures show the numbers they are given, and their SVG can stand in a page beside others."""

import re
from xml.etree import ElementTree

import pytest

from normbook.reports.figures import (
    MOST_FEDERATIONS,
    inline_svg,
    norm_map,
    norms_by_federation,
    norms_gained_and_lost,
    performance_distribution,
)


def norms(code, title, count):
    return {"federation_code": code, "title_sought": title, "norms": count}


def bars(figure):
    return {
        container.get_label(): [int(bar.get_width()) for bar in container] for container in figure.axes[0].containers
    }


def labels(figure):
    return [tick.get_text() for tick in figure.axes[0].get_yticklabels()]


def test_federations_with_most_norms_come_first_and_titles_are_stacked():
    figure = norms_by_federation(
        [norms("ARG", "GM", 1), norms("ARG", "IM", 2), norms("CZE", "IM", 1), norms("ESP", "WIM", 4)]
    )
    assert labels(figure) == ["ESP", "ARG", "CZE"]
    assert bars(figure) == {"GM": [0, 1, 0], "IM": [0, 2, 1], "WIM": [4, 0, 0]}
    starts = [int(bar.get_x()) for bar in figure.axes[0].containers[1]]
    assert starts == [0, 1, 0]  # IM begins where GM ends


def test_many_federations_end_in_one_bar_for_the_rest():
    counts = [norms(f"F{number:02}", "IM", 100 - number) for number in range(MOST_FEDERATIONS + 3)]
    figure = norms_by_federation(counts)
    assert len(labels(figure)) == MOST_FEDERATIONS + 1
    assert labels(figure)[-1] == "3 others"
    assert bars(figure)["IM"][-1] == 80 + 79 + 78
    assert sum(bars(figure)["IM"]) == sum(row["norms"] for row in counts)


def test_norms_gained_stand_right_of_those_lost_and_titles_are_stacked():
    counts = [
        {"edition": edition, "title": title, "gained": gained, "lost": lost}
        for edition, title, gained, lost in (
            ("2024-01-01", "GM", 1, 2),
            ("2024-01-01", "IM", 3, 1),
            ("2017-07-01", "GM", 0, 0),
            ("2017-07-01", "IM", 2, 0),
        )
    ]
    figure = norms_gained_and_lost(counts)
    assert labels(figure) == ["2017-07-01", "2024-01-01"]
    found = [[(bar.get_x(), bar.get_width()) for bar in container] for container in figure.axes[0].containers]
    assert found == [[(0, 0), (0, 1)], [(0, 0), (0, -2)], [(0, 2), (1, 3)], [(0, 0), (-2, -1)]]


def test_editions_that_change_nothing_have_no_bars():
    figure = norms_gained_and_lost([{"edition": "2024-01-01", "title": "GM", "gained": 0, "lost": 0}])
    assert labels(figure) == ["2024-01-01"]
    assert figure.axes[0].containers == []


def player(number, games, score, average, *marks):
    return {
        "start_number": number,
        "games": games,
        "score": score,
        "opponents_average_rating": average,
        "marks": list(marks),
    }


def mark(state, title, games, score, average):
    return {"state": state, "title_sought": title, "games": games, "score": score, "opponents_average_rating": average}


EVENT = {
    "rounds": 9,
    "titles_sought": ["GM", "IM"],
    "standings": [
        player(1, 9, 6.0, 2400),
        player(2, 8, 5.0, 2390),
        player(3, 9, 7.0, 2419, mark("new", "GM", 9, 7.0, 2421), mark("new", "IM", 9, 7.0, 2421)),
        player(4, 9, 6.5, 2410, mark("near", "GM", 9, 6.5, 2413)),
        player(5, None, None, None),
    ],
}
GM = [
    {"half_points": 14, "lowest_average": 2381, "highest_average": 2434},
    {"half_points": 13, "lowest_average": 2435, "highest_average": None},
]


def test_norm_map_has_every_player_and_rings_new_norms():
    axes = norm_map(EVENT, {"GM": GM}).axes[0]
    dots, rings = axes.collections
    sizes = {tuple(point): size for point, size in zip(dots.get_offsets().tolist(), dots.get_sizes(), strict=True)}
    # The player with two norms stands where the selection of games that made them stands, not at Rt 2419.
    assert set(sizes) == {(2400, 6.0), (2390, 5.0), (2421, 7.0), (2410, 6.5)}
    assert sizes[2390, 5.0] < sizes[2400, 6.0]  # eight games instead of nine
    assert rings.get_offsets().tolist() == [[2421, 7.0], [2421, 7.0]]
    assert len(set(rings.get_sizes())) == 2  # one ring around the other
    assert [note.get_text() for note in axes.texts] == ["3"]


def test_norm_map_draws_the_titles_that_somebody_could_seek():
    tables = {"GM": GM, "WGM": [{"half_points": 9, "lowest_average": 2401, "highest_average": None}]}
    assert [line.get_label() for line in norm_map(EVENT, tables).axes[0].lines] == ["GM norm"]


def test_norm_map_steps_down_where_a_smaller_score_is_enough():
    (stairs,) = [line for line in norm_map(EVENT, {"GM": GM}).axes[0].lines if line.get_label() == "GM norm"]
    assert stairs.get_drawstyle() == "steps-post"
    assert list(zip(stairs.get_xdata(), stairs.get_ydata(), strict=True))[1:3] == [(2381, 7.0), (2435, 6.5)]


def test_norm_map_without_table_or_players_is_still_a_figure():
    assert not norm_map({"rounds": 9, "standings": [], "titles_sought": []}, {}).axes[0].lines


def test_performance_distribution_counts_everybody_and_who_reaches_the_line():
    figure = performance_distribution([2300, 2349, 2350, 2601, 2640], {"GM": 2601})
    axes = figure.axes[0]
    counted = {int(patch.get_x()): int(patch.get_height()) for patch in axes.patches if patch.get_height()}
    assert counted == {2300: 2, 2350: 1, 2600: 2}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["GM 2601: 2"]


@pytest.fixture
def drawn():
    return inline_svg(norm_map(EVENT, {"GM": GM}), "event-1", 'Norm map of <b>"A & B"</b>')


def test_svg_is_the_same_every_time(drawn):
    assert inline_svg(norm_map(EVENT, {"GM": GM}), "event-1", 'Norm map of <b>"A & B"</b>') == drawn


def test_svg_reads_its_title_and_holds_no_style_that_reaches_the_page(drawn):
    root = ElementTree.fromstring(drawn.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1))
    assert root.find("title").text == 'Norm map of <b>"A & B"</b>'
    assert root.get("aria-labelledby") == root.find("title").get("id")
    assert not list(root.iter("style"))
    assert not list(root.iter("metadata"))


def test_ids_of_two_figures_do_not_meet(drawn):
    other = inline_svg(norm_map(EVENT, {"GM": GM}), "event-2", "Another")
    ids, others = (set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (drawn, other))
    assert ids
    assert not ids & others
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn))
    assert {name for pair in used for name in pair if name} <= ids
