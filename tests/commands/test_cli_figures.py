"""Figures, films and tables by the command line: what train --plot and render write, and how they
refuse."""

import csv
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest
from PIL import Image
from scipy.optimize import minimize

import linlab
from linlab.commands.cli import main
from linlab.engine.data.csvfile import read_csv, write_csv
from linlab.engine.data.datasets import make_points
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import PRINT, rgb
from linlab.engine.views.views import VIEWS

QUICK = ["--size", "240x180", "--seconds", "0.4", "--fps", "5"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to write into, with a document of two models."""
    monkeypatch.chdir(tmp_path)
    learners = Learner.of("perceptron"), Learner.of("svm", space="rbf")
    Document(make_points("moons", n=40), learners, seed=3, shares=(60.0, 20.0, 20.0)).save(
        "lesson.linlab"
    )
    write_csv(make_points("moons", n=40), tmp_path / "moons.csv")
    return tmp_path


def words_of(path: str) -> str:
    return " ".join(pypdf.PdfReader(path).pages[0].extract_text().split())


def test_that_train_draws_the_trained_model_in_every_format(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plots = [part for name in ("a.png", "a.svg", "a.pdf", "a.tex") for part in ("--plot", name)]
    line = [
        "train",
        "moons",
        "--points",
        "40",
        "--model",
        "svm",
        "--set",
        "space=rbf",
        "--updates",
        "90",
        *plots,
        "--film",
        "a.gif",
        *QUICK,
        "--dpi",
        "192",
        "--title",
        "Moons & more",
        "--caption",
        "--json",
    ]
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out)["updates"] == 90
    with Image.open("a.png") as still, Image.open("a.gif") as film:
        assert still.size == film.size == (480, 360)
        assert getattr(film, "n_frames", 1) == 2
    root = ElementTree.parse("a.svg").getroot()
    assert root.get("width") == "240px"
    assert "Moons & more" in words_of("a.pdf") and "Step 90 ·" in words_of("a.pdf")
    assert r"Moons \& more" in Path("a.tex").read_text("ascii")
    assert not [name for name in os.listdir() if name.startswith(".")]


def test_that_without_a_display_everything_is_drawn(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    job = subprocess.run(
        [
            sys.executable,
            "-m",
            "linlab",
            "render",
            "lesson.linlab",
            "a.png",
            "a.pdf",
            "a.gif",
            "a.mp4",
            *QUICK,
            "--at",
            "20",
        ],
        env={**clean, "PYTHONPATH": str(Path(linlab.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [
        line for line in job.stderr.splitlines() if not line.endswith(" %")
    ]  # how far it is, where that takes long
    assert (job.returncode, said) == (0, [])
    assert job.stdout.splitlines() == [
        "a.png: figure after step 20",
        "a.pdf: figure after step 20",
        "a.gif: film from step 0 to 20",
        "a.mp4: film from step 0 to 20",
    ]
    assert all(
        (tmp_path / f"a.{key}").stat().st_size > 1000 for key in ("png", "pdf", "gif", "mp4")
    )


def test_that_render_writes_what_the_suffix_says_of_the_update_that_is_asked_for() -> None:
    assert main(["render", "lesson.linlab", "a.json", "a.csv", "a.npz", "a.py", "--at", "37"]) == 0
    document = Document.load("lesson.linlab")
    run = linlab.train("perceptron", document.points, seed=3, split=(60, 20, 20), epochs=2).at(37)
    assert json.loads(Path("a.json").read_text())["t"] == 37
    with np.load("a.npz") as arrays:
        assert arrays["t"] == 37
        assert np.array_equal(arrays["weights"], run.weights)
    assert np.array_equal(
        linlab.load_weights("a.json").predict(document.points.x), run.predict(document.points.x)
    )


def test_that_another_model_of_the_document_or_any_model_can_be_chosen() -> None:
    assert main(["render", "lesson.linlab", "second.json", "--which", "2", "--at", "5"]) == 0
    assert (
        main(
            [
                "render",
                "lesson.linlab",
                "other.json",
                "--model",
                "logistic",
                "--set",
                "lam=0.5",
                "--at",
                "5",
            ]
        )
        == 0
    )
    assert (
        main(["render", "moons.csv", "table.json", "--model", "mira", "--seed", "4", "--at", "5"])
        == 0
    )
    assert (
        main(
            [
                "render",
                "blobs",
                "set.json",
                "--model",
                "mira",
                "--points",
                "30",
                "--data",
                "classes=3",
                "--at",
                "5",
            ]
        )
        == 0
    )
    held = {
        name: json.loads(Path(f"{name}.json").read_text())
        for name in ("second", "other", "table", "set")
    }
    assert (held["second"]["model"], held["other"]["model"], held["table"]["model"]) == (
        "svm",
        "logistic",
        "mira",
    )
    assert len(held["set"]["classes"]) == 3


def test_that_as_says_what_an_ambiguous_file_holds() -> None:
    assert main(["render", "lesson.linlab", "points.csv", "--as", "data", "--at", "9"]) == 0
    assert read_csv("points.csv") == Document.load("lesson.linlab").points
    assert (
        main(
            [
                "render",
                "lesson.linlab",
                "steps.csv",
                "steps.tex",
                "look.svg",
                "--as",
                "table",
                "--at",
                "9",
            ]
        )
        == 0
    )
    rows = list(csv.DictReader(Path("steps.csv").read_text().splitlines()))
    assert [row["t"] for row in rows] == [str(t) for t in range(1, 10)]
    assert (
        "tabular" in Path("steps.tex").read_text()
        and "tikzpicture" not in Path("steps.tex").read_text()
    )
    assert ElementTree.parse("look.svg").getroot().tag.endswith("svg")
    assert main(["render", "lesson.linlab", "figure.tex", "weights.csv", "--at", "9"]) == 0
    assert "tikzpicture" in Path("figure.tex").read_text()
    assert "weight" in Path("weights.csv").read_text().splitlines()[0]
    assert main(["render", "lesson.linlab", "scikit.py", "--as", "sklearn", "--at", "9"]) == 0
    assert "sklearn" in Path("scikit.py").read_text()


def test_that_by_default_the_run_goes_as_far_as_train_goes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = Document.load("lesson.linlab")
    n = int((document.parts_of(document.points) == 0).sum())
    assert main(["render", "lesson.linlab", "a.json"]) == 0
    assert capsys.readouterr().out == f"a.json: weights after step {50 * n}\n"
    assert main(["render", "lesson.linlab", "a.json", "--epochs", "2"]) == 0
    assert capsys.readouterr().out == f"a.json: weights after step {2 * n}\n"
    document.after(Change(5000, pick=1)).save("late.linlab")
    assert main(["render", "late.linlab", "a.json"]) == 0
    assert capsys.readouterr().out == "a.json: weights after step 5000\n"
    assert main(["render", "moons.csv", "a.svg", "--model", "naive-bayes", "--at", "99"]) == 0
    told = capsys.readouterr()
    assert told.out == "a.svg: figure after step 40\n"
    assert told.err == "linlab: The run ends after step 40: every example has been counted.\n"


def test_that_a_film_goes_from_one_update_to_another(capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "render",
        "lesson.linlab",
        "--from",
        "3",
        "--to",
        "7",
        "--view",
        "both",
        "--size",
        "300x200",
        "--seconds",
        "2",
    ]
    assert main([*line[:2], "a.gif", *line[2:]]) == 0
    assert capsys.readouterr().out == "a.gif: film from step 3 to 7\n"
    with Image.open("a.gif") as image:
        assert image.size == (300, 200)
        assert 1 < getattr(image, "n_frames", 1) <= 5


def test_that_the_look_is_what_the_options_say() -> None:
    plain = ["render", "lesson.linlab", "--which", "2", "--at", "60"]
    assert (
        main(
            [
                *plain,
                "a.svg",
                "--layers",
                "boundary",
                "--no-legend",
                "--no-axes",
                "--palette",
                "dark",
                "--font",
                "20",
            ]
        )
        == 0
    )
    root = ElementTree.parse("a.svg").getroot()
    ids = {each.get("id") for each in root.iter()}
    assert "boundary" in ids and not {"margins", "supports", "wrong", "regions"} & ids
    [title, described] = [each for each in root if each.tag.endswith(("title", "desc"))]
    said = f"{title.text} {described.text}".split()
    assert "".join(root.itertext()).split() == said  # no word but those that are read out
    assert title.text == "linlab" and "after 60 steps" in described.text
    assert "SVM" in described.text and "Perceptron" not in described.text  # nor of another model
    assert "#1E242C" in Path("a.svg").read_text()
    assert (
        main([*plain, "b.pdf", "--view", "curves", "--curves", "error", "--title", "Errors"]) == 0
    )
    assert "Errors" in words_of("b.pdf") and "errors in percent" in words_of("b.pdf")
    assert main([*plain, "c.svg", "--layers", "optimum"]) == 0
    ids = {each.get("id") for each in ElementTree.parse("c.svg").getroot().iter()}
    assert "optimum" in ids and "boundary" not in ids
    assert main([*plain, "d.svg", "--layers", "none"]) == 0
    ids = {each.get("id") for each in ElementTree.parse("d.svg").getroot().iter()}
    assert "points" in ids and "boundary" not in ids


def test_that_the_proof_is_drawn_in_every_format() -> None:
    names = ["a.svg", "a.png", "a.pdf", "a.tex"]
    plots = [part for name in names for part in ("--plot", name)]
    points = make_points("overlapping-blobs", seed=2, n=30, noise=0.5)
    assert (
        main(
            [
                "train",
                "overlapping-blobs",
                "--seed",
                "2",
                "--points",
                "30",
                "--noise",
                "0.5",
                "--model",
                "perceptron",
                "--set",
                "order=cyclic",
                "--set",
                "alpha=0.5",
                "--updates",
                "120",
                *plots,
                "--view",
                "curves",
                "--curves",
                "proof",
            ]
        )
        == 0
    )
    phi = (
        np.column_stack([points.x, np.ones(len(points))])
        * np.where(points.label == 1, 1.0, -1.0)[:, None]
    )
    theta, k = np.zeros(3), 0
    for t in range(120):
        if theta @ phi[t % 30] <= 0:
            theta, k = theta + 0.5 * phi[t % 30], k + 1
    widest = minimize(
        lambda u: u @ u,
        theta,
        jac=lambda u: 2 * u,
        constraints={"type": "ineq", "fun": lambda u: phi @ u - 1},
    )
    u = widest.x / np.linalg.norm(widest.x)
    sides = {
        "lower": 0.5 * k * (phi @ u).min(),
        "projection": u @ theta,
        "length": np.linalg.norm(theta),
        "upper": 0.5 * np.sqrt(k) * np.linalg.norm(phi, axis=1).max(),
    }
    assert k > 5
    root = ElementTree.parse("a.svg").getroot()
    curves = {
        each.get("id"): each[0].get("d", "") for each in root.iter() if each.get("id") in sides
    }
    rise = {
        name: -np.diff(
            [float(place.partition(",")[2]) for place in re.split("[ML]", curves[name])[1:]]
        ).sum()
        for name in sides
    }
    for name, value in sides.items():
        assert rise[name] / rise["upper"] == pytest.approx(value / sides["upper"], abs=1e-3)
    assert {"α·√M·R", "‖θ‖", "u·θ", "α·Mγ*", "length"} <= {
        "".join(each.itertext()) for each in root.iter()
    }
    assert "length" in words_of("a.pdf") and r"\addlegendentry{$\|\theta\|$}" in Path(
        "a.tex"
    ).read_text("ascii")
    with Image.open("a.png") as image:
        inks = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or ()}
    upper = rgb(PRINT.on_card("#E69F00"))  # as it is seen on paper
    assert {upper, (0x00, 0x9E, 0x73), (0x8C, 0x6B, 0xB1)} <= inks


def test_that_a_proof_ends_where_another_problem_begins(capsys: pytest.CaptureFixture[str]) -> None:
    apart, mixed = (
        make_points("blobs", seed=1, n=40, classes=2),
        make_points("overlapping-blobs", seed=1, n=40),
    )
    Document(apart, (Learner.of("perceptron"),)).after(Change(50, points=mixed)).save(
        "change.linlab"
    )
    proof = ["--view", "curves", "--curves", "proof", *QUICK]
    assert main(["render", "change.linlab", "a.svg", "--at", "49", *proof]) == 0
    capsys.readouterr()
    for line in (
        ["a.json", "b.svg", "--at", "50"],
        ["b.gif", "--at", "20", "--to", "60"],
        ["b.svg"],
    ):
        assert main(["render", "change.linlab", *line, *proof]) == 2
        captured = capsys.readouterr()
        assert "changed along the way" in captured.err and not captured.out
    assert not {"a.json", "b.svg", "b.gif"} & set(os.listdir())
    assert (
        main(["render", "change.linlab", "b.svg", "--at", "50", "--curves", "proof", *QUICK]) == 0
    )  # the plane alone


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "train moons --model svm --plot a.svg --view both --curves proof",
            "The bound holds only for the perceptron.",
        ),
        (
            "train moons --model perceptron --plot a.svg --view both --curves proof",
            "No weights get every example right",
        ),
        (
            "train moons --model perceptron --set batch=2 --film a.gif --view curves --curves proof",
            "one example at a time",
        ),
        (
            "render moons a.json a.svg --model svm --view curves --curves proof",
            "The bound holds only for the perceptron.",
        ),
        ("train moons --model svm --plot a.bmp", "must end in .pdf, .svg, .png or .tex"),
        ("train moons --model svm --film a.png", "must end in .gif or .mp4"),
        ("train moons --model svm --plot nowhere/a.png", "no folder"),
        ("train moons --model svm --plot a.tex --trace a.tex", "are the same"),
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
        ("render moons.csv a.png", "--model"),
        ("render lesson.linlab a.png --set lam=1", "--set needs --model"),
        ("render lesson.linlab a.doc", "must end in one of .pdf, .svg"),
        ("render lesson.linlab a.png --as data", "a file that ends in .csv"),
        ("render lesson.linlab a.png --which 3", "There is no model 3: lesson.linlab has 2"),
        ("render lesson.linlab a.png --which 0", "There is no model 0"),
        ("render lesson.linlab a.png a.png", "are the same"),
        ("render lesson.linlab a.png --at x", "whole number"),
        ("render lesson.linlab a.png --at 5 --epochs 5", "not allowed"),
        ("render lesson.linlab a.png --points 5", "is a file"),
        ("render lesson.linlab a.gif --from 9 --to 4", "from step 9 to step 4"),
        ("render lesson.linlab a.svg --split 1,2,3", "sum to 100"),
        (
            "render moons.csv a.svg --model svm --set penalty=l1 --set space=rbf --layers optimum",
            "penalty",
        ),
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


def test_that_help_is_grouped_and_says_how_far_a_document_is_trained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["render", "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: linlab render FILE OUT [OUT …] [options]")
    assert "how pictures look:" in text
    assert "--curves {loss,error,proof,gap}" in text and "at most R²/γ*² mistakes" in " ".join(
        text.split()
    )
    assert "is drawn as you saw it when you saved it: after the same number of steps" in text
    assert main(["train", "--help"]) == 0
    text = capsys.readouterr().out
    assert "--plot FILE" in text and "pictures of the run:" in text


@pytest.mark.parametrize(
    "view", [name for name, view in VIEWS.items() if not view.plane and not view.curves]
)
def test_that_every_view_into_the_model_is_written_in_every_format(view: str) -> None:
    data = "reviews" if view == "words" else "moons"
    names = [f"{view}.{suffix}" for suffix in ("pdf", "svg", "png", "tex")]
    asked = ["--model", "svm", "--view", view, "--at", "12", "--size", "300x300", "--dpi", "48"]
    assert main(["render", data, *names, *asked]) == 0
    assert all(Path(name).stat().st_size > 500 for name in names)


def test_that_an_option_of_a_view_and_a_place_are_taken_and_wrong_ones_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rbf = [
        "render",
        "moons",
        "a.svg",
        "--model",
        "svm",
        "--set",
        "space=rbf",
        "--view",
        "kernel",
        "--at",
        "20",
    ]
    assert main([*rbf, "--option", "show=score", "--place", "0.25,-1"]) == 0
    assert "at (0.250, −1.00)" in Path("a.svg").read_text(encoding="utf-8")
    for wrong, said in (
        ("show=nothing", "one of both, score"),
        ("colour=red", "its options are show"),
        ("show", "its options are show"),
    ):
        assert main([*rbf, "--option", wrong]) != 0
        assert said in capsys.readouterr().err
    assert (
        main(
            [
                "render",
                "moons",
                "a.svg",
                "--model",
                "svm",
                "--view",
                "curves",
                "--at",
                "2",
                "--option",
                "x=1",
            ]
        )
        != 0
    )
    assert "it has none" in capsys.readouterr().err


def test_that_a_sweep_knows_the_generator_of_a_data_set_and_refuses_what_cannot_be_swept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = [
        "render",
        "moons",
        "a.svg",
        "--model",
        "svm",
        "--view",
        "sweep",
        "--at",
        "5",
        "--split",
        "60,40,0",
    ]
    assert main([*asked, "--noise", "0.4", "--option", "over=noise", "--option", "trained=10"]) == 0
    text = Path("a.svg").read_text(encoding="utf-8")
    assert "Now σ = 0.4" in text and "±" in text
    assert main([*asked, "--option", "over=gamma"]) != 0
    assert (
        "“gamma” is not a value of over here: use one of lam, C, alpha" in capsys.readouterr().err
    )
    assert main([*asked, "--option", "over=degrees", "--option", "trained=10"]) == 0
    assert "overfit" in Path("a.svg").read_text(encoding="utf-8")


def test_that_a_data_set_is_drawn_with_the_model_that_the_window_opens_it_with() -> None:
    assert main(["render", "reviews", "a.svg", "--view", "words", "--at", "50"]) == 0
    assert "Perceptron says" in Path("a.svg").read_text()
    main(["render", "reviews", "b.svg", "--view", "words", "--at", "50", "--model", "perceptron"])
    assert Path("a.svg").read_text() == Path("b.svg").read_text()


def test_that_a_sentence_and_lists_of_words_are_options_of_the_view_of_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["render", "reviews", "a.svg", "--model", "svm", "--view", "words", "--at", "50"]
    assert main([*words, "--option", "text=not good at all"]) == 0
    assert "so x = (1, 0)" in Path("a.svg").read_text(encoding="utf-8")
    assert main([*words, "--option", "text=not good at all", "--option", "negation=on"]) == 0
    assert "so x = (0, 1)" in Path("a.svg").read_text(encoding="utf-8")
    assert main([*words, "--option", "text=not good at all", "--option", "good=all, at"]) == 0
    assert "so x = (2, 0)" in Path("a.svg").read_text(encoding="utf-8")
    for wrong, said in (
        (f"text={'a' * 2500}", "at most 2000 characters"),
        ("good=dull", "in both lists"),
        ("negation=maybe", "one of off, on"),
    ):
        assert main([*words, "--option", wrong]) != 0
        assert said in capsys.readouterr().err
    assert main(["render", "moons", "a.svg", "--model", "svm", "--view", "words", "--at", "5"]) == 0
    assert "not word counts" in " ".join(
        re.findall(r">([^<]+)</t", Path("a.svg").read_text(encoding="utf-8"))
    )
    assert main(["train", "Reviews", "--model", "perceptron", "--epochs", "2"]) == 0


def test_that_an_update_can_be_named_by_its_bookmark(capsys: pytest.CaptureFixture[str]) -> None:
    bookmarks = Bookmark(7, "it turns"), Bookmark(11, "300")
    replace(Document.load("lesson.linlab"), bookmarks=bookmarks).save("named.linlab")
    assert main(["render", "named.linlab", "a.csv", "--as", "data", "--at", "it turns"]) == 0
    assert "after step 7" in capsys.readouterr().out
    assert main(["render", "named.linlab", "a.json", "--at", "9"]) == 0
    assert "after step 9" in capsys.readouterr().out
    assert main(["render", "named.linlab", "a.gif", "--at", "it turns", *QUICK]) == 0
    assert "from step 0 to 7" in capsys.readouterr().out
    for source, said in (
        ("named.linlab", "the bookmarks are “it turns”, “300”"),
        ("moons", "there are no bookmarks"),
        ("nowhere.linlab", "nowhere.linlab"),
    ):
        assert main(["render", source, "b.svg", "--at", "never"]) != 0
        assert said in capsys.readouterr().err and not os.path.exists("b.svg")
