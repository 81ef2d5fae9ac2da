"""Every notebook runs from its first cell to its last on a small publication."""

from pathlib import Path

import pytest
from tests.fixtures.published_season import write_publication

jupytext = pytest.importorskip("jupytext", reason="jupytext is in the dependency group notebooks")
nbclient = pytest.importorskip("nbclient", reason="nbclient is in the dependency group notebooks")

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.py"))


# What each must tell of the publication.
TOLD = {
    "near_norms": "Farkas, Ilona",  # half a point short of an IM norm
    "edition_comparison": "Farkas, Ilona",
    "data_quality": "events/broken.trf",
    "rating_history": "2005-07",
    "grand_prix_race": "place_in_the_series",
}


def test_every_notebook_is_looked_at():
    assert {notebook.stem for notebook in NOTEBOOKS} == set(TOLD)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, checkout, tmp_path, monkeypatch):
    monkeypatch.setenv("NORMBOOK_OUT", str(write_publication(tmp_path)))
    monkeypatch.setenv("PYTHONPATH", str(checkout / "pipelines"))
    notebook = jupytext.read(path)
    assert notebook.metadata.kernelspec["name"] == "python3"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    told = "".join(
        output.get("text", "") + str(output.get("data", {}))
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    )
    assert TOLD[path.stem] in told
