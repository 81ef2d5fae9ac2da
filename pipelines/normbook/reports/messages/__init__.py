"""The texts of the reports: one file per language, looked up by key; templates and figures hold none of their own."""

from __future__ import annotations

import re
import tomllib
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
_PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")


class Words:
    """The texts of one language. `words("norms.none")` gives a text, `words("page.new_norms", n=3)` the right plural.

    A text is HTML that we wrote ourselves; what is filled in is escaped. Sentences that the published tables hold are
    English: `said` translates those that the file has a phrase for and marks the others as English.
    """

    def __init__(self, language: str) -> None:
        """Read the file of the language; raise UsageError for a language without one."""
        if language not in languages():
            raise UsageError(f"{language}: no texts in this language. There are: {', '.join(languages())}.")
        content = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        phrases = content.pop("phrases", {})
        self.language = language
        self.texts = dict(_flat(content))
        self._phrases: list[tuple[re.Pattern[str], str]] = [
            (_pattern(english), text) for english, text in phrases.items()
        ]
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
        translated = self.translated(sentence)
        return Markup('<span lang="en">{}</span>').format(sentence) if translated is None else escape(translated)

    def translated(self, sentence: str) -> str | None:
        """Return a sentence of the tables by the phrases of the file; None where no phrase fits."""
        if sentence not in self._said:
            self._said[sentence] = self._by_phrase(sentence)
        return self._said[sentence]

    def _by_phrase(self, sentence: str) -> str | None:
        for pattern, text in self._phrases:
            if found := pattern.fullmatch(sentence):
                parts = {name: self._part(part) for name, part in found.groupdict().items()}
                if None not in parts.values():
                    return str(text.format(**parts))
        return None

    def _part(self, part: str) -> str | None:
        """A number, a code, a title is the same in all languages; words must have a phrase of their own."""
        return self.translated(part) if _WORD.search(part) else part


@cache
def words_in(language: str) -> Words:
    """Return the texts of a language, read once."""
    return Words(language)


def languages() -> list[str]:
    """Return the languages that have a file of texts."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def _flat(content: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for key, value in content.items():
        flat += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return flat


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile(_PLACEHOLDER.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL | re.IGNORECASE)


ENGLISH = words_in(_OF_THE_TABLES)
