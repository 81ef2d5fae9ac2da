"""The texts of the reports: the same keys in every language, none missing, none unused; sentences of the tables by phrases."""

import re
from pathlib import Path

import pytest

from normbook.errors import UsageError
from normbook.reports.messages import ENGLISH, Words, languages, words_in

REPORTS = Path(__file__).parents[2] / "pipelines" / "normbook" / "reports"
SPANISH = words_in("es")
# Keys that templates and code put together from a part and a code of the tables.
COMPOSED = (
    "blitz_decided", "blitz_reason", "blitz_stage", "change", "code", "column", "event", "exemption", "fact", "figcaption",
    "figtitle", "final_stage", "hypothetical", "kind", "medal", "month", "rules", "run", "section", "series_section", "set_aside",
    "severity", "sheet", "status", "system", "tile", "workbook",
)  # fmt: skip


def placeholders(text):
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


def test_there_are_english_and_spanish():
    assert languages() == ["en", "es"]
    with pytest.raises(UsageError, match=r"fr: no texts in this language\. There are: en, es"):
        Words("fr")


def test_spanish_has_every_text_of_english_with_the_same_blanks():
    extra = {"exemption", "federation", "kind", "rules"}  # codes that English shows as they are, names of the tables
    assert {key for key in SPANISH.texts if key.split(".")[0] not in extra} == {
        key for key in ENGLISH.texts if key.split(".")[0] not in extra
    }
    differing = [
        key for key, text in ENGLISH.texts.items() if placeholders(text) != placeholders(SPANISH.texts.get(key, ""))
    ]
    assert differing == []


def used_keys():
    """Whole keys that templates and code ask for."""
    sources = [*REPORTS.rglob("*.j2"), *REPORTS.rglob("*.py")]
    for source in sources:
        text = source.read_text(encoding="utf-8")
        yield from re.findall(
            r"""(?:\bt|words|t\.plain|words\.plain|t\.texts|words\.texts)[(\[]\s*["']([\w.]+)["']""", text
        )
        yield from re.findall(r"""["']([a-z_]+\.[a-z_]+)["'] (?:if|else)""", text)
        yield from re.findall(r"""else ["']([a-z_]+\.[a-z_]+)["']""", text)


def test_every_text_asked_for_is_there_and_every_text_is_asked_for():
    known = set(ENGLISH.texts) | {key.removesuffix(".one") for key in ENGLISH.texts if key.endswith(".one")}
    asked = {key for key in used_keys() if not key.endswith(".") and "." in key}
    assert asked - known == set()
    unused = {re.sub(r"\.(one|other)$", "", key) for key in ENGLISH.texts} - asked
    assert {key for key in unused if key.split(".")[0] not in COMPOSED} == set()


def test_templates_hold_no_text_of_their_own():
    found = []
    for template in REPORTS.rglob("*.html.j2"):
        text = re.sub(r"\{[%#{].*?[%#}]\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += re.findall(r"[A-Za-z]{3,}", " ".join(re.findall(r">([^<>]*)<", text)))
    assert found == []


def test_numbers_choose_their_form_and_large_ones_are_grouped():
    assert ENGLISH("page.new_norms", n=1) == "1 new norm"
    assert ENGLISH("page.new_norms", n=0) == "0 new norms"
    assert ENGLISH("page.new_norms", n=12345) == "12\u202f345 new norms"
    assert SPANISH.plain("page.near_misses", n=1) == "1 norma perdida por poco"


def test_what_is_filled_in_is_escaped():
    assert ENGLISH("rule.waived", article="<b>") == "waived by &lt;b&gt;"
    assert ENGLISH.plain("rule.waived", article="<b>") == "waived by <b>"


@pytest.mark.parametrize(
    ("sentence", "spanish"),
    [
        ("performance of at least 2601", "performance de al menos 2601"),
        ("at most 8 of 12 opponents from the own federation", "a lo sumo 8 de 12 rivales de la propia federación"),
        ("left out: won game", "sin contar: partida ganada"),
        (
            "Half a point more (5 instead of 4.5) or an average of the opponents higher by 34 (2451 instead of 2417)"
            " would have made the IM norm.",
            "Con medio punto más (5 en vez de 4.5) o un promedio de los rivales más alto en 34 (2451 en vez de 2417)"
            " se habría logrado la norma de IM.",
        ),
        (
            "1 more GM and either half a point more (7 instead of 6.5) or an average of the opponents higher by 23 "
            "(2435 instead of 2412) would have made the GM norm.",
            "Con 1 GM más, y medio punto más (7 en vez de 6.5) o un promedio de los rivales más alto en 23 "
            "(2435 en vez de 2412) se habría logrado la norma de GM.",
        ),
        (
            "3 more of IM/GM and 5 more titled opponents (0 of 5) would have made the IM norm, with what follows round 13 left "
            "out (1.4.1e) and the won games of rounds 3, 4 and 7 left out (1.4.1f).",
            "Con 3 más de IM/GM y 5 rivales más con título (0 de 5) se habría logrado la norma de IM, sin contar lo que sigue "
            "a la ronda 13 (1.4.1e) y sin contar las partidas ganadas de las rondas 3, 4 y 7 (1.4.1f).",
        ),
        (
            "No encoded edition of the title regulations is in force on 2010-02-06; encoded are Title regulations of 1 July 2005 "
            "(2005-07-01 to 2009-06-30), Title regulations of 1 January 2024 (2024-01-01 to today).",
            "Ninguna edición incorporada del reglamento de títulos está en vigor el 2010-02-06; están incorporadas: Reglamento de "
            "títulos del 1 de julio de 2005 (del 2005-07-01 al 2009-06-30), Reglamento de títulos del 1 de enero de 2024 "
            "(del 2024-01-01 hasta hoy).",
        ),
        (
            "No. 12 Gómez, Ana: rating 2100 in the report, 2150 in the list of 2005-07.",
            "N.º 12 Gómez, Ana: Elo 2100 en el informe, 2150 en la lista de 2005-07.",
        ),
        (
            "events/a.trf, line 3, column 10: player 7 Paz, Leo: column 10 must hold m, w or f, but 'x' stands there",
            "events/a.trf, línea 3, columna 10: jugador 7 Paz, Leo: la columna 10 debe tener m, w o f, pero dice &#39;x&#39;",
        ),
        (
            "1 more GM and 1 more IM or 2 more GM would have made the IM norm.",
            "Con 1 GM más y 1 IM más o 2 GM más se habría logrado la norma de IM.",
        ),
        (
            "rating 2500 (1.5), highest in the lists held: 2485",
            "Elo 2500 (1.5), el más alto en las listas que hay: 2485",
        ),
    ],
)
def test_sentences_of_the_tables_are_said_in_spanish(sentence, spanish):
    assert SPANISH.said(sentence) == spanish


def test_a_sentence_without_a_phrase_is_marked_as_english_and_codes_are_left_alone():
    assert SPANISH.said("Something <new> happened.") == '<span lang="en">Something &lt;new&gt; happened.</span>'
    assert SPANISH.said("1 FM, 3 GM") == "1 FM, 3 GM"
    assert ENGLISH.said("a < b") == "a &lt; b"


def test_a_list_of_hundreds_of_parts_stays_as_it_is_and_stops_nothing():
    spanish = words_in("es")
    assert spanish.said("1 FM or 2 IM") == "1 FM o 2 IM"
    assert "<span" in spanish.said(" or ".join(f"{n} FM" for n in range(1, 3000)))
