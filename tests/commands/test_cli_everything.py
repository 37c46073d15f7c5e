"""Everything that can be taken away, of every learner, by the command line; read back by something
that is not linlab."""

import csv
import json
import runpy
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest
from PIL import Image

import linlab
from linlab.commands.cli import main
from linlab.engine.ground.numerals import number
from tests.engine.plane import plane_learning

SETTINGS = {
    "svm": ["--set", "space=rbf"],
    "logistic": ["--set", "space=fourier"],
    "mira": ["--set", "space=polynomial"],
}


@pytest.mark.parametrize("model", plane_learning())
def test_that_every_file_of_every_learner_says_what_the_run_is(
    model, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    asked = ["--model", model, *SETTINGS.get(model, []), "--points", "40", "--seed", "2"]
    out = ["a.png", "a.svg", "a.pdf", "a.tex", "a.gif", "a.mp4", "a.json", "a.npz", "a.py"]
    assert (
        main(
            [
                "render",
                "blobs",
                *out,
                *asked,
                "--at",
                "60",
                "--size",
                "240x180",
                "--seconds",
                "0.3",
                "--fps",
                "5",
            ]
        )
        == 0
    )
    assert (
        main(
            [
                "render",
                "blobs",
                "t.csv",
                "t.tex",
                *asked,
                "--as",
                "table",
                "--at",
                "60",
                "--rows",
                "7",
                "--blank",
            ]
        )
        == 0
    )
    assert main(["render", "blobs", "p.csv", *asked, "--as", "data", "--at", "0"]) == 0
    capsys.readouterr()
    points = [
        (float(row["x1"]), float(row["x2"]))
        for row in csv.DictReader(Path("p.csv").read_text().splitlines())
    ]
    run = linlab.load_weights("a.json")
    assert run.learner.model == model
    answers = list(run.predict(np.array(points)))
    alone = runpy.run_path("a.py")
    assert [str(each) for each in alone["predict"](np.array(points))] == answers
    with np.load("a.npz", allow_pickle=False) as arrays:
        assert [str(each) for each in arrays["classes"]] == json.loads(Path("a.json").read_text())[
            "classes"
        ]
    for name, frames in (("a.png", 1), ("a.gif", 2)):
        with Image.open(name) as image:
            assert getattr(image, "n_frames", 1) == frames
            near = np.abs(np.asarray(image.convert("RGB"), int) - (0, 0x72, 0xB2)).sum(axis=2) < 60
            assert near.sum() > 20  # some points are blue
    text = pypdf.PdfReader("a.pdf").pages[0].extract_text()
    assert "A" in text and "B" in text
    root = ElementTree.parse("a.svg").getroot()
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) >= 15
    assert (
        "\\begin{axis}" in Path("a.tex").read_text()
        and "\\begin{tabular}" in Path("t.tex").read_text()
    )
    rows = list(csv.DictReader(Path("t.csv").read_text().splitlines()))
    given = {"t", "example", "label", "x1", "x2"}
    steps = 1 if model.startswith("exact-") else 7  # one step leads to the optimum
    assert [row["t"] for row in rows][-steps:] == [str(t) for t in range(1, steps + 1)]
    assert all(not value for row in rows[-steps:] for key, value in row.items() if key not in given)
    assert Path("a.mp4").read_bytes()[4:8] == b"ftyp"


@pytest.mark.parametrize("view", ["window", "update"])
def test_that_the_window_itself_can_be_drawn_without_a_screen(view, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    files = [f"a.{key}" for key in ("png", "pdf", "svg")]
    assert (
        main(
            [
                "render",
                "moons",
                *files,
                "--model",
                "svm",
                "--at",
                "33",
                "--view",
                view,
                "--dpi",
                "96",
            ]
        )
        == 0
    )
    assert capfd.readouterr().err == ""
    text = " ".join(pypdf.PdfReader("a.pdf").pages[0].extract_text().split())
    assert "THIS STEP" in text and "33" in text
    assert ("epoch 1" in text) == (view == "window")
    if view == "window":  # the numbers are those of the same update
        run = linlab.train("svm", linlab.make_points("moons"), updates=33)
        error = run.measures().train_error
        assert (
            f"J {number(run.objective())} · WRONG NOW {100 * error:.3g} %" in text
            and "33 steps" in text
        )
    with Image.open("a.png") as image:
        assert image.size == (1440, 900) if view == "window" else image.size[0] == 400
    words = " ".join(
        each.get("aria-label", "") for each in ElementTree.parse("a.svg").getroot().iter()
    )
    assert "margin" in words
    assert not (tmp_path / "home").exists()  # nothing of the user's is touched


@pytest.mark.parametrize(("line", "told"), [
    (["a.tex", "--view", "window"], "a.tex cannot show the view “window”: TeX cannot draw the window; choose .pdf"),
    (["a.tex", "--view", "update"], "a.tex cannot show the view “step”: TeX cannot draw the window; choose .pdf"),
    (["a.gif", "--view", "step"], "A film shows the plane, the curves or both, not the view “step”."),
    (["a.csv", "--rows", "3"], "--rows and --blank need a table"),
    (["a.csv", "--as", "table", "--rows", "0"], "A table needs at least one step"),
])  # fmt: skip
def test_that_what_cannot_be_is_refused_in_a_sentence(line, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["render", "moons", *line, "--model", "svm"]) == 2
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
