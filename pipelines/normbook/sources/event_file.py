"""One file of an event to staging rows, whatever it is: its content decides, not its name."""

from __future__ import annotations

from pathlib import Path

from normbook.sources.crosstable import read_crosstable
from normbook.sources.game_list import read_game_list
from normbook.sources.reading import Reading
from normbook.sources.trf import read_report
from normbook.sources.trf_recognition import recognise


def read_event_file(path: Path, source_file: str) -> Reading:
    """Read a report file, a crosstable or a list of games; event_id is the stem of the file.

    Raise SourceError where the file is none of them, OSError if it cannot be opened, and nothing else.
    """
    kind = recognise(path.read_bytes())
    if kind in ("spreadsheet", "html", "mht", "table", "text"):
        return read_crosstable(path, source_file, kind)
    if kind in ("xml", "json"):
        return read_game_list(path, source_file, kind)
    return read_report(path, source_file)
