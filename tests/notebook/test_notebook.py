"""The notebook of the documentation runs in a real kernel and shows what it promises."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

PATH = Path(__file__).parents[2] / "docs" / "linlab.ipynb"


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What each cell of code shows, by the types of it."""
    book = nbformat.read(PATH, as_version=4)
    folder = str(tmp_path_factory.mktemp("notebook"))
    NotebookClient(book, timeout=120, resources={"metadata": {"path": folder}}).execute()
    return [
        [each.get("data", {}) or {"text": each.get("text", "")} for each in cell.outputs]
        for cell in book.cells
        if cell.cell_type == "code"
    ]


def test_that_the_stored_notebook_is_small_and_has_no_outputs():
    book = nbformat.read(PATH, as_version=4)
    nbformat.validate(book)
    assert PATH.stat().st_size < 10_000
    assert not any(cell.outputs for cell in book.cells if cell.cell_type == "code")


def test_that_a_kernel_shows_tables_the_player_a_figure_and_frames(outputs):
    points, run, step, frame, plot, compared, scores = outputs
    assert "<table>" in points[-1]["text/html"]
    assert "<iframe" in run[-1]["text/html"]
    assert run[-1]["text/plain"].startswith("SVM after step 1 200 on 60 examples")
    assert "Step 1201" in step[-1]["text/html"] and step[0]["text"]
    assert "1200" in frame[-1]["text/html"]
    assert "image/png" in plot[-1]
    assert "svm" in compared[-1]["text/html"]
    assert scores[-1]["text/plain"].startswith("array")
