"""The mistake bound line by line, against a textbook perceptron and scipy's largest margin."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from linlab import Document, Learner, make_points
from linlab.engine.train.trace import Trace
from linlab.engine.words.derivations.bound_and_data import BOUND_AND_DATA
from linlab.engine.words.derivations.latex import document
from linlab.engine.words.derivations.mistake_bound import MISTAKE_BOUND
from tests.engine import textbook

from .runs import (
    NAMES,
    Data,
    apart,
    biases,
    clouds,
    compare,
    derived,
    largest_margin,
    margins,
    moments,
    thetas,
    trace_of,
)

mixed = clouds(mixed=st.just(True), gap=st.just(2.0))


def mistakes(data, bias, t, alpha=1.0):
    """(step, θ before, θ after) of each mistake of a textbook perceptron that stops after an epoch
    without one, and its last θ, all for α = 1."""
    n = len(data.y)
    run = [theta / alpha for theta in thetas(data, "perceptron", t, bias, alpha=alpha)]
    made = [
        (k, before, after)
        for k, (before, after) in enumerate(zip(run, run[1:], strict=False), 1)
        if not np.array_equal(before, after)
    ]
    return made, run[-1], n


@settings(max_examples=200)
@given(apart, moments, biases, st.sampled_from([1.0, 0.25]))
def test_that_every_line_of_the_bound_holds_as_a_textbook_perceptron_says(data, t, bias, alpha):
    trace = trace_of(data, "perceptron", bias=bias, alpha=alpha)
    lines, at = derived(MISTAKE_BOUND, trace, t)
    if at.found.slack is None or not at.found.separable:
        assert bias == "none"  # without a bias the clouds may not be separable
        return
    phi = data.phi(bias)
    made, theta, _ = mistakes(data, bias, at.moment.t, alpha)
    u = at.found.slack.direction
    assert float((u * u).sum()) == pytest.approx(1.0)
    gamma = float(margins(phi @ u.T, data.y).min())
    radius = max(math.sqrt(float(f @ f)) for f in phi) * (1 if data.classes == 2 else math.sqrt(2))
    many, along, length = len(made), float((u * theta).sum()), math.sqrt(float((theta**2).sum()))
    expected = [(gamma, gamma), (radius, radius)]
    if made:
        _, before, after = made[-1]
        expected.append((float((u * (after - before)).sum()), gamma))
        expected.append((float((after**2).sum() - (before**2).sum()), radius**2))
    expected.append((many * gamma, along, length, math.sqrt(many) * radius))
    expected.append((many, radius**2 / gamma**2))
    compare(lines, expected, scale=1.0 + length**2)


@settings(max_examples=40)
@given(apart)
def test_that_no_direction_has_a_larger_margin(data):
    lines, _ = derived(MISTAKE_BOUND, trace_of(data, "perceptron"), 0)
    best = largest_margin(data.phi("free"), data, free=False)
    assert lines[0].sides[0].value == pytest.approx(1 / math.sqrt(float((best**2).sum())), rel=1e-5)


@settings(max_examples=100)
@given(mixed, moments, st.sampled_from(["free", "none"]))
def test_that_every_line_of_the_bound_with_slack_holds(data, t, bias):
    trace = trace_of(data, "perceptron", bias=bias)
    lines, at = derived(MISTAKE_BOUND, trace, t)
    if at.found.separable or at.found.slack is None:
        return
    phi = data.phi(bias)
    made, theta, n = mistakes(data, bias, at.moment.t)
    u, gamma = at.found.slack.direction, at.found.slack.gamma
    often = max(1, math.ceil(at.moment.t / n))
    short = np.maximum(0.0, gamma - margins(phi @ u.T, data.y))
    d2 = often * float((short**2).sum())
    radius = max(math.sqrt(float(f @ f)) for f in phi) * (1 if data.classes == 2 else math.sqrt(2))
    many, along, length = len(made), float((u * theta).sum()), math.sqrt(float((theta**2).sum()))
    compare(
        lines,
        [
            (radius, radius),
            (d2, d2),
            (length**2, many * radius**2),
            (many * gamma - math.sqrt(many * d2), along, length, math.sqrt(many) * radius),
            (many, ((radius + math.sqrt(d2)) / gamma) ** 2),
        ],
        scale=1.0 + length**2,
    )


@settings(max_examples=200)
@given(apart, moments)
def test_that_the_share_of_mistakes_is_bounded_as_they_are(data, t):
    trace = trace_of(data, "perceptron")
    lines, at = derived(BOUND_AND_DATA, trace, t)
    made, _, n = mistakes(data, "free", at.moment.t)
    u = at.found.slack.direction
    gamma = float(margins(data.phi("free") @ u.T, data.y).min())
    radius = at.found.slack.radius
    most, first = (radius / gamma) ** 2, sum(k <= n for k, _, _ in made)
    compare(
        lines,
        [
            (len(made), most),
            (first / n, most / n),
            (most / (2 * n), most / n / 2),
            (most / (4 * n), most / n / 4),
        ],
    )


def test_that_a_kernel_perceptron_has_its_lines_too():
    from sklearn.metrics.pairwise import rbf_kernel

    X, labels = textbook.data(2, 10)
    data = Data(X, np.array([NAMES.index(each) for each in labels]))
    trace = trace_of(data, "perceptron", space="rbf", gamma=1.0)
    lines, _ = derived(MISTAKE_BOUND, trace, 11)
    gram = rbf_kernel(data.X, gamma=1.0) + 1.0
    a = np.zeros(len(data.y))
    for t in range(11):
        i = t % len(a)
        if data.sign[i] * float(a @ gram[i]) <= 0:
            a[i] += data.sign[i]
    chain = lines[-2]
    assert chain.sides[-2].value == pytest.approx(math.sqrt(a @ gram @ a))
    assert chain.sides[-1].value == pytest.approx(math.sqrt(np.abs(a).sum()) * math.sqrt(2.0))
    assert all(line.holds for line in lines)


@pytest.mark.parametrize("noise", [0.4, 2.0])
def test_that_examples_that_cannot_be_separated_are_said_so_before_the_first_line(noise):
    points = make_points("blobs", n=40, noise=noise, seed=1)
    trace = Trace(Document(points, (Learner.of("perceptron"),)))
    X = np.hstack([points.x, np.ones((40, 1))])
    signs = np.where(points.label == 1, 1.0, -1.0)
    free = [(None, None)] * 3
    solved = linprog(np.zeros(3), -signs[:, None] * X, -np.ones(40), bounds=free)
    for t in (0, 10, 90):
        _, at = derived(MISTAKE_BOUND, trace, t)
        premise = MISTAKE_BOUND.premise(at)
        assert bool(premise) == (solved.status == 2)
        if premise:
            assert f"until epoch {max(1, -(-t // 40))} ends" in premise
            latex = document("Bound", (), MISTAKE_BOUND.says(at), "", premise)
            assert latex.index("never end") < latex.index("With slack")
