"""Losses: values by their formulas, pulls by finite differences."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.learner.losses import LOSSES, rivals_and_margins

FORMULAS = {
    "perceptron": lambda m: max(0.0, -m),
    "hinge": lambda m: max(0.0, 1.0 - m),
    "log": lambda m: math.log1p(math.exp(-m)),
    "squared-hinge": lambda m: max(0.0, 1.0 - m) ** 2 / 2,
    "squared": lambda m: (1.0 - m) ** 2 / 2,
}
scores = st.floats(-20, 20).filter(lambda s: abs(s) > 1e-3 and abs(abs(s) - 1) > 1e-3)


@pytest.mark.parametrize("name", LOSSES)
@settings(max_examples=60, deadline=None)
@given(s=scores, y=st.integers(0, 1))
def test_that_a_binary_loss_follows_its_formula_and_pulls_against_its_slope(name, s, y):
    loss, h = LOSSES[name], 1e-6
    value, pull = loss.value_and_pull(np.array([[s]]), np.array([y]))
    margin = s if y else -s
    assert value[0] == pytest.approx(FORMULAS[name](margin), rel=1e-9, abs=1e-12)
    up, down = (FORMULAS[name]((s + d) if y else -(s + d)) for d in (h, -h))
    assert pull[0, 0] == pytest.approx(-(up - down) / (2 * h), abs=1e-5)


@pytest.mark.parametrize("name", LOSSES)
@settings(max_examples=60, deadline=None)
@given(s=st.lists(st.floats(-8, 8), min_size=3, max_size=8), y=st.integers(0, 7))
def test_that_a_multiclass_pull_is_the_negative_slope(name, s, y):
    y, s = y % len(s), np.array([s])
    loss, h = LOSSES[name], 1e-6
    ordered = np.sort(np.delete(s[0], y))
    margin = s[0, y] - ordered[-1]
    if name != "log" and (
        ordered[-1] - ordered[-2] < 1e-4 or min(abs(margin), abs(margin - 1)) < 1e-4
    ):
        return  # a corner, where there is no slope
    value, pull = loss.value_and_pull(s, np.array([y]))
    for c in range(s.shape[1]):
        step = np.zeros_like(s)
        step[0, c] = h
        slope = (
            loss.value(s + step, np.array([y]))[0] - loss.value(s - step, np.array([y]))[0]
        ) / (2 * h)
        assert pull[0, c] == pytest.approx(-slope, abs=1e-5)
    if name == "log":
        p = np.exp(s[0] - s.max())
        assert value[0] == pytest.approx(-math.log(p[y] / p.sum()), abs=1e-9)
    if name == "squared":
        assert value[0] == pytest.approx(((np.eye(s.shape[1])[y] - s[0]) ** 2).sum() / 2)
    else:  # all others see differences of scores alone
        assert pull.sum() == pytest.approx(0.0, abs=1e-12)


def test_that_a_margin_of_zero_is_a_mistake_and_a_margin_of_one_is_enough():
    zero, one = np.array([[0.0]]), np.array([[1.0]])
    assert LOSSES["perceptron"].value_and_pull(zero, [1])[1][0, 0] == 1.0
    assert LOSSES["hinge"].value_and_pull(one, [1])[1][0, 0] == 0.0


def test_that_ties_go_to_the_lowest_class():
    rivals, margins = rivals_and_margins(
        np.array([[0.0, 0.0, 0.0], [0.0, 2.0, 2.0]]), np.array([0, 0])
    )
    assert rivals.tolist() == [1, 1]
    assert margins.tolist() == [0.0, -2.0]


@pytest.mark.parametrize("s", [-1e6, -800.0, 800.0, 1e6])
def test_that_the_log_loss_never_overflows(s):
    for scores, y in ((np.array([[s]]), [1]), (np.array([[s, 0.0, -s]]), [1])):
        value, pull = LOSSES["log"].value_and_pull(scores, y)
        assert np.isfinite(value).all()
        assert np.isfinite(pull).all()
