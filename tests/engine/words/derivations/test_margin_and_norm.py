"""The largest margin and the shortest w, against scipy's hard margin and a textbook perceptron."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.words.derivations.margin_and_norm import MARGIN_AND_NORM

from .runs import Data, apart, compare, derived, largest_margin, margins, moments, thetas, trace_of


@settings(max_examples=200)
@given(apart, moments, st.sampled_from(["free", "regularised"]))
def test_that_every_line_is_that_of_the_shortest_separator_by_scipy(data, t, bias):
    trace = trace_of(data, "perceptron", bias=bias)
    lines, at = derived(MARGIN_AND_NORM, trace, t)
    phi, free = data.phi(bias), bias == "free"
    best = largest_margin(phi, data, free)
    seen = slice(0, 2 if free else 3)
    w = best[:, seen]
    norm = math.sqrt(float((w**2).sum()))
    theta = thetas(data, "perceptron", at.moment.t, bias)[-1]
    now = math.sqrt(float((theta[:, seen] ** 2).sum()))
    expected = [(1, 1), (1 / norm, 1 / norm), (w, w), (1, 1), (norm, 1 / (1 / norm))]
    if now > 0:
        least = float(margins(phi @ theta.T, data.y).min())
        expected.append((least / now, 1 / norm))
        if least > 0:
            expected.append((now / least, norm))
    compare(lines, expected, rel=2e-5, scale=5.0)


def test_that_mixed_points_have_none_and_say_so():
    data = Data(np.array([(0, 0), (1, 0), (2, 0), (3, 0)], float), np.array([0, 1, 0, 1]))
    trace = trace_of(data, "perceptron")
    lines, at = derived(MARGIN_AND_NORM, trace, 5)
    assert not lines and "No weights" in MARGIN_AND_NORM.why_none(at.found)
