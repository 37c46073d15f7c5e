"""What `linlab train` says about a run, against counts that are made here."""

import math

import numpy as np
import pytest

from linlab import Run, train
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.tables.summary import as_json, summary, summary_text
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace


def told(run: Run) -> dict[str, str]:
    """The lines by their names."""
    lines = [
        line for line in summary_text(summary(run, "points")).splitlines() if line[:11].strip()
    ]
    return {line[:11].strip(): line[11:] for line in lines}


def test_that_an_epoch_is_as_long_as_it_was_when_it_was_gone_through() -> None:
    many, few = make_points("moons", n=40), make_points("moons", n=20)
    document = Document(many, (Learner.of("svm"),)).after(Change(100, points=few))
    run = Run(Moment(Trace(document), 150), {name: name for name in many.classes})
    assert summary(run, "moons")["epochs"] == 100 / 40 + 50 / 20
    assert told(run)["steps"] == "150 in 5 epochs, seed 0"


@pytest.mark.parametrize(
    ("updates", "shown"),
    [
        (1, "0.0 epochs"),
        (39, "0.9 epochs"),
        (40, "1 epoch"),
        (41, "1.0 epochs"),
        (119, "2.9 epochs"),
        (28, "0.7 epochs"),
        (120, "3 epochs"),
    ],
)
def test_that_no_more_epochs_are_told_than_were_gone_through(updates: int, shown: str) -> None:
    run = train("svm", make_points("moons", n=40), updates=updates)
    assert told(run)["steps"] == f"{updates} in {shown}, seed 0"


@pytest.mark.parametrize(("first", "shown"), [(2999, "0.03 %"), (1500, "50 %"), (1, "99.97 %")])
def test_that_an_error_is_none_or_all_only_if_it_is_exactly_so(first: int, shown: str) -> None:
    points = Points.of(
        [(float(k), 0.0) for k in range(3000)], ["a"] * first + ["b"] * (3000 - first)
    )
    assert (
        told(train("perceptron", points, updates=0))["error"] == f"train {shown}"
    )  # it says “a” of every point


def test_that_an_error_of_none_is_0() -> None:
    assert (
        told(train("perceptron", [(0, 1), (0, -1)], ["b", "a"], epochs=3))["error"] == "train 0 %"
    )


def test_that_what_was_never_counted_has_an_infinite_weight() -> None:
    run = train("naive-bayes", [(0, 0), (9, 9)], ["a", "b"], bins=3, smoothing=0, epochs=1)
    # log P(bin|b) − log P(bin|a): the first bin holds only a, the last only b, and the one between
    # neither
    signs = ["−∞", "undefined", "∞"]
    cells = [f"{axis} in bin {k + 1} {signs[k]}" for axis in ("x₁", "x₂") for k in range(3)]
    found = summary(run, "two")
    assert ", ".join(cells) + ", bias 0" in " ".join(summary_text(found).split())
    assert told(run)["‖w‖"] == "∞"
    assert as_json(found)["weights"] == [[None] * 6] and as_json(found)["norm"] is None
    assert as_json(found)["bias"] == [0.0]
    assert math.isinf(found["norm"])  # as_json made another one


def test_that_the_objective_of_naive_bayes_is_not_called_a_mean_loss() -> None:
    """J is the mean of −log P(y, x), the loss that of −log P(y|x)."""
    points = make_points("overlapping-blobs", n=40, seed=3)
    run = train("gaussian-naive-bayes", points, epochs=1)
    joint = run.joint(points.x)
    own = joint[np.arange(40), points.label]
    objective, loss = -np.log(own).mean(), -np.log(own / joint.sum(axis=1)).mean()
    words = told(run)["objective"]
    assert words == f"{number(objective, 5)} (mean of −log P(y, x)), mean loss {number(loss, 5)}"
