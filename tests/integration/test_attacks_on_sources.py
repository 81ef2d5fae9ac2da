"""Raw folders that were made to do harm: every file is read or set aside with a sentence, and none stops the others."""

import os
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.world import report, report_line
from typer.testing import CliRunner

from normbook.cli import app
from normbook.errors import NormbookError
from normbook.runs.discovery import discover
from normbook.runs.ingest import ingest

PLAYERS = [
    report_line(1, "One, Anna", ["   2 w 1"], rating=2300, federation="ESP", sex="w"),
    report_line(2, "Two, Ben", ["   1 b 0"], rating=2200, federation="FRA"),
]
REPORT = report(PLAYERS, name="Open")
SERIES = '[series]\nregulation = "ara-2005"\n[[event]]\nevent = "open"\ncategory = "open"\n'
LIST = "ID number Name                             TitlFed  Jul05 GamesBorn  Flag\n" + "".join(
    f"{number:>8}  Sosa, Ana                             ARG  2210   9\n" for number in range(100001, 100005)
)


@pytest.fixture
def raw(tmp_path):
    raw = tmp_path / "raw"
    write(raw / "events" / "open.trf", REPORT)
    return raw


def write(path: Path, content: str = REPORT) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


class Read:
    """What the readers made of a raw folder."""

    def __init__(self, raw: Path, out: Path, jobs: int = 1) -> None:
        self.staged = ingest(discover(raw, out), out, "test", jobs, lambda what, done, total: None)

    def rows(self, table: str) -> list[dict[str, object]]:
        return [row for file in self.staged.files[f"staging.{table}"] for row in pq.read_table(file).to_pylist()]

    def account(self, source_file: str) -> dict[str, object]:
        (row,) = [row for row in self.rows("source_files") if row["source_file"] == source_file]
        return row

    def set_aside(self) -> dict[str, str]:
        """Reason code by file, of whole files."""
        return {
            row["source_file"]: row["reason_code"] for row in self.rows("rejected_records") if row["scope"] == "file"
        }

    def events(self) -> list[str]:
        return [row["source_file"] for row in self.rows("event_reports")]


def test_links_that_lead_nowhere_and_pipes_are_set_aside(raw, tmp_path):
    (raw / "events" / "lost.trf").symlink_to("gone.trf")
    (raw / "events" / "loop.trf").symlink_to("loop.trf")
    (raw / "events" / "open.toml").symlink_to("gone.toml")
    (raw / "events" / ".#open.trf").symlink_to("somebody@somewhere.4711")
    os.mkfifo(raw / "events" / "pipe.trf")
    (raw / "rating_lists").mkdir()
    write(raw / "rating_lists" / "jul05frl.txt", LIST)
    os.mkfifo(raw / "rating_lists" / "jul05frl.TOML")
    read = Read(raw, tmp_path / "out")
    assert read.set_aside() == {
        "events/lost.trf": "broken_link",
        "events/loop.trf": "broken_link",
        "events/open.toml": "broken_link",
        "events/pipe.trf": "not_a_file",
        "rating_lists/jul05frl.TOML": "not_a_file",
        "rating_lists/jul05frl.txt": "not_a_file",
    }
    assert read.events() == ["events/open.trf"]
    assert "gone.trf" in read.account("events/lost.trf")["reason"]
    assert "jul05frl.TOML" in read.account("rating_lists/jul05frl.txt")["reason"]
    assert read.account("events/lost.trf")["sha256"] is None
    assert [row["has_error"] for row in read.rows("event_sidecars")] == [True]


def test_a_file_that_cannot_be_opened_is_set_aside_and_its_event_gets_no_verdict(raw, tmp_path, monkeypatch):
    denied = [write(raw / "events" / name) for name in ("secret.trf", "open.toml")]
    listed = write(raw / "rating_lists" / "jul05frl.txt", LIST)
    sidecar = write(raw / "rating_lists" / "jul05frl.toml", 'list_month = "2005-07"\n')
    denied.append(sidecar)
    deny(monkeypatch, denied)
    read = Read(raw, tmp_path / "out")
    assert read.set_aside() == {
        "events/open.toml": "unreadable",
        "events/secret.trf": "unreadable",
        "rating_lists/jul05frl.txt": "sidecar_unreadable",
    }
    assert read.account("events/secret.trf")["sha256"] is None
    assert "jul05frl.toml" in read.account("rating_lists/jul05frl.txt")["reason"]
    assert [(row["event_id"], row["has_error"]) for row in read.rows("event_sidecars")] == [("open", True)]
    sidecar.unlink()
    deny(monkeypatch, [listed])
    again = Read(raw, tmp_path / "again")
    assert again.account("rating_lists/jul05frl.txt")["sha256"] is None
    assert again.set_aside()["rating_lists/jul05frl.txt"] == "unreadable"


def deny(monkeypatch: pytest.MonkeyPatch, denied: list[Path]) -> None:
    """Let some files be unreadable; taking the right away would not stop a test that runs as root."""
    usual = Path.open

    def opened(self, *arguments, **named):
        if self in denied:
            raise PermissionError(13, "Permission denied", str(self))
        return usual(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", opened)


def test_a_folder_that_cannot_be_listed_is_told(raw, tmp_path, monkeypatch):
    closed = raw / "events" / "closed"
    closed.mkdir()
    usual = Path.iterdir

    def listed(self):
        if self == closed:
            raise PermissionError(13, "Permission denied", str(self))
        return usual(self)

    monkeypatch.setattr(Path, "iterdir", listed)
    assert Read(raw, tmp_path / "out").set_aside() == {"events/closed": "unreadable_folder"}


def test_names_that_are_not_utf8_are_shown_with_escapes(raw, tmp_path):
    names = (b"events/caf\xe9.trf", b"notes/\xff.xyz", b"rating_lists/\xe9/jul05frl.txt", b"README\xff")
    for name in names:
        path = Path(os.fsdecode(os.fsencode(raw) + b"/" + name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(REPORT, encoding="utf-8")
    read = Read(raw, tmp_path / "out")
    shown = [r"README\xff", r"events/caf\xe9.trf", r"notes/\xff.xyz", r"rating_lists/\xe9/jul05frl.txt"]
    assert read.set_aside() == dict.fromkeys(shown, "name_not_utf8")
    assert read.events() == ["events/open.trf"]


def test_a_sidecar_of_a_list_is_found_whatever_the_case_of_its_suffix(raw, tmp_path):
    write(raw / "rating_lists" / "members.txt", LIST.replace("Jul05", "     "))
    write(raw / "rating_lists" / "members.TOML", 'list_month = "2005-10"\n')
    assert Read(raw, tmp_path / "out").account("rating_lists/members.txt")["list_month"] == "2005-10"


def test_the_second_file_of_an_event_or_series_is_set_aside_with_a_finding(raw, tmp_path):
    write(raw / "events" / "open.txt")
    write(raw / "events" / "more" / "open.toml", "")
    write(raw / "events" / "open.toml", "")
    for folder in "ab":
        write(raw / "series" / folder / "cup.toml", SERIES)
    read = Read(raw, tmp_path / "out")
    taken = {
        "events/open.toml": "event_id_taken",
        "events/open.txt": "event_id_taken",
        "series/b/cup.toml": "series_taken",
    }
    assert read.set_aside() == taken
    findings = {row["source_file"]: (row["finding_code"], row["severity"]) for row in read.rows("findings")}
    assert findings == {file: (code, "warning") for file, code in taken.items()}
    assert [row["source_file"] for row in read.rows("series_events")] == ["series/a/cup.toml"]
    assert "events/open.trf" in read.account("events/open.txt")["reason"]


def test_a_poster_beside_the_report_does_not_take_its_name(raw, tmp_path):
    write(raw / "events" / "open.html", "<!DOCTYPE html><html></html>")
    read = Read(raw, tmp_path / "out")
    assert read.events() == ["events/open.trf"]
    assert read.set_aside() == {"events/open.html": "page_without_table"}


def test_an_empty_file_is_called_so(raw, tmp_path):
    write(raw / "events" / "empty.trf", "")
    assert Read(raw, tmp_path / "out").account("events/empty.trf")["reason"].startswith("this is an empty file, and ")


def test_folders_behind_links_are_read_once(raw, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    write(elsewhere / "autumn.trf")
    (elsewhere / "back").symlink_to(raw)
    (raw / "events" / "more").symlink_to(elsewhere)
    (raw / "events" / "a_again").symlink_to(elsewhere)
    (raw / "events" / "up").symlink_to("..")
    write(raw / "events" / "winter.trf" / "winter.trf")
    (raw / "events" / "a_winter").symlink_to("winter.trf")
    assert Read(raw, tmp_path / "out").events() == [
        "events/a_again/autumn.trf",
        "events/open.trf",
        "events/winter.trf/winter.trf",
    ]


def test_a_folder_of_events_may_be_a_link(tmp_path):
    write(tmp_path / "elsewhere" / "open.trf")
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "events").symlink_to(tmp_path / "elsewhere")
    assert Read(tmp_path / "raw", tmp_path / "out").events() == ["events/open.trf"]


@pytest.mark.parametrize("below", ["", "out", "events/out"])
def test_the_output_folder_is_no_place_for_raw_files(raw, below):
    with pytest.raises(NormbookError, match="lies in the raw folder"):
        discover(raw, raw / below)


def test_the_output_folder_behind_a_link_in_the_raw_folder(raw, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (raw / "more").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NormbookError, match="lies in the raw folder"):
        discover(raw, raw / "more" / "out")


def test_the_raw_folder_may_lie_in_the_output_folder(raw):
    assert [file.source_file for file in discover(raw, raw.parent)] == ["events/open.trf"]


@pytest.mark.parametrize("figure", ["games = 99999999999999999999999", "score = nan", "left_out_rounds = [0]"])
def test_a_signed_norm_with_an_absurd_figure_is_set_aside(raw, tmp_path, figure):
    whole = {
        "event_id": '"open"', "start_number": 1, "title_sought": '"GM"', "edition": '"2005-07-01"', "games": 9, "score": 6.5,
        "opponents_average_rating": 2400, "extension": 0, "counted_games": 9, "selection": '"all"',
    }  # fmt: skip
    key, _, value = figure.partition(" = ")
    lines = [f"{name} = {said}" for name, said in (whole | {key: value}).items()]
    write(raw / "signed" / "open.1.GM.toml", "signed_on = 2005-11-02\n[norm]\n" + "\n".join(lines))
    assert Read(raw, tmp_path / "out").set_aside() == {"signed/open.1.GM.toml": "mistakes"}


def test_a_file_too_large_for_a_report_is_not_read_into_the_memory(raw, tmp_path):
    with (raw / "events" / "huge.trf").open("wb") as stream:
        stream.truncate(65 << 20)
    assert Read(raw, tmp_path / "out").set_aside() == {"events/huge.trf": "too_large"}


def test_a_reader_that_fails_refuses_its_own_file(raw, tmp_path, monkeypatch):
    write(raw / "events" / "other.trf")
    monkeypatch.setattr("normbook.sources.trf_batch.matrix_of", lambda *arguments: None)
    assert Read(raw, tmp_path / "plain").set_aside() == {}
    monkeypatch.setattr("normbook.sources.trf.player_row", lambda *arguments: {"points": "many"})
    assert set(Read(raw, tmp_path / "out").set_aside().values()) == {"reader_failed"}


def test_neither_the_file_system_nor_the_number_of_processes_decides_the_order(raw, tmp_path, monkeypatch):
    for number in range(6):
        write(raw / "events" / f"event{number}.trf", REPORT + "no report line\n")
        write(raw / "events" / f"event{number}.txt")
    monkeypatch.setattr("normbook.runs.report_batches._FILES", 2)
    one = Read(raw, tmp_path / "one", jobs=1)
    usual = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda self: reversed(sorted(usual(self))))
    two = Read(raw, tmp_path / "two", jobs=2)
    tables = ("source_files", "findings", "rejected_records", "event_reports", "round_cells")
    assert {table: one.rows(table) for table in tables} == {table: two.rows(table) for table in tables}
    assert Counter(row["finding_code"] for row in one.rows("findings")) == {"not_a_report_line": 6, "event_id_taken": 6}


@pytest.mark.gate
def test_a_folder_full_of_harm_is_published(raw, tmp_path):
    (raw / "events" / "lost.trf").symlink_to("gone.trf")
    (raw / "rating_lists").mkdir()
    (raw / "rating_lists" / "jul05frl.txt").symlink_to("gone.txt")
    Path(os.fsdecode(os.fsencode(raw) + b"/events/caf\xe9.trf")).write_text(REPORT, encoding="utf-8")
    first, second = PLAYERS
    write(raw / "events" / "far.trf", report([first + " " * 1_000_000 + "x", second], name="Far"))
    said = 'time_control = "' + "9" * 5000 + '"\ncomputers = [2, 2]\n'
    twice = "{round_number = 1, start_number = 1}," * 2
    write(raw / "events" / "far.toml", f"[event]\n{said}not_over_board = [{twice}]\n")
    result = CliRunner().invoke(app, ["run", "--raw", str(raw), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    events = {row["event_id"]: row for row in pq.read_table(tmp_path / "out" / "core" / "events").to_pylist()}
    assert {name: (row["rounds"], row["players"]) for name, row in events.items()} == {"far": (1, 2), "open": (1, 2)}
