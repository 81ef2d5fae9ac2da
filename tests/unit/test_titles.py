"""Title codes of every era."""

import csv

import pytest

from normbook.sources.titles import TITLES_CSV, is_known_title, normalise_title


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("g", ("GM", None)),
        (" m", ("IM", None)),
        ("f ", ("FM", None)),
        ("c", ("CM", None)),
        ("wg", (None, "WGM")),
        ("wm", (None, "WIM")),
        ("WF", (None, "WFM")),
        ("WC", (None, "WCM")),
        ("GM", ("GM", None)),
        ("WIM", (None, "WIM")),
        ("MF", ("FM", None)),
        ("wh", (None, "WH")),
        ("", (None, None)),
        (None, (None, None)),
        (".", (None, None)),
        ("XX", (None, None)),
    ],
)
def test_title_is_normalised(raw, expected):
    assert normalise_title(raw) == expected


@pytest.mark.parametrize("raw", ["h", "hg", "gh"])
def test_honorary_grandmaster_is_kept_apart_from_grandmaster(raw):
    assert normalise_title(raw) == ("HGM", None)


@pytest.mark.parametrize(("raw", "is_known"), [("g", True), ("", True), (None, True), (".", False), ("XX", False)])
def test_unknown_titles_can_be_told_from_no_title(raw, is_known):
    assert is_known_title(raw) is is_known


def test_every_code_is_written_in_upper_case_and_once():
    with TITLES_CSV.open(encoding="utf-8", newline="") as lines:
        codes = [row["raw"] for row in csv.DictReader(lines)]
    assert codes == [code.strip().upper() for code in codes]
    assert len(codes) == len(set(codes))
