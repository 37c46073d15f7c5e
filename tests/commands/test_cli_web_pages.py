"""Web pages by the command line: linlab render … out.html, and pages as documents."""

import json
import re
from pathlib import Path

import pytest

import linlab
from linlab.commands.cli import main
from linlab.engine.document.document import Document
from linlab.engine.document.loading import load
from linlab.engine.document.look import Look
from linlab.engine.learner.learner import Learner
from tests.engine.export.page_book import data_of


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def page(*arguments: str) -> dict:
    """The data of the page that the command writes."""
    assert main(["render", *arguments]) == 0
    path = next(each for each in arguments if each.endswith(".html"))
    return data_of(Path(path).read_text(encoding="utf-8"))


def titles(data: dict) -> list[str]:
    return [view["title"] for view in data["views"]]


def test_that_render_writes_a_page_of_a_data_set_and_says_how_large_it_is(capsys):
    data = page("moons", "run.html", "--model", "svm", "--points", "20", "--at", "12")
    assert data["steps"] == list(range(13))
    assert titles(data) == ["Plane", "Curves"]
    size = Path("run.html").stat().st_size
    said = capsys.readouterr().out
    assert said == f"run.html: web page of steps 0 to 12, {size / 1000:.0f} kB\n"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("plane", ["Plane"]),
        ("losses", ["Plane", "Losses"]),
        ("both", ["Plane", "Curves"]),
        ("plane,losses,kernel", ["Plane", "Losses", "Kernel"]),
    ],
)
def test_that_the_plane_and_the_views_asked_for_are_in_the_page(asked, shown):
    data = page("blobs", "run.html", "--points", "10", "--at", "2", "--view", asked)
    assert titles(data) == shown


def test_that_from_to_and_every_choose_the_steps():
    data = page(
        "blobs", "run.html", "--model", "svm", "--points", "10",
        "--from", "4", "--to", "20", "--every", "8",
    )  # fmt: skip
    assert data["steps"] == [4, 12, 20]


def test_that_a_saved_document_is_shown_as_it_was_saved():
    points = linlab.make_points("blobs", n=12)
    look = Look(t=9, layers=("regions", "boundary"), curves="error")
    Document(points, (Learner.of("svm"),), title="Mine", look=look).save("mine.linlab")
    data = page("mine.linlab", "mine.html", "--no-legend", "--no-axes")
    assert data["steps"] == list(range(10))
    text = Path("mine.html").read_text(encoding="utf-8")
    assert "<h1>Mine</h1>" in text
    words = [item[1] for item in data["items"] if item[0] == "t"]
    assert not any("margin" in each for each in words)  # the example is not among its layers
    assert "x₁" not in words
    assert load("mine.html") == Document.load("mine.linlab")


def test_that_a_page_is_a_document_for_every_command(capsys):
    page("moons", "run.html", "--model", "svm", "--set", "lam=0.5", "--points", "20", "--at", "7")
    assert main(["render", "run.html", "w.json"]) == 0
    assert main(["train", "run.html", "--model", "perceptron", "--steps", "5"]) == 0
    assert "20" in capsys.readouterr().out
    weights = json.loads(Path("w.json").read_text(encoding="utf-8"))
    points = linlab.make_points("moons", n=20)
    own = linlab.train("svm", points, lam=0.5, steps=7)
    assert weights["weights"][0] == pytest.approx(own.weights[0].tolist())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--view plan", "There is no view “plan”"),
        ("--view plane,window", "A web page cannot show the view “window”"),
        ("--from 9 --to 3", "cannot go from step 9 to step 3"),
        ("--every 0", "give 1 or more"),
        ("--as page", "invalid choice"),
    ],
)
def test_that_what_cannot_be_is_refused_and_nothing_is_written(arguments, sentence, capsys):
    asked = ["render", "blobs", "run.html", "--points", "10", "--at", "5", *arguments.split()]
    assert main(asked) != 0
    assert re.search(re.escape(sentence), capsys.readouterr().err)
    assert not Path("run.html").exists()


def test_that_only_a_page_has_several_views(capsys):
    assert main(["render", "blobs", "a.png", "--at", "2", "--view", "plane,losses"]) != 0
    assert "only a web page (.html) has several" in capsys.readouterr().err


def test_that_a_page_without_a_document_is_refused_by_every_command(capsys):
    Path("news.html").write_text("<!doctype html><p>News", encoding="utf-8")
    for command in (["render", "news.html", "a.png"], ["train", "news.html", "--model", "svm"]):
        assert main(command) != 0
        assert "not one that linlab wrote" in capsys.readouterr().err
