"""Slides by the command line: one page or picture for each bookmark or update."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pytest
from PIL import Image

from linlab.app.export import slides
from linlab.commands.cli import main
from linlab.engine.data.datasets import make_points
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

SMALL = ["--size", "240x180", "--dpi", "96"]


@pytest.fixture(autouse=True)
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.chdir(tmp_path)
    made = Document(make_points("moons", n=30), (Learner.of("perceptron"),), seed=3)
    made.save("plain.linlab")
    marks = (Bookmark(2, "early"), Bookmark(9, "later"), Bookmark(25, "late"))
    replace(made, bookmarks=marks).save("marked.linlab")
    return made


def pages(path: str) -> int:
    return len(pypdf.PdfReader(path).pages)


def test_that_a_pdf_has_a_page_for_each_bookmark_in_the_range() -> None:
    assert main(["render", "marked.linlab", "all.pdf", "--each", "bookmark", *SMALL]) == 0
    assert pages("all.pdf") == 3
    main(["render", "marked.linlab", "some.pdf", "--each", "bookmark", "--from", "3", "--to", "9"])
    assert pages("some.pdf") == 1


def test_that_a_pdf_has_a_page_for_each_step_that_changes_the_weights(document: Document) -> None:
    assert main(["render", "plain.linlab", "u.pdf", "--each", "update", "--to", "20", *SMALL]) == 0
    trace = Trace(document)
    thetas = [trace.at(t).theta.copy() for t in range(21)]
    moved = sum((thetas[t] != thetas[t - 1]).any() for t in range(1, 21))
    assert 1 < moved < 20
    assert pages("u.pdf") == moved


def test_that_pictures_are_numbered_and_keep_their_axes() -> None:
    line = ["--each", "bookmark", "--layers", "none", "--no-legend", *SMALL]
    assert main(["render", "marked.linlab", "s.png", *line]) == 0
    assert sorted(p.name for p in Path().glob("s*.png")) == [f"s-00{k}.png" for k in (1, 2, 3)]
    first, *others = (np.asarray(Image.open(f"s-00{k}.png")) for k in (1, 2, 3))
    assert all((first == other).all() for other in others)  # points and axes only: nothing moves


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["plain.linlab", "s.pdf", "--each", "bookmark"], "no bookmarks"),
        (["plain.linlab", "s.pdf", "--each", "update", "--to", "0"], "There are no updates"),
        (
            ["marked.linlab", "s.pdf", "--each", "bookmark", "--from", "26"],
            "There are no bookmarks",
        ),
        (["plain.linlab", "s.pdf", "--each", "update", "--from", "9", "--to", "3"], "from step 9"),
        (["plain.linlab", "s.gif", "--each", "update"], "name a figure"),
        (["plain.linlab", "s.pdf", "--each", "update", "--view", "window"], "cannot show the view"),
    ],
)
def test_that_slides_that_cannot_be_are_refused_in_a_sentence(
    line: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", *line]) != 0
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said
    assert not Path("s.pdf").exists()


def test_that_too_many_slides_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slides, "MOST_SLIDES", 2)
    assert main(["render", "plain.linlab", "s.pdf", "--each", "update", "--to", "30"]) != 0
    assert "more than 2 updates" in capsys.readouterr().err
    assert not Path("s.pdf").exists()
