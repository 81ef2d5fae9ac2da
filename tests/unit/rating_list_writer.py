"""A small writer of rating lists by the table of layouts that was measured on real files: it knows nothing of the reader.

Places are counted from 0 and half open, as in that table; the people are invented.
"""

import pyarrow as pa

from normbook.contracts import contract
from normbook.sources.rating_list import read_rating_list
from normbook.sources.rating_list_regular import RECORDS

# layout, width, then field and place; ids and games stand right in A to C, everything left in D to G
_TABLE = r"""
A1  75 id 0-10 name 12-44 title 45-47 fed 51-54 rating 59-63 games 64-68 flag 71-75
A2  85 id 0-10 name 12-44 title 45-47 fed 51-54 rating 59-63 games 64-68 birth 71-79 flag 80-85
A3  86 id 0-11 name 12-44 title 45-47 fed 51-54 rating 60-64 games 66-70 birth 71-81 flag 82-86
A4  90 id 0-11 name 12-44 title 45-47 fed 51-54 rating 60-64 games 66-70 birth 71-81 sex 82-83 flag 86-90
B1  77 id 0-8 name 10-43 title 44-46 fed 48-51 rating 53-57 games 58-62 birth 64-72 flag 74-77
B2  79 id 0-8 name 10-43 title 44-46 fed 48-51 rating 53-57 games 58-62 birth 64-72 flag 76-79
C   70 id 0-8 name 10-43 title 44-46 fed 48-51 rating 53-57 games 58-62 birth 64-68 flag 70-72
D  132 NEW rating 109-115 games 115-119 k 119-122 birth 122-128 flag 128-132
E  136 NEW foa 109-113 rating 113-119 games 119-123 k 123-126 birth 126-132 flag 132-136
F  158 NEW rating 109-115 games 115-119 k 119-122 rapid 122-128 rapid_games 128-132 rapid_k 132-135 \
   blitz 135-141 blitz_games 141-145 blitz_k 145-148 birth 148-154 flag 154-158
G  162 NEW foa 109-113 rating 113-119 games 119-123 k 123-126 rapid 126-132 rapid_games 132-136 rapid_k 136-139 \
   blitz 139-145 blitz_games 145-149 blitz_k 149-152 birth 152-158 flag 158-162
"""
_NEW = "id 0-15 name 15-75 fed 76-79 sex 80-81 title 84-88 wtitle 89-93 other 94-109"


def _layout(row):
    name, width, *cells = row.replace("NEW", _NEW).split()
    places = {field: tuple(map(int, place.split("-"))) for field, place in zip(cells[::2], cells[1::2], strict=True)}
    return name, (int(width), places)


LAYOUTS = dict(map(_layout, _TABLE.replace("\\\n", "").strip().splitlines()))

HEADERS = {
    "A1": "  ID_NUMBER NAME                             TITLE COUNTRY {token} GAMES FLAG",
    "A2": "  ID_NUMBER NAME                             TITLE COUNTRY {token} GAMES BIRTHDAY FLAG ",
    "A3": "  ID_NUMBER NAME                             TITLE COUNTRY {token} GAMES BIRTHDAY   FLAG",
    "A4": "  ID_NUMBER NAME                             TITLE COUNTRY {token} GAMES BIRTHDAY   SEX FLAG",
    "B1": "ID_NUMBER NAME                          TITLE COUNTRY {token} GAMES BIRTHDAY FLAG",
    "B2": "   CODE   NAME                          TITLE COUNTRY {token} GAMES BIRTHDAY FLAG",
    "C": "ID number Name                              TitlFed  {token} GamesBorn  Flag",
    "D": "ID Number      Name                Fed Sex Tit  WTit OTit           {token} Gms K  B-day Flag",
    "E": "ID Number      Name                Fed Sex Tit  WTit OTit           FOA {token} Gms K  B-day Flag",
    "F": "ID Number      Name                Fed Sex Tit  WTit OTit           SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
    "G": "ID Number      Name                Fed Sex Tit  WTit OTit  FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
}
PERSON = {"id": "123456", "name": "Sosa, Ana", "fed": "ARG", "rating": "2210", "games": "9"}


def line(layout, **fields):
    """Write one player: PERSON, but for what is given; ids and games stand right in the old layouts."""
    width, places = LAYOUTS[layout]
    characters = [" "] * width
    for field, (start, end) in places.items():
        text = str((PERSON | fields).get(field, ""))
        is_right = layout < "D" and field in ("id", "games")
        cell = text.rjust(end - start) if is_right else text.ljust(end - start)
        characters[start : max(end, start + len(cell))] = cell
    return "".join(characters)


def people(layout, count, **fields):
    """Write so many players with ids of their own."""
    return [line(layout, id=str(100001 + number), **fields) for number in range(count)]


def text(layout, lines, token="JAN03", end="\n"):
    """Write a whole list with its header."""
    return end.join([HEADERS[layout].format(token=token), *lines]) + end


def read(folder, content, name="jan03frl.txt", sidecar_month=None, below="rating_lists"):
    """Write content (text or bytes) to a file and read it; the account must balance whatever the file holds."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(path, f"{below}/{name}", sidecar_month)


def read_file(path, source_file, sidecar_month=None):
    """Read a list and keep its rows with the reading, for `rows`."""
    blocks = []
    reading = read_rating_list(path, source_file, None, sidecar_month, blocks)
    reading.to_tables()
    reading.blocks = blocks
    return reading


def rows(reading):
    """Rows of a reading as dictionaries."""
    return pa.concat_tables(map(contract(RECORDS).conform, reading.blocks)).to_pylist()


def codes(reading):
    """Codes of the findings, one each."""
    return [finding["finding_code"] for finding in reading.findings]


def sentence(reading, code):
    """The one finding of a code."""
    [found] = [finding for finding in reading.findings if finding["finding_code"] == code]
    return found["finding"]
