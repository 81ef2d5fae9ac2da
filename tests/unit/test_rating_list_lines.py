"""Lines of a stream: numbers, ends and bytes do not depend on where a block ends."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normbook.sources import rating_list_lines
from normbook.sources.rating_list_lines import LineSource, decode_single_bytes


def read_lines(content):
    source = LineSource(io.BytesIO(content))
    blocks = list(source.blocks())
    lines = [line for block in blocks for line in block.lines]
    raw = {number: raw for block in blocks for number, raw in block.raw_bytes.items()}
    assert source.lines_read == len(lines)
    return lines, raw


@given(
    st.lists(st.sampled_from([b"a", b"\r", b"\n", b"\r\n", b"\xf1", b"\xc3\xb1", b" "]), max_size=40), st.integers(1, 7)
)
def test_blocks_of_any_size_give_the_same_lines(pieces, size):
    content = b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_list_lines, "BLOCK_BYTES", 1 << 20)
        whole = read_lines(content)
        patch.setattr(rating_list_lines, "BLOCK_BYTES", max(size, 3))
        assert read_lines(content) == whole
    expected = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    expected = expected[:-1] if expected[-1] == b"" else expected
    assert len(whole[0]) == len(expected)
    for number, raw in whole[1].items():
        assert expected[number - 1] == raw


def test_single_bytes_are_a_bijection_outside_the_dos_letters():
    """Every byte gives one character, and only a DOS letter that is no latin-1 letter differs from latin-1."""
    for byte in range(256):
        read = decode_single_bytes(bytes([byte]))
        assert len(read) == 1
        if read != chr(byte):
            assert read.encode("cp850") == bytes([byte])
            assert 0x80 <= byte <= 0xD7
