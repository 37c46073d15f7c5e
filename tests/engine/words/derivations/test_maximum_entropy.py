"""Maximum entropy line by line, against scipy's entropy and scikit-learn's optimum."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax
from scipy.stats import entropy

from linlab.engine.words.derivations.maximum_entropy import MAXIMUM_ENTROPY, another

from .runs import compare, derived, moments, thetas, together, trace_of


def chances(theta, phi):
    s = phi @ theta.T
    return softmax(np.column_stack([np.zeros(len(s)), s]) if s.shape[1] == 1 else s, axis=1)


def mean_entropy(p):
    return float(entropy(p, axis=1).mean())


def optimum(data, lam):
    """θ of the free bias by scikit-learn. (rows, 3)"""
    from sklearn.linear_model import LogisticRegression

    fitted = LogisticRegression(C=1 / (lam * len(data.y)), tol=1e-12, max_iter=20_000).fit(
        data.X, data.y
    )
    return np.column_stack([fitted.coef_, fitted.intercept_])


@settings(max_examples=200)
@given(together, moments, st.sampled_from([0.02, 0.2]))
def test_that_every_line_holds_of_a_log_linear_model(data, t, lam):
    trace = trace_of(data, "logistic", lam=lam, rate="constant", alpha=0.2)
    lines, at = derived(MAXIMUM_ENTROPY, trace, t)
    phi, n = data.phi("free"), len(data.y)
    theta = thetas(data, "logistic", at.moment.t, lam=lam, alpha=0.2)[-1]
    p, q = chances(theta, phi), another(at.problem, chances(theta, phi))
    rows = len(theta)
    row = int(data.y[at.example]) if rows > 1 else 0
    truth = np.eye(data.classes)[data.y]

    def features(table):
        return (table[:, -rows:].T @ phi / n)[row]

    assert (q >= 0).all() and q.sum(axis=1) == pytest.approx(np.ones(n))
    assert features(q) == pytest.approx(features(p), abs=1e-9)
    assert np.abs(q - p).max() > 1e-6 or mean_entropy(p) < 1e-3  # another one
    best = optimum(data, lam)
    left = features(truth) - features(chances(best, phi))
    right = np.append(lam * best[row, :2], 0.0)
    cross = -float((q * np.log(p)).sum()) / n
    h, other = mean_entropy(p), mean_entropy(q)
    compare(
        [lines[0], *lines[2:]],
        [
            (features(truth) - features(p), features(truth - p)),
            (h, h),
            (features(q), features(p)),
            (other, cross),
            (cross, h),
            (other, h, math.log(data.classes)),
        ],
        scale=3.0,
    )
    compare([lines[1]], [(left, right)], rel=3e-5, scale=3.0)


@settings(max_examples=60)
@given(together, moments, st.integers(0, 1000))
def test_that_no_model_with_the_same_features_has_more(data, t, seed):
    """Others than the one that is shown: random moves of probability that change no feature."""
    trace = trace_of(data, "logistic", lam=0.05)
    lines, at = derived(MAXIMUM_ENTROPY, trace, t)
    phi = data.phi("free")
    p = chances(at.theta, phi)
    rng = np.random.default_rng(seed)
    null = np.eye(len(phi)) - phi @ np.linalg.pinv(phi)
    move = null @ rng.normal(size=(len(phi), data.classes))
    move -= move.mean(axis=1, keepdims=True)
    room = np.where(move < 0, p / np.maximum(-move, 1e-12), np.inf).min()
    q = p + min(room, 1e3) * move
    assert (phi.T @ q) == pytest.approx(phi.T @ p, abs=1e-6)
    assert mean_entropy(np.clip(q, 0, None)) <= lines[-1].sides[1].value + 1e-9


def test_that_separable_examples_without_a_penalty_have_no_constraints_to_meet():
    from .runs import Data

    data = Data(np.array([(0, 0), (1, 0), (3, 0), (4, 1.0)]), np.array([0, 0, 1, 1]))
    lines, at = derived(MAXIMUM_ENTROPY, trace_of(data, "logistic", lam=0.0), 3)
    assert at.found is None and len(lines) == 6 and all(line.holds for line in lines)
    assert "no optimum" in MAXIMUM_ENTROPY.says(at)
