"""The quick reader of regular rows says what the plain reader says of every list: rows, findings, records set aside."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.rating_list_writer import HEADERS, LAYOUTS, line, read, rows, text

from normbook.sources import rating_list
from normbook.sources.rating_list_regular import RegularRows
from normbook.sources.rating_list_xml import XmlList

# What a field may hold: first what is regular, then what is odd or wrong.
CELLS = {
    "id": ["100001", "7", "2252627", "12345678", "0", "", "1A2", "1 2"],
    "name": ["Sosa, Ana", "Li", "O'Connor, Pat", "", " Blank, First", "Bye", "No_player", "Ñandú, José", "A\tB", "Baum, Kurt, Dr."],
    "title": ["", "g", "wm", "GM", "WF", "h", "q", ".", "Wg"],
    "wtitle": ["", "WGM", "WC", "XX"],
    "other": ["", "IA", "FST,FA", "IA,FA,FST,NI,IO,DI"],
    "foa": ["", "AFM"],
    "fed": ["ARG", "ESP", "", "*", "Ind", "A1"],
    "sex": ["M", "F", "", "X", "m"],
    "rating": ["2210", "1787", "", "0", "1000", "3000", "999", "3001", "A194", "2 10"],
    "games": ["9", "0", "", "12", "x"],
    "k": ["20", "", "0", "4"],
    "rapid": ["1900", "", "0"],
    "rapid_games": ["3", ""],
    "rapid_k": ["20", ""],
    "blitz": ["2000", "", "99"],
    "blitz_games": ["0", ""],
    "blitz_k": ["40", ""],
    "flag": ["", "w", "wi", "i", "n", "W"],
}  # fmt: skip
BIRTHS = {
    8: ["17.01.72", "31.12.02", "02.01.03", "29.02.00", "  .  .  ", "00.01.72", "31.02.72", "",
        "1972", "1.1.72", "17/01/72", "00.00.00"],
    10: ["17.01.1972", "29.02.1972", "29.02.1973", "01.01.2003", "13.06.2048", "13.06.1880", "  .  .    ", "  .  .1972", ""],
    4: ["1972", "0000", "0", "", "9", "72", "2003", "2004", "1882", "1883", "197A", " 972"],
}  # fmt: skip


@st.composite
def people_of(draw, layout):
    """Some people of a layout, each with a few fields that may be odd, and lines that are cut or no people at all."""
    _, places = LAYOUTS[layout]
    birth = places.get("birth")
    lines = []
    for number in range(draw(st.integers(5, 40))):
        fields = {"id": str(100001 + number)}
        for field in draw(st.lists(st.sampled_from(sorted(places)), max_size=4, unique=True)):
            cells = CELLS.get(field) or BIRTHS[min(BIRTHS, key=lambda width: abs(width - (birth[1] - birth[0])))]
            fields[field] = draw(st.sampled_from(cells))
        one = line(layout, **fields)
        header = HEADERS[layout].format(token="JAN03")
        lines.append(draw(st.sampled_from([one] * 8 + [one.rstrip(), one[:60], "", one + "  x", " " + one, header])))
    return lines


def account_of(reading):
    """Everything that a reading says."""
    held = rows(reading) if reading.blocks else []
    return held, reading.findings, reading.rejected, reading.account


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(sorted(LAYOUTS)), st.sampled_from(["\n", "\r\n"]))
def test_text_rows_are_the_same_by_both_readers(tmp_path_factory, data, layout, end):
    people = [line(layout, id=str(200001 + number)) for number in range(40)]
    content = text(layout, people + data.draw(people_of(layout)), end=end)
    folder = tmp_path_factory.mktemp("lists")
    quick = account_of(read(folder, content))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RegularRows, "read", none_regular)
        plain = account_of(read(folder, content))
    assert quick == plain


def none_regular(self, matrix, line_numbers, candidates=None):
    """As RegularRows.read, where every row is left to the plain reader."""
    rows, is_regular = QUICK(self, matrix, line_numbers, candidates)
    return rows.slice(0, 0), is_regular & False


QUICK = RegularRows.read
ELEMENTS = {
    "fideid": "id", "name": "name", "country": "fed", "sex": "sex", "title": "title", "w_title": "wtitle", "o_title": "other",
    "foa_title": "foa", "rating": "rating", "games": "games", "k": "k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k", "birthday": "birth", "flag": "flag",
}  # fmt: skip
ODD_NAMES = [
    "O&apos;Connor, Pat",
    "Sosa &amp; Hija",
    "A &#209; B",
    "A &lt;b&gt; &quot;c&quot;",
    "x" * 64,
    "y" * 65,
    "&amp;apos;",
]
TEXTS = CELLS | {
    "birth": [*BIRTHS[4], "1972-01-17", "17.01.1972"],
    "name": [*CELLS["name"], *ODD_NAMES],
    "other": ["", "IA", "IA,FA,FST,NI,IO,DI,LSI,SLI"],
    "games": [*CELLS["games"], "12345", "<b/>", "<![CDATA[7]]>", "<!-- 3 -->4"],
    "flag": ["", "w", "wi", "wininetxx", "&#119;", "a]]&gt;"],
}


@st.composite
def xml_players(draw, elements):
    """A list in FIDE's regular shape with a few odd texts, and sometimes with something that is not the shape."""
    players = []
    for number in range(draw(st.integers(3, 25))):
        texts = {"fideid": str(100001 + number), "name": "Sosa, Ana", "country": "ARG", "rating": "2210", "games": "9"}
        for element in draw(st.lists(st.sampled_from(elements), max_size=4, unique=True)):
            texts[element] = draw(st.sampled_from(TEXTS[ELEMENTS[element]]))
        lines = [f"<{element}>{texts.get(element, '')}</{element}>\n" for element in elements]
        change = draw(st.sampled_from([None] * 30 + ["left out", "twice", "indented", "short"]))
        if change == "left out":
            lines.pop(draw(st.integers(2, len(lines) - 1)))
        elif change == "twice":
            lines.append(lines[-1])
        elif change == "indented":
            lines = [f"  {one}" for one in lines]
        elif change == "short":
            lines[-1] = f"<{elements[-1]}/>\n"
        players.append(f"<player>\n{''.join(lines)}</player>\n")
    return players


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.data(),
    st.booleans(),
    st.sampled_from(["", "\n", '<?xml version="1.0" encoding="UTF-8"?>\n']),
    st.sampled_from(["\n", "\r\n"]),
)
def test_xml_players_are_the_same_by_both_readers(tmp_path_factory, data, is_combined, head, end):
    elements = [element for element in ELEMENTS if is_combined or not element.startswith(("rapid", "blitz", "foa"))]
    players = data.draw(xml_players(elements))
    content = f"{head}<playerslist>\n{''.join(players)}</playerslist>\n".replace("\n", end)
    folder = tmp_path_factory.mktemp("lists")
    quick = account_of(read(folder, content, name="players_2003-01.xml"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_list, "RegularXmlList", XmlList)
        plain = account_of(read(folder, content, name="players_2003-01.xml"))
    assert quick == plain


def test_regular_shape_is_read_without_lxml_and_any_other_with_it(tmp_path, monkeypatch):
    """So that the test above compares two readers, and not one with itself."""
    calls = []
    by_element = XmlList._read

    def counted(self, stream):
        calls.append(stream)
        yield from by_element(self, stream)

    monkeypatch.setattr(XmlList, "_read", counted)
    player = "".join(f"<{element}>{TEXTS[cell][0]}</{element}>\n" for element, cell in ELEMENTS.items())
    regular = f"<playerslist>\n<player>\n{player}</player>\n</playerslist>\n"
    assert read(tmp_path, regular, name="2003-01.xml").account["good_records"] == 1
    assert calls == []
    read(tmp_path, regular.replace("<player>", "<player >"), name="2003-01.xml")
    assert len(calls) == 1


def test_entity_in_a_name_excuses_no_other_text_that_is_too_long(tmp_path):
    titles = "IA,FA,FST,NI,IO,DI,LSI,SLI"
    texts = {"fideid": "7", "name": "O&apos;Connor, Pat", "country": "IRL", "o_title": titles}
    player = "".join(f"<{element}>{texts.get(element, '')}</{element}>\n" for element in ELEMENTS)
    [row] = rows(read(tmp_path, f"<playerslist>\n<player>\n{player}</player>\n</playerslist>\n", name="2003-01.xml"))
    assert (row["name"], row["other_titles"]) == ("O'Connor, Pat", titles)
