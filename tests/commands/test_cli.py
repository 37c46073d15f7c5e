"""The command line: what it prints, what it writes, and how it refuses."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab.commands.cli import main
from linlab.engine.data.csvfile import parse_csv, write_csv
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.catalog import catalog
from tests.engine.plane import plane_catalog
from tests.engine.teams import others

COMMAND = [sys.executable, "-m", "linlab"]


@pytest.fixture
def moons(tmp_path: Path) -> Path:
    write_csv(make_points("moons", n=60), tmp_path / "moons.csv")
    return tmp_path / "moons.csv"


def summary(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["train", *args, "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(name))
    assert isinstance(found, dict)
    return found


def test_that_training_tells_what_the_notebook_tells(
    moons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = summary(
        capsys,
        str(moons),
        "--model",
        "svm",
        "--set",
        "lam=0.1",
        "--set",
        "space=rbf",
        "--epochs",
        "7",
        "--seed",
        "3",
        "--split",
        "60,20,20",
    )
    run = linlab.train(
        "svm",
        make_points("moons", n=60),
        epochs=7,
        seed=3,
        split=(60, 20, 20),
        lam=0.1,
        space="rbf",
    )
    now = run.measures()
    assert found["updates"] == run.t
    assert found["epochs"] == 7
    assert (found["objective"], found["loss"], found["penalty"]) == (
        now.objective,
        now.data_loss,
        now.regulariser,
    )
    assert found["errors"] == {
        "train": now.train_error,
        "dev": now.dev_error,
        "test": now.test_error,
    }
    assert (found["norm"], found["mistakes"]) == (now.norm, now.mistakes)
    assert found["weights"] == run.weights.tolist()
    assert found["settings"]["lam"] == 0.1
    assert found["data"]["points"] == 60


def test_that_the_summary_is_aligned_and_names_what_matters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["train", "moons", "--model", "svm", "--split", "60,20,20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line[:11].strip() for line in lines if line[:11].strip()]
    assert names == [
        "model",
        "settings",
        "data",
        "classes",
        "steps",
        "stopped",
        "objective",
        "error",
        "‖w‖",
        "mistakes",
        "support",
        "weights",
    ]
    assert all(len(line) <= 110 and line[11] != " " for line in lines)
    assert "loss +" in lines[names.index("objective") + 1]


@pytest.mark.parametrize("model", plane_catalog())
@pytest.mark.parametrize("data", ["frog", "iris"])
def test_that_every_model_trains_and_prints(
    model: str, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = [word for other in others(model) for word in ("--model", other)]
    assert main(["train", data, *beside, "--model", model, "--epochs", "2"]) == 0
    captured = capsys.readouterr()
    assert f"({model})" in captured.out
    assert captured.err == ""


def test_that_updates_and_stopping_rules_are_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    assert summary(capsys, "moons", "--model", "svm", "--steps", "17")["updates"] == 17
    assert summary(capsys, "moons", "--model", "svm", "--steps", "0")["updates"] == 0
    assert summary(capsys, "moons", "--model", "svm", "--updates", "9")["updates"] == 9  # as before
    found = summary(capsys, "blobs", "--model", "perceptron", "--stop", "mistake-free")
    assert found["stopped"] == "converged: a whole epoch without a mistake"
    assert found["errors"]["train"] == 0
    found = summary(
        capsys, "moons", "--model", "svm", "--stop", "dev", "--patience", "2", "--split", "50,50,0"
    )
    assert "wrong on dev" in found["stopped"]
    found = summary(capsys, "moons", "--model", "logistic", "--set", "optimiser=lbfgs")
    assert found["updates"] < 1000


def test_that_a_data_set_can_be_turned(capsys: pytest.CaptureFixture[str]) -> None:
    found = summary(
        capsys, "spiral", "--points", "90", "--noise", "0", "--data", "classes=3", "--model", "svm"
    )
    assert found["data"]["train"] == 90
    assert len(found["classes"]) == 3


def test_that_a_diverged_run_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "moons", "--model", "svm", "--set", "alpha=1e6", "--set", "lam=1e3"]) == 0
    captured = capsys.readouterr()
    assert "diverged: the weights grew without bound" in captured.out
    assert captured.err.startswith("linlab: The run diverged")


def test_that_a_setting_without_effect_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "moons", "--model", "svm", "--set", "gamma=2"]) == 0
    assert (
        capsys.readouterr().err == "linlab: gamma has no effect here: Linear has no sharpness γ.\n"
    )


def test_that_weights_predict_in_a_fresh_process(moons: Path, tmp_path: Path) -> None:
    weights, steps = tmp_path / "w.json", tmp_path / "steps.csv"
    train = [
        *COMMAND,
        "train",
        str(moons),
        "--model",
        "logistic",
        "--set",
        "space=fourier",
        "--epochs",
        "3",
    ]
    made = subprocess.run(
        [*train, "--weights", weights, "--trace", steps], capture_output=True, text=True, check=True
    )
    assert made.stdout.startswith("model")
    assert len(steps.read_text().splitlines()) == 1 + 3 * 60
    asked = subprocess.run(
        [*COMMAND, "predict", weights, moons, "--probabilities", "--scores"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = list(csv.DictReader(io.StringIO(asked.stdout)))
    points = make_points("moons", n=60)
    run = linlab.train("logistic", points, epochs=3, space="fourier")
    assert [row["prediction"] for row in rows] == run.predict(points.x).tolist()
    assert [float(row["score"]) for row in rows] == pytest.approx(
        run.scores(points.x)[:, 0], abs=1e-12
    )
    assert [float(row["P(B)"]) for row in rows] == pytest.approx(
        run.probabilities(points.x)[:, 1], abs=1e-12
    )
    assert [[float(row["x1"]), float(row["x2"])] for row in rows] == points.x.tolist()
    wrong = round(60 * run.measures().train_error)
    assert asked.stderr == f"error {100 * wrong / 60:.1f} %: {wrong} of 60 labelled points\n"


@pytest.mark.parametrize(
    "text",
    [
        "1,2\n3,4\n",
        "x1,x2\n1,2\n3,4\n",
        "x2;x1\n2,0;1\n4;3\n",
        "x1,x2,text\n1,2,a\n3,4,b\n",
        ",x1,x2\n0,1,2\n1,3,4\n",
        "x1,x2,label\n1,2,\n3,4,\n",
    ],
)
def test_that_points_without_labels_are_enough(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linlab.train("perceptron", [(0, 0), (1, 1)], [0, 1], epochs=3).save(tmp_path / "w.json")
    (tmp_path / "p.csv").write_text(text)
    files = [str(tmp_path / name) for name in ("w.json", "p.csv", "o.csv")]
    assert main(["predict", *files[:2], "--output", files[2]]) == 0
    assert (tmp_path / "o.csv").read_text() == "x1,x2,prediction\n1.0,2.0,1\n3.0,4.0,1\n"
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_that_labels_may_be_missing_only_where_that_is_allowed() -> None:
    with pytest.raises(LinlabError, match="the table needs x1, x2 and label"):
        parse_csv("1,2")
    with pytest.raises(LinlabError, match="the table needs x1 and x2"):
        parse_csv("1", labels=False)
    with pytest.raises(LinlabError, match="line 2: the column x2 is missing"):
        parse_csv("1,2\n3", labels=False)


def test_that_a_class_never_trained_on_counts_as_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linlab.train("perceptron", [(0, 0), (1, 1)], ["a", "b"], epochs=3).save(tmp_path / "w.json")
    (tmp_path / "p.csv").write_text("1,1,b\n1,1,other\n1,1,\n")
    assert main(["predict", str(tmp_path / "w.json"), str(tmp_path / "p.csv")]) == 0
    assert capsys.readouterr().err == "error 50.0 %: 1 of 2 labelled points\n"


def test_that_what_is_undefined_is_left_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = linlab.train("naive-bayes", [(0, 0), (9, 9)], ["a", "b"], bins=3, smoothing=0, epochs=1)
    run.save(tmp_path / "w.json")
    (tmp_path / "points.csv").write_text("x1,x2\n0,0\n0,9\n9,9\n")
    assert (
        main(
            [
                "predict",
                str(tmp_path / "w.json"),
                str(tmp_path / "points.csv"),
                "--probabilities",
                "--scores",
            ]
        )
        == 0
    )
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    # no a has x1 there, and no b has x2: 0/0
    assert [(row["P(a)"], row["P(b)"], row["score"]) for row in rows] == [
        ("1.0", "0.0", "−∞"),
        ("", "", ""),
        ("0.0", "1.0", "∞"),
    ]
    assert [row["prediction"] for row in rows] == ["a", "a", "b"]


def test_that_a_document_can_be_trained_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linlab.Document(make_points("moons"), (linlab.Learner.of("svm"),)).save(tmp_path / "a.linlab")
    assert summary(capsys, str(tmp_path / "a.linlab"), "--model", "svm")["data"]["points"] == 150


def test_that_models_and_data_sets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {key} " in text and recipe.idea in text for key, recipe in catalog().items())
    assert main(["models", "--json"]) == 0
    listed = {model["name"]: model for model in json.loads(capsys.readouterr().out)}
    assert [*listed] == [*catalog()]
    alpha = next(
        setting for setting in listed["perceptron"]["settings"] if setting["name"] == "alpha"
    )
    assert (alpha["default"], alpha["above"], alpha["low"]) == (1.0, True, 0.0)
    assert main(["datasets"]) == 0
    text = capsys.readouterr().out
    assert all(
        f"\n  {name} " in text and dataset.title in text for name, dataset in DATASETS.items()
    )
    assert main(["datasets", "--json"]) == 0
    assert [data["name"] for data in json.loads(capsys.readouterr().out)] == [*DATASETS]


def test_that_help_and_version_say_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"linlab {linlab.__version__}\n"
    assert main(["train", "--help"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("usage: linlab train ")
    assert "row per step" in captured.out
    for line in (["--help"], ["-h"], ["moons", "--help"]):
        assert main(line) == 0
        assert capsys.readouterr().out.startswith("usage: linlab [FILE | DATASET]")


@pytest.mark.parametrize("line", ["['models']", "['train', 'moons', '--model', 'svm']"])
def test_that_commands_know_no_qt(line: str) -> None:
    code = f"import sys; from linlab.commands.cli import main; main({line}); sys.exit('PySide6' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )


def test_that_help_does_not_wait_for_the_engine() -> None:
    code = "import sys; from linlab.commands.cli import main; main(['--help']); sys.exit('numpy' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )


def test_that_weights_are_written_as_the_suffix_says(moons: Path, tmp_path: Path) -> None:
    train = ["train", str(moons), "--model", "svm", "--set", "space=rbf", "--epochs", "2"]
    for name in ("w.json", "w.csv", "w.npz", "w.py"):
        assert main([*train, "--weights", str(tmp_path / name)]) == 0
    assert (
        main(
            [
                *train,
                "--sklearn",
                str(tmp_path / "sk.py"),
                "--save-data",
                str(tmp_path / "points.csv"),
            ]
        )
        == 0
    )
    points = make_points("moons", n=60)
    run = linlab.train("svm", points, epochs=2, space="rbf")
    assert (
        linlab.load_weights(tmp_path / "w.json").predict(points.x).tolist()
        == run.predict(points.x).tolist()
    )
    with np.load(tmp_path / "w.npz", allow_pickle=False) as file:
        assert np.array_equal(file["weights"], run.weights)
    assert (tmp_path / "w.csv").read_text().splitlines()[0] == "centre,x1,x2,a"
    said = subprocess.run(
        [sys.executable, "-I", tmp_path / "w.py", moons], capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == run.predict(points.x).tolist()
    scope: dict[str, Any] = {}
    exec((tmp_path / "sk.py").read_text(encoding="utf-8"), scope)
    assert scope["model"].predict(points.x).tolist() == run.predict(points.x).tolist()
    assert (tmp_path / "points.csv").read_bytes() == moons.read_bytes()


def test_that_the_trace_has_the_rows_asked_for(moons: Path, tmp_path: Path) -> None:
    train = ["train", str(moons), "--model", "perceptron", "--epochs", "2", "--trace"]

    def lines(name: str, *more: str) -> list[str]:
        assert main([*train, str(tmp_path / name), *more]) == 0
        return (tmp_path / name).read_text(encoding="utf-8").splitlines()

    assert len(lines("all.csv")) == 1 + 120
    assert lines("some.csv", "--rows", "7") == lines("all.csv")[:8]
    start, *blank = list(csv.DictReader(lines("blank.csv", "--rows", "7", "--blank")))
    assert (start["t"], start["w_x1"], start["score"]) == ("0", "0.0", "")
    assert [row["example"] for row in blank] == [
        row["example"] for row in csv.DictReader(lines("some.csv", "--rows", "7"))
    ]
    assert {row["w_x1"] + row["margin"] for row in blank} == {""}
    rows = [line for line in lines("t.tex") if line[:1].isdigit()]
    assert len(rows) == 1 + 20
    rows = [line for line in lines("t.tex", "--rows", "500", "--blank") if line[:1].isdigit()]
    assert len(rows) == 1 + 120
    assert all(r"\underline{" in row for row in rows[1:])
    assert (
        main(
            [
                "train",
                str(moons),
                "--model",
                "svm",
                "--updates",
                "0",
                "--trace",
                str(tmp_path / "none.csv"),
            ]
        )
        == 0
    )
    assert len((tmp_path / "none.csv").read_text().splitlines()) == 1


def test_that_a_format_that_does_not_hold_the_model_is_told_before_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.py").write_text("old")
    huge = ["--model", "voted-perceptron", "--updates", "1" + "0" * 15]
    assert main(["train", "moons", *huge, "--sklearn", str(tmp_path / "old.py")]) == 2
    assert capsys.readouterr().err.startswith("linlab: scikit-learn has no voted perceptron")
    assert (tmp_path / "old.py").read_text() == "old"


def test_that_an_option_that_names_a_file_writes_each_one_it_names(
    moons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "--weights": ("a.json", "b.csv", "c.npz", "d.py"),
        "--sklearn": ("e.py", "f.py"),
        "--trace": ("g.csv", "h.tex"),
        "--save-data": ("i.csv", "j.csv"),
        "--plot": ("k.svg", "l.tex"),
        "--film": ("m.gif", "n.gif"),
    }
    named = [(option, str(tmp_path / name)) for option, names in files.items() for name in names]
    shorten = ("--epochs", "1", "--seconds", "0.2", "--size", "120x90")
    assert main(["train", str(moons), "--model", "svm", *shorten, *sum(named, ())]) == 0
    assert all(Path(path).stat().st_size > 30 for _, path in named)
    run = linlab.train("svm", make_points("moons", n=60), epochs=1)
    first = linlab.load_weights(tmp_path / "a.json")
    np.testing.assert_array_equal(first.weights, run.weights)
    with np.load(tmp_path / "c.npz") as arrays:
        np.testing.assert_array_equal(arrays["weights"], run.weights)
    assert (tmp_path / "i.csv").read_bytes() == (tmp_path / "j.csv").read_bytes()
    assert (tmp_path / "e.py").read_bytes() == (tmp_path / "f.py").read_bytes()
    assert len((tmp_path / "g.csv").read_text().splitlines()) == 61
    capsys.readouterr()
    same = str(tmp_path / "x.json")
    assert main(["train", str(moons), "--model", "svm", "--weights", same, "--weights", same]) == 2
    assert "are the same" in capsys.readouterr().err
    assert not Path(same).exists()
