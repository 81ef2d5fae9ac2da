"""The one list inside a file as received: the file itself, the only member of a zip archive, or the only sheet of a workbook."""

from __future__ import annotations

import csv
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from typing import BinaryIO, cast

from normbook.errors import SourceError

ZIP_MAGIC = b"PK\x03\x04"
EMPTY_ZIP_MAGIC = b"PK\x05\x06"
_ENCRYPTED = 0x1  # bit of a member's flags
# The largest list that FIDE publishes, as XML, unpacks to less than a gigabyte and to some ten times its size.
_LARGEST = 4 << 30
_SUSPICIOUS, _PACKED_AT_MOST = 500 << 20, 200
WORKBOOK_SUFFIXES = {".xlsx", ".xls", ".ods"}
_LARGEST_WORKBOOK = 64 << 20


@contextmanager
def open_list(path: Path) -> Iterator[tuple[BinaryIO, list[str]]]:
    """Yield a stream of the list, which can seek, and the names that may tell what it is, nearest first.

    Raises SourceError for an archive that is corrupt, encrypted, or does not hold exactly one file, also where that
    shows only while the stream is read; likewise for a workbook.
    """
    if path.suffix.lower() in WORKBOOK_SUFFIXES:
        yield BytesIO(_sheet_as_csv(path)), [path.name]
        return
    with path.open("rb") as stream:
        magic = stream.read(4)
        stream.seek(0)
        if magic not in (ZIP_MAGIC, EMPTY_ZIP_MAGIC) and path.suffix.lower() != ".zip":
            yield stream, [path.name]
            return
        try:
            with zipfile.ZipFile(stream) as archive:
                member = only_member(archive)
                with archive.open(member) as inside:
                    if inside.read(4) in (ZIP_MAGIC, EMPTY_ZIP_MAGIC):
                        raise SourceError(
                            f"the archive holds another one, {member.filename}; unpack it and put the list itself here",
                            reason_code="archive_in_archive",
                        )
                    inside.seek(0)
                    yield cast(BinaryIO, inside), [Path(member.filename).name, path.name]
        # NotImplementedError: a compression that Python does not know.
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise SourceError(
                f"the archive cannot be unpacked ({error}); download it again, or put the unpacked list itself here",
                reason_code="corrupt_archive",
            ) from error


def _sheet_as_csv(path: Path) -> bytes:
    """The rows of a workbook's only sheet with anything in it as lines of a CSV, a line a row."""
    from normbook.sources.grid_spreadsheet import spreadsheet_grids

    if (size := path.stat().st_size) > _LARGEST_WORKBOOK:
        raise SourceError(
            f"the workbook has {size} bytes; save its sheet as CSV, which is read line by line",
            reason_code="workbook_too_large",
        )
    sheets = [
        grid.rows for grid in spreadsheet_grids(path.read_bytes()).grids if any(any(row.cells) for row in grid.rows)
    ]
    if len(sheets) != 1:
        raise SourceError(
            f"the workbook holds {len(sheets)} sheets with something in them where one list was expected; save each list as a "
            "file of its own",
            reason_code="sheets_of_workbook",
        )
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([" ".join(cell.split()) for cell in row.cells] for row in sheets[0])
    return text.getvalue().encode()


def only_member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Return the member that is the list, by the directory of the archive alone; raise SourceError if there is no such one."""
    members = [m for m in archive.infolist() if not m.is_dir() and not m.filename.startswith("__MACOSX/")]
    if len(members) == 1:
        [member] = members
        if member.flag_bits & _ENCRYPTED:
            raise SourceError(
                f"{member.filename} in the archive is encrypted; unpack it and put the list itself here",
                reason_code="encrypted_archive",
            )
        is_bomb = member.file_size > _SUSPICIOUS and member.file_size > _PACKED_AT_MOST * member.compress_size
        if is_bomb or member.file_size > _LARGEST:
            raise SourceError(
                f"{member.filename} in the archive would unpack from {member.compress_size} to {member.file_size} bytes, which no "
                "rating list does; download it again",
                reason_code="archive_too_large",
            )
        return member
    found = ", ".join(m.filename for m in members[:5]) + (", ..." if len(members) > 5 else "")
    raise SourceError(
        f"the archive holds {len(members)} files where one list was expected{': ' + found if found else ''}; "
        "pack each list into an archive of its own",
        reason_code="members_of_archive",
    )
