"""The texts of the reports: a file and a folder per language, looked up by key; templates and figures hold none of their own."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from normbook.errors import UsageError

# The language of the sentences in the published tables.
_OF_THE_TABLES = "en"
_FOLDER = Path(__file__).parent
# A sentence without such a word is the same in all languages.
_WORD = re.compile(r"[a-z]{2,}")
# What a phrase leaves open: `{part}` is translated in turn, `<part>` stands as it is, a name or a cell. Some have a form, so
# that they take in nothing else: a column, days, names, a path with an ending, a key of a file, a table of TOML, a text in its
# quotation marks.
_FORMS = {
    "<column>": r"\w+",
    "<day>": r"\d{4}-\d\d-\d\d",
    "<end>": r"\d{4}-\d\d-\d\d",
    "<file>": r".+?\.\w+",
    "<id>": r"[^)]*",
    "<key>": r"\S+",
    "<names>": r"[^;]+?",
    "<table>": r"\[[^\]]*\]",
    "<year>": r"\d{4}",
    "<text>": r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""",
}
_BLANK = re.compile(r"\{\w+\}|<\w+>")


class Words:
    """The texts of one language. `words("norms.none")` gives a text, `words("page.new_norms", n=3)` the right plural.

    A text is HTML that we wrote ourselves; what is filled in is escaped. Sentences that the published tables hold are
    English: `said` translates those that the files have a phrase for and marks the others as English.
    """

    def __init__(self, language: str) -> None:
        """Read the files of the language; raise UsageError for a language without one."""
        if language not in languages():
            raise UsageError(f"{language}: no texts in this language. There are: {', '.join(languages())}.")
        self.language = language
        self.texts: dict[str, str] = {}
        self.phrases: dict[str, str] = {}
        for file in [_FOLDER / f"{language}.toml", *sorted((_FOLDER / language).glob("*.toml"))]:
            content = tomllib.loads(file.read_text(encoding="utf-8"))
            self.phrases |= content.pop("phrases", {})
            self.texts |= _flat(content)
        self._whole = {english.lower(): text for english, text in self.phrases.items() if not _BLANK.search(english)}
        self._by_word = _by_rarest_word([english for english in self.phrases if _BLANK.search(english)])
        self._said: dict[str, str | None] = {}

    def __call__(self, key: str, **values: object) -> Markup:
        """Return the text of a key with `values` filled in; with `n` a text may have the forms `one` and `other`."""
        if key not in self.texts and "n" in values:
            key += ".one" if values["n"] == 1 else ".other"
        values = {name: self.number(value) if type(value) is int else value for name, value in values.items()}
        return Markup(self.texts[key]).format(**values)

    def plain(self, key: str, **values: object) -> str:
        """Return a text for where there is no markup: figures, attributes, spreadsheets."""
        return (
            str(self(key, **values).striptags()) if "<" in self.texts.get(key, "<") else self(key, **values).unescape()
        )

    def word(self, group: str, code: object) -> Markup:
        """Return the text of a code of the tables, `word("system", "swiss")`; the code itself where there is none."""
        return Markup(self.texts[f"{group}.{code}"]) if f"{group}.{code}" in self.texts else escape(code)

    def number(self, value: int) -> str:
        """Write a whole number with a narrow space between thousands, from five digits on."""
        return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)

    def said(self, sentence: str) -> Markup:
        """Return a sentence of the tables in this language, or as it is, marked as English."""
        if self.language == _OF_THE_TABLES or not _WORD.search(sentence):
            return escape(sentence)
        if (translated := self.translated(sentence)) is None:
            return Markup('<span lang="en">{}</span>').format(sentence)
        return escape(_begun_like(sentence, translated))

    def named(self, name: str) -> str:
        """Return how a record is called (`No. 3 Ada Alba`, `Round 2: ...`) in this language; a name of its own as it is."""
        return _begun_like(name, self.translated(name) or name)

    def translated(self, sentence: str) -> str | None:
        """Return a sentence of the tables by the phrases of the files; None where none fits, and for lists of hundreds of parts."""
        try:
            return self._remembered(sentence)
        except RecursionError:
            return None

    def _remembered(self, sentence: str) -> str | None:
        if sentence not in self._said:
            self._said[sentence] = self._by_phrase(sentence)
        return self._said[sentence]

    def _by_phrase(self, sentence: str) -> str | None:
        """By the phrase that says most of the sentence itself; only those are tried whose words all stand in it."""
        if sentence.lower() in self._whole:
            return self._whole[sentence.lower()]
        told = {"", *_words(sentence)}
        fitting = (phrase for word in told for phrase in self._by_word.get(word, ()) if told.issuperset(phrase[2]))
        for _, english, _ in sorted(fitting):
            if found := _pattern(english).fullmatch(sentence):
                parts = {name: self._part(name, part) for name, part in found.groupdict().items()}
                if None not in parts.values():
                    return _filled(self.phrases[english], parts)
        return None

    def _part(self, name: str, part: str) -> str | None:
        """A name, a number, a code is the same in all languages; words must have a phrase of their own."""
        return part if name.startswith("as_it_is_") or not _WORD.search(part) else self._remembered(part)


@cache
def words_in(language: str) -> Words:
    """Return the texts of a language, read once."""
    return Words(language)


def languages() -> list[str]:
    """Return the languages that have a file of texts."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def _flat(content: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in content.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return flat


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


def _by_rarest_word(phrases: Sequence[str]) -> dict[str, list[tuple[int, str, set[str]]]]:
    """Phrases by the word of theirs that fewest phrases have, numbered in the order in which they are tried.

    The longer its own text, the earlier; at last those that begin with a name, which might take in another sentence.
    """

    def order(english: str) -> tuple[bool, int]:
        return english.startswith("<") and not english.startswith(tuple(_FORMS)), -len(_BLANK.sub("", english))

    told = {english: set(_words(_BLANK.sub(" ", english))) for english in phrases}
    common = Counter(word for words in told.values() for word in words)
    by_word: dict[str, list[tuple[int, str, set[str]]]] = {}
    for place, english in enumerate(sorted(phrases, key=order)):
        rarest = min(sorted(told[english]), key=lambda word: common[word], default="")
        by_word.setdefault(rarest, []).append((place, english, told[english]))
    return by_word


def _filled(text: str, parts: Mapping[str, str | None]) -> str:
    return _BLANK.sub(lambda blank: str(parts[_group(blank[0])]), text)


def _begun_like(sentence: str, translated: str) -> str:
    """Begin with a capital where the sentence does; phrases begin with small letters where they may stand inside others."""
    return translated[:1].upper() + translated[1:] if sentence[:1].isupper() else translated


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """What fits a phrase: between its own words anything, as little as possible."""
    pattern, end = "", 0
    for blank in _BLANK.finditer(english):
        form = _FORMS.get(blank[0], ".+?")
        pattern += re.escape(english[end : blank.start()]) + f"(?P<{_group(blank[0])}>{form})"
        end = blank.end()
    return re.compile(pattern + re.escape(english[end:]), re.DOTALL | re.IGNORECASE)


def _group(blank: str) -> str:
    return ("as_it_is_" if blank[0] == "<" else "") + blank[1:-1]


ENGLISH = words_in(_OF_THE_TABLES)
