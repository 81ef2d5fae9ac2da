"""One file of an event to staging rows, whatever it is: its content decides, not its name."""

from __future__ import annotations

from pathlib import Path

from normbook.sources.crosstable import read_crosstable
from normbook.sources.reading import Reading
from normbook.sources.trf import read_report
from normbook.sources.trf_recognition import recognise

_CROSSTABLES = {"spreadsheet", "html", "table"}


def read_event_file(path: Path, source_file: str) -> Reading:
    """Read a report file or a crosstable; event_id is the stem of the file.

    Raise SourceError where the file is no report, OSError if it cannot be opened, and nothing else.
    """
    kind = recognise(path.read_bytes())
    return read_crosstable(path, source_file, kind) if kind in _CROSSTABLES else read_report(path, source_file)
