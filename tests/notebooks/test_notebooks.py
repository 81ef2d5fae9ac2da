"""Every notebook runs from its first cell to its last on a small publication."""

from pathlib import Path

import pytest
from tests.fixtures.published_season import write_publication

jupytext = pytest.importorskip("jupytext", reason="jupytext is in the dependency group notebooks")
nbclient = pytest.importorskip("nbclient", reason="nbclient is in the dependency group notebooks")
nbformat = pytest.importorskip("nbformat", reason="nbformat comes with nbclient")

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


def test_a_database_is_written_from_a_notebook_too(checkout, tmp_path, monkeypatch):
    """Without ipywidgets DuckDB refuses orders about progress bars there; a run ends with this step."""
    monkeypatch.setenv("PYTHONPATH", str(checkout / "pipelines"))
    out = write_publication(tmp_path)
    (out / "warehouse.duckdb").unlink(missing_ok=True)
    code = f"import pathlib, normbook.warehouse.parquet as p\np.write_warehouse(pathlib.Path({str(out)!r}))"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=60).execute()
    assert (out / "warehouse.duckdb").is_file()
