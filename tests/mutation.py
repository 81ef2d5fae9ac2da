"""Damage to files as real life does it, for Hypothesis: bytes flipped, lines cut and moved, columns shifted, encodings mixed.

`mutated(files)` draws one of the files and a few edits; an edit is three whole numbers, so a failure shrinks to few and small ones,
and `damaged(content, edits)` makes the same file again: that is how the corpus of failures in the tests is written down.
In an archive (a zipped list, a workbook) the edits fall on the bytes of the archive or on one of the files in it.
"""

import io
import os
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

Edit = tuple[int, int, int]


def examples(usual: int) -> settings:
    """So many examples, the same in every run; with NORMBOOK_EXAMPLES=5000 so many new ones, to look for failures."""
    asked = os.environ.get("NORMBOOK_EXAMPLES")
    return settings(max_examples=int(asked or usual), derandomize=not asked, deadline=None)


PIECES = (
    b"\t", b"\r", b"\n", b"\x00", b" ", b"  ", b"0", b"9", b"-", b";", b",", b'"', b"<", b"\n001", b"\n012 ",
    b"\xef\xbb\xbf", b"\xff\xfe", "²".encode(), "Ñ".encode(), b"\xf1", b"\x85", b"\xc2\xa0", b"\x1a",
    b"99999999999999999999", b"1" * 200, b" " * 300,
)  # fmt: skip


def _flip(content: bytes, at: int, size: int) -> bytes:
    at %= len(content)
    return content[:at] + bytes([content[at] ^ (1 + size % 255)]) + content[at + 1 :]


def _insert(content: bytes, at: int, size: int) -> bytes:
    at %= len(content)
    return content[:at] + PIECES[size % len(PIECES)] + content[at:]


def _delete(content: bytes, at: int, size: int) -> bytes:
    at %= len(content)
    return content[:at] + content[at + 1 + size % 40 :]


def _truncate(content: bytes, at: int, size: int) -> bytes:
    return content[: at % len(content)]


def _on_lines(change: Callable[[list[bytes], int, int], None]) -> Callable[[bytes, int, int], bytes]:
    def edit(content: bytes, at: int, size: int) -> bytes:
        lines = content.split(b"\n")
        change(lines, at % len(lines), size)
        return b"\n".join(lines)

    return edit


def _cut_line(lines: list[bytes], at: int, size: int) -> None:
    lines[at] = lines[at][: size % (len(lines[at]) + 1)]


def _drop_line(lines: list[bytes], at: int, size: int) -> None:
    del lines[at]


def _repeat_line(lines: list[bytes], at: int, size: int) -> None:
    lines.insert(size % (len(lines) + 1), lines[at])


def _join_lines(lines: list[bytes], at: int, size: int) -> None:
    lines[at : at + 2] = [b"".join(lines[at : at + 2])]


def _shift_columns(lines: list[bytes], at: int, size: int) -> None:
    """Blanks into a line from a column on, or out of it."""
    column = size % (len(lines[at]) + 1)
    lines[at] = lines[at][:column] + (
        b" " * (1 + size % 3) + lines[at][column:] if size % 2 else lines[at][column + 1 :]
    )


def _shift_all(lines: list[bytes], at: int, size: int) -> None:
    """The same for every line that is long enough."""
    column = size % 120
    for number, line in enumerate(lines):
        if len(line) > column:
            lines[number] = line[:column] + (b"  " + line[column:] if at % 2 else line[column + 2 :])


def _move_field(lines: list[bytes], at: int, size: int) -> None:
    """What stands in a column of one line comes to stand in that of another."""
    column, other = size % 120, size % len(lines)
    lines[at] = lines[at][:column] + lines[other][column : column + 10] + lines[at][column + 10 :]


def _recode(content: bytes, at: int, size: int) -> bytes:
    """A part of the file in another encoding than the rest."""
    at %= len(content)
    part = content[at : at + 1 + size % 400]
    target = ("latin-1", "cp850", "utf-16-le", "utf-8", "cp1253")[size % 5]
    return content[:at] + part.decode("utf-8", "replace").encode(target, "replace") + content[at + len(part) :]


def _line_ends(content: bytes, at: int, size: int) -> bytes:
    ends = (b"\r", b"\r\n", b"\n\r", b"\n\n")[size % 4]
    return content[: at % len(content)] + content[at % len(content) :].replace(b"\n", ends)


EDITS = (
    _flip, _insert, _delete, _truncate, _on_lines(_cut_line), _on_lines(_drop_line), _on_lines(_repeat_line),
    _on_lines(_join_lines), _on_lines(_shift_columns), _on_lines(_shift_all), _on_lines(_move_field), _recode, _line_ends,
)  # fmt: skip


def damaged(content: bytes, edits: Sequence[Edit]) -> bytes:
    """The file after the edits (which, where, how), in their order; an edit of nothing is left out."""
    for which, at, size in edits:
        if content:
            content = EDITS[which % len(EDITS)](content, at, size)
    return content


def damaged_inside(archive: bytes, member: int, edits: Sequence[Edit]) -> bytes:
    """The archive with the edits in one of its files, whose sums are right again."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for number, name in enumerate(names := old.namelist()):
            content = old.read(name)
            new.writestr(name, damaged(content, edits) if number == member % len(names) else content)
    return changed.getvalue()


def edits(most: int = 6) -> st.SearchStrategy[list[Edit]]:
    """A few edits."""
    return st.lists(
        st.tuples(st.integers(0, len(EDITS) - 1), st.integers(0, 100_000), st.integers(0, 1000)),
        min_size=1,
        max_size=most,
    )


def mutated(files: Sequence[bytes], most: int = 6) -> st.SearchStrategy[bytes]:
    """One of the files with some damage."""
    return st.builds(damaged, st.sampled_from(files), edits(most))


def mutated_inside(archives: Sequence[bytes], most: int = 6) -> st.SearchStrategy[bytes]:
    """One of the archives with some damage in one of its files."""
    return st.builds(damaged_inside, st.sampled_from(archives), st.integers(0, 20), edits(most))


def real_files(folder: Path, most_bytes: int = 60_000) -> list[bytes]:
    """Contents of the files below a folder that are small enough to be read some thousand times, in the order of their names."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".md")
    return [content for path in files if len(content := path.read_bytes()) <= most_bytes]
