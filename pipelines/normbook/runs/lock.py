"""One run at a time in one output folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from normbook.errors import NormbookError


@contextmanager
def exclusive(out: Path) -> Iterator[None]:
    """Hold the folder's lock, making the folder; raises NormbookError that names the holder if another run has it.

    The lock belongs to the process: it ends with it, however it ends.
    """
    out.mkdir(parents=True, exist_ok=True)
    holder = out / ".lock-holder"
    try:
        with FileLock(out / ".lock", timeout=0):
            holder.write_text(
                f"process {os.getpid()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", encoding="utf-8"
            )
            try:
                yield
            finally:
                holder.unlink(missing_ok=True)
    except Timeout:
        who = holder.read_text(encoding="utf-8") if holder.exists() else "another process"
        raise NormbookError(f"{out}: another run works here ({who}). Wait for it, or choose another --out.") from None
