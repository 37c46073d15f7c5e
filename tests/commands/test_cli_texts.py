"""Texts on the command line and in a notebook: trained on, predicted, and refused in one sentence."""

import csv
import math

import pytest

import linlab
from linlab import LinlabError
from linlab.commands.cli import main

TEXTS = ["a good film", "so dull", "great good fun", "a boring, dull plot"]
LABELS = ["yes", "no", "yes", "no"]


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "texts.csv"
    with open(file, "w", encoding="utf-8", newline="") as opened:
        csv.writer(opened).writerows([("text", "label"), *zip(TEXTS, LABELS, strict=True)])
    return file


def test_that_texts_are_trained_on_and_new_ones_predicted_as_in_a_notebook(table, tmp_path, capsys):
    weights, new = tmp_path / "w.json", tmp_path / "new.csv"
    new.write_text("text\ngood plot\ndull and new\n", encoding="utf-8")
    told = ["--set", "space=words", "--epochs", "20", "--weights", str(weights)]
    assert main(["train", str(table), "--model", "logistic", *told]) == 0
    capsys.readouterr()
    assert main(["predict", str(weights), str(new), "--probabilities"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    run = linlab.train("logistic", TEXTS, LABELS, space="words", epochs=20)
    assert [row["prediction"] for row in rows] == run.predict(
        ["good plot", "dull and new"]
    ).tolist()
    assert [row["prediction"] for row in rows] == ["yes", "no"]
    for row in rows:
        assert math.isclose(float(row["P(yes)"]) + float(row["P(no)"]), 1.0)


def test_that_texts_without_the_space_of_words_are_refused_with_what_to_set(table, capsys):
    assert main(["train", str(table), "--model", "logistic"]) != 0
    assert "set space=words" in capsys.readouterr().err
    with pytest.raises(LinlabError, match="set space=words"):
        linlab.train("logistic", TEXTS, LABELS)


def test_that_a_folder_of_texts_is_trained_on(tmp_path, capsys):
    for k, (text, label) in enumerate(zip(TEXTS, LABELS, strict=True)):
        (tmp_path / "all" / label).mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / label / f"{k}.txt").write_text(text, encoding="utf-8")
    told = ["--model", "perceptron", "--set", "space=words"]
    assert main(["train", str(tmp_path / "all"), *told]) == 0
    assert "train 0 %" in capsys.readouterr().out
