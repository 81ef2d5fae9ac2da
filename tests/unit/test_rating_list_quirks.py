"""Which test is for which quirk of rating lists: the number is in the test's name, and docs/rating-lists.md has the table."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
TABLE = TESTS.parent / "docs" / "rating-lists.md"


def test_every_quirk_from_q1_to_q27_has_the_tests_that_the_table_names():
    named = {}
    for number, tests in re.findall(r"^\| Q(\d+) \|.*\| ([^|]*) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE):
        named[int(number)] = set(re.findall(r"`(test_\w+)`", tests))
    written = {
        name
        for file in TESTS.rglob("test_rating_list*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    numbered = {quirk: {name for name in written if f"_q{quirk:02}_" in name} for quirk in range(1, 28)}
    assert named == numbered
    assert all(named.values())
