"""The quick reader of many reports: it reads regular files only, and gives what the plain reader gives, row by row."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import examples, mutated
from trf_writer import HEAD, player

from normbook.sources.reading import tables_of
from normbook.sources.trf import read_report
from normbook.sources.trf_batch import read_regular

EVENTS = sorted((Path(__file__).parents[2] / "data" / "raw" / "events").glob("*.trf"))
GAME = player(1, (2, "w", "1"), points="1.0") + player(2, (1, "b", "0"))
# Everything that a regular file may hold.
RICH = (
    "\ufeff" + HEAD + "\n132" + " " * 88 + "05/07/23  05/07/24\n142 3\n162  W 3.0    D 1.0\n999 unknown\n"
    + "012345678901234567890\n299          -0.5    1    2\n013 Team                                1    2\n"
    + player(1, (2, "W", "1"), (3, "-", "+"), name="Gómez, Ana", sex="W", title="wgm", rating=2345, federation="arg",
             fide_id=12345678901, birth="1990/05/17", points="2,0")
    + player(2, (1, "B", "0"), ("0000", "-", "h"), ("", "", ""), title="g  ", rating="0000", birth="1987/12/00", points="0.5")
    + player(3, ("", " ", " "), (1, " ", "-"), name="Ñandú", sex="", birth="1996.  .", points=" 0", place="")
)  # fmt: skip


def plain_tables(files):
    return tables_of([read_report(path, f"events/{path.name}") for path in files])


def rows_of(tables):
    """Rows of every table that has some, in an order of their own."""
    return {
        name: sorted(table.to_pylist(), key=lambda row: [(value is not None, str(value)) for value in row.values()])
        for name, table in tables.items()
        if table.num_rows
    }


def written(folder: Path, *contents: str | bytes):
    files = []
    for number, content in enumerate(contents):
        files.append(folder / f"event{number}.trf")
        files[-1].write_bytes(content.encode() if isinstance(content, str) else content)
    return files


def quick(files):
    return read_regular([(path, f"events/{path.name}") for path in files])


def test_regular_files_of_every_size_give_the_rows_of_the_plain_reader():
    tables, left = quick(EVENTS)
    regular = [path for position, path in enumerate(EVENTS) if position not in left]
    assert len(regular) >= 15
    assert rows_of(tables) == rows_of(plain_tables(regular))


def test_a_file_with_everything_that_is_regular_is_read_quickly(tmp_path):
    files = written(tmp_path, RICH, GAME, RICH.replace("\n", "\r\n"), RICH.encode("utf-16"))
    tables, left = quick(files)
    assert left == []
    assert rows_of(tables) == rows_of(plain_tables(files))


@pytest.mark.parametrize(
    "line",
    [
        player(2, (1, "b", "0"), rating="2x00"),
        player(2, (1, "b", "0"), federation="??"),
        player(2, (1, "b", "0"), birth="1990/31/31"),
        player(2, (1, "b", "0"), points="half"),
        player(2, (1, "b", "0"), points=""),
        player(2, (1, "b", "0"), sex="x"),
        player(2, (1, "b", "0"), title="Dr."),
        player(2, (1, "b", "0"), place="1st"),
        player(2, (1, "b", "0"), name=" "),
        player(2, (1, "b", "0"), name="A" * 34),
        player(2, (1, "b", "0")).replace("Perez, Juan", "Perez,\tJuan"),
        player(1, (1, "b", "0")),
        player(0, (1, "b", "0")),
        player(2, (1, "b", "?")),
        player(2, (1, "s", "0")),
        player(2, ("1 2", "b", "0")),
        player(2, (1, "b", "0x")),
        player(2, (1, "b", "Z")),
        player(2, (1, "b", "0")) + "240 H   1    1\n",
        player(2, (1, "b", "0"))[:70] + "\n",
        " " + player(2, (1, "b", "0")),
        player(2, (1, "b", "0"), first_cell=94),
        player(2, (1, "b", "0"))[:-1] + " " * 400 + "1\n",
        # a sound cell so far out that it has strayed there
        player(2, (1, "b", "0"), *[("", "", "")] * 80, (1, "b", "0")),
    ],
)
def test_a_file_with_one_odd_line_is_left_to_the_plain_reader_and_its_neighbours_are_not(tmp_path, line):
    files = written(tmp_path, GAME, HEAD + player(1, (2, "w", "1"), points="1.0") + line, RICH)
    tables, left = quick(files)
    assert left == [1]
    assert rows_of(tables) == rows_of(plain_tables([files[0], files[2]]))


def test_what_is_no_report_or_cannot_be_opened_is_left(tmp_path):
    files = [*written(tmp_path, b"", b"PK\x03\x04", HEAD, GAME), tmp_path / "gone.trf"]
    tables, left = quick(files)
    assert left == [0, 1, 2, 4]
    assert tables["staging.report_players"].num_rows == 2


def test_a_line_of_a_million_blanks_costs_no_memory(tmp_path):
    first, second = GAME.splitlines()
    assert quick(written(tmp_path, f"{first}{' ' * 1_000_000}x\n{second}\n"))[1] == [0]


def test_rounds_in_progress_and_files_without_rounds(tmp_path):
    files = written(tmp_path, HEAD + player(1) + player(2), player(1, (2, "w", " ")) + player(2, (1, "b", "*")))
    tables, left = quick(files)
    assert left == []
    assert rows_of(tables) == rows_of(plain_tables(files))


SMALL = [RICH.encode(), (HEAD + GAME).encode(), *(path.read_bytes() for path in EVENTS if path.stat().st_size < 5000)]


@examples(150)
@given(content=mutated(SMALL, most=3), neighbour=st.sampled_from(SMALL))
def test_damaged_files_give_the_rows_of_the_plain_reader_or_are_left_to_it(tmp_path_factory, content, neighbour):
    files = written(tmp_path_factory.mktemp("damaged"), content, neighbour)
    tables, left = quick(files)
    regular = [path for position, path in enumerate(files) if position not in left]
    assert rows_of(tables) == (rows_of(plain_tables(regular)) if regular else {})


def test_real_files_give_the_rows_of_the_plain_reader_or_are_left_to_it(shared):
    files = sorted((shared / "real" / "trf").iterdir())
    tables, left = quick(files)
    regular = [path for position, path in enumerate(files) if position not in left]
    assert len(regular) >= 10
    assert rows_of(tables) == rows_of(plain_tables(regular))
