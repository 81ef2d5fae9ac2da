"""Runs that nobody watches: seasons since a year, records of old runs, and the letter about the last one."""

import re
import shutil
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
from tests.world import report, report_line
from typer.main import get_command

from normbook.cli import app
from normbook.errors import GateRefused, NormbookError
from normbook.runs.execute import Job, run
from normbook.runs.letter import letter
from normbook.warehouse.session import open_published

LINES = [
    report_line(1, "One, Anna", ["   2 w 1"], rating=2400, federation="ESP"),
    report_line(2, "Two, Ben", ["   1 b 0"], rating=2300, federation="FRA"),
]


def events(out) -> list[tuple[object, ...]]:
    with open_published(out, ["core.events"]) as connection:
        return connection.execute("select event_id, season from core.events order by 1").fetchall()


def test_a_scheduled_year(tmp_path):
    raw, out = tmp_path / "raw", tmp_path / "out"
    (raw / "events").mkdir(parents=True)
    for name, year in (("a", 2005), ("b", 2006), ("c", 2006), ("d", 2007)):
        (raw / "events" / f"{name}.trf").write_text(
            report(LINES, name=name.upper(), start=f"{year}/08/01", end=f"{year}/08/02")
        )
    (raw / "events" / "broken.trf").write_text("")

    run(Job(raw, out, since=2006))
    assert events(out) == [("b", 2006), ("c", 2006), ("d", 2007)]
    (raw / "events" / "b.trf").unlink()
    manifest, _ = run(Job(raw, out, since=2006))
    assert events(out) == [("c", 2006), ("d", 2007)]
    assert manifest.summary["events"] == 2
    with pytest.raises(NormbookError, match="No event starts in 2008 or later"):
        run(Job(raw, out, since=2008))
    assert "THE LAST RUN PUBLISHED NOTHING (failed," in letter(out).splitlines()[0]

    # a run for all seasons adds 2005; of four records the newest two are left
    manifest, _ = run(Job(raw, out, keep_runs=2))
    assert events(out) == [("a", 2005), ("c", 2006), ("d", 2007)]
    assert len(list((out / "runs").glob("*/manifest.json"))) == 2
    said = letter(out).splitlines()
    assert said[0].startswith("normbook ")
    assert "    A (a)" in said[said.index("  1 new events") :]
    assert any(line.startswith("  events/broken.trf: ") for line in said)
    assert said[-1] == f"Report: {(out / manifest.reports[-1]).resolve()}"

    # a disk that is not mounted: the letter begins with what went wrong, and the last publication keeps its record
    for name in "acd":
        (raw / "events" / f"{name}.trf").unlink()
    with pytest.raises(GateRefused):
        run(Job(raw, out, keep_runs=1))
    said = letter(out)
    assert said.startswith("THE LAST RUN PUBLISHED NOTHING (refused,")
    assert "is a part of the raw folder missing?" in said
    assert events(out) == [("a", 2005), ("c", 2006), ("d", 2007)]


@pytest.mark.parametrize("file", ["crontab", "normbook.service", "Containerfile"])
def test_examples_call_what_there_is(checkout, file):
    """Every option that deploy/ gives to a command is an option of that command."""
    text = (checkout / "deploy" / file).read_text()
    calls = re.findall(r"normbook (run|status)([^|;&>]*)", text.replace('"', " ").replace(",", " "))
    calls += re.findall(r"CMD \W*(run)([^\]]*)", text.replace('"', " ").replace(",", " "))
    assert calls
    for name, arguments in calls:
        accepted = {option for one in get_command(app).commands[name].params for option in one.opts}
        assert set(re.findall(r"--[a-z-]+", arguments)) <= accepted, arguments


def test_units_are_sound(checkout, tmp_path):
    """systemd itself reads the service and the timer; the program's place is made to be one that is there."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not on this machine")
    for name in ("normbook.service", "normbook.timer"):
        text = (checkout / "deploy" / name).read_text()
        (tmp_path / name).write_text(
            text.replace("/srv/normbook/.venv/bin/normbook", sys.executable).replace("User=normbook\n", "")
        )
    command = ["systemd-analyze", "verify", tmp_path / "normbook.service", tmp_path / "normbook.timer"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_the_workflow_only_calls_ci(checkout):
    text = (checkout / ".github" / "workflows" / "ci.yml").read_text()
    assert re.findall(r"run: (.*)", text) == ["bash .ci/run"]


def test_what_an_older_version_published_is_no_obstacle(tmp_path):
    """Questions about it end in a sentence; the next run publishes it anew and has nothing to compare it with."""
    raw, out = tmp_path / "raw", tmp_path / "out"
    (raw / "events").mkdir(parents=True)
    (raw / "events" / "a.trf").write_text(report(LINES))
    run(Job(raw, out))
    for file in (out / "mart" / "norm_verdicts").glob("*.parquet"):
        old = pq.read_table(file)
        pq.write_table(old.drop_columns(["failed_articles", "basis"]), file)
    with pytest.raises(NormbookError, match="was written by another version"):
        open_published(out, ["mart.norm_verdicts"])
    run(Job(raw, out))
    assert "Nothing changed since the publication before, or there was none." in letter(out)
