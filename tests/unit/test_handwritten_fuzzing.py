"""Damaged files that people write: sidecars, series, regulations, identities, corrections, signatures, clubs, entry
lists. No reader fails on them: a mistake is a sentence, and every line is accounted for.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation import examples, mutated
from tests.unit.test_series import BLITZ
from tests.unit.test_series import WHOLE as GRAND_PRIX
from tests.unit.test_sidecar import WHOLE as SIDECAR

from normbook.errors import SourceError
from normbook.regulations import series_regulation_files
from normbook.sources.clubs import read_clubs
from normbook.sources.corrections import read_corrections
from normbook.sources.entry_list import read_entry_list
from normbook.sources.identities import read_identities
from normbook.sources.series import read_series
from normbook.sources.sidecar import read_list_month, read_sidecar
from normbook.sources.signed_norm import read_signed_norm

IDENTITIES = """[[identity]]
name = "Núñez, Ana"
birth_year = 1980
fide_id = 123456
reason = "passport seen"
[[identity]]
event = "open"
start_number = 3
name = "Sosa, Ana"
not_in_list = true
reason = "no number yet"
"""
CORRECTIONS = """[[correction]]
file = "events/open.trf"
player = 3
field = "rating"
guard = 2310
value = 2301
reason = "figures turned"
[[correction]]
file = "events/open.trf"
player = 3
round = 2
field = "result"
guard = "0"
value = "="
reason = "score sheet"
[[correction]]
file = "rating_lists/jul05frl.txt"
player = 100001
field = "birth_date"
guard = "none"
value = 1990-05-17
reason = "passport"
[[correction]]
file = "events/open.trf"
player = 4
field = "points"
guard = 1.5
value = 2
reason = "sum"
"""
SIGNED = """signed_on = 2005-11-02
signed_by = "A. Arbiter"
[norm]
event_id = "open"
start_number = 3
title_sought = "IM"
fide_id = 123456
name = "Núñez, Ana"
edition = "2005-07-01"
games = 9
score = 6.5
opponents_average_rating = 2310
performance_rating = 2450
extension = 0
counted_games = 9
selection = "all"
left_out_rounds = [3]
[sources]
report_sha256 = "abc"
list_month = "2005-07"
"""
CLUBS = 'player,club\n"Núñez, Ana",Peña\n123456,Círculo\n\n'
ENTRIES = "name,federation,title,womens_title,rating,sex,birth,fide_id\n" + "".join(
    f'"Sosa{n}, Ana",ARG,FM,WIM,2210,w,1990-05-17,{100001 + n}\n' for n in range(4)
)
OWN = series_regulation_files()["ara-2005"].read_text(encoding="utf-8")


def read_own_regulation(path, name):
    """A series whose regulation is the file."""
    series = path.with_name("gp.toml")
    series.write_text(GRAND_PRIX.replace('"ara-2005"', f'"{path.name}"'), encoding="utf-8")
    return read_series(series, "series/gp.toml")


READERS = {
    "sidecar": (SIDECAR, "events/open.toml", read_sidecar),
    "series": (GRAND_PRIX, "series/gp.toml", read_series),
    "blitz series": (BLITZ, "series/blitz.toml", read_series),
    "own regulation": (OWN, "series/own.yaml", read_own_regulation),
    "identities": (IDENTITIES, "identities.toml", read_identities),
    "corrections": (CORRECTIONS, "corrections.toml", lambda path, name: applied(*read_corrections(path, name))),
    "signature": (SIGNED, "signed/open.3.IM.toml", read_signed_norm),
    "clubs": (CLUBS, "series/clubs.csv", read_clubs),
    "entry list": (ENTRIES, "entries.csv", lambda path, name: read_entry_list(path)),
}
# Values as people mistype them, which few damaged bytes come to.
VALUES = ("0", "-1", "1.5", "nan", "-inf", "99999999999999999999", "true", "2005-07-23", "2005-07-23T10:00:00Z", "10:00:00", "[]",
          "{}", "[[1]]", "''", '"\\u0000"', "0001-01-01")  # fmt: skip


def applied(reading, declared):
    """The columns of every correction are asked for, as when they are applied."""
    for one in declared:
        assert one.said.columns()
    return reading


def check(folder, kind, content):
    """The file is read or refused, each mistake with a sentence; contract and account are checked by to_tables."""
    _, name, reader = READERS[kind]
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    try:
        reading = reader(path, name)
    except SourceError as refused:
        if kind not in ("clubs", "entry list") or not (refused.reason and refused.reason_code):
            raise
        return
    tables = reading.to_tables()
    if kind == "entry list":
        return
    errors = [finding for finding in reading.findings if finding["severity"] == "error"]
    assert (reading.account.get("is_read") is False) == bool(errors)
    if not errors:
        assert tables.keys() - {"staging.source_files"} or kind == "corrections"


def with_value(content, at, value):
    """The file with another value behind one of its keys."""
    lines = content.splitlines()
    keys = [number for number, line in enumerate(lines) if " = " in line]
    number = keys[at % len(keys)]
    lines[number] = f"{lines[number].split(' = ')[0]} = {value}"
    return "\n".join(lines)


@pytest.mark.parametrize("value", ["[]", "{}", "&a [*a]", "[" * 5000, "1" * 5000, '"\\0"', "!!python/tuple [1]"])
def test_a_regulation_of_ones_own_may_say_anything(tmp_path, value):
    """Its kind is looked up before the file is checked; `[]` was once an error that nobody had foreseen."""
    check(tmp_path, "own regulation", OWN.replace("kind: circuit", f"kind: {value}").encode())


@pytest.mark.parametrize(
    "said", ["{5678 = {walue = 0}}", "{abc = 2500}", "{5678 = {value = 0, from = 7}}", "{5678 = []}"]
)
def test_a_mistake_in_a_value_by_number_is_told_with_the_line_of_its_key(tmp_path, said):
    """It lies deeper than any key of the file, which was once an error that nobody had foreseen."""
    path = tmp_path / "open.toml"
    path.write_text(f'[event]\nname = "Open"\nrating_overrides = {said}\n', encoding="utf-8")
    findings = read_sidecar(path, "events/open.toml").findings
    assert {finding["line_number"] for finding in findings} == {3}
    assert all("rating_overrides" in finding["finding"] for finding in findings)


@pytest.mark.parametrize("name", ["\\u0000", "c" * 5000])
@pytest.mark.parametrize("key", ["clubs", "regulation"])
def test_a_name_that_no_file_can_have_is_a_file_that_is_not_there(tmp_path, key, name):
    said = {"regulation": "ara-2005", "clubs": "clubs.csv", key: f"{name}.yaml"}
    head = "".join(f'{one} = "{value}"\n' for one, value in said.items())
    path = tmp_path / "series" / "gp.toml"
    path.parent.mkdir()
    path.write_text(f'[series]\n{head}[[event]]\nevent = "a"\ncategory = "Sub-10"\n', encoding="utf-8")
    (finding,) = read_series(path, "series/gp.toml").findings
    assert key in finding["finding"]


@pytest.mark.parametrize("kind", READERS)
def test_undamaged_files_have_the_properties(tmp_path, kind):
    check(tmp_path, kind, READERS[kind][0].encode())


@pytest.mark.parametrize("kind", sorted(READERS.keys() - {"own regulation"}))
@examples(40)
@given(data=st.data())
def test_damaged_files_never_fail(tmp_path_factory, kind, data):
    check(tmp_path_factory.mktemp("damaged"), kind, data.draw(mutated([READERS[kind][0].encode()], most=4)))


@examples(10)
@given(content=mutated([OWN.encode()], most=4))
def test_damaged_regulations_of_ones_own_never_fail(tmp_path_factory, content):
    check(tmp_path_factory.mktemp("damaged"), "own regulation", content)


@pytest.mark.parametrize("kind", [kind for kind, (_, name, _) in READERS.items() if name.endswith(".toml")])
@pytest.mark.parametrize("value", VALUES)
def test_a_value_of_another_kind_behind_any_key_never_fails(tmp_path, kind, value):
    content = READERS[kind][0]
    for at in range(content.count(" = ")):
        check(tmp_path, kind, with_value(content, at, value).encode())


@examples(60)
@given(content=mutated([b'list_month = "2005-07"\n'], most=3))
def test_damaged_sidecars_of_lists_never_fail(tmp_path_factory, content):
    path = Path(tmp_path_factory.mktemp("damaged")) / "jul05frl.toml"
    path.write_bytes(content)
    try:
        assert len(read_list_month(path)) == len("2005-07")
    except SourceError as refused:
        if not refused.reason:
            raise
