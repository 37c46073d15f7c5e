"""A weight that is only what rounding left of a sum is shown as 0; a truly small one is not."""

from fractions import Fraction

import numpy as np
import pytest

import linlab
from linlab.engine.export.tables.summary import summary, summary_text
from linlab.engine.train.measures import without_noise
from linlab.engine.views.weights.table import weights_table
from linlab.engine.words.symbols import Now, _bias

ALPHA = Fraction(1, 10)
RNG = np.random.default_rng(0)
X = RNG.integers(-4, 5, (24, 2)) + 0.5  # no coordinate is 0
Y = ["a"] * 12 + ["b"] * 12  # one class after the other, so that b goes to and fro


def trained(unit=1.0, updates=200):
    return linlab.train(
        "perceptron", X * unit, Y, alpha=0.1, order="cyclic", updates=updates, start="zeros"
    )


@pytest.mark.parametrize("unit", [1.0, 2.0**-60, 2.0**50])
def test_that_rounding_noise_of_a_bias_is_shown_as_0_whatever_the_unit(unit):
    """Against the sum of the same updates in fractions: 0 where that is 0, and nowhere else."""
    run, exact, noisy = trained(unit), [Fraction(0)] * 3, 0
    for t in range(1, 201):
        step = run.trace.step(t)
        x = [*map(Fraction, run.problem.x[step.examples[0]].tolist()), Fraction(1)]
        exact = [v + ALPHA * int(step.pull[0]) * each for v, each in zip(exact, x, strict=True)]
        theta = run.at(t).theta
        shown = without_noise(run.problem, theta)[0]
        noisy += exact[2] == 0 and theta[0, 2] != 0
        assert [bool(v) for v in shown] == [bool(v) for v in exact]
        assert shown[shown != 0] == pytest.approx(theta[0][shown != 0], rel=1e-12)
        assert exact[2] != 0 or _bias(Now(run.problem, theta, t, None)) == "0"
    assert noisy or unit < 1  # where the points are small, b alone decides and never goes far


def test_that_a_start_of_ones_own_is_never_taken_for_noise():
    start = "1000000 0 1e-20"
    run = linlab.train("perceptron", X, Y, start=start, updates=0)
    assert without_noise(run.problem, run.theta)[0, -1] == 1e-20


def test_that_a_small_weight_of_small_data_is_shown():
    """w is as small as x is: nothing was lost."""
    run = linlab.train("perceptron", np.array(X) * 1e-20, Y, updates=3, order="cyclic")
    assert (without_noise(run.problem, run.theta)[0, :2] == run.theta[0, :2]).all()
    assert run.theta[0, :2].any()


def test_that_tables_and_summaries_show_no_noise():
    run = trained()
    t = next(t for t in range(1, 201) if 0 < abs(run.at(t).theta[0, -1]) < 1e-12)
    there = run.at(t)
    assert "bias 0" in summary_text(summary(there, "points"))
    table = weights_table(there.problem, there.theta, ["w₁", "w₂", "b"])
    (value,) = [column for column in table.columns if column.key == "value"]
    assert value.texts[-1] == "0"
