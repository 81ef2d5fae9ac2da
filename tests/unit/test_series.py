"""Series files: events in order under a known regulation, and a sentence with its line for every mistake."""

import pytest

from normbook.sources.series import read_series

REGULATIONS = {"ara-2005": ("rapid", "4.1"), "fmda-blitz": ("blitz", "2")}
WHOLE = """[series]
name = "Grand Prix 2005"
regulation = "ara-2005"
season = 2005
clubs = "clubs.csv"

[[event]]
event = "sub10-1"
category = "Sub-10"
encounter = 1
[[event]]
event = "metropolitano-2a"
category = "2"
annual_championship = true

[[play_off]]
event = "metropolitano-2a"
order = [4, 1]
"""


def read(folder, content):
    path = folder / "gp.toml"
    path.write_text(content, encoding="utf-8")
    reading = read_series(path, "series/gp.toml", REGULATIONS.get, tuple(REGULATIONS))
    reading.to_tables()
    return reading


def test_a_whole_series(tmp_path):
    common = {
        "series": "gp",
        "source_file": "series/gp.toml",
        "series_name": "Grand Prix 2005",
        "season": 2005,
        "regulation": "ara-2005",
        "discipline": "rapid",
        "article": "4.1",
    }
    reading = read(tmp_path, WHOLE)
    assert reading.rows["staging.series_events"] == [
        common | {"event_id": "sub10-1", "category": "Sub-10", "encounter": 1, "annual_championship": False},
        common | {"event_id": "metropolitano-2a", "category": "2", "encounter": None, "annual_championship": True},
    ]
    assert (reading.findings, reading.rejected) == ([], [])
    assert reading.account["lines_read"] == 18


def test_the_minimum(tmp_path):
    reading = read(tmp_path, '[series]\nregulation = "fmda-blitz"\n[[event]]\nevent = "a"\ncategory = "1"\n')
    (row,) = reading.rows["staging.series_events"]
    assert (row["discipline"], row["series_name"], row["season"]) == ("blitz", None, None)


EVENT = '[[event]]\nevent = "a"\ncategory = "1"\n'
SERIES = '[series]\nregulation = "ara-2005"\n'


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ('[series]\nregulation = "ara-2004"\n' + EVENT, 2, ["'ara-2004' is no known regulation", "ara-2005"]),
        ('[series]\nregulation = "xyz"\n' + EVENT, 2, ["known are ara-2005, fmda-blitz"]),
        ("[series]\nseason = 2005\n" + EVENT, 1, ["[series] lacks the key regulation"]),
        (SERIES, None, ["event"]),
        (EVENT, None, ["series"]),
        (SERIES + EVENT + EVENT, 3, ["'a' stands twice in category '1'"]),
        (SERIES + EVENT + 'anual_championship = true', 6, ["'anual_championship'", "annual_championship"]),
        (SERIES + EVENT + 'encounter = "one"', 6, ["encounter", "'one'"]),
        (SERIES + EVENT + '[[play_off]]\nevent = "b"\norder = [1, 2]', 6, ["'b' is no event", "known are a"]),
        (SERIES + EVENT + '[[play_off]]\nevent = "a"\norder = [1]', 8, ["order", "[4, 1]"]),
        ("[series\n", 1, ["TOML"]),
    ],
)  # fmt: skip
def test_a_series_with_a_mistake_is_refused(tmp_path, content, line, words):
    reading = read(tmp_path, content)
    assert reading.rows == {}
    assert reading.account["is_read"] is False
    told = [finding for finding in reading.findings if all(word in finding["finding"] for word in words)]
    assert [finding["line_number"] for finding in told] == [line]
    assert told[0]["severity"] == "error"
    assert [rejected["scope"] for rejected in reading.rejected] == ["file"]
