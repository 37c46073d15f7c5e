"""Self-training and co-training on the command line."""

import json

import pytest

from linlab.commands.cli import main
from linlab.engine.data.csvfile import read_csv
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds

HIDDEN = [
    "train",
    "moons",
    "--points",
    "40",
    "--data",
    "hidden=80",
    "--model",
    "gaussian-naive-bayes",
    "--json",
]


def told(capsys, *more):
    assert main([*HIDDEN, *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_that_labels_are_hidden_and_the_error_on_them_is_told(capsys):
    found = told(capsys)
    assert (
        found["data"]["unlabelled"] == 32
        and found["data"]["train"] == 8
        and found["data"]["guessed"] == 0
    )
    assert 0 <= found["errors"]["hidden"] <= 1


@pytest.mark.parametrize(
    ("option", "teachers"),
    [("--self-train", (Teacher(0),)), ("--co-train", (Teacher(0, "x1"), Teacher(0, "x2")))],
)
def test_that_a_model_learns_from_its_guesses(capsys, tmp_path, option, teachers):
    found = told(capsys, option, "0.6", "--rounds", "3", "--save-data", str(tmp_path / "d.csv"))
    source = Source("moons", 0, (("hidden", 80.0), ("n", 40.0)))
    mine = label_by_rounds(
        Document(source.draw(), (Learner.of("gaussian-naive-bayes"),)),
        TeachingRule(teachers, 0.6, 3),
    )
    points = mine.document.points_at(mine.t)
    assert found["data"]["guessed"] == points.guessed.sum() > 0
    assert found["updates"] == mine.t and found["stopped"] == mine.why
    written = read_csv(tmp_path / "d.csv")
    assert written.guesses == points.guesses and written.label.tolist() == points.label.tolist()
    assert written.given.label.tolist() == make_points("moons", n=40, hidden=80).label.tolist()


def test_that_a_picture_shows_what_was_guessed(capsys, tmp_path):
    out, model = (
        tmp_path / "a.svg",
        "--data hidden=80 --model gaussian-naive-bayes --self-train 0.6",
    )
    for view, says in (
        ("plane", "guessed ("),
        ("examples", "confidence"),
        ("hidden", "labelled points alone"),
    ):
        assert main(f"render moons {out} {model} --view {view} --size 1400x500".split()) == 0
        assert says in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--self-train 2", "is not a number from 0 to 1"),
        ("--self-train 0.9 --co-train 0.9", "not both"),
        ("--rounds 3", "add --self-train 0.9 or --co-train 0.9"),
        ("--self-train 0.9 --rounds 0", "rounds must be a whole number"),
        ("--self-train 0.9 --updates 5", "limit the length of a round with --epochs"),
        ("--self-train 0.9 --data hidden=0", "Every training point has a label"),
        ("--data hidden=99", "hidden of moons must be a whole number from 0 to 95"),
    ],
)
def test_that_what_cannot_be_is_one_line(capsys, words, says):
    assert main([*HIDDEN, *words.split()]) == 2
    err = capsys.readouterr().err
    assert says in err.splitlines()[-1] and err.startswith("linlab: ")
