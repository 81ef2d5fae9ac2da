"""The one list inside a file as received: the file itself, or the only member of a zip archive."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from normbook.errors import SourceError

ZIP_MAGIC = b"PK\x03\x04"
EMPTY_ZIP_MAGIC = b"PK\x05\x06"
_ENCRYPTED = 0x1  # bit of a member's flags
# The largest list that FIDE publishes, as XML, unpacks to less than a gigabyte and to some ten times its size.
_LARGEST = 4 << 30
_SUSPICIOUS, _PACKED_AT_MOST = 500 << 20, 200


@contextmanager
def open_list(path: Path) -> Iterator[tuple[BinaryIO, list[str]]]:
    """Yield a stream of the list, which can seek, and the names that may tell what it is, nearest first.

    Raises SourceError for an archive that is corrupt, encrypted, or does not hold exactly one file, also where that
    shows only while the stream is read.
    """
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
