"""The quirks of report files and crosstables in docs/event-files.md have tests of their number, and none is left out."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "event-files.md"


@pytest.mark.parametrize(("letter", "last"), [("t", 30), ("x", 21)])
def test_every_quirk_is_described_and_tested(letter, last):
    described = re.findall(rf"^\| {letter.upper()}(\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    names = re.findall(
        r"^def (test_\w+)", "\n".join(file.read_text(encoding="utf-8") for file in TESTS.rglob("*.py")), re.MULTILINE
    )
    tested = {number for name in names for number in re.findall(rf"_{letter}(\d+)(?=_)", name)}
    assert [int(number) for number in described] == list(range(1, last + 1))
    assert set(described) <= tested
