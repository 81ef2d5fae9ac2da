"""1.4.1c of 2024 through the whole run: a norm of eight games and a bye is judged, published and counts nine games."""

import pyarrow.parquet as pq
import pytest
from tests.regulations.one_candidate import OneCandidate, opponents
from typer.testing import CliRunner

from normbook.cli import app

pytestmark = pytest.mark.gate


@pytest.mark.parametrize(("last", "achieved"), [("U", True), ("H", False)])
def test_article_1_4_1c_eight_games_and_a_pairing_allocated_bye(tmp_path, last, achieved):
    # 6 points of 8 against 2440: 75 %, +193, 2633; two thirds of the opponents are GM, four federations
    event = OneCandidate(
        opponents("2440*8", "GM GM GM GM GM GM IM IM", "GER GER FRA FRA ITA ITA ESP ESP"),
        "11111100.",
        start="2024/03/01",
        end="2024/03/09",
    )
    files = event.files("eight")
    raw = tmp_path / "raw"
    for name, text in files.items():
        (raw / name).parent.mkdir(parents=True, exist_ok=True)
        lines = text.split("\n")
        # the candidate's last cell: the letter in column 99 + 80
        own = next(number for number, line in enumerate(lines) if line.startswith("001    1"))
        lines[own] = lines[own][:171].ljust(171) + f"0000 - {last}"
        (raw / name).write_text("\n".join(lines), encoding="utf-8")
    result = CliRunner().invoke(app, ["run", "--raw", str(raw), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.stderr
    verdicts = pq.read_table(tmp_path / "out" / "mart" / "norm_verdicts" / "2024.parquet").to_pylist()
    (verdict,) = [row for row in verdicts if (row["start_number"], row["title_sought"]) == (1, "GM")]
    assert (verdict["achieved"], verdict["games"], verdict["counted_games"]) == (achieved, 8, 9 if achieved else 0)
