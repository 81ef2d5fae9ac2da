"""`normbook notebook` lists the notebooks, and puts a copy into the user's folder that it never overwrites."""

import json

from typer.testing import CliRunner

from normbook.cli import app


def normbook(*arguments):
    answer = CliRunner().invoke(app, [str(one) for one in arguments])
    return answer.exit_code, answer.stdout, answer.stderr


def test_notebooks_are_listed_with_their_headings(checkout):
    code, said, _ = normbook("notebook", "--json")
    listed = {row["notebook"]: row["about"] for row in json.loads(said)}
    assert (code, set(listed)) == (0, {path.stem for path in (checkout / "notebooks").glob("*.py")})
    assert listed["near_norms"] == "Who is near a norm, and what is missing"


def test_a_copy_stays_as_the_user_left_it(tmp_path, checkout):
    code, _, _ = normbook("notebook", "near_norms", "--to", tmp_path, "--copy")
    copy = tmp_path / "near_norms.py"
    assert (code, copy.read_text()) == (0, (checkout / "notebooks" / "near_norms.py").read_text())
    copy.write_text("mine")
    assert normbook("notebook", "near_norms", "--to", tmp_path, "--copy")[0] == 0
    assert copy.read_text() == "mine"


def test_an_unknown_notebook_and_a_missing_program_are_sentences(tmp_path, monkeypatch):
    code, _, errors = normbook("notebook", "near_norm", "--to", tmp_path)
    assert (code, "did you mean near_norms" in errors) == (2, True)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    code, _, errors = normbook("notebook", "near_norms", "--to", tmp_path)
    assert (code, "pip install 'normbook[notebooks]'" in errors) == (1, True)
