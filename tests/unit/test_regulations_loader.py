"""Regulation files: what is refused, with which sentence and line, and which edition is in force on a day."""

import re
import subprocess
import sys
from datetime import date, timedelta

import pytest

from normbook.errors import RegulationError, UsageError
from normbook.regulations import (
    edition_in_force,
    edition_named,
    load_editions,
    series_regulation,
    series_regulation_files,
)
from normbook.regulations.loader import FOLDER, performance_differences, read_regulation
from normbook.regulations.schema import Edition

GOOD = (FOLDER / "b01" / "2005-07-01.yaml").read_text(encoding="utf-8")


def write(folder, text, name="edition.yaml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(old, new):
    assert GOOD.count(old) == 1, f"the file has {old!r} {GOOD.count(old)} times"
    return GOOD.replace(old, new)


def line_of(text, part):
    return next(number for number, line in enumerate(text.splitlines(), start=1) if part in line)


LEAST_GAMES = 'least_games: {value: 9, article: "1.41a", source: text, status: read}'


@pytest.mark.parametrize(
    ("old", "new", "where", "sentence"),
    [
        (LEAST_GAMES, LEAST_GAMES.replace("value", "valeu"), "valeu", "`least_games.valeu` is not a known key"),
        (LEAST_GAMES, LEAST_GAMES.replace(", status: read", ""), "least_games: {", "`least_games.status` is missing"),
        (
            LEAST_GAMES,
            LEAST_GAMES.replace('article: "1.41a", ', ""),
            "least_games: {",
            "`least_games.article` is missing",
        ),
        (LEAST_GAMES, LEAST_GAMES.replace('"1.41a"', "1.41a"), "least_games: {", "quotation marks"),
        (LEAST_GAMES, LEAST_GAMES.replace('"1.41a"', "1.41"), "least_games: {", "quotation marks"),
        (LEAST_GAMES, LEAST_GAMES.replace('"1.41a"', '"one"'), "least_games: {", "`least_games.article` is 'one'"),
        (LEAST_GAMES, LEAST_GAMES.replace("9", '"9"'), "least_games: {", "`least_games.value` is '9'"),
        (LEAST_GAMES, LEAST_GAMES.replace("9", "yes"), "least_games: {", "`least_games.value` is"),
        (LEAST_GAMES, LEAST_GAMES.replace("9", "null"), "least_games: {", "`least_games.value` is None"),
        (LEAST_GAMES, LEAST_GAMES.replace("read}", "guessed}"), "least_games: {", "'recalled' or 'unknown'"),
        (LEAST_GAMES, LEAST_GAMES.replace("text", "hearsay"), "least_games: {", "'hearsay' is not declared"),
        (LEAST_GAMES, f"{LEAST_GAMES}\n{LEAST_GAMES}", None, 'duplicate key "least_games"'),
        (LEAST_GAMES, "", None, "`least_games` is missing"),
        (LEAST_GAMES, LEAST_GAMES + "\nmost_games: {value: 20}", "most_games", "`most_games` is not a known key"),
        ("method: won_games", "method: lost_games", "lost_games", "'lost_games': input should be 'won_games'"),
        ('value: "7/20"', "value: 0.35", "0.35", "a share is a fraction"),
        ('value: "7/20"', 'value: "7/0"', "7/0", "`least_score.value` is '7/0'"),
        ('value: "7/20"', 'value: "27/20"', "27/20", "`least_score.value` is"),
        ("value: b02_10_1a_2005", "value: b02_1905", "b02_1905", "there is no table 'b02_1905'"),
        ("start_to: 2009-06-30}", "start_to: 2004-06-30}", "2004-06-30}", "the period ends on 2004-06-30"),
        ("start_to: 2005-12-31", "start_to: 2005-12-30", None, "`unrated_ratings` must cover"),
        ("{GM: 2250, IM: 2100, WGM: 2050, WIM: 1900}", "{GM: 2250}", None, "`rating_floors` must have one entry"),
        ('share: "3/5", rounding: up', 'share: "3/5", rounding: down', None, "rounded in the same direction"),
        ('share: "1/2", rounding: up', 'share: "1/2", rounding: down', None, "`titled_share` is a least number"),
        ("zonal, approved, swiss]", "zonal, friendly]", None, "`waived_shares` names 'friendly'"),
        (
            "{least: 1, titles: [GM]}, {least: 2, titles: [IM]}",
            '{least: 1, titles: [GM], share: "1/3"}, {least: 2, titles: [IM]}',
            "1/3",
            "must stand alone",
        ),
        ("name: Title regulations", "name: [Title regulations", None, "not valid YAML"),
    ],
)
def test_a_malformed_edition_is_refused_with_file_and_line(tmp_path, old, new, where, sentence):
    text = changed(old, new)
    path = write(tmp_path, text)
    with pytest.raises(RegulationError) as refusal:
        read_regulation(path, Edition)
    message = str(refusal.value)
    assert sentence in message
    assert re.match(rf"{re.escape(str(path))}:\d+: ", message)
    if where is not None:
        assert message.startswith(f"{path}:{line_of(text, where)}: ")


def test_every_mistake_is_told_at_once(tmp_path):
    text = GOOD.replace("{value: 12,", "{value: twelve,").replace(LEAST_GAMES, "")
    with pytest.raises(RegulationError) as refusal:
        read_regulation(write(tmp_path, text), Edition)
    first, second = str(refusal.value).splitlines()
    assert "`day_hours.value` is 'twelve'" in first
    assert "`least_games` is missing" in second


@pytest.mark.parametrize("text", ["", "just a sentence", "- a\n- list\n", "sources: [a, b]\n"])
def test_a_file_that_is_no_edition_is_refused(tmp_path, text):
    with pytest.raises(RegulationError, match=r"edition\.yaml:1: "):
        read_regulation(write(tmp_path, text), Edition)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "edition.yaml"
    path.write_bytes(b"name: \xff\xfe\x00")
    with pytest.raises(RegulationError, match=r"edition\.yaml: this is not valid YAML"):
        read_regulation(path, Edition)


def test_editions_may_not_overlap(tmp_path):
    write(tmp_path, GOOD, "first.yaml")
    later = GOOD.replace("2009-06-30", "null").replace("2005-07-01", "2009-06-30")
    later = later.replace("2005-12-31", "2009-12-31").replace("2006-01-01", "2010-01-01")
    path = write(tmp_path, later, "second.yaml")
    with pytest.raises(RegulationError) as refusal:
        load_editions(tmp_path)
    assert str(refusal.value).startswith(
        f"{path}: edition 2009-06-30 begins while 2005-07-01 (first.yaml) is still in force"
    )


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        ("2005-07-01", "2009-06-30", "2005-07-01"),
        ("2009-07-01", "2017-06-30", None),  # the editions of 2009, 2013 and 2014 are known in pieces only
        ("2017-07-01", "2021-12-31", "2017-07-01"),
        ("2022-01-01", "2022-12-31", "2022-01-01"),
        ("2023-01-01", "2023-12-31", "2023-01-01"),
        ("2024-01-01", "2099-12-31", "2024-01-01"),
        ("1990-01-01", "2005-06-30", None),
    ],
)
def test_the_day_an_event_starts_chooses_the_edition(first, last, name):
    """0.22 of 2005, 0.2 of the others: from the day in force to the eve of the next edition."""
    for day in (date.fromisoformat(first), date.fromisoformat(last)):
        edition = edition_in_force(day)
        assert (edition and edition.edition) == name


def test_no_day_belongs_to_two_editions():
    day = date(2005, 7, 1)
    while day < date(2025, 1, 1):
        covering = [edition.edition for edition in load_editions() if edition.in_force.value.covers(day)]
        assert len(covering) == (not date(2009, 7, 1) <= day <= date(2017, 6, 30)), day
        day += timedelta(days=1)


def test_only_editions_whose_text_was_read_are_not_provisional():
    assert [edition.edition for edition in load_editions() if edition.is_provisional] == ["2017-07-01", "2023-01-01"]


def test_an_edition_that_is_not_encoded_is_named():
    with pytest.raises(UsageError, match=r"no edition '2001-07-01'.*encoded are 2005-07-01"):
        edition_named("2001-07-01")


def test_a_table_that_is_not_there_is_named():
    with pytest.raises(RegulationError, match=r"no table 'b02_1905'.*b02_10_1a_2005"):
        performance_differences("b02_1905")


@pytest.mark.parametrize(
    ("name", "kind", "discipline", "article"),
    [("ara-2005", "circuit", "rapid", "6"), ("fmda-blitz", "blitz", "blitz", "12")],
)
def test_series_regulations_say_what_is_played(name, kind, discipline, article):
    regulation = series_regulation(series_regulation_files()[name].read_text(encoding="utf-8"), name)
    assert regulation.kind == kind
    assert (regulation.discipline.value, regulation.discipline.article) == (discipline, article)


def test_importing_the_regulations_loads_nothing_heavy():
    heavy = {"pydantic", "ruamel.yaml", "pyarrow", "pandas", "duckdb"}
    code = f"import sys, normbook.regulations; print(*{heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("path", sorted((FOLDER / "b01").glob("*.yaml")), ids=lambda path: path.stem)
def test_values_follow_the_order_of_the_articles(path):
    """The file is read beside the regulation. Every level is one character: 1.12 is in 1.1, 1.4.1a in 1.4.1."""
    keys = re.findall(r"^([a-z_]+):", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    values = dict(edition_named(path.stem).values())
    articles = [values[key].article for key in keys if key in values]
    assert len(articles) > 50
    assert articles == sorted(articles)


def test_the_file_has_the_order_of_the_schema():
    keys = re.findall(r"^([a-z_]+):", GOOD, flags=re.MULTILINE)
    assert keys == list(Edition.model_fields)


# Switches of the descriptions of 2024 and of the years between: each names a value's other reading.
READINGS = {
    "2017-07-01": "short_games last_round_forfeit fid_in_caps eight_game_caps unrated_limit drr_rule more_than_13 row_17_6",
    "2022-01-01": "short_games last_round_forfeit fid_in_caps eight_game_caps overscore_on_8plus1 bye_is_present "
    "forfeit_is_miss big_swiss_average unrated_limit drr_rule more_than_13 row_17_6",
    "2023-01-01": "short_games last_round_forfeit fid_in_caps eight_game_caps overscore_on_8plus1 bye_is_present "
    "forfeit_is_miss big_swiss_average unrated_limit drr_rule more_than_13 row_17_6 rr_full_mix scheveningen "
    "unrated_value list_156",
    "2024-01-01": "short_games last_round_forfeit fid_in_caps eight_game_caps overscore_on_8plus1 overscore_above_13 "
    "rr_full_mix_average drr_unit ko_unit bye_is_present forfeit_is_miss big_swiss_average row_17_6",
}


@pytest.mark.parametrize(("name", "switches"), READINGS.items())
def test_open_questions_are_named_at_their_values(name, switches):
    named = [reading for _, value in edition_named(name).values() for reading in value.alternatives]
    assert set(switches.split()) <= set(named)
