"""Weights of standardised columns: an exported file applies the scale to the values of a table, or
contains it and says so. The reference is the run, asked about values that the test itself puts on
the scale."""

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.commands.cli import main
from linlab.engine.data.points import Points
from linlab.engine.export.weights.formats import write_weights

VALUES = np.random.default_rng(3).normal((50.0, -3.0), (20.0, 0.1), size=(60, 2))
LABELS = np.where(VALUES[:, 0] / 20 + VALUES[:, 1] * 10 > -27.5, "late", "early")
NEW = np.random.default_rng(4).normal((50.0, -3.0), (20.0, 0.1), size=(30, 2))
SCALED = (NEW - VALUES.mean(axis=0)) / VALUES.std(axis=0)
MODELS: list[tuple[str, dict[str, Any]]] = [
    ("logistic", {}),
    ("svm", {"space": "rbf"}),
    ("perceptron", {"space": "monomial"}),
    ("svm", {"space": "fourier"}),
    ("naive-bayes", {}),
    ("gaussian-naive-bayes", {}),
]


def standardised_run(model: str, **settings: Any) -> Run:
    frame = {"age": VALUES[:, 0], "depth": VALUES[:, 1], "kind": LABELS}
    return linlab.train(model, frame, "kind", epochs=3, standardise=True, **settings)


def executed(path: Path) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "weights"}
    exec(path.read_text(encoding="utf-8"), names)
    return names


@pytest.mark.parametrize(("model", "settings"), [*MODELS, ("voted-perceptron", {})])
def test_that_the_python_file_takes_values_of_the_table(
    model: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    run = standardised_run(model, **settings)
    run.save(tmp_path / "w.py")
    made = executed(tmp_path / "w.py")
    assert np.allclose(made["scores"](NEW), run.scores(SCALED), rtol=1e-9, equal_nan=True)
    assert made["predict"](NEW).tolist() == run.predict(SCALED).tolist()
    assert len(set(run.predict(SCALED))) == 2
    assert "age and depth" in made["__doc__"]


@pytest.mark.parametrize(("model", "settings"), MODELS)
def test_that_the_scikit_learn_model_takes_values_of_the_table(
    model: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    run = standardised_run(model, **settings)
    run.save(tmp_path / "w.py", "sklearn")
    made = executed(tmp_path / "w.py")
    assert made["model"].predict(NEW).tolist() == run.predict(SCALED).tolist()
    decide = made.get("decision_function") or made["model"].decision_function
    assert np.allclose(decide(NEW), run.scores(SCALED)[:, 0], rtol=1e-6, equal_nan=True)
    assert "age and depth" in made["__doc__"]


def test_that_the_python_file_as_a_program_finds_the_columns_by_name(tmp_path: Path) -> None:
    run = standardised_run("logistic")
    run.save(tmp_path / "w.py")
    table = tmp_path / "new.csv"
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([["depth", "id", "age"], *((b, 7, a) for a, b in NEW.tolist())])
    command = [sys.executable, tmp_path / "w.py", table]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == run.predict(SCALED).tolist()
    table.write_text("1,2\n")
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.stderr == "The first line must name the columns age and depth.\n"


def test_that_the_arrays_come_with_their_scale_and_a_sentence(tmp_path: Path) -> None:
    run = standardised_run("logistic")
    run.save(tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz") as made:
        x = (NEW - made["column_means"]) / made["column_deviations"]
        assert np.allclose(x @ made["weights"].T + made["bias"], run.scores(SCALED))
        assert made["columns"].tolist() == ["age", "depth"]
        assert np.allclose(made["column_means"], VALUES.mean(axis=0))
        sentence = str(made["inputs"])
    assert "x = (value − mean) / deviation" in sentence
    assert "age had the mean 48.8 and the standard deviation 21.6" in sentence


def test_that_the_table_of_weights_ends_with_the_scale(tmp_path: Path) -> None:
    standardised_run("logistic").save(tmp_path / "w.csv")
    with (tmp_path / "w.csv").open(newline="") as file:
        *_, title, age, depth = csv.reader(file)
    assert title == ["column", "mean", "deviation"]
    assert [age[0], depth[0]] == ["age", "depth"]
    scale = [[float(number) for number in row[1:]] for row in (age, depth)]
    assert np.allclose(scale, np.column_stack([VALUES.mean(axis=0), VALUES.std(axis=0)]))


@pytest.mark.parametrize(
    ("name", "scaled", "many"),
    [
        ("w.npz", ["--standardise"], 1),
        ("w.csv", ["--standardise"], 1),
        ("w.py", ["--standardise"], 0),  # it applies the scale itself
        ("w.npz", [], 0),
    ],
)
def test_that_the_command_says_what_the_weights_need(
    name: str, scaled: list[str], many: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    rows = ((*place, label) for place, label in zip(VALUES.tolist(), LABELS, strict=True))
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([["age", "depth", "kind"], *rows])
    made = str(tmp_path / name)
    columns = ["--columns", "age,depth"]
    command = ["train", str(table), "--model", "svm", *columns, *scaled, "--weights", made]
    assert main(command) == 0
    output = capsys.readouterr().err
    assert output.count("These weights need x = (value − mean) / deviation.") == many


@pytest.mark.parametrize("kind", ["py", "sklearn", "csv"])
def test_that_weights_of_plain_columns_name_no_scale(kind: str, tmp_path: Path) -> None:
    run = linlab.train("logistic", Points.of(VALUES, LABELS), epochs=1)
    write_weights(run, tmp_path / "w", kind)
    text = (tmp_path / "w").read_text(encoding="utf-8").lower()
    assert "standardise" not in text
    assert "deviation" not in text
