"""What the tests make the program say must be said in Spanish too, under a heading: whoever adds a sentence adds its phrase."""

import re

import duckdb

from normbook.reports.messages import ENGLISH, words_in
from normbook.sources.reading import Reading

SPANISH = words_in("es")
SENTENCES = {
    "mart.direct_titles": ("result",),
    "mart.grand_prix_finals": ("comes_from",),
    "mart.near_norms": ("sentence",),
    "mart.norm_game_audits": ("reason",),
    "mart.norm_rule_outcomes": ("required", "observed"),
    "mart.norm_verdicts": ("undecided_because",),
    "mart.run_changes": ("before", "now"),
    "mart.title_progress": ("unnest(missing)", "unnest(not_checked)"),
    "quality.expectation_results": ("expectation", "observed", "article"),
    "quality.findings": ("finding", "action"),
    "quality.rejected_records": ("reason",),
    "quality.source_files": ("layout", "reason"),
    "ref.editions": ("name",),
    "ref.parameters": ("if(status in ('read_elsewhere', 'recalled', 'unknown'), note, null)",),
}
# Codes that English shows as they are, or has names for in the tables.
WORDS = {
    "federation": ("ref.federations", "federation_code"),
    "kind": ("quality.source_files", "kind"),
    "rules": ("ref.rules", "rule"),
}
CODES = {"quality.findings": "finding_code", "quality.rejected_records": "reason_code"}
# What a regulation of one's own has wrong is told by its loader, in the words of who writes YAML.
LEFT_IN_ENGLISH = re.compile(r"regulation: \S+\.ya?ml")


class Told:
    """Sentences and codes that readers told since the last look."""

    def __init__(self) -> None:
        self.sentences: set[str] = set()
        self.codes: set[str] = set()

    def listen(self) -> None:
        """Hear every reader of this process from now on."""
        find, reject = Reading.find, Reading.reject

        def heard_find(reading: Reading, code: str, finding: str, action: str, **more: object) -> None:
            self.codes.add(code)
            self.sentences |= {finding, action}
            find(reading, code, finding, action, **more)

        def heard_reject(reading: Reading, code: str, reason: str, **more: object) -> None:
            self.codes.add(code)
            self.sentences.add(reason)
            reject(reading, code, reason, **more)

        Reading.find, Reading.reject = heard_find, heard_reject

    def forgotten(self) -> tuple[set[str], set[str]]:
        """Sentences and codes told, which are forgotten."""
        told = self.sentences, self.codes
        self.sentences, self.codes = set(), set()
        return told


def assert_said(sentences: set[str], codes: set[str]) -> None:
    """Fail with the sentences that stay English, and the codes without a heading."""
    found = unsaid(sentences), unheaded(codes)
    assert found == ([], []), f"no phrase in reports/messages/es: {found[0]}; no heading in codes.toml: {found[1]}"


def unsaid(sentences: set[str]) -> list[str]:
    """Return the sentences that stay English."""
    return sorted(one for one in sentences if "<span" in SPANISH.said(one) and not LEFT_IN_ENGLISH.search(one))


def unheaded(codes: set[str]) -> list[str]:
    """Return the codes that a language has no heading for."""
    return sorted(code for code in codes if any(f"code.{code}" not in words.texts for words in (ENGLISH, SPANISH)))


def assert_tables_said(connection: duckdb.DuckDBPyConnection) -> None:
    """The same of what the tables of a session say."""
    held = {f"{schema}.{name}" for schema, name in connection.execute(
        "select schema_name, table_name from duckdb_tables()"
    ).fetchall()}  # fmt: skip

    def values(table: str, column: str) -> set[str]:
        found = connection.execute(f"select distinct {column} from {table}").fetchall() if table in held else []
        return {value for (value,) in found if value is not None}

    said = {one for table, columns in SENTENCES.items() for column in columns for one in values(table, column)}
    missing = {f"{group}.{code}" for group, where in WORDS.items() for code in values(*where)} - set(SPANISH.texts)
    assert missing == set(), missing
    assert_said(said, {code for table, column in CODES.items() for code in values(table, column)})
