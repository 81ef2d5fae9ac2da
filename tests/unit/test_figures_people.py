"""Figures of people over time show the rows they are given; names that stand on one place do not stand on each other."""

from normbook.reports.figures import (
    distance_to_norm,
    grand_prix_race,
    rating_distribution,
    rating_history,
    titles_by_month,
)
from normbook.reports.messages import words_in


def texts(figure):
    return [note.get_text() for note in figure.axes[0].texts]


def near(name, title, distance, short):
    return {"name": name, "title_sought": title, "distance": distance, "points_short": short}


def test_the_nearest_stand_on_top_with_the_points_they_lacked():
    figure = distance_to_norm([near("Far", "IM", 90, 1.5), near("Near", "GM", 8, 0.5), near("Average", "IM", 40, 0.0)])
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["Near", "Average", "Far"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # downwards
    marks = {line.get_label(): line.get_xydata().tolist() for line in axes.lines}
    assert marks == {"GM": [[8, 0]], "IM": [[40, 1], [90, 2]]}
    assert texts(figure) == ["½ short", "1½ short"]


def test_only_the_twenty_nearest_are_drawn():
    figure = distance_to_norm([near(f"P{number}", "IM", number, 0.5) for number in range(30)])
    assert figure.axes[0].get_yticklabels()[-1].get_text() == "P19"


def rating(name, month, value):
    return {"name": name, "list_month": month, "rating": value}


def test_history_keeps_the_distance_of_months_and_leaves_gaps():
    figure = rating_history(
        [rating("A", "2005-01", 2380), rating("A", "2005-04", None), rating("A", "2005-10", 2401)], {"IM": 2400}
    )
    line, asked = figure.axes[0].lines
    assert line.get_xdata().tolist() == [0, 3, 9]
    assert line.get_ydata()[0] == 2380
    assert line.get_ydata()[1] != line.get_ydata()[1]
    assert asked.get_ydata() == [2400, 2400]
    assert texts(figure) == ["A 2401"]
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["Jan 2005", "Apr 2005", "Oct 2005"]


def test_distribution_draws_the_first_and_the_last_list():
    counts = [
        {"list_month": month, "rating_from": low, "players": players}
        for month, low, players in (
            ("2005-01", 2000, 3),
            ("2005-01", 2200, 1),
            ("2005-04", 2000, 9),
            ("2005-07", 2100, 5),
        )
    ]
    first, last = figure_stairs = rating_distribution(counts).axes[0].patches
    assert [stairs.get_label() for stairs in figure_stairs] == ["Jan 2005", "Jul 2005"]
    assert first.get_data().values.tolist() == [3, 0, 1]
    assert last.get_data().edges.tolist() == [2100, 2200]


def test_titles_are_stacked_and_months_without_one_stay():
    rows = [("2005-03", "GM", 1), ("2005-03", "FM", 4), ("2005-05", "FM", 2)]
    figure = titles_by_month([{"month": month, "title": title, "titles": count} for month, title, count in rows])
    bars = {bar.get_label(): [(b.get_y(), b.get_height()) for b in bar.patches] for bar in figure.axes[0].containers}
    assert bars == {"GM": [(0, 1), (0, 0), (0, 0)], "FM": [(1, 4), (0, 0), (0, 2)]}


def placed(stage, name, place, points):
    return {"stage": stage, "stage_name": f"Event {stage}", "name": name, "place": place, "points": points}


def test_race_puts_players_of_one_place_below_each_other_and_names_the_first_eight():
    race = [placed(1, "A", 1, 20), placed(1, "B", 1, 20), placed(2, "B", 1, 38), placed(2, "A", 2, 25.5)]
    race += [placed(2, f"C{number}", 3, 10) for number in range(9)]
    figure = grand_prix_race(race)
    assert texts(figure) == ["1  B, 38", "2  A, 25.5", *(f"3  C{number}, 10" for number in range(6))]
    lines = {tuple(map(tuple, line.get_xydata().tolist())) for line in figure.axes[0].lines}
    assert ((1, 1), (2, 2)) in lines
    assert ((1, 2), (2, 1)) in lines
    assert len(lines) == 11
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["Event 1", "Event 2"]


def test_nothing_to_draw_is_still_a_figure():
    for figure in (
        distance_to_norm([]),
        rating_history([]),
        rating_distribution([]),
        titles_by_month([]),
        grand_prix_race([]),
    ):
        assert not figure.axes[0].lines


def test_labels_are_in_the_language_asked_for():
    figure = titles_by_month([{"month": "2005-08", "title": "IM", "titles": 1}], words_in("es"))
    assert figure.axes[0].get_ylabel() == "títulos"
    assert figure.axes[0].get_xticklabels()[0].get_text() == "ago 2005"
