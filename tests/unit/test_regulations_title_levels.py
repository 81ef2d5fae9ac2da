"""Title levels (1.45b-e): the conditions that Hall's theorem gives against filling every place one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest

from normbook.regulations import edition_named, reference_tables
from normbook.regulations.schema import TitleGroup
from normbook.regulations.title_levels import conditions, in_words

EDITION = edition_named("2005-07-01")
# What one opponent may hold: nothing, an open title, a women's title, or one of each.
OPEN, WOMENS = (None, "GM", "IM", "FM", "CM"), (None, "WGM", "WIM", "WFM")
HOLDINGS = [frozenset(filter(None, pair)) for pair in product(OPEN, WOMENS)]


def holds_by_conditions(groups, opponents):
    return all(
        sum(not titles.isdisjoint(condition.titles) for titles in opponents) >= condition.least
        for condition in conditions(groups)
    )


def holds_by_places(groups, opponents):
    """Try every opponent for every place."""
    if not groups:
        return True
    first, *others = groups
    fitting = [n for n, titles in enumerate(opponents) if not titles.isdisjoint(first.titles)]
    return any(
        holds_by_places(others, [titles for n, titles in enumerate(opponents) if n not in chosen])
        for chosen in combinations(fitting, first.least)
    )


def groups_of(*pairs):
    return tuple(TitleGroup(least=least, titles=titles) for least, titles in pairs)


ALTERNATIVES = [
    pytest.param(groups, id=f"{title} {in_words(groups)}")
    for title, level in EDITION.title_levels.items()
    for groups in level.value.any_of
] + [
    pytest.param(groups_of((1, ("GM",)), (1, ("GM", "WIM")), (1, ("WIM", "FM"))), id="three groups that overlap"),
    pytest.param(groups_of((2, ("IM", "WGM")), (1, ("WGM",)), (1, ("FM",))), id="three groups, one inside another"),
]


@pytest.mark.parametrize("groups", ALTERNATIVES)
def test_conditions_hold_exactly_when_the_places_can_be_filled(groups):
    relevant = {title for group in groups for title in group.titles}
    kinds = sorted({titles & relevant for titles in HOLDINGS}, key=sorted)
    seen = Counter()
    for size in range(6):
        for opponents in combinations_with_replacement(kinds, size):
            by_places = holds_by_places(groups, list(opponents))
            assert holds_by_conditions(groups, opponents) == by_places, opponents
            seen[by_places] += 1
    assert seen[True]
    assert seen[False]


@pytest.mark.parametrize(
    ("title", "opponents", "expected"),
    [
        ("GM", [{"GM"}] * 3, True),
        ("GM", [{"GM"}] * 2 + [{"IM"}] * 5, False),
        ("IM", [{"GM"}] * 2, True),
        ("IM", [{"GM"}, {"IM"}], False),
        ("IM", [{"GM"}, {"IM"}, {"IM"}], True),
        ("IM", [{"FM"}] * 9, False),
        ("WGM", [{"GM"}] * 2, True),
        ("WGM", [{"FM"}] * 3, True),
        ("WGM", [{"WIM"}] * 9, False),
        ("WIM", [{"WIM"}] * 3, True),
        ("WIM", [{"WIM"}, {"WIM"}, {"FM"}], True),
        ("WIM", [{"WIM"}, {"WIM"}], False),
        # two opponents cannot fill three places, whatever titles they hold
        ("WIM", [{"WIM", "FM"}, {"WIM"}], False),
        ("WIM", [{"WIM", "FM"}, {"WIM", "FM"}], True),
        ("WIM", [{"WIM", "FM"}, {"WIM"}, {"WIM"}], True),
        ("WIM", [{"WFM"}] * 9, False),
    ],
)
def test_levels_of_2005(title, opponents, expected):
    alternatives = EDITION.title_levels[title].value.any_of
    assert any(holds_by_conditions(groups, opponents) for groups in alternatives) == expected


def test_a_level_by_share_keeps_its_share():
    """Later editions ask for a third of the opponents and at least three."""
    group = TitleGroup(least=3, titles=("GM",), share="1/3")
    assert conditions((group,)) == ((("GM",), 3, Fraction(1, 3)),)
    assert in_words((group,)) == "3 GM (at least 1/3 of the opponents)"


def test_alternatives_in_words():
    assert [in_words(groups) for groups in EDITION.title_levels["WIM"].value.any_of] == [
        "3 WIM",
        "2 WIM and 1 of GM/IM/WGM/FM",
        "2 of GM/IM/WGM/FM",
    ]


def test_every_condition_of_every_edition_asks_for_somebody():
    """mart.title_counts has no row where nobody was met, and no row is taken for not met."""
    levels = reference_tables(9)["ref.title_levels"].to_pylist()
    assert levels
    for level in levels:
        assert level["least"] > 0 or (level["share_numerator"] or 0) > 0, level
