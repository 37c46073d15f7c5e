"""The mistake bound with slack, against a textbook perceptron and minimisers of scipy's."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from linlab.engine.data.points import Points
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import theory
from linlab.engine.optimum.slack import least_slack, shown_in
from linlab.engine.train.problem import pose
from tests.engine import textbook


def posed(classes=2, n=24, seed=1, **settings):
    X, y = textbook.data(classes, n, seed)
    turn = {c: 2 * math.pi * k / classes for k, c in enumerate(sorted(set(y)))}
    X = X + 1.5 * np.array([(math.cos(turn[c]), math.sin(turn[c])) for c in y])
    X[[0, 1]] = X[[1, 0]]  # two on the wrong side
    return pose(Points.of(X, y), Learner.of("perceptron", **settings), 0), X, y


def plain_root(v, phi, y, radius, shown):
    """R‖v‖ + √Σ c·max(0, 1 − margin)², by a loop. v is a row, or a row for each class."""
    lost = 0.0
    for f, label, c in zip(phi, y, shown, strict=True):
        scores = [float(row @ f) for row in v]
        margin = (
            (scores[0] if label == 1 else -scores[0])
            if len(v) == 1
            else scores[label] - max(s for k, s in enumerate(scores) if k != label)
        )
        lost += c * max(0.0, 1.0 - margin) ** 2
    return radius * math.sqrt(float((v * v).sum())) + math.sqrt(lost)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("classes", "bias", "epochs"), [(2, "free", 1), (2, "none", 3), (3, "free", 2)]
)
def test_that_no_perceptron_makes_more_mistakes_than_the_bound_and_the_proof_holds_at_each(
    classes, bias, epochs, seed
):
    problem, X, y = posed(classes, seed=seed, bias=bias)
    shown = np.full(24, float(epochs))
    found = least_slack(problem, shown)
    phi = np.array([textbook.phi(x, bias) for x in X])
    u, kinds = found.direction, sorted(set(y))
    assert math.sqrt(float((u * u).sum())) == pytest.approx(1.0)
    radius = max(math.sqrt(textbook.dot(f, f)) for f in phi) * (1 if classes == 2 else math.sqrt(2))
    assert found.radius == pytest.approx(radius)
    deviation, limit = found.deviation(shown), found.limit(shown)
    total = 0.0
    for f, label in zip(phi, y, strict=True):
        s = u @ f
        k = kinds.index(label)
        margin = (
            (s[0] if k == 1 else -s[0])
            if classes == 2
            else s[k] - max(s[c] for c in range(classes) if c != k)
        )
        total += epochs * max(0.0, found.gamma - margin) ** 2
    assert deviation == pytest.approx(math.sqrt(total)) and limit == pytest.approx(
        ((radius + deviation) / found.gamma) ** 2
    )
    loop, before, mistakes = (textbook.binary if classes == 2 else textbook.multiclass), None, 0
    for theta in loop("perceptron", X, y, 24 * epochs, bias, textbook.cyclic(24)):
        mistakes += theta != before and any(map(any, theta))
        before = theta
        w = np.array(theta)
        size, along = math.sqrt(float((w * w).sum())), float((u * w).sum())
        assert mistakes * found.gamma - math.sqrt(mistakes) * deviation <= along + 1e-9
        assert along <= size + 1e-9 and size <= math.sqrt(mistakes) * radius + 1e-9
    assert 0 < mistakes <= limit


@pytest.mark.parametrize(("classes", "bias"), [(2, "free"), (2, "none"), (3, "free")])
def test_that_no_other_u_and_gamma_have_a_smaller_bound(classes, bias):
    problem, X, _ = posed(classes, bias=bias)
    shown = np.full(24, 2.0)
    found = least_slack(problem, shown)
    phi = np.array([textbook.phi(x, bias) for x in X])
    mine = math.sqrt(found.limit(shown))
    rng, best = np.random.default_rng(0), math.inf
    for _ in range(4):

        def root(flat):
            return plain_root(
                flat.reshape(found.direction.shape), phi, problem.y, found.radius, shown
            )

        start = rng.standard_normal(found.direction.size)
        best = min(
            best,
            float(
                minimize(root, start, method="Powell", options={"maxiter": 4000, "ftol": 1e-10}).fun
            ),
        )
    assert mine <= best * (1 + 1e-4)
    assert mine == pytest.approx(
        plain_root(found.direction / found.gamma, phi, problem.y, found.radius, shown)
    )


def test_that_a_linear_kernel_has_the_bound_of_the_linear_space():
    shown = np.full(24, 3.0)
    for bias in ("free", "none", "regularised"):
        plain, kernel = (
            least_slack(posed(bias=bias, space=space)[0], shown)
            for space in ("linear", "linear-kernel")
        )
        assert plain.limit(shown) == pytest.approx(kernel.limit(shown), rel=1e-6)
        problem = posed(bias=bias, space="linear-kernel")[0]
        assert theory.length(problem, kernel.direction) == pytest.approx(1.0)
        assert problem.scores(kernel.direction) == pytest.approx(
            posed(bias=bias)[0].scores(plain.direction), abs=1e-4
        )


def test_that_slack_costs_nothing_where_all_can_be_separated_and_may_even_help():
    X = np.array([(0.0, 2.0), (1, 3), (0.1, -2), (-1, -3)])
    problem = pose(Points.of(X, ["b", "b", "a", "a"]), Learner.of("perceptron"), 0)
    shown = np.ones(4)
    assert least_slack(problem, shown).limit(shown) <= theory.mistake_bound(problem).limit * (
        1 + 1e-9
    )


def test_that_nothing_is_claimed_where_no_direction_helps():
    X = np.array([(1.0, 1.0), (1, 1), (-1, -1), (-1, -1)])
    problem = pose(Points.of(X, ["b", "a", "b", "a"]), Learner.of("perceptron"), 0)
    assert least_slack(problem, np.ones(4)) is None


def test_that_what_is_shown_is_counted_also_where_it_is_drawn_or_picked():
    problem = posed(order="sampled")[0]
    rows = [np.random.default_rng((0, e)).integers(24, size=24) for e in range(3)]
    assert (
        shown_in(problem, 3, np.array([5, 5])).tolist()
        == (np.bincount(np.concatenate(rows), minlength=24) + 2.0 * (np.arange(24) == 5)).tolist()
    )
    assert shown_in(posed()[0], 4, np.zeros(0, int)).tolist() == [4.0] * 24
