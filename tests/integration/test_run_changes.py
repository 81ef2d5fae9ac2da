"""mart.run_changes: what a publication says otherwise than the one before, over real runs of a small season."""

from tests.world import report, report_line

from normbook.runs.execute import Job, run
from normbook.runs.kept_lists import kept_lists
from normbook.runs.manifest import latest_manifest
from normbook.warehouse.session import open_published

# A round robin of ten: every player scores by start number, so that number 1 wins all games.
PLAYERS = 10
FEDERATIONS = ("ESP", "FRA", "GER", "ITA", "POL", "HUN", "CZE", "SUI", "AUT", "NED")


def event(rating: int, last: str = "1") -> str:
    """Number 1 beats everybody, the last game with the result that is given; all others draw."""
    lines = []
    for own in range(1, PLAYERS + 1):
        cells = []
        for step in range(PLAYERS - 1):
            other = next(one for one in range(1, PLAYERS + 1) if one != own and partner(one, step) == own)
            result = "="
            if 1 in (own, other):
                won = last if step == PLAYERS - 2 else "1"
                result = won if own == 1 else {"1": "0", "0": "1", "=": "="}[won]
            cells.append(f"{other:4} {'w' if own < other else 'b'} {result}")
        title = "g" if own in (2, 3, 4, 5, 6) else ""
        federation = FEDERATIONS[own - 1]
        lines.append(report_line(own, f"Player{own}, A", cells, rating=rating, federation=federation, title=title))
    return report(lines, kind="Round robin")


def partner(one: int, step: int) -> int:
    """Opponent in a round of the circle method, from 1."""
    n = PLAYERS - 1
    if one == PLAYERS:
        return next(
            other for other in range(1, PLAYERS) if (2 * other) % n == step % n or (2 * other - n) % n == step % n
        )
    other = (step - one) % n or n
    return PLAYERS if other == one else other


def changes(folder, **files: str | None) -> dict[tuple[object, ...], tuple[object, object]]:
    """Write or remove reports, run, and return what changed: (event, change, player, title) with what was said before and now."""
    for name, text in files.items():
        path = folder / "raw" / "events" / f"{name}.trf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text) if text else path.unlink()
    run(Job(folder / "raw", folder / "out", allow_shrink=True))
    query = "select event_id, change, start_number, title_sought, before, now from mart.run_changes"
    with open_published(folder / "out", ["mart.run_changes"]) as connection:
        return {tuple(row[:4]): (row[4], row[5]) for row in connection.execute(query).fetchall()}


def test_what_changed_since_the_last_publication(tmp_path):
    """2500 on average and 9 of 9 are norms of GM and IM (1.49); 2200 lies below 2230, the least average for an IM norm (1.49a)."""
    assert changes(tmp_path, one=event(2500), two=event(2200)) == {}
    second = changes(tmp_path, two=event(2500), three=event(2200))
    assert {key for key in second if key[2] in (None, 1)} == {
        ("three", "new_event", None, None),
        ("two", "changed_event", None, None),
        ("two", "new_norm", 1, "GM"),
        ("two", "new_norm", 1, "IM"),
    }
    before, now = second[("two", "new_norm", 1, "GM")]
    assert str(before).startswith("no norm (")
    assert str(now).startswith("norm, 9 of 9, average 2500")
    third = changes(tmp_path, two=None, one=event(2500, last="="))
    assert {key for key in third if key[0] == "two" and key[2] in (None, 1)} == {
        ("two", "gone_event", None, None),
        ("two", "lost_norm", 1, "GM"),
        ("two", "lost_norm", 1, "IM"),
    }
    before, now = third[("one", "changed_verdict", 1, "GM")]
    assert str(before).startswith("norm, 9 of 9, ")
    assert str(now).startswith("norm, 8.5 of 9, ")


def published_lists(folder):
    """Rows of core.rating_lists as published, and when each of its files was written."""
    with open_published(folder / "out", ["core.rating_lists"]) as connection:
        held = connection.execute("select list_month, fide_id, rating from core.rating_lists order by all").fetchall()
    files = (folder / "out" / "core" / "rating_lists").rglob("*.parquet")
    return held, {file.parent.name: file.stat().st_mtime_ns for file in files}


def test_lists_that_did_not_change_stay_as_they_are_published(tmp_path):
    """A run with other reports leaves core.rating_lists; where the lists are others, or a file was taken away, it is made anew."""
    lists = tmp_path / "raw" / "rating_lists"
    lists.mkdir(parents=True)
    for month, rating in (("2005-07", 2210), ("2005-08", 2230)):
        (lists / f"{month}.csv").write_text(f'ID,Name,Fed,Rating\n7,"Sosa, Ana",ARG,{rating}\n')
    changes(tmp_path, one=event(2500))
    first = published_lists(tmp_path)
    assert first[0] == [("2005-07", 7, 2210), ("2005-08", 7, 2230)]
    changes(tmp_path, one=event(2500, last="="))
    assert published_lists(tmp_path) == first
    last = latest_manifest(tmp_path / "out")
    assert len(kept_lists(tmp_path / "out", last.rating_lists, (last,))) == 2
    assert kept_lists(tmp_path / "out", "other lists", (last,)) == []
    (tmp_path / "out" / "core" / "rating_lists" / "list_month=2005-07" / "part.parquet").unlink()
    assert kept_lists(tmp_path / "out", last.rating_lists, (last,)) == []
    changes(tmp_path, two=event(2500))
    assert published_lists(tmp_path)[0] == first[0]
