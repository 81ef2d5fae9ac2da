"""Claimed or registered norms against ours."""

import csv
import io

import pytest
from tests.fixtures.published_norm import NORM, published
from tests.regulations.one_candidate import OneCandidate

from normbook.errors import NormbookError
from normbook.runs.claims import compare_claims


def claimed(folder, text: str) -> list[dict[str, object]]:
    file = folder / "claims.csv"
    file.write_text(text, encoding="utf-8")
    return compare_claims(folder / "out", file)


def test_claims_agree_disagree_or_are_missing(tmp_path):
    # the GM norm asks for 6.5; the first opponent has one game
    published(tmp_path)
    buffer = io.StringIO()
    lines = csv.writer(buffer)
    cases = [
        (("open", "777", "GM", "9", "6.5"), "agree", [], ""),
        (("Test event", "p1 PLAYER", "im", "", ""), "agree", [], ""),
        (("open", "1", "GM", "10", "6.5"), "disagree", [], "games 9 by us"),
        (("open", "2", "GM", "", ""), "disagree", ["1.41a"], "1.41a"),
        (("open", "999", "GM", "", ""), "missing", [], "no player of ours"),
        (("elsewhere", "777", "GM", "", ""), "missing", [], "no event of ours"),
        (("open", "777", "WGM", "", ""), "missing", [], "no verdict"),
        (
            ("open", "777", "GMM", "", ""),
            "unreadable",
            [],
            "line 9: unknown title 'GMM'; norms are for GM, IM, WGM, WIM",
        ),
        (("open", "777", "FM", "", ""), "unreadable", [], "line 10: unknown title 'FM'"),
        (("open", "777", "GM", "nine", ""), "unreadable", [], "must be numbers"),
        (("open", "", "GM", "", ""), "unreadable", [], "no player"),
    ]
    lines.writerow(("event", "player", "title", "games", "score"))
    lines.writerows(case[0] for case in cases)
    answers = claimed(tmp_path, buffer.getvalue())
    assert [row["line"] for row in answers] == list(range(2, len(cases) + 2))
    for (_, outcome, articles, says), row in zip(cases, answers, strict=True):
        assert (row["outcome"], set(articles) <= set(row["articles"]), says in row["why"]) == (outcome, True, True), row
        assert bool(row["articles"]) == bool(articles)


class Named(OneCandidate):
    """The candidate has a name, and a part of it is the first opponent's whole one."""

    def files(self, event_id):
        names = {f"{'Player, P1':33}": f"{'Weiß Ørsted, Åsa Maria':33}", f"{'Player, P2':33}": f"{'Orsted, Asa':33}"}
        files = super().files(event_id)
        for old, new in names.items():
            files = {path: text.replace(old, new) for path, text in files.items()}
        return files


@pytest.mark.parametrize(
    ("player", "outcome", "why"),
    [
        ("ÅSA MARIA WEISS ORSTED", "agree", ""),
        ("Weiss, Asa", "agree", ""),
        # the whole name of one goes before a part of another's
        ("Ørsted, Åsa", "disagree", "not met"),
        ("player", "missing", "more than one player fits"),
        ("Weiss, Bo", "missing", "no player of ours"),
        ("-", "missing", "no player of ours"),
    ],
)
def test_names_are_folded_and_a_part_is_enough(player, outcome, why, tmp_path):
    published(tmp_path, Named(NORM.people, NORM.results))
    [row] = claimed(tmp_path, f"event;player;title\nopen;{player};GM\n")
    assert (row["outcome"], why in row["why"]) == (outcome, True), row


def test_claims_of_an_open_event_are_undecided(tmp_path):
    published(tmp_path, OneCandidate(NORM.people, "11111===*", fide_ids=(777,)))
    [row] = claimed(tmp_path, "event_id;fide_id;title\nopen;777;GM\n")
    assert (row["outcome"], row["why"]) == ("undecided", "event not finished")


def test_claims_without_a_column_or_a_publication(tmp_path):
    with pytest.raises(NormbookError, match="nothing is published"):
        claimed(tmp_path, "event,player,title\n")
    with pytest.raises(NormbookError, match=r"claims\.csv:1: there is no column title or title_sought"):
        claimed(tmp_path, "event,player\nopen,777\n")
