"""Every sentence that the program writes into its tables has a Spanish phrase, and every phrase a sentence."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from tests.unit.sql_sentences import FILLED, sentences

import normbook
from normbook.expectations.suites import SUITES
from normbook.reports.messages import ENGLISH, words_in
from normbook.sources.rating_list_layouts import NUMBER_FIELDS
from normbook.sources.trf_recognition import NAMES
from normbook.warehouse.sql_files import sql_files

PACKAGE = Path(normbook.__file__).parent
SPANISH = words_in("es")
FINDINGS = {file.name: file for file in sql_files("findings")}
BLANK = re.compile(r"\{\w+\}|<\w+>")
# English words that no Spanish sentence has, and no example in it.
LEFT_ENGLISH = re.compile(r"\b(?:the|is|are|was|with|which|until|of)\b")


def unsaid(told):
    """Those sentences that no phrase translates to the last word."""
    said = {sentence: SPANISH.said(sentence) for sentence in told if sentence != FILLED}
    return sorted(sentence for sentence, spanish in said.items() if "<span" in spanish or LEFT_ENGLISH.search(spanish))


@pytest.mark.parametrize("name", FINDINGS)
def test_every_branch_of_a_finding_is_said_in_spanish(name):
    assert unsaid(sentences(FINDINGS[name], "finding", "action")) == []


def test_branches_are_told_apart_from_what_is_filled_in():
    told = sentences(FINDINGS["findings.games"], "finding")
    assert f"No. {FILLED} (no name) has {FILLED} points in the report and {FILLED} by his cells." in told
    assert sentences(FINDINGS["findings.rating_lists"], "subject") == {f"{FILLED} list {FILLED}"}


def test_every_expectation_and_its_reason_is_said_in_spanish():
    expectations = [each for suite in SUITES.values() for each in suite.expectations]
    about = {file.header["about"] for file in sql_files("checks")}
    assert len(about) > 40
    assert unsaid({each.words for each in expectations} | {each.reason for each in expectations} | about) == []


def conditions():
    for edition in (PACKAGE / "regulations" / "b01").glob("*.yaml"):
        yield from re.findall(r"asks: '?([^,}']+)", edition.read_text(encoding="utf-8"))


def test_every_condition_on_an_event_is_said_in_spanish():
    told = set(conditions())
    assert "rated by FIDE" in told
    assert unsaid({f"{asked}: 30" if asked.startswith(("so many", "registered")) else asked for asked in told}) == []


# What no table of the publication holds: the programs that plan, write and export.
TOOLS = {"crosstable_export.py", "entry_list.py", "reading.py", "trf_writing.py"}


def strings(file):
    """Every text of a Python file that is no docstring, with an example for what is formatted later."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield re.sub(r"\{\w+(?:!r)?\}", lambda blank: f"'{FILLED}'" if "!r" in blank[0] else FILLED, node.value)


def literals():
    """Every text in the sources of the sentences: SQL, Python, YAML, layouts."""
    folder = sql_files("findings")[0].path.parents[1]
    for file in folder.rglob("*.sql"):
        text = file.read_text(encoding="utf-8")
        yield from re.findall(r"'((?:[^'\n]|'')*)'", text)
        yield " ".join(re.findall(r"^--(?: about:)? *(.*)$", text, re.MULTILINE))
    for part in ("expectations", "regulations", "runs", "sources", "stages"):
        for file in (PACKAGE / part).rglob("*.py"):
            yield from strings(file)
    for file in [
        *(PACKAGE / "regulations").rglob("*.yaml"),
        *(PACKAGE / "sources").rglob("*.csv"),
        *PACKAGE.glob("reports/*.csv"),
    ]:
        yield from file.read_text(encoding="utf-8").splitlines()


def plain(text):
    return " ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.replace("''", "'").lower()))


def is_said(piece, text, whole):
    """Whether words can be put together of what others say: of two or more words in a row, or of texts as a whole."""
    words = piece.split()

    @cache
    def is_made(start):
        ends = range(start + 1, len(words) + 1)
        return start == len(words) or any(
            is_made(end)
            for end in ends
            if (said := " ".join(words[start:end])) in whole
            or (f" {said} " in text and (end > start + 1 or len(words) == 1))
        )

    return is_made(0)


def test_no_phrase_has_outlived_its_sentence():
    told = [plain(text) for text in literals()]
    text, whole = " | ".join(["", *told, ""]), set(told)
    dead = [
        english
        for english in SPANISH.phrases
        if not all(is_said(plain(piece), text, whole) for piece in BLANK.split(english))
    ]
    assert dead == []
    assert is_said("a tab stands in the line", text, whole)
    assert not is_said("the move was sealed", text, whole)


# SQL and regular expressions; a half of a plural; what only a programmer can meet; what SQL fills in with its reason.
NO_SENTENCE = re.compile(
    r"_|\b(?:null|case|else|create|order by|from (?:ref|staging))\b|[\\|(]\?|\|\w|\w\(|\\b"
    r"|^s and reads| must hold a whole number, not |^by the XML itself$|says a woman$"
)


def test_every_text_of_the_readers_is_in_a_phrase():
    """The other way round: what a reader has to say and no test makes it say is translated too."""
    pieces = [plain(piece) for english in SPANISH.phrases for piece in BLANK.split(english)]
    text, whole = " | ".join(["", *pieces, ""]), set(pieces)
    told = {
        told
        for part in ("sources", "stages")
        for file in (PACKAGE / part).rglob("*.py")
        if file.name not in TOOLS
        for told in strings(file)
        if len(re.findall(r"(?<![\w.])[a-z]{2,}(?![\w.])", told)) > 2 and not NO_SENTENCE.search(told)
    }
    assert len(told) > 250
    assert sorted(one for one in told if SPANISH.translated(one) is None and not is_said(plain(one), text, whole)) == []


def test_phrases_keep_what_stays_open():
    assert [e for e, s in SPANISH.phrases.items() if sorted(BLANK.findall(e)) != sorted(BLANK.findall(s))] == []


def codes_of_sources():
    """Codes that the readers and stages name where they find or refuse something."""
    for part in ("runs", "sources", "stages"):
        for file in (PACKAGE / part).rglob("*.py"):
            for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call):
                    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                    told = [one.value for one in call.keywords if one.arg in ("code", "finding_code", "reason_code")]
                    told += call.args[:3] if name in ("_finding", "find", "Mistake", "refused", "reject") else []
                    for value in told:
                        if isinstance(value, ast.Constant) and re.fullmatch(r"[a-z]+(_[a-z]+)*", str(value.value)):
                            yield value.value

    yield from (*NUMBER_FIELDS, *(f"not_a_report_{kind}" for kind in NAMES))


def codes_of_findings():
    for file in FINDINGS.values():
        yield from sentences(file, "finding_code")


def test_every_code_has_a_heading_in_every_language():
    """What the tests plant is asked for its heading as well (tests/conftest.py), which finds the codes put together of parts."""
    codes = {code for code in (*codes_of_sources(), *codes_of_findings()) if FILLED not in code}
    assert {"circuit_too_old", "list_differs", "unreadable"} <= codes
    for words in (ENGLISH, SPANISH):
        assert sorted(code for code in codes if f"code.{code}" not in words.texts) == []


def test_no_heading_has_outlived_its_code():
    told = {*literals(), *NUMBER_FIELDS}
    parts = ("blitz_", "blitz_promotion_", "correction_", "no_verdict_", "not_a_report_")
    codes = [key.removeprefix("code.") for key in ENGLISH.texts if key.startswith("code.")]
    assert len(codes) > 150
    assert [
        code
        for code in codes
        if not told.intersection({code, code.removesuffix("_odd"), *(code.removeprefix(part) for part in parts)})
    ] == []
