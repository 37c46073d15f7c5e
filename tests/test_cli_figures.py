"""Figures, films and tables by the command line: what train --plot and render write, and how they refuse."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest
from PIL import Image

import linlab
from linlab.cli import main
from linlab.engine.csvfile import read_csv, write_csv
from linlab.engine.datasets import make_points
from linlab.engine.document import Change, Document
from linlab.engine.learner import Learner

QUICK = ["--size", "240x180", "--seconds", "0.4", "--fps", "5"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to write into, with a document of two models."""
    monkeypatch.chdir(tmp_path)
    learners = Learner.of("perceptron"), Learner.of("svm", space="rbf")
    Document(make_points("moons", n=40), learners, seed=3, shares=(60.0, 20.0, 20.0)).save("lesson.linlab")
    write_csv(make_points("moons", n=40), tmp_path / "moons.csv")
    return tmp_path


def words_of(path: str) -> str:
    return " ".join(pypdf.PdfReader(path).pages[0].extract_text().split())


def test_that_train_draws_the_trained_model_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    plots = [part for name in ("a.png", "a.svg", "a.pdf", "a.tex") for part in ("--plot", name)]
    line = ["train", "moons", "--points", "40", "--model", "svm", "--set", "space=rbf", "--updates", "90", *plots, "--film",
            "a.gif", *QUICK, "--dpi", "192", "--title", "Moons & more", "--caption", "--json"]  # fmt: skip
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out)["updates"] == 90
    with Image.open("a.png") as still, Image.open("a.gif") as film:
        assert still.size == film.size == (480, 360)
        assert getattr(film, "n_frames", 1) == 2
    root = ElementTree.parse("a.svg").getroot()
    assert root.get("width") == "240px"
    assert "Moons & more" in words_of("a.pdf") and "Update 90 ·" in words_of("a.pdf")
    assert r"Moons \& more" in Path("a.tex").read_text("ascii")
    assert not [name for name in os.listdir() if name.startswith(".")]


def test_that_without_a_display_everything_is_drawn(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    job = subprocess.run([sys.executable, "-m", "linlab", "render", "lesson.linlab", "a.png", "a.pdf", "a.gif", "a.mp4", *QUICK,
                          "--at", "20"], env={**clean, "PYTHONPATH": str(Path(linlab.__file__).parents[1])},
                         capture_output=True, text=True, check=False)  # fmt: skip
    assert (job.returncode, job.stderr) == (0, "")
    assert job.stdout.splitlines() == ["a.png: figure after update 20", "a.pdf: figure after update 20",
                                       "a.gif: film from update 0 to 20", "a.mp4: film from update 0 to 20"]  # fmt: skip
    assert all((tmp_path / f"a.{key}").stat().st_size > 1000 for key in ("png", "pdf", "gif", "mp4"))


def test_that_render_writes_what_the_suffix_says_of_the_update_that_is_asked_for() -> None:
    assert main(["render", "lesson.linlab", "a.json", "a.csv", "a.npz", "a.py", "--at", "37"]) == 0
    document = Document.load("lesson.linlab")
    run = linlab.train("perceptron", document.points, seed=3, split=(60, 20, 20), epochs=2).at(37)
    assert json.loads(Path("a.json").read_text())["t"] == 37
    with np.load("a.npz") as arrays:
        assert arrays["t"] == 37
        assert np.array_equal(arrays["weights"], run.weights)
    assert np.array_equal(linlab.load_weights("a.json").predict(document.points.x), run.predict(document.points.x))


def test_that_another_model_of_the_document_or_any_model_can_be_chosen() -> None:
    assert main(["render", "lesson.linlab", "second.json", "--which", "2", "--at", "5"]) == 0
    assert main(["render", "lesson.linlab", "other.json", "--model", "logistic", "--set", "lam=0.5", "--at", "5"]) == 0
    assert main(["render", "moons.csv", "table.json", "--model", "mira", "--seed", "4", "--at", "5"]) == 0
    assert main(["render", "blobs", "set.json", "--model", "mira", "--points", "30", "--data", "classes=3", "--at", "5"]) == 0
    held = {name: json.loads(Path(f"{name}.json").read_text()) for name in ("second", "other", "table", "set")}
    assert (held["second"]["model"], held["other"]["model"], held["table"]["model"]) == ("svm", "logistic", "mira")
    assert len(held["set"]["classes"]) == 3


def test_that_as_says_what_an_ambiguous_file_holds() -> None:
    assert main(["render", "lesson.linlab", "points.csv", "--as", "data", "--at", "9"]) == 0
    assert read_csv("points.csv") == Document.load("lesson.linlab").points
    assert main(["render", "lesson.linlab", "steps.csv", "steps.tex", "look.svg", "--as", "table", "--at", "9"]) == 0
    rows = list(csv.DictReader(Path("steps.csv").read_text().splitlines()))
    assert [row["t"] for row in rows] == [str(t) for t in range(1, 10)]
    assert "tabular" in Path("steps.tex").read_text() and "tikzpicture" not in Path("steps.tex").read_text()
    assert ElementTree.parse("look.svg").getroot().tag.endswith("svg")
    assert main(["render", "lesson.linlab", "figure.tex", "weights.csv", "--at", "9"]) == 0
    assert "tikzpicture" in Path("figure.tex").read_text()
    assert "weight" in Path("weights.csv").read_text().splitlines()[0]
    assert main(["render", "lesson.linlab", "scikit.py", "--as", "sklearn", "--at", "9"]) == 0
    assert "sklearn" in Path("scikit.py").read_text()


def test_that_by_default_the_run_goes_as_far_as_train_goes(capsys: pytest.CaptureFixture[str]) -> None:
    document = Document.load("lesson.linlab")
    n = int((document.parts_of(document.points) == 0).sum())
    assert main(["render", "lesson.linlab", "a.json"]) == 0
    assert capsys.readouterr().out == f"a.json: weights after update {50 * n}\n"
    assert main(["render", "lesson.linlab", "a.json", "--epochs", "2"]) == 0
    assert capsys.readouterr().out == f"a.json: weights after update {2 * n}\n"
    document.after(Change(5000, pick=1)).save("late.linlab")
    assert main(["render", "late.linlab", "a.json"]) == 0
    assert capsys.readouterr().out == "a.json: weights after update 5000\n"
    assert main(["render", "moons.csv", "a.svg", "--model", "naive-bayes", "--at", "99"]) == 0
    told = capsys.readouterr()
    assert told.out == "a.svg: figure after update 40\n"
    assert told.err == "linlab: The run ends after update 40: every example has been counted.\n"


def test_that_a_film_goes_from_one_update_to_another(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["render", "lesson.linlab", "--from", "3", "--to", "7", "--view", "both", "--size", "300x200", "--seconds", "2"]
    assert main([*line[:2], "a.gif", *line[2:]]) == 0
    assert capsys.readouterr().out == "a.gif: film from update 3 to 7\n"
    with Image.open("a.gif") as image:
        assert image.size == (300, 200)
        assert 1 < getattr(image, "n_frames", 1) <= 5


def test_that_the_look_is_what_the_options_say() -> None:
    plain = ["render", "lesson.linlab", "--which", "2", "--at", "60"]
    assert main([*plain, "a.svg", "--layers", "boundary", "--no-legend", "--no-axes", "--palette", "dark", "--font", "20"]) == 0
    root = ElementTree.parse("a.svg").getroot()
    ids = {each.get("id") for each in root.iter()}
    assert "boundary" in ids and not {"margins", "supports", "wrong", "regions"} & ids
    assert "".join(root.itertext()).strip() == "linlab"  # no word but the title of the file
    assert "#1E242C" in Path("a.svg").read_text()
    assert main([*plain, "b.pdf", "--view", "curves", "--curves", "error", "--title", "Errors"]) == 0
    assert "Errors" in words_of("b.pdf") and "errors in percent" in words_of("b.pdf")
    assert main([*plain, "c.svg", "--layers", "optimum"]) == 0
    ids = {each.get("id") for each in ElementTree.parse("c.svg").getroot().iter()}
    assert "optimum" in ids and "boundary" not in ids
    assert main([*plain, "d.svg", "--layers", "none"]) == 0
    assert "boundary" not in Path("d.svg").read_text()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("train moons --model svm --plot a.bmp", "must end in .png, .pdf, .svg or .tex"),
        ("train moons --model svm --film a.png", "must end in .gif or .mp4"),
        ("train moons --model svm --plot nowhere/a.png", "no folder"),
        ("train moons --model svm --plot a.tex --trace a.tex", "the same one"),
        ("train moons --model svm --plot a.png --size 12", "640x480"),
        ("train moons --model svm --plot a.png --size 99999x100", "from 80 to 4000"),
        ("train moons --model svm --plot a.png --size nanx100", "from 80 to 4000"),
        ("train moons --model svm --plot a.png --size 4000x4000 --dpi 600", "too large"),
        ("train moons --model svm --plot a.png --layers boundry", "the layers are regions, "),
        ("train moons --model svm --plot a.png --palette pink", "pink"),
        ("train moons --model svm --plot a.png --layers none --font 0", "from 5 to 60"),
        ("train moons --model svm --film a.gif --fps 100", "from 1 to 50"),
        ("train moons --model svm --film a.gif --seconds inf", "from 0.1 to 600"),
        ("render", "FILE, OUT"),
        ("render lesson.linlab", "OUT"),
        ("render nothing a.png --model svm", "neither a file nor a data set"),
        ("render nothing.linlab a.png", "neither a file nor a data set"),
        ("render moons a.png", "--model"),
        ("render moons.csv a.png", "--model"),
        ("render lesson.linlab a.png --set lam=1", "--set needs --model"),
        ("render lesson.linlab a.doc", "must end in one of .png, .svg"),
        ("render lesson.linlab a.png --as data", "files that end in .csv"),
        ("render lesson.linlab a.png --which 3", "There is no model 3: lesson.linlab has 2"),
        ("render lesson.linlab a.png --which 0", "There is no model 0"),
        ("render lesson.linlab a.png a.png", "the same one"),
        ("render lesson.linlab a.png --at x", "whole number"),
        ("render lesson.linlab a.png --at 5 --epochs 5", "not allowed"),
        ("render lesson.linlab a.png --points 5", "is a file"),
        ("render lesson.linlab a.gif --from 9 --to 4", "from update 9 to update 4"),
        ("render lesson.linlab a.svg --split 1,2,3", "sum to 100"),
        ("render moons.csv a.svg --model svm --set penalty=l1 --set space=rbf --layers optimum", "penalty"),
    ],
)
def test_that_a_mistake_is_one_line_and_exit_code_2(
    line: str, told: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(os.listdir(place))
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"linlab: [^\n]+\n", captured.err)
    assert told.lower() in captured.err.lower()
    assert sorted(os.listdir(place)) == before


def test_that_help_is_grouped_and_says_how_far_a_document_is_trained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: linlab render FILE OUT [OUT …] [options]")
    assert "how pictures look:" in text
    assert "A document does not say how far the run was" in text
    assert main(["train", "--help"]) == 0
    text = capsys.readouterr().out
    assert "--plot FILE" in text and "pictures of the run:" in text
