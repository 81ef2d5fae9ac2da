"""XML lists: both styles, streams longer than a block, and what a player lacks."""

import datetime

import pytest
from lxml import etree
from rating_list_writer import codes, read, read_file, rows, sentence

from normbook.sources import rating_list_xml

ELEMENTS = """
<playerslist>
<player><fideid>8605360</fideid><name> Ruiz  ,  Eva </name><country>ARG</country><sex>F</sex><title>WC</title><w_title>WC</w_title>
<o_title>NA,FT</o_title><foa_title>ACM</foa_title><rating>1915</rating><games>3</games><k>30</k><rapid_rating>0</rapid_rating>
<rapid_games></rapid_games><rapid_k/><blitz_rating>1820</blitz_rating><blitz_games>1</blitz_games><blitz_k>20</blitz_k>
<birthday>1993</birthday><flag>wi</flag></player>
<player><fideid>2</fideid><name>Sosa &amp; Hija</name></player>
</playerslist>"""

ATTRIBUTES = """<playerslist>
  <player FIDEID="2501147"><name>Sosa, Ana</name><country>ARG</country><sex>M</sex><title>m</title><rating>2416</rating>
  <flag>i</flag><birthday>1962-02-03</birthday></player>
</playerslist>"""


def test_q24_element_style(tmp_path):
    reading = read(tmp_path, ELEMENTS, name="players_2014-09.xml")
    full, bare = rows(reading)
    assert (full["fide_id"], full["name"], full["federation_code"], full["sex"]) == (
        8605360,
        "Ruiz  ,  Eva",
        "ARG",
        "F",
    )
    assert (full["title_code"], full["womens_title_code"], full["other_titles"]) == (None, "WCM", "NA,FT,ACM")
    assert [full[f"standard_{x}"] for x in ("rating", "games", "k")] == [1915, 3, 30]
    assert [full[f"rapid_{x}"] for x in ("rating", "games", "k")] == [None, None, None]
    assert [full[f"blitz_{x}"] for x in ("rating", "games", "k")] == [1820, 1, 20]
    assert (full["birth_year"], full["birth_date"], full["birth_precision"], full["flag"]) == (1993, None, "year", "wi")
    assert full["list_kinds"] == ["standard", "rapid", "blitz"]
    assert (bare["fide_id"], bare["name"], bare["line_number"]) == (2, "Sosa & Hija", 2)
    assert {bare[c] for c in ("federation_code", "sex", "title_raw", "standard_rating", "birth_year", "flag")} == {None}


def test_q24_attribute_style(tmp_path):
    reading = read(tmp_path, ATTRIBUTES, name="rapid_jan12.xml")
    [row] = rows(reading)
    assert (row["fide_id"], row["title_code"], row["list_kinds"]) == (2501147, "IM", ["rapid"])
    assert (row["rapid_rating"], row["standard_rating"]) == (2416, None)
    assert (row["birth_date"], row["birth_precision"]) == (datetime.date(1962, 2, 3), "day")
    assert reading.account["layout"] == "XML attributes"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_declared_encodings(tmp_path, encoding):
    content = f'<?xml version="1.0" encoding="{encoding}"?>\n' + ATTRIBUTES.replace("Ana", "Ñata")
    assert rows(read(tmp_path, content.encode(encoding), name="jan12.xml"))[0]["name"] == "Sosa, Ñata"


def test_player_that_cannot_be_read_is_set_aside(tmp_path):
    content = ELEMENTS.replace("<rating>1915</rating>", "<rating>19.5</rating>")
    reading = read(tmp_path, content, name="players_2014-09.xml")
    assert [row["fide_id"] for row in rows(reading)] == [2]
    [rejected] = reading.rejected
    assert (rejected["line_number"], rejected["reason_code"]) == (1, "standard_rating")
    assert "player 1, Ruiz  ,  Eva (8605360)" in rejected["reason"]
    assert "in the element rating, found '19.5'" in rejected["reason"]
    assert "standard_rating=19.5" in rejected["raw_text"]


def test_players_beyond_one_block_are_numbered_on(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_list_xml, "PLAYERS_PER_BLOCK", 3)
    players = "".join(f"<player><fideid>{n}</fideid><name>A, B</name></player>\n" for n in (11, 12, 13, 14, 15, 16, 11))
    reading = read(tmp_path, f"<playerslist>{players}</playerslist>", name="2014-09.xml")
    assert [(row["line_number"], row["fide_id"]) for row in rows(reading)] == list(
        enumerate((11, 12, 13, 14, 15, 16, 11), start=1)
    )
    assert "players 1, 7" in sentence(reading, "fide_id_repeated")
    assert reading.account["good_records"] == reading.account["lines_read"] == 7


def test_no_findings_where_all_is_usual(tmp_path):
    assert codes(read(tmp_path, ATTRIBUTES, name="rapid_jan12.xml")) == []


A_PLAYER = "<player><fideid>11</fideid><name>A, B</name></player>"


@pytest.mark.parametrize(
    "content",
    [
        f"<playerslist>{A_PLAYER}{'<x/>' * 400_000}{A_PLAYER}</playerslist>",
        f"<playerslist><y>{'<x>z</x>' * 200_000}</y>{A_PLAYER}</playerslist>",
        f"<playerslist><player>{'<name>z</name>' * 100_000}</player></playerslist>",
        f"<playerslist>{'<!-- x -->' * 200_000}{A_PLAYER}</playerslist>",
        f"<playerslist>{'x' * 2_000_000}{A_PLAYER}</playerslist>",
    ],
    ids=["elements", "nested", "in a player", "comments", "text"],
)
def test_xml_that_goes_on_without_players_is_refused(tmp_path, content):
    reading = read(tmp_path, content, name="players_2014-09.xml")
    assert "more than a megabyte without a player element" in reading.account["reason"]
    assert [rejected["reason_code"] for rejected in reading.rejected] == ["foreign_xml"]


def test_what_stands_between_the_players_does_not_stay_in_the_memory(tmp_path, monkeypatch):
    """Before each player stands a container of its own, so that none of them is a neighbour of a player."""
    monkeypatch.setattr(rating_list_xml, "PLAYERS_PER_BLOCK", 5)
    foreign = f"<z>{'<q/>' * 20_000}{A_PLAYER}</z>"
    path = tmp_path / "players_2014-09.xml"
    path.write_text(f"<!-- list --><playerslist>{foreign * 60}</playerslist>", encoding="utf-8")
    sizes = []
    monkeypatch.setattr(etree, "iterparse", counting_children(etree.iterparse, sizes))
    reading = read_file(path, "rating_lists/players_2014-09.xml")
    assert reading.account["good_records"] == 60
    assert max(sizes) <= 5  # the parser runs ahead of the reader by its buffer


def counting_children(iterparse, sizes):
    """The parser, taking note of how many elements the root holds whenever a player has been read."""

    def parse(*arguments, **named):
        for event, element in iterparse(*arguments, **named):
            sizes.append(len(element.getroottree().getroot()))
            yield event, element

    return parse


@pytest.mark.parametrize("players", [ELEMENTS, ATTRIBUTES])
@pytest.mark.parametrize("before", ["\n", " \t\r\n", "\n" * 40_000])
def test_blanks_before_the_declaration_refuse_no_list(tmp_path, players, before):
    """Found by fuzzing: the reader of the regular shape took them, lxml did not."""
    plain = read(tmp_path, '<?xml version="1.0"?>\n' + players, name="players_2014-09.xml")
    blank = read(tmp_path, before + '<?xml version="1.0"?>\n' + players, name="players_2014-09.xml")
    assert rows(blank) == rows(plain)
